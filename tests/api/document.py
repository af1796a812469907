"""Holds that every example of the document of the API is what its schema says.

    document.py openapi.json
"""

import json
import sys
from collections.abc import Iterator

from jsonschema import Draft202012Validator


def examples(document: dict) -> Iterator[tuple[str, dict, object]]:
    """Every example: where it stands, its schema, its value."""
    for item in document["paths"].values():
        for operation in item.values():
            name = operation["operationId"]
            for parameter in operation.get("parameters", []):
                if "example" in parameter:
                    yield f"{name} {parameter['name']}", parameter["schema"], parameter["example"]
            bodies = {**operation["responses"], "request": operation.get("requestBody", {})}
            for part, body in bodies.items():
                yield from of_body(document, f"{name} {part}", body)
    yield from of_body(document, "Problem", document["components"]["responses"]["Problem"])
    for name, schema in document["components"]["schemas"].items():
        if "example" in schema:
            yield name, schema, schema["example"]


def of_body(document: dict, where: str, body: dict) -> Iterator[tuple[str, dict, object]]:
    for form, content in body.get("content", {}).items():
        for name, example in content.get("examples", {}).items():
            if "$ref" in example:
                example = document["components"]["examples"][example["$ref"].rsplit("/", 1)[1]]
            yield f"{where} {form} {name}", content["schema"], example["value"]


def main(path: str) -> int:
    with open(path) as file:
        document = json.load(file)
    checked = wrong = 0
    for where, schema, value in examples(document):
        checked += 1
        validator = Draft202012Validator({**schema, "components": document["components"]})
        for error in validator.iter_errors(value):
            wrong += 1
            print(f"{where}: {error.json_path}: {error.message[:300]}")
    print(f"{checked} examples, {wrong} faults")
    return 1 if wrong or checked < 300 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""Runs the snippets of pages as they stand, before a running service.

    snippets.py REST GRPC RECEIVER FOLDER PAGE…

REST, GRPC and RECEIVER, where webhooks are received, are host and port, which stand in for those of the
pages. Blocks of `sh` are run one after another in one shell per page, blocks of `ts` in one module, whose
types are checked; those of `console` are left out.
"""

import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(sh|ts)\n(.*?)^```$", re.M | re.S)


def blocks(page: pathlib.Path, language: str, places: dict[str, str]) -> str:
    text = "\n".join(body for name, body in BLOCK.findall(page.read_text()) if name == language)
    for stated, actual in places.items():
        text = text.replace(stated, actual)
    return text


# What TypeScript is checked with.
TYPES = "--noEmit --strict --skipLibCheck --target es2023 --lib es2023,dom,dom.asynciterable --module nodenext --types node"


def main(rest: str, grpc: str, receiver: str, folder: str, *pages: str) -> int:
    places = {"127.0.0.1:8080": rest, "127.0.0.1:50051": grpc, "127.0.0.1:9000": receiver}
    places["listen(9000)"] = f"listen({receiver.rpartition(':')[2]})"
    failed = 0
    for page in map(pathlib.Path, pages):
        for language, head, command in [
            ("sh", "set -eu\n", "bash {}"),
            ("ts", "export {};\n", f"tsc {TYPES} {{}} && tsx {{}}"),
        ]:
            text = blocks(page, language, places)
            if not text:
                continue
            file = pathlib.Path(folder, f"{page.stem}.{'mts' if language == 'ts' else language}")
            file.write_text(head + text)
            run = subprocess.run(
                ["bash", "-c", command.replace("{}", file.name)],
                cwd=folder, capture_output=True, text=True, timeout=120, check=False,
            )
            print(f"{page} {language}: {'ok' if run.returncode == 0 else 'FAILED'}")
            if run.returncode:
                failed += 1
                print(run.stdout[-2000:], run.stderr[-2000:])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

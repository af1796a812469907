//! Choices (`oneOf`) as the generators of clients can take them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

const SCHEMAS: &str = "#/components/schemas/";

/// Says the choices of a document such that generated clients are pleasant, and allow what they allowed.
pub(super) fn simplify(document: &mut Value) {
    bare_references(document);
    flat_choices(&mut document["components"]["schemas"]);
    plain_choices(&mut document["components"]["schemas"]);
    drop_unused(document);
}

/// Takes what stands beside the references in `oneOf`: generators of clients lose their way there. What
/// is said of a field that may be null is said of the field.
fn bare_references(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(bare_references),
        Value::Object(fields) => {
            let choices = fields.get_mut("oneOf").and_then(Value::as_array_mut);
            let mut description = None;
            for choice in choices
                .into_iter()
                .flatten()
                .filter_map(Value::as_object_mut)
            {
                if choice.contains_key("$ref") {
                    description = choice.remove("description");
                    choice.retain(|key, _| key == "$ref");
                }
            }
            let is_nullable = fields
                .get("oneOf")
                .is_some_and(|choices| choices[1] == json!({"type": "null"}));
            if let Some(description) = description.filter(|_| is_nullable) {
                fields.entry("description").or_insert(description);
            }
            fields.values_mut().for_each(bare_references);
        }
        _ => {}
    }
}

/// Names the choices of a choice among those that it is one of: generators know no choices in choices.
fn flat_choices(schemas: &mut Value) {
    let Some(schemas) = schemas.as_object_mut() else {
        return;
    };
    let choices: BTreeMap<String, Vec<Value>> = schemas
        .iter()
        .filter_map(|(name, schema)| {
            let choices = schema.get("oneOf")?.as_array()?.clone();
            Some((format!("#/components/schemas/{name}"), choices))
        })
        .collect();
    for schema in schemas.values_mut() {
        let Some(own) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else {
            continue;
        };
        let flat = own.drain(..).flat_map(|choice| {
            let nested = choice["$ref"].as_str().and_then(|name| choices.get(name));
            nested.cloned().unwrap_or_else(|| vec![choice])
        });
        *own = flat.collect();
    }
}

/// Describes an answer that is one of two kinds of object as one object, in which only what both have is
/// sure, and a value of several types as any: generators for Kotlin and Dart make one class of all
/// choices that needs the fields of each, and of choices between plain types an empty one. What a choice
/// allows is still said, in words that generators skip.
fn plain_choices(schemas: &mut Value) {
    let Some(schemas) = schemas.as_object_mut() else {
        return;
    };
    let known = schemas.clone();
    for schema in schemas.values_mut() {
        let Some(choices) = schema["oneOf"].as_array().cloned() else {
            continue;
        };
        let objects: Vec<_> = choices
            .iter()
            .map(|choice| Object::of(choice, &known))
            .collect();
        let plain = if let [a, b] = objects.as_slice()
            && !a.properties.is_empty()
            && !b.properties.is_empty()
        {
            a.or(b)
        } else if choices.iter().all(|it| it["type"].is_string()) {
            json!({"not": {"type": ["array", "object", "null"]}})
        } else {
            continue;
        };
        if let (Some(schema), Value::Object(plain)) = (schema.as_object_mut(), plain) {
            schema.remove("oneOf");
            schema.extend(plain);
        }
    }
}

/// The fields of an object, and those that are always there.
#[derive(Default)]
struct Object {
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl Object {
    /// The object that a schema describes, alone and by those that it refers to.
    fn of(schema: &Value, known: &Map<String, Value>) -> Self {
        if let Some(name) = schema["$ref"].as_str() {
            let named = name.strip_prefix(SCHEMAS).and_then(|it| known.get(it));
            return named.map_or_else(Self::default, |named| Self::of(named, known));
        }
        let mut object = Self::default();
        let parts = schema["allOf"].as_array().into_iter().flatten();
        for part in parts.map(|part| Self::of(part, known)) {
            object.properties.extend(part.properties);
            object.required.extend(part.required);
        }
        let properties = schema["properties"].as_object().cloned();
        object.properties.extend(properties.unwrap_or_default());
        let required = schema["required"].as_array().into_iter().flatten();
        let required = required.filter_map(Value::as_str).map(str::to_owned);
        object.required.extend(required);
        object
    }

    /// The schema of an object that is this or the other one.
    fn or(&self, other: &Self) -> Value {
        let both: Vec<_> = other
            .required
            .iter()
            .filter(|field| self.required.contains(field))
            .collect();
        let mut together = Map::new();
        for object in [self, other] {
            let mut own = object.required.iter().filter(|it| !both.contains(it));
            // One brings all others, and each of these the one.
            if let Some(first) = own.next() {
                let rest: Vec<_> = own.collect();
                together.extend(rest.iter().map(|it| ((*it).clone(), json!([first]))));
                together.insert(first.clone(), json!(rest));
            }
        }
        let mut properties = other.properties.clone();
        properties.extend(self.properties.clone());
        json!({
            "type": "object",
            "required": both,
            "properties": properties,
            "minProperties": self.required.len().min(other.required.len()),
            "dependentRequired": together,
        })
    }
}

/// Leaves out the schemas of choices that nothing refers to any more.
fn drop_unused(document: &mut Value) {
    let text = document.to_string();
    if let Some(schemas) = document["components"]["schemas"].as_object_mut() {
        schemas.retain(|name, _| text.contains(&format!("\"{SCHEMAS}{name}\"")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_of_two_kinds_is_one_whose_common_fields_are_sure() {
        let mut document = json!({"components": {"schemas": {
            "Answer": {"oneOf": [{"$ref": "#/components/schemas/Good"}, {"$ref": "#/components/schemas/Bad"}]},
            "Good": {"allOf": [{"$ref": "#/components/schemas/Named"}, {
                "type": "object",
                "required": ["ok", "value"],
                "properties": {"ok": {"type": "boolean"}, "value": {"$ref": "#/components/schemas/Value"}},
            }]},
            "Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
            "Bad": {
                "type": "object",
                "required": ["ok", "reason"],
                "properties": {"ok": {"type": "boolean"}, "reason": {"type": "string"}},
            },
            "Value": {"description": "A value.", "oneOf": [{"type": "boolean"}, {"type": "string"}]},
        }}, "paths": {"/": {"$ref": "#/components/schemas/Answer"}}});
        simplify(&mut document);
        let schemas = &document["components"]["schemas"];
        assert_eq!(
            schemas["Answer"],
            json!({
                "type": "object",
                "required": ["ok"],
                "properties": {
                    "name": {"type": "string"},
                    "ok": {"type": "boolean"},
                    "reason": {"type": "string"},
                    "value": {"$ref": "#/components/schemas/Value"},
                },
                "minProperties": 2,
                "dependentRequired": {"name": ["value"], "reason": [], "value": ["name"]},
            })
        );
        assert_eq!(
            schemas["Value"],
            json!({"description": "A value.", "not": {"type": ["array", "object", "null"]}})
        );
        assert_eq!(schemas.get("Bad"), None);
    }
}

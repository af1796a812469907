//! The vectors of the rules.

use std::path::Path;

use serde_json::{Map, Value, json};

/// The lines of a file of vectors.
pub(crate) fn read(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("vectors")
        .join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert!(!lines.is_empty(), "{file} is empty");
    lines
}

/// The lines that are played by `nine` as it is.
pub(crate) fn read_nine(file: &str) -> Vec<Value> {
    let mut lines = read(file);
    lines.retain(|line| line["variant"] == "nine" && line["rules"] == json!({}));
    assert!(!lines.is_empty(), "{file} has no line for nine");
    lines
}

/// The rules of a line as fields of a request: options in lowerCamelCase, which any table may play.
pub(crate) fn rules(line: &Value) -> Map<String, Value> {
    let fields = line["rules"].as_object().expect("rules are an object");
    let options: Map<String, Value> = fields
        .iter()
        .map(|(field, value)| (lower_camel_case(field), value.clone()))
        .collect();
    let mut request = Map::new();
    request.insert("variant".to_owned(), line["variant"].clone());
    if !options.is_empty() {
        request.insert("customRules".to_owned(), Value::Bool(true));
        request.insert("options".to_owned(), Value::Object(options));
    }
    request
}

/// A text of a line.
pub(crate) fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key]
        .as_str()
        .unwrap_or_else(|| panic!("no text {key} in {line}"))
}

/// The texts of a list of a line.
pub(crate) fn texts<'a>(line: &'a Value, key: &str) -> Vec<&'a str> {
    let list = line[key]
        .as_array()
        .unwrap_or_else(|| panic!("no list {key} in {line}"));
    list.iter()
        .map(|text| text.as_str().expect("a text"))
        .collect()
}

fn lower_camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_uppercase());
        name.push_str(rest);
    }
    name
}

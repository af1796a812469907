//! Pins the contract: every RPC, message, field and number, as text that is committed beside this
//! test. A change of the contract shows in a review as a change of that text.

use std::fmt::Write as _;

use prost::Message as _;
use prost_types::field_descriptor_proto::Label;
use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    FileDescriptorSet, ServiceDescriptorProto,
};

#[test]
fn the_contract_is_the_committed_one() {
    insta::assert_snapshot!("contract", outline());
}

#[test]
fn every_part_of_the_contract_is_documented() {
    let (mut documented, mut undocumented) = (0, Vec::new());
    for file in files() {
        let info = file.source_code_info.as_ref().expect("source info");
        for location in info
            .location
            .iter()
            .filter(|at| is_documented_kind(&at.path))
        {
            if location.leading_comments().trim().is_empty() {
                undocumented.push(format!("{} {:?}", file.name(), location.span));
            } else {
                documented += 1;
            }
        }
    }
    assert_eq!(undocumented, Vec::<String>::new());
    assert!(documented > 300, "{documented}");
}

/// Whether a path of the source info is that of a message, field, oneof, enum, value, service or
/// method.
fn is_documented_kind(path: &[i32]) -> bool {
    matches!(path, [4..=6, _] | [4, _, 2 | 8, _] | [5 | 6, _, 2, _])
}

fn files() -> Vec<FileDescriptorProto> {
    FileDescriptorSet::decode(moelle_proto::FILE_DESCRIPTOR_SET)
        .expect("descriptors")
        .file
        .into_iter()
        .filter(|file| file.package() == "moelle.v1")
        .collect()
}

fn outline() -> String {
    let mut text = String::new();
    for file in files() {
        for service in &file.service {
            write_service(&mut text, service);
        }
        for message in &file.message_type {
            write_message(&mut text, message);
        }
        for item in &file.enum_type {
            write_enum(&mut text, item);
        }
    }
    text
}

fn write_service(text: &mut String, service: &ServiceDescriptorProto) {
    writeln!(text, "service {}", service.name()).expect("a string");
    for method in &service.method {
        let stream = |on| if on { "stream " } else { "" };
        writeln!(
            text,
            "  {}({}{}) -> {}{}",
            method.name(),
            stream(method.client_streaming()),
            method.input_type(),
            stream(method.server_streaming()),
            method.output_type(),
        )
        .expect("a string");
    }
}

fn write_message(text: &mut String, message: &DescriptorProto) {
    assert!(message.nested_type.is_empty(), "{} nests", message.name());
    writeln!(text, "message {}", message.name()).expect("a string");
    for field in &message.field {
        let group = field
            .oneof_index
            .filter(|_| !field.proto3_optional())
            .and_then(|index| message.oneof_decl.get(usize::try_from(index).ok()?))
            .map(|oneof| format!(" of {}", oneof.name()))
            .unwrap_or_default();
        writeln!(
            text,
            "  {} {}: {}{group}",
            field.number(),
            field.name(),
            kind(field)
        )
        .expect("a string");
    }
}

fn kind(field: &FieldDescriptorProto) -> String {
    let name = if field.type_name().is_empty() {
        field.r#type().as_str_name().to_owned()
    } else {
        field.type_name().to_owned()
    };
    if field.proto3_optional() {
        format!("optional {name}")
    } else if field.label() == Label::Repeated {
        format!("repeated {name}")
    } else {
        name
    }
}

fn write_enum(text: &mut String, item: &EnumDescriptorProto) {
    writeln!(text, "enum {}", item.name()).expect("a string");
    for value in &item.value {
        writeln!(text, "  {} {}", value.number(), value.name()).expect("a string");
    }
}

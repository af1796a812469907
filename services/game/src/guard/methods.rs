//! Which methods stream, as the descriptors of the contract say, and what they do.

use std::collections::HashMap;

use moelle_rates::Class;
use prost::{DecodeError, Message as _};
use prost_types::{FileDescriptorSet, MethodDescriptorProto};

/// How a method speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One request, one answer.
    Unary,
    /// Many requests or many answers.
    Stream,
    /// It is none of the contract: health, reflection, or unknown.
    Other,
}

/// The methods of the contract.
#[derive(Clone, Debug)]
pub(crate) struct Methods {
    by_path: HashMap<String, (Kind, Class)>,
}

impl Methods {
    /// The methods of an encoded `FileDescriptorSet`.
    ///
    /// # Errors
    ///
    /// When the bytes are no such set.
    pub(crate) fn from_descriptor_set(bytes: &[u8]) -> Result<Self, DecodeError> {
        let set = FileDescriptorSet::decode(bytes)?;
        let mut by_path = HashMap::new();
        for file in &set.file {
            for service in &file.service {
                for method in &service.method {
                    let path = format!("/{}.{}/{}", file.package(), service.name(), method.name());
                    let kind = kind(method);
                    by_path.insert(path, (kind, class(kind, service.name(), method.name())));
                }
            }
        }
        Ok(Self { by_path })
    }

    /// How the method at a path speaks.
    #[must_use]
    pub(crate) fn kind(&self, path: &str) -> Kind {
        self.by_path.get(path).map_or(Kind::Other, |it| it.0)
    }

    /// What the method at a path does, if it is of the contract.
    #[must_use]
    pub(crate) fn class(&self, path: &str) -> Option<Class> {
        self.by_path.get(path).map(|it| it.1)
    }
}

fn kind(method: &MethodDescriptorProto) -> Kind {
    if method.client_streaming() || method.server_streaming() {
        Kind::Stream
    } else {
        Kind::Unary
    }
}

fn class(kind: Kind, service: &str, method: &str) -> Class {
    let does = |verbs: &[&str]| verbs.iter().any(|verb| method.starts_with(verb));
    match service {
        _ if kind == Kind::Stream => Class::Stream,
        "RulesService" | "LessonService" => Class::Rules,
        _ if does(&["Get", "List"]) => Class::Read,
        _ if does(&["Create", "Import", "Reissue"]) => Class::Create,
        _ => Class::Change,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_says_which_methods_stream() {
        let methods = Methods::from_descriptor_set(moelle_proto::FILE_DESCRIPTOR_SET)
            .expect("the contract's own descriptors");
        for (path, expected) in [
            ("/moelle.v1.GameService/PlayTurn", Kind::Unary),
            ("/moelle.v1.RulesService/CheckTurn", Kind::Unary),
            ("/moelle.v1.RulesService/CheckTurns", Kind::Stream),
            ("/moelle.v1.GameService/WatchGame", Kind::Stream),
            ("/grpc.health.v1.Health/Check", Kind::Other),
            ("/moelle.v1.GameService/Cheat", Kind::Other),
        ] {
            assert_eq!(methods.kind(path), expected, "{path}");
        }
    }

    #[test]
    fn a_method_is_of_the_class_of_what_it_does() {
        let methods = Methods::from_descriptor_set(moelle_proto::FILE_DESCRIPTOR_SET)
            .expect("the contract's own descriptors");
        for (path, expected) in [
            ("/moelle.v1.GameService/GetGame", Some(Class::Read)),
            ("/moelle.v1.GameService/ListEvents", Some(Class::Read)),
            ("/moelle.v1.GameService/PlayTurn", Some(Class::Change)),
            ("/moelle.v1.GameService/JoinGame", Some(Class::Change)),
            ("/moelle.v1.GameService/CreateGame", Some(Class::Create)),
            ("/moelle.v1.GameService/ImportGame", Some(Class::Create)),
            (
                "/moelle.v1.GameService/CreateInvitation",
                Some(Class::Create),
            ),
            ("/moelle.v1.GameService/ReissueSeat", Some(Class::Create)),
            ("/moelle.v1.GameService/WatchGames", Some(Class::Stream)),
            ("/moelle.v1.RulesService/ListVariants", Some(Class::Rules)),
            ("/moelle.v1.RulesService/CheckTurns", Some(Class::Stream)),
            ("/moelle.v1.LessonService/GetLesson", Some(Class::Rules)),
            ("/grpc.health.v1.Health/Check", None),
        ] {
            assert_eq!(methods.class(path), expected, "{path}");
        }
    }
}

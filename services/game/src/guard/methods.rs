//! Which methods stream, as the descriptors of the contract say.

use std::collections::HashMap;

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
    by_path: HashMap<String, Kind>,
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
                    by_path.insert(path, kind(method));
                }
            }
        }
        Ok(Self { by_path })
    }

    /// How the method at a path speaks.
    #[must_use]
    pub(crate) fn kind(&self, path: &str) -> Kind {
        self.by_path.get(path).copied().unwrap_or(Kind::Other)
    }
}

fn kind(method: &MethodDescriptorProto) -> Kind {
    if method.client_streaming() || method.server_streaming() {
        Kind::Stream
    } else {
        Kind::Unary
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
}

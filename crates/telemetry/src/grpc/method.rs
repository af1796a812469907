//! The methods that a server knows.

use std::{collections::HashSet, sync::Arc};

use prost::Message as _;
use prost_types::{FileDescriptorProto, FileDescriptorSet};

/// Health checks and reflection, which every server may offer.
const STANDARD: [&str; 5] = [
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/List",
    "grpc.health.v1.Health/Watch",
    "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    "grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
];

/// The names of the methods that a server knows, such as `moelle.v1.GameService/PlayTurn`.
///
/// Health checks and reflection are always among them. Calls of any other path share one name, so
/// that nobody makes new span names by asking for what does not exist.
#[derive(Clone, Debug)]
pub struct GrpcMethods {
    names: Arc<HashSet<String>>,
}

impl GrpcMethods {
    /// The methods with these names, each `package.Service/Method`.
    pub fn new<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        let standard = STANDARD.into_iter().map(str::to_owned);
        Self {
            names: Arc::new(names.into_iter().map(N::into).chain(standard).collect()),
        }
    }

    /// All methods of an encoded `FileDescriptorSet`, as the proto crate has it.
    ///
    /// # Errors
    ///
    /// When the bytes are no such set.
    pub fn from_descriptor_set(bytes: &[u8]) -> Result<Self, prost::DecodeError> {
        let set = FileDescriptorSet::decode(bytes)?;
        Ok(Self::new(set.file.iter().flat_map(methods_of)))
    }

    /// The name of the method at a path, if it is known.
    pub(crate) fn at_path<'p>(&self, path: &'p str) -> Option<&'p str> {
        let name = path.strip_prefix('/')?;
        self.names.contains(name).then_some(name)
    }
}

fn methods_of(file: &FileDescriptorProto) -> Vec<String> {
    let package = match file.package() {
        "" => String::new(),
        package => format!("{package}."),
    };
    file.service
        .iter()
        .flat_map(|service| service.method.iter().map(move |method| (service, method)))
        .map(|(service, method)| format!("{package}{}/{}", service.name(), method.name()))
        .collect()
}

#[cfg(test)]
mod tests {
    use prost_types::{MethodDescriptorProto, ServiceDescriptorProto};

    use super::*;

    #[test]
    fn methods_come_from_a_descriptor_set() {
        let set = FileDescriptorSet {
            file: vec![FileDescriptorProto {
                package: Some("moelle.v1".to_owned()),
                service: vec![ServiceDescriptorProto {
                    name: Some("GameService".to_owned()),
                    method: vec![MethodDescriptorProto {
                        name: Some("PlayTurn".to_owned()),
                        ..Default::default()
                    }],
                    ..Default::default()
                }],
                ..Default::default()
            }],
        };
        let methods = GrpcMethods::from_descriptor_set(&set.encode_to_vec()).expect("a set");
        assert_eq!(
            methods.at_path("/moelle.v1.GameService/PlayTurn"),
            Some("moelle.v1.GameService/PlayTurn")
        );
        assert!(methods.at_path("/grpc.health.v1.Health/Check").is_some());
        for path in [
            "/moelle.v1.GameService/Cheat",
            "/",
            "",
            "moelle.v1.GameService/PlayTurn",
        ] {
            assert_eq!(methods.at_path(path), None, "{path}");
        }
    }

    #[test]
    fn bytes_that_are_no_descriptor_set_are_refused() {
        assert!(GrpcMethods::from_descriptor_set(&[0xff; 8]).is_err());
    }
}

//! The public contract `moelle.v1`: the generated messages, clients and servers, what they mean in
//! terms of the domain, and the one table of errors.

pub mod codec;
pub mod error;
pub mod limits;
pub mod wire;

/// The messages, clients and servers of the package `moelle.v1`, as generated from `proto/`.
#[expect(
    clippy::pedantic,
    clippy::large_enum_variant,
    clippy::allow_attributes_without_reason,
    reason = "generated code: what it lacks is not ours to add"
)]
pub mod v1 {
    tonic::include_proto!("moelle.v1");
}

/// The descriptors of the whole contract with their comments, as a `google.protobuf.FileDescriptorSet`:
/// for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

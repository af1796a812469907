//! Generates the contract from `proto/`, without protoc.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use prost::Message as _;

const ROOT: &str = "../../proto";
const FILES: [&str; 6] = [
    "moelle/v1/rule_set.proto",
    "moelle/v1/position.proto",
    "moelle/v1/rules_service.proto",
    "moelle/v1/game_service.proto",
    "moelle/v1/lesson_service.proto",
    "moelle/v1/application_service.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={ROOT}");
    for file in FILES {
        println!(
            "cargo:rerun-if-changed={}",
            Path::new(ROOT).join(file).display()
        );
    }
    let descriptors = protox::compile(FILES, [ROOT])?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    tonic_prost_build::configure()
        .build_client(true)
        .build_server(true)
        .codec_path("crate::codec::SmallBufferCodec")
        .compile_fds(descriptors)?;
    Ok(())
}

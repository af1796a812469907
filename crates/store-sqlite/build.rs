//! Makes cargo notice a new migration or a changed query.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=queries");
}

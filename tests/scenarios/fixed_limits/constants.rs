//! The constants of a package that are numbers or times, read from its sources.

use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ImplItemConst, ItemConst, ItemFn, ItemMod, Lit, Meta, Type};

use super::value::Amount;

/// The types of numbers and times.
const TYPES: [&str; 12] = [
    "Duration",
    "RangeInclusive",
    "f64",
    "i32",
    "i64",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
    "Range",
];

/// A constant that is a number or a time.
pub(super) struct Constant {
    /// Its path within the package.
    pub(super) name: String,
    /// Its value.
    pub(super) amount: String,
    /// The first sentence about it.
    pub(super) what: String,
}

/// A constant as it is written.
pub(super) struct Source {
    pub(super) module: Vec<String>,
    pub(super) name: String,
    pub(super) value: Expr,
    what: String,
}

/// The constants of a package, tests aside, in the order of their names.
pub(super) fn constants(package: &Path) -> Vec<Constant> {
    let mut reader = Reader::default();
    for name in ["lib.rs", "main.rs"] {
        let file = package.join("src").join(name);
        if file.exists() {
            reader.read(&file);
        }
    }
    let sources = reader.found;
    let mut constants: Vec<Constant> = sources
        .iter()
        .map(|source| {
            let amount = Amount::of(&source.value, source, &sources);
            let path = source.path();
            let amount =
                amount.unwrap_or_else(|| panic!("{}: {path} is not read", package.display()));
            Constant {
                amount: amount.told(source.name.contains("BYTES")),
                what: source.what.clone(),
                name: path,
            }
        })
        .collect();
    constants.sort_by(|one, other| one.name.cmp(&other.name));
    constants
}

impl Source {
    /// A constant of this name and value in no module, for the tests of values.
    pub(super) fn new(name: &str, value: &str) -> Self {
        Self {
            module: Vec::new(),
            name: name.to_owned(),
            value: syn::parse_str(value).expect("an expression"),
            what: String::new(),
        }
    }

    fn path(&self) -> String {
        let names: Vec<&str> = self.module.iter().map(String::as_str).collect();
        [&names[..], &[&self.name]].concat().join("::")
    }
}

/// Follows the modules of a package.
#[derive(Default)]
struct Reader {
    /// Where the submodules of the file that is read are.
    folder: PathBuf,
    module: Vec<String>,
    found: Vec<Source>,
}

impl Reader {
    fn read(&mut self, file: &Path) {
        let text = std::fs::read_to_string(file).expect("a source");
        let parsed =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let stem = file.file_stem().expect("a name");
        let folder = file.parent().expect("a folder").to_owned();
        let is_root = ["lib", "main", "mod"].iter().any(|root| stem == *root);
        let within = if is_root { folder } else { folder.join(stem) };
        let before = std::mem::replace(&mut self.folder, within);
        self.visit_file(&parsed);
        self.folder = before;
    }

    fn note(&mut self, name: String, ty: &Type, value: &Expr, attributes: &[Attribute]) {
        let Type::Path(path) = ty else { return };
        let last = path.path.segments.last().expect("a type has a name");
        if TYPES.iter().any(|known| last.ident == known) && !is_for_tests(attributes) {
            self.found.push(Source {
                module: self.module.clone(),
                name,
                value: value.clone(),
                what: first_sentence(attributes),
            });
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let name = item.ident.to_string();
        self.module.push(name.clone());
        if item.content.is_some() {
            visit::visit_item_mod(self, item);
        } else {
            let file = self.folder.join(format!("{name}.rs"));
            let in_folder = self.folder.join(&name).join("mod.rs");
            self.read(if file.exists() { &file } else { &in_folder });
        }
        self.module.pop();
    }

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.note(item.ident.to_string(), &item.ty, &item.expr, &item.attrs);
    }

    fn visit_impl_item_const(&mut self, item: &'ast ImplItemConst) {
        self.note(item.ident.to_string(), &item.ty, &item.expr, &item.attrs);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }
}

/// Whether it is compiled for tests alone.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else {
            return false;
        };
        let words = list.tokens.to_string();
        let only = ["test", "testing", "contract"];
        attribute.path().is_ident("cfg") && only.iter().any(|word| words.contains(word))
    })
}

/// What stands above it, to the end of the first sentence.
fn first_sentence(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(doc_line).collect();
    let text = lines
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let end = text.find(". ").map_or(text.len(), |end| end + 1);
    text[..end]
        .replace('|', "\\|")
        .replace("[`", "`")
        .replace("`]", "`")
}

fn doc_line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    let Expr::Lit(literal) = &pair.value else {
        return None;
    };
    match &literal.lit {
        Lit::Str(text) if pair.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

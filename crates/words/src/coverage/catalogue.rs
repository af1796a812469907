//! The texts as they are written: every id with the arguments that it has a place for.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement,
};
use fluent_syntax::parser::parse;

use crate::language::Language;
use crate::texts::sources;

/// A text: the names of its arguments, and what it says.
pub(super) struct Written {
    pub(super) arguments: BTreeSet<String>,
    pub(super) says: String,
}

/// Every text of a language by its id; attributes as `id.attribute`.
///
/// # Panics
/// A file has a syntax error, or an id stands twice.
pub(super) fn catalogue(language: Language) -> BTreeMap<String, Written> {
    let mut texts = BTreeMap::new();
    for source in sources(language) {
        let resource = parse(*source).map_err(|(_, errors)| errors);
        for entry in resource
            .unwrap_or_else(|errors| panic!("{language}: {errors:?}"))
            .body
        {
            let message = match entry {
                Entry::Message(message) => message,
                Entry::Term(_) | Entry::Junk { .. } => panic!("{language}: {entry:?}"),
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
            };
            let id = message.id.name.to_owned();
            let value = message.value.iter().map(|value| (id.clone(), value));
            let attributes = message.attributes.iter();
            let attributes = attributes
                .map(|attribute| (format!("{id}.{}", attribute.id.name), &attribute.value));
            for (id, pattern) in value.chain(attributes) {
                let known = texts.insert(id.clone(), read(pattern));
                assert!(known.is_none(), "{language}: `{id}` stands twice");
            }
        }
    }
    texts
}

fn read(pattern: &Pattern<&str>) -> Written {
    let mut written = Written {
        arguments: BTreeSet::new(),
        says: String::new(),
    };
    written.pattern(pattern);
    written
}

impl Written {
    fn pattern(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.says.push_str(value),
                PatternElement::Placeable { expression } => self.expression(expression),
            }
        }
    }

    fn expression(&mut self, expression: &Expression<&str>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => self.call(arguments),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
            InlineExpression::MessageReference { .. } | InlineExpression::TermReference { .. } => {
                panic!("texts stand alone, so that each is read where it is written: {inline:?}")
            }
        }
    }

    fn call(&mut self, arguments: &CallArguments<&str>) {
        for argument in &arguments.positional {
            self.inline(argument);
        }
        for argument in &arguments.named {
            self.inline(&argument.value);
        }
    }
}

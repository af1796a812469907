//! The rules of every variant in words, kept in `snapshots/` for people to read.

use std::fmt::Write;

use moelle_rules::Variant;
use moelle_words::{
    Language, Topic, compare, field_about, field_name, rules_in_words, variant_about,
    variant_history, variant_name,
};

#[test]
fn the_rules_of_every_variant_read_as_they_are_kept() {
    for language in Language::ALL {
        let page = Variant::ALL
            .iter()
            .map(|variant| chapter(variant, *language));
        let name = format!("rules_{language}");
        insta::assert_snapshot!(name, page.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn every_variant_beside_nine_mens_morris_reads_as_it_is_kept() {
    for language in Language::ALL {
        let page = Variant::ALL[1..]
            .iter()
            .map(|variant| table(variant, *language));
        let name = format!("compared_{language}");
        insta::assert_snapshot!(name, page.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn the_options_read_as_they_are_kept() {
    let mut page = String::new();
    for language in Language::ALL {
        for field in moelle_rules::Field::ALL {
            let (name, about) = (
                field_name(*field, *language),
                field_about(*field, *language),
            );
            writeln!(page, "{language} {field}: {name}. {about}").expect("a string takes it");
        }
    }
    insta::assert_snapshot!("options", page);
}

/// A variant as a page of a book of rules would have it.
fn chapter(variant: &Variant, language: Language) -> String {
    let mut page = format!(
        "# {}\n\n{}\n",
        variant_name(variant, language),
        variant_about(variant, language)
    );
    let sentences = rules_in_words(&variant.rules(), language);
    for topic in Topic::ALL {
        let on_topic: Vec<&str> = sentences
            .iter()
            .filter(|sentence| sentence.topic == *topic)
            .map(|sentence| sentence.text.as_str())
            .collect();
        assert!(!on_topic.is_empty(), "nothing on {topic}");
        write!(
            page,
            "\n{}: {}\n",
            topic.title(language),
            on_topic.join("\n  ")
        )
        .expect("a string takes it");
    }
    write!(page, "\n{}\n", variant_history(variant, language)).expect("a string takes it");
    page
}

/// Nine men's morris and a variant side by side.
fn table(variant: &Variant, language: Language) -> String {
    let nine = &Variant::ALL[0];
    let comparison = compare(&nine.rules(), &variant.rules(), language);
    let mut page = format!(
        "# {} | {}\n\n",
        variant_name(nine, language),
        variant_name(variant, language)
    );
    for row in comparison.rows {
        let both = if row.same {
            row.a
        } else {
            format!("{} | {}", row.a, row.b)
        };
        writeln!(page, "{}: {both}", row.title).expect("a string takes it");
    }
    page.push('\n');
    for difference in comparison.differences {
        writeln!(page, "- {}", difference.text).expect("a string takes it");
    }
    page
}

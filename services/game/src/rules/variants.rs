//! `ListVariants` and `GetVariant`: what may be played.

use std::sync::OnceLock;

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire::{self, digest, geometry};
use moelle_rules::{
    Blocked, BoardFull, BoardKind, Field, FieldValue, MillRule, Movement, Position, Removable,
    RemovalsPerTurn, Side, Variant,
};
use moelle_words::{Language, field_name, variant_history, variant_name};

use crate::rules::describe_rule_set::sentences;

/// More values than this are told as a range.
const VALUES_MAX: usize = 8;
/// The greatest number that a field of a rule set can hold.
const NUMBER_MAX: u64 = 1000;

/// Every variant in a language, made when it is first asked for.
static LISTS: [OnceLock<v1::ListVariantsResponse>; Language::ALL.len()] =
    [const { OnceLock::new() }; Language::ALL.len()];

pub(super) fn list(language: Language) -> v1::ListVariantsResponse {
    all(language).clone()
}

pub(super) fn get(
    request: &v1::GetVariantRequest,
    language: Language,
) -> Result<v1::GetVariantResponse, Failure> {
    let name = wire::variant(&request.variant, "variant", language)?.name();
    let variant = all(language)
        .variants
        .iter()
        .find(|variant| variant.id == name)
        .cloned();
    Ok(v1::GetVariantResponse { variant })
}

fn all(language: Language) -> &'static v1::ListVariantsResponse {
    LISTS[language as usize].get_or_init(|| v1::ListVariantsResponse {
        variants: Variant::ALL
            .iter()
            .map(|variant| describe(variant, language))
            .collect(),
    })
}

fn describe(variant: &Variant, language: Language) -> v1::Variant {
    let rules = variant.rules();
    v1::Variant {
        id: variant.name().to_owned(),
        name: variant_name(variant, language),
        rules: Some(v1::RuleSet::from(&rules)),
        digest: digest(&rules).as_ref().to_owned(),
        geometry: Some(geometry(rules.board(), language)),
        options: variant
            .options()
            .iter()
            .map(|field| option(variant, *field, language))
            .collect(),
        rules_in_words: sentences(&rules, language),
        history: variant_history(variant, language),
        start: Position::start(rules, Side::FIRST).to_string(),
    }
}

/// What a table may choose for a field: few values one by one, many as a range.
fn option(variant: &Variant, field: Field, language: Language) -> v1::OfferedOption {
    let own = variant.rules().fields().value(field);
    let mut offered: Vec<FieldValue> = candidates(field)
        .into_iter()
        .filter(|value| variant.offers(field, value))
        .collect();
    let mut option = v1::OfferedOption {
        field: field.name().to_owned(),
        name: field_name(field, language),
        ..v1::OfferedOption::default()
    };
    if offered.len() <= VALUES_MAX {
        // A stable sort: the variant's own value first, the others as they were.
        offered.sort_by_key(|value| *value != own);
        option.values = offered.iter().map(ToString::to_string).collect();
    } else {
        let numbers = offered.iter().filter_map(|value| match value {
            FieldValue::Number(number) if *number > 0 => u32::try_from(*number).ok(),
            _ => None,
        });
        option.min = numbers.clone().min().unwrap_or(0);
        option.max = numbers.max().unwrap_or(0);
    }
    option
}

/// Every value that a field could have.
fn candidates(field: Field) -> Vec<FieldValue> {
    macro_rules! words {
        ($kind:ident) => {
            $kind::ALL.iter().map(|value| value.name().into()).collect()
        };
    }
    match field {
        Field::Board => words!(BoardKind),
        Field::Mill => words!(MillRule),
        Field::Removable => words!(Removable),
        Field::RemovalsPerTurn => words!(RemovalsPerTurn),
        Field::Movement => words!(Movement),
        Field::Blocked => words!(Blocked),
        Field::BoardFull => words!(BoardFull),
        Field::CaptureWhilePlacing | Field::MoveWhilePlacing => vec![true.into(), false.into()],
        Field::Men | Field::FlyAt | Field::MinMen | Field::Repetition | Field::QuietPlies => {
            (0..=NUMBER_MAX).map(FieldValue::from).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;

    use super::*;
    use crate::testing::{TestServer, failure};

    fn offered<'a>(variant: &'a v1::Variant, field: &str) -> Option<&'a v1::OfferedOption> {
        variant.options.iter().find(|option| option.field == field)
    }

    #[tokio::test]
    async fn every_variant_is_listed_with_all_that_is_to_be_known() {
        let server = TestServer::start().await;
        let response = server
            .rules()
            .list_variants(v1::ListVariantsRequest {})
            .await;
        let variants = response.expect("a list").into_inner().variants;
        let names: Vec<_> = variants.iter().map(|variant| variant.id.as_str()).collect();
        let expected: Vec<_> = Variant::ALL.iter().map(Variant::name).collect();
        assert_eq!(names, expected);
        for variant in &variants {
            assert!(
                !variant.name.is_empty() && !variant.history.is_empty(),
                "{}",
                variant.id
            );
            assert!(variant.rules_in_words.len() > 5, "{}", variant.id);
            assert_eq!(variant.digest.len(), 64, "{}", variant.id);
            assert!(offered(variant, "repetition").is_some(), "{}", variant.id);
        }
    }

    #[tokio::test]
    async fn options_are_told_as_values_or_as_a_range() {
        let server = TestServer::start().await;
        let request = v1::GetVariantRequest {
            variant: "nine".to_owned(),
        };
        let response = server
            .rules()
            .get_variant(request)
            .await
            .expect("nine")
            .into_inner();
        let nine = response.variant.expect("nine");
        let values = |field| offered(&nine, field).expect(field).values.join(" ");
        assert_eq!(values("fly_at"), "3 0");
        assert_eq!(
            values("removable"),
            "outside_mills_first outside_mills_only any"
        );
        assert_eq!(values("removals_per_turn"), "one one_per_mill");
        let range = |field| {
            let option = offered(&nine, field).expect(field);
            (option.min, option.max, option.values.len())
        };
        assert_eq!(range("repetition"), (2, 10, 0));
        assert_eq!(range("quiet_plies"), (10, 1000, 0));
        assert!(offered(&nine, "men").is_none());
    }

    #[tokio::test]
    async fn names_come_in_the_language_of_the_caller() {
        let server = TestServer::start().await;
        let mut names = Vec::new();
        for language in ["en", "da", "nb", "de"] {
            let mut request = tonic::Request::new(v1::GetVariantRequest {
                variant: "nine".to_owned(),
            });
            let language = language.parse().expect("metadata");
            request.metadata_mut().insert("accept-language", language);
            let response = server.rules().get_variant(request).await.expect("nine");
            names.push(response.into_inner().variant.expect("nine").rules_in_words);
        }
        names.dedup();
        assert_eq!(names.len(), 4);
    }

    #[tokio::test]
    async fn a_variant_that_there_is_not_is_an_invalid_argument() {
        let server = TestServer::start().await;
        for name in ["eight", "", "Nine"] {
            let request = v1::GetVariantRequest {
                variant: name.to_owned(),
            };
            let status = server
                .rules()
                .get_variant(request)
                .await
                .expect_err("no variant");
            assert_eq!(status.code(), tonic::Code::InvalidArgument);
            assert_eq!(failure(&status).code(), ErrorCode::UnknownVariant, "{name}");
        }
    }
}

//! Names of fields: `snake_case` in the contract of gRPC, lowerCamelCase in JSON.

/// The name in JSON.
pub(crate) fn lower_camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        text.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        text.push_str(letters.as_str());
    }
    text
}

/// The name of a constant, given that of a type: `SQUARE24_DIAGONAL` of `Square24Diagonal`.
pub(crate) fn screaming(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}

/// The way to a field of a REST request, given the way to it in the message that the gateway makes
/// of that request.
///
/// A selection of rules is a message of its own there and lies flat in the request here, as does the
/// pace of a clock; ids and retries are the path and a header.
pub(crate) fn rest_field(field: &str) -> String {
    match field {
        "request_id" => return "Idempotency-Key".to_owned(),
        "game_id" => return "id".to_owned(),
        "after_revision" => return "after".to_owned(),
        "page_size" => return "limit".to_owned(),
        "page_token" => return "page".to_owned(),
        _ => {}
    }
    let mut parts: Vec<&str> = field.split('.').collect();
    parts.retain(|part| *part != "turn_list");
    let selects =
        |part: &str| ["variant", "rules", "options", "custom_rules", "base"].contains(&part);
    if let ["time_control", ..] = parts[..] {
        parts[0] = "clock";
        parts.retain(|part| !["pace", "total"].contains(part));
    }
    if let ["rules", next, ..] = parts[..]
        && selects(next)
    {
        parts.remove(0);
    }
    let parts: Vec<String> = parts
        .into_iter()
        .map(|part| {
            if part == "base" {
                "variant".to_owned()
            } else {
                lower_camel(part)
            }
        })
        .collect();
    parts.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_json_writes_them() {
        for (name, expected) in [
            ("", ""),
            ("board", "board"),
            ("fly_at", "flyAt"),
            ("capture_while_placing", "captureWhilePlacing"),
        ] {
            assert_eq!(lower_camel(name), expected);
        }
    }

    #[test]
    fn names_of_types_become_names_of_constants() {
        assert_eq!(screaming("Square24Diagonal"), "SQUARE24_DIAGONAL");
        assert_eq!(screaming("Draw"), "DRAW");
    }

    #[test]
    fn a_field_of_a_message_is_named_as_the_request_of_rest_names_it() {
        for (field, expected) in [
            ("rules.options.fly_at", "options.flyAt"),
            ("rules.variant", "variant"),
            ("rules.rules.men", "rules.men"),
            ("rules.custom_rules", "customRules"),
            ("rules.base", "variant"),
            ("rules", "rules"),
            ("left.options.fly_at", "left.options.flyAt"),
            ("turn_list.rules.variant", "variant"),
            ("turn_list.start", "start"),
            ("turn_list.turns", "turns"),
            ("first_to_act", "firstToAct"),
            ("names.white", "names.white"),
            ("request_id", "Idempotency-Key"),
            ("game_id", "id"),
            ("page_size", "limit"),
            ("page_token", "page"),
            ("created_from", "createdFrom"),
            ("time_control", "clock"),
            ("time_control.total.total_ms", "clock.totalMs"),
            ("time_control.turn_days", "clock.turnDays"),
            ("time_control.first_turn_ms", "clock.firstTurnMs"),
        ] {
            assert_eq!(rest_field(field), expected);
        }
    }
}

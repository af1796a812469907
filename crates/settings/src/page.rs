//! The options of a program as documentation shows them.

use std::fmt::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, CommandFactory};

/// A table of Markdown of every option of a program, in the order of its help.
#[must_use]
pub fn table<C: CommandFactory>() -> String {
    let mut text = String::from(
        "| Variable | Flag | Default | Values | Meaning |\n| --- | --- | --- | --- | --- |\n",
    );
    let command = C::command();
    for arg in command.get_arguments() {
        if let (Some(variable), Some(flag)) = (arg.get_env(), arg.get_long()) {
            let variable = variable.to_string_lossy();
            // It cannot fail: the target is a text.
            let _ = writeln!(
                text,
                "| `{variable}` | `--{flag}` | {} | {} | {} |",
                default(arg),
                cell(&values(arg)),
                cell(&help(arg)),
            );
        }
    }
    text
}

fn default(arg: &Arg) -> String {
    let values = arg.get_default_values();
    let values: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
    match values.join(", ").as_str() {
        "" => String::new(),
        value => format!("`{value}`"),
    }
}

fn values(arg: &Arg) -> String {
    let values = arg.get_possible_values();
    let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
    names.join(", ")
}

fn help(arg: &Arg) -> String {
    let help = arg.get_long_help().or_else(|| arg.get_help());
    let mut text = help.map(ToString::to_string).unwrap_or_default();
    // clap takes the last one away.
    if !text.is_empty() && !text.ends_with('.') {
        text.push('.');
    }
    text
}

/// A text as the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::{Given, count};

    #[derive(Parser)]
    struct Cli {
        /// Games on the table, if any | or none.
        #[arg(long, env = "MOELLE_GAMES", default_value = "2", value_parser = count(1..=3))]
        games: Given<u64>,
    }

    #[test]
    fn every_option_is_a_row() {
        let row = "| `MOELLE_GAMES` | `--games` | `2` | 1 to 3 | Games on the table, if any \\| or none. |";
        let text = table::<Cli>();
        assert_eq!(text.lines().nth(2), Some(row), "{text}");
        assert_eq!(text.lines().count(), 3);
        drop(
            Cli {
                games: Given::good(2),
            }
            .games,
        );
    }
}

//! What a constant comes to, as far as constants of limits go.

use syn::{BinOp, Expr, ExprPath, Lit, RangeLimits};

use super::constants::Source;

const SECOND_MS: u128 = 1_000;
/// Units of time, the longest first, with their milliseconds and what people call them.
const UNITS: [(u128, &str); 4] = [
    (24 * 60 * 60 * SECOND_MS, "d"),
    (60 * 60 * SECOND_MS, "h"),
    (60 * SECOND_MS, "min"),
    (SECOND_MS, "s"),
];

/// A number, a time or what is between two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    Number(u128),
    Millis(u128),
    Between(Box<Self>, Box<Self>),
}

impl Amount {
    /// The value of an expression in a constant's source; `None` where it is of a kind that is not known.
    pub(super) fn of(value: &Expr, at: &Source, all: &[Source]) -> Option<Self> {
        let of = |value: &Expr| Self::of(value, at, all);
        match value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Some(Self::Number(number.base10_parse().ok()?)),
                _ => None,
            },
            Expr::Paren(inner) => of(&inner.expr),
            Expr::Cast(inner) => of(&inner.expr),
            Expr::Binary(two) => {
                let (left, right) = (of(&two.left)?.number()?, of(&two.right)?.number()?);
                Some(Self::Number(match two.op {
                    BinOp::Add(_) => left.checked_add(right)?,
                    BinOp::Sub(_) => left.checked_sub(right)?,
                    BinOp::Mul(_) => left.checked_mul(right)?,
                    BinOp::Shl(_) => left.checked_shl(u32::try_from(right).ok()?)?,
                    _ => return None,
                }))
            }
            Expr::Range(range) => {
                let RangeLimits::Closed(_) = range.limits else {
                    return None;
                };
                let (start, end) = (of(range.start.as_deref()?)?, of(range.end.as_deref()?)?);
                Some(Self::Between(Box::new(start), Box::new(end)))
            }
            Expr::Call(call) => {
                let Expr::Path(function) = &*call.func else {
                    return None;
                };
                let count = of(call.args.first()?)?.number()?;
                let (_, name) = last_two(function)?;
                let millis = match name.as_str() {
                    "from_millis" | "milliseconds" => 1,
                    "from_secs" | "seconds" => SECOND_MS,
                    "from_mins" | "minutes" => 60 * SECOND_MS,
                    "from_hours" | "hours" => 60 * 60 * SECOND_MS,
                    "days" => 24 * 60 * 60 * SECOND_MS,
                    _ => return None,
                };
                Some(Self::Millis(count * millis))
            }
            Expr::MethodCall(call) if call.method == "unsigned_abs" => of(&call.receiver),
            Expr::Path(path) => Self::named(path, at, all),
            _ => None,
        }
    }

    /// The value of another constant, of the standard library or of the package.
    fn named(path: &ExprPath, at: &Source, all: &[Source]) -> Option<Self> {
        let (of, name) = last_two(path)?;
        let number = |number: u128| Some(Self::Number(number));
        match (of.as_str(), name.as_str()) {
            ("u64", "MAX") => return number(u64::MAX.into()),
            ("i64", "MAX") => return number(i64::MAX.unsigned_abs().into()),
            ("Duration", "SECOND") => return Some(Self::Millis(SECOND_MS)),
            ("Duration", "HOUR") => return Some(Self::Millis(60 * 60 * SECOND_MS)),
            ("Record", "TURNS_MAX") => return number(moelle_rules::Record::TURNS_MAX as u128),
            _ => {}
        }
        let mut known: Vec<&Source> = all.iter().filter(|source| source.name == name).collect();
        if known.len() > 1 {
            known.retain(|source| source.module == at.module);
        }
        let [source] = known[..] else { return None };
        Self::of(&source.value, source, all)
    }

    const fn number(&self) -> Option<u128> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// As people read it; the number of bytes if it is one.
    pub(super) fn told(&self, is_bytes: bool) -> String {
        match self {
            Self::Between(start, end) => {
                format!("{} to {}", start.told(is_bytes), end.told(is_bytes))
            }
            Self::Millis(millis) => {
                let unit = UNITS
                    .iter()
                    .find(|(unit, _)| *millis > 0 && millis % unit == 0);
                unit.map_or_else(
                    || format!("{millis} ms"),
                    |(unit, word)| format!("{} {word}", millis / unit),
                )
            }
            Self::Number(bytes) if is_bytes && *bytes > 0 && bytes % 1024 == 0 => {
                let kib = bytes / 1024;
                if kib % 1024 == 0 {
                    format!("{} MiB", kib / 1024)
                } else {
                    format!("{} KiB", in_groups(kib))
                }
            }
            Self::Number(number) => in_groups(*number),
        }
    }
}

/// The last name of a path and the one before it, which may be empty.
fn last_two(path: &ExprPath) -> Option<(String, String)> {
    let names: Vec<String> = path
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let (name, before) = names.split_last()?;
    Some((before.last().cloned().unwrap_or_default(), name.clone()))
}

/// A number with a comma before every three digits.
fn in_groups(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn constants_come_to_what_the_compiler_makes_of_them() {
    let source = |name: &str, value: &str| Source::new(name, value);
    let all = [
        source("A", "64 * 1024"),
        source("B", "A + (1 << 4)"),
        source("C", "Duration::from_secs(90)"),
        source("D", "10..=2_000"),
    ];
    let told = |index: usize, is_bytes| {
        let source: &Source = &all[index];
        let amount = Amount::of(&source.value, source, &all).expect("it is known");
        amount.told(is_bytes)
    };
    assert_eq!(told(0, true), "64 KiB");
    assert_eq!(told(1, false), "65,552");
    assert_eq!(told(2, false), "90 s");
    assert_eq!(told(3, false), "10 to 2,000");
    let strange = source("E", "how_many()");
    assert_eq!(Amount::of(&strange.value, &strange, &all), None);
}

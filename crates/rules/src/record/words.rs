//! A record's text, cut into tags and words.

use super::fault::{ParseRecordError, RecordFault};

/// Where something stands in the text, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(super) const BEGIN: Self = Self { line: 1, column: 1 };

    /// The place so many characters later in the line.
    pub(super) const fn after(self, characters: usize) -> Self {
        Self {
            column: self.column + characters,
            ..self
        }
    }

    pub(super) fn fault(self, what: impl Into<RecordFault>) -> ParseRecordError {
        let Self { line, column } = self;
        ParseRecordError {
            line,
            column,
            what: what.into(),
        }
    }
}

/// A part of a record that means something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A tag and its value.
    Tag(String, String),
    /// A word among the turns: a number, an ellipsis, a turn, a result, or several of them
    /// written together.
    Word(String),
}

/// The parts of a text one by one; comments and variations are passed over.
pub(super) struct Parts<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    place: Place,
}

impl<'a> Parts<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            rest: text.chars().peekable(),
            place: Place::BEGIN,
        }
    }

    /// Where the text goes on.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// The next part and where it begins.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Part)>, ParseRecordError> {
        while let Some(letter) = self.peek() {
            let place = self.place;
            match letter {
                '{' => self.skip_comment()?,
                ';' => self.skip_line(),
                '%' if place.column == 1 => self.skip_line(),
                '(' => self.skip_variation()?,
                '}' | ')' | ']' => return Err(place.fault(RecordFault::NotOpened(letter))),
                '[' => return self.tag().map(|tag| Some((place, tag))),
                _ if letter.is_whitespace() => {
                    self.take();
                }
                _ => return Ok(Some((place, Part::Word(self.word())))),
            }
        }
        Ok(None)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn take(&mut self) -> Option<char> {
        let letter = self.rest.next()?;
        if letter == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(letter)
    }

    fn skip_line(&mut self) {
        while self.take().is_some_and(|letter| letter != '\n') {}
    }

    fn skip_comment(&mut self) -> Result<(), ParseRecordError> {
        let place = self.place;
        loop {
            match self.take() {
                Some('}') => return Ok(()),
                Some(_) => {}
                None => return Err(place.fault(RecordFault::NotClosed('{'))),
            }
        }
    }

    /// Passes over a variation, and over variations and comments in it.
    fn skip_variation(&mut self) -> Result<(), ParseRecordError> {
        let place = self.place;
        let mut open = 0_usize;
        loop {
            match self.peek() {
                Some('{') => {
                    self.skip_comment()?;
                    continue;
                }
                Some('(') => open += 1,
                Some(')') => open -= 1,
                Some(_) => {}
                None => return Err(place.fault(RecordFault::NotClosed('('))),
            }
            self.take();
            if open == 0 {
                return Ok(());
            }
        }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while let Some(letter) = self
            .peek()
            .filter(|letter| !letter.is_whitespace() && !"{};()[]".contains(*letter))
        {
            word.push(letter);
            self.take();
        }
        word
    }

    /// Reads `[Name "value"]`, where `\"` and `\\` stand for themselves in the value.
    fn tag(&mut self) -> Result<Part, ParseRecordError> {
        let place = self.place;
        self.read_tag()
            .map(|(name, value)| Part::Tag(name, value))
            .ok_or_else(|| place.fault(RecordFault::BadTag))
    }

    fn read_tag(&mut self) -> Option<(String, String)> {
        self.expect('[')?;
        self.skip_blanks();
        let mut name = String::new();
        while let Some(letter) = self
            .peek()
            .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
        {
            name.push(letter);
            self.take();
        }
        self.skip_blanks();
        self.expect('"')?;
        let mut value = String::new();
        loop {
            match self.take()? {
                '"' => break,
                '\n' => return None,
                '\\' => value.push(self.take()?),
                letter => value.push(letter),
            }
        }
        self.skip_blanks();
        self.expect(']')?;
        (!name.is_empty()).then_some((name, value))
    }

    fn expect(&mut self, letter: char) -> Option<()> {
        (self.take()? == letter).then_some(())
    }

    fn skip_blanks(&mut self) {
        while self
            .peek()
            .is_some_and(|letter| letter.is_whitespace() && letter != '\n')
        {
            self.take();
        }
    }
}

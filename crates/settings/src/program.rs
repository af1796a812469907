//! The command line of a program, and what it ends with.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Command, CommandFactory, Parser};

/// What a program says of a command line or an environment that makes no sense (`EX_USAGE`).
pub const USAGE: u8 = 64;
/// What a program says that could not do what it was told.
pub const FAILURE: u8 = 1;

/// A command line that was read, or what the program ends with.
pub type Parsed<C> = Result<C, ExitCode>;

/// Reads the command line and the environment. Options may stand before a subcommand and after it.
/// Where there is nothing more to do (help, version, a mistake) it has been printed.
///
/// # Errors
///
/// What the program ends with: 0 after help and version, [`USAGE`] after a mistake.
pub fn parse<C: Parser>() -> Parsed<C> {
    parse_from(std::env::args_os()).map_err(|error| {
        // Where nothing can be printed nothing can be done.
        let _ = error.print();
        ExitCode::from(if error.use_stderr() { USAGE } else { 0 })
    })
}

/// Reads these arguments as [`parse`] reads the command line.
///
/// # Errors
///
/// That of clap; help and version are among them.
pub fn parse_from<C: Parser>(
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<C, clap::Error> {
    let matches = command::<C>().try_get_matches_from(args)?;
    C::from_arg_matches(&matches)
}

fn command<C: CommandFactory>() -> Command {
    C::command().mut_args(|arg| {
        let is_option = arg.get_long().is_some();
        arg.global(is_option)
    })
}

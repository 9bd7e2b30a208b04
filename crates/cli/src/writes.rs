//! The options about writing, which `measuring::writes` carries out.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use narrows_units::{Bytes, ParseQuantityError};

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct WriteArgs {
    #[arg(long, conflicts_with = "mix")]
    pub write: bool,
    #[arg(long, requires = "targets", conflicts_with_all = ["raw", "file", "keep"])]
    pub raw_write: bool,
    #[arg(long, value_name = "SERIAL", requires = "raw_write")]
    pub serial: Vec<String>,
    #[arg(long, value_name = "WORDS", requires = "raw_write", value_parser = [UNKNOWN_DATA])]
    pub lose: Option<String>,
    #[arg(long, conflicts_with = "dry_run")]
    pub rehearse: bool,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["targets", "raw", "file"])]
    pub keep: Option<PathBuf>,
    #[arg(long)]
    pub verify: bool,
    #[arg(long, value_name = "SIZE", value_parser = scratch_size)]
    pub scratch_size: Option<Bytes>,
    #[arg(long)]
    pub precondition: bool,
}

/// The words that allow the loss of data that no signature explains, as for `narrows build`.
const UNKNOWN_DATA: &str = "unknown data";

/// Less than this is no file to measure on, even to try something out.
const SIZE_MIN: Bytes = Bytes::mib(2);

fn scratch_size(text: &str) -> Result<Bytes, String> {
    let size: Bytes = text.parse().map_err(|error: ParseQuantityError| error.to_string())?;
    (size >= SIZE_MIN).then_some(size).ok_or_else(|| format!("at least {SIZE_MIN}"))
}

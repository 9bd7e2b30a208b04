//! Prices, given by the user: by `--price` and in files.

use std::path::PathBuf;

use narrows_messages::Message;
use narrows_plan::buying::price_list;
use narrows_verdict::answer::plan::{self, Prices};

use crate::failure::{CommandFailure, Result};
use crate::input;
use crate::output::CliOutput;

/// Prices by catalogue id; those of the command line before those of files.
pub(super) fn all(files: &[PathBuf], prices: &[String], output: &CliOutput) -> Result<Prices> {
    let mut all = Prices::new();
    for file in files {
        // Prices from a file; its other statements become remarks.
        let name = file.display();
        let bytes = input::read_written(file).map_err(|why| {
            CommandFailure::new(
                Message::new("prices-unreadable").with("file", &name).with("why", why),
            )
        })?;
        let list = price_list(&String::from_utf8_lossy(&bytes))
            .map_err(|why| CommandFailure::usage(why.with("file", &name)))?;
        for remark in list.remarks {
            output.remark(&remark.with("file", &name));
        }
        all.extend(list.prices);
    }
    // Last, so that they replace those of files.
    all.extend(plan::prices(prices)?);
    Ok(all)
}

//! Arguments of `narrows web`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::SourceArgs;

#[derive(Debug, ClapArgs)]
pub struct WebArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    #[arg(long)]
    pub no_open: bool,
    #[arg(long, value_name = "DIRECTORY", conflicts_with_all = ["source", "root", "port", "no_open"])]
    pub export: Option<PathBuf>,
    #[arg(long, requires = "export")]
    pub force: bool,
}

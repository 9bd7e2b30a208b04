//! Arguments of `narrows bench` and `narrows export`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs};
use narrows_formats::export::ExportFormat;

use super::values::one_of;
use super::{IoEngineName, PictureArgs, SimulationArgs};

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["fio_job", "svg", "png", "card"]).multiple(true))]
pub struct BenchArgs {
    /// Without one, the profiles are listed.
    #[arg(value_name = "PROFILE")]
    pub profile: Option<String>,
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    #[arg(long, value_name = "SET", default_value = "each")]
    pub set: Vec<String>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub passes: Option<u32>,
    #[arg(long, value_name = "TIME")]
    pub time: Option<String>,
    #[arg(long, value_name = "SIZE")]
    pub scratch_size: Option<String>,
    /// Options of a job for fio that are left out.
    #[arg(long, value_name = "OPTION", value_delimiter = ',')]
    pub ignore: Vec<String>,
    #[arg(long, value_name = "ACCESS")]
    pub only: Option<ColumnFilter>,
    #[arg(long, conflicts_with = "in_file")]
    pub raw: bool,
    #[arg(long)]
    pub in_file: bool,
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: IoEngineName,
    #[arg(long, alias = "plan")]
    pub dry_run: bool,
    #[arg(long, value_name = "FILE")]
    pub fio_job: Option<PathBuf>,
    #[command(flatten)]
    pub picture: PictureArgs,
    #[arg(long, requires = "files")]
    pub force: bool,
    #[arg(long)]
    pub no_report: bool,
    #[command(flatten)]
    pub on: SimulationArgs,
}

/// The columns of a profile that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColumnFilter {
    Read,
    Write,
}

#[derive(Debug, ClapArgs)]
#[command(group = ArgGroup::new("files").args(["output"]).multiple(true))]
pub struct ExportArgs {
    #[arg(value_name = "RUN")]
    pub run: String,
    #[arg(long, value_name = "FORMAT", default_value = "csv", value_parser = one_of(&FORMATS))]
    pub format: ExportFormat,
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[arg(long, requires = "files")]
    pub force: bool,
}

const FORMATS: [(&str, ExportFormat); 7] = [
    ("csv", ExportFormat::Csv),
    ("fio-json", ExportFormat::FioJson),
    ("fio-terse", ExportFormat::FioTerse),
    ("fio-job", ExportFormat::FioJob),
    ("prometheus", ExportFormat::Prometheus),
    ("hgrm", ExportFormat::Hgrm),
    ("hlog", ExportFormat::Hlog),
];

//! What the pages and pictures show of documents.

mod drawings;
mod flows;
mod honesty;
mod hostile;
mod painters;
mod pictures;
mod plan;
mod report;
mod samples;
mod sharing;
mod text;

//! How pages and pictures show documents.

mod drawings;
mod flows;
mod honesty;
mod hostile;
mod painters;
mod plan;
mod report;
mod samples;
mod sharing;
mod text;

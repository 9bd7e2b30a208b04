//! The binary as its users meet it, a module a command or question.

mod advice;
mod blind;
mod catalog;
mod cli;
mod costs;
mod experiment;
mod experiment_bed;
mod explain;
mod history;
mod home;
mod json;
mod kills;
mod lanes;
mod measure;
mod measured;
mod on_virtual;
mod outputs;
mod plan;
mod predict;
mod replays;
mod restore;
mod same_documents;
mod streams;
mod stripe;
mod trial;
mod writes;

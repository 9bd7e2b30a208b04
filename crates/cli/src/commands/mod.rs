//! One file or folder a command: arguments in, a document out.

pub mod build;
pub mod capture;
pub mod casebook;
pub mod catalog;
pub mod check;
pub mod compare;
pub mod experiment;
pub mod explain;
pub mod history;
pub mod hosts;
pub mod lanes;
pub mod learn;
pub mod main_job;
pub mod man;
pub mod measure;
pub mod plan;
pub mod predict;
pub mod restore;
pub mod see;
pub mod stripe;
pub mod trial;
pub mod verify;
pub mod web;

//! Goal: the binary as its users meet it; sets that share a limit are inferred on clusters whose truth is known, and
//! faults lose no more than their own part. Method: virtual hosts; random clusters with scatter, fewer and smaller
//! ones than `cargo xtask inference --hosts` judges; a small cluster by hand.

mod commands;
mod fleet;
mod home;
#[path = "../../../cli/tests/it/json.rs"]
mod json;
mod many_hosts;
mod random_clusters;
mod two_racks;

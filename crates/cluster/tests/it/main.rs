//! Goal: sets that share a limit are found on clusters whose truth is known. Method: random clusters with
//! scatter, fewer and smaller ones than `cargo xtask hosts` judges.

mod random_clusters;

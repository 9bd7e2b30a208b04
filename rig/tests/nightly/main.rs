//! The rigs at length: rates held against the limits of links and drives, many kills, reboots. Run by
//! `cargo xtask nightly`, a group a module, alone on the machine.

mod build;
mod caches;
mod chaos;
mod commands;
mod debian;
mod dist;
mod existing;
mod explain;
#[path = "../rigs/host_bed/mod.rs"]
mod host_bed;
mod hosts;
mod kills;
mod live;
#[path = "../rigs/loop_bed/mod.rs"]
mod loop_bed;
mod loop_stripe;
mod loops;
#[path = "../rigs/machine_bed/mod.rs"]
mod machine_bed;
mod making;
mod page;
#[path = "../web/page_bed/mod.rs"]
mod page_bed;
mod rig;
mod stripe;
mod trial;
mod watch;

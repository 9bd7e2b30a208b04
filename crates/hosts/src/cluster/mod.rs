//! Many hosts on shared storage.
//!
//! For: the file of a cluster and its virtual hosts; the rounds that reveal sharing; the place in the
//! network of a limit that a set of hosts shares. Hosts exchange the documents of
//! `narrows_record::hosts::exchange`; a [`HostsDriver`] carries orders to them, whether they are ranks of a
//! launcher or virtual.
//!
//! Not here: how bytes travel between hosts, measuring on a host, pages. Nothing here touches files, clocks or threads.
//!
//! ```
//! use narrows_files::cluster_file;
//!
//! let file = r#"
//! schema = "narrows.cluster/1"
//! [[network]]
//! id = "leaf"
//! rate = "10 Gbit/s"
//! [[host]]
//! id = "n"
//! count = 2
//! on = "leaf"
//! [[server]]
//! id = "store"
//! on = "leaf"
//! read = "900 MB/s"
//! write = "900 MB/s"
//! "#;
//! let cluster = cluster_file::read(file).expect("a cluster file");
//! let workload = narrows_workload::profile("seq-read-1m-q8").expect("a workload");
//! let hosts = narrows_hosts::cluster::predict(&cluster, "shared", &[workload]).expect("a target");
//! // The server's 900 MB/s are less than the network carries: half of them for each of two hosts.
//! assert_eq!(hosts.workloads[0].hosts[1].together_mb_s, Some(450.0));
//! ```

pub mod causes;
mod driver;
mod fleet;
pub mod flows;
pub mod inquiry;
mod predict;
mod reports;
mod sharing;
pub mod trial;
mod units;
pub mod virtual_hosts;
pub mod watched;

pub use self::driver::{Clock, HostOrders, HostsDriver, OrderWorker};
pub use self::fleet::fleet;
pub use self::predict::predict;
pub(crate) use self::sharing::list;
pub use self::sharing::sharing;
pub use self::units::{HostUnit, HostUnits, machine};

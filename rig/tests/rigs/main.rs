//! The binary on real kernels: loop devices that share a limit, and emulated machines with PCIe links.
//! Nothing here judges a rate; the nightly groups do, alone on the machine.

mod host_bed;
mod hosts;
mod loop_bed;
mod loops;
mod machine;
mod machine_bed;
mod reboot;
mod writes;

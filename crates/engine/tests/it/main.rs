//! The engine on real files, devices and kernels, and after kills.

mod array;
mod caching;
mod faults;
mod kept;
mod kill;
mod real;

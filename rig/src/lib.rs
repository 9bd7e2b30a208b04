//! Test beds of real kernel devices, made for a moment and gone whatever happens.

pub mod live;
pub mod loopdev;
pub mod loops;
pub mod machine;
pub mod namespace;
pub mod throttle;

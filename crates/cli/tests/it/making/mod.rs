//! Use of `narrows build` by scripts and plans, on loop devices in a namespace of their own (`crate::build`).

mod answers;
mod at_once;
mod ensured;
mod hostile;
mod mounts;
mod planned;

//! What scripts and plans ask of `narrows build`, on loop devices in a namespace of their own (`crate::build`).

mod answers;
mod ensured;
mod planned;

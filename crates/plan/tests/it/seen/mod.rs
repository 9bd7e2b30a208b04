//! Machines that were seen become sites.

mod board;
mod captures;
mod hardware;
mod identity;
mod learning;
mod rules;

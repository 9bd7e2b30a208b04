//! Machines that were seen become inventories.

mod board;
mod captures;
mod hardware;
mod identity;
mod learning;
mod rules;

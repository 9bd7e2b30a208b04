//! Readers and trees: captures, hand-made machines, hostile input.

mod captured_trees;
mod captures;
mod fixtures;
mod hand_made_trees;
mod hostile_input;
mod lspci;

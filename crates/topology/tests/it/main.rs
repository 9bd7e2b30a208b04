//! Readers and trees: captures, hand-made machines, hostile input.

mod captured_trees;
mod captures;
mod damage;
mod fixtures;
mod hand_made_trees;
mod hostile_input;
mod lspci;
mod pasted;
mod windows;

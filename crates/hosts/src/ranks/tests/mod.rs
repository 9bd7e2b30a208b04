//! Ranks as threads of one process, each with a clock of its own, joined by memory.

mod memory;
mod rounds;

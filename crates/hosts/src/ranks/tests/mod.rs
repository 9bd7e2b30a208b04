//! Ranks as threads of one process, each with its own clock, connected by memory.

mod memory;
mod rounds;

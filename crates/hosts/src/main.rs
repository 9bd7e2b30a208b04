//! The `narrows-hosts` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    narrows_hosts::main()
}

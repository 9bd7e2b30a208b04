//! The `narrows` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    narrows::main()
}

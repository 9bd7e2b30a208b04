//! Which drives share a limit: small cases worked by hand, and generated machines.

mod machines;
mod small;
mod wide;

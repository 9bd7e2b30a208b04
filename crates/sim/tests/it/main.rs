//! Virtual hardware as others run it, beside the model and the write-ups.

mod simulator;

//! The simulator as a whole: agreement with the closed form, the write-ups, faults, nonsense.

mod agreement;
mod bed;
mod changing;
mod faults;
mod odd;
mod steady;
mod write_ups;

//! Rounds on virtual hardware as others run them, by what their parts count.

mod plant;

//! Conclusions about whole machines: advice, lanes and plans.

mod advice;
mod lanes;
mod planning;

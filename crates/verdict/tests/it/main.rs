//! What the advice says about whole machines.

mod advice;

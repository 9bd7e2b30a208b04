//! From today's arrangement to a plan.

mod moves {
    mod bed;
    mod order;
    mod properties;
    mod reach;
}

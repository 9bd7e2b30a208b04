//! Prediction beside measurement: what agrees, what limits, what to do.

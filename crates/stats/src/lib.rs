//! Samples become histograms, intervals and steadiness.

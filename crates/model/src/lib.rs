//! Flows over shared resources become fair shares, each with its certificate.

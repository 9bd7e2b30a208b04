//! The measuring engine: issuers as state machines, rings and threads that drive them.

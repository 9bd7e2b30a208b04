//! Documents, whoever wrote them.

mod kinds;

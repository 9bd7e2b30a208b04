//! Documents, whoever wrote them.

mod first_release;

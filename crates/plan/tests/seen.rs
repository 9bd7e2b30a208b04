//! Machines that were seen become sites.

mod seen {
    mod board;
    mod captures;
    mod hardware;
    mod identity;
    mod rules;
}

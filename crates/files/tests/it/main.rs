//! Machine files and the places that they name, whatever the text.

mod fitting;
mod from_today;
mod grammar;
mod hostile_machine_file;
mod large;
mod plan_file;
mod plan_search;

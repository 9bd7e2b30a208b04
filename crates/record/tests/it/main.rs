//! Machine files, plans and lanes from text to document, whatever the text.

mod first_release;
mod from_today;
mod grammar;
mod hostile_machine_file;
mod lanes;
mod plan_file;
mod plan_search;
mod planning;

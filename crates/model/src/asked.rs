//! What is asked of one target, kept by value, so that it can be changed.

use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::Workload;

use crate::job::Application;
use crate::lower::Task;
use crate::machine::Machine;
use crate::predict::{Outcome, Total, predict_set};

/// A [`Task`] that owns its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The drive or array.
    pub target: Id,
    /// The requests.
    pub workload: Workload,
    /// The card that data goes to or comes from; memory where none.
    pub to: Option<Id>,
    /// What the program does between its requests.
    pub application: Option<Application>,
    /// How much it reads and writes together; none for no more than write caches hold.
    pub amount: Option<Bytes>,
}

impl Asked {
    /// Between memory and `target`, with nothing in between.
    pub fn new(target: &Id, workload: &Workload) -> Self {
        let (target, workload) = (target.clone(), workload.clone());
        Self { target, workload, to: None, application: None, amount: None }
    }

    /// The same as the model takes it.
    pub fn task(&self) -> Task<'_> {
        let Self { target, workload, to, application, amount } = self;
        let (to, application, amount) = (to.as_ref(), *application, *amount);
        Task { target, workload, to, application, amount }
    }

    /// The same of another target.
    #[must_use]
    pub fn of(&self, target: Id) -> Self {
        Self { target, ..self.clone() }
    }
}

/// Predicts all at once, one for each that something is known of; see [`crate::predict_tasks`].
pub fn predict_asked(machine: &Machine, asked: &[Asked]) -> Vec<Outcome> {
    predict_together(machine, asked).0
}

/// The same with what all of them move together; see [`predict_set`].
pub fn predict_together(machine: &Machine, asked: &[Asked]) -> (Vec<Outcome>, Option<Total>) {
    let tasks: Vec<Task<'_>> = asked.iter().map(Asked::task).collect();
    predict_set(machine, &tasks)
}

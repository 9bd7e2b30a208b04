//! A workload on one target as an owned value, so that it can be changed.

use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::Workload;

use crate::job::ApplicationWork;
use crate::lower::WorkloadTask;
use crate::machine::Machine;
use crate::predict::{PredictedTotal, TargetPrediction, predict_set};

/// A [`WorkloadTask`] that owns its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkloadOnTarget {
    pub target: Id,
    pub workload: Workload,
    /// The card that data goes to or comes from; `None` for memory.
    pub to: Option<Id>,
    /// The program's work between its requests.
    pub application: Option<ApplicationWork>,
    /// The total amount that it reads and writes; `None` if it fits into write caches.
    pub amount: Option<Bytes>,
    /// Writes of each thread after which it waits for a flush; none where it never flushes.
    pub flush_every: Option<u32>,
}

impl WorkloadOnTarget {
    /// A workload between memory and `target`, without an application in between.
    pub fn new(target: &Id, workload: &Workload) -> Self {
        let (target, workload) = (target.clone(), workload.clone());
        Self { target, workload, to: None, application: None, amount: None, flush_every: None }
    }

    /// The same, borrowed, as the model takes it.
    pub fn task(&self) -> WorkloadTask<'_> {
        let Self { target, workload, to, application, amount, flush_every } = self;
        let (to, application, amount) = (to.as_ref(), *application, *amount);
        WorkloadTask { target, workload, to, application, amount, flush_every: *flush_every }
    }

    /// The same workload on another target.
    #[must_use]
    pub fn of(&self, target: Id) -> Self {
        Self { target, ..self.clone() }
    }
}

/// Predicts all at once. Returns an outcome for each of which something is known; see
/// [`crate::predict_tasks`].
pub fn predict_workloads(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
) -> Vec<TargetPrediction> {
    predict_together(machine, workloads).0
}

/// The same with the total; see [`predict_set`].
pub fn predict_together(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
) -> (Vec<TargetPrediction>, Option<PredictedTotal>) {
    let tasks: Vec<WorkloadTask<'_>> = workloads.iter().map(WorkloadOnTarget::task).collect();
    predict_set(machine, &tasks)
}

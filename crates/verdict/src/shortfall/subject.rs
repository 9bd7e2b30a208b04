//! The subject of a complaint: the drives, their paths to memory, and the prediction.

use std::collections::{BTreeMap, BTreeSet};

use narrows_model::{
    ArrayPlan, BandWidths, Machine, PredictedTotal, TargetPrediction, WorkloadOnTarget,
    predict_together,
};
use narrows_topology::Id;
use narrows_topology::cable::StorageProtocol;
use narrows_topology::graph::{Drive, Node, NodeKind, StorageControllerKind};
use narrows_units::BytesPerSec;
use narrows_workload::{Direction, Pattern, Workload};

use super::Complaint;
use super::hypothesis::{FigureBand, Hypothesis};

/// A complaint with its derived values.
pub(super) struct ShortfallSubject<'a> {
    pub complaint: Complaint<'a>,
    pub predicted: FigureBand,
    /// The same, widened by the usual errors of predictions.
    pub usual: FigureBand,
    /// The drives below the targets, in their order.
    pub drives: Vec<Id>,
}

impl<'a> ShortfallSubject<'a> {
    pub fn of(complaint: &Complaint<'a>) -> Option<Self> {
        let predicted = predicted(complaint.machine, complaint.asked, complaint.of)?;
        let usual = predicted_as_is(complaint.machine, complaint.asked, complaint.of)?;
        let below = |asked: &WorkloadOnTarget| match complaint.machine.arrays.get(&asked.target) {
            Some(array) => array.members.clone(),
            None => vec![asked.target.clone()],
        };
        let mut known = BTreeSet::new();
        let all = complaint.asked.iter().flat_map(below);
        let drives = all.filter(|drive| known.insert(drive.clone())).collect();
        Some(Self { complaint: *complaint, predicted, usual, drives })
    }

    pub fn machine(&self) -> &'a Machine {
        self.complaint.machine
    }

    /// The prediction for `asked` if a hypothesis is right; `None` if it does not apply.
    pub fn foreseen(
        &self,
        hypothesis: &Hypothesis<'_>,
        workloads: &[WorkloadOnTarget],
    ) -> Option<FigureBand> {
        // Further measurements may be of fewer workloads than the complaint.
        let of = self.complaint.of.filter(|at| *at < workloads.len());
        let all = (hypothesis.apply)(workloads)
            .into_iter()
            .filter_map(|case| Some(predicted(&case.machine, &case.asked, of)?.times(case.share)));
        FigureBand::around(&all.collect::<Vec<_>>())
    }

    /// The first workload, which represents all.
    pub fn workload(&self) -> &'a Workload {
        &self.complaint.asked[self.complaint.of.unwrap_or_default()].workload
    }

    pub fn block(&self) -> f64 {
        self.workload().block.as_f64().max(1.0)
    }

    pub fn is_read(&self) -> bool {
        self.workload().direction() == Direction::Read
    }

    pub fn is_sequential(&self) -> bool {
        self.workload().pattern == Pattern::Sequential
    }

    /// The names of the figure's targets.
    pub fn targets(&self) -> Vec<String> {
        let asked = self.complaint.asked.iter().enumerate();
        let is_it = |at: usize| self.complaint.of.is_none_or(|of| of == at);
        let mut names: Vec<String> = Vec::new();
        for (_, asked) in asked.filter(|(at, _)| is_it(*at)) {
            if !names.contains(&asked.target.to_string()) {
                names.push(asked.target.to_string());
            }
        }
        names
    }

    /// A rate in its usual unit: IOPS where requests are small and random.
    pub fn said(&self, rate: BytesPerSec) -> String {
        match self.is_sequential() {
            true => rate.to_string(),
            false => rate.in_operations_of(self.workload().block).to_string(),
        }
    }

    /// The arrays among the targets.
    pub fn arrays(&self) -> impl Iterator<Item = (&'a Id, &'a ArrayPlan)> {
        let asked = self.complaint.asked.iter();
        let arrays = &self.complaint.machine.arrays;
        asked.filter_map(|asked| arrays.get_key_value(&asked.target))
    }

    pub fn known_drives(&self) -> impl Iterator<Item = (&Id, &'a Drive)> {
        let known = &self.complaint.machine.topology.drives;
        self.drives.iter().filter_map(|id| Some((id, known.get(id)?)))
    }

    /// Every node between these drives and memory, once.
    pub fn way(&self) -> BTreeMap<&'a Id, &'a Node> {
        let topology = &self.complaint.machine.topology;
        let controllers = self.drives.iter().filter_map(|id| topology.drives.get(id));
        let controllers = controllers.filter_map(|drive| drive.controller.as_ref());
        controllers.flat_map(|id| topology.path(id)).collect()
    }

    pub fn on_the_way(&self, is_it: impl Fn(NodeKind) -> bool) -> Vec<Id> {
        let way = self.way().into_iter();
        way.filter(|(_, node)| is_it(node.kind)).map(|(id, _)| id.clone()).collect()
    }

    /// Controllers that several drives share, such as adapters; none of NVMe, where each drive is
    /// its own.
    pub fn adapters(&self) -> Vec<Id> {
        use StorageControllerKind::{Ahci, Ide, Raid, Sas, Scsi};
        let is_adapter = |kind| matches!(kind, NodeKind::Storage(Sas | Raid | Scsi | Ahci | Ide));
        self.on_the_way(is_adapter)
    }

    /// Whether the drives are reached over a network with this protocol.
    pub fn is_served_by(&self, protocol: StorageProtocol) -> bool {
        let links = self.on_the_way(|kind| kind == NodeKind::NetworkLink);
        let mut ceilings = links.iter().filter_map(|id| self.machine().ceilings.get(id)).flatten();
        ceilings.any(|ceiling| ceiling.protocol == Some(protocol))
    }

    /// Whether all drives are rotating disks.
    pub fn spins(&self) -> bool {
        // `all` of no drives would be true.
        let mut known = self.known_drives().peekable();
        known.peek().is_some() && known.all(|(_, drive)| drive.rotational == Some(true))
    }
}

/// The prediction for the sum of `asked`, or for one of them, with the band of its parts: any further
/// prediction error comes from the causes sought here.
fn predicted(
    machine: &Machine,
    workloads: &[WorkloadOnTarget],
    of: Option<usize>,
) -> Option<FigureBand> {
    let machine = Machine { widths: BandWidths::OfParts, ..machine.clone() };
    predicted_as_is(&machine, workloads, of)
}

fn predicted_as_is(
    machine: &Machine,
    asked: &[WorkloadOnTarget],
    of: Option<usize>,
) -> Option<FigureBand> {
    let (outcomes, total) = predict_together(machine, asked);
    let range = match of.and_then(|at| asked.get(at)) {
        None => total.map(|PredictedTotal { rate, low, high, .. }| (rate, low, high)),
        Some(asked) => {
            let own = outcomes.iter().find(|outcome| outcome.target == asked.target);
            own.map(|TargetPrediction { rate, low, high, .. }| (*rate, *low, *high))
        }
    };
    let (rate, low, high) = range?;
    let range = FigureBand { low: low.get(), point: rate.get(), high: high.get() };
    (range.point > 0.0 && range.high.is_finite()).then_some(range)
}

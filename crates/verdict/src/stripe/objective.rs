//! The objective of a ranking: the weight of each job.

use narrows_messages::Message;
use narrows_record::stripe::{JobWeight, StripeObjective, StripeObjectiveKind};
use narrows_workload::{Direction, Workload};

use super::jobs;

/// `balanced` (reads and writes have the same weight in total), `read`, `write`, `latency` (the
/// jobs compared by latency) or `custom`, whose weights are `job=weight,...`; jobs that it does not
/// name have no weight.
///
/// # Errors
/// An unknown name, weights without `custom` or `custom` without weights, a weight that is negative
/// or not a number, an unknown job, weights that are all zero, an objective without any of the
/// jobs.
pub fn objective(
    name: &str,
    custom: Option<&str>,
    workloads: &[Workload],
) -> Result<StripeObjective, Message> {
    let objective = StripeObjectiveKind::from(name);
    let weights = match (&objective, custom) {
        (StripeObjectiveKind::Custom, Some(custom)) => parsed(custom, workloads)?,
        (StripeObjectiveKind::Custom, None) => {
            return Err(Message::new("stripe-objective-without-weights"));
        }
        (_, Some(_)) => {
            return Err(Message::new("stripe-weights-without-custom").with("name", name));
        }
        (_, None) => by_name(&objective, workloads)?,
    };
    let sum: f64 = weights.iter().map(|weight| weight.weight).sum();
    if sum.is_nan() || sum <= 0.0 || !sum.is_finite() {
        let is_custom = objective == StripeObjectiveKind::Custom;
        let id = if is_custom { "stripe-weights-zero" } else { "stripe-objective-no-job" };
        return Err(Message::new(id).with("name", name));
    }
    let share = |one: JobWeight| JobWeight { weight: one.weight / sum, ..one };
    Ok(StripeObjective { name: objective, weights: weights.into_iter().map(share).collect() })
}

fn by_name(name: &StripeObjectiveKind, workloads: &[Workload]) -> Result<Vec<JobWeight>, Message> {
    let each = |weight: &dyn Fn(&Workload) -> f64| {
        workloads
            .iter()
            .map(|job| JobWeight { job: job.name.clone(), weight: weight(job) })
            .collect()
    };
    let goes = |job: &Workload, way| f64::from(u8::from(job.direction() == way));
    let count = |way| workloads.iter().map(|job| goes(job, way)).sum::<f64>().max(1.0);
    match name {
        StripeObjectiveKind::Balanced => Ok(each(&|job| 1.0 / count(job.direction()))),
        StripeObjectiveKind::Read => Ok(each(&|job| goes(job, Direction::Read))),
        StripeObjectiveKind::Write => Ok(each(&|job| goes(job, Direction::Write))),
        StripeObjectiveKind::Latency => Ok(each(&|job| f64::from(u8::from(jobs::by_latency(job))))),
        _ => Err(Message::new("stripe-objective-unknown").with("name", name)),
    }
}

fn parsed(custom: &str, workloads: &[Workload]) -> Result<Vec<JobWeight>, Message> {
    let none = |job: &Workload| JobWeight { job: job.name.clone(), weight: 0.0 };
    let mut weights: Vec<JobWeight> = workloads.iter().map(none).collect();
    let mut named: Vec<&str> = Vec::new();
    for part in custom.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (job, weight) = part.split_once('=').unwrap_or((part, ""));
        let (job, weight) = (job.trim(), weight.trim());
        let slip = |id| Message::new(id).with("job", job).with("weight", weight);
        let is_usable = |value: &f64| value.is_finite() && *value >= 0.0;
        let value = weight.parse().ok().filter(is_usable);
        let value = value.ok_or_else(|| slip("stripe-weight-bad"))?;
        if named.contains(&job) {
            return Err(slip("stripe-weight-twice"));
        }
        let known = weights.iter_mut().find(|known| known.job == job);
        let jobs = || workloads.iter().map(|job| job.name.as_str()).collect::<Vec<_>>().join(", ");
        let known = known.ok_or_else(|| slip("stripe-weight-unknown-job").with("jobs", jobs()))?;
        known.weight = value;
        named.push(job);
    }
    Ok(weights)
}

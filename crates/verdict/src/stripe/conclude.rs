//! From results to a document with a recommendation.

use narrows_messages::DocumentText;
use narrows_model::Machine;
use narrows_record::stripe::{StripeRecommendation, StripeRecord};
use narrows_units::Bytes;

use super::figures::SWEEP;
use super::reason::{StripeChoice, choose};
use super::separate::ArrayVersusDrives;
use super::{StripeSweepPlan, advice, caches, candidates, capped, objective, ranking};

/// Ranks, recommends and advises: fills in the conclusions from the results. `machine` is the one
/// that was measured; its arrays under the candidates' ids give their RAID engine, which is
/// otherwise Linux md.
///
/// Missing and failed rows are no figures; a candidate without the figures that count is not
/// ranked.
pub fn conclude(plan: &StripeSweepPlan, stripe: &mut StripeRecord, machine: &Machine) {
    candidates::prepare(plan, stripe);
    if stripe.objective.weights.is_empty() {
        stripe.objective = objective("balanced", None, &plan.workloads).unwrap_or_default();
    }
    let ranking = ranking::rank(plan, stripe, SWEEP);
    let mut findings = Vec::new();
    let mut chunk = None;
    (stripe.recommendation, stripe.separate) = (None, Vec::new());
    if let Some(choice) = choose(stripe, &ranking, machine) {
        let separate = ArrayVersusDrives::of(plan, stripe, choice.candidate);
        findings = separate.findings(stripe);
        findings.extend(capped::conclude(plan, stripe, choice.candidate, machine));
        chunk = choice.candidate.chunk.map(Bytes::new);
        let reason = choice.reason(plan, stripe, &ranking);
        let recommendation = recommendation(&choice, reason, separate.is_worth_it());
        let rows = separate.rows();
        (stripe.recommendation, stripe.separate) = (Some(recommendation), rows);
    }
    (stripe.ranking, stripe.set_aside) = (ranking.placed, ranking.aside);
    findings.extend(caches::conclude(plan, stripe));
    findings.extend(advice::advise(machine, &plan.drives, chunk));
    stripe.findings = findings;
}

fn recommendation(
    choice: &StripeChoice<'_>,
    reason: DocumentText,
    is_worth_it: bool,
) -> StripeRecommendation {
    StripeRecommendation {
        candidate: choice.candidate.id.clone(),
        ties: choice.ties.iter().map(|one| one.id.clone()).collect(),
        is_worth_it,
        reason,
    }
}

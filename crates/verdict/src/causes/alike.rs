//! Causes that predict the same figures are one answer.

use super::candidate::CauseCandidate;
use super::nature::CapacityKind;
use super::subject::BottleneckSubject;
use super::trial;
use crate::thresholds::causes::{CLOSE, NAMES};

/// An answer: the likeliest of causes that nothing measured or proposed separates, and the others.
pub(super) struct CauseAnswer<'a> {
    pub first: &'a CauseCandidate,
    pub also: Vec<&'a CauseCandidate>,
    pub share: f64,
}

/// The answers, likeliest first. A shared limit is one in bytes at some location: no rate reveals which of its
/// causes it is. One that is far less likely than another stays by itself.
pub(super) fn joined<'a>(
    subject: &BottleneckSubject<'_>,
    ranked: &'a [(CauseCandidate, f64)],
) -> Vec<CauseAnswer<'a>> {
    let mut answers: Vec<CauseAnswer<'a>> = Vec::new();
    // Each first cause's own share: that of an answer grows with every name.
    let mut firsts: Vec<f64> = Vec::new();
    for (candidate, share) in ranked {
        let is_alike = |(answer, first): (&CauseAnswer<'_>, &f64)| {
            answer.also.len() + 1 < NAMES
                && share * CLOSE > *first
                && is_same(subject, answer.first, candidate)
        };
        match answers.iter().zip(&firsts).position(is_alike) {
            Some(at) => {
                answers[at].also.push(candidate);
                answers[at].share += share;
            }
            None => {
                answers.push(CauseAnswer { first: candidate, also: Vec::new(), share: *share });
                firsts.push(*share);
            }
        }
    }
    answers.sort_by(|a, b| b.share.total_cmp(&a.share));
    answers
}

fn is_same(subject: &BottleneckSubject<'_>, a: &CauseCandidate, b: &CauseCandidate) -> bool {
    let in_bytes = subject.is_shared() && matches!(a.nature, CapacityKind::Bytes(_));
    in_bytes && a.nature == b.nature && trial::between(subject, a, b).is_none()
}

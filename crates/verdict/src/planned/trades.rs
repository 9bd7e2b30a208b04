//! The trade curve as rows of the document.

use narrows_plan::result::PlanCandidate;
use narrows_plan::trade::{TradeCurve, TradePoint};
use narrows_plan::words;
use narrows_record::plan::{ArrangementName, DevicePlacement, LaneTrade, TradedCard};

use super::PlanInputs;

impl PlanInputs<'_> {
    /// One row for each arrangement of the curve.
    pub(super) fn trades(&self, best: &PlanCandidate) -> Vec<LaneTrade> {
        let Some(curve) = self.curve else { return Vec::new() };
        curve.points.iter().filter_map(|point| self.trade(curve, point, best)).collect()
    }

    fn trade(
        &self,
        curve: &TradeCurve,
        point: &TradePoint,
        best: &PlanCandidate,
    ) -> Option<LaneTrade> {
        let name = ArrangementName::RunnerUp("trade".to_owned());
        let placed = self.placed(name, &point.candidate, best);
        let words =
            point.constraints.iter().map(|constraint| words::constraint(constraint, self.devices));
        let card = |at: &usize| {
            let put: Option<&DevicePlacement> = placed.placements.get(*at);
            let link = put.and_then(|put| put.current);
            Some(TradedCard { device: self.devices.get(*at)?.id.clone(), link })
        };
        Some(LaneTrade {
            want: words.collect::<Vec<_>>().join(","),
            is_best: point.is_best,
            score: placed.scores.first()?.clone(),
            cards: curve.cards.iter().filter_map(card).collect(),
            free_sata: point.free_sata,
            sata_off: point.sata_off,
            placements: placed.placements,
            set: placed.set,
            exact: point.is_proven,
        })
    }
}

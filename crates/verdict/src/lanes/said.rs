//! Conclusions from a lane budget, as sentences.

use narrows_messages::{Message, drive_names};
use narrows_record::check::Severity;
use narrows_record::lanes::{
    LaneBudgetFinding, LaneProviderRecord, LaneProviderRecordKind, LaneTakerRecord, LanesDocument,
    LinkShortfall, SharedLaneLimit, UplinkBudget,
};
use narrows_record::sentence;
use narrows_units::{BytesPerSec, named_link};

use super::words;

/// Nearly every uplink is briefly asked for somewhat more than it carries; from here on it shows.
const OVER: f64 = 1.05;

/// All of them, gravest first.
pub(super) fn findings(lanes: &LanesDocument) -> Vec<LaneBudgetFinding> {
    let mut said = LaneFindings::default();
    if lanes.providers.iter().all(|it| it.takers.is_empty() && it.lanes_most.is_none()) {
        said.add(Severity::Hint, None, Message::new("lanes-nothing-seen"));
    }
    for provider in &lanes.providers {
        said.count(provider);
    }
    lanes.short.iter().for_each(|short| said.short(short));
    for provider in &lanes.providers {
        if let Some(uplink) = &provider.uplink {
            said.uplink(provider, uplink);
        }
    }
    lanes.shared.iter().for_each(|shared| said.shared(shared));
    said.findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    said.findings
}

#[derive(Default)]
struct LaneFindings {
    findings: Vec<LaneBudgetFinding>,
}

impl LaneFindings {
    fn add(&mut self, severity: Severity, about: Option<&str>, message: Message) {
        self.findings.push(LaneBudgetFinding {
            id: message.id().to_owned(),
            severity,
            about: about.map(str::to_owned),
            text: message.into(),
        });
    }

    fn count(&mut self, provider: &LaneProviderRecord) {
        let about = Some(provider.id.as_str());
        let with = |id| {
            let message = Message::new(id).text("provider", &provider.title);
            message.count("taken", counted(provider.taken)).with("filled", provider.filled)
        };
        let Some(most) = provider.lanes_most else {
            let is_taken = provider.taken > 0 && provider.kind != LaneProviderRecordKind::Unknown;
            if is_taken {
                self.add(Severity::Hint, about, with("lanes-not-known"));
            }
            return;
        };
        if provider.kind == LaneProviderRecordKind::Switch {
            self.switch(provider);
            return;
        }
        if provider.taken > most {
            let names = left_over(&provider.takers, most, |taker| taker.taken);
            let over = provider.taken - most;
            let message = with(sentence::LANES_OVER_NOW).with("lanes", most).with("over", over);
            self.add(Severity::Warning, about, message.with("names", &names));
        } else if provider.filled > most {
            let names = left_over(&provider.takers, most, |taker| taker.filled);
            let over = provider.filled - most;
            let message = with("lanes-over-filled").with("lanes", most).with("over", over);
            self.add(Severity::Hint, about, message.with("names", &names));
        }
    }

    /// Switches exist to have more lanes below than above; reported without alarm.
    fn switch(&mut self, provider: &LaneProviderRecord) {
        let Some(up) = provider.uplink.as_ref().map(|uplink| u32::from(uplink.link.lanes)) else {
            return;
        };
        if provider.filled > up {
            let message = Message::new("lanes-switch-below").text("provider", &provider.title);
            let message = message.with("below", provider.filled).count("above", counted(up));
            self.add(Severity::Hint, Some(&provider.id), message);
        }
    }

    fn short(&mut self, short: &LinkShortfall) {
        let (id, severity) = match short.enough {
            Some(false) => (sentence::LANES_SHORT_MISSES, Severity::Warning),
            Some(true) => ("lanes-short-enough", Severity::Hint),
            None => ("lanes-short", Severity::Hint),
        };
        let name = words::short(short.name.as_deref()).filter(|name| *name != short.id);
        let device = name.map_or_else(|| short.id.clone(), |name| format!("{} ({name})", short.id));
        let message = Message::new(id).with("device", device);
        let message = message.with("link", short.link).with("possible", short.possible);
        let message = message.with("carries", rate(short.usable_mb_s));
        let needs = short.needs_mb_s.map(rate).unwrap_or_default();
        let slots = short.because.join(", ");
        let is_rule = if slots.is_empty() { "no" } else { "yes" };
        let message = message.with("needs", needs).with("rule", is_rule).with("slots", slots);
        self.add(severity, Some(&short.id), message);
    }

    fn uplink(&mut self, provider: &LaneProviderRecord, uplink: &UplinkBudget) {
        if uplink.asked.len() < 2 {
            return;
        }
        let is_over = uplink.ratio > OVER;
        let id = if is_over { "lanes-uplink-over" } else { "lanes-uplink-enough" };
        let severity = if is_over { Severity::Warning } else { Severity::Hint };
        let message = Message::new(id).text("provider", &provider.title);
        let link = named_link(uplink.name.as_deref(), &uplink.link.to_string());
        let message = message.with("uplink", link);
        let message = message.with("carries", rate(uplink.usable_mb_s));
        let message = message.with("demand", rate(uplink.demand_mb_s));
        let message = message.with("ratio", format!("{:.1}", uplink.ratio));
        self.add(severity, Some(&provider.id), message);
    }

    fn shared(&mut self, shared: &SharedLaneLimit) {
        let id = if shared.at_most { "lanes-shared-at-most" } else { "lanes-shared" };
        let message = Message::new(id).with("drives", drive_names(&shared.drives));
        let message = message.with("rate", rate(shared.mb_s)).text("limit", &shared.limit.name);
        let next = shared.next_limit.as_ref().map(|next| next.name.clone()).unwrap_or_default();
        let is_known = match (shared.then_drives, next.is_empty()) {
            (true, _) => "drives",
            (false, true) => "no",
            (false, false) => "yes",
        };
        let message =
            message.with("low", rate(shared.low_mb_s)).with("high", rate(shared.high_mb_s));
        let message = message.text("next", next).with("known", is_known);
        self.add(Severity::Warning, Some(&shared.limit.id), message);
    }
}

/// Takers for which nothing of `most` lanes is left, each with the lanes that it takes: at least one if
/// all together take more.
fn left_over(
    takers: &[LaneTakerRecord],
    most: u32,
    lanes: impl Fn(&LaneTakerRecord) -> Option<u32>,
) -> String {
    let mut sum = 0_u32;
    let over = takers.iter().filter_map(|taker| {
        let lanes = lanes(taker).filter(|lanes| *lanes > 0)?;
        sum = sum.saturating_add(lanes);
        (sum > most).then(|| format!("{} (x{lanes})", taker.id))
    });
    over.collect::<Vec<_>>().join(", ")
}

/// Sentences choose their words by such a number.
fn counted(lanes: u32) -> usize {
    usize::try_from(lanes).unwrap_or(usize::MAX)
}

fn rate(mb_s: f64) -> String {
    BytesPerSec::mb_s(mb_s).to_string()
}

#[cfg(test)]
mod tests {
    use narrows_record::lanes::LaneTakerRecordKind;
    use narrows_record::see::EvidenceBasis;

    use super::*;

    fn taker(id: &str, taken: u32, filled: u32) -> LaneTakerRecord {
        LaneTakerRecord {
            id: id.to_owned(),
            name: None,
            slot: None,
            kind: LaneTakerRecordKind::Device,
            taken: Some(taken),
            filled: Some(filled),
            sum: 0,
            fits: Some(true),
            link: None,
            basis: EvidenceBasis::Observed,
        }
    }

    /// A card reports sixteen lanes on a port of eight: by the devices' reports, the second has
    /// nothing left of sixteen, by the ports' lanes, both fit.
    #[test]
    fn where_more_is_taken_than_there_is_somebody_is_named() {
        let takers = [taker("a", 16, 8), taker("b", 4, 4)];
        assert_eq!(left_over(&takers, 16, |taker| taker.taken), "b (x4)");
        assert_eq!(left_over(&takers, 16, |taker| taker.filled), "");
        assert_eq!(left_over(&takers, 11, |taker| taker.filled), "b (x4)");
    }
}

//! The lane budget of a machine as a document: providers and consumers of lanes, and conclusions.
//!
//! Not here: the counting (`narrows_plan::lanes`).

mod said;
mod words;

use narrows_messages::{DocumentText, Message};
use narrows_plan::lanes::{self, LaneBudget};
use narrows_record::lanes::{
    LaneDemandRecord, LaneEffectRecord, LaneProviderRecord, LaneProviderRecordKind, LaneRuleRecord,
    LaneTakerRecord, LaneTakerRecordKind, LaneTotalRecord, LanesDocument, LinkShortfall,
    SataPortUse, SharedLaneLimit, UplinkBudget,
};
use narrows_record::predict::LimitRecord;
use narrows_record::see::{DocumentNote, LinkState};
use narrows_record::{basis, host, processor, round_mb_s, schema};
use narrows_topology::Topology;
use narrows_topology::build::PLACES_UNKNOWN;
use narrows_topology::graph::TopologyNote;

pub fn lanes(budget: &LaneBudget, machine: &Topology, source: &str) -> LanesDocument {
    let budget = &as_shown(budget, machine);
    let titles = words::titles(&budget.providers);
    let providers = budget.providers.iter().zip(titles);
    let providers: Vec<LaneProviderRecord> =
        providers.map(|(it, title)| provider(it, title)).collect();
    let mut document = LanesDocument {
        schema: schema::LANES.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        source: source.to_owned(),
        host: host(machine),
        processor: processor::of_machine(machine),
        total: total(&providers),
        providers,
        rules: budget.rules.iter().map(rule).collect(),
        short: budget.short.iter().map(short).collect(),
        shared: budget.shared.iter().map(shared).collect(),
        sata: sata(&budget.sata),
        findings: Vec::new(),
        notes: budget.notes.iter().map(Into::into).collect(),
    };
    document.findings = said::findings(&document);
    document
}

/// The budget as far as the capture shows it: without the devices behind each port, functions inside the
/// silicon and behind other ports would count as if attached to the processor.
fn as_shown(budget: &LaneBudget, machine: &Topology) -> LaneBudget {
    let mut budget = budget.clone();
    let is_urgent = |note: &&TopologyNote| DocumentNote::of(None, &note.text).is_urgent();
    budget.notes.extend(machine.notes.iter().filter(is_urgent).map(|note| note.text.clone()));
    if !machine.shows_places() {
        budget.providers.iter_mut().for_each(|provider| provider.takers.clear());
        if !budget.notes.iter().any(|note| note.id() == PLACES_UNKNOWN) {
            budget.notes.push(Message::new(PLACES_UNKNOWN));
        }
    }
    budget
}

fn provider(provider: &lanes::LaneProvider, title: DocumentText) -> LaneProviderRecord {
    let most = provider.lanes.map(|lanes| lanes.most);
    let mut sum = 0;
    let takers = provider.takers.iter().map(|it| {
        sum += it.filled.unwrap_or_default();
        taker(it, sum, most.map(|most| sum <= most))
    });
    LaneProviderRecord {
        id: provider.id.to_string(),
        kind: words::provider(provider.kind),
        name: provider.name.clone(),
        title,
        lanes_least: provider.lanes.map(|lanes| lanes.least),
        lanes_most: most,
        basis: provider.lanes.map(|lanes| basis(lanes.basis)),
        taken: provider.now(),
        filled: provider.filled(),
        takers: takers.collect(),
        uplink: provider.uplink.as_ref().map(uplink),
    }
}

fn total(providers: &[LaneProviderRecord]) -> Option<LaneTotalRecord> {
    let counts = |it: &&LaneProviderRecord| {
        matches!(it.kind, LaneProviderRecordKind::Processor | LaneProviderRecordKind::Chipset)
    };
    let counted: Vec<&LaneProviderRecord> = providers.iter().filter(counts).collect();
    let lanes = counted.iter().map(|it| it.lanes_least.filter(|_| it.lanes_least == it.lanes_most));
    let lanes: u32 = lanes.sum::<Option<u32>>().filter(|_| counted.len() > 1)?;
    Some(LaneTotalRecord {
        lanes,
        taken: counted.iter().map(|it| it.taken).sum(),
        filled: counted.iter().map(|it| it.filled).sum(),
    })
}

fn taker(taker: &lanes::LaneTaker, sum: u32, fits: Option<bool>) -> LaneTakerRecord {
    let kind = match taker.kind {
        lanes::LaneTakerKind::Device => LaneTakerRecordKind::Device,
        lanes::LaneTakerKind::OnBoard => LaneTakerRecordKind::OnBoard,
        lanes::LaneTakerKind::Uplink => LaneTakerRecordKind::Uplink,
        lanes::LaneTakerKind::Empty => LaneTakerRecordKind::Empty,
        lanes::LaneTakerKind::Off => LaneTakerRecordKind::Off,
    };
    LaneTakerRecord {
        id: taker.id.clone(),
        name: taker.name.clone(),
        slot: taker.slot.clone(),
        kind,
        taken: taker.now,
        filled: taker.filled,
        sum,
        fits,
        link: taker.link.map(LinkState::of),
        basis: basis(taker.basis),
    }
}

fn uplink(uplink: &lanes::SharedUplink) -> UplinkBudget {
    let asked = uplink.demands.iter().map(|demand| LaneDemandRecord {
        id: demand.id.to_string(),
        mb_s: round_mb_s(demand.rate.as_mb_s()),
        basis: basis(demand.basis),
    });
    UplinkBudget {
        name: uplink.name.clone(),
        link: LinkState::of(uplink.link),
        usable_mb_s: round_mb_s(uplink.carries.as_mb_s()),
        basis: basis(uplink.basis),
        demand_mb_s: round_mb_s(uplink.demand().as_mb_s()),
        ratio: (uplink.ratio() * 100.0).round() / 100.0,
        asked: asked.collect(),
    }
}

fn rule(bite: &lanes::LaneRule) -> LaneRuleRecord {
    let effect = |effect: &lanes::LaneRuleEffect| LaneEffectRecord {
        slot: effect.slot.clone(),
        loser: effect.loser.clone(),
        off: effect.off,
        link: effect.link.map(LinkState::of),
        on: effect.on.clone(),
    };
    LaneRuleRecord {
        when: bite.when.clone(),
        settings: bite.settings.clone(),
        in_force: bite.in_force,
        effects: bite.effects.iter().map(effect).collect(),
        text: words::rule(bite),
        source: bite.source.clone(),
        confidence: bite.confidence.to_string(),
    }
}

fn short(short: &lanes::LinkShortage) -> LinkShortfall {
    LinkShortfall {
        id: short.id.clone(),
        name: short.name.clone(),
        slot: short.slot.clone(),
        link: LinkState::of(short.gets),
        possible: LinkState::of(short.could),
        usable_mb_s: round_mb_s(short.carries.as_mb_s()),
        possible_mb_s: round_mb_s(short.could_carry.as_mb_s()),
        needs_mb_s: short.needs.map(|needs| round_mb_s(needs.as_mb_s())),
        enough: short.needs.map(|needs| needs <= short.carries),
        because: short.because.clone(),
    }
}

fn shared(shared: &lanes::LaneBottleneck) -> SharedLaneLimit {
    SharedLaneLimit {
        limit: LimitRecord::of(&shared.bound),
        next_limit: shared.next.as_ref().map(LimitRecord::of),
        then_drives: shared.then_drives,
        drives: shared.drives.iter().map(ToString::to_string).collect(),
        mb_s: round_mb_s(shared.rate.as_mb_s()),
        low_mb_s: round_mb_s(shared.band.0.as_mb_s()),
        high_mb_s: round_mb_s(shared.band.1.as_mb_s()),
        at_most: shared.is_bound,
    }
}

fn sata(ports: &lanes::SataPortBudget) -> SataPortUse {
    let lanes::SataPortBudget { taken, free, off } = ports.clone();
    SataPortUse { taken, free, off }
}

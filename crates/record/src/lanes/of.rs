//! The document from the budget.

use narrows_messages::Localizer;
use narrows_plan::lanes::{self, Budget};
use narrows_topology::Topology;

use super::{
    Asked, Effect, Lanes, Provider, ProviderKind, Rule, SataPorts, Shared, Short, Taker, TakerKind,
    Total, Uplink, said, words,
};
use crate::from_topology::{basis, host, round_mb_s};
use crate::predict::Limit;
use crate::schema;
use crate::see::LinkState;

impl Lanes {
    /// The document of a budget.
    pub fn of(budget: &Budget, machine: &Topology, source: &str, localizer: &Localizer) -> Self {
        let titles = words::titles(&budget.providers, localizer);
        let providers = budget.providers.iter().zip(titles);
        let providers: Vec<Provider> =
            providers.map(|(it, title)| Provider::of(it, title)).collect();
        let mut document = Self {
            schema: schema::LANES.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            source: source.to_owned(),
            host: host(machine),
            total: Total::of(&providers),
            providers,
            rules: budget.bites.iter().map(|bite| Rule::of(bite, localizer)).collect(),
            short: budget.short.iter().map(Short::of).collect(),
            shared: budget.shared.iter().map(|shared| Shared::of(shared, localizer)).collect(),
            sata: SataPorts::of(&budget.sata),
            findings: Vec::new(),
            notes: budget.notes.iter().map(|note| localizer.say(note)).collect(),
        };
        document.findings = said::findings(&document, localizer);
        document
    }
}

impl Provider {
    fn of(provider: &lanes::Provider, title: String) -> Self {
        let most = provider.lanes.map(|lanes| lanes.most);
        let mut sum = 0;
        let takers = provider.takers.iter().map(|taker| {
            sum += taker.filled.unwrap_or_default();
            Taker::of(taker, sum, most.map(|most| sum <= most))
        });
        Self {
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
            uplink: provider.uplink.as_ref().map(Uplink::of),
        }
    }
}

impl Total {
    fn of(providers: &[Provider]) -> Option<Self> {
        let counts =
            |it: &&Provider| matches!(it.kind, ProviderKind::Processor | ProviderKind::Chipset);
        let counted: Vec<&Provider> = providers.iter().filter(counts).collect();
        let lanes =
            counted.iter().map(|it| it.lanes_least.filter(|_| it.lanes_least == it.lanes_most));
        let lanes: u32 = lanes.sum::<Option<u32>>().filter(|_| counted.len() > 1)?;
        Some(Self {
            lanes,
            taken: counted.iter().map(|it| it.taken).sum(),
            filled: counted.iter().map(|it| it.filled).sum(),
        })
    }
}

impl Taker {
    fn of(taker: &lanes::Taker, sum: u32, fits: Option<bool>) -> Self {
        let kind = match taker.kind {
            lanes::TakerKind::Piece => TakerKind::Piece,
            lanes::TakerKind::OnBoard => TakerKind::OnBoard,
            lanes::TakerKind::Uplink => TakerKind::Uplink,
            lanes::TakerKind::Empty => TakerKind::Empty,
            lanes::TakerKind::Off => TakerKind::Off,
        };
        Self {
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
}

impl Uplink {
    fn of(uplink: &lanes::Uplink) -> Self {
        let asked = uplink.asked.iter().map(|asked| Asked {
            id: asked.id.to_string(),
            mb_s: round_mb_s(asked.rate.as_mb_s()),
            basis: basis(asked.basis),
        });
        Self {
            name: uplink.name.clone(),
            link: LinkState::of(uplink.link),
            usable_mb_s: round_mb_s(uplink.carries.as_mb_s()),
            basis: basis(uplink.basis),
            demand_mb_s: round_mb_s(uplink.demand().as_mb_s()),
            ratio: (uplink.ratio() * 100.0).round() / 100.0,
            asked: asked.collect(),
        }
    }
}

impl Rule {
    fn of(bite: &lanes::Bite, localizer: &Localizer) -> Self {
        let effect = |effect: &lanes::Effect| Effect {
            slot: effect.slot.clone(),
            loser: effect.loser.clone(),
            off: effect.off,
            link: effect.link.map(LinkState::of),
            on: effect.on.clone(),
        };
        Self {
            when: bite.when.clone(),
            settings: bite.settings.clone(),
            in_force: bite.in_force,
            effects: bite.effects.iter().map(effect).collect(),
            text: words::rule(bite, localizer),
            source: bite.source.clone(),
            confidence: bite.confidence.to_string(),
        }
    }
}

impl Short {
    fn of(short: &lanes::Short) -> Self {
        Self {
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
}

impl Shared {
    fn of(shared: &lanes::Shared, localizer: &Localizer) -> Self {
        Self {
            limit: Limit::of(&shared.bound, localizer),
            next_limit: shared.next.as_ref().map(|next| Limit::of(next, localizer)),
            then_drives: shared.then_drives,
            drives: shared.drives.iter().map(ToString::to_string).collect(),
            mb_s: round_mb_s(shared.rate.as_mb_s()),
            low_mb_s: round_mb_s(shared.band.0.as_mb_s()),
            high_mb_s: round_mb_s(shared.band.1.as_mb_s()),
        }
    }
}

impl SataPorts {
    fn of(ports: &lanes::SataPorts) -> Self {
        let lanes::SataPorts { taken, free, off } = ports.clone();
        Self { taken, free, off }
    }
}

//! The best place for every drive and card, as a document: the search's result, the reason, and the
//! way to get there.
//!
//! For: [`PlanInputs::plan`] makes `narrows.plan/1` of an inventory, its devices, the request and the result;
//! [`beyond`] adds boards, RAID engines and purchases as alternatives.
//!
//! Not here: the search itself (`narrows-plan`).

mod amounts;
mod answer;
mod attachments;
pub mod beyond;
mod blame;
mod fitting;
mod losses;
mod moves;
mod narrow;
mod obstacles;
mod pinned;
mod placed;
mod says;
mod trades;
mod uplinks;

use narrows_messages::{DocumentText, Message, placed_names};
use narrows_model::TargetPrediction;
use narrows_plan::device::{self, DeviceShape};
use narrows_plan::doubts;
use narrows_plan::evaluate::{PlacementJudge, PlacementView};
use narrows_plan::feasibility::{OsKind, RaidEngineKind};
use narrows_plan::inventory::{self, SlotInventory};
use narrows_plan::narrow::LaneWidening;
use narrows_plan::pinned::PinnedDevice;
use narrows_plan::placement::{DeviceLocation, Placement, PlacementClash};
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::{OptimalityProof, PlanCandidate, PlanConflict, Search, SearchResult};
use narrows_plan::search::{self, SearchEffort};
use narrows_plan::trade::TradeCurve;
use narrows_plan::{evaluate, words};
use narrows_record::plan::{
    AnswerReason, AnswerVerdict, ArrangementName, FirmwareAnswer, MoveCheckRecord, OperatingSystem,
    OptimalityProofRecord, PlanArrangement, PlanCriterion, PlanDevice, PlanDocument,
    PlanInfeasibility, PlanSetting, PlanSlot,
};
use narrows_record::predict::{LimitRecord, LimitRecordKind, Prediction, WIDE_BAND};
use narrows_record::run::RunFinding;
use narrows_record::see::{DocumentNote, LinkState};
use narrows_record::word::FigureUnit;
use narrows_record::{basis, plan, round_mb_s, schema};
use narrows_topology::graph::{self, NodeKind};
use narrows_units::BytesPerSec;

use self::amounts::{amount, capacity};
use self::attachments::with_expanders;
use self::obstacles::{InfeasibilityCause, ObstacleSearch};
use self::placed::{deciding, main_limit, runs_each, workload_of};

pub use self::obstacles::stands_against;

/// Half the lanes of the longest slot.
const HALF_OF_LONG: u8 = 8;

/// Intel's chipsets of that year are the first whose boards advertise NVMe (write-up 003's list of boot
/// classes: Z97, X99 and later).
const FIRST_WITH_NVME_DRIVER: u16 = 2014;

/// The objection to devices in these places, as a sentence.
pub fn clashes(
    clash: &PlacementClash,
    (inventory, devices): (&SlotInventory, &[device::MovableDevice]),
    at: &Placement,
) -> DocumentText {
    says::clash(clash, inventory, devices, &at.locations).into()
}

/// Adapter between a device and its slot, to be bought.
pub fn adapter(adapter: device::FormAdapter) -> DocumentText {
    Message::new(fitting::name(adapter)).into()
}

/// Whether the machine boots from this device where a placement has it; `None` if it is no drive.
pub fn starts(
    (inventory, devices): (&SlotInventory, &[device::MovableDevice]),
    at: &Placement,
    device: usize,
) -> Option<plan::FirmwareAnswer> {
    let ask = PlacementRequest::default();
    let judge = PlacementJudge::new(inventory, devices, &ask, true);
    let placed = PlacementView::new(&judge, at).ok()?.placed(device)?;
    let found = inventory.situation.starts(&placed);
    let question = words::constraint_says(&Constraint::Starts(device), devices);
    Some(answer::answer(&found, question.into()))
}

pub struct PlanInputs<'a> {
    /// The document's `source`.
    pub source: &'a str,
    pub inventory: &'a SlotInventory,
    /// Devices to be placed, those of today first.
    pub devices: &'a [device::MovableDevice],
    pub ask: &'a PlacementRequest,
    pub search: &'a Search,
    /// How many of its constraints the user gave; those after them keep graphics cards in good slots.
    pub given: usize,
    /// The best arrangement if graphics cards had not to keep good slots.
    pub free: Option<&'a PlanCandidate>,
    /// The best arrangement if firmware split slots it is not known to split; `None` if that brings
    /// no more.
    pub splitting: Option<&'a PlanCandidate>,
    /// Cost of cards' lanes to the drives; `None` if there is no choice.
    pub curve: Option<&'a TradeCurve>,
    /// Devices whose slot was requested and costs something.
    pub pinned: &'a [PinnedDevice],
    /// Cards that run narrower than they could, and which of them need not; `None` if nothing was found.
    pub widening: Option<&'a LaneWidening>,
    /// Today's arrangement with its results; `None` if it is empty, or incomplete.
    pub today: Option<&'a PlanCandidate>,
    /// The constraints that do not come true today, by index.
    pub broken_today: &'a [usize],
    /// The command line that measures the best arrangement; `None` if none does.
    pub command: Option<&'a str>,
}

impl PlanInputs<'_> {
    /// The document, without the moves.
    pub fn plan(&self) -> PlanDocument {
        let empty = PlanDocument {
            schema: schema::PLAN.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            source: self.source.to_owned(),
            inventory: self.inventory(),
            devices: self.devices.iter().enumerate().map(|(at, it)| self.device(at, it)).collect(),
            constraints: self.constraints(0..self.given),
            objectives: self
                .ask
                .objectives
                .iter()
                .map(|objective| self.objective(objective))
                .collect(),
            system: self.system(),
            notes: self.notes(),
            ..PlanDocument::default()
        };
        match self.search {
            Ok(found) => self.found(found, empty),
            Err(impossible) => self.impossible(impossible, empty),
        }
    }

    fn system(&self) -> Option<OperatingSystem> {
        let system = &self.inventory.situation.system;
        let kind = system.kind.value().filter(|_| system.is_given)?;
        Some(match kind {
            OsKind::Windows(_) => OperatingSystem::Windows,
            OsKind::Linux(..) => OperatingSystem::Linux,
        })
    }

    /// An arrangement by itself, beside no other.
    pub fn arranged(&self, candidate: &PlanCandidate) -> PlanArrangement {
        self.placed(ArrangementName::Today, candidate, candidate)
    }

    fn found(&self, found: &SearchResult, plan: PlanDocument) -> PlanDocument {
        let Some(best) = found.candidates.first() else { return plan };
        let next = found.candidates.iter().skip(1).enumerate();
        let runners_up = next
            .map(|(at, it)| self.beside(format!("runner-up-{}", at + 1).into(), it, best))
            .collect();
        let is_best = |it: &PlanCandidate| self.same(it, best);
        let obvious = found.obvious.as_ref().filter(|it| !is_best(it));
        let today = self.today.filter(|it| !is_best(it));
        let today_is_best = self.today.is_some_and(is_best);
        let obvious_is_best = found.obvious.as_ref().is_some_and(is_best);
        let placed = self.placed(ArrangementName::Best, best, best);
        let obvious = obvious.map(|it| self.beside(ArrangementName::Obvious, it, best));
        let today = today.map(|it| self.today(it, best));
        // The answer comes first, then doubts, then alternatives with their costs.
        let mut findings = vec![self.answer(&placed, best, today_is_best)];
        findings.extend(self.taken());
        let sharing = doubts::of_sharing(self.inventory, self.devices, &best.placement);
        findings.extend(sharing.map(finding));
        let is_narrow = |(_, now, _): &(usize, u8, u8)| *now < HALF_OF_LONG;
        let widening = self.widening.filter(|it| it.cards.iter().any(is_narrow));
        let second = self.second_note().filter(|_| widening.is_some());
        findings.extend(second.map(|note| finding(note.text.clone())));
        findings.extend(self.open(&placed));
        findings.extend(self.made_do(&best.placement));
        if let Some(today) = &today {
            findings.extend(self.against("plan-finding-today", today));
        }
        let losses = found.obvious.iter();
        let losses: Vec<DocumentText> =
            losses.flat_map(|it| self.losses(&it.placement, &best.placement)).collect();
        match &obvious {
            // What takes no more than moves brings the same, too.
            Some(obvious)
                if obvious.why == Some(Message::new("plan-why-same").into())
                    || brings_the_same(obvious, &placed) && losses.is_empty() =>
            {
                let message = Message::new("plan-finding-obvious-same");
                findings.push(finding(self.puts_of(message, obvious)));
            }
            Some(obvious) if brings_the_same(obvious, &placed) => {
                let message = self.puts_of(Message::new("plan-finding-obvious-costs"), obvious);
                findings.push(finding(message.list("what", "plan-between-wishes", losses)));
            }
            Some(obvious) => findings.extend(self.against("plan-finding-obvious", obvious)),
            None if obvious_is_best && !today_is_best => {
                findings.push(finding(Message::new("plan-finding-obvious-is-best")));
            }
            None => {}
        }
        findings.extend(self.splitting(&placed, best));
        findings.extend(self.left_empty(best));
        findings.extend(self.pinned());
        findings.extend(self.graphics(&placed, best));
        findings.extend(self.oversubscribed(best));
        PlanDocument {
            confirm: self.confirm(best),
            best: Some(placed),
            runners_up,
            obvious,
            today,
            trades: self.trades(best),
            proof: Some(proof(found)),
            findings,
            ..plan
        }
    }

    /// Whether they differ at most in which of several twins is where.
    fn same(&self, one: &PlanCandidate, other: &PlanCandidate) -> bool {
        let classes = evaluate::classes(self.devices, self.ask);
        let locations = |of: &PlanCandidate| {
            let pairs = classes.iter().zip(&of.placement.locations);
            let mut locations: Vec<(usize, DeviceLocation)> =
                pairs.map(|(class, at)| (*class, *at)).collect();
            locations.sort();
            locations
        };
        locations(one) == locations(other)
            && one.placement.settings == other.placement.settings
            && one.means == other.means
    }

    /// Today's arrangement: its unmet constraints, and its cost.
    fn today(&self, candidate: &PlanCandidate, best: &PlanCandidate) -> PlanArrangement {
        let placed = self.beside(ArrangementName::Today, candidate, best);
        let breaks: Vec<DocumentText> = self
            .constraints(self.broken_today.iter().copied())
            .into_iter()
            .map(|it| it.text)
            .collect();
        if breaks.is_empty() {
            return placed;
        }
        let broken = Message::new("plan-why-broken");
        let broken = broken.list("wishes", "plan-between-wishes", &breaks);
        let is_same = brings_the_same(&placed, &self.placed(ArrangementName::Best, best, best));
        let costs = placed.why.clone().filter(|_| !is_same);
        let all = [Some(broken.into()), costs].into_iter().flatten();
        let why = DocumentText::list("plan-between-sentences", all);
        PlanArrangement { breaks, why: Some(why), ..placed }
    }

    /// A candidate that is not the best, with its costs.
    fn beside(
        &self,
        name: ArrangementName,
        candidate: &PlanCandidate,
        best: &PlanCandidate,
    ) -> PlanArrangement {
        let placed = self.placed(name, candidate, best);
        let reference = self.placed(ArrangementName::Best, best, best);
        let why = self.why(&placed, &reference, candidate);
        let costs = self.losses(&candidate.placement, &best.placement);
        let gains = self.losses(&best.placement, &candidate.placement);
        let sentence = |id, what: &[DocumentText]| {
            (!what.is_empty()).then(|| Message::new(id).list("what", "plan-between-wishes", what))
        };
        // What the best confirms and this does not.
        let pairs = placed.answers.iter().zip(&reference.answers);
        let open = |answer: &FirmwareAnswer| answer.verdict != AnswerVerdict::Yes;
        let open = pairs.filter(|(here, there)| open(here) && !open(there));
        let open: Vec<DocumentText> = open.map(|(here, _)| here.question.clone()).collect();
        let beside = [
            sentence("plan-why-open", &open),
            sentence("plan-why-costs", &costs),
            sentence("plan-why-spares", &gains),
        ];
        let makes_do = self.made_do_beside(&candidate.placement, &best.placement);
        let is_same = why == Message::new("plan-why-same");
        // That it brings the same is worth a sentence only where nothing else is lost.
        let is_all = costs.is_empty() && makes_do.is_empty() && open.is_empty();
        let rates = (!is_same || is_all).then_some(why);
        let all =
            [rates].into_iter().chain(beside).flatten().map(DocumentText::from).chain(makes_do);
        PlanArrangement { why: Some(DocumentText::list("plan-between-sentences", all)), ..placed }
    }

    /// Its cost for the first objective that differs, and the limit responsible.
    fn why(
        &self,
        placed: &PlanArrangement,
        best: &PlanArrangement,
        candidate: &PlanCandidate,
    ) -> Message {
        let pairs = placed.scores.iter().zip(&best.scores).zip(&self.ask.objectives);
        let mut worse = pairs.filter(|((here, there), _)| here.value != there.value);
        let Some(((here, there), objective)) = worse.next() else {
            return Message::new("plan-why-same");
        };
        let with_limit = matches!(
            objective,
            PlanObjective::Together(_)
                | PlanObjective::Each(_)
                | PlanObjective::Of(..)
                | PlanObjective::ToCard(..)
        );
        let is_first = self.ask.objectives.first() == Some(objective);
        let deciding = deciding(self.ask, &candidate.outcomes);
        let limit = main_limit(deciding).filter(|_| with_limit && is_first);
        let id = if limit.is_some() { "plan-why-limit" } else { "plan-why" };
        let message = Message::new(id)
            .text("aim", self.objective(objective).text)
            .text("here", amount(here))
            .text("best", amount(there));
        match limit {
            Some(bound) => {
                let limit = LimitRecord::of(bound);
                message.text("limit", &limit.name).with("capacity", capacity(&limit))
            }
            None => message,
        }
    }

    /// Reports what stands for a board or a drive that the catalogue does not have.
    fn taken(&self) -> impl Iterator<Item = RunFinding> {
        self.taken_notes().map(|note| finding(note.text.clone()))
    }

    fn taken_notes(&self) -> impl Iterator<Item = &graph::TopologyNote> {
        const TAKEN: [&str; 4] = [
            "plan-taken-board",
            "site-assumed-nearest",
            "site-assumed-nearest-card",
            "site-assumed-kind",
        ];
        let notes = self.inventory.fixed.topology.notes.iter();
        self.board_note().into_iter().chain(notes.filter(|note| TAKEN.contains(&note.text.id())))
    }

    /// That the board or its free slots are assumed, which stands among the findings.
    fn board_note(&self) -> Option<&graph::TopologyNote> {
        const ASSUMED: [&str; 3] = ["plan-missing-board", "plan-assumed-board", "seen-drafted"];
        ASSUMED.iter().find_map(|id| self.fixed_note(id))
    }

    /// What a second card has on other boards of this kind, which stands there if one has too few
    /// lanes.
    fn second_note(&self) -> Option<&graph::TopologyNote> {
        self.fixed_note("plan-assumed-second")
    }

    fn fixed_note(&self, id: &str) -> Option<&graph::TopologyNote> {
        self.inventory.fixed.topology.notes.iter().find(|note| note.text.id() == id)
    }

    /// Planned, but not known to work.
    fn open(&self, placed: &PlanArrangement) -> Option<RunFinding> {
        let open = placed.answers.iter().filter(|answer| answer.verdict != AnswerVerdict::Yes);
        let open: Vec<&FirmwareAnswer> = open.collect();
        let lacks_driver = |reason: &AnswerReason| {
            reason.rule == "own-driver" && reason.holds == AnswerVerdict::NotKnown
        };
        let is_for_driver = open.iter().flat_map(|answer| &answer.reasons).any(lacks_driver);
        let year = self.inventory.situation.platform.year;
        let old = year.filter(|year| is_for_driver && *year < FIRST_WITH_NVME_DRIVER);
        let message = match old {
            Some(year) => Message::new("plan-finding-open-old").with("year", year.to_string()),
            None => Message::new("plan-finding-open"),
        };
        let is_open = !open.is_empty();
        let open = open.into_iter().map(|answer| &answer.question);
        is_open.then(|| finding(message.list("open", "plan-between-wishes", open)))
    }

    /// The best arrangement if nothing has to boot, where booting alone is impossible.
    fn without_boot(&self, impossible: &PlanConflict) -> Option<RunFinding> {
        let is_boot = |constraint: &Constraint| {
            matches!(constraint, Constraint::Starts(_) | Constraint::StartsFromAny(_))
        };
        let blamed = impossible.constraints.iter().map(|&at| self.ask.constraints.get(at));
        if impossible.constraints.is_empty() || !blamed.flatten().all(is_boot) {
            return None;
        }
        let mut ask = self.ask.clone();
        ask.constraints.retain(|constraint| !is_boot(constraint));
        let effort = SearchEffort { top: 1, ..SearchEffort::default() };
        let found = search::best(self.inventory, self.devices, &ask, &effort).ok()?;
        let best = found.candidates.first()?;
        let bare = PlanInputs { ask: &ask, ..*self };
        let placed = bare.placed(ArrangementName::Best, best, best);
        let puts = bare.puts_of(Message::new("plan-without-boot"), &placed);
        let sentences = [puts].into_iter().chain(bare.brings(&placed)).collect::<Vec<_>>();
        let text = DocumentText::list("plan-between-sentences", sentences);
        Some(RunFinding { text, ..finding(Message::new("plan-without-boot")) })
    }

    fn against(&self, id: &'static str, placed: &PlanArrangement) -> Option<RunFinding> {
        let why = placed.why.as_ref()?;
        Some(finding(self.puts_of(Message::new(id), placed).text("why", why)))
    }

    /// The answer: the placement, its result, its bottleneck.
    fn answer(&self, placed: &PlanArrangement, best: &PlanCandidate, is_today: bool) -> RunFinding {
        let put = match is_today {
            true => Message::new("plan-answer-as-is"),
            false => {
                let is_assumed = self.board_note().is_some();
                let id = if is_assumed { "plan-answer-put-assumed" } else { "plan-answer-put" };
                self.puts_of(Message::new(id), placed)
            }
        };
        let mut sentences = vec![put];
        sentences.extend(self.brings(placed));
        let is_own = |kind| matches!(kind, LimitRecordKind::Drive | LimitRecordKind::DriveIops);
        let is_rated = self.ask.objectives.iter().any(|objective| workload_of(objective).is_some());
        let is_all = !placed.flows.is_empty() && !runs_each(self.ask);
        if is_all && placed.flows.iter().all(|flow| is_own(flow.limit.kind)) {
            sentences.push(Message::new("plan-answer-drives"));
        } else if let Some(limit) = placed.limit.as_ref().filter(|_| is_rated) {
            let is_bound = placed.flows.iter().any(Prediction::is_at_most);
            let id = if is_bound { "plan-answer-limit-bound" } else { "plan-answer-limit" };
            let message = Message::new(id).text("limit", &limit.name);
            sentences.push(message.with("capacity", capacity(limit)));
        }
        sentences.extend(self.narrowed(best));
        sentences.extend(self.full_width(best));
        sentences.extend(self.takes(best));
        let targets = best.outcomes.iter().map(|it| it.target.to_string()).collect();
        let text = DocumentText::list("plan-between-sentences", sentences);
        RunFinding { id: "plan-answer".to_owned(), targets, text, limit: placed.limit.clone() }
    }

    /// Totals of the objectives, up to the first about rates, which the limit belongs to; no rates if
    /// there are no drives.
    fn brings(&self, placed: &PlanArrangement) -> Vec<Message> {
        let objectives: Vec<_> = self.ask.objectives.iter().zip(&placed.scores).collect();
        let rated = objectives.iter().position(|(objective, _)| workload_of(objective).is_some());
        let told = objectives.iter().take(rated.map_or(1, |at| at + 1));
        let is_told = |objective: &PlanObjective| {
            workload_of(objective).is_none() || !placed.flows.is_empty()
        };
        let told = told.filter(|(objective, _)| is_told(objective)).map(|(objective, score)| {
            let sum = |of: fn(&Prediction) -> f64| placed.flows.iter().map(of).sum::<f64>();
            let (low, high) = (sum(|it| it.low_mb_s), sum(|it| it.high_mb_s));
            let is_sum = score.unit == FigureUnit::MbS && !runs_each(self.ask);
            let id = match workload_of(objective) {
                Some(_) if placed.flows.iter().any(Prediction::is_at_most) => {
                    "plan-answer-brings-bound"
                }
                Some(_) if is_sum && high > low * WIDE_BAND => "plan-answer-brings-band",
                Some(_) => "plan-answer-brings",
                None => "plan-answer-counts",
            };
            let brings = Message::new(id).text("aim", self.objective(objective).text);
            brings
                .text("amount", amount(score))
                .with("low", BytesPerSec::mb_s(low))
                .with("high", BytesPerSec::mb_s(high))
        });
        told.collect()
    }

    /// With the placement, as `puts`: `a in M2_1, b in M2_2, PCIEX16_3 bandwidth = x4`.
    fn puts_of(&self, message: Message, placed: &PlanArrangement) -> Message {
        let names: Vec<String> =
            self.devices.iter().map(|device| with_expanders(device).join(" + ")).collect();
        let slots = placed.placements.iter().map(|it| it.slot.as_str());
        let puts: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(slots).collect();
        let put = placed_names(&puts).into_iter().map(put);
        let set = placed.set.iter().map(|it| format!("{} = {}", it.name, it.value).into());
        let split = placed.splits.iter().map(|split| fitting::split_named(split).into());
        message.list("puts", "between-names", put.chain(set).chain(split))
    }

    fn confirm(&self, best: &PlanCandidate) -> Option<MoveCheckRecord> {
        let sum = |of: fn(&TargetPrediction) -> BytesPerSec| {
            let outcomes = deciding(self.ask, &best.outcomes).iter();
            round_mb_s(outcomes.map(|it| of(it).as_mb_s()).sum())
        };
        let command = self.command.filter(|_| !best.outcomes.is_empty())?;
        Some(MoveCheckRecord {
            command: command.to_owned(),
            mb_s: sum(|it| it.rate),
            low_mb_s: sum(|it| it.low),
            high_mb_s: sum(|it| it.high),
        })
    }

    fn impossible(&self, impossible: &PlanConflict, plan: PlanDocument) -> PlanDocument {
        let PlanInputs { inventory, devices, ask, .. } = *self;
        let obstacles = ObstacleSearch { inventory, devices, ask };
        let blame = obstacles.blame(impossible);
        let arrays = obstacles.arrays_against(&impossible.constraints);
        let mut constraints = self.constraints(impossible.constraints.iter().copied());
        constraints
            .extend(arrays.into_iter().filter_map(|at| Some(self.array(ask.arrays.get(at)?))));
        let message = self.headline(&blame, &constraints, &obstacles);
        let findings = [finding(message)].into_iter();
        let findings = findings.chain(self.without_boot(impossible)).chain(self.taken());
        let findings = findings.chain(self.pinned()).collect();
        let clashes = obstacles.lines(&blame, impossible);
        let answers = self.blamed_answers(&blame, impossible);
        let named = |at: &usize| self.devices.get(*at).map(|device| device.id.clone());
        let devices = match &blame {
            InfeasibilityCause::Devices(devices) => devices.iter().filter_map(named).collect(),
            InfeasibilityCause::Arrays(arrays) => {
                self.members(arrays).iter().filter_map(named).collect::<Vec<String>>()
            }
            InfeasibilityCause::Constraints | InfeasibilityCause::Unfinished => Vec::new(),
        };
        let proven = impossible.proven;
        let impossible = Some(PlanInfeasibility { constraints, devices, clashes, answers, proven });
        PlanDocument { impossible, findings, ..plan }
    }

    fn headline(
        &self,
        blame: &InfeasibilityCause,
        constraints: &[PlanCriterion],
        obstacles: &ObstacleSearch<'_>,
    ) -> Message {
        match blame {
            InfeasibilityCause::Unfinished => Message::new("plan-given-up"),
            InfeasibilityCause::Devices(devices) if devices.is_empty() => {
                Message::new("plan-impossible")
            }
            InfeasibilityCause::Devices(devices) => {
                Message::new("plan-impossible-pieces").text("pieces", obstacles.names(devices))
            }
            InfeasibilityCause::Arrays(arrays) => obstacles.unmade(arrays),
            InfeasibilityCause::Constraints => match constraints {
                [one] => Message::new("plan-impossible-wish").text("wish", &one.text),
                all => {
                    let all = all.iter().map(|constraint| &constraint.text);
                    Message::new("plan-impossible-wishes").list(
                        "wishes",
                        "plan-between-wishes",
                        all,
                    )
                }
            },
        }
    }

    fn members(&self, arrays: &[usize]) -> Vec<usize> {
        let arrays = arrays.iter().filter_map(|&at| self.ask.arrays.get(at));
        arrays.flat_map(|array| array.members.iter().copied()).collect()
    }

    fn constraints(&self, which: impl Iterator<Item = usize>) -> Vec<PlanCriterion> {
        let constraint = |at: usize| {
            let constraint = self.ask.constraints.get(at)?;
            let word = words::constraint(constraint, self.devices);
            Some(PlanCriterion {
                word,
                text: words::constraint_says(constraint, self.devices).into(),
            })
        };
        which.filter_map(constraint).collect()
    }

    /// An array that conflicts with constraints.
    fn array(&self, array: &ArrayConstraint) -> PlanCriterion {
        let engines: Vec<String> = array.means.iter().map(RaidEngineKind::to_string).collect();
        let message = Message::new("plan-wish-array")
            .with("array", &array.id)
            .with("engines", engines.join(" / "));
        PlanCriterion { word: words::array(array, self.devices), text: message.into() }
    }

    fn objective(&self, objective: &PlanObjective) -> PlanCriterion {
        let word = words::objective(objective, self.devices);
        PlanCriterion { word, text: words::objective_says(objective, self.devices).into() }
    }

    fn inventory(&self) -> plan::PlanInventory {
        let settings = self.inventory.settings.iter();
        plan::PlanInventory {
            name: self.inventory.name.clone(),
            board: self.inventory.board.clone(),
            slots: self.inventory.slots.iter().map(slot).collect(),
            settings: settings
                .map(|(name, value)| PlanSetting { name: name.clone(), value: value.clone() })
                .collect(),
        }
    }

    fn device(&self, at: usize, device: &device::MovableDevice) -> PlanDevice {
        let today = self.inventory.today.locations.get(at);
        let today = today
            .and_then(|location| self.inventory.location_name(&self.inventory.today, *location));
        PlanDevice {
            id: device.id.clone(),
            model: device.model_name().to_owned(),
            kind: kind(device).to_owned(),
            shape: shape(device.shape).to_owned(),
            link: device.link.map(LinkState::of),
            drives: device.body.drives.keys().map(ToString::to_string).collect(),
            serials: device.body.drives.values().filter_map(|it| it.serial.clone()).collect(),
            today,
            slots_thick: is_upright(device).then(|| device.thickness().slots),
            is_thickness_assumed: is_upright(device) && device.thickness().is_assumed,
        }
    }

    fn notes(&self) -> Vec<DocumentNote> {
        let notes = self.inventory.fixed.topology.notes.iter();
        let stands: Vec<_> = self.taken_notes().chain(self.second_note()).collect();
        let notes = notes.filter(|note| !stands.contains(note));
        let of_machine = notes.map(|note| DocumentNote::of(note.about.as_ref(), &note.text));
        let best = self.search.as_ref().ok().and_then(|found| found.candidates.first());
        let doubts =
            best.map(|it| doubts::of_placement(self.inventory, self.devices, &it.placement));
        let doubts = doubts.unwrap_or_default();
        let of_board = doubts.iter().map(|doubt| DocumentNote::of(None, doubt));
        let clearance = best.map(|it| self.clearance(&it.placement)).unwrap_or_default();
        of_machine.chain(of_board).chain(clearance).collect()
    }
}

fn finding(message: Message) -> RunFinding {
    let id = message.id().to_owned();
    RunFinding { id, targets: Vec::new(), text: message.into(), limit: None }
}

/// `a in M2_1`.
fn put((devices, slots): (String, String)) -> DocumentText {
    Message::new("plan-put").with("piece", devices).with("slot", slots).into()
}

/// No objective tells them apart.
fn brings_the_same(one: &PlanArrangement, other: &PlanArrangement) -> bool {
    let pairs = one.scores.iter().zip(&other.scores);
    pairs.into_iter().all(|(one, other)| one.value == other.value)
}

fn proof(found: &SearchResult) -> OptimalityProofRecord {
    let gap = match found.proof {
        OptimalityProof::Exact => None,
        OptimalityProof::Gap(gap) => Some(gap),
    };
    OptimalityProofRecord { exact: gap.is_none(), gap, looked_at: found.tried }
}

fn slot(slot: &inventory::InventorySlot) -> PlanSlot {
    PlanSlot {
        id: slot.id.clone(),
        form: slot.form.map(|form| form.to_string().into()),
        link: slot.link.map(LinkState::of),
        basis: basis(slot.basis),
    }
}

fn kind(device: &device::MovableDevice) -> &'static str {
    match device.kind() {
        _ if device.drive().is_some() => "drive",
        Some(NodeKind::Gpu) => "gpu",
        Some(NodeKind::Network) => "network",
        _ => "card",
    }
}

/// Whether it is in a slot for cards.
fn is_upright(device: &device::MovableDevice) -> bool {
    matches!(device.shape, DeviceShape::Card(_))
}

fn shape(shape: DeviceShape) -> &'static str {
    match shape {
        DeviceShape::M2 => "m2",
        DeviceShape::Card(_) => "card",
        DeviceShape::U2 => "u2",
        DeviceShape::Sata => "sata",
        DeviceShape::Unknown => "unknown",
    }
}

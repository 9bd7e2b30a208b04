//! One word at a time.

use narrows_messages::Message;
use narrows_model::RaidLevel;
use narrows_units::BytesPerSec;
use narrows_workload::{Workload, profile_names};

use super::names::{array, unknown};
use super::near::{nearest, shown};
use super::{ConstraintReader, SHORT, workload};
use crate::feasibility::RaidEngineKind;
use crate::request::{ArrayConstraint, Constraint, PlanObjective};

const ALONE: [&str; 7] =
    ["boot", "few-moves", "no-adapters", "risers", "firmware-raid", "free-sata", "free-sata>=2"];
/// Words before a `=`.
const KEYS: [&str; 7] = ["each", "latency", "to", "boot", "log", "near", "lanes"];
/// Words after a device and a `=`.
const STATES: [&str; 5] = ["full", "line-rate", "cpu", "chipset", "stay"];
/// Prefixes of words for levels; longer ones before their own prefixes.
const LEVELS: [(&str, RaidLevel); 6] = [
    ("raid10", RaidLevel::MirroredStripe),
    ("raid0", RaidLevel::Stripe),
    ("raid1", RaidLevel::Mirror),
    ("raid5", RaidLevel::Parity(1)),
    ("raid6", RaidLevel::Parity(2)),
    ("jbod", RaidLevel::Jbod),
];
/// No link is wider.
const MOST_LANES: u8 = 32;

/// Whether the word makes an array: `LEVEL`, `LEVEL:MEANS`, `LEVEL=a+b`, `LEVEL:MEANS=a+b`.
pub(super) fn is_array(text: &str) -> bool {
    level(text).is_some()
}

/// The level that a word begins with, and the rest.
fn level(text: &str) -> Option<(RaidLevel, &str)> {
    let begins = |(word, level): (&str, RaidLevel)| Some((level, text.strip_prefix(word)?));
    let (level, rest) = LEVELS.into_iter().find_map(begins)?;
    // `raid0:random` is an objective about the array, as `raid0:windows` is none.
    let is_objective = rest.strip_prefix(':').is_some_and(|word| workload(word.trim()).is_some());
    (rest.is_empty() || rest.starts_with([':', '=']))
        .then_some((level, rest))
        .filter(|_| !is_objective)
}

impl ConstraintReader<'_> {
    /// All arrays: those with members first, because the others take the remaining drives.
    pub(super) fn arrays(&mut self, words: &[&str]) -> Result<(), Message> {
        let mut made: Vec<Option<ArrayConstraint>> = vec![None; words.len()];
        let parts = words.iter().filter_map(|text| level(text));
        let parts: Vec<(RaidLevel, &str)> = parts.collect();
        for says_members in [true, false] {
            for (at, (level, rest)) in parts.iter().enumerate() {
                if rest.contains('=') == says_members {
                    let array = self.array(*level, rest)?;
                    self.request.arrays.push(array.clone());
                    made[at] = Some(array);
                }
            }
        }
        // In the order written, each with a name of its own: `raid0`, `raid0-2`.
        let mut arrays: Vec<ArrayConstraint> = Vec::new();
        for array in made.into_iter().flatten() {
            let before = arrays.iter().filter(|other| other.level == array.level).count();
            let id = match before {
                0 => array.id.clone(),
                before => format!("{}-{}", array.id, before + 1),
            };
            arrays.push(ArrayConstraint { id, ..array });
        }
        self.request.arrays = arrays;
        self.keep_arrays();
        Ok(())
    }

    /// Arrays that are there stay, unless a word makes another of their drives.
    fn keep_arrays(&mut self) {
        let there = &self.names.inventory.fixed.arrays;
        // A stripe over arrays has all of their drives, and they come with it.
        let (stripes, plain): (Vec<_>, Vec<_>) =
            there.iter().partition(|(_, plan)| plan.over.is_some());
        for (id, plan) in stripes.into_iter().chain(plain) {
            let members = plan.members.iter().map(|drive| self.names.device_of(drive));
            let Some(members) = members.collect::<Option<Vec<usize>>>() else { continue };
            // RAID engines that may have made an array of this layer; empty for layers that no plan
            // makes.
            let means = RaidEngineKind::ALL
                .into_iter()
                .filter(|means| means.engine() == plan.engine)
                .collect::<Vec<RaidEngineKind>>();
            let is_free = members.iter().all(|member| self.left_over().contains(member));
            let is_new = array(&self.request.arrays, id.as_str()).is_none();
            if is_free && is_new && !means.is_empty() {
                let (id, level) = (id.to_string(), plan.level);
                self.request.arrays.push(ArrayConstraint { id, level, members, means });
            }
        }
    }

    fn array(&self, level: RaidLevel, rest: &str) -> Result<ArrayConstraint, Message> {
        let (means, members) = match rest.split_once('=') {
            Some((means, members)) => (means, self.members(members)?),
            None => (rest, self.names.usual_members(self.left_over(), level.fewest())),
        };
        let means = match means.strip_prefix(':') {
            Some(ids) => ids.split('/').map(self::means).collect::<Result<_, _>>()?,
            None => RaidEngineKind::ALL.to_vec(),
        };
        if members.is_empty() && !self.names.drives().is_empty() {
            return Err(Message::new("plan-array-none-left").with("level", level.as_str()));
        }
        if members.len() < level.fewest() {
            let few = Message::new("plan-array-few").with("level", level.as_str());
            return Err(few.count("fewest", level.fewest()).count("members", members.len()));
        }
        Ok(ArrayConstraint { id: level.as_str().to_owned(), level, members, means })
    }

    fn members(&self, text: &str) -> Result<Vec<usize>, Message> {
        let mut members = Vec::new();
        for name in text.split('+') {
            for drive in self.names.drives_named(name.trim())? {
                if !members.contains(&drive) {
                    members.push(drive);
                }
            }
        }
        Ok(members)
    }

    /// A word that makes no array.
    pub(super) fn word(&mut self, text: &str) -> Result<(), Message> {
        if let Some((left, right)) = text.split_once(">=") {
            return self.at_least(left.trim(), right.trim());
        }
        if let Some((left, right)) = text.split_once('=') {
            return self.equals(text, left.trim(), right.trim());
        }
        if let Some((device, slot)) = text.split_once('@') {
            return self.at(device.trim(), slot.trim());
        }
        // Addresses such as 0000:01:00.0 have colons of their own.
        if let Some((target, profile)) = text.rsplit_once(':') {
            let workload = self.profile(profile.trim())?;
            let target = self.target(target.trim())?;
            self.objective(PlanObjective::Of(target, workload));
            return Ok(());
        }
        match text {
            "boot" => return self.boot_of_rest(),
            "few-moves" => self.objective(PlanObjective::FewMoves),
            "free-sata" => self.objective(PlanObjective::FreeSata),
            "no-adapters" => self.constraint(Constraint::NoAdapters),
            "risers" => self.constraint(Constraint::Risers),
            "firmware-raid" => return self.firmware_raid(),
            _ => match workload(text) {
                Some(workload) => self.objective(PlanObjective::Together(workload)),
                None => return Err(self.no_word(text)),
            },
        }
        Ok(())
    }

    /// `a@PCIEX4`, `a@PCIEX4/2` of a card's second bay or port, `drives@hba` of any of them.
    fn at(&mut self, device: &str, place: &str) -> Result<(), Message> {
        if let Some(card) = self.names.card_with_bays(place)? {
            for device in self.names.devices(device)? {
                self.constraint(Constraint::On(device, card));
            }
            return Ok(());
        }
        let device = self.names.device(device)?;
        let place = self.names.place(place)?;
        self.constraint(Constraint::At(device, place));
        Ok(())
    }

    fn firmware_raid(&mut self) -> Result<(), Message> {
        let ids: Vec<String> = self.request.arrays.iter().map(|array| array.id.clone()).collect();
        if ids.is_empty() {
            return Err(Message::new("plan-no-array"));
        }
        ids.into_iter().for_each(|id| self.constraint(Constraint::FirmwareArray(id)));
        Ok(())
    }

    /// `free-sata>=2`, `gpu>=x8`, `nic>=2500MB/s`.
    fn at_least(&mut self, left: &str, right: &str) -> Result<(), Message> {
        let bad = || Message::new("plan-bad-amount").with("word", shown(right));
        if left == "free-sata" {
            self.constraint(Constraint::FreeSata(right.parse().map_err(|_| bad())?));
            return Ok(());
        }
        let devices = self.names.devices(left)?;
        if let Some(lanes) = right.strip_prefix('x') {
            let lanes: u8 = lanes.parse().map_err(|_| bad())?;
            if !(1..=MOST_LANES).contains(&lanes) {
                return Err(bad());
            }
            devices
                .into_iter()
                .for_each(|device| self.constraint(Constraint::Lanes(device, lanes)));
            return Ok(());
        }
        let rate: BytesPerSec = right.parse().map_err(|_| bad())?;
        devices.into_iter().for_each(|device| self.constraint(Constraint::LineRate(device, rate)));
        Ok(())
    }

    fn equals(&mut self, text: &str, left: &str, right: &str) -> Result<(), Message> {
        // A drive may be called `log`; `log=cpu` is about that drive.
        let is_state = STATES.contains(&right);
        if KEYS.contains(&left) && !(is_state && self.names.devices(left).is_ok()) {
            return self.key(left, right);
        }
        let devices = self.names.devices(left).map_err(|problem| {
            // `botg=m8pe` is a wrong key rather than a wrong name.
            let near = nearest(left, KEYS).filter(|_| !is_state);
            near.map_or(problem, |near| no_such_word(text, Some(&format!("{near}={right}"))))
        })?;
        for device in devices {
            let constraint = self.state(device, right)?;
            self.constraint(constraint);
        }
        Ok(())
    }

    fn state(&self, device: usize, state: &str) -> Result<Constraint, Message> {
        Ok(match state {
            "full" => Constraint::FullLink(device),
            "cpu" => Constraint::OnProcessor(device),
            "chipset" => Constraint::OnChipset(device),
            "line-rate" => {
                let name = &self.names.devices[device].id;
                let unknown = || Message::new("plan-no-line-rate").with("name", shown(name));
                Constraint::LineRate(device, self.names.line_rate(device).ok_or_else(unknown)?)
            }
            "stay" if device < self.names.inventory.today.locations.len() => {
                Constraint::Stays(device)
            }
            "stay" => {
                let name = shown(&self.names.devices[device].id);
                return Err(Message::new("plan-not-in-yet").with("name", name));
            }
            _ => {
                let near = nearest(state, STATES);
                return Err(unknown("plan-unknown-state", "plan-unknown-state-near", state, near));
            }
        })
    }

    fn key(&mut self, key: &str, value: &str) -> Result<(), Message> {
        match key {
            "each" => {
                let workload = self.profile(value)?;
                self.objective(PlanObjective::Each(workload));
            }
            "boot" => return self.boot(value),
            "near" => return self.near(value),
            "to" => return self.to(value),
            _ => {
                for device in self.names.devices(value)? {
                    self.about(key, device)?;
                }
            }
        }
        Ok(())
    }

    /// `latency=`, `log=` and `lanes=`.
    fn about(&mut self, key: &str, device: usize) -> Result<(), Message> {
        if key == "lanes" {
            self.objective(PlanObjective::LanesOf(device));
            return Ok(());
        }
        if self.names.devices[device].drive().is_none() {
            let name = shown(&self.names.devices[device].id);
            return Err(Message::new("plan-not-a-drive").with("name", name));
        }
        if key == "log" {
            self.constraint(Constraint::OnProcessor(device));
        }
        self.objective(PlanObjective::Latency(device));
        Ok(())
    }

    /// `boot` alone means one of the drives that no array has; else the only array, else one of all drives.
    fn boot_of_rest(&mut self) -> Result<(), Message> {
        let rest = self.left_over();
        let drives = match self.request.arrays.as_slice() {
            [array] if rest.is_empty() => return self.boot(&array.id.clone()),
            _ if rest.is_empty() => self.names.drives_named("drives")?,
            _ => rest,
        };
        self.constraint(match drives.as_slice() {
            [only] => Constraint::Starts(*only),
            _ => Constraint::StartsFromAny(drives),
        });
        Ok(())
    }

    fn boot(&mut self, name: &str) -> Result<(), Message> {
        if let Some(array) = array(&self.request.arrays, name) {
            let id = array.id.clone();
            self.constraint(Constraint::ArrayStarts(id));
            return Ok(());
        }
        if is_array(name) {
            return Err(Message::new("plan-boot-no-array").with("word", shown(name)));
        }
        for drive in self.names.drives_named(name)? {
            self.constraint(Constraint::Starts(drive));
        }
        Ok(())
    }

    /// The first of them beside each of the others.
    fn near(&mut self, names: &str) -> Result<(), Message> {
        let mut groups = Vec::new();
        for name in names.split('+') {
            groups.push(self.names.devices(name.trim())?);
        }
        let Some((first, others)) = groups.split_first().filter(|(_, others)| !others.is_empty())
        else {
            return Err(Message::new("plan-near-what").with("name", shown(names)));
        };
        for &one in first {
            for &other in others.iter().flatten().filter(|other| **other != one) {
                self.constraint(Constraint::Near(one, other));
            }
        }
        Ok(())
    }

    /// `to=gpu` reads straight into the card, one request after the other through all of it.
    fn to(&mut self, text: &str) -> Result<(), Message> {
        let whole = self.names.device(text);
        let (card, profile) = match (&whole, text.rsplit_once(':')) {
            (Err(_), Some((card, profile))) => (self.names.device(card)?, profile),
            _ => (whole?, "sequential"),
        };
        let workload = self.profile(profile)?;
        self.objective(PlanObjective::ToCard(card, workload));
        Ok(())
    }

    /// A drive or array that a workload can run on.
    fn target(&self, name: &str) -> Result<String, Message> {
        if let Some(array) = array(&self.request.arrays, name) {
            return Ok(array.id.clone());
        }
        let device = self.names.device(name)?;
        let drive = self.names.devices[device].drive();
        let none = || Message::new("plan-not-a-drive").with("name", shown(name));
        drive.map(ToString::to_string).ok_or_else(none)
    }

    fn profile(&self, name: &str) -> Result<Workload, Message> {
        workload(name).ok_or_else(|| {
            let names = profile_names();
            let short = SHORT.into_iter().map(|(word, ..)| word);
            let near = nearest(name, names.iter().map(String::as_str).chain(short));
            unknown("plan-unknown-profile", "plan-unknown-profile-near", name, near)
        })
    }

    /// That the word means nothing; a bare name means something with more beside it.
    fn no_word(&self, text: &str) -> Message {
        if self.names.devices(text).is_ok() {
            return Message::new("plan-bare-name").with("name", shown(text));
        }
        let lower = text.to_lowercase();
        let is_about_loss =
            ["zfs", "redundan", "failure", "parity"].iter().any(|it| lower.contains(it));
        if is_about_loss || lower.starts_with("raid") {
            return Message::new("plan-which-level").with("word", shown(text));
        }
        let names = profile_names();
        let short = SHORT.into_iter().map(|(word, ..)| word);
        let known = short.chain(ALONE).chain(names.iter().map(String::as_str));
        no_such_word(text, nearest(text, known))
    }
}

fn no_such_word(text: &str, near: Option<&str>) -> Message {
    unknown("plan-unknown-word", "plan-unknown-word-near", text, near)
}

fn means(id: &str) -> Result<RaidEngineKind, Message> {
    let known = || RaidEngineKind::ALL.into_iter();
    known().find(|means| means.id() == id.trim()).ok_or_else(|| {
        let near = nearest(id, known().map(RaidEngineKind::id));
        unknown("plan-unknown-means", "plan-unknown-means-near", id, near)
    })
}

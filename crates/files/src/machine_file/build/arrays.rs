//! Arrays: their members, and which level, engine and cache go together.

use narrows_messages::Message;
use narrows_model::{ArrayPlan, Bitmap, RaidEngine, RaidLevel};
use narrows_topology::Id;
use narrows_topology::evidence::StackedDevice;
use narrows_topology::graph;
use narrows_units::Bytes;

use super::builder::MachineBuilder;
use super::names::NameKind;
use super::range::within;
use crate::machine_file::description::{self, SpelledLevel};
use crate::machine_file::slip::{MachineFileSlip, Name, Result, shown};

/// Sectors are the least that a stripe can be cut into.
const SECTOR: u64 = 512;
/// zpoolprops(7), ashift.
const LEAST_ASHIFT: u32 = 9;
const MOST_ASHIFT: u32 = 16;
/// No engine takes larger ones.
const LARGEST_CHUNK: Bytes = Bytes::gib(1);

impl MachineBuilder<'_> {
    /// Makes the arrays: first those of drives, then those of arrays.
    pub fn arrays(&mut self, arrays: &[description::Array]) -> Result<()> {
        let (of_arrays, of_drives): (Vec<_>, Vec<_>) =
            arrays.iter().partition(|array| self.has_arrays(array));
        for array in &of_drives {
            fits_together(array)?;
            let members = self.members(array)?;
            let controller = self.controller_of(array, &members)?;
            let write_mostly = self.write_mostly(array, &members)?;
            self.add_array(array, members, controller);
            if let Some(plan) = self.machine.arrays.get_mut(&Id::new(&array.id.value)) {
                plan.write_mostly = write_mostly;
            }
        }
        of_arrays.into_iter().try_for_each(|array| self.array_of_arrays(array, &of_drives))?;
        // Of a pool of arrays the outer one has the log.
        for array in arrays {
            let log = self.log(array)?;
            if let Some(plan) = self.machine.arrays.get_mut(&Id::new(&array.id.value)) {
                plan.log = log;
            }
        }
        Ok(())
    }

    fn log(&mut self, array: &description::Array) -> Result<Vec<Id>> {
        let mut log = Vec::new();
        for name in &array.log {
            for id in self.drives_named(name)?.to_vec() {
                self.claim_member(array, name, &id)?;
                log.push(id);
            }
        }
        Ok(log)
    }

    fn members(&mut self, array: &description::Array) -> Result<Vec<Id>> {
        let mut members = Vec::new();
        for name in &array.members {
            for id in self.drives_named(name)?.to_vec() {
                self.claim_member(array, name, &id)?;
                self.check_driver(array, name, &id)?;
                members.push(id);
            }
        }
        let fewest = array.level.value.level.fewest_members();
        if members.len() < fewest {
            let problem = Message::new("machine-few-members").with("fewest", fewest);
            return Err(array.id.wrong(problem.with("members", members.len())));
        }
        copies_fit(array, members.len())?;
        Ok(members)
    }

    /// Takes a drive or array for `array`, which nothing else may have.
    pub(super) fn claim_member(
        &mut self,
        array: &description::Array,
        name: &Name,
        id: &Id,
    ) -> Result<()> {
        let claim = (array.id.value.clone(), name.at);
        let Some((other, at)) = self.member_of.insert(id.clone(), claim) else { return Ok(()) };
        let problem = Message::new("machine-member-twice").with("id", id);
        Err(name.wrong(problem.with("array", other)).against(at))
    }

    /// Refuses drives of a driver in arrays of another engine.
    fn check_driver(&self, array: &description::Array, name: &Name, id: &Id) -> Result<()> {
        let driver = self.machine.drivers.get(id).map(|driver| driver.engine);
        let Some(driver) = driver.filter(|driver| *driver != engine(array)) else { return Ok(()) };
        let problem = Message::new("machine-driver-array").with("id", id);
        let at = array.engine.map_or(array.id.at, |engine| engine.at);
        Err(name.wrong(problem.with("engine", driver.as_str())).against(at))
    }

    /// Members that are read only where no other can be; one is left to be read.
    fn write_mostly(&self, array: &description::Array, members: &[Id]) -> Result<Vec<Id>> {
        let mut mostly_written = Vec::new();
        for name in &array.write_mostly {
            let ids = self.drives_named(name)?;
            if ids.iter().any(|id| !members.contains(id)) {
                let problem = Message::new("machine-write-mostly-member");
                return Err(name.wrong(problem.with("id", shown(&name.value))));
            }
            mostly_written.extend_from_slice(ids);
            if mostly_written.len() >= members.len() {
                return Err(name.wrong(Message::new("machine-write-mostly-all")));
            }
        }
        Ok(mostly_written)
    }

    fn drives_named(&self, name: &Name) -> Result<&[Id]> {
        match self.names.what(&name.value) {
            Some(NameKind::Drives(ids)) => Ok(ids),
            _ => {
                let ids =
                    ["machine-no-such-drive", "machine-no-such-drive-near", "machine-not-a-drive"];
                Err(self.names.no_such(name, ids, |what| matches!(what, NameKind::Drives(_))))
            }
        }
    }

    /// A RAID card works on the drives that hang on it.
    pub(super) fn controller_of(
        &self,
        array: &description::Array,
        members: &[Id],
    ) -> Result<Option<Id>> {
        let is_hardware = engine(array) == RaidEngine::Hardware;
        let name = match (&array.controller, is_hardware) {
            (Some(name), true) => name,
            (None, false) => return Ok(None),
            (None, true) => return Err(array.id.wrong(Message::new("machine-hardware-alone"))),
            (Some(name), false) => {
                let other = array.engine.map_or(array.id.at, |engine| engine.at);
                return Err(name.wrong(Message::new("machine-controller-unused")).against(other));
            }
        };
        if self.names.what(&name.value) != Some(&NameKind::Controller) {
            let ids = [
                "machine-no-such-controller",
                "machine-no-such-controller-near",
                "machine-not-a-controller",
            ];
            return Err(self.names.no_such(name, ids, |what| *what == NameKind::Controller));
        }
        let controller = Id::new(&name.value);
        match members.iter().find(|member| !self.hangs_on(member, &controller)) {
            Some(stray) => Err(self.stray(name, stray)),
            None => Ok(Some(controller)),
        }
    }

    fn hangs_on(&self, drive: &Id, controller: &Id) -> bool {
        let topology = &self.machine.topology;
        let own = topology.drives.get(drive).and_then(|drive| drive.controller.as_ref());
        own.is_some_and(|own| topology.path(own).any(|(id, _)| id == controller))
    }

    fn stray(&self, controller: &Name, drive: &Id) -> MachineFileSlip {
        let problem = Message::new("machine-member-elsewhere").with("id", drive);
        let slip = controller.wrong(problem.with("controller", shown(&controller.value)));
        self.member_of.get(drive).map_or(slip.clone(), |(_, at)| slip.against(*at))
    }

    fn add_array(&mut self, array: &description::Array, members: Vec<Id>, controller: Option<Id>) {
        let id = Id::new(&array.id.value);
        let node = graph::Array {
            stack: stack(array),
            members: members.clone(),
            drives: members.clone(),
            size: None,
            mounts: Vec::new(),
        };
        self.machine.topology.arrays.insert(id.clone(), node);
        let plan = ArrayPlan {
            chunk: array.chunk.map(|chunk| chunk.value),
            record: array.record.map(|record| record.value),
            // Within the bounds of `fits_together`, so that the shift cannot overflow.
            sector: array
                .ashift
                .and_then(|it| Some(Bytes::new(1 << u32::try_from(it.value).ok()?))),
            direct: array.direct.is_some_and(|direct| direct.value),
            cache: array.cache.map(|cache| cache.value).unwrap_or_default(),
            drive_buffer: array.drive_buffer.is_none_or(|buffer| buffer.value),
            bitmap: array.bitmap.map(|bitmap| bitmap.value).unwrap_or_default(),
            copies: array.layout.map(|layout| layout.value).unwrap_or_default(),
            controller,
            ..ArrayPlan::new(array.level.value.level, engine(array), members)
        };
        self.machine.arrays.insert(id, plan);
    }
}

/// An array's layers, as known without examining it.
pub(super) fn stack(array: &description::Array) -> StackedDevice {
    let engine = engine(array);
    // What others call level 5 is raidz1 in ZFS.
    let level = SpelledLevel { is_raidz: engine == RaidEngine::Zfs, ..array.level.value };
    StackedDevice::Described {
        engine: engine.as_str().to_owned(),
        level: level.as_str().to_owned(),
        chunk: array.chunk.map(|chunk| chunk.value),
    }
}

/// The layer that makes it.
pub(super) fn engine(array: &description::Array) -> RaidEngine {
    array.engine.map(|engine| engine.value).unwrap_or_default()
}

/// Refuses levels, chunks, copies and bitmaps that do not go with level and engine.
pub(super) fn fits_together(array: &description::Array) -> Result<()> {
    let (SpelledLevel { level, .. }, engine) = (array.level.value, engine(array));
    let engine_at = array.engine.map_or(array.level.at, |engine| engine.at);
    if !has_level(engine, array.level.value) {
        let problem = Message::new("machine-level-and-engine").with("engine", engine.as_str());
        return Err(array.level.wrong(problem).against(engine_at));
    }
    chunk_fits(array)?;
    let has_copies = engine == RaidEngine::Md && level == RaidLevel::MirroredStripe;
    if let Some(layout) = array.layout.filter(|_| !has_copies) {
        let other = if engine == RaidEngine::Md { array.level.at } else { engine_at };
        return Err(layout.wrong(Message::new("machine-layout-unused")).against(other));
    }
    let is_mds_mirror = engine == RaidEngine::Md && level == RaidLevel::Mirror;
    if let Some(name) = array.write_mostly.first().filter(|_| !is_mds_mirror) {
        let problem = Message::new("machine-write-mostly-unused");
        return Err(name.wrong(problem).against(array.level.at));
    }
    let of_zfs = [
        array.record.map(|record| record.at),
        array.ashift.map(|ashift| ashift.at),
        array.direct.map(|direct| direct.at),
        array.log.first().map(|log| log.at),
    ];
    if let Some(at) = of_zfs.into_iter().flatten().min().filter(|_| engine != RaidEngine::Zfs) {
        let problem = Message::new("machine-zfs-only");
        return Err(MachineFileSlip::new(at, problem).against(engine_at));
    }
    if let Some(ashift) = &array.ashift {
        within(ashift, LEAST_ASHIFT, MOST_ASHIFT)?;
    }
    let has_bitmap =
        engine == RaidEngine::Md && !matches!(level, RaidLevel::Jbod | RaidLevel::Stripe);
    match array.bitmap.filter(|bitmap| bitmap.value != Bitmap::None && !has_bitmap) {
        Some(bitmap) => Err(bitmap.wrong(Message::new("machine-bitmap-unused")).against(engine_at)),
        None => Ok(()),
    }
}

/// No member has two copies of one chunk.
fn copies_fit(array: &description::Array, members: usize) -> Result<()> {
    match array.layout.filter(|layout| usize::from(layout.value.count) > members) {
        Some(layout) => {
            let problem = Message::new("machine-layout-copies").with("members", members);
            Err(layout.wrong(problem.with("copies", u64::from(layout.value.count))))
        }
        None => Ok(()),
    }
}

fn chunk_fits(array: &description::Array) -> Result<()> {
    let Some(chunk) = &array.chunk else { return Ok(()) };
    if !array.level.value.level.has_chunks() {
        return Err(chunk.wrong(Message::new("machine-chunk-unused")).against(array.level.at));
    }
    let bytes = chunk.value.get();
    if !bytes.is_multiple_of(SECTOR) || chunk.value > LARGEST_CHUNK {
        let problem = Message::new("machine-chunk").with("most", LARGEST_CHUNK);
        return Err(chunk.wrong(problem.with("chunk", chunk.value)));
    }
    Ok(())
}

/// Which levels each engine has: `dmsetup` stripes and no more; Windows' dynamic disks stripe and
/// mirror, and more on its servers only (see the catalogue's means); firmware has no double parity
/// (Intel's RST and VROC, AMD's RAIDXpert2 user guides); ZFS alone calls its parity raidz
/// (zpoolconcepts(7), mkfs.btrfs(8), md(4)).
fn has_level(engine: RaidEngine, spelled: SpelledLevel) -> bool {
    let SpelledLevel { level, is_raidz } = spelled;
    let is_firmwares = |level| {
        matches!(
            level,
            RaidLevel::Stripe
                | RaidLevel::Mirror
                | RaidLevel::MirroredStripe
                | RaidLevel::Parity(1)
        )
    };
    match engine {
        RaidEngine::DmStripe => level == RaidLevel::Stripe,
        RaidEngine::WindowsStripe => matches!(level, RaidLevel::Stripe | RaidLevel::Mirror),
        RaidEngine::Zfs => is_raidz || !matches!(level, RaidLevel::Jbod | RaidLevel::Parity(_)),
        _ if is_raidz => false,
        RaidEngine::IntelRst | RaidEngine::Vroc => is_firmwares(level),
        RaidEngine::AmdRaidxpert => is_firmwares(level) || level == RaidLevel::Jbod,
        RaidEngine::Md | RaidEngine::Btrfs | RaidEngine::Hardware => true,
    }
}

//! Arrays.

use narrows_model::{ArrayCacheMode, ArrayPlan, Bitmap, CopyLayout, RaidEngine, RaidLevel};
use narrows_topology::Id;

use super::{name, names};
use crate::machine_file::description::{Array, SpelledLevel};

pub(crate) fn array(id: &Id, plan: &ArrayPlan) -> Array {
    let plain = Array {
        id: name(id),
        level: SpelledLevel { level: RaidLevel::Stripe, is_raidz: false }.into(),
        engine: None,
        chunk: None,
        record: None,
        ashift: None,
        direct: None,
        log: Vec::new(),
        members: Vec::new(),
        controller: None,
        cache: None,
        drive_buffer: None,
        bitmap: None,
        layout: None,
        write_mostly: Vec::new(),
    };
    if let Some(over) = &plan.over {
        let card = plan.controller.as_ref().filter(|_| over.engine == RaidEngine::Hardware);
        return Array {
            engine: Some(over.engine.into()),
            chunk: over.chunk.map(Into::into),
            members: names(&over.arrays),
            controller: card.map(name),
            log: names(&plan.log),
            ..plain
        };
    }
    let is_raidz = plan.engine == RaidEngine::Zfs && matches!(plan.level, RaidLevel::Parity(_));
    Array {
        level: SpelledLevel { level: plan.level, is_raidz }.into(),
        engine: Some(plan.engine.into()),
        chunk: plan.chunk.map(Into::into),
        record: plan.record.map(Into::into),
        ashift: plan.sector.map(|sector| i64::from(sector.get().trailing_zeros()).into()),
        direct: plan.direct.then(|| true.into()),
        log: names(&plan.log),
        members: names(&plan.members),
        controller: plan.controller.as_ref().map(name),
        cache: (plan.cache != ArrayCacheMode::None).then(|| plan.cache.into()),
        bitmap: (plan.bitmap != Bitmap::None).then(|| plan.bitmap.into()),
        layout: (plan.copies != CopyLayout::default()).then(|| plan.copies.into()),
        write_mostly: names(&plan.write_mostly),
        drive_buffer: (!plan.drive_buffer).then(|| false.into()),
        ..plain
    }
}

//! Arrays.

use narrows_model::{ArrayPlan, Bitmap, CacheMode, Copies, Engine, Level};
use narrows_topology::Id;

use super::text::{Exact, Table};

/// An array as an `[[array]]`, its drives by these names.
pub(crate) fn array(id: &Id, plan: &ArrayPlan) -> Table {
    let table = Table::new("[[array]]").says("id", id);
    if let Some(over) = &plan.over {
        let table = table.says("level", 0).says("engine", over.engine.as_str());
        let table = table.may_say("chunk", over.chunk.map(Exact::exact));
        let card = plan.controller.as_ref().filter(|_| over.engine == Engine::Hardware);
        return table.lists("members", &over.arrays).may_say("controller", card);
    }
    let table = table.says("level", level(plan.level, plan.engine));
    let table = table.says("engine", plan.engine.as_str());
    let table = table.may_say("chunk", plan.chunk.map(Exact::exact));
    let table =
        table.lists("members", &plan.members).may_say("controller", plan.controller.as_ref());
    let cache = match plan.cache {
        CacheMode::None => None,
        CacheMode::ReadOnly => Some("read-only"),
        CacheMode::WriteThrough => Some("write-through"),
        CacheMode::WriteBack => Some("write-back"),
    };
    let bitmap = match plan.bitmap {
        Bitmap::None => None,
        Bitmap::Internal => Some("internal"),
        Bitmap::External => Some("external"),
    };
    let copies = (plan.copies != Copies::default()).then_some(plan.copies);
    let table = table.may_say("cache", cache).may_say("bitmap", bitmap).may_say("layout", copies);
    if plan.drive_buffer { table } else { table.raw("drive_buffer", false) }
}

fn level(level: Level, engine: Engine) -> &'static str {
    match (level, engine) {
        (Level::Jbod, _) => "jbod",
        (Level::Stripe, _) => "0",
        (Level::Mirror, _) => "1",
        (Level::MirroredStripe, _) => "10",
        (Level::Parity(0 | 1), Engine::Zfs) => "raidz1",
        (Level::Parity(2), Engine::Zfs) => "raidz2",
        (Level::Parity(3..), _) => "raidz3",
        (Level::Parity(0 | 1), _) => "5",
        (Level::Parity(2), _) => "6",
    }
}

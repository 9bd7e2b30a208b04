//! The catalogue's facts about a processor, in words.

use narrows_messages::{Localizer, Message};
use narrows_record::processor::{
    ProcessorCores, ProcessorMemory, ProcessorModel, ProcessorRecord, ProcessorRoots,
};

use crate::clean::clean;
use crate::words;

/// Cores, memory and root complexes in a line; empty if nothing is known.
pub(crate) fn line(processor: &ProcessorRecord, localizer: &Localizer) -> String {
    let facts = [
        processor.cores.as_ref().map(|it| cores(it, localizer)),
        processor.memory.as_ref().map(|it| memory(it, localizer)),
        // One is the normal case.
        processor.roots.as_ref().filter(|it| it.count > 1).map(|it| roots(it, localizer)),
    ];
    let facts = words::dotted(facts.into_iter().flatten());
    if facts.is_empty() {
        return facts;
    }
    let id = if processor.packages > 1 { "processor-facts-each" } else { "processor-facts" };
    localizer.say(&Message::new(id).with("facts", facts))
}

/// `24 cores (16 efficient), 3.2–6 GHz`; of several models `2–24 cores`.
pub(crate) fn cores(cores: &ProcessorCores, localizer: &Localizer) -> String {
    let count = between(cores.least, cores.most);
    let clock = clock(cores.base_ghz, cores.boost_ghz);
    // Of models with different numbers of them it is unknown which this is.
    let is_one = cores.least == cores.most && cores.efficient > 0;
    let id = if is_one { "processor-cores-kinds" } else { "processor-cores" };
    let message = Message::new(id).with("cores", count).with("clock", clock);
    localizer.say(&message.with("efficient", cores.efficient))
}

/// `i9-14900K: 24 cores (16 efficient), 3.2–6 GHz`.
pub(crate) fn model(model: &ProcessorModel, localizer: &Localizer) -> String {
    let cores = ProcessorCores {
        least: model.cores,
        most: model.cores,
        efficient: model.efficient,
        base_ghz: model.base_ghz,
        boost_ghz: model.boost_ghz,
        source: Vec::new(),
        confidence: String::new(),
    };
    format!("{}: {}", clean(&model.name), self::cores(&cores, localizer))
}

/// `2 channels, DDR4-2133 to DDR5-5600 (DDR5-4400 with two modules a channel), up to 89.6 GB/s`.
pub(crate) fn memory(memory: &ProcessorMemory, localizer: &Localizer) -> String {
    let kinds = if memory.slowest == memory.fastest {
        clean(&memory.fastest)
    } else {
        let message = Message::new("processor-memory-kinds");
        let message = message.with("slowest", clean(&memory.slowest));
        localizer.say(&message.with("fastest", clean(&memory.fastest)))
    };
    let two = memory
        .two_per_channel
        .as_ref()
        .map(|two| localizer.say(&Message::new("processor-memory-two").with("kind", clean(two))));
    let message = Message::new("processor-memory")
        .with("channels", between(memory.channels_least, memory.channels))
        .with("kinds", kinds)
        .with("two", two.unwrap_or_default());
    localizer.say(&message.with("most", words::rate(memory.most_mb_s)))
}

/// `4 root complexes of 32 lanes`.
pub(crate) fn roots(roots: &ProcessorRoots, localizer: &Localizer) -> String {
    let message = match roots.lanes {
        Some(lanes) => Message::new("processor-roots-lanes").with("lanes", lanes),
        None => Message::new("processor-roots"),
    };
    localizer.say(&message.count("count", usize::from(roots.count)))
}

fn clock(base: Option<f64>, boost: f64) -> String {
    match base {
        Some(base) if base < boost => format!("{base}–{boost} GHz"),
        _ => format!("{boost} GHz"),
    }
}

fn between<T: PartialEq + std::fmt::Display>(least: T, most: T) -> String {
    if least == most { most.to_string() } else { format!("{least}–{most}") }
}

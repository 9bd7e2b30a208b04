//! The pages of `narrows hosts`.

mod fleet;
mod flow;
mod matrix;
mod predict;
mod watch;

use narrows_messages::{DocumentText, Localizer, Message, drive_names, sureness};
use narrows_record::hosts::{
    HostEntry, HostFigure, HostSharing, HostsDocument, HostsRound, SharedHostLimit,
};
use narrows_record::word::TargetSet;

pub use self::fleet::fleet;
pub use self::predict::hosts_predict;
pub use self::watch::{hosts_watch, watched_hosts};
use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{MOST_ROWS, picture, words};

/// More hosts than this come below the limits they share.
const FEW: usize = 16;

/// Findings and flows first; then every host alone and in company, limits with possible causes, who slows whom, open questions,
/// and every round.
pub fn hosts(document: &HostsDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    page.title(&title(document, localizer));
    super::remark(&mut page, &parameters(document, localizer));
    super::warnings(&mut page, document.simulation.is_some(), false, localizer);
    if document.partial {
        page.paragraph("⚠ ", &localizer.text("hosts-partial"), CellInk::Alarm);
    }
    page.blank();
    super::findings(
        &mut page,
        document.findings.iter().map(|finding| words::sentence(&finding.text, localizer)),
    );
    if let Some(content) = picture::of_hosts(document, localizer) {
        flow::write(&mut page, &content, localizer);
    }
    // With many hosts, the findings come before them.
    let is_long = document.hosts.len() > FEW;
    if !is_long {
        table(&mut page, document, localizer);
    }
    if let Some(sharing) = &document.sharing {
        limits(&mut page, sharing, localizer);
        matrix::write(&mut page, document, sharing, localizer);
        open(&mut page, sharing, localizer);
    }
    if is_long {
        table(&mut page, document, localizer);
    }
    rounds(&mut page, document, localizer);
    super::started(&mut page, (&document.id, &document.started, &document.command), localizer);
    super::notes(&mut page, document.notes.iter(), localizer);
    page
}

fn title(document: &HostsDocument, localizer: &Localizer) -> String {
    let measured = document.hosts.iter().filter(|host| !host.serves).count();
    let what = Message::new("hosts-title").count("hosts", measured);
    let target = document.asked.target.as_deref().map(clean);
    let own = || localizer.text("hosts-own-drives");
    localizer.say(&what.with("target", target.unwrap_or_else(own)))
}

/// The request, the simulated cluster, and how hosts started together.
fn parameters(document: &HostsDocument, localizer: &Localizer) -> String {
    let workload = words::workload(&document.asked.workload, localizer);
    let time =
        Message::new("hosts-asked-time").with("time", words::duration(document.asked.time_s));
    let cluster = document.simulation.as_ref().map(|it| clean(&it.cluster));
    let start = document.start.as_ref().filter(|start| start.starts > 0).map(|start| {
        let what = Message::new("hosts-start").with("p95", words::micros(start.late_us_p95));
        localizer.say(&what.with("most", words::micros(start.late_us_max)))
    });
    words::dotted([workload, localizer.say(&time)].into_iter().chain(cluster).chain(start))
}

/// A host's usual figures alone and in the last round of all.
struct HostLine<'a> {
    host: &'a HostEntry,
    target: &'a str,
    alone: Option<&'a HostFigure>,
    together: Option<&'a HostFigure>,
}

fn lines(document: &HostsDocument) -> Vec<HostLine<'_>> {
    let find = |set: TargetSet, host: &str, target: &str| {
        let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
        let mut of_set = usual.filter(|round| round.set == set).flat_map(|round| &round.figures);
        of_set.rfind(|it| it.host == host && it.target == target && !it.partial)
    };
    let of_host = document.hosts.iter().flat_map(|host| {
        host.targets.iter().map(move |target| HostLine {
            host,
            target,
            alone: find(TargetSet::Alone, &host.host, target),
            together: find(TargetSet::All, &host.host, target),
        })
    });
    of_host.collect()
}

fn group<'a>(document: &'a HostsDocument, host: &str) -> &'a str {
    let holding = document.groups.iter().filter(|group| group.hosts.iter().any(|it| it == host));
    // Of nested groups, the smallest says most.
    holding.min_by_key(|group| group.hosts.len()).map_or("", |group| &group.name)
}

fn table(page: &mut Page, document: &HostsDocument, localizer: &Localizer) {
    let lines = lines(document);
    if lines.is_empty() {
        return;
    }
    page.heading(&localizer.text("hosts-heading-hosts"));
    let column = |id: &'static str, align| (localizer.text(id), align);
    let table = PageTable::new(vec![
        column("hosts-column-host", Align::Left),
        column("hosts-column-group", Align::Left),
        column("hosts-column-target", Align::Left),
        column("hosts-column-alone", Align::Right),
        column("hosts-column-together", Align::Right),
        column("hosts-column-kept", Align::Right),
        column("hosts-column-latency", Align::Right),
        column("hosts-column-state", Align::Left),
    ])
    .sparing(&[6, 1, 2])
    .sortable();
    let is_shared = document.asked.target.is_some();
    let most = lines.iter().filter_map(|line| line.alone).map(|it| it.mb_s).fold(0.0, f64::max);
    table.first(page, &lines, localizer, |line| cells(document, line, is_shared, most, localizer));
}

fn cells(
    document: &HostsDocument,
    line: &HostLine<'_>,
    is_shared: bool,
    most: f64,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let rate = |figure: Option<&HostFigure>| figure.map(|it| words::rate(it.mb_s));
    let both = line.alone.zip(line.together).filter(|(alone, _)| alone.mb_s > 0.0);
    let kept = both.map(|(alone, all)| all.mb_s / alone.mb_s);
    let drawn =
        CellDrawing::Bar { measured: line.together.map(|it| it.mb_s), predicted: None, most };
    let together = super::right(rate(line.together), CellInk::Strong).with(drawn);
    let latency = line.together.and_then(|it| it.latency_us).map(words::micros);
    let state = line.host.lost_in.map(|round| {
        let id = if round == 0 { "hosts-left-out" } else { "hosts-lost" };
        localizer.say(&Message::new(id).with("round", round))
    });
    vec![
        TableCell::new(clean(&line.host.host), CellInk::Strong),
        TableCell::plain(clean(group(document, &line.host.host))),
        TableCell::plain(if is_shared { String::new() } else { clean(line.target) }),
        super::right(rate(line.alone), CellInk::Plain),
        together,
        super::right(kept.map(|part| format!("{:.0} %", part * 100.0)), CellInk::Plain),
        super::right(latency, CellInk::Faint),
        super::right(state, CellInk::Alarm),
    ]
}

fn limits(page: &mut Page, sharing: &HostSharing, localizer: &Localizer) {
    page.heading(&localizer.text("hosts-heading-limits"));
    let percent = format!("{:.1}", sharing.noise_percent);
    // If nothing was inferred, no scatter was observed.
    let id = if sharing.noise_percent > 0.0 { "hosts-method" } else { "hosts-method-rounds" };
    let what = Message::new(id).with("rounds", sharing.rounds).with("noise", percent);
    super::remark(page, &localizer.say(&what.with("most", sharing.rounds_most)));
    if sharing.limits.is_empty() {
        // No inferred limit means nothing where questions are open.
        let id = if sharing.complete { "hosts-nothing-shared" } else { "hosts-not-told" };
        page.paragraph("", &localizer.text(id), CellInk::Plain);
    }
    for (at, limit) in sharing.limits.iter().enumerate().take(MOST_ROWS) {
        self::limit(page, sharing, (at, limit), localizer);
    }
    for odd in &sharing.contradictions {
        page.paragraph("⚠ ", &words::sentence(&odd.text, localizer), CellInk::Alarm);
    }
}

fn limit(
    page: &mut Page,
    sharing: &HostSharing,
    (at, limit): (usize, &SharedHostLimit),
    localizer: &Localizer,
) {
    let names = drive_names(&limit.units);
    let names = words::list(names.split(", "));
    let range = limit.capacity_mb_s;
    let what = Message::new("hosts-limit-line").with("names", clean(&names));
    let what = what.with("rate", words::rate(range.value)).with("low", words::rate(range.low));
    let what = what.with("high", words::rate(range.high));
    let what = what.with("cost", format!("{:.0}", limit.cost_percent));
    let percent = sureness(limit.confidence);
    page.paragraph("■ ", &localizer.say(&what.with("percent", percent)), CellInk::Strong);
    for cause in &limit.causes {
        let (sign, ink) =
            if cause.excluded { ("  ✗ ", CellInk::Faint) } else { ("  • ", CellInk::Plain) };
        let likely = sureness(cause.likelihood);
        page.paragraph(
            sign,
            &format!("{likely} %  {}", words::sentence(&cause.text, localizer)),
            ink,
        );
        for evidence in &cause.evidence {
            page.paragraph("      ", &words::sentence(evidence, localizer), CellInk::Faint);
        }
    }
    let open = sharing.experiments.iter().filter(|it| it.limit == at && it.ran.is_none());
    for experiment in open {
        let what = Message::new("hosts-would-tell")
            .with("what", words::sentence(&experiment.text, localizer));
        page.paragraph("  → ", &localizer.say(&what), CellInk::Plain);
    }
}

fn open(page: &mut Page, sharing: &HostSharing, localizer: &Localizer) {
    if sharing.undecided.is_empty() {
        return;
    }
    page.heading(&localizer.text("hosts-heading-open"));
    let texts: Vec<&DocumentText> = sharing.undecided.iter().map(|open| &open.text).collect();
    super::sentences(page, "? ", &texts, CellInk::Plain, localizer);
}

/// Every round in a line each; on demand where pages can fold.
fn rounds(page: &mut Page, document: &HostsDocument, localizer: &Localizer) {
    if document.rounds.is_empty() {
        return;
    }
    let summary = Message::new("hosts-rounds").count("rounds", document.rounds.len());
    page.folded(localizer.say(&summary), |page| {
        let column = |id: &'static str, align| (localizer.text(id), align);
        let mut table = PageTable::new(vec![
            column("hosts-column-round", Align::Right),
            column("hosts-column-set", Align::Left),
            column("hosts-column-hosts", Align::Right),
            column("hosts-column-sum", Align::Right),
            column("hosts-column-window", Align::Right),
            column("hosts-column-first", Align::Right),
            column("hosts-column-last", Align::Right),
            column("hosts-column-faults", Align::Left),
        ])
        .sortable();
        document.rounds.iter().take(MOST_ROWS).for_each(|round| table.cells(round_cells(round)));
        table.write(page);
        super::more(page, document.rounds.len().saturating_sub(MOST_ROWS), localizer);
    });
}

fn round_cells(round: &HostsRound) -> Vec<TableCell> {
    let seconds = |time: f64| TableCell::plain(format!("{time:.3} s"));
    let faults: Vec<&str> = round.faults.iter().map(|it| it.host.as_str()).collect();
    let one = || round.figures.first().map(|figure| figure.host.clone());
    let set = match round.set {
        TargetSet::Alone => one().unwrap_or_else(|| round.set.to_string()),
        _ => round.set.to_string(),
    };
    vec![
        TableCell::plain(round.number.to_string()),
        TableCell::new(clean(&set), CellInk::Strong),
        TableCell::plain(round.figures.len().to_string()),
        TableCell::plain(words::rate(round.sum_mb_s)),
        seconds(round.window_s),
        seconds(round.first_done_s),
        seconds(round.last_done_s),
        TableCell::new(clean(&words::list(&faults)), CellInk::Alarm),
    ]
}

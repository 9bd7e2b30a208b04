//! The parts of the page of `narrows plan` that go beyond one board: boards ranked, RAID engines
//! side by side, and possible purchases.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::plan::AnswerVerdict;
use narrows_record::plan_beyond::{
    EngineOption, EngineStatement, NetworkCapacity, PredictedRate, PurchaseAdvice,
    PurchaseOfferRecord, RankedBoard,
};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

const TAKEN: &str = "▶ ";
const REMARK: &str = "• ";
/// Shown if nothing is known or applies.
pub(super) const NOTHING: &str = "–";

/// Part of the drives' throughput that each network card sends.
pub(crate) fn network(page: &mut Page, cards: &[NetworkCapacity], localizer: &Localizer) {
    if cards.is_empty() {
        return;
    }
    page.part(&localizer.text("plan-beyond-heading-network"));
    for card in cards {
        page.paragraph(REMARK, &words::sentence(&card.text, localizer), CellInk::Plain);
    }
}

/// The boards, best first: a table, then where things are on the best, which is the cheapest near
/// it, and why the others cannot. `objectives` are the headings of the scores.
pub(crate) fn boards(
    page: &mut Page,
    boards: &[RankedBoard],
    objectives: &[String],
    localizer: &Localizer,
) {
    if boards.is_empty() {
        return;
    }
    page.part(&localizer.text("plan-beyond-heading-boards"));
    let column = |id| (localizer.text(id), Align::Right);
    let mut columns = vec![(localizer.text("plan-beyond-column-board"), Align::Left)];
    columns.extend(objectives.iter().map(|objective| (clean(objective), Align::Right)));
    columns.extend([column("plan-beyond-column-of-best"), column("plan-beyond-column-price")]);
    let has_narrow = boards.iter().any(|board| !board.narrow.is_empty());
    if has_narrow {
        columns.push((localizer.text("plan-beyond-column-narrow"), Align::Left));
    }
    columns.push((localizer.text("plan-beyond-column-limit"), Align::Left));
    // Objectives after the first are dropped before the cost.
    let spare: Vec<usize> = (2..=objectives.len()).rev().chain([columns.len() - 1]).collect();
    let mut table = PageTable::new(columns).sparing(&spare);
    for board in boards {
        table.cells(board_row(board, objectives.len(), has_narrow, localizer));
    }
    let are_many = boards.len() > MOST_BOARDS;
    if are_many {
        results(page, boards, objectives, localizer);
        page.detail(|page| {
            table.write(page);
        });
    } else {
        table.write(page);
    }
    if let Some(best) = boards.first().filter(|it| it.possible) {
        let board = clean(&best.name);
        let is_equal = |it: &&RankedBoard| it.possible && it.part_of_best == best.part_of_best;
        let equal = boards.iter().skip(1).filter(is_equal).count();
        let message = Message::new("plan-beyond-best-board").with("board", board);
        let message = message.count("equal", equal);
        let each =
            best.places.iter().map(|it| format!("{} → {}", clean(&it.device), clean(&it.slot)));
        let message = message.list("places", "between-names", each);
        page.paragraph(TAKEN, &localizer.say(&message), CellInk::Strong);
    }
    for board in boards.iter().filter(|it| it.cheapest_near_best) {
        page.paragraph(
            REMARK,
            &localizer.say(
                &Message::new("plan-beyond-cheapest")
                    .with("board", clean(&board.name))
                    .with("price", board.price.map(price).unwrap_or_default()),
            ),
            CellInk::Plain,
        );
    }
    let others = |page: &mut Page| {
        for alike in alike(boards.iter().filter(|it| it.open)) {
            page.paragraph(REMARK, &open(&alike, localizer), CellInk::Plain);
        }
        for alike in alike(boards.iter().filter(|it| !it.possible && !it.open)) {
            page.paragraph(REMARK, &cannot(&alike, localizer), CellInk::Plain);
        }
    };
    if are_many { page.detail(others) } else { others(page) }
}

/// More boards than this are listed by their results.
const MOST_BOARDS: usize = 12;

/// The best results, each with the boards that reach it.
fn results(page: &mut Page, boards: &[RankedBoard], objectives: &[String], localizer: &Localizer) {
    const MOST: usize = 3;
    let mut groups: Vec<Vec<&RankedBoard>> = Vec::new();
    for board in boards.iter().filter(|board| board.possible) {
        match groups.last_mut().filter(|group| group[0].part_of_best == board.part_of_best) {
            Some(group) => group.push(board),
            None => groups.push(vec![board]),
        }
    }
    for group in groups.iter().take(MOST) {
        let score = group[0].scores.first().map_or(NOTHING.to_owned(), |it| words::number(*it));
        let objective = objectives.first().map(|objective| clean(objective)).unwrap_or_default();
        let message = Message::new("plan-beyond-reached").with("score", score);
        let message = message.with("objective", objective);
        let message = message.with("boards", names(group, MOST_BOARDS, localizer));
        page.paragraph(REMARK, &localizer.say(&message), CellInk::Plain);
    }
}

/// Boards that fail, or are open, for the same reason, which is shown once.
fn alike<'a>(boards: impl Iterator<Item = &'a RankedBoard>) -> Vec<Vec<&'a RankedBoard>> {
    let mut groups: Vec<Vec<&RankedBoard>> = Vec::new();
    for board in boards {
        let is_same = |other: &&RankedBoard| {
            other.why == board.why && other.without.first() == board.without.first()
        };
        match groups.iter_mut().find(|group| group.first().is_some_and(is_same)) {
            Some(group) => group.push(board),
            None => groups.push(vec![board]),
        }
    }
    groups
}

/// Names in a list; of more only their number.
const MOST_NAMES: usize = 6;

/// The names of boards, the first few if they are many.
fn names(boards: &[&RankedBoard], most: usize, localizer: &Localizer) -> String {
    let names: Vec<String> = boards.iter().map(|board| clean(&board.name)).collect();
    let shown = names.iter().take(most).cloned().collect::<Vec<_>>();
    let shown = shown.join(&localizer.text("between-names"));
    match names.len().saturating_sub(most) {
        0 => shown,
        more => {
            localizer.say(&Message::new("plan-and-more").with("names", shown).count("count", more))
        }
    }
}

/// Open questions on boards.
fn open(boards: &[&RankedBoard], localizer: &Localizer) -> String {
    let why = boards.first().into_iter().flat_map(|board| &board.why);
    let why: Vec<String> = why.map(|why| words::sentence(why, localizer)).collect();
    let message =
        Message::new("plan-beyond-open").with("board", names(boards, MOST_NAMES, localizer));
    let why = why.join(&localizer.text("plan-between-sentences"));
    localizer.say(&message.with("why", why)).trim_end().to_owned()
}

fn board_row(
    board: &RankedBoard,
    objectives: usize,
    has_narrow: bool,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let ink = if board.possible { CellInk::Plain } else { CellInk::Faint };
    let mut cells = vec![TableCell::new(clean(&board.name), ink)];
    let score = |at| board.scores.get(at).map_or(NOTHING.to_owned(), |it| words::number(*it));
    cells.extend((0..objectives).map(|at| TableCell::new(score(at), ink)));
    let part = board.part_of_best.map(|part| format!("{:.0} %", part * 100.0));
    let limit = board.limit.as_ref().map(|limit| words::limit(&limit.name, localizer));
    let limit = match (board.possible, board.open) {
        (true, _) => limit.unwrap_or_default(),
        (false, true) => localizer.text("plan-beyond-not-known"),
        (false, false) => localizer.text("plan-beyond-not-possible"),
    };
    cells.push(TableCell::new(part.unwrap_or_else(|| NOTHING.to_owned()), ink));
    cells.push(TableCell::new(board.price.map(price).unwrap_or_default(), ink));
    if has_narrow {
        let narrow: Vec<String> =
            board.narrow.iter().map(|card| words::sentence(card, localizer)).collect();
        cells.push(TableCell::new(narrow.join(&localizer.text("between-names")), ink));
    }
    cells.push(TableCell::new(limit, ink));
    cells
}

/// `On X not: the constraints cannot ... (...)`, with its results without them.
fn cannot(boards: &[&RankedBoard], localizer: &Localizer) -> String {
    let Some(board) = boards.first() else { return String::new() };
    // The message goes on after the reason.
    let plain = |why: &DocumentText| {
        words::sentence(why, localizer).trim_end_matches(['.', '。']).to_owned()
    };
    let why: Vec<String> = board.why.iter().map(plain).collect();
    let id = match (why.is_empty(), board.without.is_empty()) {
        (true, _) => "plan-beyond-cannot",
        (false, true) => "plan-beyond-cannot-because",
        (false, false) => "plan-beyond-cannot-unless",
    };
    let message = Message::new(id)
        .with("board", names(boards, MOST_NAMES, localizer))
        .with("why", why.join(&localizer.text("plan-beyond-and-wish")))
        .with("rate", board.without.first().map(|it| words::number(*it)).unwrap_or_default());
    localizer.say(&message)
}

/// RAID engines side by side: results of each, then known facts of each.
pub(crate) fn means(page: &mut Page, rows: &[EngineOption], localizer: &Localizer) {
    if rows.is_empty() {
        return;
    }
    page.part(&localizer.text("plan-beyond-heading-means"));
    rates(page, rows, localizer);
    page.blank();
    facts(page, rows, localizer);
    for row in rows {
        reasons(page, row, localizer);
    }
}

fn rates(page: &mut Page, rows: &[EngineOption], localizer: &Localizer) {
    let right = |id| (localizer.text(id), Align::Right);
    let left = |id| (localizer.text(id), Align::Left);
    let columns = vec![
        left("plan-beyond-column-means"),
        left("plan-beyond-column-made"),
        left("plan-beyond-column-starts"),
        right("plan-beyond-column-read"),
        right("plan-beyond-column-write"),
        right("plan-beyond-column-random-read"),
        right("plan-beyond-column-random-write"),
    ];
    let mut table = PageTable::new(columns).sparing(&[6, 5, 4]);
    for row in rows {
        let ink = if row.made == Some(AnswerVerdict::No) { CellInk::Faint } else { CellInk::Plain };
        let mut cells = vec![TableCell::new(words::sentence(&row.name, localizer), ink)];
        for verdict in [&row.made, &row.starts] {
            cells.push(TableCell::new(said_verdict(verdict.as_ref(), localizer), ink));
        }
        let at_most = row.at_most_mb_s.map(|most| words::bound(words::number(most), true));
        let mb_s =
            |rate: &Option<PredictedRate>| rate.as_ref().map(|rate| words::number(rate.mb_s));
        let iops = |rate: &Option<PredictedRate>| rate.as_ref().map(|rate| words::iops(rate.iops));
        let figures = [
            mb_s(&row.read).or_else(|| at_most.clone()),
            mb_s(&row.write).or(at_most),
            iops(&row.random_read),
            iops(&row.random_write),
        ];
        let figure = |it: Option<String>| TableCell::new(it.unwrap_or(NOTHING.to_owned()), ink);
        cells.extend(figures.map(figure));
        table.cells(cells);
    }
    table.write(page);
}

fn facts(page: &mut Page, rows: &[EngineOption], localizer: &Localizer) {
    let left = |id| (localizer.text(id), Align::Left);
    let columns = vec![
        left("plan-beyond-column-means"),
        left("plan-beyond-column-trim"),
        left("plan-beyond-column-mixing"),
        left("plan-beyond-column-extra"),
        left("plan-beyond-column-elsewhere"),
    ];
    let mut table = PageTable::new(columns).sparing(&[3]);
    for row in rows {
        let known = |statement: &Option<EngineStatement>| {
            let unknown = || localizer.text("plan-beyond-not-known");
            TableCell::plain(
                statement
                    .as_ref()
                    .map_or_else(unknown, |statement| words::sentence(&statement.text, localizer)),
            )
        };
        let [trim, mixing, extra, elsewhere] =
            [&row.trim, &row.mixing, &row.extra, &row.elsewhere].map(known);
        table.cells(vec![
            TableCell::plain(words::sentence(&row.name, localizer)),
            trim,
            mixing,
            extra,
            elsewhere,
        ]);
    }
    table.write(page);
}

/// Why not, or settings to make, or facts that would settle it; and the tools of those available.
fn reasons(page: &mut Page, row: &EngineOption, localizer: &Localizer) {
    let (id, what) = match row.made {
        Some(AnswerVerdict::No) => ("plan-beyond-means-not", &row.why),
        Some(AnswerVerdict::NotKnown | AnswerVerdict::Contradicted) => {
            ("plan-beyond-means-open", &row.settle)
        }
        Some(AnswerVerdict::Yes) => ("plan-beyond-means-set", &row.set),
        _ => return,
    };
    if what.is_empty() {
        return;
    }
    let message = Message::new(id).with("means", words::sentence(&row.name, localizer)).with(
        "what",
        what.iter().map(|it| words::sentence(it, localizer)).collect::<Vec<_>>().join(" "),
    );
    page.paragraph(REMARK, &localizer.say(&message), CellInk::Plain);
}

fn said_verdict(verdict: Option<&AnswerVerdict>, localizer: &Localizer) -> String {
    match verdict {
        Some(AnswerVerdict::Yes) => localizer.text("plan-beyond-yes"),
        Some(AnswerVerdict::No) => localizer.text("plan-beyond-no"),
        Some(AnswerVerdict::NotKnown) => localizer.text("plan-beyond-not-known"),
        Some(AnswerVerdict::Contradicted) => localizer.text("plan-beyond-contradicted"),
        _ => localizer.text("plan-beyond-up-to-card"),
    }
}

/// The gain of each purchase, and the drives that fill the places.
pub(crate) fn buying(page: &mut Page, buying: &PurchaseAdvice, localizer: &Localizer) {
    page.part(&localizer.text("plan-beyond-heading-buying"));
    if !buying.offers.is_empty() {
        offers(page, buying, localizer);
    }
    for offer in buying.offers.iter().filter(|offer| offer.most_for_price) {
        let message = Message::new("plan-beyond-most-for-price")
            .with("what", words::sentence(&offer.what, localizer));
        page.paragraph(TAKEN, &localizer.say(&message), CellInk::Strong);
    }
    for filling in &buying.fillings {
        page.paragraph(REMARK, &words::sentence(&filling.text, localizer), CellInk::Plain);
    }
}

fn offers(page: &mut Page, buying: &PurchaseAdvice, localizer: &Localizer) {
    let right = |id| (localizer.text(id), Align::Right);
    let columns = vec![
        (localizer.text("plan-beyond-column-purchase"), Align::Left),
        (format!("{} {}", localizer.text("plan-beyond-column-brings"), buying.unit), Align::Right),
        right("plan-beyond-column-gain"),
        right("plan-beyond-column-price"),
        right("plan-beyond-column-per-price"),
        (localizer.text("plan-beyond-column-limit"), Align::Left),
    ];
    let mut table = PageTable::new(columns).sparing(&[5, 4]);
    let now = [
        TableCell::plain(localizer.text("plan-beyond-now")),
        TableCell::plain(words::number(buying.now)),
    ];
    table.cells(now.into_iter().chain((0..4).map(|_| TableCell::plain(""))).collect());
    for offer in &buying.offers {
        table.cells(offer_row(offer, localizer));
    }
    table.write(page);
}

fn offer_row(offer: &PurchaseOfferRecord, localizer: &Localizer) -> Vec<TableCell> {
    let ink = if offer.possible { CellInk::Plain } else { CellInk::Faint };
    let or_nothing = |it: Option<String>| it.unwrap_or_else(|| NOTHING.to_owned());
    let limit = if offer.possible {
        offer.limit.as_ref().map(|limit| words::limit(&limit.name, localizer)).unwrap_or_default()
    } else {
        localizer.text("plan-beyond-not-possible")
    };
    let narrow: Vec<String> =
        offer.narrow.iter().map(|it| words::sentence(it, localizer)).collect();
    let what = [vec![words::sentence(&offer.what, localizer)], narrow].concat();
    let cells = [
        words::dotted(what),
        or_nothing(offer.scores.first().map(|score| words::number(*score))),
        or_nothing(offer.gain.map(words::percent)),
        offer.price.map(price).unwrap_or_default(),
        offer.per_price.map(|it| format!("{it:.2}")).unwrap_or_default(),
        limit,
    ];
    cells.into_iter().map(|text| TableCell::new(text, ink)).collect()
}

/// An amount in whatever money the user thinks in.
fn price(amount: f64) -> String {
    if amount.fract() == 0.0 { format!("{amount:.0}") } else { format!("{amount:.2}") }
}

#[cfg(test)]
mod tests;

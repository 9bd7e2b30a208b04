//! The report of a sweep of arrays.

use maud::{Markup, html};
use narrows_messages::{Message, Speaker};
use narrows_record::stripe::Stripe;

use super::page;
use crate::clean::clean;
use crate::svg;
use crate::text::stripe::matrix::Matrix;
use crate::text::stripe::{self as said, beside};

/// What to take, large, and why; every chunk as a plot and a table; the array beside the drives; cache
/// modes; how the figures came about.
pub fn stripe(stripe: &Stripe, speaker: &Speaker) -> String {
    let body = html! {
        (header(stripe, speaker))
        (findings(stripe, speaker))
        (plot(stripe, speaker))
        @for matrix in Matrix::of_sweep(stripe, speaker) { section { (table(&matrix)) } }
        @for sentence in said::left_out(stripe, speaker) { p.facts { (sentence) } }
        (separate(stripe, speaker))
        (caches(stripe, speaker))
        (method(stripe, speaker))
        (page::notes(stripe.machine.notes.iter().chain(&stripe.notes), speaker))
        (page::as_text(&stripe.machine, speaker))
    };
    page::page(&said::title(stripe, speaker), body, stripe, speaker)
}

fn header(stripe: &Stripe, speaker: &Speaker) -> Markup {
    let reason = stripe.recommendation.as_ref().map(|it| clean(&it.reason));
    html! {
        header {
            (page::machine(&stripe.machine, speaker))
            h1 { (said::take(stripe, speaker)) }
            @if let Some(reason) = reason { p.lead { (reason) } }
            p.facts { (said::title(stripe, speaker)) }
            @for id in said::warnings(stripe) { p.warning { "⚠ " (speaker.text(id)) } }
        }
    }
}

fn findings(stripe: &Stripe, speaker: &Speaker) -> Markup {
    if stripe.findings.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (speaker.text("stripe-heading-findings")) }
            ul.findings { @for finding in said::findings(stripe) { li { (clean(&finding.text)) } } }
        }
    }
}

/// Nothing where fewer than two chunks were measured.
fn plot(stripe: &Stripe, speaker: &Speaker) -> Markup {
    let Some(drawing) = svg::chunks(stripe, speaker) else { return html! {} };
    html! {
        section {
            h2 { (speaker.text("stripe-heading-plot")) }
            (page::drawing(drawing))
        }
    }
}

fn table(matrix: &Matrix<'_>) -> Markup {
    let [first, score] = &matrix.names;
    let has_score = matrix.rows.iter().any(|line| !line.score.is_empty());
    html! {
        h2 { (matrix.heading) }
        div.scroll { table.chunks {
            thead { tr {
                th { (first) }
                @for column in &matrix.columns { th.number { (column) } }
                @if has_score { th.number { (score) } }
            } }
            tbody { @for line in &matrix.rows {
                tr.dropped[line.is_dropped].taken[line.is_taken] {
                    th { (line.name) (line.sign()) }
                    @for at in 0..matrix.jobs.len() {
                        @let value = matrix.value(line, at);
                        td.number.best[value.as_ref().is_some_and(|it| it.is_best)] {
                            (value.map(|it| it.text).unwrap_or_default())
                        }
                    }
                    @if has_score { td.number { (line.score) } }
                }
            } }
        } }
    }
}

fn separate(stripe: &Stripe, speaker: &Speaker) -> Markup {
    let Some(heading) = beside::heading(stripe, speaker) else { return html! {} };
    html! {
        section {
            h2 { (heading) }
            div.scroll { table.chunks {
                thead { tr { @for (at, name) in beside::columns(speaker).iter().enumerate() {
                    th.number[at > 0] { (name) }
                } } }
                tbody { @for line in beside::lines(stripe, speaker) {
                    tr { @for (at, text) in line.iter().enumerate() {
                        @if at == 0 { th { (text) } } @else { td.number { (text) } }
                    } }
                } }
            } }
        }
    }
}

fn caches(stripe: &Stripe, speaker: &Speaker) -> Markup {
    let Some(heading) = said::caches_heading(stripe, speaker) else { return html! {} };
    html! {
        section {
            h2 { (heading) }
            @for matrix in Matrix::of_caches(stripe, speaker) { (table(&matrix)) }
            ul { @for sentence in said::risks(stripe, speaker) { li { (sentence) } } }
        }
    }
}

fn method(stripe: &Stripe, speaker: &Speaker) -> Markup {
    let started = Message::new("report-html-started")
        .with("id", clean(&stripe.id))
        .with("started", clean(&stripe.started));
    html! {
        section {
            h2 { (speaker.text("report-html-method")) }
            ul {
                @for sentence in said::legend(stripe, |_| true, speaker) { li { (sentence) } }
                li { (speaker.say(&started)) " " code { (clean(&stripe.command.join(" "))) } }
            }
        }
    }
}

//! The report of a sweep of arrays.

use maud::{Markup, html};
use narrows_messages::{Localizer, Message};
use narrows_record::stripe::Stripe;

use super::page;
use crate::clean::clean;
use crate::svg;
use crate::text::stripe::matrix::Matrix;
use crate::text::stripe::{self as said, beside};

/// What to take, large, and why; every chunk as a plot and a table; the array beside the drives; cache
/// modes; how the figures came about.
pub fn stripe(stripe: &Stripe, localizer: &Localizer) -> String {
    let body = html! {
        (header(stripe, localizer))
        (findings(stripe, localizer))
        (plot(stripe, localizer))
        @for matrix in Matrix::of_sweep(stripe, localizer) { section { (table(&matrix)) } }
        @for sentence in said::left_out(stripe, localizer) { p.facts { (sentence) } }
        (separate(stripe, localizer))
        (caches(stripe, localizer))
        (method(stripe, localizer))
        (page::notes(stripe.machine.notes.iter().chain(&stripe.notes), localizer))
        (page::as_text(&stripe.machine, localizer))
    };
    page::page(&said::title(stripe, localizer), body, stripe, localizer)
}

fn header(stripe: &Stripe, localizer: &Localizer) -> Markup {
    let reason = stripe.recommendation.as_ref().map(|it| clean(&it.reason));
    html! {
        header {
            (page::machine(&stripe.machine, localizer))
            h1 { (said::take(stripe, localizer)) }
            @if let Some(reason) = reason { p.lead { (reason) } }
            p.facts { (said::title(stripe, localizer)) }
            @for id in said::warnings(stripe) { p.warning { "⚠ " (localizer.text(id)) } }
        }
    }
}

fn findings(stripe: &Stripe, localizer: &Localizer) -> Markup {
    if stripe.findings.is_empty() {
        return html! {};
    }
    html! {
        section {
            h2 { (localizer.text("stripe-heading-findings")) }
            ul.findings { @for finding in said::findings(stripe) { li { (clean(&finding.text)) } } }
        }
    }
}

/// Nothing where fewer than two chunks were measured.
fn plot(stripe: &Stripe, localizer: &Localizer) -> Markup {
    let Some(drawing) = svg::chunks(stripe, localizer) else { return html! {} };
    html! {
        section {
            h2 { (localizer.text("stripe-heading-plot")) }
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

fn separate(stripe: &Stripe, localizer: &Localizer) -> Markup {
    let Some(heading) = beside::heading(stripe, localizer) else { return html! {} };
    html! {
        section {
            h2 { (heading) }
            div.scroll { table.chunks {
                thead { tr { @for (at, name) in beside::columns(localizer).iter().enumerate() {
                    th.number[at > 0] { (name) }
                } } }
                tbody { @for line in beside::lines(stripe, localizer) {
                    tr { @for (at, text) in line.iter().enumerate() {
                        @if at == 0 { th { (text) } } @else { td.number { (text) } }
                    } }
                } }
            } }
        }
    }
}

fn caches(stripe: &Stripe, localizer: &Localizer) -> Markup {
    let Some(heading) = said::caches_heading(stripe, localizer) else { return html! {} };
    html! {
        section {
            h2 { (heading) }
            @for matrix in Matrix::of_caches(stripe, localizer) { (table(&matrix)) }
            ul { @for sentence in said::risks(stripe, localizer) { li { (sentence) } } }
        }
    }
}

fn method(stripe: &Stripe, localizer: &Localizer) -> Markup {
    let started = Message::new("report-html-started")
        .with("id", clean(&stripe.id))
        .with("started", clean(&stripe.started));
    html! {
        section {
            h2 { (localizer.text("report-html-method")) }
            ul {
                @for sentence in said::legend(stripe, |_| true, localizer) { li { (sentence) } }
                li { (localizer.say(&started)) " " code { (clean(&stripe.command.join(" "))) } }
            }
        }
    }
}

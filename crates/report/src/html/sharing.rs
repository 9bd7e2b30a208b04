//! Who shares what, in a run's report.

use maud::{Markup, html};
use narrows_messages::Localizer;
use narrows_record::sharing::{Cause, Evidence, Experiment, Sharing};

use super::page;
use crate::clean::clean;
use crate::sharing::{self as said, Nested};
use crate::{MOST_ROWS, words};

/// Limits with their causes, what is open, and what would tell; nothing where nothing was found and
/// nothing is open.
pub(super) fn section(sharing: Option<&Sharing>, localizer: &Localizer) -> Markup {
    let Some(sharing) = sharing.filter(|sharing| has_something(sharing)) else {
        return html! {};
    };
    let nested = said::nested(sharing);
    let unmet: Vec<&str> = sharing.unmet.iter().map(|unmet| unmet.text.as_str()).collect();
    let open = said::open(sharing);
    let left = said::left_out(sharing);
    let odd = said::contradictions(sharing);
    html! {
        section.sharing {
            h2 { (localizer.text("sharing-heading-limits")) }
            // Limits that were found the sentences above name already.
            @if sharing.limits.is_empty() { p { strong { (said::headline(sharing, localizer)) } } }
            @for text in odd.iter().take(MOST_ROWS) { p.warning { "⚠ " (clean(text)) } }
            (page::more(odd.len().saturating_sub(MOST_ROWS), localizer))
            ul { @for one in nested.iter().take(MOST_ROWS) { (limit(sharing, one, localizer)) } }
            (page::more(nested.len().saturating_sub(MOST_ROWS), localizer))
            (texts("sharing-heading-unmet", &unmet, localizer))
            (texts("sharing-heading-left", &left, localizer))
            (texts("sharing-heading-open", &open, localizer))
            (experiments(sharing, localizer))
            p.facts { (said::method(sharing, localizer)) }
        }
    }
}

fn has_something(sharing: &Sharing) -> bool {
    !sharing.limits.is_empty()
        || !sharing.undecided.is_empty()
        || !sharing.unmet.is_empty()
        || !sharing.contradictions.is_empty()
}

fn limit(sharing: &Sharing, one: &Nested<'_>, localizer: &Localizer) -> Markup {
    let indent = format!("margin-left:{}em", one.depth.min(6) * 2);
    let causes = said::with_news(said::causes_of(sharing, one.at));
    html! {
        li style=(indent) {
            strong { (words::list(one.limit.drives.iter().map(String::as_str))) }
            ": " (said::range(one.limit.capacity_mb_s)) br;
            (said::place(one.limit, localizer)) br;
            small { (said::facts(one.limit, localizer)) }
            @if !causes.is_empty() {
                ul { @for (cause, evidence) in causes {
                    (self::cause(cause, &evidence, localizer))
                } }
            }
        }
    }
}

fn cause(cause: &Cause, evidence: &[&Evidence], localizer: &Localizer) -> Markup {
    html! {
        li {
            strong { (said::likelihood(cause)) } " " (clean(&cause.text))
            @for evidence in evidence {
                br; small { (if evidence.supports { "+ " } else { "− " }) (clean(&evidence.text)) }
            }
            @if let Some(remedy) = said::remedy(cause, localizer) { br; "→ " (remedy) }
        }
    }
}

fn texts(heading: &str, texts: &[&str], localizer: &Localizer) -> Markup {
    html! {
        @if !texts.is_empty() {
            h3 { (localizer.text(heading)) }
            ul { @for text in texts.iter().take(MOST_ROWS) { li { (clean(text)) } } }
            (page::more(texts.len().saturating_sub(MOST_ROWS), localizer))
        }
    }
}

fn experiments(sharing: &Sharing, localizer: &Localizer) -> Markup {
    let experiments = said::experiments(sharing);
    let shown = experiments.len().min(MOST_ROWS);
    html! {
        @if !experiments.is_empty() {
            h3 { (localizer.text("sharing-heading-experiments")) }
            ul { @for one in experiments.iter().take(MOST_ROWS) { (experiment(one, localizer)) } }
            (page::more(sharing.experiments.len() - shown, localizer))
        }
    }
}

fn experiment(one: &Experiment, localizer: &Localizer) -> Markup {
    html! {
        li {
            (clean(&one.text)) " (" (said::effort(one, localizer)) ")"
            @if let Some(command) = &one.command { br; code { (clean(command)) } }
            @for outcome in &one.predicted {
                br; small { "– " (clean(&outcome.text)) }
            }
            @if let Some(ran) = &one.ran { br; strong { (clean(&ran.text)) } }
        }
    }
}

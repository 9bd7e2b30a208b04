//! Functions stay short: none over 70 lines, half of them under 10.
//!
//! A function's length runs from its signature to its closing brace; tests do not count, because
//! their length is mostly the example that they show.

use syn::spanned::Spanned;
use syn::visit::Visit;

use super::slip::Slip;
use super::source::Source;

const MOST_LINES: usize = 70;
/// Functions this long or longer are counted aloud, so that their number is seen to grow.
const LONG_LINES: usize = 60;
const MOST_MEDIAN_LINES: usize = 10;

struct Function {
    name: String,
    line: usize,
    lines: usize,
}

/// A slip for each function over 70 lines, and one for a median over 10.
pub fn check(sources: &[Source]) -> Vec<Slip> {
    let mut slips = Vec::new();
    for source in sources {
        for function in functions(source).iter().filter(|it| it.lines > MOST_LINES) {
            let what =
                format!("fn {} has {} lines, over {MOST_LINES}", function.name, function.lines);
            slips.push(Slip::new(&source.path, function.line, what));
        }
    }
    let median = quantile(&sorted_lengths(sources), 0.5);
    if median > MOST_MEDIAN_LINES {
        let what = format!("the median function has {median} lines, over {MOST_MEDIAN_LINES}");
        slips.push(Slip::new("crates", 0, what));
    }
    slips
}

/// One line about the sizes of all functions.
pub fn sizes(sources: &[Source]) -> String {
    let lengths = sorted_lengths(sources);
    let long = lengths.iter().filter(|&&lines| lines >= LONG_LINES).count();
    format!(
        "{} functions, median {} lines, p90 {}, longest {}, of {LONG_LINES} lines or more: {long}",
        lengths.len(),
        quantile(&lengths, 0.5),
        quantile(&lengths, 0.9),
        lengths.last().copied().unwrap_or(0),
    )
}

fn sorted_lengths(sources: &[Source]) -> Vec<usize> {
    let mut lengths: Vec<usize> =
        sources.iter().flat_map(functions).map(|function| function.lines).collect();
    lengths.sort_unstable();
    lengths
}

/// The smallest value that at least this share of the sorted values does not exceed; 0 of none.
fn quantile(sorted: &[usize], share: f64) -> usize {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

fn functions(source: &Source) -> Vec<Function> {
    let mut found = Found::default();
    found.visit_file(&source.syntax);
    found.0.retain(|function| !source.is_test(function.line));
    found.0
}

#[derive(Default)]
struct Found(Vec<Function>);

impl Found {
    fn note(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let line = signature.span().start().line;
        let lines = block.span().end().line + 1 - line;
        self.0.push(Function { name: signature.ident.to_string(), line, lines });
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.note(&item.sig, &item.block);
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.note(&item.sig, &item.block);
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.note(&item.sig, block);
        }
        syn::visit::visit_trait_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{said, sources};
    use super::*;

    fn function_of(lines: usize) -> String {
        format!("/// Doc.\nfn f() {{\n{}}}\n", "    g();\n".repeat(lines - 2))
    }

    #[test]
    fn a_function_may_have_70_lines_but_not_71() {
        // The third short one keeps the median short.
        let short = "fn a() {} fn b() {} fn c() {}";
        let sources = |lines| sources(&[("a.rs", &function_of(lines)), ("b.rs", short)]);
        assert_eq!(said(&check(&sources(70))), [""; 0]);
        assert_eq!(said(&check(&sources(71))), ["a.rs:2: fn f has 71 lines, over 70"]);
    }

    #[test]
    fn tests_are_not_measured() {
        let text = format!("#[cfg(test)]\nmod tests {{\n{}}}", function_of(100));
        assert_eq!(said(&check(&sources(&[("a.rs", &text)]))), [""; 0]);
    }

    #[test]
    fn the_median_is_the_middle_one() {
        // Lengths 1, 1, 12: the middle one is 1. Lengths 1, 12, 12: it is 12.
        let one = ("a.rs", "fn a() {}");
        let twelve = function_of(12);
        let twelve = ("b.rs", twelve.as_str());
        assert_eq!(said(&check(&sources(&[one, one, twelve]))), [""; 0]);
        let slips = check(&sources(&[one, twelve, twelve]));
        assert_eq!(said(&slips), ["crates: the median function has 12 lines, over 10"]);
        let all = sizes(&sources(&[one, one, twelve]));
        assert_eq!(all, "3 functions, median 1 lines, p90 12, longest 12, of 60 lines or more: 0");
    }
}

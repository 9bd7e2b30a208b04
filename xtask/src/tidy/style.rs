//! `cargo xtask style`: the grain of the code in figures, without limits. People compare them with those of
//! other projects; a limit would only move code across it.
//!
//! Code that is compiled for tests does not count, except in the number of lines.

use std::collections::BTreeMap;

use syn::visit::Visit;

use super::source::RustSource;
use crate::tree::ProjectFile;

/// Methods of `Iterator` that make another iterator or consume it by a closure (std's documentation).
const ADAPTERS: [&str; 22] = [
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "fold",
    "find",
    "find_map",
    "any",
    "all",
    "zip",
    "chain",
    "enumerate",
    "skip_while",
    "take_while",
    "map_while",
    "scan",
    "partition",
    "max_by",
    "min_by",
    "position",
    "inspect",
];

/// A line for each figure, over these files.
pub fn table(files: &[ProjectFile], sources: &[RustSource]) -> String {
    let mut counts = StyleCounts::default();
    let (mut once, mut private) = (0, 0);
    for source in sources {
        counts.source = Some(source);
        counts.private.clear();
        counts.visit_file(&source.syntax);
        let words = source.shipped_words();
        for name in &counts.private {
            // The declaration itself is one.
            let uses = words.iter().filter(|word| word.text == *name).count();
            once += usize::from(uses == 2);
        }
        private += counts.private.len();
    }
    let rust: Vec<&ProjectFile> = files.iter().filter(|file| file.path.ends_with(".rs")).collect();
    let lines = |keep: &dyn Fn(&str) -> bool| -> usize {
        rust.iter()
            .flat_map(|file| file.text.lines())
            .filter(|line| keep(line.trim_start()))
            .count()
    };
    let all = lines(&|_| true);
    let comments = lines(&|line| {
        line.starts_with("//") && !line.starts_with("///") && !line.starts_with("//!")
    });
    let mut lengths = counts.lengths;
    lengths.sort_unstable();
    let types: usize = counts.types.values().sum();
    let one_word = counts
        .types
        .iter()
        .filter(|(name, _)| name.chars().filter(|letter| letter.is_uppercase()).count() < 2);
    let shared = counts.types.values().filter(|count| **count > 1);
    let docs = files.iter().filter(|file| file.path.ends_with(".md"));
    let doc_words: usize = docs.map(|file| file.text.split_whitespace().count()).sum();
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let at = |part: usize| lengths.get(lengths.len() * part / 100).copied().unwrap_or_default();
    [
        format!("lines of Rust                             {all}"),
        format!("functions                                 {}", lengths.len()),
        format!("lines of a function: median, 90 %         {}, {}", at(50), at(90)),
        format!("private functions used once in their file {:.0} %", share(once, private)),
        format!(
            "iterator adapters in 1,000 lines          {:.1}",
            counts.adapters as f64 * 1e3 / all as f64
        ),
        format!(
            "types whose name is one word              {:.0} %",
            share(one_word.map(|(_, n)| n).sum(), types)
        ),
        format!("types that share their name               {:.0} %", share(shared.sum(), types)),
        format!("lines with // comments                    {:.1} %", share(comments, all)),
        format!("words in pages (.md)                      {doc_words}"),
    ]
    .join("\n")
}

#[derive(Default)]
struct StyleCounts<'a> {
    source: Option<&'a RustSource>,
    private: Vec<String>,
    types: BTreeMap<String, usize>,
    adapters: usize,
    lengths: Vec<usize>,
}

impl StyleCounts<'_> {
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block, is_private: bool) {
        let line = signature.ident.span().start().line;
        if self.source.is_some_and(|source| source.is_test(line)) {
            return;
        }
        self.lengths.push(block.brace_token.span.close().end().line + 1 - line);
        if is_private {
            self.private.push(signature.ident.to_string());
        }
    }

    fn named(&mut self, name: &syn::Ident) {
        if !self.source.is_some_and(|source| source.is_test(name.span().start().line)) {
            *self.types.entry(name.to_string()).or_default() += 1;
        }
    }
}

impl<'ast> Visit<'ast> for StyleCounts<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let is_private = matches!(item.vis, syn::Visibility::Inherited);
        self.function(&item.sig, &item.block, is_private && item.sig.ident != "main");
        syn::visit::visit_item_fn(self, item);
    }

    // Functions of a trait are called by those who know the trait.
    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        for below in &item.items {
            if let syn::ImplItem::Fn(method) = below {
                let is_private = matches!(method.vis, syn::Visibility::Inherited);
                self.function(&method.sig, &method.block, is_private && item.trait_.is_none());
            }
        }
        syn::visit::visit_item_impl(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.named(&item.ident);
        syn::visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.named(&item.ident);
        syn::visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.named(&item.ident);
        syn::visit::visit_item_trait(self, item);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.adapters += usize::from(ADAPTERS.iter().any(|name| call.method == name));
        syn::visit::visit_expr_method_call(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{files, sources};
    use super::*;

    #[test]
    fn figures_are_counted_by_hand_in_a_small_tree() {
        let tree = [
            // once() is used once, twice() twice; of three types two are one word, two share it.
            (
                "a.rs",
                "struct Kind; struct CauseKind;\nfn once() {}\nfn twice() { once() }\n// Why.\n\
                 pub fn f() { twice(); twice(); [1].iter().map(g); }",
            ),
            ("b.rs", "pub struct Kind;\n#[cfg(test)]\nmod tests { fn h() {} struct Row; }\n"),
            ("c.md", "three plain words"),
        ];
        let table = table(&files(&tree), &sources(&tree[..2]));
        let value = |row: &str| {
            let line = table.lines().find(|line| line.starts_with(row)).unwrap();
            line[42..].trim().to_owned()
        };
        assert_eq!(value("functions"), "3");
        assert_eq!(value("private functions"), "50 %");
        assert_eq!(value("types whose"), "67 %");
        assert_eq!(value("types that"), "67 %");
        // One of eight lines; one adapter in them.
        assert_eq!(value("lines with"), "12.5 %");
        assert_eq!(value("iterator"), "125.0");
        assert_eq!(value("words"), "3");
    }
}

//! A Rust file as syntax and as words, with its test code separated.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::Visit;

pub struct RustSource {
    /// From the project's root.
    pub path: String,
    pub syntax: syn::File,
    /// Identifiers, signs and literals in order; groups opened up.
    pub words: Vec<SourceToken>,
    /// Other files that belong to it.
    pub modules: Vec<ModuleFile>,
    tests: Vec<RangeInclusive<usize>>,
    is_test_file: bool,
}

pub struct SourceToken {
    pub text: String,
    /// The line it begins on, from 1.
    pub line: usize,
    pub last_line: usize,
}

pub struct ModuleFile {
    /// The files it may be, from the project's root.
    pub candidates: Vec<String>,
    pub is_test: bool,
}

impl RustSource {
    /// Parses `text`; the error has the line.
    pub fn parse(path: &str, text: &str) -> Result<Self, syn::Error> {
        let syntax = syn::parse_file(text)?;
        let mut words = Vec::new();
        flatten(text.parse::<TokenStream>().map_err(syn::Error::from)?, &mut words);
        let mut tests = TestRanges::default();
        tests.visit_file(&syntax);
        let mut modules = Vec::new();
        // A file's modules are beside a root or `mod.rs`, else in a folder of its name.
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        // A build script is beside the manifest; elsewhere it is a module of that name.
        let is_script = name == "build.rs" && !path.contains("/src/");
        let is_root = matches!(name, "mod.rs" | "lib.rs" | "main.rs")
            || is_script
            || ["tests", "benches", "examples", "bin"].iter().any(|it| folder.ends_with(it));
        let folder_of_modules =
            if is_root { folder.to_owned() } else { path.trim_end_matches(".rs").to_owned() };
        collect_modules(&syntax.items, path, &folder_of_modules, false, &mut modules);
        let is_test_file = path.contains("/tests/") || path.contains("/benches/");
        Ok(Self { path: path.into(), syntax, words, modules, tests: tests.0, is_test_file })
    }

    /// Is this line compiled for tests only?
    pub fn is_test(&self, line: usize) -> bool {
        self.is_test_file || self.tests.iter().any(|range| range.contains(&line))
    }

    pub fn shipped_words(&self) -> Vec<&SourceToken> {
        self.words.iter().filter(|word| !self.is_test(word.line)).collect()
    }
}

impl SourceToken {
    /// The value of a string literal without escapes; `None` for every other word.
    pub fn string(&self) -> Option<&str> {
        self.text.strip_prefix('"')?.strip_suffix('"')
    }
}

/// `mod` declarations under `#[cfg(test)]` make their files test files, and so on down.
pub fn mark_test_files(sources: &mut [RustSource]) {
    loop {
        let declared: BTreeSet<String> = sources
            .iter()
            .flat_map(|source| source.modules.iter().filter(|m| m.is_test || source.is_test_file))
            .flat_map(|module| module.candidates.iter().cloned())
            .collect();
        let mut grew = false;
        for source in sources.iter_mut().filter(|source| declared.contains(&source.path)) {
            grew |= !std::mem::replace(&mut source.is_test_file, true);
        }
        if !grew {
            return;
        }
    }
}

fn flatten(tokens: TokenStream, words: &mut Vec<SourceToken>) {
    for token in tokens {
        let (text, group) = match &token {
            TokenTree::Group(group) => (String::from("("), Some(group.stream())),
            other => (other.to_string(), None),
        };
        let span = token.span();
        let last = if group.is_some() { span.start() } else { span.end() };
        words.push(SourceToken { text, line: span.start().line, last_line: last.line });
        if let Some(stream) = group {
            flatten(stream, words);
            words.push(SourceToken {
                text: ")".into(),
                line: span.end().line,
                last_line: span.end().line,
            });
        }
    }
}

/// The lines of items under `#[cfg(test)]` and `#[test]`.
#[derive(Default)]
struct TestRanges(Vec<RangeInclusive<usize>>);

impl TestRanges {
    fn note(&mut self, attributes: &[syn::Attribute], item: &impl Spanned) {
        if is_test(attributes) {
            let span = item.span();
            self.0.push(span.start().line..=span.end().line);
        }
    }
}

impl<'ast> Visit<'ast> for TestRanges {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.note(attributes(item), item);
        syn::visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.note(&item.attrs, item);
        syn::visit::visit_impl_item_fn(self, item);
    }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    use syn::Item;
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// `#[test]`, `#[cfg(test)]` or `#[cfg(any(test, ..))]`, but not `#[cfg(not(test))]`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = match &attribute.meta {
            syn::Meta::List(list) => list.tokens.to_string(),
            _ => String::new(),
        };
        attribute.path().is_ident("test")
            || (attribute.path().is_ident("cfg")
                && !condition.contains("not")
                && condition.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test"))
    })
}

fn collect_modules(
    items: &[syn::Item],
    path: &str,
    folder: &str,
    within_test: bool,
    modules: &mut Vec<ModuleFile>,
) {
    for item in items {
        let syn::Item::Mod(declared) = item else { continue };
        let is_test = within_test || is_test(&declared.attrs);
        let below = format!("{folder}/{}", declared.ident);
        if let Some((_, items)) = &declared.content {
            collect_modules(items, path, &below, is_test, modules);
        } else {
            let mut candidates = vec![format!("{below}.rs"), format!("{below}/mod.rs")];
            candidates.extend(path_attribute(&declared.attrs, path));
            modules.push(ModuleFile { candidates, is_test });
        }
    }
}

/// The file that `#[path = "..."]` names, from the project's root.
fn path_attribute(attributes: &[syn::Attribute], path: &str) -> Option<String> {
    let named = attributes.iter().find(|attribute| attribute.path().is_ident("path"))?;
    let syn::Expr::Lit(value) = &named.meta.require_name_value().ok()?.value else { return None };
    let syn::Lit::Str(name) = &value.lit else { return None };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Some(format!("{folder}/{}", name.value()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_code_is_told_apart() {
        let text =
            "fn a() {}\n#[cfg(test)]\nmod tests {\n  fn b() {}\n}\n#[cfg(not(test))]\nfn c() {}";
        let source = RustSource::parse("crates/a/src/lib.rs", text).unwrap();
        let tests: Vec<bool> = (1..=7).map(|line| source.is_test(line)).collect();
        assert_eq!(tests, [false, true, true, true, true, false, false]);
    }

    #[test]
    fn modules_lie_beside_roots_and_below_others() {
        let text = "mod b; mod c { mod d; }";
        let first = |path: &str| {
            let source = RustSource::parse(path, text).unwrap();
            source.modules.iter().map(|m| m.candidates[0].clone()).collect::<Vec<_>>()
        };
        assert_eq!(first("x/src/lib.rs"), ["x/src/b.rs", "x/src/c/d.rs"]);
        assert_eq!(first("x/src/a.rs"), ["x/src/a/b.rs", "x/src/a/c/d.rs"]);
    }

    #[test]
    fn files_of_test_modules_are_test_files() {
        let sources = super::super::sources(&[
            ("x/src/lib.rs", "#[cfg(test)] mod tests;"),
            ("x/src/tests.rs", "mod deeper;"),
            ("x/src/tests/deeper.rs", "fn a() {}"),
        ]);
        assert!(!sources[0].is_test_file);
        assert!(sources[1].is_test_file && sources[2].is_test_file);
    }
}

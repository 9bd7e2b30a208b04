//! Which files of a crate use items of its other files.
//!
//! An import counts for the file that defines the name, however many re-exports lie between, so that
//! a `mod.rs` that only fronts its children is no part of a circle. `mod x;` and a re-export import
//! nothing by themselves, and tests do not count.

use std::collections::{BTreeMap, BTreeSet};

use syn::spanned::Spanned;
use syn::visit::Visit;

use super::source::{RustSource, SourceToken};

/// For each file that ships, the other files of its crate whose items it names.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// The imports of each crate, in order of their roots.
pub fn of_crates(sources: &[RustSource]) -> Vec<Imports> {
    let is_root = |source: &&RustSource| {
        source.path.ends_with("src/lib.rs") || source.path.ends_with("src/main.rs")
    };
    let mut all = Vec::new();
    for root in sources.iter().filter(is_root) {
        let mut own = CrateModules { modules: BTreeMap::new() };
        own.add(Path::new(), root, &root.syntax.items, sources);
        all.push(own.imports());
    }
    all
}

/// Names of modules from the crate's root down.
type Path = Vec<String>;

/// Re-exports of re-exports; one that leads back to itself ends here.
const MOST_STEPS: usize = 32;

struct CrateModules<'a> {
    modules: BTreeMap<Path, CrateModule<'a>>,
}

struct CrateModule<'a> {
    source: &'a RustSource,
    /// Not a `mod name { .. }` within a file, whose tokens are looked at with the file's.
    is_file: bool,
    /// Types, functions, constants: its own definitions.
    items: BTreeSet<String>,
    uses: Vec<UseImport>,
}

struct UseImport {
    /// `None` for `*`.
    name: Option<String>,
    path: Path,
    is_re_export: bool,
}

enum PathTarget<'a> {
    /// Something that is defined in this file.
    Item(&'a str),
    /// A module, of which nothing is used yet.
    Module(Path),
}

impl<'a> CrateModules<'a> {
    fn add(
        &mut self,
        at: Path,
        source: &'a RustSource,
        items: &'a [syn::Item],
        sources: &'a [RustSource],
    ) {
        // The items of the file itself, not those of a module written within it.
        let is_file = std::ptr::eq(items, source.syntax.items.as_slice());
        let mut module = CrateModule { source, is_file, items: BTreeSet::new(), uses: Vec::new() };
        let shipped = items.iter().filter(|item| !source.is_test(item.span().start().line));
        for item in shipped {
            let mut uses = UseCollector(&mut module.uses);
            match item {
                syn::Item::Mod(child) => self.add_child(&at, child, source, sources),
                other => {
                    uses.visit_item(other);
                    module.items.extend(name_of(other));
                }
            }
        }
        self.modules.insert(at, module);
    }

    fn add_child(
        &mut self,
        at: &Path,
        child: &'a syn::ItemMod,
        source: &'a RustSource,
        sources: &'a [RustSource],
    ) {
        let path = [at.as_slice(), &[child.ident.to_string()]].concat();
        if let Some((_, items)) = &child.content {
            return self.add(path, source, items, sources);
        }
        // Files of the same name are in different folders: the declaration says which they may be.
        let ends = [format!("/{}.rs", child.ident), format!("/{}/mod.rs", child.ident)];
        let declared = source.modules.iter().flat_map(|module| &module.candidates);
        let declared: BTreeSet<&String> =
            declared.filter(|file| ends.iter().any(|end| file.ends_with(end))).collect();
        if let Some(file) = sources.iter().find(|source| declared.contains(&source.path)) {
            self.add(path, file, &file.syntax.items, sources);
        }
    }

    fn imports(&self) -> Imports {
        let mut imports = Imports::new();
        for (at, module) in &self.modules {
            // Modules written within one file share its entry.
            let own = imports.entry(module.source.path.clone()).or_default();
            own.extend(self.imported(at, module));
            own.remove(&module.source.path);
        }
        imports
    }

    /// The files that define a module's imports, and the items it names by a path.
    fn imported(&self, at: &Path, module: &CrateModule<'_>) -> Vec<String> {
        let brought = module.uses.iter().filter(|one| !one.is_re_export);
        let brought = brought.filter_map(|one| match self.follow(at, &one.path, MOST_STEPS)? {
            PathTarget::Item(file) => Some(file),
            // `*` of a module may be anything in it.
            PathTarget::Module(path) if one.name.is_none() => self.file(&path),
            PathTarget::Module(_) => None,
        });
        let paths = if module.is_file { paths(module.source) } else { Vec::new() };
        let named =
            paths.into_iter().filter_map(|path| match self.follow(at, &path, MOST_STEPS)? {
                PathTarget::Item(file) => Some(file.to_owned()),
                PathTarget::Module(_) => None,
            });
        brought.map(str::to_owned).chain(named).collect()
    }

    fn file(&self, at: &[String]) -> Option<&str> {
        self.modules.get(at).map(|module| module.source.path.as_str())
    }

    fn follow(&self, at: &[String], path: &[String], steps: usize) -> Option<PathTarget<'_>> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => &[],
            "self" => at,
            "super" => &at[..at.len().checked_sub(1)?],
            _ => return self.look_up(at, path, steps),
        };
        match rest.first().map(String::as_str) {
            Some("super") => self.follow(start, rest, steps),
            _ => {
                let nearest = || self.file(start).map(PathTarget::Item);
                self.look_up(start, rest, steps).or_else(nearest)
            }
        }
    }

    /// Resolves a name in a module: a child, its own item, or an import.
    fn look_up(&self, at: &[String], path: &[String], steps: usize) -> Option<PathTarget<'_>> {
        let Some((name, rest)) = path.split_first() else {
            return Some(PathTarget::Module(at.into()));
        };
        let module = self.modules.get(at)?;
        let child = [at, std::slice::from_ref(name)].concat();
        let is_child = self.modules.contains_key(&child);
        if is_child && !rest.is_empty() {
            let nearest = || self.file(&child).map(PathTarget::Item);
            return self.look_up(&child, rest, steps).or_else(nearest);
        }
        if module.items.contains(name) {
            return Some(PathTarget::Item(&module.source.path));
        }
        let follow = |one: &UseImport, rest: &[String]| {
            self.follow(at, &[one.path.as_slice(), rest].concat(), steps)
        };
        let named = module.uses.iter().filter(|one| one.name.as_ref() == Some(name));
        let target = named.filter_map(|one| follow(one, rest)).next();
        let as_child = || is_child.then(|| PathTarget::Module(child.clone()));
        let everything = module.uses.iter().filter(|one| one.name.is_none());
        target.or_else(as_child).or_else(|| everything.filter_map(|one| follow(one, path)).next())
    }
}

fn name_of(item: &syn::Item) -> Option<String> {
    use syn::Item;
    let name = match item {
        Item::Const(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Fn(it) => &it.sig.ident,
        Item::Macro(it) => it.ident.as_ref()?,
        Item::Static(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::Trait(it) => &it.ident,
        Item::Type(it) => &it.ident,
        Item::Union(it) => &it.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The `use` declarations of an item, also those within functions.
struct UseCollector<'a>(&'a mut Vec<UseImport>);

impl<'ast> Visit<'ast> for UseCollector<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_re_export = !matches!(item.vis, syn::Visibility::Inherited);
        flatten(&item.tree, &[], &mut |name, path| {
            self.0.push(UseImport { name, path, is_re_export });
        });
    }
}

fn flatten(tree: &syn::UseTree, before: &[String], take: &mut impl FnMut(Option<String>, Path)) {
    let with = |name: &syn::Ident| {
        if name == "self" && !before.is_empty() {
            before.to_vec()
        } else {
            [before, &[name.to_string()]].concat()
        }
    };
    match tree {
        syn::UseTree::Path(it) => flatten(&it.tree, &with(&it.ident), take),
        syn::UseTree::Name(it) => {
            let path = with(&it.ident);
            take(path.last().cloned(), path);
        }
        syn::UseTree::Rename(it) => take(Some(it.rename.to_string()), with(&it.ident)),
        syn::UseTree::Glob(_) => take(None, before.to_vec()),
        syn::UseTree::Group(it) => it.items.iter().for_each(|tree| flatten(tree, before, take)),
    }
}

/// The paths that a file's shipped code names outside its `use` declarations, macros included.
fn paths(source: &RustSource) -> Vec<Path> {
    let uses = use_lines(source);
    let words = source.words.iter().filter(|word| !source.is_test(word.line));
    let words: Vec<&SourceToken> = words.filter(|word| !uses.contains(&word.line)).collect();
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let joins = |at: usize| text(at) == ":" && text(at + 1) == ":";
    let mut paths = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // A name behind a dot is a field or method; one behind `::` was taken with its path.
        let begins =
            is_name(text(at)) && !(at > 0 && text(at - 1) == ".") && !(at > 1 && joins(at - 2));
        let mut path = vec![text(at).to_owned()];
        at += 1;
        while begins && joins(at) && is_name(text(at + 2)) {
            path.push(text(at + 2).to_owned());
            at += 3;
        }
        // A name alone is a value or a field, unless it is written like a type or called.
        let is_used = path.len() > 1 || path[0].starts_with(char::is_uppercase) || text(at) == "(";
        paths.extend((begins && is_used).then_some(path).filter(|path| {
            !(path.len() == 1 && matches!(path[0].as_str(), "crate" | "self" | "super"))
        }));
    }
    paths
}

fn is_name(text: &str) -> bool {
    text.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

fn use_lines(source: &RustSource) -> BTreeSet<usize> {
    #[derive(Default)]
    struct LineSet(BTreeSet<usize>);
    impl<'ast> Visit<'ast> for LineSet {
        fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
            let span = item.span();
            self.0.extend(span.start().line..=span.end().line);
        }
    }
    let mut lines = LineSet::default();
    lines.visit_file(&source.syntax);
    lines.0
}

#[cfg(test)]
mod tests {
    use super::super::sources;
    use super::*;

    /// `a: b c` for each file that imports something.
    fn imports(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, &str)> =
            files.iter().map(|(name, text)| (format!("x/src/{name}.rs"), *text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
        let crates = of_crates(&sources(&files));
        let name = |path: &String| path.replace("x/src/", "").replace(".rs", "");
        let line = |(file, others): (&String, &BTreeSet<String>)| {
            let others: Vec<String> = others.iter().map(name).collect();
            (!others.is_empty()).then(|| format!("{}: {}", name(file), others.join(" ")))
        };
        crates[0].iter().filter_map(line).collect()
    }

    #[test]
    fn imports_and_paths_lead_to_the_file_that_defines() {
        let files = [
            ("lib", "mod a; mod b;"),
            ("a", "use crate::b::{self, c::D, E}; mod x;\nfn f() { super::b::c::g(); b::h() }"),
            ("a/x", "pub struct X; fn f() { vec![crate::a::f()] }"),
            ("b", "pub mod c; pub struct E;"),
            ("b/c", "pub struct D; pub fn g() {}"),
        ];
        assert_eq!(imports(&files), ["a: b b/c", "a/x: a"]);
    }

    #[test]
    fn a_front_is_looked_through() {
        let files = [
            ("lib", "mod a; mod b; pub use a::Deep;"),
            ("a", "mod c; pub use self::c::{Deep, Seen as Other};"),
            ("a/c", "pub struct Deep; pub struct Seen; use super::super::b::B;"),
            ("b", "pub struct B; use crate::a::Other;\nfn f() -> crate::Deep { todo!() }"),
        ];
        assert_eq!(imports(&files), ["a/c: b", "b: a/c"]);
    }

    #[test]
    fn a_re_export_that_is_used_as_well_is_an_import() {
        let files = [
            ("lib", "mod a; pub use a::{f, g, T};\nfn h(g: u8) -> T { f(g) }"),
            ("a", "pub fn f() {} pub fn g() {} pub struct T;"),
        ];
        assert_eq!(imports(&files), ["lib: a"]);
        let files = [("lib", "mod a; pub use a::g;\nfn h(g: u8) {}"), ("a", "pub fn g() {}")];
        assert_eq!(imports(&files), [""; 0]);
    }

    #[test]
    fn tests_and_other_crates_do_not_count() {
        let files = [
            ("lib", "mod a; mod b;\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
            ("a", "use std::b::B; use narrows_b::b;\n pub struct A;"),
            ("b", "mod c;\n#[cfg(test)]\nmod tests;"),
            ("b/tests", "use crate::a::A;"),
            ("b/c", "fn f() { std::a::b(); }"),
        ];
        assert_eq!(imports(&files), [""; 0]);
    }
}

//! A command line in its reader's language.
//!
//! The help texts are in the message catalogue under `help-<command>` and `help-<command>-<argument>`
//! (`help-all-...` for arguments of every command); a test of each binary finds missing ones.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, CommandFactory, Parser};
use narrows_messages::Localizer;

/// Reads the command line of this process. Help texts are rendered only if requested or if the
/// command line is wrong: that takes longer than most commands.
pub fn read<A: Parser>(verb: &str, localizer: &Localizer) -> Result<A, clap::Error> {
    read_words(verb, &std::env::args_os().collect::<Vec<_>>(), localizer)
}

/// The same for words in place of this process's.
pub fn read_words<A: Parser>(
    verb: &str,
    words: &[OsString],
    localizer: &Localizer,
) -> Result<A, clap::Error> {
    let read = |command: clap::Command| A::from_arg_matches(&command.try_get_matches_from(words)?);
    read(declaration::<A>()).or_else(|_| read(command::<A>(verb, localizer)))
}

/// A binary's command line with its help, filed under the name of a verb, in the localizer's language.
pub fn command<A: CommandFactory>(verb: &str, localizer: &Localizer) -> clap::Command {
    speak(declaration::<A>(), verb, localizer)
}

/// The ids of all help texts of a binary's command line.
pub fn help_ids<A: CommandFactory>(verb: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    add_help_ids(&declaration::<A>(), verb, &mut ids);
    ids
}

fn add_help_ids(command: &clap::Command, verb: &str, ids: &mut BTreeSet<String>) {
    ids.insert(format!("help-{verb}"));
    ids.extend(command.get_arguments().map(|arg| help_id(verb, arg.get_id().as_str())));
    for below in command.get_subcommands() {
        add_help_ids(below, &below_name(verb, below.get_name()), ids);
    }
}

/// The help and version flags are our own, because clap's speak English only.
fn declaration<A: CommandFactory>() -> clap::Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    // The same help, whatever the file is called: with `.exe` on Windows.
    let command = A::command();
    let command = command.clone().bin_name(command.get_name().to_owned());
    without_clap_help(command.disable_help_subcommand(true).args([help, version]))
}

fn without_clap_help(command: clap::Command) -> clap::Command {
    command.disable_help_flag(true).mut_subcommands(without_clap_help)
}

/// The commands of `narrows` as its help lists them, by purpose; the most used come first.
pub const GROUPS: [(&str, &[&str]); 7] = [
    ("look", &["see", "check", "watch"]),
    ("measure", &["explain", "measure", "bench", "experiment", "verify", "restore", "hosts"]),
    ("plan", &["predict", "plan", "lanes", "web"]),
    ("raid", &["stripe", "trial", "build"]),
    ("results", &["history", "compare", "import", "export"]),
    ("catalogue", &["catalog", "capture", "learn"]),
    ("documentation", &["casebook", "man", "completions"]),
];

/// The commands below one heading each. clap has a single heading for all of them.
fn grouped(command: &clap::Command, localizer: &Localizer) -> StyledStr {
    let header = command.get_styles().get_header();
    let width = GROUPS.iter().flat_map(|(_, verbs)| *verbs).map(|verb| verb.len()).max();
    let width = width.unwrap_or_default();
    let mut text = StyledStr::new();
    for (group, verbs) in GROUPS {
        let heading = localizer.text(&format!("help-group-{group}"));
        let _ = writeln!(text, "{header}{heading}:{header:#}");
        for verb in verbs {
            let brief = localizer.text(&format!("help-brief-{verb}"));
            let _ = writeln!(text, "  {verb:width$}  {brief}");
        }
        let _ = writeln!(text);
    }
    text
}

/// Beyond the places of a command's own arguments.
const LAST: usize = 1000;

fn speak(command: clap::Command, verb: &str, localizer: &Localizer) -> clap::Command {
    let about = localizer.text(&format!("help-{verb}"));
    let usage = localizer.text("help-heading-usage");
    let (command, arguments) = if verb == "narrows" {
        let header = command.get_styles().get_header();
        let options = localizer.text("help-heading-options");
        let below = format!("{{before-help}}{header}{options}:{header:#}\n{{options}}");
        let groups = grouped(&command, localizer);
        (command.before_help(groups), below)
    } else {
        (command, "{all-args}".to_owned())
    };
    let page = format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{arguments}{{after-help}}");
    let commands = localizer.text("help-heading-verbs");
    let command = command.about(about).help_template(page).subcommand_help_heading(commands);
    let command = command.mut_args(|arg| {
        let heading =
            if arg.is_positional() { "help-heading-arguments" } else { "help-heading-options" };
        let id = help_id(verb, arg.get_id().as_str());
        // Options of every command are listed below this one's own.
        let arg = if id.starts_with("help-all-") { arg.display_order(LAST) } else { arg };
        arg.help(localizer.text(&id)).help_heading(localizer.text(heading))
    });
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| {
        command.mut_subcommand(name, |below| speak(below, &below_name(verb, name), localizer))
    });
    match verb {
        "narrows" | "hosts" => command.after_help(localizer.text("help-exit-codes")),
        _ => command,
    }
}

/// Name under which a command's help is filed; `narrows hosts measure` is not `narrows measure`.
fn below_name(verb: &str, name: &str) -> String {
    if verb == "hosts" { format!("hosts-{name}") } else { name.to_owned() }
}

fn help_id(verb: &str, arg: &str) -> String {
    const EVERYWHERE: [&str; 26] = [
        "any_size", "help", "version", "json", "markdown", "lang", "quiet", "ascii", "catalog",
        "source", "root", "html", "force", "on", "seed", "behaves", "faults", "svg", "png", "card",
        "dark", "text", "texts", "color", "live", "verbose",
    ];
    // Options shared by the commands on many hosts are described once.
    const OF_HOSTS: [&str; 9] =
        ["target", "workload", "time", "groups", "here", "no_report", "ior", "gather", "server"];
    let of_hosts = verb.starts_with("hosts-") && OF_HOSTS.contains(&arg);
    let verb = if EVERYWHERE.contains(&arg) {
        "all"
    } else if of_hosts {
        "hosts"
    } else {
        verb
    };
    format!("help-{verb}-{}", arg.trim_end_matches('_').replace('_', "-"))
}

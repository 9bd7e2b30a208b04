//! The binary on virtual hosts: every command, good and bad input, documents held to their schemas.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::home::{Home, text_of};
use crate::json::document;

/// Two racks of three hosts; the first one's uplink carries less than its hosts want.
const RACKS: &str = r#"schema = "narrows.cluster/1"
name = "two racks"
[[network]]
id = "spine"
[[network]]
id = "leaf1"
on = "spine"
rate = "10 Gbit/s"
[[network]]
id = "leaf2"
on = "spine"
rate = "100 Gbit/s"
[[host]]
id = "a"
count = 3
on = "leaf1"
rate = "10 Gbit/s"
[[host]]
id = "b"
count = 3
on = "leaf2"
rate = "10 Gbit/s"
[[server]]
id = "store"
on = "spine"
read = "20 GB/s"
write = "9 GB/s"
memory = "64 GiB"
"#;

/// Hosts whose own drives share something inside each of them.
const OWN: &str = r#"schema = "narrows.cluster/1"
[[network]]
id = "leaf"
[[host]]
id = "n"
count = 2
on = "leaf"
drives = 3
drive_read = "3 GB/s"
drives_together = "5 GB/s"
"#;

struct Bed {
    home: Home,
}

impl Bed {
    fn new() -> Self {
        Self { home: Home::new() }
    }

    fn file(&self, text: &str) -> String {
        let path = self.home.path().join("cluster.toml");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// `narrows-hosts COMMAND --on` a file of this text; the exit code, standard output and error.
    fn ask(&self, text: &str, args: &[&str]) -> (i32, String, String) {
        let file = self.file(text);
        let (command, rest) = args.split_first().unwrap();
        let output = self.home.hosts(&[&[command, "--on", &file], rest].concat());
        let out = String::from_utf8(output.stdout.clone()).unwrap();
        (output.status.code().unwrap(), out, text_of(&output))
    }

    fn json(&self, text: &str, args: &[&str], code: i32) -> Value {
        let (exit, out, error) = self.ask(text, &[args, &["--json"]].concat());
        assert_eq!(exit, code, "{error}");
        document(out.as_bytes())
    }

    fn only_run(&self) -> PathBuf {
        let runs = self.home.runs();
        assert_eq!(runs.len(), 1, "{runs:?}");
        runs.into_iter().next().unwrap()
    }
}

fn with_fault(host: &str, kind: &str, round: u32) -> String {
    format!("{RACKS}[[fault]]\nhost = \"{host}\"\nkind = \"{kind}\"\nround = {round}\n")
}

fn notes(document: &Value) -> Vec<String> {
    let notes = document["notes"].as_array().unwrap().iter();
    notes.map(|note| note["id"].as_str().unwrap().to_owned()).collect()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn explain_names_the_hosts_and_the_uplink_that_they_share() {
    let bed = Bed::new();
    let result = bed.json(RACKS, &["explain"], 0);
    let limits = result["sharing"]["limits"].as_array().unwrap();
    assert_eq!(limits.len(), 1, "{limits:?}");
    assert_eq!(names(&limits[0]["units"]), ["a1", "a2", "a3"]);
    let causes = limits[0]["causes"].as_array().unwrap();
    let open: Vec<&Value> = causes.iter().filter(|cause| cause["excluded"] == false).collect();
    assert!(open.len() == 1 && open[0]["place"] == "leaf1", "{causes:?}");
    // The kept document equals the output, and gives the same again without measuring.
    let kept: Value =
        serde_json::from_slice(&std::fs::read(bed.only_run().join("hosts.json")).unwrap()).unwrap();
    assert_eq!(kept["rounds"], result["rounds"]);
    let again = bed.home.hosts(&["explain", "latest", "--json"]);
    assert_eq!(document(&again.stdout)["sharing"]["limits"], result["sharing"]["limits"]);
    let groups = result["groups"].as_array().unwrap();
    let leaf = groups.iter().find(|group| group["name"] == "leaf1").unwrap();
    // 10 Gbit/s are 1,250 MB/s on the wire, of which files get somewhat less.
    assert!((1100.0..1250.0).contains(&leaf["uplink_mb_s"].as_f64().unwrap()), "{leaf}");
}

/// Each text begins with the answer; nothing is wider than the terminal in either language.
#[test]
fn pages_fit_their_terminal() {
    let bed = Bed::new();
    let file = bed.file(RACKS);
    assert_eq!(bed.ask(RACKS, &["explain"]).0, 0);
    for columns in ["40", "80", "120"] {
        for language in ["en", "ja"] {
            for args in [&["explain", "latest"][..], &["predict", &file]] {
                let mut command = bed.home.command(args);
                command.args(["--lang", language]).env("COLUMNS", columns);
                let page = String::from_utf8(command.output().unwrap().stdout).unwrap();
                let most: usize = columns.parse().unwrap();
                let wide = page.lines().filter(|line| width(line) > most);
                assert_eq!(wide.collect::<Vec<_>>(), Vec::<&str>::new(), "{args:?} {language}");
                assert!(page.contains("leaf1"), "{page}");
            }
        }
    }
}

/// In columns of a terminal: letters of East Asia take two.
fn width(line: &str) -> usize {
    line.chars().map(|letter| if is_wide(letter) { 2 } else { 1 }).sum()
}

/// Kana, their signs, ideographs and full-width forms: all that Japanese pages hold.
fn is_wide(letter: char) -> bool {
    let ranges = ['\u{3000}'..='\u{30ff}', '\u{4e00}'..='\u{9fff}', '\u{ff01}'..='\u{ff60}'];
    ranges.iter().any(|range| range.contains(&letter))
}

#[test]
fn the_picture_marks_the_uplink_that_limits() {
    let bed = Bed::new();
    let folder = bed.home.path().to_owned();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (html, svg, png) = (file("p.html"), file("p.svg"), file("p.png"));
    let args = ["explain", "--html", &html, "--svg", &svg, "--png", &png];
    let (code, page, error) = bed.ask(RACKS, &args);
    assert_eq!(code, 0, "{error}");
    let drawing = std::fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains("Bottleneck: uplink of switch leaf1"), "{drawing}");
    assert!(drawing.contains("class=\"tight\"") && drawing.contains("class=\"lost\""));
    let report = std::fs::read_to_string(&html).unwrap();
    assert!(report.contains("class=\"flows wide\"") && report.contains("class=\"flows slim\""));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    // The terminal has the same as a tree.
    let line = page.lines().find(|line| line.contains("leaf1 ◀")).expect(&page);
    assert!(line.contains("GB/s") || line.contains("MB/s"), "{line}");
    // Files not made by Narrows are not overwritten.
    std::fs::write(&html, "mine").unwrap();
    let (code, ..) = bed.ask(RACKS, &["explain", "--html", &html]);
    assert_ne!(code, 0);
    assert_eq!(std::fs::read_to_string(&html).unwrap(), "mine");
}

/// All together and alone do not show where it is lost; nor does the picture.
#[test]
fn without_a_found_limit_no_place_is_blamed() {
    let bed = Bed::new();
    let svg = bed.home.path().join("p.svg");
    let server = RACKS.replace("20 GB/s", "2 GB/s");
    let (code, ..) = bed.ask(&server, &["measure", "--set", "all", "--svg", svg.to_str().unwrap()]);
    assert_eq!(code, 0);
    let drawing = std::fs::read_to_string(&svg).unwrap();
    assert!(!drawing.contains("class=\"tight\""), "{drawing}");
}

#[test]
fn sets_run_as_asked_and_resume_runs_what_is_missing() {
    let bed = Bed::new();
    let whole = bed.json(RACKS, &["measure", "--set", "pairs,groups"], 0);
    // Fifteen pairs and two racks.
    assert_eq!(whole["rounds"].as_array().unwrap().len(), 17);
    assert_eq!(names(&whole["asked"]["sets"]), ["pairs", "groups"]);
    let path = bed.only_run().join("hosts.json");
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    kept["rounds"].as_array_mut().unwrap().truncate(4);
    kept["partial"] = Value::Bool(true);
    std::fs::write(&path, serde_json::to_vec(&kept).unwrap()).unwrap();
    let output = bed.home.hosts(&["resume", "latest", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    let resumed = document(&output.stdout);
    let sets = |document: &Value| -> Vec<Value> {
        document["rounds"].as_array().unwrap().iter().map(|round| round["set"].clone()).collect()
    };
    assert_eq!(sets(&resumed), sets(&whole));
    let first = |document: &Value| document["rounds"].as_array().unwrap()[..4].to_vec();
    assert_eq!(first(&resumed), first(&whole), "what was measured stands");
    assert_eq!(resumed["partial"], false);
}

impl Bed {
    /// A fault at the beginning: the exit code, ids of notes, and how many hosts are left out.
    fn faulty(&self, kind: &str) -> (i32, Vec<String>, usize) {
        let text = with_fault("b2", kind, 1);
        let (code, out, _) = self.ask(&text, &["measure", "--json", "--no-report"]);
        let result = document(out.as_bytes());
        let out = result["hosts"].as_array().unwrap().iter().filter(|it| !it["lost_in"].is_null());
        (code, notes(&result), out.count())
    }
}

#[test]
fn hosts_that_cannot_take_part_are_named_and_left_out() {
    let bed = Bed::new();
    for (kind, note) in [
        ("not-shared", "hosts-fault-not-shared"),
        ("no-target", "hosts-fault-no-target"),
        ("options", "hosts-fault-other-options"),
        ("dies", "hosts-fault-lost"),
        ("hangs", "hosts-fault-hung"),
    ] {
        let (code, notes, out) = bed.faulty(kind);
        assert_eq!((code, out), (3, 1), "{kind}: {notes:?}");
        assert!(notes.iter().any(|id| id == note), "{kind}: {notes:?}");
    }
    let (code, notes, out) = bed.faulty("clock");
    assert_eq!((code, out, &notes[..]), (0, 0, &["hosts-clock-far".to_owned()][..]));
    // Another build could mean other things by the same words.
    let (code, out, error) = bed.ask(&with_fault("b2", "build", 1), &["measure"]);
    assert!(code == 5 && out.is_empty() && error.contains("0.0.0"), "{code} {error}");
}

/// Measurements from before a host died remain, and the run goes on without it.
#[test]
fn a_host_that_dies_in_between_loses_nothing_of_the_others() {
    let bed = Bed::new();
    let result = bed.json(&with_fault("a2", "dies", 4), &["measure", "--set", "alone,all"], 3);
    let rounds = result["rounds"].as_array().unwrap();
    let ran = |round: &Value| round["figures"].as_array().unwrap().len();
    let all = rounds.iter().rfind(|round| round["set"] == "all").unwrap();
    assert_eq!(ran(all), 5, "{rounds:?}");
    assert_eq!(result["hosts"][1]["lost_in"], 4);
    assert!(rounds.iter().take(3).all(|round| ran(round) == 1));
}

#[test]
fn a_target_that_nobody_else_sees_is_refused() {
    let bed = Bed::new();
    let mut text = RACKS.to_owned();
    for host in ["a2", "a3", "b1", "b2", "b3"] {
        text += &format!("[[fault]]\nhost = \"{host}\"\nkind = \"not-shared\"\n");
    }
    let (code, out, error) = bed.ask(&text, &["measure", "--no-report"]);
    assert!(code == 1 && out.is_empty() && error.contains("not shared"), "{code} {error}");
    assert!(bed.home.runs().is_empty());
}

#[test]
fn one_host_is_measured_and_told_that_two_are_needed() {
    let one = "schema = \"narrows.cluster/1\"\n[[network]]\nid = \"x\"\n[[host]]\nid = \"n\"\n\
               on = \"x\"\nread = \"1 GB/s\"\n[[server]]\nid = \"s\"\non = \"x\"\n";
    let result = Bed::new().json(one, &["explain"], 0);
    assert_eq!(notes(&result), ["hosts-one-rank"]);
    assert!(result["sharing"].is_null());
}

#[test]
fn mistakes_of_a_cluster_file_are_told_with_their_place() {
    let bed = Bed::new();
    for (text, expected) in [
        (RACKS.replace("count", "coutn"), "coutn"),
        (RACKS.replace("on = \"leaf2\"", "on = \"leaf9\""), "leaf9"),
        (RACKS.replace("10 Gbit/s", "10 parsecs"), "parsecs"),
        ("hosts: 3".to_owned(), "cluster.toml"),
        (String::new(), "cluster.toml"),
    ] {
        for command in ["measure", "explain"] {
            let (code, out, error) = bed.ask(&text, &[command]);
            assert!((1..=2).contains(&code) && out.is_empty(), "{code} {out}");
            assert!(error.contains(expected), "{error}");
        }
    }
    let slips: [&[&str]; 6] = [
        &["measure", "--on", "/nowhere.toml"],
        &["measure", "--set", "trios"],
        &["explain", "no-such-run"],
        &["resume", "no-such-run"],
        &["predict", "/nowhere.toml"],
        &["see", "/nowhere"],
    ];
    for args in slips {
        let output = bed.home.hosts(args);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
    assert!(bed.home.runs().is_empty());
}

#[test]
fn a_workload_or_target_that_does_not_exist_is_told() {
    let bed = Bed::new();
    let (code, _, error) = bed.ask(RACKS, &["measure", "--workload", "sideways-read"]);
    assert!(code == 2 && error.contains("sideways-read"), "{error}");
    let (code, _, error) = bed.ask(RACKS, &["measure", "--target", "/elsewhere", "--no-report"]);
    assert!(code == 1 && error.contains("/elsewhere"), "{code} {error}");
    let file = bed.file(RACKS);
    let output = bed.home.hosts(&["predict", &file, "--target", "/elsewhere"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output).contains("shared"), "{}", text_of(&output));
}

#[test]
fn without_a_launcher_real_hosts_are_not_asked() {
    let bed = Bed::new();
    for command in ["measure", "explain", "see", "check"] {
        let output = bed.home.hosts(&[command]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(text_of(&output).contains("--on"), "{}", text_of(&output));
    }
}

#[test]
fn predictions_are_what_virtual_hosts_measure() {
    let bed = Bed::new();
    let file = bed.file(RACKS);
    let args = ["predict", &file, "--workload", "seq-read-128k-q32", "--json"];
    let predicted = document(&bed.home.hosts(&args).stdout);
    let workload = &predicted["workloads"][0];
    let measured = bed.json(RACKS, &["measure", "--set", "all"], 0);
    let sum = measured["rounds"][0]["sum_mb_s"].as_f64().unwrap();
    let expected = workload["sum_mb_s"].as_f64().unwrap();
    // Six hosts of 3 % each: the sum scatters by little more than one percent.
    assert!((sum / expected - 1.0).abs() < 0.06, "{sum} {expected}");
    let of_leaf = workload["limits"].as_array().unwrap().iter().find(|it| it["place"] == "leaf1");
    assert_eq!(of_leaf.unwrap()["kind"], "network");
    assert_eq!(names(&of_leaf.unwrap()["hosts"]), ["a1", "a2", "a3"]);
    let groups = predicted["groups"].as_array().unwrap();
    assert!(groups.iter().any(|group| group["name"] == "leaf2"), "{groups:?}");
}

#[test]
fn own_drives_share_what_is_inside_their_host() {
    let bed = Bed::new();
    let result = bed.json(OWN, &["explain"], 0);
    assert!(result["asked"]["target"].is_null());
    let limits = result["sharing"]["limits"].as_array().unwrap();
    let sets: Vec<Vec<&str>> = limits.iter().map(|limit| names(&limit["units"])).collect();
    assert_eq!(sets.len(), 2, "{sets:?}");
    assert!(sets.contains(&vec!["n1:drive1", "n1:drive2", "n1:drive3"]), "{sets:?}");
    // Three share 5 GB/s where each could do 3.
    for limit in limits {
        let most = limit["capacity_mb_s"]["value"].as_f64().unwrap();
        assert!((4700.0..5300.0).contains(&most), "{most}");
    }
    // Without drives and without a server there is nothing to measure.
    let nothing = OWN.replace("drives = 3\n", "");
    assert_eq!(bed.ask(&nothing, &["measure"]).0, 2);
}

#[test]
fn the_summary_of_ior_has_its_words_and_nothing_else() {
    let bed = Bed::new();
    let (code, out, error) = bed.ask(RACKS, &["measure", "--ior"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("Max Read: "), "{out}");
    let line = out.lines().find(|line| line.starts_with("read ")).expect(&out);
    let figures: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(figures.len(), 27, "{line}");
    assert_eq!((figures[13], figures[14], figures[15], figures[23]), ("6", "1", "1", "131072"));
    assert!(error.contains("-D"), "{error}");
    let (code, out, _) =
        bed.ask(RACKS, &["measure", "--ior", "--workload", "seq-write-1m-q8", "--no-report"]);
    assert!(code == 0 && out.starts_with("Max Write: "), "{out}");
    let (code, out, error) = bed.ask(RACKS, &["measure", "--set", "alone", "--ior", "--no-report"]);
    assert!(code == 1 && out.is_empty() && error.contains("--set"), "{code} {out} {error}");
    assert_eq!(bed.ask(RACKS, &["measure", "--ior", "--json"]).0, 2);
}

#[test]
fn each_hosts_own_run_is_gathered() {
    let bed = Bed::new();
    let (code, ..) = bed.ask(&with_fault("b2", "dies", 2), &["measure", "--gather"]);
    assert_eq!(code, 3);
    let hosts = bed.only_run().join("hosts");
    let mut names: Vec<String> = std::fs::read_dir(&hosts)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    // The one that died handed nothing over.
    assert_eq!(names, ["a1", "a2", "a3", "b1", "b3"]);
    let run = document(&std::fs::read(hosts.join("a1/run.json")).unwrap());
    assert_eq!(run["results"].as_array().unwrap().len(), 2, "alone and with all");
    assert!(run["results"][0]["simulated"] == true && hosts.join("a1/report.html").is_file());
    assert_eq!(bed.ask(RACKS, &["measure", "--gather", "--no-report"]).0, 2);
}

fn machine(folder: &Path, name: &str, lanes: u32) {
    let text = format!(
        "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\ncount = 2\non = \"cpu\"\n\
         link = \"4.0 x4\"\n[[drive]]\nid = \"e\"\non = \"cpu\"\nlink = \"4.0 x{lanes}\"\n"
    );
    std::fs::write(folder.join(name), text).unwrap();
}

#[test]
fn the_host_with_the_slower_link_is_found() {
    let bed = Bed::new();
    let folder = bed.home.path().join("captures");
    std::fs::create_dir(&folder).unwrap();
    for (name, lanes) in [("n1.toml", 4), ("n2.toml", 4), ("n3.toml", 2)] {
        machine(&folder, name, lanes);
    }
    let path = folder.to_str().unwrap();
    let output = bed.home.hosts(&["check", path, "--json"]);
    assert_eq!(output.status.code(), Some(4), "{}", text_of(&output));
    let result = document(&output.stdout);
    let differences = result["differences"].as_array().unwrap();
    assert!(differences.len() == 1 && differences[0]["host"] == "n3", "{differences:?}");
    assert_eq!(differences[0]["id"], "hosts-differs-link");
    let html = bed.home.path().join("fleet.html");
    let output = bed.home.hosts(&["see", path, "--html", html.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(std::fs::read_to_string(&html).unwrap().contains("n3"));
    machine(&folder, "n3.toml", 4);
    let output = bed.home.hosts(&["check", path, "--lang", "ja"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("違いはありません"));
}

/// Real hosts are ranks; this one alone says all there is to say of one.
#[test]
fn a_host_is_watched_kept_and_shown() {
    let bed = Bed::new();
    let words =
        ["watch", "--here", "--json", "--", "sh", "-c", "echo of the job; sleep 1.2; exit 7"];
    let output = bed.home.hosts(&words);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    assert!(String::from_utf8_lossy(&output.stderr).contains("of the job"));
    let result = document(&output.stdout);
    assert_eq!(result["asked"]["subject"], "command");
    let [host] = result["hosts"].as_array().unwrap().as_slice() else { panic!("{result}") };
    assert_eq!((&host["watch"]["exit_code"], &host["lost_after_s"]), (&7.into(), &Value::Null));
    let shares = result["shares"].as_array().unwrap().iter();
    let sum: f64 = shares.map(|share| share["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{result}");
    assert_eq!(notes(&result), ["hosts-watch-one-rank"]);
    // Beside the document of all hosts lies this host's own run.
    let runs = bed.home.runs();
    assert_eq!(runs.len(), 2, "{runs:?}");
    let of_all = runs.iter().find(|run| run.join("hosts-watch.json").is_file()).unwrap();
    let kept = std::fs::read(of_all.join("hosts-watch.json")).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&kept).unwrap(), result);
    assert!(std::fs::read_to_string(of_all.join("report.html")).unwrap().contains("sleep 1.2"));
    let again = bed.home.narrows(&["history", "latest"]);
    assert!(
        String::from_utf8_lossy(&again.stdout).contains("Watched: sh -c"),
        "{}",
        text_of(&again)
    );
}

#[test]
fn what_hosts_cannot_watch_is_said() {
    let bed = Bed::new();
    for (args, code, words) in [
        (&["--on", "cluster.toml"][..], 2, "virtual hosts"),
        (&["--for", "1s"], 2, "mpi"),
        (&["--here", "--", "/no/such/program"], 1, "/no/such/program"),
        (&["--here", "--name", "no-such-job"], 1, "no-such-job"),
        (&["--here", "--for", "1ms"], 2, "500 ms"),
        (&["--here", "--name", "sh", "--", "true"], 2, "--name"),
        (&["--here", "--for", "1s", "--html", "/no/such/folder/page.html"], 1, "/no/such/folder"),
    ] {
        let output = bed.home.hosts(&[&["watch"], args].concat());
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text_of(&output));
        assert!(text_of(&output).contains(words), "{args:?}: {}", text_of(&output));
    }
    // Runs that never began leave no directory.
    assert!(bed.home.runs().is_empty(), "{:?}", bed.home.runs());
}

/// More than 32 hosts: not every pair runs, but each host in as many as any other.
#[test]
fn pairs_of_many_hosts_leave_nobody_out() {
    let bed = Bed::new();
    let many = RACKS.replace("count = 3", "count = 20");
    let result = bed.json(&many, &["measure", "--set", "pairs", "--no-report"], 0);
    let rounds = result["rounds"].as_array().unwrap();
    // 496 pairs for 40 hosts are 12 for each host and way: 40 of each, of the farthest 20.
    assert_eq!(rounds.len(), 11 * 40 + 20);
    assert_eq!(notes(&result), ["hosts-pairs-cut"]);
    let mut of_host = std::collections::BTreeMap::new();
    for figure in rounds.iter().flat_map(|round| round["figures"].as_array().unwrap()) {
        *of_host.entry(figure["host"].as_str().unwrap()).or_insert(0) += 1;
    }
    assert!(of_host.len() == 40 && of_host.values().all(|rounds| *rounds == 23), "{of_host:?}");
}

/// A folder of lldpctl's output on each host names groups as well as Slurm's file does.
#[test]
fn switches_that_name_themselves_are_groups() {
    let bed = Bed::new();
    let folder = bed.home.path().join("lldp");
    std::fs::create_dir(&folder).unwrap();
    for (rack, host) in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("b", 2), ("b", 3)] {
        let text = format!(
            r#"{{"lldp": {{"interface": {{"e0": {{"chassis": {{"leaf-{rack}": {{"id": {{"value": "{rack}"}}}}}}}}}}}}}}"#
        );
        std::fs::write(folder.join(format!("{rack}{host}.json")), text).unwrap();
    }
    let words = ["measure", "--set", "groups", "--no-report", "--groups", folder.to_str().unwrap()];
    let result = bed.json(RACKS, &words, 0);
    let groups: Vec<&str> = result["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(groups, ["leaf-a", "leaf-b"]);
    assert_eq!(result["rounds"].as_array().unwrap().len(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::create_dir(&folder).unwrap();
    let (code, _, error) = bed.ask(RACKS, &words);
    assert!(code == 1 && error.contains("lldpctl -f json"), "{error}");
}

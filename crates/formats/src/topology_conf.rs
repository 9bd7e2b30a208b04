//! Groups of hosts from Slurm's `topology.conf` (topology.conf(5), `topology/tree`).
//!
//! ```text
//! SwitchName=leaf1 Nodes=node[1-4,07-09]
//! SwitchName=spine Switches=leaf[1-2]
//! ```
//!
//! Other lines are skipped: other plugins have other lines. Names are unfolded like Slurm's
//! hostlists (scontrol(1), `show hostnames`).

use std::collections::{BTreeMap, BTreeSet};

use narrows_record::hosts::HostGroup;

/// Names that a file may unfold to; more are a slip of the pen.
const MOST_NAMES: usize = 65_536;
/// Switches below switches; deeper files lead to themselves.
const DEEPEST: usize = 16;

/// The switches with all hosts below each, in the order of the file; empty if it has no switches.
pub fn read(text: &str) -> Vec<HostGroup> {
    let mut room = MOST_NAMES;
    let mut switches: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
    // Lines; one that ends in a backslash continues in the next.
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let (line, more) = match line.trim_end().strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => last.push_str(line),
            None => lines.push(line.to_owned()),
        }
        goes_on = more;
    }
    for line in lines {
        let mut fields: BTreeMap<String, &str> = BTreeMap::new();
        for word in line.split('#').next().unwrap_or_default().split_whitespace() {
            if let Some((key, value)) = word.split_once('=') {
                fields.insert(key.to_ascii_lowercase(), value);
            }
        }
        let Some(name) = fields.get("switchname") else { continue };
        let mut names =
            |key: &str| unfolded(fields.get(key).copied().unwrap_or_default(), &mut room);
        let (nodes, below) = (names("nodes"), names("switches"));
        switches.push(((*name).to_owned(), nodes, below));
    }
    let hosts = |name: &str| {
        let mut found = BTreeSet::new();
        gather(&switches, name, DEEPEST, &mut BTreeSet::new(), &mut found);
        found.into_iter().collect::<Vec<String>>()
    };
    let group = |(name, _, _): &(String, Vec<String>, Vec<String>)| HostGroup {
        name: name.clone(),
        hosts: hosts(name),
        from: "topology.conf".to_owned(),
        uplink_mb_s: None,
    };
    switches.iter().map(group).filter(|group| !group.hosts.is_empty()).collect()
}

type Switch = (String, Vec<String>, Vec<String>);

fn gather(
    switches: &[Switch],
    name: &str,
    depth: usize,
    seen: &mut BTreeSet<String>,
    found: &mut BTreeSet<String>,
) {
    if depth == 0 || !seen.insert(name.to_owned()) {
        return;
    }
    // Several lines may define one switch.
    for (_, nodes, below) in switches.iter().filter(|(known, _, _)| known == name) {
        found.extend(nodes.iter().cloned());
        below.iter().for_each(|next| gather(switches, next, depth - 1, seen, found));
    }
}

/// `node[1-3,07],login` as names. Damaged parts are kept as they are; `room` is the number of names
/// still allowed.
pub fn unfolded(list: &str, room: &mut usize) -> Vec<String> {
    let mut names = Vec::new();
    for word in words(list) {
        let mut open = vec![String::new()];
        let mut rest = word.as_str();
        while let Some((before, after)) = rest.split_once('[') {
            let Some((inside, after)) = after.split_once(']') else { break };
            let numbers = numbers(inside, *room);
            let all = open.iter().flat_map(|start| {
                numbers.iter().map(move |number| format!("{start}{before}{number}"))
            });
            // Several brackets multiply: the limit holds before the names are made.
            open = all.take(*room).collect();
            rest = after;
        }
        open.iter_mut().for_each(|name| name.push_str(rest));
        open.truncate(*room);
        // Never below 0: `open` was just cut to it.
        *room -= open.len();
        names.extend(open.into_iter().filter(|name| !name.is_empty()));
    }
    names
}

/// Parts between commas outside of brackets.
fn words(list: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0u32;
    for c in list.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c, depth) {
            (',', 0) => words.push(String::new()),
            _ => words.last_mut().into_iter().for_each(|word| word.push(c)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `1-3,07`: numbers with the zeros that they are written with.
fn numbers(inside: &str, most: usize) -> Vec<String> {
    let mut numbers = Vec::new();
    for part in inside.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let both = first.parse::<u32>().ok().zip(last.parse::<u32>().ok());
        let Some((from, to)) = both else {
            numbers.push(part.to_owned());
            continue;
        };
        let left = most.saturating_sub(numbers.len());
        let width = first.len();
        numbers.extend((from..=to).take(left).map(|number| format!("{number:0width$}")));
    }
    numbers.truncate(most);
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_tree_of_switches_is_read() {
        let text = "# two racks\nSwitchName=leaf1 Nodes=node[1-2,07-09] LinkSpeed=100\n\
                    switchname=leaf2 nodes=a1,b[3-4]x\nSwitchName=spine \\\n Switches=leaf[1-2]\n";
        let groups = read(text);
        let told: Vec<(&str, Vec<&str>)> = groups
            .iter()
            .map(|group| (&*group.name, group.hosts.iter().map(String::as_str).collect()))
            .collect();
        assert_eq!(told[0], ("leaf1", vec!["node07", "node08", "node09", "node1", "node2"]));
        assert_eq!(told[1], ("leaf2", vec!["a1", "b3x", "b4x"]));
        assert_eq!((told[2].0, told[2].1.len()), ("spine", 8));
    }

    #[test]
    fn switches_that_lead_to_themselves_end() {
        let groups = read("SwitchName=a Switches=b Nodes=n1\nSwitchName=b Switches=a Nodes=n2");
        assert!(groups.iter().all(|group| group.hosts == ["n1", "n2"]));
        assert_eq!(read("SwitchName=a Nodes=n[1-4000000000]")[0].hosts.len(), MOST_NAMES);
        assert_eq!(read("BlockName=b1 Nodes=n[1-4]"), []);
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "(SwitchName=|Nodes=|Switches=|[a-c0-9\\[\\],\\-\\\\ \n]){0,40}") {
            let _ = read(&text);
        }
    }
}

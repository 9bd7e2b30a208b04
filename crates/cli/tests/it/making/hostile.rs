//! Names and serial numbers that are chosen to be taken for something else: in files of answers and arrays, and of
//! drives.

use crate::build::{apart, pair, part};

#[test]
fn hostile_names_in_files_lead_nowhere() {
    let Some([one, two]) = pair() else { return };
    let long = "x".repeat(300);
    let deep = format!("/srv{}", "/long-name".repeat(500));
    let files: Vec<(&str, String, String)> = [
        ("newline", "data", "/srv/a\\nLABEL=x / ext4"),
        ("dots", "data", "/srv/../etc"),
        ("control", "data", "/srv/\\u001b[31mred"),
        ("bidi", "data", "/srv/\\u202Eatad"),
        ("root", "data", "/"),
        ("long", "data", deep.as_str()),
        ("name", "a/../../b", "/srv/data"),
        ("option", "-rf", "/srv/data"),
        ("name-newline", "a\\nb", "/srv/data"),
        ("name-bidi", "a\\u202Eb", "/srv/data"),
        ("name-long", long.as_str(), "/srv/data"),
    ]
    .map(|(id, name, at)| (id, name.to_owned(), at.to_owned()))
    .to_vec();
    let mut script = "set -- $serials; a=$2; b=$4; set -- $drives; before=$(cat /etc/fstab); \
        try() { $narrows build --lang en --ensure /run/$1.toml > /run/out 2> /run/said; code=$?; echo BEGIN $1; echo $code; cat /run/said; echo END; \
            cat /run/out /run/said | LC_ALL=C grep -q \"$(printf '\\033')\" && echo ESCAPED $1; }; "
        .to_owned();
    for (id, name, at) in &files {
        let toml =
            format!("name = \"{name}\"\nlevel = \"raid1\"\nengine = \"btrfs\"\nmount = \"{at}\"\n");
        script += &format!(
            "cat > /run/{id}.toml <<'EOF'\n{toml}EOF\n\
            printf 'drives = [\"%s\", \"%s\"]\nserials = [\"%s\", \"%s\"]\n' $1 $2 $a $b >> /run/{id}.toml; try {id}\n"
        );
    }
    script += "for bad in '/dev/../etc/passwd' '/dev/\\u202E' '/dev/x\\ny' '/dev/\\u001b[2J'; do \
            printf 'name = \"data\"\nlevel = \"raid1\"\nengine = \"btrfs\"\ndrives = [\"%s\", \"%s\"]\n' $1 \"$bad\" > /run/drive.toml; \
            try drive; done\n\
        printf 'serials = [\"%s\\\\n%s\", \"\", \" \", \"%s\\\\u0000\"]\n' $a $b $a > /run/answers.toml; \
        $build --answers /run/answers.toml > /run/out 2> /run/said; code=$?; echo BEGIN answers; echo $code; cat /run/said; echo END; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; find /srv /var/lib/narrows -mindepth 1 2>/dev/null; echo; echo END; \
        [ \"$before\" = \"$(cat /etc/fstab)\" ] && echo SAME fstab";
    let Some(output) = apart(&script, &[&one, &two]) else { return };
    for (id, ..) in &files {
        assert!(part(&output, id).starts_with("2\n"), "{id}: {}", part(&output, id));
    }
    let drives: Vec<&str> = output.split("BEGIN drive\n").skip(1).collect();
    assert_eq!(drives.len(), 4, "{output}");
    assert!(drives.iter().all(|text| !text.starts_with('0')), "{output}");
    assert!(part(&output, "answers").starts_with("5\n"), "{output}");
    assert!(!output.contains("ESCAPED"), "what is printed moves no terminal: {output}");
    assert_eq!(part(&output, "marks").trim(), "", "{output}");
    assert!(output.contains("SAME fstab"), "{output}");
}

/// Without a name by-id a loop device has no serial number: nothing that is typed is one.
#[test]
fn serial_numbers_that_are_none_allow_nothing() {
    let Some([one, two]) = pair() else { return };
    let script = "set -- $drives; a=test-${1#/dev/}; b=test-${2#/dev/}; \
        try() { label=$1; shift; $build \"$@\" > /run/out 2>&1; code=$?; echo BEGIN $label; echo $code; cat /run/out; echo; echo END; }; \
        try same --serial $a --serial $a; try part --serial test- --serial $b; try joined --serial \"$a $b\"; \
        try escaped --serial \"$(printf \"\\033[8m$a\")\" --serial $b; try case --serial TEST-${1#/dev/} --serial $b; \
        rm /dev/disk/by-id/$a; try empty --serial '' --serial $b; try blanks --serial '   ' --serial $b; \
        try tab --serial \"$(printf '\\t')\" --serial $b; try name --serial ${1#/dev/} --serial $b; \
        try path --serial $1 --serial $b; \
        ln -s ../../${1#/dev/} \"/dev/disk/by-id/ \"; try blank --serial ' ' --serial $b; rm \"/dev/disk/by-id/ \"; \
        odd=$(printf 'x\\033[2J\\\\040y'); ln -s ../../${1#/dev/} \"/dev/disk/by-id/$odd\"; \
        try odd --serial 'x y' --serial $b; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; echo; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    let all = [
        "same", "part", "joined", "escaped", "case", "empty", "blanks", "tab", "name", "path",
        "blank", "odd",
    ];
    for name in all {
        assert!(part(&output, name).starts_with("5\n"), "{name}: {}", part(&output, name));
    }
    assert!(
        !part(&output, "odd").contains('\u{1b}'),
        "what is printed moves no terminal: {output}"
    );
    assert_eq!(part(&output, "marks").trim(), "", "{output}");
}

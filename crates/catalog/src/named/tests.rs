use super::*;

fn ids<T: CatalogEntry>(named: &NameMatches<'static, T>) -> Vec<&'static str> {
    named.entries.iter().map(|entry| entry.id()).collect()
}

#[test]
fn names_are_found_without_blanks_and_with_what_people_leave_out() {
    for (typed, id) in [
        ("990pro2tb", "samsung-990-pro-2000gb"),
        ("990 PRO 2 TB", "samsung-990-pro-2000gb"),
        ("samsung 990pro 2000 gb", "samsung-990-pro-2000gb"),
        ("990 pro 2tb nvme ssd", "samsung-990-pro-2000gb"),
        ("870evo 4tb", "samsung-870-evo-4tb"),
        ("WD SN850X 2TB", "wd-black-sn850x-2000gb"),
        ("970 evo+ 1tb", "samsung-970-evo-plus-1000gb"),
        // The one that is called so and no more.
        ("970 evo 1tb", "samsung-970-evo-1000gb"),
        ("980 1tb", "samsung-980-1tb"),
        // Sold as 2 TB.
        ("kc3000 2tb", "kingston-kc3000-2048gb"),
    ] {
        assert_eq!(ids(&drives(typed)), [id], "{typed}");
    }
    for (typed, id) in [
        ("rtx4090", "nvidia-geforce-rtx-4090"),
        ("geforce rtx 4090 graphics card", "nvidia-geforce-rtx-4090"),
        ("9300-8i", "lsi-sas-9300-8i"),
        ("x540t2", "intel-x540-t2"),
        // Makers were bought, and their cards renamed.
        ("broadcom 9300-8i", "lsi-sas-9300-8i"),
        ("lsi 9405w-16i", "broadcom-hba-9405w-16i"),
        ("PEX 8748", "quad-m2-plx8748"),
        ("res2sv240", "intel-res2sv240"),
    ] {
        assert_eq!(ids(&cards(typed)), [id], "{typed}");
    }
    assert_eq!(ids(&boards("x570 aorus master")), ["gigabyte-x570-aorus-master"]);
    let row_of = |model: &str| cpus(model).one().map(|row| row.id.as_str());
    for (typed, like) in
        [("ryzen 7 8700g", "8700G"), ("14900hx", "i9-14900HX"), ("core i7 7820x", "i7-7820X")]
    {
        assert!(row_of(typed).is_some() && row_of(typed) == row_of(like), "{typed}");
    }
}

/// What people add to the name of a board, leave out of it or write otherwise.
#[test]
fn boards_are_found_by_what_people_write() {
    for (typed, id) in [
        ("strix x670e-e", "asus-rog-strix-x670e-e-gaming-wifi"),
        ("tomahawk b650", "msi-mag-b650-tomahawk-wifi"),
        ("X10SRL", "supermicro-x10srl-f"),
        ("romed8", "asrock-rack-romed8-2t"),
        // The words in the order of the name.
        ("asus x570-pro", "asus-prime-x570-pro"),
        ("b650 gaming plus", "msi-b650-gaming-plus-wifi"),
        // What it looks like, and its revision.
        ("strix b550-f wifi", "asus-rog-strix-b550-f-gaming"),
        ("rog strix b550-f gaming (wi-fi)", "asus-rog-strix-b550-f-gaming"),
        ("x570 aorus elite wifi", "gigabyte-x570-aorus-elite"),
        ("gigabyte x570 aorus master (rev. 1.0)", "gigabyte-x570-aorus-master"),
        ("x570 aorus master rev1.2", "gigabyte-x570-aorus-master"),
        ("hp z640 workstation", "hp-z640"),
        ("raspberry pi 5 8gb", "raspberry-pi-5"),
        ("strix b550-e", "asus-rog-strix-b550-e-gaming"),
        ("z390 aorus pro wifi", "gigabyte-z390-aorus-pro"),
        // Numbers.
        ("crosshair 8 hero", "asus-rog-crosshair-viii-hero"),
        ("maximus 12 hero", "asus-rog-maximus-xii-hero"),
        ("maximus 13 hero", "asus-rog-maximus-xiii-hero"),
        ("hp dl380 g9", "hpe-proliant-dl380-gen9"),
        ("dl380p g8", "hp-proliant-dl380p-gen8"),
        // One slip.
        ("b650 tomahwk", "msi-mag-b650-tomahawk-wifi"),
        ("x570 aorus mastr", "gigabyte-x570-aorus-master"),
        ("x670e aourus master", "gigabyte-x670e-aorus-master"),
        ("crosshiar viii hero wifi", "asus-rog-crosshair-viii-hero"),
    ] {
        let matches = ids(&boards(typed));
        assert!(matches.len() == 1 && matches[0].starts_with(id), "{typed}: {matches:?}");
    }
    for other in [
        "b550 aorus pro v2",
        "b450 tomahawk max ii",
        "x570 taichi razer",
        "crosshair viii formula",
        "maximus 11 apex",
        "z790 apex",
        "msi pro z690-a wifi",
        "x570 aorus xtreme rev 1.0",
    ] {
        assert_eq!(ids(&boards(other)), [""; 0], "{other}");
    }
}

/// A letter too few in a long word of a board's name never leads to another board, and seldom to
/// none.
#[test]
fn one_slip_leads_to_no_other_board() {
    let (mut all, mut matches) = (0, 0);
    for board in board::all() {
        for word in board.name.split(' ').filter(|word| word.len() > 5) {
            if !word.chars().all(char::is_alphabetic) {
                continue;
            }
            let slip = board.name.replace(word, &[&word[..2], &word[3..]].concat());
            let named = boards(&slip);
            let ids = ids(&named);
            assert!(ids.is_empty() || ids.contains(&board.id.as_str()), "{slip}: {ids:?}");
            all += 1;
            matches += usize::from(!ids.is_empty());
        }
    }
    assert!(matches * 10 >= all * 9, "{matches} of {all}");
}

/// Another model's figures are worse than none, and several are named.
#[test]
fn what_is_near_or_left_open_is_not_guessed() {
    assert_eq!(ids(&drives("990 pro 200gb")), [""; 0]);
    assert_eq!(ids(&cards("rtx 409")), [""; 0]);
    // Of the SX8200 with 512 GB the catalogue has only the Pro, which is faster.
    assert_eq!(ids(&drives("xpg sx8200 512gb")), [""; 0]);
    let open = drives("990 pro");
    assert!(open.one().is_none() && open.entries.len() > 1);
    // Several of one maker, of which none has just these words.
    assert!(drives("samsung 1tb").one().is_none());
    let near = near_ids("990 prro 2tb", &[EntryKind::Drive]);
    assert!(near.contains(&"samsung-990-pro-2000gb"), "{near:?}");
    let near = near_ids("x570 aorus mastr", &[EntryKind::Board]);
    assert_eq!(near.first(), Some(&"gigabyte-x570-aorus-master"), "{near:?}");
}

/// Every id, name and alias, in upper and lower case, without blanks and without dashes, finds its
/// entry, or is reported as the name of several of which it is one.
#[test]
fn every_entry_is_found_by_all_that_it_is_called() {
    every_one(&drive::STOCK);
    every_one(&card::STOCK);
    every_one(&board::STOCK);
    every_one(&chipset::STOCK);
    every_one(&cpu::STOCK);
}

fn every_one<T: CatalogEntry + Clone>(stock: &'static crate::stock::EntryStock<T>) {
    for entry in &stock.entries {
        let aliases = entry.aliases().iter().map(|alias| alias.trim_end_matches('*'));
        for called in aliases.chain([entry.id(), entry.name()]) {
            let bare = |dropped: &[char]| called.replace(dropped, "");
            let spellings = [
                called.to_owned(),
                called.to_lowercase(),
                called.to_uppercase(),
                bare(&[' ']),
                bare(&['-', '_']),
                bare(&[' ', '-', '_']),
            ];
            for spelled in spellings {
                let matches = stock.named(&spelled);
                let ids: Vec<&str> = matches.entries.iter().map(|it| it.id()).collect();
                assert!(ids.contains(&entry.id()), "{spelled}: {ids:?} for {}", entry.id());
                assert!(matches.exact, "{spelled}");
            }
        }
        assert_eq!(stock.named(entry.id()).one().map(CatalogEntry::id), Some(entry.id()));
    }
}

/// `ASRock Z790 Pro RS, Z790 Pro RS WiFi, Z790 Pro RS/D4`: who names one of the three leaves no word of it out.
/// A board that is called MAX alone differs from one without.
#[test]
fn a_model_that_an_entry_lists_leaves_nothing_out() {
    for board in board::all() {
        let maker = board.name.split(' ').next().unwrap();
        for model in board.name.split(" (").next().unwrap().split(", ") {
            let typed = if model.starts_with(maker) { model } else { &format!("{maker} {model}") };
            let left = left_out(board, typed);
            assert!(left.is_empty(), "{typed} of {}: {left:?}", board.name);
        }
    }
    let left = |id: &str, typed| left_out(board::board(id).unwrap(), typed);
    assert!(left("asus-tuf-gaming-b760m-plus-wifi", "tuf gaming b760m-plus wifi d4").is_empty());
    assert_eq!(left("msi-b450-tomahawk-max", "b450 tomahawk"), ["max"]);
}

//! The program around libFuzzer. `NARROWS_FUZZ_TARGET` names the target, `NARROWS_FUZZ_SEEDS` a folder
//! into which its seeds are written first, so that libFuzzer can start from them. Without a target it prints their names.

#![no_main]

use std::path::Path;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use narrows_fuzz::{TARGETS, Target};

fn target() -> &'static Target {
    static TARGET: OnceLock<&Target> = OnceLock::new();
    TARGET.get_or_init(|| {
        let Ok(name) = std::env::var("NARROWS_FUZZ_TARGET") else {
            TARGETS.iter().for_each(|target| println!("{}", target.name));
            std::process::exit(0);
        };
        let target = TARGETS.iter().find(|target| target.name == name).expect("a target's name");
        if let Some(folder) = std::env::var_os("NARROWS_FUZZ_SEEDS") {
            for (index, seed) in (target.seeds)().iter().enumerate() {
                let path = Path::new(&folder).join(format!("seed-{index}"));
                std::fs::write(path, seed).expect("a folder for seeds");
            }
        }
        target
    })
}

fuzz_target!(init: { target(); }, |bytes: &[u8]| (target().feed)(bytes));

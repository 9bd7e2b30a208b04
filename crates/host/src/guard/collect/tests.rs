use super::*;

fn look(path: &Path) -> Result<DriveFacts, LookError> {
    super::look(path, None, &AtomicBool::new(false))
}

#[test]
fn the_systems_own_drive_is_known() {
    let Ok(here) = whereabouts(Path::new("/")) else { return println!("skipped: no root") };
    let Some(device) = here.device else { return println!("skipped: / is on no block device") };
    let path = Path::new("/dev").join(&device);
    match look(&path) {
        Ok(facts) => {
            assert!(facts.system.contains(&"/".to_owned()), "{facts:?}");
            assert!(facts.mounts.iter().any(|(_, at)| at == "/"), "{facts:?}");
            let why = super::super::decide(&facts, &[]);
            assert!(why.iter().any(|refusal| refusal.check == OverwriteCheck::System), "{why:?}");
        }
        Err(error) => println!("skipped: {error}"),
    }
}

#[test]
fn files_and_character_devices_are_no_drives() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(matches!(look(file.path()), Err(LookError::NotBlock { .. })));
    assert!(matches!(look(Path::new("/dev/null")), Err(LookError::NotBlock { .. })));
    assert!(matches!(look(Path::new("/dev/none")), Err(LookError::Missing { .. })));
}

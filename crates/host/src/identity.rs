//! The user who called, even under sudo, who owns the results.
//!
//! For: results that belong to the user, in their own state folder, although the run had root's
//! rights. sudo(8) gives the caller in `SUDO_UID` and `SUDO_GID`; the XDG Base Directory
//! Specification 0.8 the folder for state.
//!
//! Not here: gaining rights. Names and host names are not exposed.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use rustix::process::{Gid, Uid, getegid, geteuid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use crate::root::plain_text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallingUser {
    pub uid: u32,
    pub gid: u32,
}

pub fn is_root() -> bool {
    geteuid().is_root()
}

/// The user who called: under sudo the one before sudo, else the process's own.
pub fn caller() -> CallingUser {
    let own = CallingUser { uid: geteuid().as_raw(), gid: getegid().as_raw() };
    caller_from(own, |name| std::env::var_os(name))
}

/// The variables are used only by root: other users could not change an owner anyway.
fn caller_from(own: CallingUser, variable: impl Fn(&str) -> Option<OsString>) -> CallingUser {
    let number = |name| variable(name)?.to_str()?.parse().ok();
    match (own.uid, number("SUDO_UID"), number("SUDO_GID")) {
        (0, Some(uid), Some(gid)) => CallingUser { uid, gid },
        _ => own,
    }
}

/// The caller's home folder: from /etc/passwd under sudo, else `HOME`.
pub fn home() -> Option<PathBuf> {
    home_from(caller(), |name| std::env::var_os(name), || plain_text("/etc/passwd"))
}

/// The folder for settings: `XDG_CONFIG_HOME`, else `.config` in the caller's home.
pub fn config_home() -> Option<PathBuf> {
    xdg_from("XDG_CONFIG_HOME", |name| std::env::var_os(name), || Some(home()?.join(".config")))
}

/// The folder for state: `XDG_STATE_HOME`, else `.local/state` in the caller's home.
pub fn state_home() -> Option<PathBuf> {
    let usual = || Some(home()?.join(".local/state"));
    xdg_from("XDG_STATE_HOME", |name| std::env::var_os(name), usual)
}

/// The folder that a variable names, else the usual one.
fn xdg_from(
    name: &str,
    variable: impl Fn(&str) -> Option<OsString>,
    usual: impl FnOnce() -> Option<PathBuf>,
) -> Option<PathBuf> {
    // "All paths set in these environment variables must be absolute", else they are ignored.
    let named = variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(usual)
}

fn home_from(
    caller: CallingUser,
    variable: impl Fn(&str) -> Option<OsString>,
    passwd: impl FnOnce() -> Option<String>,
) -> Option<PathBuf> {
    let named = || variable("HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    if variable("SUDO_UID").is_none() {
        return named();
    }
    // sudo may have set HOME to root's; users who are not in the file (LDAP) keep it.
    passwd().and_then(|text| home_in(&text, caller.uid)).or_else(named)
}

/// The home of a user in passwd(5)'s text: `name:password:UID:GID:GECOS:directory:shell`.
fn home_in(passwd: &str, uid: u32) -> Option<PathBuf> {
    let mut lines = passwd.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let line = lines.find(|fields| fields.get(2).and_then(|id| id.parse().ok()) == Some(uid))?;
    line.get(5).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// Runs `work` with the caller's rights and no others, so that its files are the caller's and files
/// that the caller may not access stay untouched: a folder in a user's home may be changed while
/// root uses it, and a planted link there must not become a way to overwrite /etc/shadow.
///
/// Rights belong to a thread in Linux (credentials(7), NPTL), so a separate thread gives up root's
/// for good; if the process already is the caller, `work` simply runs.
///
/// # Errors
/// The rights could not be given up; `work` did not run.
pub fn as_caller<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    as_user(caller(), work)
}

/// Runs `work` with a user's rights and no others, as [`as_caller`] does with the caller's. Without
/// root's rights it runs with the present ones.
pub fn as_user<T: Send>(owner: CallingUser, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if !is_root() || owner.uid == 0 {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = scope.spawn(move || become_user(owner).map(|()| work()));
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the writing thread broke down")))
    })
}

/// Lets a command run with the caller's rights: user, group and the groups in /etc/passwd and
/// /etc/group. Groups from another source (LDAP) are unknown; they are missing then, never replaced
/// by root's.
pub fn give_up_rights(command: &mut Command) {
    let owner = caller();
    let groups = groups(owner);
    // SAFETY: between fork(2) and execve(2) only system calls are made, none of which allocates;
    // their data was made before.
    unsafe { command.pre_exec(move || become_one(owner, &groups)) };
}

fn become_user(owner: CallingUser) -> io::Result<()> {
    become_one(owner, &groups(owner))
}

/// Groups come first: without root's rights they could not be changed any more.
fn become_one(owner: CallingUser, groups: &[Gid]) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(owner.uid), Gid::from_raw(owner.gid));
    set_thread_groups(groups)?;
    // Real, effective and saved ids: from a saved one the thread could take root's rights back.
    set_thread_res_gid(gid, gid, gid)?;
    Ok(set_thread_res_uid(uid, uid, uid)?)
}

fn groups(owner: CallingUser) -> Vec<Gid> {
    let text = |path| plain_text(path).unwrap_or_default();
    groups_in(&text("/etc/passwd"), &text("/etc/group"), owner)
}

/// The user's group and those of group(5) with the user, `name:password:GID:user,user`.
fn groups_in(passwd: &str, group: &str, owner: CallingUser) -> Vec<Gid> {
    let mut users = passwd.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let user = users.find(|fields| fields.get(2).and_then(|id| id.parse().ok()) == Some(owner.uid));
    let name = user.and_then(|fields| fields.first().copied());
    let of_line = |line: &str| {
        let fields: Vec<&str> = line.split(':').collect();
        let mut users = fields.get(3)?.split(',');
        users.find(|user| Some(*user) == name)?;
        fields.get(2)?.parse().ok()
    };
    let named = group.lines().filter_map(of_line).filter(|gid| *gid != owner.gid);
    [owner.gid].into_iter().chain(named).map(Gid::from_raw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str =
        "root:x:0:0:root:/root:/bin/bash\nbroken\nann:x:1000:1000:Ann:/home/ann:\n";
    const ANN: CallingUser = CallingUser { uid: 1000, gid: 100 };

    fn variables<'a>(set: &'a [(&str, &str)]) -> impl Fn(&str) -> Option<OsString> + 'a {
        |name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
    }

    #[test]
    fn sudo_names_the_caller_only_to_root() {
        let sudo = [("SUDO_UID", "1000"), ("SUDO_GID", "100")];
        let root = CallingUser { uid: 0, gid: 0 };
        let bob = CallingUser { uid: 1001, gid: 1001 };
        assert_eq!(caller_from(root, variables(&sudo)), ANN);
        assert_eq!(caller_from(bob, variables(&sudo)), bob);
        assert_eq!(caller_from(root, variables(&[("SUDO_UID", "-1"), ("SUDO_GID", "1")])), root);
    }

    #[test]
    fn the_callers_groups_come_from_the_file() {
        let group =
            "root:x:0:\ndisk:x:6:bob\nusers:x:100:ann\nphotos:x:1200:bob,ann\nannex:x:7:anna\n";
        let of = |owner| -> Vec<u32> {
            groups_in(PASSWD, group, owner).into_iter().map(Gid::as_raw).collect()
        };
        assert_eq!(of(ANN), [100, 1200], "the own one once, and no other that begins alike");
        assert_eq!(
            of(CallingUser { uid: 77, gid: 78 }),
            [78],
            "who is not in the file has the own one"
        );
    }

    #[test]
    fn state_lives_with_the_caller() {
        let passwd = || Some(PASSWD.to_owned());
        let under_sudo = [("SUDO_UID", "1000"), ("HOME", "/root")];
        let home = home_from(ANN, variables(&under_sudo), passwd);
        assert_eq!(home, Some("/home/ann".into()));
        let stranger = CallingUser { uid: 77, gid: 77 };
        assert_eq!(home_from(stranger, variables(&under_sudo), passwd), Some("/root".into()));
        let usual = || Some("/h/.local/state".into());
        let state = |set: &[(&str, &str)]| xdg_from("XDG_STATE_HOME", variables(set), usual);
        assert_eq!(state(&[("XDG_STATE_HOME", "/x")]), Some("/x".into()));
        assert_eq!(state(&[("XDG_STATE_HOME", "x")]), Some("/h/.local/state".into()));
    }

    #[test]
    fn work_for_the_caller_is_done_with_the_callers_rights() {
        if !is_root() {
            return println!("skipped: only root has rights to give up");
        }
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret");
        std::fs::write(&secret, "mine").unwrap();
        let tried = std::thread::scope(|scope| {
            let thread = scope.spawn(|| become_user(ANN).map(|()| std::fs::write(&secret, "")));
            thread.join().unwrap().unwrap()
        });
        assert_eq!(tried.unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(std::fs::read_to_string(&secret).unwrap(), "mine");
        assert!(is_root(), "only the thread gave them up");
    }
}

//! `narrows restore`: puts back the settings that a killed run or a power cut left changed.

use narrows_host::Root;
use narrows_messages::Message;

use super::experiment::{self, records};
use crate::args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::measuring::overrides::owed;
use crate::output::CliOutput;

pub fn run(args: &args::RestoreArgs, output: &CliOutput) -> Result<ProgramExit> {
    if args.unit {
        // A unit for systemd.service(5) that does nothing if nothing is owed. Journals are in
        // users' homes, which have to be mounted before.
        let program = std::env::current_exe().map_err(|why| {
            CommandFailure::new(Message::new("restore-no-program").with("why", why))
        })?;
        let index = owed::folder(&Root::live());
        let index = index.display();
        output.print(&format!(
            "[Unit]\n\
             Description=Put back settings that a run of narrows left changed\n\
             ConditionDirectoryNotEmpty={index}\n\
             RequiresMountsFor={index} /home /root\n\
             After=local-fs.target\n\n\
             [Service]\n\
             Type=oneshot\n\
             ExecStart=\"{}\" restore\n\n\
             [Install]\n\
             WantedBy=multi-user.target",
            escaped(&program.display().to_string())
        ))?;
        output.remark(&Message::new("restore-unit-how"));
        return Ok(ProgramExit::Ok);
    }
    records::restore(&args.which, &experiment::root(args.knobs_root.as_deref())?, output)
}

/// In quotation marks of a unit: systemd.service(5), "Command lines"; systemd.unit(5), "Specifiers".
fn escaped(path: &str) -> String {
    path.replace('\\', r"\\").replace('"', "\\\"").replace('%', "%%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_means_itself_in_a_unit() {
        assert_eq!(escaped(r#"/a b/100%/"c\d"#), r#"/a b/100%%/\"c\\d"#);
        assert_eq!(escaped("/usr/bin/narrows"), "/usr/bin/narrows");
    }
}

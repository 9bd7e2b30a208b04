//! The control channel of a QEMU process: commands as JSON, one at a time, and events in between.
//!
//! Source: QEMU's docs/interop/qmp-spec.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use serde_json::{Value, json};
use xtask::Fallible;

/// Longer than any command of ours takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Qmp {
    lines: BufReader<UnixStream>,
    events: Vec<String>,
}

impl Qmp {
    /// Greets the QEMU at the other end of the stream.
    pub fn greet(stream: UnixStream) -> Fallible<Self> {
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut qmp = Self { lines: BufReader::new(stream), events: Vec::new() };
        while qmp.message()?.get("QMP").is_none() {}
        qmp.command("qmp_capabilities", json!({}))?;
        Ok(qmp)
    }

    pub fn command(&mut self, name: &str, arguments: Value) -> Fallible<Value> {
        let command = json!({ "execute": name, "arguments": arguments });
        writeln!(self.lines.get_mut(), "{command}")?;
        loop {
            let mut message = self.message()?;
            if let Some(error) = message.get("error") {
                return Err(format!("QEMU refuses {name}: {error}").into());
            }
            if let Some(returned) = message.get_mut("return") {
                return Ok(returned.take());
            }
            self.note_event(&message);
        }
    }

    pub fn forget_events(&mut self) {
        self.events.clear();
    }

    /// Waits for an event, or finds it among those since they were last forgotten.
    pub fn wait_for(&mut self, event: &str) -> Fallible {
        while !self.events.iter().any(|it| it == event) {
            let message = self.message()?;
            self.note_event(&message);
        }
        Ok(())
    }

    fn note_event(&mut self, message: &Value) {
        self.events.extend(message.get("event").and_then(Value::as_str).map(str::to_owned));
    }

    fn message(&mut self) -> Fallible<Value> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) => Err("QEMU has ended; its last words stand above".into()),
            Ok(_) => Ok(serde_json::from_str(&line)?),
            Err(error) => Err(format!("no answer from QEMU: {error}").into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A QEMU that says these lines, whatever it receives.
    fn qmp(lines: &[&str]) -> Fallible<Qmp> {
        let (ours, mut theirs) = UnixStream::pair()?;
        let text = [&["{\"QMP\": {}}", "{\"return\": {}}"], lines].concat().join("\n");
        theirs.write_all(format!("{text}\n").as_bytes())?;
        let qmp = Qmp::greet(ours);
        // Commands after this would meet a closed pipe.
        std::mem::forget(theirs);
        qmp
    }

    #[test]
    fn events_before_an_answer_are_kept() {
        let mut qmp = qmp(&["{\"event\": \"RESET\"}", "{\"return\": [7]}"]).unwrap();
        assert_eq!(qmp.command("query-pci", json!({})).unwrap(), json!([7]));
        qmp.wait_for("RESET").unwrap();
    }

    #[test]
    fn a_refusal_names_the_command() {
        let mut qmp = qmp(&["{\"error\": {\"desc\": \"no\"}}"]).unwrap();
        let why = qmp.command("device_del", json!({})).unwrap_err().to_string();
        assert_eq!(why, "QEMU refuses device_del: {\"desc\":\"no\"}");
    }
}

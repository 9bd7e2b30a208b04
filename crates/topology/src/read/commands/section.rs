//! A command whose output is read, and lines of a text that it printed.

use super::evidence::CommandEvidence;

/// A command and its output.
pub(super) struct CommandTool {
    /// Whether a line, without the spaces around it, is the first that it prints.
    pub begins: fn(&str) -> bool,
    /// Whether each of its lines speaks for itself, so that no other line belongs to it.
    pub is_single: bool,
    /// Whether nothing that it prints names a person, a network or a serial number.
    pub is_plain: bool,
    pub read: fn(&CommandSection<'_>, &mut CommandEvidence),
}

pub(super) const fn tool(
    begins: fn(&str) -> bool,
    read: fn(&CommandSection<'_>, &mut CommandEvidence),
) -> CommandTool {
    CommandTool { begins, is_single: false, is_plain: false, read }
}

/// Consecutive lines of one command.
pub(super) struct CommandSection<'a> {
    pub tool: &'static CommandTool,
    /// The command at the prompt before it.
    pub prompt: Option<&'a str>,
    pub lines: Vec<&'a str>,
    pub numbers: Vec<usize>,
}

impl<'a> CommandSection<'a> {
    pub fn push(&mut self, number: usize, line: &'a str) {
        self.lines.push(line);
        self.numbers.push(number);
    }
}

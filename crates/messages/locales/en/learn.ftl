# Messages of board files drafted from captures: findings, questions, and captures that would settle more.
learn-virtual = { $capture } is from a virtual machine ({ $hypervisor }): its slots are the hypervisor's, not a board's
learn-two-boards = { $a } is from { $board } and { $b } from { $other }; draft one board at a time
learn-no-ports = no port of a board in { $captures }: a capture made with root rights shows them (`sudo narrows capture -o FILE.tar.gz`)
learn-not-a-capture = { $source } describes a machine or a board; drafts are made from captures, lspci text and sysfs trees
learn-only-firmware = { $source } names slots but shows no device; add a capture or `lspci -vvnn` text of the same machine
learn-needs-terminal = --ask needs a terminal; without it, the questions are in the file as comments
learn-saved = Draft saved to { $path }. Answer the lines with "?", then run: narrows catalog check { $path }
learn-answer-skipped = "{ $answer }" does not answer this; the question stays in the file.
learn-next = What one more capture would settle:{ $lines }

learn-differs-on = The captures contradict each other: the port { $port } is attached to { $first } in one and { $second } in another.
learn-differs-label = The captures contradict each other: the slot at { $port } is labelled "{ $first }" in one and "{ $second }" in another.

learn-rule-change = { $slot } had { $wide } lanes in { $wide-in } and { $narrow } in { $narrow-in }.
learn-rule-group = { $slots } are functions of one device and share its { $total } lanes; { $slot } may have more while the others are empty. If so, raise its link above and uncomment:

learn-ask-name = What is the board called? Its maker and model, as on its box.
learn-ask-label = Which slot is this? The label printed beside the slot that holds { $device }.
learn-ask-label-empty = Which slot is this? The label printed beside the slot behind port { $port }, which is empty.
learn-ask-form = Form factor of { $slot }: x16, x8, x4, x1, m2, u2, slimsas, mcio or oculink? The one here is inferred from its device.
learn-ask-soldered = Is { $device } soldered on or a card in a slot? Answer "soldered" or "card".
learn-ask-sata = How many SATA ports does { $on } have on the board? { $used } are in use.
learn-ask-sata-most = How many SATA ports does { $on } have on the board? { $used } are in use; the chipset has at most { $most }.
learn-ask-unseen = Are there further slots? Firmware hides most ports while they are empty.

learn-next-rights = A capture made with root rights (`sudo narrows capture -o FILE.tar.gz`) shows the links that { $captures } lacks.
learn-next-on = A sysfs capture shows whether { $slots } is attached to the processor or the chipset.
learn-next-rule = Captures with each of these slots empty in turn show which of them takes lanes from { $slot }: { $causes }.
learn-next-empty = A capture with a card or drive in a free slot shows which of { $slots } it is.
learn-next-move = A capture with one card or drive moved to another slot shows that slot, and whether the move changes the lanes of others.

learn-draft-head = Drafted from captures. Lines with "?" are questions that no capture answers; correct the entry and delete them. docs/boards.md explains every key.
learn-draft-known = The catalogue has this board as { $board }; compare the two. This entry has its own id and replaces nothing.
learn-draft-no-chipset = Unknown chipset; `narrows catalog chipsets` lists the known ones.
learn-draft-held = { $device } was here in { $capture } (port { $port }).
learn-draft-empty = Port { $port } reports a slot; it is empty.
learn-draft-no-link = { $slot } is left out: no capture shows its link or what it is attached to.
learn-draft-least = at least this link; the port does not report its maximum
learn-draft-listed = The firmware lists { $slot }, but no port was found for it; attachment and generation are assumed.
learn-draft-uncomment = Similar boards have these; uncomment and correct those present here:
learn-draft-next = What one more capture would settle:

learn-open-unseen = slots that the firmware hides while they are empty
learn-open-labels = the labels of slots named after their ports
learn-open-chipset = which chipset of the { $family } it is

# Messages of plans for observed machines: what stays in place, and where the machine differs from its board's manual.
seen-remapped-stays = Drives that the firmware hides behind { $controller } stay in place; in this mode the machine does not report their slots.
seen-vmd-stays = Drives behind VMD (Volume Management Device) stay in place; VMD does not report the slots behind it.
seen-slots-by-order = The machine does not name these slots; they are identified by their order on the board: { $slots }.
seen-slot-on-chipset = { $slot } is attached to the chipset here, contrary to the manual; the observed state is used.
seen-slot-on-cpu = { $slot } is attached to the processor here, contrary to the manual; the observed state is used.
seen-slot-link = { $slot } runs at { $seen } here, while the manual has { $said }; the observed state is used.
seen-slot-is-on = { $slot } is in use here, although according to the manual another device in use disables it; the observed state is used.
seen-no-slot = { $seat } is in use here, but no remaining slot of the board matches it.

# What an answer rests on that is not firmly known of a board.
board-slot-either = { $slot } is assumed to be on { $here }; sources also allow { $others }. An lspci listing with a device in { $slot } would settle it.
board-slots-doubtful = { $slots }: attachment and lanes rest on one unconfirmed source. An lspci listing with devices there would confirm them.
board-rules-doubtful = The conditions that switch off or halve { $slots } rest on one unconfirmed source. Check the manual, or capture the machine before and after.
board-on-cpu = the processor
board-on-chipset = the chipset
board-on-link = { $on } ({ $link })
board-open-split = how the slots can be split
board-open-split-of = how { $slot } can be split
board-open-sharing = which slots and ports share lanes
board-open-sharing-sata = whether an M.2 socket shares lanes with SATA ports
board-sharing-unknown = Unknown for this board: { $what }. Check in its manual that no slot used here switches another one off.
board-unresolved = Unknown for this board: { $what }.

seen-drafted = The board is not known. Free slots are assumed to be those that most boards with { $chipset } have: { $slots }. Compare them with the machine; `--board` takes a board of the catalogue, or a file that `narrows learn` drafts.
    .page = The board is not known. Free slots are assumed to be those that most boards with { $chipset } have: { $slots }. Compare them with the machine, or choose the board.

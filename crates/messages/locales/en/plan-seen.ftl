# What stays where it is when a seen machine is planned, and where it differs from its board's manual.
seen-remapped-stays = Drives that the firmware hides behind { $controller } stay where they are: in this mode the machine does not show which slots they are in.
seen-vmd-stays = Drives behind a Volume Management Device (VMD) stay where they are: it does not show the slots behind it.
seen-slots-by-order = The machine does not name these slots; they are told by their order on the board: { $slots }.
seen-slot-on-chipset = { $slot } hangs on the chipset here, whatever the manual says; what was seen counts.
seen-slot-on-cpu = { $slot } hangs on the processor here, whatever the manual says; what was seen counts.
seen-slot-link = { $slot } runs { $seen } here, where the manual says { $said }; what was seen counts.
seen-slot-is-on = { $slot } is in use here, although the manual says that something else in use switches it off; what was seen counts.
seen-no-slot = { $seat } is in use here, and no slot of the board is left that it could be.

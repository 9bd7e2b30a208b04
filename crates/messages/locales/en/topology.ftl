# Remarks on what a capture shows.
note-bus-claimed-twice = This bridge claims bus { $bus }, which { $first } claims as well; what is on it is taken to hang off the first.
note-bus-circle = The bus numbers run in a circle here; the step up to { $above } was dropped.
note-uplink-unknown = The chipset's link to the processor is not known, so what it caps is not known either.
note-uplink-by-family = The exact chipset is not known; its uplink is taken from its family, whose smallest members can have less.
note-drive-assumed = { $count ->
    [one] The capture shows only the controller of { $drives }; the drive is taken to be as fast as its link.
   *[other] The capture shows only the controllers of { $count } drives ({ $drives }{ $more ->
        [0] { "" }
       *[other] {" "}and { $more } more
    }); each drive is taken to be as fast as its link.
}
note-uplink-emulated = The chipset is an emulated one; there is no link between it and the processor.
note-bus-too-deep = More bridges are said to be above this one than there are bus numbers; it is taken to be on a root bus.
note-package-unknown = { $count ->
    [one] The capture does not say which processor one PCI function hangs off. It can be any of { $processors }; it is shown below { $processor }.
   *[other] The capture does not say which processor { $count } PCI functions hang off. It can be any of { $processors }; they are shown below { $processor }.
}
note-images-left-out = { $count ->
    [one] One read-only loop device over a packaged file system is left out.
   *[other] { $count } read-only loop devices over packaged file systems are left out.
}
note-more-like-it = { $count ->
    [one] There is one more remark like the one before.
   *[other] There are { $count } more remarks like the one before.
}

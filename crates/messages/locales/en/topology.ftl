# Notes on captures.
note-bus-claimed-twice = This bridge claims bus { $bus }, which { $first } also claims; devices on that bus are assumed to be below the first.
note-bus-circle = The bus numbers form a loop here; the connection to { $above } was dropped.
note-uplink-unknown = The chipset uplink to the processor is unknown, and so is its bandwidth.
note-uplink-by-family = The exact chipset is unknown; its uplink is taken from its family, whose smallest members can have less.
note-drive-assumed = { $count ->
    [one] The capture shows only the controller of { $drives }; the drive is assumed to be as fast as its link.
   *[other] The capture shows only the controllers of { $count } drives ({ $drives }{ $more ->
        [0] { "" }
       *[other] {" "}and { $more } more
    }); each drive is assumed to be as fast as its link.
}
note-drive-unknown = { $count ->
    [one] The capture shows only the controller of { $drives }, neither its drive's model nor its link.
   *[other] The capture shows only the controllers of { $count } drives ({ $drives }{ $more ->
        [0] { "" }
       *[other] {" "}and { $more } more
    }), neither their models nor their links.
}
note-places-unknown = The capture does not show which device is behind which port, so neither lanes nor rates of several drives are added up. Run sudo lspci -vv: its lines beginning with "Bus:" show that.
note-uplink-emulated = The chipset is emulated; there is no link between it and the processor.
note-bus-too-deep = This bridge claims more bridges above it than there are bus numbers; it is assumed to be on a root bus.
note-package-unknown = { $count ->
    [one] The capture does not show the processor of 1 PCI function. It can be any of { $processors }; it is shown below { $processor }.
   *[other] The capture does not show the processor of { $count } PCI functions. It can be any of { $processors }; they are shown below { $processor }.
}
note-images-left-out = { $count ->
    [one] 1 read-only loop device over a packaged file system is not shown.
   *[other] { $count } read-only loop devices over packaged file systems are not shown.
}
note-more-like-it = { $count ->
    [one] 1 more note like the one before.
   *[other] { $count } more notes like the one before.
}

# Messages about virtual hardware and fault scripts.
ground-left-out-unknown = { $target } was excluded: neither the speed of the drive nor a link on its path is known, so there is nothing to simulate.
ground-only-real = { $option } is for drives of this machine: virtual hardware (--on) has no kernel, no files and nothing to overwrite
ground-only-virtual = { $option } is for virtual hardware: name the machine with --on SOURCE, or the source beside the targets
ground-link-only-slower = the link { $link } runs at { $rate }: on virtual hardware a link can only be slowed down; for a faster one, change the machine file
ground-several-drives = "{ $name }" refers to several drives; specify one
ground-stalled = { $drive } did not answer in time: its results count only completed requests, and no further requests were sent to it in this run.
ground-shortened = The simulation of { $drive } was shortened, because it would have taken too long beside the others. Its results rest on { $count ->
    [one] 1 request
   *[other] { $count } requests
}, including repetitions; use --any-size to simulate in full.
ground-behaves-lacks-drive = { $source } has no drive { $drive }: --behaves needs every drive of the described machine
ground-faults-unreadable = cannot read the fault script { $path }: { $why }
faults-schema = not a fault script: its schema is "{ $found }", not "{ $wanted }"
faults-too-many = a fault script has at most { $most } faults
faults-key-of-other-kind = a fault of kind "{ $kind }" has no `{ $key }`
faults-missing-key = a fault of kind "{ $kind }" requires `{ $key }`
faults-until-before-from = a fault must end after it begins; without `until` it never ends
faults-no-such-link = no drive or link "{ $id }"; a link is named after the device behind it, as listed by `narrows see --json`
faults-no-such-link-near = no drive or link "{ $id }"; did you mean "{ $near }"?
faults-bad-lanes = a link has 1, 2, 4, 8, 12, 16 or 32 lanes
faults-bad-gts = a lane runs at 2.5, 5, 8, 16, 32 or 64 GT/s
faults-bad-factor = a factor is the fraction of the rate that remains: greater than 0, at most 1
faults-not-number = expected a number, without quotes and without a unit
faults-resume-above-limit = a drive must return to full rate at or below its limit, not above it

# What the planner in the browser says of an arrangement that is made by hand.

arrange-no-state = This page cannot read the link: { $why }.
arrange-other-version = The link was made by another version (format { $version }; this page reads { $own }). Open it with the version of Narrows that made it, or start from a board or file.
arrange-no-source = No board, example or file is selected yet.
arrange-no-device = No device is named “{ $device }”.
arrange-file-too-large = { $name } is larger than { $most } MiB. Captures are smaller; drop the capture made by “narrows capture”, lspci -vvnn text or a machine file.
arrange-file-missing = { $name } is not in this page any more. Drop the file again.
arrange-file-of-entries = { $name } holds catalogue entries. Put it into the folder narrows/catalog of your configuration and run “narrows web”; this page cannot change its catalogue.
arrange-file-document = { $name } is a result, not a machine. Drop the capture.tar.gz that lies beside it in the directory of the run.
arrange-aside = { $device } has no slot: { $why }
arrange-lanes = { $taken } of { $most } lanes
arrange-lanes-taken = { $taken } lanes in use
arrange-slot-off = Off with this arrangement.
arrange-slot-covered = Covered by { $device }, which is thicker than one slot.
arrange-processor = Processor
arrange-share-use = { $slots } in use
arrange-share-off = Off with { $use }.
arrange-share-link = { $link } with { $use }.
arrange-share-on = On { $on } with { $use }.
arrange-share-causes = With { $use }: { $effects }.
arrange-setting = { $name } = { $value }
arrange-setting-own = { $name }: as set in the firmware
arrange-array = { $level } over { $drives ->
    [one] one drive
   *[other] { $drives } drives
}
arrange-array-few = { $level } needs more drives than are placed.
arrange-array-capacity = { $size } usable
arrange-array-fragile = If one drive fails, everything is lost.
arrange-array-survives = Survives the failure of { $drives ->
    [one] one drive
   *[other] { $drives } drives
}.
arrange-level-few = Needs { $drives } drives or more.
arrange-engine-windows = Windows striped volume
arrange-gpu = Graphics card
arrange-gain = { $rate } more than now
arrange-proof = Proven best: { $looked } arrangements compared, and no other can be better.
arrange-proof-gap = Best of { $looked } arrangements compared; no other is better by more than { $gap } %.
arrange-trade = { $rate } with { $cards }
arrange-trade-lanes = { $lanes } lanes for cards
arrange-trade-sata = { $ports } SATA ports free
arrange-notes-places = What goes where
arrange-notes-settings = Firmware settings
arrange-notes-buying = To buy
arrange-notes-place = { $device } ({ $model }) → { $slot }
arrange-notes-nowhere = no free slot

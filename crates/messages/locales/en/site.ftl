# Messages about the names of devices to place: drives and cards.

site-expander = { $id } takes no lanes: a SAS expander hangs on ports of a SAS card, so plan the card alone. All drives behind the expander share the four or eight lanes between the two, which carry 600 MB/s each at 6 Gbit/s and 1.2 GB/s each at 12 Gbit/s.
site-no-such-model = no drive or card "{ $id }" in the catalogue; `narrows catalog drives` and `narrows catalog cards` list them
site-no-such-model-near = no drive or card "{ $id }" in the catalogue; did you mean { $near }?
site-several-models = "{ $id }" is ambiguous: { $found }; choose one
site-assumed-capacity = { $id } is taken as { $name }; name the capacity for another ({ $others }).
site-bad-item = "{ $item }" is not of the form "2x MODEL", "NAME=MODEL" or "MODEL@FORM"
site-bad-count = { $count } is not a valid number of devices; use 1 to { $most }
site-too-many = more than { $most } devices in one list
site-bad-form = unknown drive form factor "{ $form }"; use one of: { $forms }, or for a card its thickness: 2-slot
site-other-form = { $name } is not sold as "{ $form }"; available as { $forms }
site-card-form = { $name } is a card; "@{ $form }" applies only to drives
site-name-twice = the name "{ $id }" refers to two devices; rename one of them with NAME=MODEL
site-adapter-is-counted = { $name } is an adapter; plans name the adapters that drives and cards need
site-drive-thickness = { $name } is a drive; a thickness such as "@2-slot" applies only to cards
site-sized = { $kind }: the slots that most of { $count } boards of this kind in the catalogue have ({ $boards }). All of it is assumed. Numbers differ: { $ranges }.
site-sized-alike = { $count ->
    [one] { $kind }: the slots of the one board of this kind in the catalogue ({ $boards }). All of it is assumed for others.
   *[other] { $kind }: the slots of the { $count } boards of this kind in the catalogue ({ $boards }). All of it is assumed for others.
}
site-sized-from-others = { $kind }: the catalogue has no board of this size; these are the slots that most of { $count } others have ({ $boards }), within what this size has room for. All of it is assumed.

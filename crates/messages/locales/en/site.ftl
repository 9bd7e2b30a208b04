# Messages about the names of devices to place: drives and cards.

site-expander = { $id } is a SAS expander and hangs on a SAS card; name that card, too (such as lsi-sas-9300-8i)
site-expander-crowd = { $count } SAS expanders hang on { $card }, which has connectors for { $most }; name another SAS card
site-no-such-model = no drive or card "{ $id }" in the catalogue; `narrows catalog drives` and `narrows catalog cards` list them, and a kind with a size will do, such as `500gb nvme`
site-no-such-model-near = no drive or card "{ $id }" in the catalogue; did you mean { $near }? A kind with a size will do as well, such as `500gb nvme`
site-several-models = "{ $id }" is ambiguous: { $found }; choose one
site-assumed-capacity = { $id } is taken as { $name }; name the capacity for another ({ $others }).
site-assumed-model = { $id } is taken as { $name }; name the model for another.
site-assumed-nearest = The catalogue has no { $id }: { $name } is used in its place, and real rates may differ.
site-assumed-nearest-card = The catalogue has no { $id }: { $name } is used in its place; compare the lanes and length of its connector.
site-assumed-kind = The catalogue has no { $id }: a typical NVMe drive of its size ({ $name }) is used in its place. If it is none, add what it is to its name: “sata” or “hdd”.
site-bad-item = "{ $item }" is not of the form "2x MODEL", "NAME=MODEL" or "MODEL@FORM"
site-bad-count = { $count } is not a valid number of devices; use 1 to { $most }
site-too-many = more than { $most } devices in one list
site-bad-form = unknown drive form factor "{ $form }"; use one of: { $forms }, or for a card its thickness: 2-slot
site-enclosure = "@{ $form }" is an enclosure on a cable and takes no slot: a drive in it gets { $rate } at most, whatever the port is rated. `narrows predict` calculates it from a machine file with [[tunnel]] and kind = "{ $kind }"
site-enclosure-wide = "@{ $form }" is an enclosure on a cable and takes no slot: whatever the port is rated, a drive in it gets { $rate } at most with PCIe 3.0 x4 inside and { $wide } with 4.0 x4, as newer USB4 enclosures and ports have. `narrows predict` calculates it from a machine file with [[tunnel]] and kind = "{ $kind }"
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

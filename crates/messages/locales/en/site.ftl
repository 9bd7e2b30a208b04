# Pieces by their names: drives and cards to be placed.

site-no-such-model = "{ $id }" is neither a drive nor a card of the catalogue; `narrows catalog drives` and `narrows catalog cards` list them
site-no-such-model-near = "{ $id }" is neither a drive nor a card of the catalogue; did you mean "{ $near }"?
site-bad-item = "{ $item }" is not of the form "2x MODEL", "NAME=MODEL" or "MODEL@FORM"
site-bad-count = { $count } is not a number of pieces from 1 to { $most }
site-too-many = more than { $most } pieces in one list
site-bad-form = "{ $form }" is not a form of drives: { $forms }
site-other-form = { $name } is not sold as "{ $form }"; it is as { $forms }
site-card-form = { $name } is a card: "@{ $form }" is for drives
site-name-twice = the name "{ $id }" stands for two things; give one of them another with NAME=MODEL

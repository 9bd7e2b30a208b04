# 部品の名前：配置するドライブとカード。

site-no-such-model = 「{ $id }」というドライブもカードもカタログにありません。`narrows catalog drives` と `narrows catalog cards` で一覧できます
site-no-such-model-near = 「{ $id }」というドライブもカードもカタログにありません。「{ $near }」のことですか
site-bad-item = 「{ $item }」は「2x 型番」「名前=型番」「型番@形状」のどの形でもありません
site-bad-count = { $count } は個数として使えません（1 から { $most } まで）
site-too-many = 一つの一覧に { $most } 個を超える部品があります
site-bad-form = 「{ $form }」というドライブの形状はありません（{ $forms }）
site-other-form = { $name } に「{ $form }」の製品はありません（{ $forms } のみ）
site-card-form = { $name } はカードです。「@{ $form }」はドライブにだけ使えます
site-name-twice = 「{ $id }」という名前が二つのものを指しています。一方を 名前=型番 の形で別の名前にしてください

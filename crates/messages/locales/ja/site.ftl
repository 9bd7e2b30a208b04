# 配置するデバイス（ドライブとカード）の名前に関するメッセージ

site-expander = { $id } はSASカードにつなぐSASエキスパンダーです。そのカード（lsi-sas-9300-8i など）も指定してください
site-expander-crowd = { $card } のコネクターは { $most } 個ですが、SASエキスパンダーが { $count } 台あります。SASカードを追加してください
site-no-such-model = カタログに「{ $id }」というドライブやカードはありません。一覧は `narrows catalog drives` と `narrows catalog cards` で確認できます。`500gb nvme` のように種類と容量だけでも指定できます
site-no-such-model-near = カタログに「{ $id }」というドライブやカードはありません。{ $near } のことですか？`500gb nvme` のように種類と容量だけでも指定できます
site-several-models = 「{ $id }」に該当するものが複数あります（{ $found }）。どれか 1 つを指定してください
site-assumed-capacity = { $id } は { $name } として計算します。別の容量の場合は型番で指定してください（{ $others }）。
site-assumed-model = { $id } は { $name } として計算します。別の製品の場合は型番で指定してください。
site-assumed-nearest = カタログに { $id } はないため、{ $name } で代用しています。実際の速度は異なる場合があります。
site-assumed-nearest-card = カタログに { $id } はありません。{ $name } として計算しました。レーン数とコネクタの長さを確認してください。
site-assumed-kind = カタログに { $id } はありません。同容量の一般的なNVMeドライブ（{ $name }）として計算しました。NVMeでない場合は、名前に「sata」または「hdd」を付けてください。
site-bad-item = 「{ $item }」は「2x 型番」「名前=型番」「型番@形状」のいずれの形式でもありません
site-bad-count = デバイスの個数に { $count } は使えません（1～{ $most }）
site-too-many = 1 つのリストに指定できるデバイスは最大 { $most } 個です
site-bad-form = 「{ $form }」というドライブの形状はありません（使えるのは { $forms }、カードの厚みは 2-slot）
site-enclosure = 「@{ $form }」はケーブルでつなぐ外付けケースで、スロットを使いません。ポートの公称値にかかわらず、中のドライブは最大 { $rate } です。`narrows predict` は [[tunnel]] に kind = "{ $kind }" と書いた構成ファイルから計算します
site-enclosure-wide = 「@{ $form }」はケーブルでつなぐ外付けケースで、スロットを使いません。ポートの公称値にかかわらず、中のドライブは内部が PCIe 3.0 x4 なら最大 { $rate }、新しいUSB4製品の 4.0 x4 なら最大 { $wide } です。`narrows predict` は [[tunnel]] に kind = "{ $kind }" と書いた構成ファイルから計算します
site-other-form = { $name } に「{ $form }」の製品はありません（{ $forms } のみ）
site-card-form = { $name } はカードです。「@{ $form }」はドライブにのみ使えます
site-name-twice = 「{ $id }」という名前が 2 つのデバイスを指しています。一方を 名前=型番 の形式で別の名前にしてください
site-adapter-is-counted = { $name } はアダプターです。必要なアダプターは計画に表示されます
site-drive-thickness = { $name } はドライブです。「@2-slot」のような厚みはカードにのみ使えます
site-sized = { $kind }：カタログにある同種のボード { $count } 枚（{ $boards }）の多くが備えるスロットです。すべて推定です。数に差があるもの：{ $ranges }。
site-sized-alike = { $kind }：カタログにある同種のボード { $count } 枚（{ $boards }）のスロットです。ほかのボードについてはすべて推定です。
site-sized-from-others = { $kind }：このサイズのボードはカタログにありません。ほかのボード { $count } 枚（{ $boards }）の多くが備えるスロットを、このサイズに収まる範囲で示します。すべて推定です。

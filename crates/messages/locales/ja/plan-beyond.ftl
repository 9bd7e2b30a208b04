# 1 枚のボードを超えて：どのボード、どの RAID、何を買うか。

plan-beyond-no-place = { $piece } を取り付ける場所がありません。

# RAID の手段。
plan-beyond-card = RAID カード
plan-beyond-trim-none = なし
plan-beyond-trim-levels = RAID { $levels }
plan-beyond-tool-firmware = ファームウェアのメニュー
plan-beyond-tool-card = カード自身のメニュー
plan-beyond-tool-maker = メーカーのプログラム
plan-beyond-and = 、
plan-beyond-or = {" か "}
plan-beyond-reader-linux = Linux ならどれでも
plan-beyond-reader-windows = Windows ならどれでも
plan-beyond-reader-same-firmware = 同じファームウェア RAID
plan-beyond-reader-same-card = 同種のカード
plan-beyond-places-any = どのスロットでも（混在可）
plan-beyond-places-chipset = チップセット側のみ
plan-beyond-places-processor = プロセッサー側のみ
plan-beyond-places-card = カード上
plan-beyond-extra-nothing = なし
plan-beyond-extra-key = キー
plan-beyond-extra-card = カード

# 買い物。
plan-beyond-offer-slots = 今のまま、それぞれ最良の場所へ
plan-beyond-offer-another = { $model } をもう 1 台
plan-beyond-offer-instead = { $model } に交換
plan-beyond-offer-board = { $board } に載せ替え
plan-beyond-filled = { $drives }：合計 { $now } で、場所の上限（{ $place }、{ $limit } による制限）を使い切っています。カタログで足りる最も遅いドライブは { $model } で、それより速くてもここでは何も増えません。
plan-beyond-filled-by-none-else = { $drives }：合計 { $now } で、場所の上限（{ $place }、{ $limit } による制限）を使い切っています。カタログの他のドライブでは足りません。
plan-beyond-fill = { $drives }：合計 { $now } です。場所は { $place } まで出せます（{ $limit } による制限）。カタログで使い切れる最も遅いドライブは { $model } で、それより速くてもここでは何も増えません。
plan-beyond-fill-none = { $drives }：合計 { $now } です。場所は { $place } まで出せます（{ $limit } による制限）。カタログに使い切れるドライブはありません。

# ページ。
plan-beyond-heading-boards = どのボードか
plan-beyond-heading-means = どの手段で RAID を組むか
plan-beyond-heading-buying = お金をかけると何が増えるか
plan-beyond-column-board = ボード
plan-beyond-column-of-best = 最良比
plan-beyond-column-price = 価格
plan-beyond-column-limit = 制限
plan-beyond-column-means = 手段
plan-beyond-column-made = 可否
plan-beyond-column-starts = 起動
plan-beyond-column-read = 読み MB/s
plan-beyond-column-write = 書き MB/s
plan-beyond-column-random-read = ランダム読み
plan-beyond-column-random-write = ランダム書き
plan-beyond-column-trim = TRIM
plan-beyond-column-mixing = スロット
plan-beyond-column-extra = 購入品
plan-beyond-column-elsewhere = 他機で読めるもの
plan-beyond-column-purchase = 買い物
plan-beyond-column-brings = 結果
plan-beyond-column-gain = 増加
plan-beyond-column-per-price = 価格 1 あたり
plan-beyond-yes = 可
plan-beyond-no = 不可
plan-beyond-not-known = 不明
plan-beyond-contradicted = 情報が矛盾
plan-beyond-up-to-card = 製品次第
plan-beyond-not-possible = 不可能
plan-beyond-now = 今のまま
plan-beyond-and-wish = ；
plan-beyond-best-board = { $board } を選びます：{ $places }。
plan-beyond-cheapest = 最良から 5 % 以内で最も安いのは { $board }（{ $price }）です。
plan-beyond-cannot = { $board }：望みのすべてはかないません。
plan-beyond-cannot-because = { $board }：望みのすべてはかないません：{ $why }。
plan-beyond-cannot-unless = { $board }：望みのすべてはかないません：{ $why }。これらの望みがなければ { $rate } になります。
plan-beyond-means-not = { $means } では組めません：{ $what }
plan-beyond-means-open = { $means } で組めるかどうかは不明です。次で確かめられます：{ $what }
plan-beyond-means-set = { $means } には設定が必要です：{ $what }
plan-beyond-most-for-price = 価格あたりで最も増えるもの：{ $what }。
plan-beyond-heading-network = ネットワークへ
plan-beyond-network-limited = ドライブが出せる { $drives } のうち、{ $card } から送り出せるのは { $rate } です。制限は { $limit } です。
plan-beyond-network-ports = { $card } はポートの上限いっぱいの { $rate } を送り出せます。ドライブは { $drives } まで出せます。

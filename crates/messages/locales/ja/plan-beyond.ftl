# ボード1枚を超える計画のメッセージ: ボードの選択、RAIDエンジンの選択、購入の検討

plan-beyond-no-place = { $piece } を取り付ける空きがありません。

# RAIDエンジン
plan-beyond-card = RAIDカード
plan-beyond-trim-none = なし
plan-beyond-trim-levels = RAID { $levels }
plan-beyond-tool-firmware = ファームウェアのメニュー
plan-beyond-tool-card = カードのメニュー
plan-beyond-tool-maker = メーカー製ツール
plan-beyond-and = 、
plan-beyond-or = {" または "}
plan-beyond-reader-linux = すべてのLinux
plan-beyond-reader-windows = すべてのWindows
plan-beyond-reader-same-firmware = 同じファームウェアRAID
plan-beyond-reader-same-card = 同種のカード
plan-beyond-places-any = 制限なし（混在可）
plan-beyond-places-chipset = チップセット側のみ
plan-beyond-places-processor = CPU側のみ
plan-beyond-places-card = カード上
plan-beyond-extra-nothing = なし
plan-beyond-extra-key = キー
plan-beyond-extra-card = カード

# 購入
plan-beyond-offer-slots = 同じデバイスを最良のスロットに配置
plan-beyond-offer-another = { $model } をもう1台
plan-beyond-offer-instead = { $model } に交換
plan-beyond-offer-board = { $board } に載せ替え
plan-beyond-filled = { $drives }: 合計 { $now } で、スロットの上限（{ $place }、ボトルネック: { $limit }）に達しています。カタログで足りる最も遅いドライブは { $model } で、それより速くしてもここでは向上しません。
plan-beyond-filled-by-none-else = { $drives }: 合計 { $now } で、スロットの上限（{ $place }、ボトルネック: { $limit }）に達しています。カタログのほかのドライブでは足りません。
plan-beyond-fill = { $drives }: 合計 { $now } です。スロットの上限は { $place }（ボトルネック: { $limit }）です。カタログで上限に達する最も遅いドライブは { $model } で、それより速くしてもここでは向上しません。
plan-beyond-fill-none = { $drives }: 合計 { $now } です。スロットの上限は { $place }（ボトルネック: { $limit }）です。カタログに上限に達するドライブはありません。

# 画面
plan-beyond-heading-boards = ボードの比較
plan-beyond-heading-means = RAIDエンジンの比較
plan-beyond-heading-buying = アップグレードの比較
plan-beyond-column-board = ボード
plan-beyond-column-of-best = 最良比
plan-beyond-column-price = 価格
plan-beyond-column-narrow = 幅の減るカード
plan-beyond-column-limit = ボトルネック
plan-beyond-column-means = RAID
plan-beyond-column-made = 可否
plan-beyond-column-starts = 起動
plan-beyond-column-read = 読み出し MB/s
plan-beyond-column-write = 書き込み MB/s
plan-beyond-column-random-read = ランダム読み出し
plan-beyond-column-random-write = ランダム書き込み
plan-beyond-column-trim = TRIM
plan-beyond-column-mixing = スロット
plan-beyond-column-extra = 購入品
plan-beyond-column-elsewhere = 読める環境
plan-beyond-column-purchase = アップグレード
plan-beyond-column-brings = 結果
plan-beyond-column-gain = 向上
plan-beyond-column-per-price = 向上/価格
plan-beyond-yes = 可
plan-beyond-no = 不可
plan-beyond-not-known = 不明
plan-beyond-contradicted = 矛盾あり
plan-beyond-up-to-card = 製品による
plan-beyond-not-possible = 不可
plan-beyond-now = 現在
plan-beyond-and-wish = ；
plan-beyond-best-board = 最良のボード: { $board }（{ $places }）。
plan-beyond-cheapest = 最良との差が 5 % 以内で最も安いのは { $board }（{ $price }）です。
plan-beyond-open = { $board }: すべての要件を満たせるかどうかは不明です。確認方法: { $why }
plan-beyond-cannot = { $board }: すべての要件は満たせません。
plan-beyond-cannot-because = { $board }: すべての要件は満たせません（{ $why }）。
plan-beyond-cannot-unless = { $board }: すべての要件は満たせません（{ $why }）。これらの要件がなければ { $rate } です。
plan-beyond-means-not = { $means } では作成できません: { $what }
plan-beyond-means-open = { $means } で作成できるかどうかは不明です。確認方法: { $what }
plan-beyond-means-set = { $means } には設定が必要です: { $what }
plan-beyond-most-for-price = コストパフォーマンス最良: { $what }。
plan-beyond-heading-network = ネットワーク
plan-beyond-network-limited = ドライブの合計 { $drives } のうち、{ $card } から送信できるのは { $rate } です。ボトルネック: { $limit }。
plan-beyond-network-ports = { $card } は、ポートの上限である { $rate } を送信できます。ドライブの合計は { $drives } です。

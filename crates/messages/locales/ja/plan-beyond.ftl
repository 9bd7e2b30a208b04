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
plan-beyond-offer-another = { $model } をもう 1 台
plan-beyond-offer-instead = { $model } に交換
plan-beyond-offer-board = { $board } に交換
plan-beyond-offer-both = { $board } と { $model } に交換
plan-beyond-filled = { $drives }：合計 { $now } で、スロットの上限（{ $place }、ボトルネック：{ $limit }）に達しています。カタログでは { $model } の速度で足り、それより速いドライブにしても 3 % も速くなりません。
plan-beyond-filled-by-none-else = { $drives }：合計 { $now } で、スロットの上限（{ $place }、ボトルネック：{ $limit }）に達しています。カタログのほかのドライブでは足りません。
plan-beyond-fill = { $drives }：合計 { $now } です。スロットの上限は { $place }（ボトルネック：{ $limit }）です。カタログでは { $model } の速度で足り、それより速いドライブにしても 3 % も速くなりません。
plan-beyond-fill-none = { $drives }：合計 { $now } です。スロットの上限は { $place }（ボトルネック：{ $limit }）です。カタログに上限に達するドライブはありません。

# 画面
plan-beyond-heading-boards = ボードの比較
plan-beyond-heading-means = RAIDエンジンの比較
plan-beyond-heading-buying = アップグレードの比較
plan-beyond-column-board = ボード
plan-beyond-column-of-best = 最良比
plan-beyond-column-price = 価格
plan-beyond-column-narrow = レーン数が減るカード
plan-beyond-column-limit = ボトルネック
plan-beyond-column-means = RAID
plan-beyond-column-made = 可否
plan-beyond-column-starts = 起動
plan-beyond-column-read = リード MB/s
plan-beyond-column-write = ライト MB/s
plan-beyond-column-random-read = ランダムリード
plan-beyond-column-random-write = ランダムライト
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
plan-beyond-reached = { $score }（{ $objective }）：{ $boards }
plan-beyond-best-board = { $equal ->
    [0] 最良のボード：{ $board }（{ $places }）。
   *[other] 最良のボード：{ $board }（{ $places }）。ほか { $equal } 製品も同じ速度です。
}
plan-beyond-cheapest = 最良との差が 5 % 以内で最も安いのは { $board }（{ $price }）です。
plan-beyond-open = { $board }：すべての要件を満たせるかどうかは不明です。確認方法：{ $why }
plan-beyond-unfinished = 時間内に探索が終わりませんでした。時間を延ばすか（`--time`）、ボードを絞ってください（`--boards=ID,ID`）。
plan-beyond-cannot = { $board }：すべての要件は満たせません。
plan-beyond-cannot-because = { $board }：すべての要件は満たせません（{ $why }）。
plan-beyond-cannot-unless = { $board }：すべての要件は満たせません（{ $why }）。これらの要件がなければ { $rate } です。
plan-beyond-means-not = { $means } では作成できません：{ $what }
plan-beyond-means-open = { $means } で作成できるかどうかは不明です。確認方法：{ $what }
plan-beyond-means-set = { $means } には設定が必要です：{ $what }
plan-beyond-most-for-price = コストパフォーマンス最良：{ $what }。
plan-beyond-heading-network = ネットワーク
plan-beyond-network-limited = ドライブの合計 { $drives } のうち、{ $card } から送信できるのは { $rate } です。ボトルネック：{ $limit }。
plan-beyond-network-ports = { $card } は、ポートの上限である { $rate } を送信できます。ドライブの合計は { $drives } です。

# RAIDレベルと台数の比較
plan-levels-heading = RAIDレベルと台数の比較：{ $model }
plan-levels-column-level = レベル
plan-levels-column-drives = 台数
plan-levels-column-may-fail = 許容故障台数
plan-levels-column-usable = 実効容量 TB
plan-levels-column-random = IOPS リード / ライト
plan-levels-column-network = ネットワーク MB/s
plan-levels-column-rebuild = リビルド h
plan-levels-column-scrub = スクラブ h
plan-levels-at-least = { $hours } 以上
plan-levels-network-from = { $level }：{ $drives } 台から { $network }（ファイルとして { $rate }）がボトルネックになります。
plan-levels-network-never = { $level }：{ $drives } 台まではドライブがボトルネックです。{ $network } はファイルとして { $rate } まで送れます。
plan-levels-idle = h（時間）の値は、ほかにアクセスのないアレイで各ドライブの全領域を処理する場合です。全ドライブが同時に動き、リンクを共有します。
plan-levels-md-limit = 長い方の時間は、Linux mdの制限（sync_speed_max、1 台あたり { $rate }）が既定のままの場合です。短い方は、これを引き上げた場合です（/sys/block/md0/md/sync_speed_max）。
plan-levels-surface = HDDは内周ほど遅くなります。最内周の速度は、プラッターの半径の比から公称値の { $least }～{ $most } % です。表の速度は最外周のものです。
plan-levels-zfs = ZFSのリビルドとスクラブは書き込み済みの領域だけを処理するため、時間にはプールの使用率を掛けてください。mirror、raidz1、raidz2の容量は、パディングを除けばraid10、raid5、raid6と同じです。
plan-levels-zfs-random = ランダムアクセスでは、ZFS の raidz グループの性能はおよそドライブ 1 台分です。1 つのレコードが全ドライブにまたがるためです。グループ数を増やせばその分だけ増え、ミラーはすべてのドライブから読み込みます。表のランダムの値は Linux md のものです。
plan-levels-shingled = { $model } は SMR方式のディスクです。リビルドの書き込みは途中から大きく低下し、数時間ではなく数日かかります。CMR のディスクではこの低下はありません。
plan-levels-none = --levels：型番のわかる同じドライブ 2 台分の空きスロットがありません。
plan-levels-bad-network = 「{ $word }」はネットワークの速度ではありません。10GbE、2.5GbEのように指定してください。
prices-unreadable = { $file } を読み込めません：{ $why }
prices-nothing = { $file }：カタログにある名前と価格がそろった行がありません。「name;price」の行の下に「Samsung 990 PRO 2TB;189.90」のように書いてください。
prices-no-price = { $file } の { $line } 行目：「{ $row }」に名前と価格がないため、使いません。
prices-unknown = { $file } の { $line } 行目：カタログに「{ $name }」がないため、使いません。
prices-unknown-near = { $file } の { $line } 行目：カタログに「{ $name }」がないため、使いません。似た名前：{ $near }。
prices-several = { $file } の { $line } 行目：「{ $name }」に該当するものが複数あるため、使いません（{ $found }）。
prices-other-currency = { $file } の { $line } 行目：「{ $name }」の価格だけ { $other } で、ほかは { $currency } のため、使いません。
prices-twice = { $file } の { $line } 行目：「{ $name }」の価格が 2 つあります。安い方を使います。

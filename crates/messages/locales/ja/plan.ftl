# 配置計画: 要望の言葉、それを妨げるもの、そして答え
plan-too-many-words = --wantの言葉が { $most } 個を超えています。
plan-unknown-word = 「{ $word }」という要望はありません。使えるのは sequential、random、write、each=PROFILE、gpu>=x8、nic=line-rate、boot=DRIVE、raid0、DRIVE=cpu、DRIVE@SLOT、free-sata>=2 などです（一覧は docs/plan.md）。
plan-unknown-word-near = 「{ $word }」という要望はありません。一番近いのは「{ $near }」です。
plan-bare-name = 「{ $name }」だけでは何を望むのか分かりません。{ $name }=cpu、{ $name }>=x8、{ $name }@SLOT、boot={ $name }、{ $name }:random のように書いてください。
plan-unknown-piece = この計画に「{ $word }」というドライブやカードはありません。
plan-unknown-piece-near = この計画に「{ $word }」というドライブやカードはありません。一番近いのは「{ $near }」です。
plan-several-named = 「{ $name }」に当たるものが複数あります（{ $ids }）。ここでは1つだけ指定してください。
plan-not-a-drive = 「{ $name }」はドライブではありません。
plan-unknown-seat = 「{ $word }」というスロットはここにはありません。あるのは { $slots } です。
plan-unknown-seat-near = ここに「{ $word }」というスロットはありません。一番近いのは「{ $near }」です。
plan-unknown-state = = の後の「{ $word }」は使えません。full、line-rate、cpu、chipset、stay のどれかです。
plan-unknown-state-near = = の後の「{ $word }」は使えません。一番近いのは「{ $near }」です。
plan-unknown-profile = 「{ $word }」というワークロードはありません。一覧は `narrows catalog workloads` です。
plan-unknown-profile-near = 「{ $word }」というワークロードはありません。一番近いのは「{ $near }」です。
plan-unknown-means = 「{ $word }」ではアレイを作れません。作れるのは intel-rst、intel-rst-vmd、intel-vroc、amd-raidxpert2、windows、linux-md です。
plan-unknown-means-near = 「{ $word }」ではアレイを作れません。一番近いのは「{ $near }」です。
plan-bad-amount = >= の後の「{ $word }」は、x8 のような幅でも、2500MB/s のような速度でも、個数でもありません。
plan-array-few = { $level } には { $fewest } 台以上のドライブが必要ですが、ここには { $members } 台しかありません。
plan-array-none-left = { $level } に使えるドライブが残っていません。どのドライブも別のアレイに入っています。使うものを { $level }=DRIVE+DRIVE のように書いてください。
plan-no-array = firmware-raid はアレイへの要望ですが、アレイの指定がありません。raid0、raid1 などを加えてください。
plan-boot-no-array = boot={ $word } のアレイが指定されていません。{ $word } も要望に加えてください。
plan-no-line-rate = { $name } の最大転送量が分かりません。{ $name }>=2500MB/s のように指定してください。
plan-not-in-yet = { $name } はまだマシンに入っていないので、今の場所のままにはできません。
plan-near-what = near={ $name } には1つしか書かれていません。near=DRIVE+gpu のように2つ書いてください。
plan-bad-setting = { $problem }
plan-unknown-setting = このボードの規則に「{ $name }」という設定はありません。規則は `narrows catalog boards` で見られます。
plan-unknown-setting-near = このボードの規則に「{ $name }」という設定はありません。一番近いのは「{ $near }」です。
plan-unknown-value = { $name } の値に「{ $value }」は知られていません。ボードの規則にある値は { $values } です。
plan-bad-price = 「{ $word }」は価格ではありません。samsung-950-pro-256gb=189 のように書いてください。
plan-price-unknown = 「{ $id }」というボードもドライブもカタログにありません。
plan-price-unknown-near = 「{ $id }」というボードもドライブもカタログにありません。近いのは「{ $near }」です。
plan-nothing-to-place = { $source } には配置を考えるものがありません。取り付けるものを指定してください（--drives "2x samsung-950-pro-256gb"、--cards gpu,intel-x540-t2）。一覧は `narrows catalog drives` と `narrows catalog cards` です。
plan-no-slots = { $source } には取り付けられるスロットが見当たりません。--board でボードを指定するか（一覧は `narrows catalog boards`）、catalog:BOARD を対象にしてください。

plan-wish-lanes = { $piece } は { $lanes } レーン以上
plan-wish-full = { $piece } は持っているレーンをすべて使う
plan-wish-line-rate = 全ドライブの動作中も { $piece } は送受信とも { $rate }
plan-wish-starts = { $piece } から起動する
plan-wish-firmware-array = { $array } はファームウェアのアレイ
plan-wish-free-sata = SATAポートを { $count } 個空けておく
plan-wish-processor = { $piece } はCPUのレーンに接続
plan-wish-chipset = { $piece } はチップセットに接続
plan-wish-near = { $piece } と { $other } は隣どうし
plan-wish-at = { $piece } は { $seat }
plan-wish-stays = { $piece } は今の場所のまま
plan-wish-no-adapters = アダプターなし

plan-aim-together = 全部同時、{ $workload ->
    [sequential] シーケンシャル読み出し
    [random] ランダム読み出し
    [write] シーケンシャル書き込み
   *[other] { $workload }
}
plan-aim-each = 最も遅い1台の単体、{ $workload ->
    [sequential] シーケンシャル読み出し
    [random] ランダム読み出し
    [write] シーケンシャル書き込み
   *[other] { $workload }
}
plan-aim-of = { $piece } 単体、{ $workload ->
    [sequential] シーケンシャル読み出し
    [random] ランダム読み出し
    [write] シーケンシャル書き込み
   *[other] { $workload }
}
plan-aim-to-card = { $piece } へ直接、{ $workload ->
    [sequential] シーケンシャル読み出し
    [random] ランダム読み出し
    [write] シーケンシャル書き込み
   *[other] { $workload }
}
plan-aim-latency = { $piece } への近さ
plan-aim-few-moves = 移動の少なさ
plan-aim-lanes = { $piece } のレーン数
plan-aim-free-sata = 空きSATAポート

plan-put = { $piece } を { $slot }
plan-amount = { $amount }
plan-amount-lanes = { $count } レーン
plan-amount-moves = { $count ->
    [0] 移動なし
   *[other] 移動 { $count } 回
}
plan-amount-ports = { $count ->
    [0] 空きポートなし
   *[other] 空きポート { $count } 個
}
plan-amount-switches = { $count ->
    [0] プロセッサー直結
   *[other] スイッチ { $count } 段経由
}
plan-amount-chipset = チップセット経由
plan-between-names = 、
plan-between-sentences = {""}
plan-between-wishes = 、
plan-answer-put = { $puts } に取り付けてください。
plan-answer-as-is = すべて、すでに最良の場所にあります。
plan-answer-brings = { $amount } になります（{ $aim }）。
plan-answer-counts = { $aim }: { $amount }。
plan-answer-drives = 場所による限界はなく、どのドライブも本来の速度で動きます。
plan-answer-limit = 限界は{ $limit }（{ $capacity }）です。
plan-answer-narrow = 本来より狭い幅で動くもの: { $cards }。許さないなら `--want { $words }` を付けてください。
plan-runs-at = { $piece }（x{ $most } のうち x{ $here }）
plan-finding-obvious = 合うスロットに先頭から挿すと劣ります（{ $puts }）。{ $why }
plan-finding-obvious-is-best = 合うスロットに先頭から挿すのが、そのまま最良です。
plan-finding-obvious-same = 合うスロットに先頭から挿しても、得られるものは同じです（{ $puts }）。
plan-finding-today = 今のまま（{ $puts }）: { $why }
plan-finding-open = 確実には分かりません: { $open }。理由と決め手は「起動とRAID」にあります。
plan-why-limit = { $aim }は { $best } でなく { $here }、限界は{ $limit }（{ $capacity }）です。
plan-why = { $aim }は { $best } でなく { $here } です。
plan-why-same = 得られるものは同じです。
plan-why-broken = 次が満たされません: { $wishes }。

plan-impossible = 全部を取り付ける方法がありません。
plan-given-up = 配置が見つからないまま探索を打ち切りました。配置があるかどうかは分かりません。一度に置く部品や希望を減らすか、一部のドライブのスロットを指定すると（DRIVE@SLOT）、探索が短くなります。
plan-impossible-pieces = これら全部を取り付ける場所がありません: { $pieces }
plan-impossible-array = 知られている限り、{ $pieces } で { $arrays } を作る手段がありません。
plan-question-made = { $means } で { $array } を作れる
plan-question-starts = { $means } の { $array } から起動する
plan-impossible-wish = これは実現できません: { $wish }
plan-impossible-wishes = これらは両立しません: { $wishes }
plan-clash-no-fit = { $piece } は { $slot } に合いません。
plan-clash-taken = { $slot } に { $other } と { $piece } の両方が入ることになります。
plan-clash-off = { $piece } を入れる { $slot } は、{ $uses } の使用により無効になります。
plan-clash-no-lanes = { $slot } には { $piece } に回すレーンが残っていません。
plan-clash-no-split = 知られている限り、ファームウェアは { $slot } を { $piece } 用に分割できません。
plan-clash-no-bay = { $piece } を入れるベイがありません。
plan-obstacle-no-slot = { $pieces }（{ $count } 個）に合うスロットがここにはありません。
plan-obstacle-crowd = { $pieces } に合うのは { $slots } だけです（{ $count } 個に対して { $places } か所）。
plan-obstacle-taken = { $piece } に合うほかの場所は使用中です: { $puts }。
plan-obstacle-only-in = { $wish }: { $slots } なら可能です。
plan-obstacle-only-alone = { $wish }: { $slots } なら可能ですが、ほかの部品が全部入るとできません。
plan-obstacle-pair-alone = { $wish }: それだけなら可能ですが、ほかの部品が全部入るとできません。
plan-obstacle-nowhere = { $wish }: ほかに何もなくても、それができるスロットがありません。
plan-obstacle-widest = { $piece } が得られるのは、ほかに何もなくても最大 { $link } です。
plan-obstacle-rate = { $piece } は { $rate } を流す必要がありますが、得られるのは最大 { $link } で、{ $carries } までです。
plan-obstacle-ports = { $ports } 個のSATAポートのうち、空けておけるのは最大 { $most } 個です。
plan-obstacle-adapters = { $pieces } は、アダプターなしではどこにも合いません。
plan-obstacle-adapters-all = アダプターなしでは、全部を同時に取り付けられません。
plan-and-more = { $names }、ほか { $count } 個
plan-more-lines = ほかに { $count } 件あります。
plan-rule-use = { $uses } を使用しているため
plan-rule-setting = { $settings } の設定のため
plan-rule-both = { $settings } の設定で { $uses } を使用しているため

plan-move = { $piece } を { $from } から { $to } へ移します。
plan-move-in = { $piece } を { $to } に取り付けます。
plan-move-exchange = { $from } の { $piece } と { $to } の { $other } を入れ替えます。
plan-move-set = { $name } = { $value } に設定します。
plan-gain-alone = { $target } 単体: { $before } → { $after }
plan-serial = { $piece }（シリアル番号 { $serial }）

plan-heading-board = ボード
plan-heading-ways = 比較
plan-heading-arrays = アレイ
plan-heading-answers = 起動とRAID
plan-heading-set = ファームウェアの設定
plan-heading-moves = 今の配置からの手順
plan-heading-impossible = 妨げになるもの
plan-heading-confirm = 確かめるには
plan-way-best = 最良
plan-way-runner-up = { $number }
plan-way-obvious = 先頭から
plan-way-today = 今のまま
plan-column-way = 配置
plan-column-limit = 限界
plan-door-processor = CPU
plan-door-root-complex = ルートコンプレックス
plan-door-chipset = チップセット
plan-door-switch = スイッチ
plan-door-network-link = ネットワークリンク
plan-uplink = { $name }: { $carries } のうち { $load }
plan-empty = 空き
plan-limit-uplink = アップリンク
plan-limit-drive = ドライブ自身
plan-off-slots = 無効: { $slots }（{ $because }）
plan-adapter-m2-to-pcie = M.2カードに載せて
plan-adapter-u2-to-m2 = M.2用U.2キットで
plan-adapter-u2-to-pcie = U.2カードに載せて
plan-below = { $possible } のうち { $current }
plan-more-slots = ほかの空きスロット { $count } 個: { $slots }
plan-fixed = そのまま: { $drives }
plan-proof-exact = これより良い配置はありません（{ $count } 通りを調べました。残りは同じか、これを上回れません）。
plan-proof-gap = { $count } 通りを調べました。これより { $percent } を超えて良い配置はありません。
plan-array-by = { $array }（{ $members }）、作成手段は { $means }
plan-array-by-none = { $array }（{ $members }）、作れる手段は知られていません
plan-answer-yes = はい
plan-answer-no = いいえ
plan-answer-not-known = 不明
plan-answer-contradicted = 情報が食い違う
plan-question = { $question }: { $verdict }
plan-as-set = 今分かっている設定のままでは: { $verdict }
plan-to-set = 設定: { $what }
plan-settle = 決め手になること: { $what }
plan-rests-on = 根拠: { $sources }（{ $confidence }）
plan-as-above = そのほかは上と同じです
plan-gain = { $target }: { $before } → { $after }
plan-few-moves = 移動 { $count } 回で { $amount }: { $what }
plan-confirm = `{ $command }` の合計は { $rate }（{ $low } ～ { $high }）になるはずです。
plan-saved = 計画を構成ファイルに保存しました: { $path }
plan-svg-legend-flow = 流れる量（{ $aim }）
plan-svg-legend-limit = 限界
plan-svg-title = { $name } の配置計画

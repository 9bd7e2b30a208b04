# 配置計画のメッセージ: 要求の誤り、制約、妨げになる条件、結果
plan-too-many-words = --want に指定できるのは最大 { $most } 個です。
plan-which-level = 「{ $word }」ではレベルが決まりません。raid0（ストライプ）、raid1（ミラー）、raid10、raid5（raidz）、raid6（raidz2）、jbodのいずれかを指定してください。
plan-unknown-word = --want の項目「{ $word }」は使えません。使えるのは sequential、random、write、each=PROFILE、gpu>=x8、nic=line-rate、boot=DRIVE、raid0、DRIVE=cpu、DRIVE@SLOT、free-sata>=2 などです（一覧は docs/plan.md）。
    .page = 条件「{ $word }」は使えません。
plan-unknown-word-near = --want の項目「{ $word }」は使えません。「{ $near }」のことですか？
    .page = 条件「{ $word }」は使えません。「{ $near }」のことですか？
plan-bare-name = 「{ $name }」だけでは要求が分かりません。{ $name }=cpu、{ $name }>=x8、{ $name }@SLOT、boot={ $name }、{ $name }:random のように指定してください。
plan-unknown-piece = この計画に「{ $word }」というドライブやカードはありません。
plan-unknown-piece-near = この計画に「{ $word }」というドライブやカードはありません。「{ $near }」のことですか？
plan-several-named = 「{ $name }」に該当するデバイスが複数あります（{ $ids }）。1 つだけ指定してください。
plan-not-a-drive = 「{ $name }」はドライブではありません。
plan-unknown-seat = 「{ $word }」というスロットはありません。使えるスロット：{ $slots }。
plan-unknown-seat-near = 「{ $word }」というスロットはありません。「{ $near }」のことですか？
plan-unknown-state = = の後に「{ $word }」は使えません。full、line-rate、cpu、chipset、stay のいずれかを指定してください。
plan-unknown-state-near = = の後に「{ $word }」は使えません。「{ $near }」のことですか？
plan-unknown-profile = 「{ $word }」というワークロードはありません。一覧は `narrows catalog workloads` で確認できます。
    .page = 「{ $word }」というワークロードはありません。
plan-unknown-profile-near = 「{ $word }」というワークロードはありません。「{ $near }」のことですか？
plan-unknown-means = 「{ $word }」というRAIDエンジンはありません。intel-rst、intel-rst-vmd、intel-vroc、amd-raidxpert2、windows、linux-md のいずれかを指定してください。
plan-unknown-means-near = 「{ $word }」というRAIDエンジンはありません。「{ $near }」のことですか？
plan-bad-amount = >= の後の「{ $word }」は、幅（x8 など）、速度（2500MB/s など）、個数のいずれでもありません。
plan-array-few = { $level } には { $fewest } 台以上のドライブが必要ですが、{ $members } 台しかありません。
plan-array-none-left = { $level } に使えるドライブが残っていません。すべて別のアレイに入っています。{ $level }=DRIVE+DRIVE のように使うドライブを指定してください。
plan-no-array = firmware-raid にはアレイが必要ですが、指定がありません。raid0、raid1 などを加えてください。
plan-boot-no-array = boot={ $word } のアレイが指定されていません。{ $word } も加えてください。
plan-no-line-rate = { $name } の最大転送速度が不明です。{ $name }>=2500MB/s のように指定してください。
plan-not-in-yet = { $name } はまだマシンに取り付けられていないため、現在の位置に固定できません。
plan-near-what = near={ $name } にはデバイスが 1 つしか指定されていません。near=DRIVE+gpu のように 2 つ指定してください。
plan-bad-setting = { $problem }
plan-unknown-setting = このボードのルールに「{ $name }」という設定はありません。ルールは `narrows catalog boards` で確認できます。
    .page = このボードのルールに「{ $name }」という設定はありません。
plan-unknown-setting-near = このボードのルールに「{ $name }」という設定はありません。「{ $near }」のことですか？
plan-unknown-value = 「{ $value }」は { $name } の既知の値ではありません。ボードのルールにある値は { $values } です。
plan-bad-price = 「{ $word }」は価格ではありません。samsung-950-pro-256gb=189 のように指定してください。
plan-price-unknown = カタログに「{ $id }」というボードやドライブはありません。
plan-price-unknown-near = カタログに「{ $id }」というボードやドライブはありません。{ $near } のことですか？
plan-nothing-to-place = { $source } には配置するデバイスがありません。取り付けるものを指定してください（--drives "2x samsung-950-pro-256gb"、--cards gpu,intel-x540-t2）。型番の一覧は `narrows catalog drives` と `narrows catalog cards` で確認できます。
    .page = 配置するデバイスがまだありません。ドライブやカードを追加してから、もう一度お試しください。
plan-no-slots-board = { $board }{ $note } には、ドライブやカードを挿すスロットが登録されていません。{ $source } に配置できるものはありません。
plan-no-slots-file = { $source } にはスロットの記述がありません。[host] に board = "{ $id }" と書いてボードのスロットを使うか、[[slot]] を追加してください。
    .page = { $source } にはスロットの記述がないため、配置できません。代わりにボード { $id } を選んでください。
plan-no-slots = { $source } にスロットが見つかりません。--board でボードを指定するか（一覧は `narrows catalog boards`）、catalog:BOARD を対象にしてください。
    .page = スロットが不明なため、何も移動できません。マザーボードを選んでください。

plan-wish-lanes = { $piece } は { $lanes } レーン以上
plan-wish-full = { $piece } は最大レーン数で動作
plan-wish-line-rate = 全ドライブの動作中も { $piece } は送受信とも { $rate }
plan-wish-starts = { $piece } から起動
plan-wish-starts-any = { $pieces } のいずれかから起動
plan-wish-firmware-array = { $array } はファームウェアRAIDのアレイ
plan-wish-free-sata = SATAポートを { $count } 個空ける
plan-wish-processor = { $piece } はCPUのレーンに接続
plan-wish-chipset = { $piece } はチップセットに接続
plan-wish-near = { $piece } と { $other } は近くに配置
plan-wish-at = { $piece } は { $seat } に配置
plan-obstacle-bays = { $card } のポートまたはベイは { $count } 個です。
plan-obstacle-sockets = { $card } のベイは { $bays } 個ですが、ここのスロットの分割で使えるのは最大 { $count } 個です（CPU、チップセット、ファームウェアの制限）。スイッチチップ付きのカードを使ってください。
plan-obstacle-no-bay = { $piece } は { $card } のポートまたはベイに合いません。
plan-wish-on = { $piece } は { $card } のポートまたはベイに接続
plan-wish-stays = { $piece } は現在の位置のまま
plan-wish-risers = カードのライザーケーブル接続を許可
plan-wish-array = { $array } を { $engines } で構成
plan-wish-no-adapters = アダプターなし

plan-aim-together = 全ドライブ同時、{ $workload ->
    [sequential] シーケンシャルリード
    [random] ランダムリード
    [write] シーケンシャルライト
   *[other] { $workload }
}
plan-aim-each = 最も遅いドライブ単体、{ $workload ->
    [sequential] シーケンシャルリード
    [random] ランダムリード
    [write] シーケンシャルライト
   *[other] { $workload }
}
plan-aim-of = { $piece } 単体、{ $workload ->
    [sequential] シーケンシャルリード
    [random] ランダムリード
    [write] シーケンシャルライト
   *[other] { $workload }
}
plan-aim-to-card = { $piece } への直接転送、{ $workload ->
    [sequential] シーケンシャルリード
    [random] ランダムリード
    [write] シーケンシャルライト
   *[other] { $workload }
}
plan-aim-latency = { $piece } への経路の短さ
plan-aim-few-moves = 移動回数の少なさ
plan-aim-lanes = { $piece } のレーン数
plan-aim-free-sata = 空きSATAポート

plan-put = { $piece } → { $slot }
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
    [0] CPU直結
   *[other] スイッチ { $count } 段経由
}
plan-amount-chipset = チップセット経由
plan-between-sentences = {""}
plan-between-wishes = 、
plan-answer-put = 推奨配置：{ $puts }。
plan-answer-put-assumed = 推奨配置（一般的なスロット構成の場合）：{ $puts }。
plan-answer-as-is = 現在の配置がすでに最良です。
plan-answer-brings = { $amount } の見込みです（{ $aim }）。
plan-answer-brings-band = { $amount } の見込みです（{ $aim }、80 % 範囲 { $low }～{ $high }）。
plan-answer-brings-bound = 最大 { $amount } の見込みです（{ $aim }）。ドライブがリンクより遅ければ、これを下回ります。
plan-answer-counts = { $aim }：{ $amount }。
plan-answer-drives = ドライブ律速です。全ドライブが単体と同じ速度で動作し、ほかにボトルネックはありません。
plan-answer-limit = ボトルネック：{ $limit }、{ $capacity }。
plan-answer-limit-bound = ボトルネックの候補：{ $limit }、{ $capacity }。
plan-finding-graphics = グラフィックスカードには帯域の広いスロットを割り当てています。{ $cards }でよければ、ドライブの合計は { $here } から { $there } に上がります：`--want { $words }`。
    .page = グラフィックスカードには帯域の広いスロットを割り当てています。{ $cards }でよければ、ドライブの合計は { $here } から { $there } に上がります。
plan-finding-pinned-own = 指定どおり { $here } に挿した { $piece } は { $rate } です。最適なスロットは { $best } で、そこでは { $rate_there } になります（全体の合計は同じです）。
plan-finding-pinned-drive = 指定どおり { $here } に挿した { $piece } は { $rate } です。最適なスロットは { $best } で、そこでは { $rate_there }、全体では { $total } から { $total_there } になります。
plan-finding-pinned-member = { $piece } は指定どおり { $here } です。最適なスロットは { $best } で、全体では { $total } から { $total_there } になります。
plan-finding-pinned-card = { $piece } は指定どおり { $here } です。最適なスロットは { $best } です。
plan-finding-pinned-out = この条件では { $piece } を { $here } に挿せません。最適なスロットは { $best } です。
plan-finding-oversubscribed = { $uplink } の帯域が不足しています。配下のデバイスが同時に転送できる速度は { $demand } で、上限 { $carries } の { $ratio } 倍です。
plan-answer-narrow-some = レーン数が減るカード：{ $cards }。探索した範囲では、すべてを同時に増やせる配置はありません。`--want { $words }` だけなら可能です。
    .page = レーン数が減るカード：{ $cards }。探索した範囲では、すべてを同時に増やすことはできません。
plan-answer-narrow-graphics = レーン数が減るカード：{ $cards }。`--want { $words }` で増やせますが、グラフィックスカードのスロットが犠牲になります。
    .page = レーン数が減るカード：{ $cards }。増やすことはできますが、グラフィックスカードのスロットが犠牲になります。
plan-answer-narrow-always = レーン数が減るカード：{ $cards }。これより多くなる配置は見つかりませんでした。
plan-answer-narrow-for = レーン数が減るカード：{ $cards }。`--want { $words }` で減らさずに済みますが、その場合の合計は { $then } です。
    .page = レーン数が減るカード：{ $cards }。減らさない場合は { $then } です。
plan-answer-narrow = レーン数が減るカード：{ $cards }。避けるには `--want { $words }` を指定してください。
    .page = レーン数が減るカード：{ $cards }。下の条件で避けられます。
plan-missing-board = { $shared ->
    [0] カタログに { $id } はないため、汎用ボード（{ $generic }）での計画です。スロットの構成はマニュアルと照合してください。実機からは `narrows learn` でボードの下書きを作れます。
   *[other] カタログに { $id } はないため、汎用ボード（{ $generic }）での計画です。同種のボード { $all } 種のうち { $shared } 種では、M.2スロットのドライブで他の機能が無効になるか、レーン数が減ります。マニュアルを確認してください。実機からは `narrows learn` でボードの下書きを作れます。
}
    .page = { $shared ->
        [0] カタログに { $id } はないため、汎用ボード（{ $generic }）での計画です。スロットの構成はマニュアルと照合してください。
       *[other] カタログに { $id } はないため、汎用ボード（{ $generic }）での計画です。同種のボード { $all } 種のうち { $shared } 種では、M.2スロットのドライブで他の機能が無効になるか、レーン数が減ります。マニュアルを確認してください。
    }
plan-taken-board = { $id } は、カタログにある { $name } として計算しています。名前に { $words } の付かないボードでは、スロットの構成が異なる場合があります。
plan-assumed-second = カタログにある同種のボード { $all } 種のうち { $shared } 種では、2 本目のスロットのカードが 1 本目のレーンの半分を使い、どちらも x8 になります。
plan-assumed-board = { $chipset } の一般的なボードと仮定しています。スロットに出ているCPUのレーン：{ $lanes }。実際の構成はボードのマニュアルで確認してください。
plan-assumed-network = この速度のネットワークが必要ですが、対応するカードが計画にないため { $card } を追加しています。別のカードは `--cards nic=モデル名` で指定できます。ボード上のポートは計画の対象外です。
    .page = この速度のネットワークが必要ですが、対応するカードが計画にないため { $card } を追加しています。ボード上のポートは計画の対象外です。
plan-assumed-processor = CPUの指定がないため、このボードで一般的な { $name } と仮定しています。`--cpu モデル名` で指定できます。
    .page = CPUが選ばれていないため、このボードで一般的な { $name } と仮定しています。
plan-unknown-processor = 「{ $value }」というCPUの種類はありません。このボードのルールにあるのは { $values } です。モデル名は `--cpu` で指定できます。
    .page = 「{ $value }」というCPUの種類はありません。このボードのルールにあるのは { $values } です。
plan-finding-onboard = 本体で最速のネットワークポート（{ $port }）経由では、最大 { $rate } です。
plan-finding-card-bound = { $card } が送れるのは、ポートの { $ports } のうち { $carries } までです。リンクは { $link } です。
plan-answer-full = 最大レーン数で動作：{ $cards }。
plan-answer-seen = 現在の位置でレーン数が減っているカード：{ $cards }。原因はキャプチャからは分かりません。
plan-answer-off = この配置で無効になるもの：{ $slots }。
plan-answer-needs = 追加で必要なもの：{ $adapters }。
plan-needs-some = { $count } × { $name }
plan-runs-full = { $piece }（x{ $lanes }）
plan-runs-at = { $piece }（x{ $here } 動作、このボードでは最大 x{ $most }）
plan-finding-obvious = 空きスロットに順に挿した場合（{ $puts }）はこれに劣ります。{ $why }
plan-finding-obvious-is-best = 空きスロットに順に挿すだけで最良の配置になります。
plan-finding-obvious-same = 空きスロットに順に挿した場合（{ $puts }）も結果は同じです。
plan-finding-obvious-costs = 空きスロットに順に挿した場合（{ $puts }）も数値は同じですが、{ $what }。
plan-finding-empty = { $count ->
   *[other] { $slots }
} は意図的に空けています。ここにドライブを挿すと、{ $why }。
plan-finding-split = ファームウェアで { $splits } に設定できれば、{ $here } ではなく { $there } になります（{ $puts }）。設定の有無はカタログでは分からないため、メニューでレーン分割（bifurcation）の設定を確認してください。
plan-finding-split-saves = ファームウェアで { $splits } に設定できれば、{ $adapters } なしで同じ { $there } になります（{ $puts }）。設定の有無はカタログでは分からないため、メニューでレーン分割（bifurcation）の設定を確認してください。
plan-loss-lanes = { $piece } の動作は { $there } から { $here } に下がります
plan-loss-off = { $count ->
   *[other] { $slots }
} が無効になります
plan-loss-cut-off = { $devices } が無効になります
plan-loss-adapters = 追加で必要：{ $adapters }
plan-finding-today = 現在の配置（{ $puts }）：{ $why }
plan-finding-open = 未確認：{ $open }。理由と確認方法は「起動とRAID」にあります。
plan-finding-open-old = 未確認（可能性は低い）：{ $open }。{ $year }年ごろのファームウェアにNVMeドライバーが入っていることはまれで、一般的になったのは2014年（Intel 9シリーズ、X99）からです。理由と確認方法は「起動とRAID」にあります。
plan-why-limit = { $aim }は { $best } に対して { $here } です。ボトルネック：{ $limit }、{ $capacity }。
plan-why = { $aim }は { $best } に対して { $here } です。
plan-why-same = 結果は同じです。
plan-why-open = 未確認になる点：{ $what }。
plan-why-costs = この配置の短所：{ $what }。
plan-why-spares = 推奨配置の短所：{ $what }。
plan-why-broken = 次の制約を満たしません：{ $wishes }。

plan-impossible = すべてのデバイスを配置する方法がありません。
plan-given-up = 配置が見つからないまま探索を打ち切りました。配置が存在するかどうかは不明です。一度に配置するデバイスや制約を減らすか、一部のドライブのスロットを固定すると（DRIVE@SLOT）、探索が短くなります。
plan-impossible-pieces = 次のデバイスは配置できません：{ $pieces }
plan-impossible-array = { $pieces } で { $arrays } を作成できるRAIDエンジンは知られていません。
plan-impossible-array-by = { $engines } では { $pieces } から { $arrays } を構成できません。
plan-question-made = { $means } で { $array } を作成
plan-question-starts = { $means } の { $array } から起動
plan-with-hba = { $name } を { $slot } に追加すれば、すべて配置できます：`--cards hba`。
plan-impossible-wish = 実現できません：{ $wish }
plan-without-boot = データ用としての配置：{ $puts }。
plan-impossible-wishes = 両立できません：{ $wishes }
plan-clash-no-fit = { $piece } は { $slot } に合いません。
plan-clash-taken = { $slot } に { $other } と { $piece } の両方が入ることになります。
plan-clash-off = { $piece } を取り付ける { $slot } は、{ $uses } により無効になります。
plan-clash-off-processor = { $piece } を取り付ける { $slot } は、このCPUでは使えません。
plan-clash-no-lanes = { $slot } には { $piece } に使えるレーンが残っていません。
plan-clash-no-split = 知られている限り、ファームウェアは { $slot } を { $piece } 用にレーン分割できません。
plan-clash-no-bay = { $piece } を取り付けるベイが存在しません。
plan-obstacle-no-slot = { $pieces }（{ $count } 台）に合うスロットがありません。
plan-obstacle-crowd = { $pieces } に合うのは { $slots } だけです（デバイス { $count } 台に対してスロット { $places } 基）。
plan-obstacle-taken = { $piece } に合うほかのスロットは使用中です：{ $puts }。
plan-obstacle-array = { $array }：{ $engines } がドライブを受け付けるのは { $slots } だけです。
plan-obstacle-only-in = { $wish }：{ $slots } なら可能です。
plan-obstacle-only-alone = { $wish }：{ $slots } なら可能ですが、ほかのデバイスをすべて取り付けるとできません。
plan-obstacle-pair-alone = { $wish }：これだけなら可能ですが、ほかのデバイスをすべて取り付けるとできません。
plan-obstacle-nowhere = { $wish }：ほかに何を取り付けるかに関係なく、可能なスロットがありません。
plan-obstacle-widest = { $piece } が得られるのは、ほかに何を取り付けるかに関係なく最大 { $link } です。
plan-obstacle-rate = { $piece } には { $rate } が必要ですが、得られるのは最大 { $link }（{ $carries } まで）です。
plan-obstacle-ports = { $ports } 個のSATAポートのうち、空けておけるのは最大 { $most } 個です。
plan-obstacle-adapters = アダプターなしで { $pieces } に合うスロットはありません。
plan-obstacle-adapters-all = アダプターなしでは、すべてのデバイスを同時に配置できません。
plan-and-more = { $names }、ほか { $count } 台
plan-more-lines = ほかに { $count } 件あります。
plan-rule-use = { $uses } を使用しているため
plan-rule-setting = { $settings } の設定のため
plan-rule-both = { $settings } の設定で { $uses } を使用しているため
plan-rule-processor = このCPUのため
plan-rule-use-processor = このCPUで { $uses } を使用しているため

plan-move = { $piece } を { $from } から { $to } に移動します。
plan-move-in = { $piece } を { $to } に取り付けます。
plan-move-exchange = { $from } の { $piece } と { $to } の { $other } を入れ替えます。
plan-move-set = { $name } = { $value } に設定します。
plan-gain-alone = { $target } 単体：{ $before } → { $after }
plan-serial = { $piece }（シリアル番号 { $serial }）

plan-heading-board = ボード
plan-heading-ways = 代替案
plan-heading-trades = トレードオフ：ドライブの速度とカードのレーン
plan-heading-arrays = アレイ
plan-heading-answers = 起動とRAID
plan-heading-set = ファームウェア設定
plan-heading-moves = 現在の配置からの手順
plan-heading-impossible = 妨げになる条件
plan-heading-confirm = 確認
plan-way-best = 最良
plan-way-runner-up = { $number }
plan-way-obvious = 順に挿した場合
plan-way-today = 現在
plan-column-way = 配置
plan-column-sata-lost = 失うSATAポート
plan-trade-best = この計画
plan-trades-open = ≥：同じレーン数でより速い配置がないことを証明する前に探索を終えました。
plan-column-sequential = シーケンシャル
plan-column-random = ランダム
plan-column-limit = ボトルネック
plan-uplink = { $name }：{ $carries } のうち { $load }
plan-uplink-idle = { $name }：{ $carries }
plan-empty = 空き
plan-limit-uplink = アップリンク律速
plan-limit-link = リンク律速
plan-limit-drive = ドライブ律速
plan-off-slots = 無効：{ $slots }（{ $because }）
plan-off-slots-only = 無効：{ $slots }
plan-adapter-m2-to-pcie = M.2ドライブ用PCIeカード
plan-adapter-u2-to-m2 = M.2スロットにU.2変換アダプター
plan-adapter-u2-to-pcie = U.2変換カード
plan-below = { $current }（最大 { $possible }）
plan-more-slots = ほかの空きスロット { $count } 個：{ $slots }
plan-fixed = 現在の位置のまま：{ $drives }
plan-proof-exact = これより良い配置はありません（{ $count } 通りを評価しました。残りの配置はすべて同等以下です）。
plan-proof-split = 分かっている分割の範囲では、これより良い配置はありません（{ $count } 通りを評価しました。残りの配置はすべて同等以下です）。
plan-proof-gap = { $count } 通りを評価しました。これを { $percent } を超えて上回る配置はありません。
plan-boards-none = カタログには、このソケット用で { $ids } に当てはまるボードがありません。一覧は `narrows catalog boards` で見られます。
    .page = カタログには、このソケット用で { $ids } に当てはまるボードがありません。
plan-array-by = { $array }（{ $members }）、RAIDエンジンは { $means }
plan-array-by-none = { $array }（{ $members }）、作成できるRAIDエンジンは知られていません
plan-array-size = { $lost ->
    [0] 。実効容量 { $usable } TB、1 台でも故障するとデータを失います
   *[other] 。実効容量 { $usable } TB、どの { $lost } 台が故障しても失いません
}
plan-answer-yes = 可
plan-answer-no = 不可
plan-answer-not-known = 不明
plan-answer-contradicted = 情報源が矛盾
plan-question = { $question }：{ $verdict }
plan-question-set = { $question }：条件付きで{ $verdict }（現在の設定では{ $now }）
plan-to-set = 必要な作業：{ $what }
plan-settle = 確認・対処：{ $what }
plan-reason-assumed = { $reason }（現在の一般的な設定と仮定）
plan-rests-on = 出典：{ $sources }（確度：{ $confidence }）
plan-as-above = ほかは上と同じです
plan-gain = { $target }：{ $before } → { $after }
plan-few-moves = 移動 { $count } 回で { $amount }：{ $what }
plan-confirm = `{ $command }` の合計は { $rate }（{ $low }～{ $high }）になるはずです。
    .page = 実測の合計は { $rate }（{ $low }～{ $high }）になるはずです。
plan-saved = 計画を構成ファイルに保存しました：{ $path }
plan-not-shown = { $source } にはリンク、または各デバイスがどのスロットにあるかが含まれておらず、空きスロットを判断できません。sudo lspci -vv の出力を指定してください。

# アップグレード
upgrade-links = { $count ->
    [1] { $id } のリンク帯域を 2 倍に（別のスロット、マザーボード、ドライブ）
   *[other] { $id } のリンク帯域を 2 倍に（別のスロット、マザーボード、ドライブ）
}
upgrade-networks = { $count ->
   *[other] { $id } を 2 倍速いネットワークに
}
upgrade-transports = { $count ->
    [1] { $id } を 2 倍速いインターフェースに（別のドライブ、ケース）
   *[other] { $id } を 2 倍速いインターフェースに（別のドライブ、ケース）
}
upgrade-chipset = チップセット・アップリンクの帯域が 2 倍のマザーボードに交換
upgrade-uplinks = { $count ->
    [1] { $id } のアップリンク帯域を 2 倍に（別のスイッチ、より広いスロット）
   *[other] { $id } のアップリンク帯域を 2 倍に（別のスイッチ、より広いスロット）
}
upgrade-places = { $count ->
    [1] { $id } の転送速度の上限を 2 倍に
   *[other] { $id } の転送速度の上限（{ $count } か所）を 2 倍に
}
upgrade-drives = { $count ->
    [1] ドライブを 2 倍速に
   *[other] 全ドライブを 2 倍速に
}
upgrade-depth = キュー深度を 2 倍に
upgrade-jobs = スレッド数を 2 倍に
upgrade-cores = コア数を 2 倍に
upgrade-clock = CPU を 25 % 高速に
upgrade-memory = メモリ帯域を 2 倍に
upgrade-cache = 書き込みキャッシュの容量を 2 倍に
upgrade-application = プログラム自体の速度を 2 倍に
upgrade-another-drive = ドライブを 1 台追加（計 { $count } 台）
upgrade-another-drive-in = { $slot } にドライブを 1 台追加（計 { $count } 台）
upgrade-another-member = メンバーを { $count } 台に
upgrade-chunk = ストライプサイズを { $chunk } に

# 日常の作業と体感差
meaning-copy = 50 GB のコピー
meaning-load = 10 GB の読み込み
meaning-picture = 30 MB の画像を開く
meaning-start = アプリケーションの起動
meaning-no = ほとんど気にならない
meaning-immediate = 体感差あり：一瞬に感じるようになる
meaning-no-longer-immediate = 体感差あり：一瞬とは感じなくなる
meaning-flow = 体感差あり：思考が途切れなくなる
meaning-no-longer-flow = 体感差あり：思考が途切れるようになる
meaning-attention = 体感差あり：待っても集中が途切れない長さになる
meaning-no-longer-attention = 体感差あり：待つ間に気がそれる長さになる
meaning-shorter = 体感差あり：明らかに短くなる
meaning-longer = 体感差あり：明らかに長くなる
meaning-member = { $target } 単体
meaning-array = アレイ
meaning-alone = 単体
meaning-together = { $count } 台同時
meaning-as-is = 現状

# 予測の結論
predict-faster-drive-no-help = { $job } では、ドライブを速くしても { $target } はほとんど速くなりません（2 倍速いドライブで { $gain }）。ボトルネック：{ $limit }。
predict-program-holds = ドライブを速くしても、{ $target } での { $job } はほとんど速くなりません。要求と要求の間のプログラム自身の処理に時間がかかっています。2 倍速いドライブに替えた場合の増加は { $gain } です。

# ページ
predict-upgrades = アップグレードの効果
predict-meanings = 日常の作業での体感
predict-sweep = { $over }のスイープ（{ $target }）：{ $workload }
predict-jobs = 構成ファイルのワークロード
predict-each = 各ドライブ
predict-column-change = 変更
predict-column-gain = 増加
predict-column-then = 次のボトルネック
predict-column-task = 作業
predict-column-target = 対象
predict-column-compared = 比較
predict-column-before = 前
predict-column-after = 後
predict-column-notice = 体感差
predict-column-workload = ワークロード
predict-column-time = 時間
predict-column-rate = 速度
predict-of-all = 全ドライブ
predict-over-chunk = ストライプサイズ
predict-over-drives = 台数
predict-over-depth = キュー深度
predict-over-block = ブロックサイズ
predict-over-jobs = スレッド数
predict-over-slot = スロット
predict-over-cache = キャッシュモード
predict-upgrades-none = { $workload }、{ $set }：効果なし（{ $what }）。
predict-legend-upgrade = 増加：その 1 点だけを変えたときの、組み合わせ全体の速度の変化。
predict-legend-meaning = コピーは同じドライブ内、アプリケーションは大規模なものの初回起動です。時間はストレージ分だけで、プログラムの計算時間は含みません。
predict-svg-band = 80 % 範囲

# スイープの誤り
sweep-form = 「{ $text }」はスイープとして無効です。KEY=FROM..TO または KEY=A,B,C の形で指定してください。KEY は chunk、drives、depth、block、jobs、slot、cache のいずれかです（例：chunk=16K..1M、cache=none,write-back）
sweep-value-size = 「{ $value }」は{ $over }として無効です。512 から 64M のサイズを指定してください（例：16K..1M）
sweep-value-count = 「{ $value }」は{ $over }として無効です。1 から { $most } の整数を指定してください（例：1..8）
sweep-value-slot = 「{ $value }」は{ $over }として無効です。3.0x4,3.0x2 のようなリンクか、M2_1,M2_2 のような構成ファイルのスロットを指定してください
sweep-value-cache = 「{ $value }」は{ $over }として無効です。none、read-only、write-through、write-back のいずれかを指定してください
sweep-order = 「{ $text }」は順序が逆です。小さい値を先に書いてください
sweep-too-many = スイープの値が { $count } 個あります。最大 { $most } 個です
predict-twice = --together の 1 つの組み合わせに「{ $target }」が 2 回あります。各ドライブは 1 回だけ指定してください
predict-member-and-array = 「{ $member }」は「{ $array }」のメンバーです。--together の 1 つの組み合わせでは、どちらか一方だけを指定してください
predict-folded = { $drives } 台のうち同じドライブは 1 行にまとめ、先頭の名前と台数を示します。すべて表示するには --any-size を指定してください。
    .page = { $drives } 台のうち同じドライブは 1 行にまとめ、先頭の名前と台数を示します。
predict-first-alone = 単体の予測は { $drives } 台のうち先頭の { $most } 台だけです。ほかのドライブは --together で指定してください。
    .page = 単体の予測は { $drives } 台のうち先頭の { $most } 台だけです。
sweep-needs-array = { $over }はアレイの設定です。--of でアレイを指定してください（候補：{ $known }）
sweep-no-array = このマシンにはアレイがないため、{ $over }のスイープはできません
sweep-needs-drive = スロットのスイープにはドライブが必要です。--of で指定してください（候補：{ $known }）
sweep-no-drives = このマシンにはドライブが見つからず、スイープの対象がありません
sweep-no-chunks = { $target } はデータをストライピングしないため、ストライプサイズのスイープはできません
sweep-no-place = { $value } 以上は、このマシンの空きスロットが足りません（`narrows plan`）。
sweep-impossible = { $target } では{ $over }を { $value } にできません
sweep-no-slot = { $target } のスロット名が不明です
sweep-needs-file = 別のスロットへ移せるのは構成ファイルのドライブだけです。3.0x4 のようなリンクは、どの対象でも試せます
sweep-no-single-slot = 構成ファイルの { $target } には固有のスロットがありません。移せるのは `slot = "..."` のあるドライブだけです
sweep-move = { $target } をスロット { $slot } に移した場合：{ $problem }
sweep-nothing = { $target } を制限しうるものが何も分かっていません
predict-doubt-link = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。リンクの状態は確認できていません。root で「lspci -vv」を実行すると、状態（LnkSta）とペイロード（MaxPayload）が分かります。性能が不明なドライブは、測定しないと分かりません。
predict-doubt-unknown-drive = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。リンクは確認済みですが、ドライブ自体の性能は不明です。単独での「narrows measure」で範囲が狭まります。
    .page = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。リンクは確認済みですが、ドライブ自体の性能は不明です。単独で実測すると範囲が狭まります。
predict-doubt-drive = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。ドライブの値はメーカー公称値か、同クラスの代表値です。単独での「narrows measure」、または measured = true を付けた read、write、random_read、random_write で範囲が狭まります。
    .page = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。ドライブの値はメーカー公称値か、同クラスの代表値です。単独で実測すると範囲が狭まります。
predict-doubt-depth = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。要求 1 回のレイテンシは同クラスの代表値です。QD1 での「narrows measure」、または measured = true を付けた read_latency、write_latency、sequential_latency で範囲が狭まります。
    .page = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。要求 1 回のレイテンシは同クラスの代表値です。QD1 で実測すると範囲が狭まります。
predict-doubt-place = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。この部分の実際の転送速度は、わずかな機種でしか知られていません。接続されたすべてを同時に「narrows measure」で測るか、構成ファイルに上限を書くと範囲が狭まります。
    .page = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。この部分の実際の転送速度は、わずかな機種でしか知られていません。接続されたすべてを同時に実測すると範囲が狭まります。
predict-doubt-processor = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。CPU時間の見積もりは桁が合う程度の概算です。[host] に cpu、clock、kernel を書くか、測定結果（--calibrate）を使うと範囲が狭まります。
    .page = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。CPU時間の見積もりは桁が合う程度の概算です。
predict-payload-assumed = { $others ->
    [0] { $link } の Max_Payload_Size は確認できず、仮定した値です。半分の場合、リンクの転送速度は最大 1 割下がります。root で「lspci -vv」を実行して確認するか、[host] の max_payload で指定してください。
   *[other] { $link } ほか { $others } 本のリンクの Max_Payload_Size は確認できず、仮定した値です。半分の場合、転送速度は最大 1 割下がります。root で「lspci -vv」を実行して確認するか、[host] の max_payload で指定してください。
}
    .page = { $others ->
        [0] { $link } の Max_Payload_Size は確認できないため、仮定した値です。半分の値なら転送速度は最大 1 割下がります。rootで実行した lspci -vv の出力で確認できます。
       *[other] { $link } ほか { $others } 本のリンクの Max_Payload_Size は確認できないため、仮定した値です。半分の値なら転送速度は最大 1 割下がります。rootで実行した lspci -vv の出力で確認できます。
    }
predict-width = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります。{ $ground }の予測と、公開された { $systems } 件の実測値との間には、この程度の誤差がありました。
predict-width-thin = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります。{ $ground }の実測例は { $systems } 件しか公開されていないため、範囲を広く取っています。
predict-ground-network = ネットワーク経由のドライブ
predict-ground-file-system = ZFS や btrfs のプール
predict-ground-md = Linux の md アレイ
predict-ground-raid-driver = RAID のドライバーとカード
predict-ground-bridge = ブリッジと外付けケース
predict-ground-guest = 仮想マシンのディスク
predict-ground-page-cache = ページキャッシュ経由
predict-ground-adapter = SAS アダプター
predict-ground-place = ルートコンプレックス
predict-ground-board = 小型ボードや NAS 製品
predict-ground-processor = CPU 時間
predict-ground-waits = キュー深度が小さい場合
predict-ground-class = 種別しか分からないドライブ
predict-ground-data-sheet = データシートの数値
predict-ground-link = リンク
predict-ground-measured = 実測したドライブ
predict-doubt-cable = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。外付けケース、トンネル、ファイルサーバーの転送速度は製品によって異なります。単独での「narrows measure」、または構成ファイルのケーブルの read、write で範囲が狭まります。
    .page = { $target } は { $run } で予測値の { $part } % まで下がる可能性があります（{ $limit }）。外付けケース、トンネル、ファイルサーバーの転送速度は製品によって異なります。単独で実測すると範囲が狭まります。
predict-no-rate = { $more ->
    [0] { $drives } の速度は不明です。リンクも既知のモデルの数値もありません。
   *[other] { $drives }、ほか { $more } 台の速度は不明です。リンクも既知のモデルの数値もありません。
}{ $how ->
    [smartctl] 各ドライブのリンクは sudo smartctl -x で確認できます。
    [raid] 各ドライブのリンクは、コントローラーのツール（storcli64 /c0/eall/sall show all、ssacli ctrl all show config detail、arcconf getconfig 1）で確認できます。
    [any] リンクは、Windowsではnarrows.exeかCrystalDiskInfo、macOSではsystem_profiler SPNVMeDataType、Linuxでは sudo lspci -vv で確認できます。
   *[lspci] リンクは sudo lspci -vv で確認できます。
}
predict-no-sum = { $more ->
    [0] { $drives } の速度は不明です。構成ドライブのリンクが不明なため、速度を合計していません。
   *[other] { $drives }、ほか { $more } 台の速度は不明です。構成ドライブのリンクが不明なため、速度を合計していません。
}{ $how ->
    [smartctl] 各ドライブのリンクは sudo smartctl -x で確認できます。
    [raid] 各ドライブのリンクは、コントローラーのツール（storcli64 /c0/eall/sall show all、ssacli ctrl all show config detail、arcconf getconfig 1）で確認できます。
    [any] リンクは、Windowsではnarrows.exeかCrystalDiskInfo、macOSではsystem_profiler SPNVMeDataType、Linuxでは sudo lspci -vv で確認できます。
   *[lspci] リンクは sudo lspci -vv で確認できます。
}
predict-no-rate-virtual = { $more ->
    [0] { $drives } の速度は不明です。仮想マシンのディスクの速度はホスト次第で、ゲストからは見えません。narrows measure で測定するか、ホストのドライブを記述してください。
   *[other] { $drives }、ほか { $more } 台の速度は不明です。仮想マシンのディスクの速度はホスト次第で、ゲストからは見えません。narrows measure で測定するか、ホストのドライブを記述してください。
}
predict-no-drive = ドライブが見当たらないため、予測できません。SATA、SAS、USBのドライブはlspciに出ません。lsblk -O -J の出力を加えるか、そのマシンで narrows capture を実行してください。
    .page = ドライブが見当たらないため、予測できません。SATA、SAS、USBのドライブはlspciに出ません。lsblk -O -J の出力も続けて貼り付けるか、このページでドライブを追加してください。
predict-no-drive-virtual = ドライブが見当たらないため、予測できません。仮想マシンのディスクの速度はホスト次第です。narrows measure で測定するか、ホストのドライブを記述してください。
    .page = ドライブが見当たらないため、予測できません。仮想マシンのディスクの速度はホスト次第です。ホスト側のマシンを開いてください。

# 変えると何が得られるか
upgrade-links = { $count ->
    [1] { $id } のリンクを 2 倍の速さに (次の世代か、2 倍のレーン数)
   *[other] { $id } のリンクを { $count } 本とも 2 倍の速さに (次の世代か、2 倍のレーン数)
}
upgrade-transports = { $count ->
    [1] { $id } の SATA・SAS・USB リンクを 2 倍の速度に
   *[other] { $id } の SATA・SAS・USB リンクを { $count } 本とも 2 倍の速度に
}
upgrade-uplinks = { $count ->
    [1] { $id } の上りリンクを 2 倍の速さに (次の世代か、2 倍のレーン数)
   *[other] { $id } の上りリンクを { $count } 本とも 2 倍の速さに (次の世代か、2 倍のレーン数)
}
upgrade-places = { $count ->
    [1] { $id } の上限を 2 倍に
   *[other] { $id } の上限を { $count } か所とも 2 倍に
}
upgrade-drives = { $count ->
    [1] ドライブを 2 倍の速さに
   *[other] 全ドライブを 2 倍の速さに
}
upgrade-depth = 同時に出す要求を 2 倍に
upgrade-jobs = スレッド数を 2 倍に
upgrade-cores = コア数を 2 倍に
upgrade-clock = プロセッサを 25 % 高速に
upgrade-memory = メモリ帯域を 2 倍に
upgrade-cache = 書き込みキャッシュを 2 倍の容量に
upgrade-application = プログラム自体を 2 倍の速さに
upgrade-another-drive = ドライブを { $count } 台に
upgrade-another-member = メンバーを { $count } 台に
upgrade-chunk = チャンクを { $chunk } に

# 日常の作業と、違いに気づくかどうか
meaning-copy = 50 GB のコピー
meaning-load = 10 GB の読み込み
meaning-picture = 30 MB の画像を開く
meaning-start = アプリケーションの起動
meaning-no = ほとんど気づかない
meaning-immediate = 気づく: 一瞬に感じるようになる
meaning-no-longer-immediate = 気づく: 一瞬とは感じなくなる
meaning-flow = 気づく: 思考が途切れなくなる
meaning-no-longer-flow = 気づく: 思考が途切れるようになる
meaning-attention = 気づく: 集中したまま待てる長さになる
meaning-no-longer-attention = 気づく: 待つ間に気がそれる長さになる
meaning-shorter = 気づく: はっきり短くなる
meaning-longer = 気づく: はっきり長くなる
meaning-member = { $target } 単独
meaning-array = アレイ
meaning-alone = 単独
meaning-together = { $count } 台同時
meaning-as-is = 現状

# 予測から言えること
predict-faster-drive-no-help = ドライブを速くしても { $target } はここでは速くなりません。{ $limit } が上限になっており、2 倍速いドライブでも { $gain } です。
predict-program-holds = { $target } を使う { $job } は、ドライブを速くしてもほとんど変わりません。要求と要求の間のプログラムの処理に時間がかかっており、2 倍速いドライブでも { $gain } です。

# ページ
predict-upgrades = 変えると何が得られるか
predict-meanings = 日常の作業では
predict-sweep = { $target } の{ $over }を変えると: { $workload }
predict-jobs = 構成ファイルのワークロード
predict-column-change = 変更
predict-column-gain = 増加
predict-column-then = その後の制限要因
predict-column-task = 作業
predict-column-target = 対象
predict-column-compared = 比較
predict-column-before = 前
predict-column-after = 後
predict-column-notice = 気づくか
predict-column-workload = ワークロード
predict-column-time = 時間
predict-column-rate = 速度
predict-of-all = 全ドライブ
predict-over-chunk = チャンク
predict-over-drives = 台数
predict-over-depth = キュー深さ
predict-over-block = ブロックサイズ
predict-over-jobs = スレッド数
predict-over-slot = スロット
predict-over-cache = キャッシュモード
predict-legend-upgrade = 増加: その 1 点だけを変えたときの、組み合わせ全体の増え方。
predict-legend-meaning = コピーは同じドライブの中、アプリケーションは大きなものの初回起動です。時間はストレージだけのもので、プログラムの計算時間は別にかかります。
predict-svg-band = 80 % 範囲

# スイープの誤り
sweep-form = 「{ $text }」はスイープとして読めません。KEY=FROM..TO か KEY=A,B,C の形で、KEY は chunk、drives、depth、block、jobs、slot、cache のいずれかです (例: chunk=16K..1M、cache=none,write-back)
sweep-value-size = 「{ $value }」は { $over } の値になりません。サイズは 512 から 64M まで (例: 16K..1M)
sweep-value-count = 「{ $value }」は { $over } の値になりません。1 から { $most } までの整数 (例: 1..8)
sweep-value-slot = 「{ $value }」は { $over } の値になりません。3.0x4,3.0x2 のようなリンクか、M2_1,M2_2 のような構成ファイルのスロット
sweep-value-cache = 「{ $value }」は { $over } の値になりません。none、read-only、write-through、write-back のいずれか
sweep-order = 「{ $text }」は順序が逆です。小さいほうを先に書いてください
sweep-too-many = { $count } 個の値は多すぎます。最大 { $most } 個です
predict-twice = --together の 1 つの組に「{ $target }」が 2 回あります。同じドライブは 1 回だけ指定してください
predict-member-and-array = 「{ $member }」は「{ $array }」のメンバーです。--together の 1 つの組では、どちらか一方だけを指定してください
predict-first-alone = 単独の予測は { $drives } 台のうち先頭の { $most } 台だけです。ほかのドライブは --together で指定してください。
sweep-needs-array = { $over } はアレイのものです。--of で指定してください (候補: { $known })
sweep-no-array = このマシンにはアレイがなく、{ $over } を変えられません
sweep-needs-drive = スロットはドライブ 1 台のものです。--of で指定してください (候補: { $known })
sweep-no-drives = このマシンにはドライブが見当たりません
sweep-no-chunks = { $target } はデータを順に分散しない構成なのでチャンクがなく、変えられません
sweep-no-place = { $value } 以上は、このマシンに空いている場所がありません(`narrows plan`)。
sweep-impossible = { $target } では { $over } を { $value } にできません
sweep-no-slot = { $target } が入っているスロットの名前が分かりません
sweep-needs-file = 別のスロットへ移せるのは構成ファイルのドライブだけです。3.0x4 のようなリンクなら、どの対象でも試せます
sweep-no-single-slot = 構成ファイルの { $target } には固有のスロットがありません。移せるのは `slot = "..."` のあるドライブだけです
sweep-move = { $target } をスロット { $slot } に入れた場合: { $problem }
sweep-nothing = { $target } の速度を制限しうるものが何も分かっていません
predict-doubt-link = { $target } はこの値の { $part } % まで下がりえます（{ $limit }）。リンクの状態は誰も確認していません。root で「lspci -vv」を実行すると状態（LnkSta）とペイロード（MaxPayload）が分かります。性能の分からないドライブは測るしかありません。
predict-doubt-drive = { $target } はこの値の { $part } % まで下がりえます（{ $limit }）。ドライブの値はメーカー公称、またはその種類の代表値です。単独での「narrows measure」、または measured = true を付けた read、write、random_read、random_write で幅が狭まります。
predict-doubt-depth = { $target } はこの値の { $part } % まで下がりえます（{ $limit }）。要求 1 回の待ち時間は種類の代表値です。キュー深度 1 での「narrows measure」、または measured = true を付けた read_latency、write_latency、sequential_latency で幅が狭まります。
predict-doubt-place = { $target } はこの値の { $part } % まで下がりえます（{ $limit }）。ここを実際にどれだけ通るかが知られている機械はわずかです。そこにつながるもの全部を同時に「narrows measure」するか、マシンファイルに上限を書くと幅が狭まります。
predict-doubt-processor = { $target } はこの値の { $part } % まで下がりえます（{ $limit }）。CPU のコストはおおよその値です。[host] に cpu、clock、kernel を書くか、測定結果（--calibrate）を使うと幅が狭まります。
predict-payload-assumed = { $others ->
    [0] { $link } の Max_Payload_Size は確認できず、仮定した値です。半分であればリンクの転送量は最大 1 割ほど下がります。root で「lspci -vv」を実行すれば分かり、[host] の max_payload で指定できます。
   *[other] { $link } ほか { $others } 本のリンクの Max_Payload_Size は確認できず、仮定した値です。半分であれば転送量は最大 1 割ほど下がります。root で「lspci -vv」を実行すれば分かり、[host] の max_payload で指定できます。
}
predict-doubt-cable = { $target } はこの値の { $part } % まで下がりえます（{ $limit }）。ケース、トンネル、ファイルサーバーの転送能力は製品によって異なります。単独での「narrows measure」、またはマシンファイルでのケーブルの read、write で幅が狭まります。

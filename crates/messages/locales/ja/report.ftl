# レポートのメッセージ：端末の表示、図、レポートの見出しとラベル

between-names = 、
report-machine = このマシン
report-kind-machine = マシン
report-kind-unplaced = 接続先不明
report-kind-processor = CPU
report-source = 対象：{ $source }
report-virtual-machine-plain = 仮想マシン
report-virtual-machine = 仮想マシン（{ $hypervisor }）
report-logical-cpus = 論理 CPU { $count } 個
report-numa-nodes = NUMA ノード { $count } 個

report-kind-chipset = チップセット
report-kind-switch = スイッチ
report-kind-root-port = ルートポート
report-kind-downstream-port = スイッチポート
report-kind-bridge = ブリッジ
report-kind-root-complex = ルートコンプレックス
report-kind-tunnel = ケーブル
report-kind-network-link = ネットワークリンク
report-kind-card = カード
report-kind-nvme = NVMe コントローラー
report-kind-ahci = SATA コントローラー
report-kind-raid = RAID コントローラー
report-kind-sas = SAS コントローラー
report-kind-virtio = virtio ディスク
report-kind-usb = USB ストレージ
report-kind-storage = ストレージコントローラー
report-kind-gpu = GPU
report-kind-network = ネットワーク

report-link-of = { $current }（最大 { $possible }）
report-link-up-to = 最大 { $possible }、現在は不明
report-link-internal = チップ内部
report-link-unknown = レーン数不明
report-degraded-by-port = ポート側が { $port }
report-degraded-by-device = デバイス側が低速でネゴシエート
report-degraded-one-end = ポートは一覧にありません
report-degraded = 両端ともより高速に対応
report-link-assumed = レーン数は仮定
report-drive-assumed = ドライブは仮定

report-part-of = { $arrays } の一部
report-slot = スロット { $slot }
report-remapped = ⚠ NVMe ドライブ { $count } 台を隠蔽
report-chunk = ストライプサイズ { $size }
report-free = 空き
report-empty-port = 未使用ポート
report-hidden = このほか { $count } 個のファンクションは省略しています。
report-more-notes = ほか { $count } 件の注記
report-brief = 詳細は -v
report-more-folded = ほか { $count } 件
report-more = … ほか { $count } 件（全件は --json で表示）
report-left-out = 省略した列：{ $columns }（幅 { $width } 桁以上または --json で表示）
report-arrays = アレイ
report-notes = 注記
report-curve = 位置ごとの転送速度
report-curve-begins = 先頭
report-curve-ends = 末尾
report-curve-least = 最低
report-curve-mean = 平均
report-curve-most = 最高
report-curve-access = アクセスタイム
report-curve-order = 先頭から末尾への転送速度（MB/s）です。HDDでは外周から内周、SSDではLBA順になります。アクセスタイムは、任意の位置を4 KiBずつ単発で読んだ時間の中央値です。
report-curve-simulated = シミュレーションのドライブはどの位置でも同じ速度のため、曲線は平坦です。単発リードは測定していません。
report-curve-raw = { $drive }：ドライブそのものの { $from } からの { $size }。
report-curve-file = { $drive }：{ $size } のファイルです。ドライブ上の位置はファイルシステムが決めるため、ドライブ全体の曲線ではありません。
report-total = 合計

report-column-link = リンク
report-column-usable = 実効帯域
report-column-used = 使用率
report-column-alone = 単体
report-column-together = 同時
report-column-predicted = 予測
report-column-set = 組み合わせ
report-column-drive = ドライブ
report-column-band = 80 % 範囲
report-column-limit = ボトルネック
report-column-next-limit = 次のボトルネック
report-column-median = 中央値
report-column-p99 = p99
report-column-cpu = CPU 時間/I/O
report-column-what = 項目
report-column-published = 公表値
report-column-error = 誤差

report-likewise = { $drives } も同様です。
report-legend-narrowest = ◀：ドライブ自身のリンク速度より低く制限しているリンク、または複数のドライブが共有するリンク。
report-legend-usable = 実効帯域：CPU 方向のリンク転送速度（128 KiB リード）。ライトは数 % 異なります。
report-legend-together = 同時：全ドライブを同時に動かした値。共有リンクではその合計。
report-legend-used = 使用率：全ドライブ同時動作時のリンク使用率。
report-legend-narrow = ◀：ボトルネック。
report-legend-at-most = ≤：上限。分かっているのはリンクだけで、ドライブはもっと遅い可能性があります。
report-legend-band = 80 % 範囲：幅の算出に使っていない公開システムの実測値のうち、8 割が収まった範囲。
report-legend-apart = 括弧内：予測に対する実測のずれ。
report-legend-outside = ⚠：予測の 80 % 範囲外。
report-legend-unused = *：結論には使わない値。失敗した要求があるか、測定中のほかの I/O が不明です。
report-legend-cut = *：途中で打ち切り。予定より少ないデータに基づく値。
report-legend-nothing = –：完了した要求なし。
report-legend-latency = レイテンシと CPU：単体動作時の値。
report-legend-mib = 1 MB/s = 毎秒 10^6 バイト = 0.954 MiB/s。
report-narrow-place = ボトルネック

report-workload-read = { $test } リード
report-workload-write = { $test } ライト
report-workload-mix = { $test }、リード { $percent } %

report-predicted-limit = { $count ->
    [1] { $drives }：{ $total } の見込みです{ $others ->
        [0] {""}
       *[other] （{ $beside } も同時に動作）
    }。ボトルネック：{ $limit }、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
   *[other] { $drives }：同時動作で合計 { $total } の見込みです{ $others ->
        [0] {""}
       *[other] （{ $beside } も同時に動作）
    }。共有ボトルネック：{ $limit }、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
}
report-predicted-member-links = { $drives }：{ $total } の見込みです。ボトルネック：各メンバーのリンク、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
report-predicted-member-links-at-most = { $drives }：最大 { $total } です。メンバーが遅ければさらに下がります。制約：各メンバーのリンク、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
report-predicted-held = { $count ->
    [1] { $drives }：{ $total } の見込みです。ボトルネック：{ $limit }。
   *[other] { $drives }：同時動作で合計 { $total } の見込みです。ボトルネック：{ $limit }。
}
report-predicted-unlimited = { $count ->
    [1] { $drives }：{ $total } の見込みで、ドライブ自体の上限です。経路上にボトルネックはありません。
   *[other] { $drives }：同時動作で合計 { $total } の見込みです。各ドライブとも単体と同じ速度が出て、経路上にボトルネックはありません。
}
report-predicted-own = { $count ->
    [1] { $drives }：{ $total } はドライブ自体の速度です。リンクが一覧になく、これより遅い場合があります。
   *[other] { $drives }：単体ではそれぞれドライブ自体の速度です。リンクが一覧になく、これより遅い場合があります。
}{ $how ->
    [smartctl] 各ドライブのリンクは sudo smartctl -x で確認できます。
    [raid] 各ドライブのリンクは、コントローラーのツール（storcli64 /c0/eall/sall show all、ssacli ctrl all show config detail、arcconf getconfig 1）で確認できます。
    [any] リンクは、Windowsではnarrows.exeかCrystalDiskInfo、macOSではsystem_profiler SPNVMeDataType、Linuxでは sudo lspci -vv で確認できます。
   *[lspci] リンクは sudo lspci -vv で確認できます。
}
report-predicted-own-links = { $drives }：それぞれ { $each } の見込みです。ボトルネック：各ドライブのリンク、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
report-predicted-own-links-at-most = { $drives }：それぞれ最大 { $each } です。ドライブが遅ければさらに下がります。制約：各ドライブのリンク、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
report-predicted-limit-at-most = { $count ->
    [1] { $drives }：最大 { $total } です{ $others ->
        [0] {""}
       *[other] （{ $beside } も同時に動作）
    }。ドライブが遅ければさらに下がります。制約：{ $limit }、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
   *[other] { $drives }：同時動作で合計最大 { $total } です{ $others ->
        [0] {""}
       *[other] （{ $beside } も同時に動作）
    }。ドライブが遅ければさらに下がります。制約：共有する { $limit }、{ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }。
}
report-figure-band = { $figure }（80 % 範囲 { $band }）
report-simulated = シミュレーション：仮想ハードウェアの値で、実ドライブの測定値ではありません。
report-partial = 未完了：測定が中断されたか、ドライブにエラーが発生しました。表示した値は有効ですが、すべてではありません。
report-method-simulated = シード { $seed }、仮想時間でのシミュレーションです。要求の発行、集計、判定は実測と同じで、ドライブはキュー、リンク、キャッシュのモデルです。
report-method-one-model = シミュレーションと予測は同じモデルです。一致しても、正しさの証拠にはなりません。
report-method-engine = 測定方法：{ $engine }。
report-method-window = 同時測定のドライブは { $skew } 以内のずれで開始しました。集計は全ドライブが動作していた時間だけです（最短 { $window }）。
report-method-staggered = 同時測定のドライブは予定時刻から { $skew } 以内のずれで開始しました。集計は全ドライブが動作していた時間だけです（最短 { $window }）。
report-method-repeats = 各値は { $repeats } 回の測定の中央値です。
report-method-cpu = 最も負荷の高い測定スレッドは 1 コアの { $percent } % を使用しました。

report-check-nothing = 問題は見つかりませんでした。
report-check-saw-nothing = チェックできるものがありません。ドライブもストレージコントローラーも見つかりません。
report-check-nothing-seen = チェックできた範囲では問題ありません。
report-check-looked-at = チェックした項目：{ $what }。
report-check-not-looked-at = チェックできなかった項目：{ $what } { $count } 件（{ $which }）。
report-check-found = 指摘 { $count } 件
report-severity-danger = 危険
report-severity-warning = 速度低下
report-severity-hint = ヒント

report-casebook-title = 事例集：公表されたマシンと Narrows の予測の比較
report-casebook-count = マシン { $systems } 台、公表値 { $figures } 件（うち予測 { $predicted } 件）。
report-casebook-checks = 検証に使う値
report-casebook-calibrates = 較正に使った値（定数やドライブ自体の性能）
report-casebook-unexplained = 説明がつかない値
report-casebook-cannot-check = 検証できない値
report-casebook-more = この表にない値：{ $others }。著者の説明を含む詳細は「narrows casebook { $system }」で表示できます。
report-casebook-count-calibrates = 較正に使った値 { $rows } 件
report-casebook-count-unexplained = 説明がつかない値 { $rows } 件
report-casebook-count-cannot-check = 検証できない値 { $rows } 件
report-casebook-silent = ほかに { $systems } 台あります。検証できる値がないか、定数の較正に使ったマシンです。
report-casebook-published = 公表値 { $figure }
report-casebook-ours = 予測 { $figure }
report-casebook-author = 著者の説明：{ $text }
report-casebook-other-limit = 著者は別のボトルネックを指摘：{ $text }
report-casebook-doubt = 記述に矛盾：{ $text }
report-casebook-summary = まとめ
report-casebook-met = 検証 { $whole } 件中 { $part } 件が合格
report-casebook-median-error = 誤差の中央値 { $share }
report-casebook-orderings = 大小関係 { $whole } 件中 { $part } 件が正しい
report-casebook-limits = ボトルネック { $whole } 件中 { $part } 件が一致
report-casebook-limits-share = ボトルネックの一致率 { $share }
report-casebook-in-band = 80 % 範囲内 { $share }
report-casebook-half-width = 範囲の半幅 { $share }
report-casebook-by-system = { $systems ->
   *[other] マシンごと（{ $systems } 台、各 1 件として集計）
}
report-casebook-nothing = 該当する公表値がありません：{ $words }。記事の値は「narrows casebook」、第三者の公表値は「narrows casebook --published」で一覧表示できます。
report-not-yet = 予測なし：{ $why }
report-limit-link = リンク
report-limit-uplink = アップリンク
report-limit-root-complex = ルートコンプレックス
report-limit-controller = コントローラー
report-limit-drive = ドライブの帯域
report-limit-drive-iops = ドライブの IOPS
report-limit-depth = キュー深度
report-limit-cpu = CPU
report-limit-raid-layer = RAID 層
report-limit-memory = メモリ
report-limit-cache = キャッシュ
report-limit-heat = サーマルスロットリング
report-limit-throttle = 速度制限
report-limit-application = アプリケーション
report-limit-unknown = 不明

report-crowded-rated = { $count } 台で共有（合計最大 { $rate }）
report-crowded = { $count } 台で共有（リンク合計 { $rate }）

report-html-footer = Narrows で生成。このファイルだけで完結し、外部から何も読み込みません。結果全体を JSON で含みます。
report-html-tree = テキスト表示
report-html-more = 図と注記
report-html-measured = 実測と予測
report-html-only-measured = 実測
report-html-key-measured = 実測
report-html-key-band = 予測（80 % 範囲付き）
report-html-key-at-most = 上限（リンクのみ既知）
report-html-latency = レイテンシ
report-html-system-cpu = システム全体
report-html-timeline-scale = 縦軸 0–{ $most }
report-html-started = 測定 { $id }、開始 { $started }：
report-share-of = { $capacity } の { $percent } %
report-tree-workload = 図中の速度：{ $workload }。

processor-facts = CPU（カタログ値）：{ $facts }
processor-facts-each = CPU 1 基あたり（カタログ値）：{ $facts }
processor-cores = { $cores } コア、{ $clock }
processor-cores-kinds = { $cores } コア（うち E コア { $efficient }）、{ $clock }
processor-memory = メモリ { $channels } チャネル、{ $kinds }{ $two }、最大 { $most }
processor-memory-kinds = { $slowest }～{ $fastest }
processor-memory-two = （1 チャネル 2 枚では { $kind }）
processor-roots = ルートコンプレックス { $count } 個
processor-roots-lanes = ルートコンプレックス { $count } 個（各 { $lanes } レーン）
report-html-flat = 変化のないグラフ { $count } 本は省略：最初から最後まで中央値の ±{ $percent } % 以内で、特記事項なし。
report-html-cost = 同時動作での損失
report-html-cost-none = なし
report-html-change = 改善策
report-html-everyday = 日常の作業では
report-html-read-instead = { $alone } のところ { $time }
report-html-read-all = { $count ->
    [1] このドライブから { $amount } を読む時間
   *[other] これら { $count } 台から同時に { $amount } を読む時間
}
report-html-small = 小さなファイル（4 KiB）{ $files } 個を順に読むと { $time }：{ $feel ->
    [instant] 一瞬に感じます。
    [short] 少し待ちます。
   *[long] 待たされます。
}
report-html-bars = { $workload }：同時で { $rate }
report-html-bars-of = / { $could }
report-html-lost-key = 同時動作での損失
report-html-best-key = 最速との差
report-html-figures = 全数値
report-html-figures-hint = 単体、同時、予測、レイテンシ。見出しで並べ替え
report-html-sharing = 共有ボトルネックとその原因
report-html-latency-hint = 要求ごとの所要時間。ヒストグラムは対数軸、線は中央値・p99・p99.9
report-html-histogram = { $from } – { $to }
report-html-over-time = 時間変化
report-html-surroundings = 負荷中のリンク・温度・CPU
report-html-column-link = 負荷中のリンク
report-html-column-temperature = 温度
report-html-column-thread = 負荷最大のスレッド
report-html-column-other = ほかの I/O
report-html-repeat = 測定方法と再現手順
report-html-fio = 同じ要求を fio で確かめるには：job.fio として保存し、ドライブのパスを入れます。1 つのワークロードの全セクションを同時に（「fio --readonly --section=名前 --section=名前 … job.fio」）、または 1 つだけ実行します。
report-html-raw-beside = 生データ：測定のフォルダーに run.json.gz（全数値）、samples.json.gz（ドライブごとの時間区間別バイト数とレイテンシのヒストグラム）、構成があります。
report-html-raw = 生データ：測定のフォルダーに run.json（全数値）、samples.json.gz（ドライブごとの時間区間別バイト数とレイテンシのヒストグラム）、構成があります。このページも run.json 全体を要素「narrows-document」に含みます。
report-html-lower = 小さいほど良い
report-casebook-rows = 数値 { $rows } 件

# 並べた文
text-list = { $texts }
report-see-no-links = { $more ->
    [0] { $drives } のリンクが一覧にありません。
   *[other] { $drives }、ほか { $more } 台のリンクが一覧にありません。
}{ $how ->
    [smartctl] 各ドライブのリンクは sudo smartctl -x で確認できます。
    [raid] 各ドライブのリンクは、コントローラーのツール（storcli64 /c0/eall/sall show all、ssacli ctrl all show config detail、arcconf getconfig 1）で確認できます。
    [any] リンクは、Windowsではnarrows.exeかCrystalDiskInfo、macOSではsystem_profiler SPNVMeDataType、Linuxでは sudo lspci -vv で確認できます。
   *[lspci] リンクは sudo lspci -vv で確認できます。
}
report-see-no-disks = SATA、SAS、USB ドライブは lspci に出ません。`lsblk -O -J` も加えてください。
report-see-no-drive = ドライブが一覧にありません。lsblk -O -J と sudo lspci -vv の出力を加えるか、そのマシンで narrows capture を実行してください。

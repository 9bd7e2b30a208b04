# The sentences of: report
# 端末の表示、図、レポートの見出しとラベル。

report-machine = このマシン
report-kind-machine = マシン
report-source = 対象: { $source }
report-virtual-machine-plain = 仮想マシン
report-virtual-machine = 仮想マシン ({ $hypervisor })
report-logical-cpus = 論理プロセッサ { $count } 個
report-numa-nodes = NUMA ノード { $count } 個

report-kind-chipset = チップセット
report-kind-switch = スイッチ
report-kind-root-port = ルートポート
report-kind-downstream-port = スイッチのポート
report-kind-bridge = ブリッジ
report-kind-root-complex = ルートコンプレックス
report-kind-tunnel = ケーブル
report-kind-network-link = ネットワーク回線
report-kind-card = カード
report-kind-nvme = NVMe コントローラ
report-kind-ahci = SATA コントローラ
report-kind-raid = RAID コントローラ
report-kind-sas = SAS コントローラ
report-kind-virtio = virtio ディスク
report-kind-usb = USB ストレージ
report-kind-storage = ストレージコントローラ
report-kind-gpu = GPU
report-kind-network = ネットワーク

report-link-of = { $current } (最大 { $possible })
report-link-up-to = 最大 { $possible }、現在は不明
report-link-internal = チップ内部
report-link-unknown = 幅は不明
report-degraded-by-port = ポートが { $port }
report-degraded-by-device = デバイス側が低速を選択
report-degraded = 両端とも本来はもっと速い
report-link-assumed = 幅は仮定
report-drive-assumed = ドライブは仮定

report-part-of = { $arrays } の一部
report-slot = スロット { $slot }
report-remapped = ⚠ NVMe ドライブ { $count } 台が隠れている
report-chunk = チャンク { $size }
report-free = 空き
report-hidden = このほか { $count } 個の機能は表示を省いています。
report-more = … ほか { $count } 件 (すべての内容は JSON (--json) にあります)
report-left-out = 幅が足りず省いた列：{ $columns }。{ $width } 桁あればすべて表示します（--json なら常にすべて）。
report-arrays = アレイ
report-notes = 注記
report-total = 合計

report-column-link = リンク
report-column-usable = 実効帯域
report-column-used = 使用率
report-column-alone = 単独
report-column-together = 同時
report-column-predicted = 予測
report-column-set = 組み合わせ
report-column-drive = ドライブ
report-column-band = 80 % 範囲
report-column-limit = 制限要因
report-column-next-limit = 次の制限要因
report-column-median = 中央値
report-column-p99 = 99 %
report-column-cpu = I/O あたり CPU
report-column-what = 項目
report-column-published = 公表値
report-column-error = 誤差

report-likewise = { $drives } も同様です。
report-legend-narrowest = ◀ ドライブのリンク本来の帯域を制限しているリンク、または複数のドライブが共有するリンク。
report-legend-usable = 実効帯域：リンクがプロセッサ方向に運べる量（128 KiB の読み出し）。書き込みは数 % 異なります。
report-legend-together = 同時: 全ドライブを同時に動かした値で、共有リンクではその合計。
report-legend-used = 使用率: そのときのリンクの埋まり具合。
report-legend-narrow = ◀ は隘路。
report-legend-at-most = ≤ は上限: リンクしか分かっておらず、ドライブ自体はもっと遅いことがあります。
report-legend-band = 80 % 範囲: 5 回に 4 回はこの範囲に入る見込み。
report-legend-apart = かっこ内は予測に対する実測のずれ。
report-legend-percent = パーセントは予測に対する実測のずれ。
report-legend-outside = ⚠ は予測の 80 % 範囲の外。
report-legend-cut = * は途中で打ち切り: 予定より少ない測定に基づく値。
report-legend-nothing = – は 1 件も完了せず。
report-legend-latency = レイテンシと CPU は単独動作時の値。
report-legend-mib = 1 MB/s = 毎秒 10^6 バイト = 0.954 MiB/s。
report-narrow-place = 隘路

report-workload-read = { $test } リード
report-workload-write = { $test } ライト
report-workload-mix = { $test }、リード { $percent } %

report-predicted-limit = { $count ->
    [1] { $drives } は { $limit } ({ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }) で頭打ちになり、{ $total } の見込みです。
   *[other] { $drives } は { $limit } ({ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }) を分け合い、同時で計 { $total } の見込みです。
}
report-predicted-limit-at-most = { $count ->
    [1] { $drives } は { $limit } ({ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }) を通るため、最大でも { $total } です。ドライブが遅ければさらに下がります。
   *[other] { $drives } は { $limit } ({ $way ->
        [write] 書き込みの上限
       *[read] 上限
    } { $capacity }) を分け合うため、同時で計 { $total } が最大です。ドライブが遅ければさらに下がります。
}
report-simulated = シミュレーション: この数値は仮想ハードウェアのもので、実ドライブの測定値ではありません。
report-partial = 途中まで: 測定が中断されたか、ドライブにエラーがありました。ここにある値は正しいものの、すべてではありません。
report-method-simulated = シード { $seed } による仮想時間のシミュレーションです。要求の出し方、数え方、結論の導き方は実測と同じで、ドライブ側は待ち行列・リンク・キャッシュの模型です。
report-method-engine = 測定方法: { $engine }。
report-method-window = 同時動作のドライブは { $skew } 以内のずれで開始し、全ドライブが動いていた間だけを集計しています (最短 { $window })。
report-method-staggered = 同時動作のドライブは、決められた時刻から { $skew } 以内のずれで開始し、全ドライブが動いていた間だけを集計しています (最短 { $window })。
report-method-repeats = 各数値は { $repeats } 回の測定の中央値です。
report-method-cpu = 最も忙しい測定スレッドは 1 コアの { $percent } % を使いました。

report-check-nothing = 問題は見つかりませんでした。
report-check-saw-nothing = 何も調べられませんでした。ドライブもストレージコントローラーも見えません。
report-check-nothing-seen = 調べられた範囲では問題なし。
report-check-looked-at = 調べたもの：{ $what }。
report-check-not-looked-at = 調べられなかったもの（{ $what }）：{ $count }（{ $which }）。
report-check-found = { $count } 件見つかりました
report-severity-danger = 危険
report-severity-warning = 速度低下
report-severity-hint = ヒント

report-casebook-title = 事例集: 公表されたマシンと Narrows の見立て
report-casebook-count = マシン { $systems } 台、公表値 { $figures } 件(うち予測 { $predicted } 件)。
report-casebook-checks = 検証に使う値
report-casebook-calibrates = 定数やドライブ自体の性能の根拠にした値
report-casebook-unexplained = 説明がつかない値
report-casebook-cannot-check = 検証できない値
report-casebook-more = この表にない値: { $others }。「narrows casebook { $system }」で、著者の説明も含めて表示できます。
report-casebook-count-calibrates = 定数の根拠 { $rows } 件
report-casebook-count-unexplained = 説明がつかない値 { $rows } 件
report-casebook-count-cannot-check = 検証できない値 { $rows } 件
report-casebook-silent = ほかに { $systems } 台あります。検証できる値がないか、定数の根拠に使ったマシンです。
report-casebook-published = 公表値 { $figure }
report-casebook-ours = 予測 { $figure }
report-casebook-author = 著者の説明: { $text }
report-casebook-other-limit = 著者が挙げる制約は別のもの: { $text }
report-casebook-doubt = 記述に矛盾: { $text }
report-casebook-summary = まとめ
report-casebook-met = 検証 { $whole } 件中 { $part } 件が一致
report-casebook-median-error = 誤差の中央値 { $share }
report-casebook-orderings = 大小関係 { $whole } 件中 { $part } 件が正しい
report-casebook-limits = 制約 { $whole } 件中 { $part } 件が一致
report-casebook-limits-share = 制約の一致 { $share }
report-casebook-in-band = 80 % 区間内 { $share }
report-casebook-half-width = 区間の半幅 { $share }
report-casebook-by-system = { $systems ->
   *[other] マシンごとに1件と数えた { $systems } 台
}
report-casebook-nothing = 該当する公表値がありません: { $words }。記事の値は「narrows casebook」、その他は「narrows casebook --published」で一覧できます。
report-not-yet = 予測なし: { $why }
report-limit-link = リンク
report-limit-uplink = アップリンク
report-limit-root-complex = ルートコンプレックス
report-limit-controller = コントローラ
report-limit-drive = ドライブの帯域
report-limit-drive-iops = ドライブの IOPS
report-limit-depth = 同時要求数の不足
report-limit-cpu = プロセッサ
report-limit-raid-layer = RAID 層
report-limit-memory = メモリ
report-limit-cache = キャッシュ
report-limit-heat = 温度
report-limit-throttle = 設定された上限
report-limit-application = アプリケーション
report-limit-unknown = 不明

report-svg-pipe = リンク: 太いほど多く運べる
report-svg-measured = 同時動作時の流量・実測 ({ $workload })
report-svg-predicted = 同時動作時の流量・予測 ({ $workload })
report-crowded = { $count } 台が共有 (リンク合計 { $rate })

report-html-footer = Narrows が作成。このファイルだけで完結しており、外部から何も読み込みません。結果全体を JSON として含みます。
report-html-tree = 構成をテキストで表示
report-html-drives = { $count ->
    [1] ドライブ 1 台を検出
   *[other] ドライブ { $count } 台を検出。配下より狭い共有リンクはありません
}
report-html-crowded = ドライブ { $count } 台が 1 本のリンクを共有: { $place } がプロセッサへ運べるのは { $carries }、各ドライブのリンクは合計 { $below }
report-html-measured = 実測と予測
report-html-only-measured = 実測
report-html-findings = そのほかに分かること
report-html-key-measured = 実測
report-html-key-band = 予測と 80 % 範囲
report-html-key-at-most = 上限 (リンクのみ既知)
report-html-latency = 応答時間
report-html-workload = 負荷
report-html-system-cpu = システム全体
report-html-timeline = 時間変化
report-html-timeline-scale = 縦軸はすべて 0 から { $most }
report-html-method = 測定方法
report-html-started = 測定 { $id }、開始 { $started }:
report-share-of = { $capacity } の { $percent } %
report-tree-workload = 図中の速度: { $workload }

# 保存済みの測定と、その比較のメッセージ

# 測定の検索と読み込み
history-directory-unreadable = { $path } にある測定を一覧できません: { $why }
history-no-rights = 呼び出したユーザーの権限に切り替えられません: { $why }
history-index-failed = インデックス { $path } に書き込めません: { $why }。削除してもかまいません。測定のディレクトリから作り直せます。
history-index-unusable = インデックス { $path } を使えません（{ $why }）。代わりにすべての測定を読み込んだため、時間がかかります。
history-index-foreign = { $path } はNarrowsのインデックスではないため、変更していません。代わりにすべての測定を読み込むため、時間がかかります。このファイルを移動すると、インデックスを作り直します。
history-index-no-file = { $path } は通常のファイルではない（リンク、ディレクトリ、デバイスなど）ため、変更していません。代わりにすべての測定を読み込むため、時間がかかります。移動すると、インデックスを作り直します。
history-index-was-broken = インデックスが壊れていたため、測定のディレクトリから作り直しました。
history-index-other-version = インデックスが別のバージョンのものだったため、測定のディレクトリから作り直しました。
history-left-out = 測定 { $run } は対象外です: { $why }
history-too-many = { $path } のディレクトリが10万個を超えています。残りは対象外です。
history-no-run = { $path } はNarrowsの測定ではありません: { $why }。測定のディレクトリか、その中の run.json を指定してください。
history-unknown-run = 測定「{ $name }」は { $path } になく、その名前のファイルもありません。測定は `narrows history` で一覧でき、最新のものは latest、latest~1 でも指定できます
history-ambiguous-run = 「{ $name }」に該当する測定が複数あります: { $ids }。idをもう少し長く指定してください
history-too-few-runs = 「{ $name }」までさかのぼれません。{ $known ->
    [0] { $path } に測定はまだありません。`narrows measure` で作成できます
   *[other] { $path } にある測定は{ $known }件です
}
history-bad-since = 「{ $text }」は日時として無効です。2026-11-01 のような日付か、12h、7d、4w のような期間を指定してください
history-bad-percent = 「{ $text }」は割合として無効です。5% のように、0%から99%までで指定してください
history-indexing = 測定を読み込み中
history-indexed = インデックスの測定: { $count }件。
history-where = ディレクトリ: { $path }

# 一覧
history-title = { $path } の測定: { $count }件
history-shown = { $path } の測定: { $known }件中{ $shown }件
history-nothing = { $path } に測定はまだありません。`narrows measure` で作成できます。
history-nothing-such = { $path } の測定{ $known }件に、条件に合うものはありません。
history-column-started = 開始（UTC）
history-column-run = id
history-column-measured = 測定内容
history-column-change = 変化
history-column-p99 = p99
history-column-repeats = 回数
history-simulated = シミュレーション
history-partial = 不完全
history-advice = `narrows history ID` で1件を再表示、`narrows compare ID ID` で2件を比較できます。
history-series = { $drive } · { $workload } · { $set }
history-series-legend = 変化: この系列の最初の完全な結果に対する増減。
history-set-alone = 単体
history-set-all = 全部同時
history-set-held = { $set }（速度制限: { $targets }）
history-drives = ドライブ{ $count }台

# 比較
compare-title-a = A  { $run }、{ $started } UTC
compare-title-b = B  { $run }、{ $started } UTC
compare-simulated-beside-real = 片方の測定はシミュレーションで、結果は仮想ハードウェアのものです。差はモデルによる可能性があります。
compare-same-run = AとBは同じ測定です。
compare-nothing = 比較できる結果がありません。同じドライブを、同じワークロード、同じ組、同じ相手で測った結果がありません。
compare-column-drive = ドライブ
compare-column-figure = 項目
compare-column-ratio = B / A
compare-column-says = 判定
compare-times = { $ratio } 倍
compare-same = 差は認められず
compare-faster = 高速化
compare-slower = 低速化
compare-more = 増加
compare-less = 減少
compare-unknown = データ不足
compare-failed = 許容範囲を超えて低速化
compare-cpu = CPU/I/O
compare-joined-wwn = { $drives }: シリアル番号が不明のため、World Wide Nameで対応付けました。
compare-joined-slot = { $drives }: シリアル番号が不明のため、型番とスロットで対応付けました。
compare-joined-name = { $drives }: より確実な情報がないため、名前で対応付けました。名前は起動のたびに変わることがあります。
compare-renamed = { $drive } の名前は、Aでは { $before } でした。
compare-beside = { $drive }（{ $others } と同時）
compare-only-a = Aのみ
compare-only-b = Bのみ
compare-differs = その他の違い
compare-from-repeats = 区間: 両方の測定の繰り返しから求めた95 % 区間。
compare-by-samples = （サンプル）
compare-from-samples = サンプルによる区間: 測定中の100 msごとの値から求めた95 % 区間。測定間の変動は含みません。両方を --repeat 3 以上で測ると、繰り返しから求められます。
compare-unjudged = { $count }件は誤差と区別できません。測定が短すぎるか、途中で終了したか、失敗しています。1秒以上測るか、3回以上繰り返してください。
compare-verdict = AとBの比較：{ $count } 件のうち、低速化 { $slower } 件、高速化 { $faster } 件、判定不能 { $open } 件
compare-report-title = 2回の測定の比較
compare-verdict-none = { $open ->
    [0] AとBの比較：{ $count } 件すべてで差なし
   *[other] AとBの比較：差は認められません（{ $count } 件中 { $open } 件は判定不能）
}
compare-verdict-most = 最大の変化：{ $drive }、{ $what }：{ $share }
compare-slower-found = { $percent } を超えて遅くなった結果: { $count }件。
compare-slower-none = 分かる範囲では、{ $percent } を超えて遅くなった結果はありません。
compare-legend-cut = * 途中で終了、またはエラーあり。ドライブの実力を示しません。
compare-was-is = { $what }: { $was } → { $is }
compare-not = –
compare-yes = あり
compare-no = なし
compare-none = なし
compare-what-narrows = Narrows
compare-what-processor = CPU
compare-what-board = マザーボード
compare-what-firmware = ファームウェア
compare-what-kernel = カーネル
compare-what-command-line = カーネルのコマンドライン
compare-what-cpus = 論理CPU数
compare-what-governor = 周波数ガバナー
compare-what-clock-limit-mhz = クロック上限（MHz）
compare-what-mitigations = 脆弱性の緩和策
compare-what-slot = スロット
compare-what-drive-firmware = ドライブのファームウェア
compare-what-link = 測定中のリンク
compare-what-simulated = シミュレーション
compare-what-engine = I/Oエンジン
compare-what-direct = O_DIRECT
compare-what-registered-buffers = バッファーの登録
compare-what-huge-pages = ヒュージページ
compare-what-polled = ポーリング
compare-what-no-cow = ファイルのコピーオンライト無効化
compare-what-file-system = ファイルシステム
compare-what-region = 読んだ範囲（バイト）
compare-what-start-after-s = 開始の遅延（秒）
compare-what-place = 対象の種類
compare-what-scheduler = スケジューラー
compare-what-layers = 下の層
compare-what-copy-on-write = コピーオンライト
compare-what-compressed = 圧縮
compare-what-fill-percent = ファイルシステムの使用率（%）
compare-what-write-cache = 揮発性書き込みキャッシュ
compare-what-other-io = ドライブへのほかのI/O
compare-what-throttled = スロットリング
compare-what-errors = 失敗した操作
compare-what-partial = 途中で終了

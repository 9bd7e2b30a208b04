# コマンドラインとカタログのメッセージ
cli-this-machine = このマシン
cli-json-failed = 結果をJSONとして書けません：{ $why }
cli-stdout-failed = 標準出力に書けません：{ $why }
cli-cannot-write = { $path } に書けません：{ $why }
cli-stdout-closed = 標準出力に書けません：閉じられています
cli-output-link = { $path } はシンボリックリンクです。リンク先には書き込みません。ファイルそのものを指定してください
cli-output-device = { $path } はデバイスです。--force を付けてもデバイスには書き込みません。ファイルを指定してください
cli-output-directory = { $path } はディレクトリです。その中のファイルを指定してください
cli-output-no-file = { $path } はファイルでもパイプでもありません。ファイルを指定してください
cli-output-not-ours = { $path } はすでにあり、Narrowsが同じ種類のファイルとして書いたものではありません。置き換えるには --force を付けてください
cli-output-planted = { $path } は、すべてのユーザーが書き込めるディレクトリにある、ほかのユーザーのファイルです。別のファイルを指定してください
cli-output-meanwhile = { $path } は途中でほかのプロセスが作成または変更したため、そのままにしました。もう一度実行してください
cli-output-no-reader = パイプ { $path } を読むプロセスがありません
cli-output-twice = 標準出力に書き出せるファイルは 1 つだけです
cli-no-png-of-sweep = --png と --card が描くのは流れの図で、スイープは対象外です。スイープのグラフは --svg で書き出せます
cli-card-name = カードはSVGファイルかPNGファイルです：{ $path } は .svg でも .png でもありません
cli-no-picture = 図なし：描ける配置がありません
cli-names-nothing = 「{ $name }」に該当するものはありません。{ $machine }のドライブ、パーティション、アレイ、ファイル、ディレクトリ、SOURCE（キャプチャ、構成ファイル、catalog:ボード/名前）のいずれでもありません。使用できるもの：{ $known }
cli-names-nothing-near = 「{ $name }」に該当するものはありません。{ $machine }のドライブ、パーティション、アレイ、ファイル、ディレクトリ、SOURCE（キャプチャ、構成ファイル、catalog:ボード/名前）のいずれでもありません。近い名前：{ $known }
cli-source-no-text = { $source } はほかのファイルと合わせて読み込めません。合わせて読み込めるのは、lspci、nvme list、lsblk、dmesgなどの出力テキストだけです
cli-source-is-drive = { $source } はドライブまたはアレイで、このコマンドの対象はマシン全体です。省略するか、ドライブには `narrows see { $source }`、`narrows check { $source }`、`narrows explain { $source }`、`narrows measure { $source }` を使用してください
cli-source-unreadable = { $source } を読めません：{ $why }。SOURCEには、キャプチャ（ファイルまたはディレクトリ）、構成ファイル、または catalog:ボード/名前 を指定してください
cli-board-alone = catalog:{ $board } はドライブのないマザーボードです。`narrows plan catalog:{ $board } --drives ...` でドライブを配置するか、`narrows lanes catalog:{ $board }` でレーンを確認できます
cli-no-such-machine = マシン「{ $name }」はカタログにありません。`narrows catalog machines` で一覧できます
cli-no-machine-there = { $path } にマシンのキャプチャはありません（sys/bus/pciもsys/blockも、読み込めるコマンドの出力もありません）
cli-bad-source = { $place }：{ $problem }
cli-no-such-workload = ワークロード「{ $name }」はありません。`narrows catalog workloads` で一覧できます。rand-read-8k-q64 のような名前も使えます
    .page = ワークロード「{ $name }」はありません。rand-read-8k-q64 のような名前も使えます
cli-no-such-drive = このマシンにドライブ「{ $name }」はありません。使用できるもの：{ $known }
cli-nothing-to-simulate = { $source } には測定できるドライブがありません。[[drive]] で追加するか、`narrows plan { $source } --drives LIST --save FILE` でドライブ入りのファイルを作成してください
cli-no-drives = このマシンに測定できるドライブがありません
cli-nothing-to-predict = { $drive } は予測できません。経路上のリンクもドライブの数値も不明です。
cli-writing-scratch = テストファイルを書き込み中
cli-measuring = { $drives }：{ $workload }
cli-left-out-not-here = { $drive } は対象外です。このマシンのドライブではありません。
cli-left-out-no-place = { $drive } は対象外です。このドライブだけを使うファイルシステムのうち、このユーザーがテストファイルを作れるものがマウントされていません。--raw を付けると（rootで）、デバイス自体を読み出します。
cli-left-out-no-rights = { $drive } は対象外です。{ $path } にマウントされていますが、このユーザーはそこにファイルを作れません。rootで実行するか、このユーザーが所有するディレクトリをそこに用意してください。
cli-left-out-broken = { $drive } は対象外です。{ $path } のファイルシステムが停止しています（{ $error }）。多くはドライブの故障によるもので、原因はカーネルログ（dmesg）で確認できます。
cli-left-out-lost = { $drive } は対象外です。テストファイルの書き込みが終わりませんでした。ドライブが応答していない可能性があります。カーネルログ（dmesg）に原因が残っている場合があります。
cli-stalled = { $drive } は時間内に応答しませんでした。数値は完了した要求だけのもので、この測定では以後対象から外しました。カーネルログ（dmesg）に原因が残っている場合があります。
cli-will-take = ドライブ { $drives } 台の測定に約 { $time } かかります。
cli-report-kept = レポート：{ $path }
cli-no-state-home = 測定結果の保存先がありません（XDG_STATE_HOMEもHOMEも未設定です）
cli-capture-to-terminal = キャプチャはアーカイブです。-o でファイルを指定するか、標準出力をリダイレクトしてください
cli-capture-denied = { $count } 個のファイルは、このユーザーの権限では読めませんでした。完全なキャプチャを取るにはrootで実行してください。
cli-left-out-unwritten = { $drive } は対象外です。全体が書き込み済みの64 MiBの領域がなく、未書き込みの領域を読むと実際より速い値になります。
cli-labels-unreadable = スロットの名前は使いませんでした：{ $path }：{ $why }
cli-main-job-only = --quickと--no-reportは、コマンドなしで実行するときのものです。--on、--seed、--faultsは測定するコマンドに、--svg、--png、--cardはそれを描くコマンドの後ろに付けてください
cli-not-measured-interrupted = { $drive } は { $workload } では測定していません。測定が始まる前に中断されました。
cli-not-measured-amount = { $drive } は { $workload } では測定できませんでした。指定量が短時間で終わり、数値が得られません。--amount を増やしてください。
cli-not-measured = { $drive } は { $workload } では測定できませんでした。終了までに完了した要求がありません。
cli-sweep-too-large = { $drives } 台すべてのスイープはできません。上限は { $most } 台です（--of でドライブかアレイを 1 つ指定してください）

# カタログの一覧と項目
catalog-nothing = これらの語すべてに一致する項目はカタログにありません。
catalog-near = 近いもの：{ $near }
catalog-machines = マシン
catalog-boards = マザーボード
catalog-drives = ドライブ
catalog-chipsets = チップセット
catalog-cpus = CPU
catalog-cards = カード
catalog-workloads = ワークロード
catalog-yours = 自分の項目
catalog-yours-replaces = 自分の項目（付属の項目を置き換え）
catalog-name = 名前
catalog-chipset = チップセット
catalog-slots = スロット
catalog-slots-and-ports = スロットとポート
catalog-size = 容量
catalog-link = リンク
catalog-read = リード
catalog-write = ライト
catalog-uplink = アップリンク
catalog-lanes = レーン
catalog-splits = レーン分割
catalog-cores = コア
catalog-models = モデル
catalog-cpu-memory = メモリ
catalog-roots = ルートコンプレックス
catalog-block = ブロックサイズ
catalog-depth = キュー深度
catalog-jobs = ジョブ数
catalog-pattern = パターン
catalog-random = ランダム、リード { $percent } %
catalog-sequential = シーケンシャル、リード { $percent } %
catalog-kind = 種類
catalog-length = 端子
catalog-ports = ネットワークポート
catalog-plugs = 接続先
catalog-slots-thick = 厚み（スロット数）
catalog-bays = M.2搭載数
catalog-places = 搭載数
catalog-forms = フォームファクター
catalog-form-card = カード
catalog-card-gpu = グラフィックス
catalog-card-network = ネットワーク
catalog-card-sas = SASアダプター
catalog-card-sata = SATAコントローラー
catalog-card-raid = RAIDカード
catalog-card-usb = USB
catalog-card-carrier = M.2増設カード（スロットのレーン分割が必要）
catalog-card-switch-carrier = スイッチ搭載M.2増設カード
catalog-card-riser = ライザー（スロット分割が必要）
catalog-card-expander = SASエキスパンダー（スロット不要）
catalog-card-adapter = アダプター
catalog-card-other = その他
catalog-socket = ソケット
catalog-form-factor = フォームファクター
catalog-nvme-boot = NVMeからの起動
catalog-boot-built-in = 全ドライブから可能（ファームウェアがドライバーを内蔵）
catalog-boot-uefi-option-rom = UEFI用オプションROMを持つドライブからのみ可能
catalog-boot-legacy-option-rom = レガシーBIOS用オプションROMを持つドライブからのみ可能
catalog-boot-not-built-in = ファームウェアにドライバーなし。ドライブのオプションROMを実行できるかは未確認
catalog-aliases = ドライブが報告する型番
catalog-random-read = ランダムリード
catalog-random-write = ランダムライト
catalog-random-condition = ランダムの条件
catalog-read-latency = リードレイテンシ
catalog-write-latency = ライトレイテンシ
catalog-fast-cache = 高速書き込みキャッシュ
catalog-after-cache = キャッシュ後のライト
catalog-memory = メモリ
catalog-memory-dram = DRAM搭載
catalog-memory-host = ホストメモリを使用（HMB）
catalog-memory-none = ユーザーデータ用にはなし
catalog-power-loss = 停電時
catalog-power-protected = 完了を返したデータは失わない
catalog-power-at-rest = 書き込み済みのデータは失わない。直前に書いたデータは失うことがある
catalog-power-unprotected = フラッシュしていないデータは失うことがある
catalog-option-rom = オプションROM
catalog-rom-none = なし
catalog-rom-legacy = レガシーBIOS用
catalog-rom-uefi = UEFI用
catalog-rom-not-needed = 不要
catalog-rom-unknown = 不明
catalog-year = 年
catalog-family = シリーズ
catalog-uplink-shown = PCIから見える
catalog-uplink-hidden = PCIからは見えない
catalog-sata = SATA
catalog-nvme-raid = NVMe RAID
catalog-note = 備考
catalog-confidence = 確度
catalog-confidence-high = 高
catalog-confidence-medium = 中
catalog-confidence-low = 低
catalog-edition = 対象の版
catalog-source = 出典
catalog-file = ファイル
catalog-file-own = { $file }
catalog-file-replaces = { $file }（同じidの付属の項目を置き換え）
catalog-rules = スロット間の排他・共有
catalog-off = 無効
catalog-raid-unknown = RAIDに加えられるかは、どの出典にも記載なし
catalog-users = レーンを使うオンボードデバイス
catalog-unresolved = どの出典にも記載のない点
catalog-conflicts = 出典が食い違う点（先頭の説を採用）
catalog-decided-by = 確定に必要な確認：{ $by }

# 自分のカタログの誤り
catalog-toml = { $problem }
catalog-no-source = 「{ $id }」に出典がありません。自分で測定した値なら source = ["自分で測定"] のように書いてください
catalog-no-id = idは空にできません
catalog-slot-count = 「{ $id }」の count が 0 です。1 以上を指定してください
catalog-twice = 「{ $id }」はすでにあります
catalog-twice-in-files = 「{ $id }」はすでに { $file } にあります
catalog-about-nothing = 「{ $id }」は、この項目のキーでも、このボードのスロット、スイッチ、デバイスでもありません
catalog-drive-without-link = 「{ $id }」はPCIeドライブなので、link = "4.0 x4" のようなリンクの指定が必要です
catalog-drive-form = 「{ $id }」：SATAドライブの形状は "sata" か "m2"、PCIeドライブの形状は "m2"、"aic"、"u2" のいずれかです
catalog-card-thick = 「{ $id }」：カードの厚みは 1～7 スロットで、slots_thickはslots_thick_betweenの範囲内にしてください
catalog-cpu-range = 「{ $id }」：チャネル数、速度、コア数、クロックには0より大きい値を、最小、最大の順に書いてください
catalog-cpu-model = 「{ $id }」：モデル「{ $model }」がaliasesにないか、範囲から外れています
catalog-card-length = 「{ $id }」：カードの端子は1、4、8、16 レーンのいずれかで、リンクはそれ以下です
catalog-card-bays = 「{ $id }」：baysはM.2増設カードに必要で、ほかのカードには書けません。スイッチ搭載のものにはlinkも必要です
catalog-drive-with-link = 「{ $id }」はSATAドライブなので、PCIeリンクはありません
catalog-no-such-chipset = チップセット「{ $id }」はありません。`narrows catalog chipsets` で一覧できます。自分の [[chipset]] で追加もできます
catalog-no-such-place = 「{ $id }」という接続先はありません。スロットの接続先は "cpu"、"chipset"、または先に定義したこのボードのスイッチです
catalog-no-such-slot = このボードにスロット「{ $id }」はありません
catalog-slot-link = スロット「{ $id }」："pcie" 用にはlinkが必要です。"sata" 専用のものにlinkは書けません
catalog-slot-port = ポート「{ $id }」の先にあるスロットは 1 つです。2 回、またはcountと一緒には指定できません
catalog-rule-empty = ルールには原因（`when` か `setting`）と結果（`then`）が必要です
catalog-rule-effect = スロット「{ $id }」：結果は `off = true`、`link`、別の接続先を書く `on` のいずれかです
cli-catalog-unreadable = カタログ { $path } を読めません：{ $why }
cli-not-one-board = { $path } には複数のボードがあります（{ $boards }）。カタログフォルダーに置き、catalog:IDで指定してください
cli-no-board-in-file = { $path } はカタログの項目を含みますが、ボードがありません。SOURCEにはキャプチャ、構成ファイル、ボードのいずれかを指定してください
cli-board-not-installed = このコマンドはボードファイルを直接は受け付けません。{ $path } をカタログフォルダーに置き、catalog:{ $boards } と指定してください
cli-calibrate-unreadable = { $path } はNarrowsの測定結果ではありません：{ $problem }。測定結果のディレクトリか、その中の run.json を指定してください。
cli-calibrate-nothing = 測定結果 { $path } には、このマシンのドライブを単体で測定した値がありません（シミュレーションは除きます）。ドライブはシリアル番号、なければ名前で照合します
cli-first-error = { $drive }：最初に失敗した要求は { $at } バイト目です：{ $error }
cli-too-many-drives = { $source } には { $drives } 台のドライブがあります。{ $most } 台を超えると、想定を超えるメモリと時間がかかります。それでも実行するには --any-size を付けてください
catalog-check-nothing = 確認するファイルを指定してください：narrows catalog check my-board.toml
catalog-checked = { $count } 件を確認しました。誤りはありません。ファイルをカタログのフォルダー（設定フォルダー内の `narrows/catalog`）に置くか、--catalog でフォルダーを指定してください。
cli-web-serving = プランナーはこのアドレスで、このマシンからのみ使えます。Ctrl-C で終了します。
cli-web-no-page = ビルド済みのページが { $path } にありません（{ $why }）。パッケージには含まれています。ソースからは `cargo xtask page` でビルドするか（npm が必要）、NARROWS_PAGE でフォルダーを指定してください
cli-web-no-port = { $address } で待ち受けできません：{ $why }。--port で別のポートを指定してください
cli-web-no-source = このSOURCEはシリアル番号を除いて配信できません：{ $why }
cli-web-exported = プランナーを { $path } に書き出しました。どの Web サーバーからでも配信できます。ファイルとして直接開いても動きません。

# Linuxのエラー番号（errno.h）
os-error = { $code ->
    [1] 操作が許可されていません
    [2] ファイルまたはディレクトリがありません
    [5] 入出力エラー
    [13] アクセス権がありません
    [16] デバイスが使用中です
    [17] すでに存在します
    [20] ディレクトリではありません
    [21] ディレクトリです
    [22] 引数が不正です
    [28] 空き容量がありません
    [30] 読み取り専用のファイルシステムです
    [40] シンボリックリンクが多すぎます
   *[other] { $text }
}

# コマンドラインの誤り
slip-on = { $command } に --on は付けません。対象はそのまま指定します（例：{ $command } catalog:BOARD）。
slip-option = { $command } に { $word } というオプションはありません。
slip-option-near = { $command } に { $word } というオプションはありません。{ $near } ですか？
slip-option-elsewhere = { $command } に { $word } というオプションはありません。使えるコマンド：{ $others }。
slip-word = { $command } では「{ $word }」を指定できません。
slip-command = { $command } に { $word } というコマンドはありません。
slip-command-near = { $command } に { $word } というコマンドはありません。{ $near } ですか？
slip-value = 「{ $value }」は { $word } の値として使えません。使える値：{ $values }。
slip-value-why = 「{ $value }」は { $word } の値として使えません：{ $why }
slip-no-value = { $word } には値が必要です。
slip-missing = { $command } には { $word } が必要です。
slip-twice = { $word } が 2 回指定されています。
slip-conflict = { $word } と { $other } は同時に使えません。
slip-help = 詳しくは { $command } --help

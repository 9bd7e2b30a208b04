# 測定エンジンのメッセージ

engine-scratch-no-tmpfile = { $path }：このファイルシステムは名前のないファイル（O_TMPFILE）を作れません。名前のあるファイルは強制終了時に残るため使いません。代わりに --file で既存のファイルを測定してください
engine-scratch-no-direct = { $path }：このファイルシステムはダイレクト I/O（O_DIRECT）に対応していないため、メモリからの読み取りになります。同じドライブの別のファイルシステムにあるディレクトリを使うか、デバイス自体を測定してください
engine-scratch-in-memory = { $path }：このファイルシステム（{ $fs }）はメモリ上にあり、ドライブ上にはありません。ドライブ上のディレクトリを使ってください
engine-scratch-elsewhere = { $path }：選択時とは別のファイルシステムを指しており、別のドライブを測定することになるため、何も書き込んでいません。ディレクトリの移動やマウントが済んでからやり直してください
engine-scratch-no-space = { $path }：テストファイルのための空き容量（{ $free }）が足りません。テストファイルには 64 MiB が必要で、残りを空けておくため、256 MiB の空きが必要です
engine-scratch-too-slow = { $path }：制限時間内にテストファイルを { $written } しか書き込めませんでした。時間を延ばすか、--file で既存のファイルを測定してください
engine-scratch-cancelled = { $path }：テストファイルの書き込み中に中止されました。何も残っていません
engine-scratch-no-rights = { $path }：このディレクトリにファイルを作る権限がありません。書き込み権限と検索権限（w と x）が必要です。自分が所有するディレクトリを使うか、所有者に権限の付与を依頼するか、sudo で実行してください
engine-scratch-read-only = { $path }：このファイルシステムは読み取り専用でマウントされています。読み書き可能でマウントし直すか、同じドライブの別のファイルシステムにあるディレクトリを使ってください
engine-scratch-io = { $path }：テストファイルを作成できません（{ $call }：{ $error }）

engine-target-open = { $path }：読み取り用に開けません（{ $error }）
engine-target-no-rights = { $path }：読み取り用に開けません（{ $error }）。デバイスを直接読むには root 権限か、デバイスを所有するグループへの参加が必要です
engine-target-no-direct = { $path }：このファイルシステムはダイレクト I/O（O_DIRECT）に対応していないため、メモリからの読み取りになります
engine-target-not-storage = { $path }：ファイルでもブロックデバイスでもありません
engine-target-in-memory = { $path }：このファイルシステム（{ $fs }）はメモリ上にあり、ドライブ上にはありません。ドライブ上のファイルを指定してください
engine-target-checksummed = { $path }：btrfs はチェックサム付きのファイルをページキャッシュ経由で読むため、メモリからの読み取りになります。チェックサムのないファイル（`chattr +C` を設定したディレクトリで作成したもの）を指定するか、テストファイルを使ってください
engine-target-changed = { $path }：圧縮・暗号化・スパースのファイルか、別の場所に保管されているファイルです。読み取っても、ドライブから読んだことになりません。通常のファイルを使ってください
engine-target-holes = { $path }：{ $at } バイト目以降が書き込まれていません。書き込まれていない部分を読んでもドライブには届きません。全体を書き込むか、別のファイルを使ってください

engine-run-region = { $target }：{ $region } の範囲には { $block } のブロックが 1 つも収まりません
engine-run-block = { $target }：ブロックサイズ { $block } ではページキャッシュを迂回できません。512 バイトの倍数で 1 GiB 以下にしてください
engine-run-depth = { $target }：キュー深度 { $depth } には対応していません。1 から 4,096 までで、同時に発行する合計を 1 GiB 以下にしてください
engine-run-read-only = { $target }：書き込みません。書き込むのは、測定時に作成したファイルと、シリアル番号が入力されたドライブだけです
engine-run-resources = { $target }：測定用のメモリまたはスレッドを確保できません（{ $error }）。キュー深度かブロックサイズを小さくしてください
engine-run-exchange = { $target }：カーネルが要求を受け付けなくなりました（{ $error }）
engine-run-lost = { $target }：測定スレッドが戻りません。ドライブが応答していない可能性があります。カーネルログ（dmesg）に理由が記録されている場合があります

engine-fallback-ring-refused = カーネルまたはサンドボックスが io_uring を拒否した（{ $error }）ため、pread のスレッドで測定します。要求あたりの CPU 時間は増えます。
engine-fallback-ring-too-old = カーネルが 5.11 より古く、io_uring がタイムアウト付きで待機できないため、pread のスレッドで測定します。要求あたりの CPU 時間は増えます。
engine-fallback-not-deferred = このカーネルは DEFER_TASKRUN（6.1 以降）に対応していない（{ $error }）ため、完了のたびに発行スレッドに割り込みが入り、CPU 時間が少し増えます。
engine-fallback-buffers = バッファーを登録できませんでした（{ $error }）。多くは RLIMIT_MEMLOCK が小さいためです。要求のたびにページを固定するため、CPU 時間が少し増えます。`ulimit -l` を大きくすれば避けられます。
engine-fallback-file = ファイルをリングに登録できませんでした（{ $error }）。要求のたびに検索するため、CPU 時間がわずかに増えます。
engine-fallback-not-pinned = 発行スレッドを CPU に固定できませんでした（{ $error }）。CPU はスケジューラーが選びます。

engine-fallback-no-kernel-thread = カーネルスレッドによる要求の取り出しは使えません（{ $error }）。発行スレッド自身が送ります
engine-run-no-ring = { $target }：カーネルが io_uring を拒否しました（{ $error }）。--engine を省くと、pread のスレッドで測定します

engine-target-generic = { $path }：NVMe コマンド用に開けません（{ $error }）。カーネル 6.2 より前では root 権限、以降ではこのデバイスの読み取り権限が必要です
engine-target-other-namespace = { $path }：指定されたネームスペースではないため、何も送りません。--engine passthrough を省くか、`ls -l /dev/ng*` と /sys/class/nvme-generic を確認してください
engine-target-metadata = { $path }：ブロックごとに { $bytes } バイトのメタデータを持つ形式です。NVMe コマンドではこれも転送する必要があるため、--engine passthrough を省いてください
engine-run-no-namespace = { $target }：NVMe コマンド用に開かれていません。--engine passthrough で測定できるのは NVMe ドライブ自体だけです
engine-run-no-passthrough = { $target }：このカーネルは、登録バッファーを使う NVMe コマンド用の io_uring（6.1 以降）に対応していません（{ $error }）。--engine passthrough を省いてください
engine-run-sectors = { $target }：{ $block } はドライブのブロックサイズ（{ $sector }）の倍数ではありません。NVMe コマンドはブロック単位でしか転送できません
engine-run-transfer = { $target }：ブロックサイズ { $block } は、1 つの NVMe コマンドで確実に転送できる { $most } を超えています。小さくするか、--engine passthrough を省いてください

# The sentences of: engine

engine-scratch-no-tmpfile = { $path }：このファイルシステムは名前のないファイル（O_TMPFILE）を作れません。名前のあるファイルは強制終了時に残ってしまうため使いません。--file で既存のファイルを指定すれば測定できます
engine-scratch-no-direct = { $path }：このファイルシステムはダイレクト I/O（O_DIRECT）に対応していないため、メモリから読むことになってしまいます。同じドライブの別のファイルシステム上のディレクトリを選ぶか、デバイスそのものを測定してください
engine-scratch-in-memory = { $path }：このファイルシステム（{ $fs }）はメモリ上にあり、下にドライブがありません。ドライブ上のディレクトリを選んでください
engine-scratch-elsewhere = { $path }：選んだときとは別のファイルシステムを指すようになっていて、別のドライブを測ることになるため、何も書かずに中止しました。フォルダーの移動やマウントが済んでからやり直してください
engine-scratch-no-space = { $path }：作業ファイルを置くには空き（{ $free }）が足りません。作業ファイルは最小 64 MiB で、余裕を残すため 256 MiB 以上の空きが必要です
engine-scratch-too-slow = { $path }：制限時間内に作業ファイルを { $written } しか書き込めませんでした。時間を延ばすか、--file で既存のファイルを指定してください
engine-scratch-cancelled = { $path }：作業ファイルの書き込み中に中止されました。何も残っていません
engine-scratch-no-rights = { $path }：このディレクトリにファイルを作る権限がありません。書き込み権限と検索権限（w と x）が必要です。自分が所有するディレクトリを指定するか、所有者に権限を付けてもらうか、sudo で実行してください
engine-scratch-read-only = { $path }：このファイルシステムは読み取り専用でマウントされています。読み書き可能でマウントし直すか、同じドライブの別のファイルシステム上のディレクトリを指定してください
engine-scratch-io = { $path }：作業ファイルを作れませんでした（{ $call }：{ $error }）

engine-target-open = { $path }：読み取り用に開けません（{ $error }）
engine-target-no-rights = { $path }：読み取り用に開けません（{ $error }）。デバイスを直接読むには root 権限か、デバイスを所有するグループへの参加が必要です
engine-target-no-direct = { $path }：このファイルシステムはダイレクト I/O（O_DIRECT）に対応していないため、メモリから読むことになってしまいます
engine-target-not-storage = { $path }：ファイルでもブロックデバイスでもありません
engine-target-in-memory = { $path }：このファイルシステム（{ $fs }）はメモリ上にあり、下にドライブがありません。ドライブ上のファイルを指定してください
engine-target-checksummed = { $path }：btrfs はチェックサムつきのファイルをページキャッシュ経由で読むため、メモリから読むことになってしまいます。チェックサムのないファイル（`chattr +C` を設定したフォルダーで作ったもの）を指定するか、作業ファイルでの測定に任せてください
engine-target-holes = { $path }：{ $at } バイト目から先に書き込まれていない部分があります。書かれていない部分を読んでもドライブには届きません。全体を書き込むか、別のファイルを選んでください

engine-run-region = { $target }：{ $region } の範囲には { $block } のブロックが 1 つも収まりません
engine-run-block = { $target }：ブロックサイズ { $block } ではページキャッシュを通さずに測定できません。512 バイトの倍数で 1 GiB 以下にしてください
engine-run-depth = { $target }：キューの深さ { $depth } は使えません。1 から 4,096 までで、同時に流れる合計を 1 GiB 以下にしてください
engine-run-read-only = { $target }：書き込みません。書き込むのは測定自身が作ったファイルと、シリアル番号を入力されたドライブだけです
engine-run-resources = { $target }：測定用のメモリまたはスレッドを確保できません（{ $error }）。キューの深さかブロックサイズを小さくしてください
engine-run-exchange = { $target }：カーネルが要求を受け付けなくなりました（{ $error }）
engine-run-lost = { $target }：測定スレッドが戻りません。ドライブが応答を止めた可能性があります。カーネルログ（dmesg）に理由が出ているかもしれません

engine-fallback-ring-refused = カーネルまたはサンドボックスが io_uring を拒否した（{ $error }）ため、pread を使うスレッドで測定します。要求あたりの CPU 時間は増えます。
engine-fallback-ring-too-old = カーネルが 5.11 より古く、io_uring が時間制限つきで待てないため、pread を使うスレッドで測定します。要求あたりの CPU 時間は増えます。
engine-fallback-not-deferred = このカーネルには DEFER_TASKRUN（6.1 以降）がない（{ $error }）ため、完了のたびに発行スレッドに割り込みが入り、CPU 時間が少し増えます。
engine-fallback-buffers = バッファを登録できませんでした（{ $error }）。多くは RLIMIT_MEMLOCK が小さいためです。要求のたびにページを固定するので CPU 時間が少し増えます。`ulimit -l` を大きくすれば避けられます。
engine-fallback-file = ファイルをリングに登録できませんでした（{ $error }）。要求のたびに引き直すので CPU 時間がわずかに増えます。
engine-fallback-not-pinned = 発行スレッドを CPU に固定できませんでした（{ $error }）。CPU はスケジューラーが選びます。

engine-remark-checksummed = btrfs で作業ファイルのコピーオンライトを無効にできなかったため、チェックサムつきでページキャッシュ経由の読み取りになりました。メモリの速さを示している可能性があります。
engine-remark-may-cache = ダイレクト I/O がドライブまで届くかどうかはファイルシステム（{ $fs }）次第です。その独自のキャッシュや別のマシンが応答し、その速さを示している可能性があります。
engine-fallback-no-kernel-thread = カーネルスレッドによるリクエストの取り出しは使えません（{ $error }）。発行スレッドが自分で渡します
engine-run-no-ring = { $target }：カーネルが io_uring を拒否しました（{ $error }）。--engine を省けば pread のスレッドで測定します

engine-target-generic = { $path }：NVMe コマンド用に開けません（{ $error }）。カーネル 6.2 より前では root 権限、以降ではこのデバイスの読み取り権限が必要です
engine-target-other-namespace = { $path }：指定されたネームスペースそのものではないため、何も送りません。--engine passthrough を省くか、`ls -l /dev/ng*` と /sys/class/nvme-generic を確認してください
engine-target-metadata = { $path }：ブロックごとに { $bytes } バイトのメタデータを持つ形式です。NVMe コマンドでは運べないため、--engine passthrough を省いてください
engine-run-no-namespace = { $target }：NVMe コマンド用に開かれていません。--engine passthrough で測れるのは NVMe ドライブそのものだけです
engine-run-no-passthrough = { $target }：このカーネルには 登録バッファつきの NVMe コマンド用 io_uring（6.1 以降）がありません（{ $error }）。--engine passthrough を省いてください
engine-run-sectors = { $target }：{ $block } はドライブのブロック（{ $sector }）の整数倍ではありません。NVMe コマンドはブロック単位でしか読み書きできません
engine-run-transfer = { $target }：ブロックサイズ { $block } は、1 つの NVMe コマンドで確実に運べる { $most } を超えています。小さくするか、--engine passthrough を省いてください

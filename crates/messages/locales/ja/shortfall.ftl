# 実測値と予測の比較
shortfall-inside = 実測 { $measured }、予測 { $predicted }（{ $low }〜{ $high }）。このマシンの見込みどおりで、説明すべきことはありません。
shortfall-inside-low = 実測 { $measured }、予測 { $predicted }（{ $low }〜{ $high }）。範囲内ですが、中央の値を { $percent } % 下回っています。この程度のばらつきはありえますが、原因があるとすれば（可能性の高い順）：
shortfall-below = 実測 { $measured }、予測 { $predicted }（{ $low }〜{ $high }）。{ $percent } % 下回っています。考えられる原因（可能性の高い順）：
shortfall-below-unexplained = 実測 { $measured }、予測 { $predicted }（{ $low }〜{ $high }）。{ $percent } % 下回っています。下の一覧のどれか 1 つでは説明できません。2 つの原因が重なっているか、一覧にない原因です。
shortfall-above = 実測 { $measured }、予測 { $predicted }（{ $low }〜{ $high }）。{ $percent } % 上回っています。構成の記述が遅すぎるか、ドライブ以外から来た値です。可能性の高い順：
shortfall-apart = { $one } と { $other } は、この値では区別できません。{ $target } で { $workload } を測ると区別できます：{ $one } なら { $first }、{ $other } なら { $second }。
shortfall-apart-by-looking = { $one } と { $other } は、この値でも、ここで予測できるほかの値でも区別できません。それぞれの確認方法を試してください。
shortfall-title = 実測：{ $of }
shortfall-cause = { $what }：その場合 { $rate }（{ $low }〜{ $high }）、{ $percent } %
shortfall-cause-misses = { $what }：その場合 { $rate }（{ $low }〜{ $high }）で、実測値とは一致しない、{ $percent } %
shortfall-unknown = この一覧にない原因：{ $percent } %
shortfall-legend = %：値をどれだけよく説明するかに、よくある原因かどうかを掛けたもの。後者は判断であり、統計ではありません。それぞれ、その 1 点だけを変えてマシン全体を予測し直した結果で、80 % 範囲を示します。
shortfall-look = 最初に確認：{ $look }

# リンク
shortfall-link = { $node } のリンク（{ $count } 本）が { $full } ではなく { $link } で動作
shortfall-look-link = `lspci -vv` の LnkSta と LnkCap（{ $node } とその上のポート）。次にスロット、ライザー、ケーブル、ファームウェア設定
shortfall-payload = パケットのペイロードが最小の 128 バイト
shortfall-look-payload = root で `lspci -vv`：デバイスと上位の各ポートの DevCtl の MaxPayload
shortfall-asleep = リンクやプロセッサが要求の合間に省電力状態へ入り、要求ごとに復帰を待つ
shortfall-look-asleep = `lspci -vv` の LnkCtl の ASPM。`pcie_aspm=off` で起動。`cpupower idle-info`
shortfall-port = { $node } のつながるポートの中継能力がリンクの速度に届かない
shortfall-look-port = `fio --iodepth=32 --numjobs=4` と 1 ジョブの比較。変わらなければポート。同じ基板でのほかの人の測定値
shortfall-transport = { $drive } のリンクが { $speed } で動作
shortfall-look-transport = `smartctl -x` の「SATA Version ... current」。USB は `lsusb -t`。次にケーブルとポート

# ドライブ
shortfall-cache-full = { $drive } の高速な書き込み領域（SLC キャッシュ）が満杯
shortfall-look-cache-full = 長く書き込んで速度の低下を見る：`narrows measure --write --time 5m`。`df` で空き容量、次に `fstrim` と休止
shortfall-hot = { $drive } のサーマルスロットリング（{ $count } 台）
shortfall-look-hot = 動作中に `smartctl -x` か `nvme smart-log`：{ $drive } の温度と警告温度を超えた時間
shortfall-sheet = { $drive } が公称値に届かない：空きが少ない、使い込まれた、または廉価な製品（{ $count } 台）
shortfall-look-sheet = 1 台だけを測定：`narrows measure { $drive }`。その結果を --calibrate に
shortfall-member = { $array } のメンバーの 1 台（{ $drive } など）が遅く、アレイ全体が待たされる
shortfall-look-member = メンバーを 1 台ずつ測定：`narrows measure`。アレイの動作中に `iostat -x 1`：%util や await だけ高いもの
shortfall-rebuild = { $array } が再構築・検査・スクラブの最中か、メンバーが欠けている
shortfall-look-rebuild = { $array } を `cat /proc/mdstat`、`zpool status`、またはカードの専用ツールで確認
shortfall-inner = ディスクの内周を読んでいるか、ほぼ満杯
shortfall-look-inner = `df`。{ $drive } で `fio --offset=0` と `--offset=90%` の比較
shortfall-shingled = { $drive } は SMR 方式で、書き込み中に整理している
shortfall-look-shingled = { $drive } の `smartctl -i` の型番をメーカーの SMR 一覧と照合
shortfall-scattered = データがディスク上で連続していない：断片化、または複数のストリーム
shortfall-look-scattered = `filefrag FILE`、`zpool list` の FRAG。`iostat -x 1` の rareq-sz が要求サイズよりずっと小さいか
shortfall-bridge = { $node } の外付けケースのブリッジの能力が両側のリンクに届かない
shortfall-look-bridge = ブリッジのチップ（`lsusb -v` か { $node } のメーカーのページ）とファームウェア。同じドライブを本体に直結
shortfall-flush = 書き込みのたびにフラッシュを待つ（sync、O_DSYNC、バリア）
shortfall-look-flush = `fio --fsync=0` との比較。プログラムのファイルの開き方（`strace`）。{ $drive } のマウントオプション
shortfall-parity = { $array } への書き込みがストライプ全体にならず、元のデータとパリティを先に読む
shortfall-look-parity = `iostat -x 1`：書き込みだけなのにメンバーで読み出しがあるか。{ $array } のチャンクとパーティションの開始位置、stripe_cache_size
shortfall-misaligned = 書き込みのアライメントずれで、ブロックを先に読む
shortfall-look-misaligned = `narrows check`。`lsblk -t` のパーティション開始位置。{ $drive } 上のプールの ashift

# プログラム、プロセッサ、RAID 層
shortfall-waits = プログラムが要求を 1 つずつ待ってから次を出す
shortfall-look-waits = `fio --iodepth=32 --ioengine=io_uring` との比較。`iostat -x 1` の aqu-sz が 1 前後か
shortfall-thread = 複数スレッドのはずの処理が 1 スレッドで動作
shortfall-look-thread = `top -H`：1 スレッドが 100 % 前後か。`fio --numjobs`
shortfall-copy = すべてがページキャッシュを通り、コピーされる
shortfall-look-copy = `fio --direct=1` と `--direct=0` の比較。`top` のシステム時間
shortfall-clock = プロセッサのクロックが低い：省電力か制限
shortfall-look-clock = 動作中に `grep MHz /proc/cpuinfo`。`cpupower frequency-info` のガバナー
shortfall-lock = { $array } への要求がすべて RAID 層の 1 つのロックを通る（メンバーの速さによらない）
shortfall-look-lock = `perf top`：md の下のスピンロックの時間。カーネルの版。アレイを使わずメンバーを同時に測定（`narrows measure --set`）
shortfall-pages = { $array } の読み出しが 1 スレッドでページ単位に処理される：アライメントずれ、またはメンバー欠け
shortfall-look-pages = `top -H`：mdX_raid5 スレッドが 100 % 前後か。`cat /proc/mdstat`。group_thread_cnt
shortfall-ahead = 1 本のストリームでは先読み分しか転送中にならず、各区間の遅延を毎回待つ
shortfall-look-ahead = 複数のストリームを同時に：合計が増えればこれが原因。マウントの rsize や先読み、`blockdev --getra`
shortfall-server = ファイルサーバーの 1 スレッドがこの接続を処理
shortfall-look-server = サーバーで `top -H`：smbd や nfsd の 1 つが 100 % 前後か。SMB マルチチャネル、NFS の `nconnect`

# 共有されるもの
shortfall-chip = { $node } のチップの能力がリンクの速度に届かない（{ $count } 枚）
shortfall-look-chip = { $node } のドライブを 1 台ずつ増やす：`narrows explain` が合計の頭打ちを見つけます
shortfall-interrupts = { $node } と、その割り込みを受ける 1 コアの要求処理能力
shortfall-look-interrupts = `cat /proc/interrupts` を 2 回：1 コアに集中していないか。`top` の si・hi。大きなブロックでの測定
shortfall-complex = { $node } に上がる量が中継能力を超える：ルートコンプレックス、古いマシンではハブ（IOH）
shortfall-look-complex = アダプタを 1 枚、2 枚、全部と増やす：`narrows explain`。マニュアルでスロットとプロセッサの対応
shortfall-chipset = { $node } はプロセッサではなくチップセットにつながり、アップリンクを共有
shortfall-look-chipset = { $node } のスロットを `lspci -t` とマニュアルのブロック図で確認
shortfall-memory = メモリが上限：使用中のチャネルが少ない、またはコピー
shortfall-look-memory = `dmidecode -t memory`：どのスロットに挿さっているか。メモリ帯域のベンチマーク
shortfall-others = ほかのプログラムが同じドライブやリンクを使用中
shortfall-look-others = 始める前に `iostat -x 1` と `iotop`：何か動いていないか
shortfall-network = { $node } のネットワークリンクが本来の { $part } % の速度で動作
shortfall-look-network = 両端と途中のスイッチで `ethtool` の Speed
shortfall-losses = { $node } のパケット損失、または小さなパケット（MTU）によるプロセッサの負荷
shortfall-look-losses = ストレージなしで `iperf3`。`ip -s link`、`nstat | grep Retrans`。各区間の MTU：`ping -M do -s 8972`

# 範囲を上回る場合
shortfall-cached = ドライブではなくメモリ（ページキャッシュ、ARC、カードのキャッシュ）から来た値
shortfall-look-cached = メモリより大きなデータ、または `fio --direct=1` で再測定
shortfall-better = { $drive } が記述より速い（{ $count } 台）
shortfall-look-better = 1 台だけを測定：`narrows measure`。値を直すか、その結果を --calibrate に
shortfall-deeper = 同時に出ていた要求が記述より多い
shortfall-look-deeper = `iostat -x 1` の aqu-sz。ワークロードの depth と jobs
shortfall-compressed = データが { $drive } に届く前に圧縮されている（{ $count } 台）
shortfall-look-compressed = `zfs get compressratio`。圧縮できないデータで再測定（`fio --refill_buffers`）
shortfall-ceiling = { $node } の上限の記述が低すぎる
shortfall-look-ceiling = 構成ファイルの `read`、`write`、`both`、`rate`
shortfall-wider = { $node } のリンクが記述より広いか速い
shortfall-look-wider = `lspci -vv` の LnkSta と LnkCap。`link` を訂正

# --measured の誤り
measured-form = --measured「{ $text }」は、値（3.1GB/s、"500k IOPS"、nvme1=820MB/s、all:seq-read-128k-q32=2GB/s）としても、保存された実行としても読めません（{ $problem }）
measured-figure = --measured「{ $text }」：「{ $figure }」は 0 より大きい値として読めません。820MB/s のような速度か、"500k IOPS" のような毎秒の回数
measured-which = --measured「{ $text }」が何の値か分かりません。--measured NAME={ $figure } のように名前を付けるか、--workload で絞ってください（候補：{ $known }）
measured-nowhere = --measured「{ $text }」：予測するものに「{ $name }」はありません（候補：{ $known }）
measured-near = --measured「{ $text }」：予測するものに「{ $name }」はありません。{ $near } のことですか
measured-blocks = --measured「{ $text }」：ブロックサイズの異なる要求の毎秒回数は比べられません。MB/s で指定してください
measured-run-nothing = --measured「{ $run }」：その実行は、ここで予測するものを測っていません（ドライブかワークロードが違います）
measured-unknown = --measured「{ $text }」：{ $target } の速度を制限しうるものが何も分からず、比べる予測がありません

# --array の誤り
array-form = --array「{ $text }」：LEVEL=DRIVE,DRIVE の形で書いてください（例：raid0=nvme0n1,nvme1n1、raid0:128k=nvme0n1,nvme1n1）。LEVEL は raid0、raid1、raid10、raid5、raid6、jbod
array-chunk = --array「{ $text }」：「{ $chunk }」はチャンクになりません。512 から 64M まで（例：raid0:128k=...）
array-no-chunk = --array「{ $text }」：{ $level } にチャンクはありません
array-few = --array「{ $text }」：{ $level } にはドライブが { $fewest } 台以上必要です
array-twice = --array「{ $text }」：{ $drive } が 2 回あります
array-no-drive = --array「{ $text }」：ドライブ「{ $name }」はありません（候補：{ $known }）
array-near-drive = --array「{ $text }」：ドライブ「{ $name }」はありません。{ $near } のことですか

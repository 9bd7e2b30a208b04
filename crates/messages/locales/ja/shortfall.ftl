# 実測値と予測の比較
shortfall-inside = 実測 { $measured }、予測 { $predicted }（{ $low }～{ $high }）。このマシンの想定どおりで、説明を要する差はありません。
shortfall-inside-low = 実測 { $measured }、予測 { $predicted }（{ $low }～{ $high }）。範囲内ですが、中央値を { $percent } % 下回っています。この程度のばらつきは普通です。原因があるとすれば、可能性の高い順に：
shortfall-below = 実測 { $measured } は、予測 { $predicted }（{ $low }～{ $high }）を { $percent } % 下回っています。{ $usual }考えられる原因（可能性の高い順）：
shortfall-below-unexplained = 実測 { $measured }、予測 { $predicted }（{ $low }～{ $high }）。{ $percent } % 下回っています。{ $usual }以下のどれか 1 つでは説明できません。2 つの原因が重なっているか、一覧にない原因です。
shortfall-above = 実測 { $measured }、予測 { $predicted }（{ $low }～{ $high }）。{ $percent } % 上回っています。{ $usual }考えられる原因（可能性の高い順）：
shortfall-usual = 同種のマシンの実測は通常 { $least }～{ $most } で、この値も範囲内です。
shortfall-unusually-low = 同種のマシンなら通常 { $least } 以上出るため、異常に低い値です。
shortfall-unusually-high = 同種のマシンの実測は通常 { $most } までで、この値はそれを上回っています。
shortfall-apart = { $one } と { $other } は、この値では区別できません。{ $target } で { $workload } を測定してください。{ $first } なら { $one }、{ $second } なら { $other } です。
shortfall-apart-by-looking = { $one } と { $other } は、この値でも、ここで予測できるほかの値でも区別できません。それぞれの確認方法に従ってください。
shortfall-title = 実測：{ $of }
shortfall-cause = { $what }。その場合 { $rate }（{ $low }～{ $high }）、可能性 { $percent } %
shortfall-cause-misses = { $what }。その場合 { $rate }（{ $low }～{ $high }）、実測値とは完全には一致せず、可能性 { $percent } %
shortfall-unknown = その他（原因不明）：可能性 { $percent } %
shortfall-legend = %：原因が値をどれだけ説明するかに、解決済みの事例でそれが原因だった割合を掛けた値。各行はその 1 点だけを変えてマシン全体を予測し直した結果で、80 % 範囲を示します。
shortfall-look = まず確認：{ $look }

# リンク
shortfall-link = { $node } のリンク（{ $count } 本）が { $full } ではなく { $link } で動作
shortfall-look-link = `lspci -vv` の LnkSta と LnkCap（{ $node } とその上のポート）。次にスロット、ライザー、ケーブル、ファームウェア設定
shortfall-payload = PCIe ペイロードが最小の 128 バイト
shortfall-look-payload = root で `lspci -vv`：デバイスと上位の各ポートの DevCtl の MaxPayload
shortfall-asleep = リンクまたは CPU の省電力機能：要求の合間にスリープし、要求ごとに復帰待ちが発生
shortfall-look-asleep = `lspci -vv` の LnkCtl の ASPM。`pcie_aspm=off` で起動。`cpupower idle-info`
shortfall-port = { $node } の上流ポートの転送能力がリンク速度に届かない
shortfall-look-port = `fio --iodepth=32 --numjobs=4` と 1 ジョブの比較。変わらなければポートが原因。同じマザーボードでの第三者の測定値
shortfall-transport = { $drive } のリンクが { $speed } で動作
shortfall-look-transport = `smartctl -x` の「SATA Version ... current」。USB は `lsusb -t`。次にケーブルとポート

# ドライブ
shortfall-cache-full = { $drive } の SLC キャッシュが満杯で、その後の書き込み速度
shortfall-look-cache-full = 長時間書き込んで速度低下を確認：`narrows measure --write --time 5m`。`df` で空き容量、次に `fstrim` と休止
shortfall-hot = { $drive } のサーマルスロットリング（{ $count } 台）
shortfall-look-hot = 測定中に `smartctl -x` か `nvme smart-log`：{ $drive } の温度と警告温度を超えた時間
shortfall-sheet = { $drive } が公称値に届かない：空き容量が少ない、劣化、または廉価版（{ $count } 台）
shortfall-look-sheet = 1 台だけで測定：`narrows measure { $drive }`。その結果を --calibrate に指定
shortfall-member = { $array } のメンバー 1 台（{ $drive } など）が遅く、アレイ全体が待たされる
shortfall-look-member = メンバーを 1 台ずつ測定：`narrows measure`。アレイ動作中に `iostat -x 1`：%util や await が突出したもの
shortfall-rebuild = { $array } がリビルド、検査、スクラブのいずれかの最中か、メンバーが欠けている
shortfall-look-rebuild = { $array } を `cat /proc/mdstat`、`zpool status`、またはカードの専用ツールで確認
shortfall-inner = ディスク内周の読み出し、またはディスクがほぼ満杯
shortfall-look-inner = `df`。{ $drive } で `fio --offset=0` と `--offset=90%` の比較
shortfall-shingled = { $drive } が SMR 方式で、書き込み中にデータの再配置を実行
shortfall-look-shingled = { $drive } の `smartctl -i` の型番をメーカーの SMR 一覧と照合
shortfall-scattered = ディスク上のデータが不連続：断片化、または複数ストリーム
shortfall-look-scattered = `filefrag FILE`、`zpool list` の FRAG。`iostat -x 1` の rareq-sz が要求サイズよりずっと小さいか
shortfall-bridge = { $node } の外付けケースのブリッジの転送能力が両側のリンクに届かない
shortfall-look-bridge = ブリッジチップ（`lsusb -v` か { $node } のメーカーのページ）とファームウェア。同じドライブを内部接続
shortfall-flush = 書き込みごとにフラッシュを待つ（sync、O_DSYNC、バリア）
shortfall-look-flush = `fio --fsync=0` との比較。プログラムのファイルの開き方（`strace`）。{ $drive } のマウントオプション
shortfall-parity = { $array } への書き込みがフルストライプにならず、元データとパリティを先に読む（リードモディファイライト）
shortfall-look-parity = `iostat -x 1`：書き込みだけのはずがメンバーで読み出しがあるか。{ $array } のストライプサイズとパーティション開始位置、stripe_cache_size
shortfall-record = { $array } のレコードより小さい書き込みのため、先にレコードを読む（リードモディファイライト）
shortfall-look-record = { $array } の `zfs get recordsize,volblocksize`。`zpool iostat 1`：書き込みだけのはずが読み出しがあるか
shortfall-cache-off = { $array } の RAID カードがライトスルーで動作：バッテリー故障、またはその設定
shortfall-look-cache-off = カード付属ツール（`storcli /call/bbu show`、`ssacli ctrl all show detail`）で { $array } のバッテリーと書き込みポリシーを確認
shortfall-misaligned = 書き込みのアライメントずれ：ドライブがブロックを先に読む
shortfall-look-misaligned = `narrows check`。`lsblk -t` のパーティション開始位置。{ $drive } 上のプールの ashift
shortfall-stale = { $drive } の古いデータ：電荷の減ったセルを何度も読み直している
shortfall-look-stale = { $drive } の古いファイルをコピーし、コピーを読み出す：速くなれば原因は古いデータ。ファームウェアの更新
shortfall-errors = { $drive } の転送エラーによる再試行：ケーブル、接点、不良セクター、またはリセットを繰り返すブリッジ
shortfall-look-errors = `dmesg` のリセット、タイムアウト、「failed command」。`smartctl -x` の UDMA CRC エラーと Pending Sector。{ $drive } を別のケーブルとポートで測定
shortfall-queue = { $drive } がコマンドを 1 つずつ処理：IDE モード、または UAS なしの USB
shortfall-look-queue = { $drive } の `cat /sys/block/*/device/queue_depth` が 1 か。ファームウェア設定を IDE から AHCI に。`lsusb -t` が uas か usb-storage か

# プログラム、CPU、RAID 層
shortfall-waits = プログラムが少数の要求しか発行しない、または 1 つずつ待つ（QD1～QD4）
shortfall-look-waits = `fio --iodepth=32 --ioengine=io_uring` との比較。`iostat -x 1` の aqu-sz
shortfall-thread = 複数スレッドで行うべき処理を 1 スレッドで実行
shortfall-look-thread = `top -H`：1 スレッドが 100 % 前後か。`fio --numjobs`
shortfall-copy = すべての I/O がページキャッシュ経由でコピーされる
shortfall-look-copy = `fio --direct=1` と `--direct=0` の比較。`top` のシステム時間
shortfall-clock = CPU クロックが低い：省電力または制限
shortfall-look-clock = 動作中に `grep MHz /proc/cpuinfo`。`cpupower frequency-info` のガバナー
shortfall-lock = { $array } への要求がすべて RAID 層のロックを通る（メンバーの速さによらない）
shortfall-look-lock = `perf top`：md の下のスピンロックの時間。カーネルバージョン。アレイを使わずメンバーを同時に測定（`narrows measure --set`）
shortfall-pages = { $array } の読み出しが 1 スレッドでページ単位に処理される：アライメントずれ、またはメンバー不足
shortfall-look-pages = `top -H`：mdX_raid5 スレッドが 100 % 前後か。`cat /proc/mdstat`。group_thread_cnt
shortfall-layer = { $array } の RAID 層が予測より多くの CPU 時間を使う：カーネルバージョン、ロック、ビットマップ、1 スレッド
shortfall-look-layer = `top -H`：カーネルのスレッドが 100 % 前後か。`uname -r`。アレイを使わずメンバーを同時に測定（`narrows measure --set`）
shortfall-kernel = { $array } の RAID 層が予測より少ない CPU 時間で済む：別のカーネルバージョン
shortfall-look-kernel = `uname -r`、および別のカーネルでの同じ測定
shortfall-ahead = 1 ストリームでは先読み分しかキューに入らず、区間ごとの遅延を毎回待つ
shortfall-look-ahead = 複数ストリームを同時に実行：合計が増えればこれが原因。マウントの rsize や先読み、`blockdev --getra`
shortfall-server = ファイルサーバーの 1 スレッドがこの接続を処理
shortfall-look-server = サーバーで `top -H`：smbd や nfsd の 1 つが 100 % 前後か。SMB の署名とマルチチャネル、NFS の `nconnect`
shortfall-crypt = 暗号化（LUKS、BitLocker）：全データが CPU を通る
shortfall-look-crypt = `lsblk` の crypt。`cryptsetup benchmark` とこの値の比較。`top -H`：kcryptd や kworker が 100 % 前後か
shortfall-virtual = 仮想ディスク：1 本のキューとホストの 1 スレッドが要求を処理
shortfall-look-virtual = `systemd-detect-virt`。ホストで同じ負荷を測定。I/O スレッド、キューの追加、またはパススルー
shortfall-quota = クラウド事業者によるボリュームまたはインスタンスの帯域・IOPS 制限
shortfall-look-quota = 管理画面でボリュームとインスタンスタイプの上限を確認。キューの深さや休止後の速度が変わらないかも確認
shortfall-filter = プログラムがファイルの全データを処理：NTFS-3G、sshfs、デスクトップのネットワークフォルダー、ウイルス対策
shortfall-look-filter = `findmnt` の fuse。`top` の mount.ntfs、gvfsd、MsMpEng。別のマウント、またはスキャン対象外のフォルダーで同じ負荷を測定
shortfall-iommu = IOMMU が要求ごとにバッファの割り当てを解除（strict モード）
shortfall-look-iommu = `dmesg | grep -i iommu` の strict。`iommu.strict=0` または `iommu=pt` で起動

# 共有されるもの
shortfall-chip = { $node } のチップの転送能力がリンク速度に届かない（{ $count } 枚）
shortfall-look-chip = { $node } のドライブを 1 台ずつ追加：`narrows explain` が合計の頭打ちを検出
shortfall-interrupts = { $node } と、その割り込みを受ける 1 コアの要求処理能力
shortfall-look-interrupts = `cat /proc/interrupts` を 2 回：1 コアに集中していないか。`top` の si・hi。ブロックサイズを大きく
shortfall-complex = { $node } に集まる量が転送能力を超える：ルートコンプレックス、古いマシンでは I/O ハブ
shortfall-look-complex = アダプターを 1 枚、2 枚、全部と増やす：`narrows explain`。マニュアルでスロットと CPU の対応を確認
shortfall-chipset = { $node } は CPU 直結ではなくチップセット接続で、アップリンクを共有
shortfall-look-chipset = { $node } のスロットを `lspci -t` とマニュアルのブロック図で確認
shortfall-memory = メモリ帯域：使用中のチャネルが想定より少ない、またはコピー
shortfall-look-memory = `dmidecode -t memory`：どのスロットに挿さっているか。メモリ帯域のベンチマーク（STREAM）
shortfall-expected = 予測どおり：{ $limit } が上限
shortfall-look-expected = 確認すべき異常はありません。この値を上げられるのはハードウェアの変更だけです（アップグレードを参照）
shortfall-others = ほかのプログラムが同じドライブやリンクを使用
shortfall-look-others = 測定前に `iostat -x 1` と `iotop`：動作中のものがないか
shortfall-network = { $node } のネットワークリンクが規格の { $part } % の速度で動作
shortfall-look-network = 両端と途中のスイッチで `ethtool` の Speed
shortfall-wi-fi = { $node } の一部が Wi-Fi で、帯域を全利用者が共有
shortfall-look-wi-fi = `iw dev`、`nmcli` で使用中の接続を確認。`iperf3`。同じ負荷を有線で測定
shortfall-losses = { $node } のパケット損失、または小さなパケット（MTU）による CPU 負荷
shortfall-look-losses = ストレージなしで `iperf3`。`ip -s link`、`nstat | grep Retrans`。各区間の MTU：`ping -M do -s 8972`

# 範囲を上回る場合
shortfall-cached = ドライブではなくメモリ（ページキャッシュ、ARC、カードのキャッシュ）から得た値
shortfall-look-cached = メモリより大きなデータ、または `fio --direct=1` で再測定
shortfall-better = { $drive } が記述より速い（{ $count } 台）
shortfall-look-better = 1 台だけで測定：`narrows measure`。値を訂正するか、その結果を --calibrate に指定
shortfall-deeper = キュー深度が記述より大きい
shortfall-look-deeper = `iostat -x 1` の aqu-sz。ワークロードの depth と jobs
shortfall-compressed = データが { $drive } に届く前に圧縮されている（{ $count } 台）
shortfall-look-compressed = `zfs get compressratio`。圧縮できないデータで再測定（`fio --refill_buffers`）
shortfall-ceiling = { $node } の上限の記述が低すぎる
shortfall-look-ceiling = 構成ファイルの `read`、`write`、`both`、`rate`
shortfall-wider = { $node } のリンクが記述より広いか速い
shortfall-look-wider = `lspci -vv` の LnkSta と LnkCap。`link` を訂正

# --measured の誤り
measured-form = --measured「{ $text }」：値（3.1GB/s、"500k IOPS"、nvme1=820MB/s、all:seq-read-128k-q32=2GB/s）でも、保存済みの測定でもありません（{ $problem }）
measured-figure = --measured「{ $text }」：「{ $figure }」は 0 より大きい値ではありません。820MB/s のような速度か、"500k IOPS" のような IOPS を指定してください
measured-which = --measured「{ $text }」：対象が特定できません。--measured NAME={ $figure } のように名前を付けるか、--workload で絞ってください（候補：{ $known }）
measured-nowhere = --measured「{ $text }」：予測に「{ $name }」はありません（候補：{ $known }）
measured-near = --measured「{ $text }」：予測に「{ $name }」はありません。{ $near } ですか？
measured-blocks = --measured「{ $text }」：ブロックサイズが混在する IOPS は速度に換算できません。MB/s で指定してください
measured-run-nothing = --measured「{ $run }」：その測定には、ここで予測するものがありません（ドライブまたはワークロードが異なります）
measured-unknown = --measured「{ $text }」：{ $target } を制限しうるものが不明で、比較する予測がありません

# --array の誤り
array-form = --array「{ $text }」：LEVEL=DRIVE,DRIVE の形で指定してください（例：raid0=nvme0n1,nvme1n1、raid0:128k=nvme0n1,nvme1n1）。LEVEL は raid0、raid1、raid10、raid5、raid6、jbod です
array-chunk = --array「{ $text }」：「{ $chunk }」はストライプサイズとして無効です。512 から 64M で指定してください（例：raid0:128k=...）
array-no-chunk = --array「{ $text }」：{ $level } にストライプサイズはありません
array-few = --array「{ $text }」：{ $level } にはドライブが { $fewest } 台以上必要です
array-twice = --array「{ $text }」：{ $drive } が 2 回あります
array-no-drive = --array「{ $text }」：ドライブ「{ $name }」はありません（候補：{ $known }）
array-near-drive = --array「{ $text }」：ドライブ「{ $name }」はありません。{ $near } ですか？

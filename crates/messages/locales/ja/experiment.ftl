# 実験のメッセージ: 結果

experiment-more = { $target }：{ $before } から { $changed } に変えると、速度は { $ratio } 倍になりました（{ $workload }）。
experiment-less = { $target }：{ $before } から { $changed } に変えると、速度は { $ratio } 倍に低下しました（{ $workload }）。
experiment-same = { $target }：{ $before } から { $changed } に変えても、差は認められません（速度は { $ratio } 倍、{ $workload }）。
experiment-unknown = { $target }：{ $before } から { $changed } に変えると、速度はおよそ { $ratio } 倍です（{ $workload }）。回数が少なく、偶然と区別できません。--cyclesか--repeatを増やしてください。
experiment-link-is-no-limit = { $target }：このリンクはボトルネックではありません。帯域が { $factor } 倍になっても、速度は変わりません。
experiment-link-is-the-limit = { $target }：このリンクがボトルネックです。速度が帯域（{ $factor } 倍）どおりに変わります。
experiment-link-is-in-part = { $target }：このリンクは、2 つの速度の片方でだけボトルネックになるか、唯一のボトルネックではありません。速度は変わりますが、帯域（{ $factor } 倍）ほどではありません。
experiment-clock-is-no-limit = { $target }：CPUはボトルネックではありません。クロックが { $factor } 倍になっても、速度は変わりません。
experiment-clock-is-the-limit = { $target }：CPUがボトルネックです。速度がクロック（{ $factor } 倍）どおりに変わります。
experiment-clock-is-in-part = { $target }：CPUはボトルネックの一部です。速度は変わりますが、クロック（{ $factor } 倍）ほどではありません。
experiment-drift = { $target }：何も変えなくても、後の測定は前の測定の { $ratio } 倍の速度でした（{ $workload }）。一定の割合の変動は比較で補正しています。

# 移動したドライブ

experiment-gone = { $drive } が見つかりません。接続されているか、`narrows see` に表示されるかを確認してください
experiment-not-moved = { $drive } は同じスロット（{ $place }）のままです
experiment-twins = { $drive } を名乗るドライブが 2 台以上あり、どれを移動したのか区別できません
experiment-other-gone = { $drive } がなくなっています。この移動だけの効果を測った結果ではありません
experiment-other-moved = { $drive } も移動されています。この移動だけの効果を測った結果ではありません
experiment-other-new = { $drive } が追加されています。この移動だけの効果を測った結果ではありません
experiment-nameless = { $drive } にはシリアル番号もWWNもないため、別のスロットに移すと識別できません
experiment-still-waiting = 実験 { $id } は引き続き待機しています。電源を切ってドライブを移してから `narrows experiment resume { $id }` を実行してください
experiment-none-waits = ドライブの移動を待っている実験はありません。`narrows experiment move ドライブ` で開始できます
experiment-step-move = 電源を切り、{ $drive } を別のスロットに移します。ほかは何も変えないでください
experiment-step-resume = 電源を入れて実行してください：{ $command }

# 変更できないもの

experiment-nothing-to-change = 変更するものがありません：{ $subject } はすでに { $value } です
experiment-no-scheduler = { $drive } には変更できるI/Oスケジューラーがありません
experiment-no-such-scheduler = このマシンの { $drive } にスケジューラー { $name } はありません。使えるのは { $known } です。ほかはモジュールが読み込まれていない可能性があります（例：`modprobe bfq`）
experiment-systems-own = 動作中のシステムは { $drive } にあり、実験中はそのスケジューラーも変わります
experiment-no-link = { $drive } には、ポートの分かる専用のPCIeリンクがありません
experiment-no-uplink = { $drive } のリンクより上に、ほかのPCIeリンクはありません
experiment-no-link-control = カーネル（{ $kernel }）は、{ $drive } の上流の { $port } のリンクを制御できません。CONFIG_PCIE_THERMAL=yのLinux 6.13以降と、リンク速度の変化を通知するポート（lspci -vv: LnkCap: BWNot+）が必要です
experiment-no-such-rate = { $port } のリンクは { $rate } に対応していません。使えるのは { $known } です
experiment-no-clock-control = ここではカーネルがCPUのクロックを制御できません（cpufreqがありません）。仮想マシンではホストが制御します。実機では、ファームウェアがカーネルに任せる設定か確認してください
experiment-no-such-clock = CPUは { $clock } に対応していません。使えるのは { $known } です
experiment-no-workload = 読み出しのワークロード { $name } はありません。実験は読み出しのみです。名前の例：seq-read-128k-q32、rand-read-4k-q1
experiment-needs-root = この設定を変更できるのはrootだけです。sudoで実行するか、--rehearseで書き込む内容を確認してください
experiment-busy = 別の実験がこのマシンの設定を変更中です。終わるまで待ってください
experiment-no-lock = 実験どうしの排他ロックを取得できません：{ $why }。何も変更していません
experiment-no-guardian = 設定を元に戻すプロセスを起動できません：{ $why }。何も変更していません
experiment-meanwhile = /{ $path } が確認後に変わりました。何も変更していません。やり直してください
experiment-no-knob = /{ $path } は実験で変更する設定ではないため、変更していません
experiment-cannot-read = { $path } を読めません：{ $why }
experiment-cannot-change = { $path } を変更できません：{ $why }
experiment-kept = { $path } に { $wanted } を書き込みましたが、カーネルは { $is } のままです

# 終了

experiment-takes = 実験 { $id }：約 { $seconds } 秒
experiment-put-back-by-guardian = 途中で終了しましたが、設定はすべて元に戻しました
experiment-not-put-back = 元に戻せない設定があります：{ $problems }。`narrows restore { $id }` を試してください。マシンを再起動すると、SCSIとATAのドライブ自身が保存する書き込みキャッシュの設定を除き、元に戻ります
experiment-restored = { $id }：設定をすべて元に戻しました
experiment-other-boot = { $id }：その後マシンが再起動され、設定はすべて元に戻っています
experiment-nothing-to-restore = 元に戻すものはありません。{ $folder } にも、rootがほかのユーザーの測定を見つけるための { $index } にも、変更されたままの設定の記録はありません。別の場所に保存した測定は、そのときと同じXDG_STATE_HOMEを設定すると見つかります
experiment-owed-unreadable = { $entry } が指す測定は設定を変更したままの可能性がありますが、読めません：{ $why }。ディレクトリがマウントされ、読める状態か確認してください。その測定の変更が残っていない場合は、{ $entry } を削除してください
experiment-unreadable = { $path } を読めません：{ $why }
experiment-no-such = 実験 { $id } はありません。`narrows experiment list` で一覧できます
experiment-several = どの実験ですか：{ $ids }
experiment-none = 実験はまだありません

# ページ

experiment-about = 実験 { $id }、{ $started }
experiment-what-link-speed = { $subject } のリンク速度
experiment-what-cpu-clock = CPUの最高クロック
experiment-what-scheduler = { $subject } のI/Oスケジューラー
experiment-what-move = { $subject } のスロット
experiment-what-write-cache = { $subject } の書き込みキャッシュ
experiment-state-rehearsed = リハーサル：変更なし
experiment-state-running = 実行中、または元に戻す前に終了：`narrows experiment restore`
experiment-state-waiting = ドライブの移動待ち
experiment-state-done = 完了、設定はすべて復元済み
experiment-state-cut-short = 途中で終了、設定はすべて復元済み
experiment-state-not-restored = 元に戻せない設定あり：`narrows experiment restore`
experiment-plan = { $targets } を { $workloads } で測定：変更前、変更後、元に戻した後を { $cycles } 回、それぞれ { $seconds } 秒を { $repeat } 回
experiment-plan-move = { $targets } を { $workloads } で測定：移動前に { $seconds } 秒を { $rounds } 回、移動後にも同じ回数
experiment-plan-write-cache = ほかの測定の間だけ変更し、ここでは何も測定しない
experiment-would-write = 書き込む内容
experiment-would-put-back = 元に戻す内容（書き込み後に読み直す）
experiment-by-guardian = 実験が強制終了されても、別のプロセスがすべての設定を元に戻す
experiment-legend = 比：変更後÷変更前。括弧内は、真の値を { $percent } % 以上の確率で含む区間
experiment-column-id = id
experiment-column-what = 変更内容
experiment-column-state = 状態
experiment-column-before = 変更前
experiment-column-changed = 変更後
experiment-column-again = 戻した後
experiment-column-ratio = 比
experiment-column-effect = 差
experiment-figure-rate = 速度
experiment-figure-iops = IOPS
experiment-figure-p99 = レイテンシ p99
experiment-figure-cpu = 1 I/OあたりのCPU時間
experiment-effect-more = 増加
experiment-effect-less = 減少
experiment-effect-none = 認められず
experiment-effect-unknown = 回数不足
experiment-owed = 設定が変更されたままの測定があります：{ $ids }。
experiment-owed-advice = すでに動作していない場合は、rootで `narrows restore` を実行すると元に戻ります。
restore-no-program = このプログラムのパスを取得できません（{ $why }）
restore-unit-how = rootで /etc/systemd/system/narrows-restore.service として保存し、`systemctl enable narrows-restore` を実行してください。以後、起動のたびに、異常終了で変更されたままの設定が元に戻ります。
experiment-move-virtual = { $drive } は仮想マシンのドライブで、移動できるスロットにありません。ホスト側を調べてください
experiment-move-root = このマシンは { $drive } から起動しています。電源を切ってから移動し、移動先のスロットからもファームウェアが起動できることを先に確認してください。

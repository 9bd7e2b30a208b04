# 実験で分かったこと

experiment-more = { $target }: { $before }の代わりに{ $changed }にすると、速度は{ $ratio }倍({ $workload })
experiment-less = { $target }: { $before }の代わりに{ $changed }にすると、速度は{ $ratio }倍に低下({ $workload })
experiment-same = { $target }: { $before }の代わりに{ $changed }にしても差は見られない(速度は{ $ratio }倍、{ $workload })
experiment-unknown = { $target }: { $before }の代わりに{ $changed }にすると、速度はおよそ{ $ratio }倍({ $workload })。偶然との区別がつくほどの回数ではない。--cyclesか--repeatを増やすと判定できる
experiment-link-is-no-limit = { $target }: リンクの容量を{ $factor }倍にしても速度は同じ。このリンクは制限ではない
experiment-link-is-the-limit = { $target }: 速度がリンクの容量({ $factor }倍)どおりに変わる。このリンクが制限である
experiment-link-is-in-part = { $target }: 速度は変わるが、リンクの容量({ $factor }倍)ほどではない。片方の速さでだけリンクが制限になるか、ほかの制限もある
experiment-clock-is-no-limit = { $target }: CPUのクロックを{ $factor }倍にしても速度は同じ。CPUは制限ではない
experiment-clock-is-the-limit = { $target }: 速度がCPUのクロック({ $factor }倍)どおりに変わる。CPUが制限である
experiment-clock-is-in-part = { $target }: 速度は変わるが、CPUのクロック({ $factor }倍)ほどではない。CPUは制限の一部である
experiment-drift = { $target }: 何も変えなくても、後の測定は前の測定の{ $ratio }倍だった({ $workload })。一定の割合の変動は比較から除いてある

# 移したドライブ

experiment-gone = { $drive }が見当たらない。接続されているか、`narrows see` に出るかを確認してください
experiment-not-moved = { $drive }は同じ場所({ $place })のままである
experiment-twins = { $drive }を名乗るドライブが2台以上あり、どれを移したのか区別できない
experiment-other-gone = { $drive }がなくなっている。この移動だけの効果を測ったことにはならない
experiment-other-moved = { $drive }も移されている。この移動だけの効果を測ったことにはならない
experiment-other-new = { $drive }が増えている。この移動だけの効果を測ったことにはならない
experiment-nameless = { $drive }にはシリアル番号もWWNもないので、別のスロットに移すと見分けられない
experiment-still-waiting = 実験{ $id }は引き続き待っています。電源を切ってドライブを移してから `narrows experiment resume { $id }` を実行してください
experiment-none-waits = ドライブの移動を待っている実験はありません。`narrows experiment move ドライブ` で始められます
experiment-step-move = マシンの電源を切り、{ $drive }を別のスロットに移す。ほかは何も変えない
experiment-step-resume = 電源を入れて実行する: { $command }

# 変えられないもの

experiment-nothing-to-change = 変えるものがありません: { $subject }はすでに{ $value }です
experiment-no-scheduler = { $drive }には変更できるI/Oスケジューラがありません
experiment-no-such-scheduler = このマシンの{ $drive }にスケジューラ{ $name }はありません。使えるのは{ $known }です。ほかはモジュールが読み込まれていないのかもしれません(例: `modprobe bfq`)
experiment-systems-own = 動作中のシステムは{ $drive }の上にあり、実験中はそのスケジューラも変わる
experiment-no-link = { $drive }には、ポートの分かるPCIeリンクがありません
experiment-no-uplink = { $drive }のリンクより上に、ほかのPCIeリンクはありません
experiment-no-link-control = カーネル(ここでは{ $kernel })は、{ $drive }の上の{ $port }のリンクを制御できません。CONFIG_PCIE_THERMAL=yのLinux 6.13以降と、リンク速度の変化を通知するポート(lspci -vv: LnkCap: BWNot+)が必要です
experiment-no-such-rate = { $port }のリンクは{ $rate }では動きません。使えるのは{ $known }です
experiment-no-clock-control = ここではカーネルがCPUのクロックを決められません(cpufreqがありません)。仮想マシンではホストが決めます。実機なら、ファームウェアがカーネルに任せる設定か確認してください
experiment-no-such-clock = CPUは{ $clock }では動きません。範囲は{ $known }です
experiment-no-workload = 読み出しのワークロード{ $name }はありません。実験は読み出しだけです。名前の例: seq-read-128k-q32、rand-read-4k-q1
experiment-needs-root = これを変えられるのはrootだけです。sudoで実行するか、--rehearseで書き込む内容だけを確認してください
experiment-busy = 別の実験がこのマシンを変更中です。終わるまで待ってください
experiment-no-lock = 実験どうしを分けるロックを取れません: { $why }。何も変更していません
experiment-no-guardian = 元に戻すためのプロセスを起動できません: { $why }。何も変更していません
experiment-meanwhile = /{ $path }が確認した後に変わりました。何も変更していません。やり直してください
experiment-no-knob = /{ $path }は実験が変える設定ではないので、触れていません
experiment-cannot-read = { $path }を読めません: { $why }
experiment-cannot-change = { $path }を変更できません: { $why }
experiment-kept = { $path }に{ $wanted }を書きましたが、カーネルは{ $is }のままです

# 終わり

experiment-takes = 実験{ $id }: 約{ $seconds }秒
experiment-put-back-by-guardian = 途中で終わりましたが、設定はすべて元に戻しました
experiment-not-put-back = 元に戻せないものがあります: { $problems }。`narrows restore { $id }` を試してください。マシンを再起動すれば、SCSIとATAのドライブが自分で保存する書き込みキャッシュの設定を除き、元に戻ります
experiment-restored = { $id }: すべて元に戻しました
experiment-other-boot = { $id }: その後マシンが再起動され、すべて元に戻っています
experiment-nothing-to-restore = 元に戻すものはありません: { $folder }にも、rootがほかのユーザーの測定を見つけるための{ $index }にも、変えたままの設定の記録はありません。別の場所に保存した測定は、そのときと同じXDG_STATE_HOMEを設定すれば見つかります
experiment-owed-unreadable = { $entry }が指す測定は設定を変えたままかもしれませんが、読めません: { $why }。そのフォルダはマウントされていますか。rootだけが読めるのではありませんか。その測定の変更がもう残っていなければ、{ $entry }を削除してください
experiment-unreadable = { $path }を読めません: { $why }
experiment-no-such = 実験{ $id }はありません。`narrows experiment list` で一覧できます
experiment-several = どれですか: { $ids }
experiment-none = まだ実験はありません

# ページ

experiment-about = 実験 { $id }、{ $started }
experiment-what-link-speed = { $subject }のリンクの速さ
experiment-what-cpu-clock = CPUの最高クロック
experiment-what-scheduler = { $subject }のI/Oスケジューラ
experiment-what-move = { $subject }のスロット
experiment-what-write-cache = { $subject }の書き込みキャッシュ
experiment-state-rehearsed = 予行: 何も変更していない
experiment-state-running = 実行中、または元に戻せずに終わった: `narrows experiment restore`
experiment-state-waiting = ドライブの移動待ち
experiment-state-done = 完了。設定はすべて元どおり
experiment-state-cut-short = 途中で終了。設定はすべて元どおり
experiment-state-not-restored = 元に戻せないものがある: `narrows experiment restore`
experiment-plan = { $targets }を{ $workloads }で測る: 変更前、変更後、元に戻した後を{ $cycles }回、それぞれ{ $seconds }秒を{ $repeat }回
experiment-plan-move = { $targets }を{ $workloads }で測る: 移動の前に{ $seconds }秒を{ $rounds }回、移動の後にも同じ回数
experiment-plan-write-cache = ほかの測定の間だけ変更する。ここでは何も測らない
experiment-would-write = 書き込む内容
experiment-would-put-back = 元に戻す内容(書いた後に読み直す)
experiment-by-guardian = 実験が強制終了されても、別のプロセスがすべて元に戻す
experiment-legend = 比: 変更後÷変更前。括弧内は、真の値を{ $percent } %以上の確率で含む区間
experiment-column-id = id
experiment-column-what = 内容
experiment-column-state = 状態
experiment-column-before = 変更前
experiment-column-changed = 変更後
experiment-column-again = 戻した後
experiment-column-ratio = 比
experiment-column-effect = 差
experiment-figure-rate = 速度
experiment-figure-iops = 操作数
experiment-figure-p99 = 待ち時間の99 %
experiment-figure-cpu = 1操作のCPU時間
experiment-effect-more = 増えた
experiment-effect-less = 減った
experiment-effect-none = 見られない
experiment-effect-unknown = 回数不足
experiment-owed = 設定を変更したままの実行があります：{ $ids }。
experiment-owed-advice = もう動いていなければ、root で `narrows restore` を実行すると元に戻ります。
restore-no-program = このプログラムの場所が分かりません（{ $why }）
restore-unit-how = root で /etc/systemd/system/narrows-restore.service として保存し、`systemctl enable narrows-restore` を実行してください。以後、起動のたびに、異常終了で変更されたままの設定が元に戻ります。
experiment-move-virtual = { $drive } は仮想マシンのドライブで、移動できるスロットにありません。下の実機を調べてください
experiment-move-root = このマシンは { $drive } から動いています。電源を切ってから移し、移す先のスロットからも起動できることを先に確かめてください。

# 測定: 対象、組、制限
measure-target-twice = { $target } が2回指定されています
measure-not-a-target = 「{ $name }」は測定対象ではありません。対象: { $known }
measure-no-equals = { $option }「{ $text }」: nvme0n1=500MB/s や nvme0n1=rand-read-4k-q1 のように、対象と値を等号でつないで指定してください
measure-option-twice = { $option } に「{ $name }」の指定が2つあります
measure-bad-limit = --limit「{ $text }」は速度の制限として使えません。500MB/s のように、1 kB/s以上で指定してください
measure-set-twice = 1つの組に「{ $target }」が2回あります。対象が同時にできることは1つだけです
measure-no-round = この --set では測定するラウンドがありません。pairs と all には対象が2つ必要ですが、{ $targets }つしかありません
measure-amount-no-block = --amount { $amount } は { $workload } の1ブロック({ $block })に足りません
measure-pread-only-io-uring = --poll と --kernel-thread は io_uring のものです。--engine pread では省いてください
measure-no-such-path = { $path } というファイルやデバイスはありません
measure-is-folder = { $path } はフォルダーです。その中のファイルか、それがあるドライブを指定してください
measure-no-polled-queues = { $drive } は --poll ですべての要求に失敗しました。ドライバーにポーリング用のキューがありません。NVMeではカーネルのコマンドラインに nvme.poll_queues=4 を指定します
measure-bad-set = --set「{ $text }」という組はありません。each、pairs、all、それらの組み合わせ(each-and-pairsなど)、名前=ドライブ,ドライブ、ドライブ,ドライブ のどれかです
measure-set-name = 組を「{ $name }」と名付けることはできません。alone、all、each、pairsには別の意味があります
measure-interface = ワークロード「{ $name }」: 測定は { $interface } では行いません。名前から外し、--engine と --poll で選んでください
measure-too-much = 1つの対象に対して、ジョブは{ $jobs }、深さは{ $depth }、同時に出す量は{ $bytes }までです
measure-too-many-rounds = { $rounds }ラウンドは待てる長さではありません。上限は{ $most }です(ワークロード、組、繰り返しを減らしてください)
measure-bad-cpus = --cpus「{ $text }」はCPUの一覧ではありません。0-3,8 のように指定してください
measure-will-take = 対象{ $targets }、{ $rounds }ラウンドで約 { $time } かかります。
measure-will-take-at-most = 対象{ $targets }、{ $rounds }ラウンドで、長くて { $time } かかります。
measure-amount-not-reached = { $target } は時間内に { $amount } のうち { $moved } しか終わりませんでした。--timeを長くすれば最後まで進みます。
measure-not-pinned = 要求を出すスレッドがCPUより多いため、スレッドをCPUに固定していません。互いに時間を奪い合うので、数値はCPUの限界を示している可能性があります。
rounds-total = { $rounds }ラウンド、{ $time }(作業ファイルの書き込みを除く)。何も開かず、何も書いていません
rounds-total-virtual = { $rounds }ラウンド、仮想時間で{ $time }。まだ何もシミュレートしていません
rounds-spot-virtual = 仮想ハードウェア
rounds-targets = 対象
rounds-spot-scratch = { $path } の作業ファイル
rounds-spot-raw = { $path } 自体(読み出しのみ)
rounds-spot-file = { $path }(読み出しのみ)
rounds-spot-nop = デバイスなし、エンジンのみ
rounds-rounds = ラウンド
rounds-set = 組
rounds-repeat = 回
rounds-time = 時間
rounds-parts = 内容
rounds-limit = { $rate } に制限
rounds-after = { $time } 遅れて開始
measure-passthrough-not-drive = { $target }：--engine passthrough は NVMe コマンドをドライブそのものに送ります。nvme0n1 のような NVMe ドライブを指定してください
measure-left-out-no-generic = { $drive } は除外しました：対応する NVMe 汎用デバイス（/dev/ngXnY）がありません。これがあるのはカーネル 5.13 以降の NVMe ドライブだけです。ほかのドライブでは --engine passthrough を省いてください。
rounds-most = これらのラウンドは必ず行います。その結果に応じて続くものを含めると、最大で約{ $time }かかります。

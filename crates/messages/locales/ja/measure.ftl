# 測定のメッセージ: 対象、組、速度制限
measure-target-twice = { $target } が 2 回指定されています
measure-not-a-target = 「{ $name }」は測定対象ではありません。対象：{ $known }
measure-no-equals = { $option }「{ $text }」：nvme0n1=500MB/s や nvme0n1=rand-read-4k-q1 のように、対象と値を等号でつないで指定してください
measure-option-twice = { $option } に「{ $name }」が 2 回指定されています
measure-bad-limit = --limit「{ $text }」は速度制限として無効です。500MB/s のように、1 kB/s以上の速度を指定してください
measure-set-twice = 1 つの組に「{ $target }」が 2 回指定されています。1 つの対象で同時に実行できるワークロードは 1 つだけです
measure-no-round = この --set では測定するラウンドがありません。pairs と all には対象が 2 つ必要ですが、{ $targets } つしかありません
measure-amount-no-block = --amount { $amount } は { $workload } の 1 ブロック（{ $block }）に足りません
measure-pread-only-io-uring = --poll と --kernel-thread には io_uring が必要です。--engine pread では省いてください
measure-no-such-path = { $path } というファイルやデバイスはありません
measure-no-polled-queues = { $drive } は --poll ですべての要求に失敗しました。ドライバーにポーリング用のキューがないためです。NVMeでは、カーネルのコマンドラインに nvme.poll_queues=4 を追加してください
measure-bad-set = --set「{ $text }」は無効です。each、pairs、all、その組み合わせ（each-and-pairsなど）、名前=ドライブ,ドライブ、ドライブ,ドライブ のいずれかを指定してください
measure-set-name = 組の名前に「{ $name }」は使えません。alone、all、each、pairsは予約されています
measure-interface = ワークロード「{ $name }」：測定では { $interface } を使えません。名前から外し、--engine と --poll で選んでください
measure-too-much = 1 つの対象につき、ジョブは{ $jobs }、キュー深度はQD{ $depth }、同時に発行するデータ量は{ $bytes }までです
measure-too-many-rounds = { $rounds } ラウンドは時間がかかりすぎます。上限は{ $most }です（ワークロード、組、繰り返しを減らしてください）
measure-bad-cpus = --cpus「{ $text }」はCPUの一覧として無効です。0-3,8 のように指定してください
measure-will-take = 対象{ $targets }、{ $rounds } ラウンドで約 { $time } かかります。
measure-will-take-at-most = 対象{ $targets }、{ $rounds } ラウンドで最大 { $time } かかります。
measure-takes-longer = このマシンでは各ラウンドに予定の { $times } 倍かかっています。残り時間は約{ $time }です。
measure-amount-not-reached = { $target } は、時間内に { $amount } のうち { $moved } しか完了しませんでした。最後まで実行するには --time を長くしてください。
measure-write-reads = --write が指定されていますが、指定したワークロードは読み出しだけです
measure-huge-pages = バッファーをヒュージページに置いて測定しました。通常のプログラムではこれより遅くなることがあり、仮想ディスクでは半分程度です。
measure-not-pinned = 要求を発行するスレッドがCPUより多いため、CPUに固定していません。互いにCPU時間を奪い合うため、結果はCPU律速の可能性があります。
rounds-total = { $rounds } ラウンド、{ $time }（テストファイルの書き込みを除く）。何も開かず、何も書き込んでいません
rounds-total-virtual = { $rounds } ラウンド、仮想時間で{ $time }。まだ何もシミュレートしていません
rounds-spot-virtual = シミュレーション
rounds-targets = 対象
rounds-spot-scratch = { $path } のテストファイル
rounds-spot-raw = { $path } 自体（読み出しのみ）
rounds-spot-file = { $path }（読み出しのみ）
rounds-spot-nop = デバイスなし、エンジンのみ
rounds-rounds = ラウンド
rounds-set = 組
rounds-repeat = 回
rounds-time = 時間
rounds-parts = ワークロード
rounds-limit = { $rate } に制限
rounds-after = { $time } 後に開始
measure-passthrough-not-drive = { $target }：--engine passthrough はNVMeコマンドをドライブに直接送ります。nvme0n1 のようなNVMeドライブを指定してください
measure-left-out-no-generic = { $drive } は対象外です。NVMe汎用デバイス（/dev/ngXnY）がありません。これがあるのはカーネル5.13以降のNVMeドライブだけです。ほかのドライブでは --engine passthrough を省いてください。
rounds-most = これらのラウンドは必ず実行します。結果に応じて追加されるものを含めると、最大で約{ $time }かかります。

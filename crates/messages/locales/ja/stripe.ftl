# ドライブのアレイを、組む前に測る

# 動詞
stripe-verb-one-drive = { $drives ->
    [0] アレイには2台以上のドライブが必要ですが、測定できるものがありません。ドライブを2台、または2台の上のフォルダーを指定してください
   *[other] アレイには2台以上のドライブが必要ですが、1台しかありません。もう1台指定してください（一覧は `narrows see` で見られます）
}
stripe-verb-no-writes = { $target } は読み出すだけです。書き込みは実行中に作る作業ファイルにしか行わず、ドライブそのものや既存のファイルには決して行いません。--raw を外すか、ファイルシステムのあるドライブかフォルダーを指定してください
stripe-verb-parity-writes = RAID 5 と 6 の書き込みは測定しません。古いデータの読み出しと、層が計算するパリティに費用がかかりますが、ここではそれを行わないためです。読み出し（--read）か、レベル 0、1、10、jbod を指定してください
stripe-verb-only-reads = 読み出しだけを測定します。{ $target } は作業ファイルではなく、作業ファイル以外には書き込まないためです。
stripe-verb-parity-only-reads = 読み出しだけを測定します。RAID 5 と 6 の書き込みには古いデータの読み出しとパリティの計算が必要で、それは層の仕事です。
stripe-verb-parity-some = { $level } は読み出しだけを測定します。書き込みには古いデータの読み出しとパリティの計算が必要で、それは層の仕事です。そのため、書き込みを数える順位には入りません（--read なら入ります）。
stripe-verb-too-few-for = { $level } には { $wants } 台のドライブが必要ですが、{ $drives } 台しかありません
stripe-verb-chunk-fixed = { $layer } ではチャンク { $chunk } を選べません。ストライプは 64 KiB に決まっています
stripe-verb-chunk-power = チャンク { $chunk } は2のべき乗ではありません。{ $layer } の { $level } では2のべき乗が必要です（{ $smaller } や { $larger }）
stripe-verb-chunk-too-large = チャンク { $chunk } は、各ドライブで測定する範囲（{ $size }）に収まりません。チャンクを小さくするか、--scratch-size で作業ファイルを大きくしてください
stripe-verb-no-folder = { $path } の中を見られません: { $why }
stripe-verb-same-drive = { $first } と { $second } は同じドライブ（{ $drive }）の上にあります。アレイにしても速くはならず、数値は2台分のものではありません。
stripe-verb-array-member = { $target } はすでにアレイです。それを構成するドライブを指定してください
stripe-verb-too-many = ドライブ { $drives } 台で { $candidates } 通りの構成は待てる長さではありません。上限は、ドライブ { $most_drives } 台で { $most } 通りです（ドライブ、チャンク、レベルを減らしてください）
stripe-verb-will-take = 約 { $time } かかります（早く脱落する構成があれば短くなります）。ドライブ { $drives } 台、構成 { $candidates } 通り、作業 { $jobs } 種類です。
stripe-verb-budget-spent = --budget の時間を { $time } で使い切りました。さらに測れば差がついた構成が、同等として並んでいる可能性があります。
stripe-verb-interrupted = 作業ファイルの書き込み中に中断しました。何も測定しておらず、作業ファイルも残っていません

# 測定の結果から言えること
stripe-job-sequential-read = { $block } のシーケンシャルリード(深さ { $depth })
stripe-job-sequential-write = { $block } のシーケンシャルライト(深さ { $depth })
stripe-job-sequential-mix = { $block } のシーケンシャルアクセス(リード { $percent } %、深さ { $depth })
stripe-job-random-read = { $block } のランダムリード(深さ { $depth })
stripe-job-random-write = { $block } のランダムライト(深さ { $depth })
stripe-job-random-mix = { $block } のランダムアクセス(リード { $percent } %、深さ { $depth })
stripe-and = 、
stripe-list = 、
stripe-objective-unknown = { $name } という目的はありません。balanced、read、write、latency、custom のいずれかです。
stripe-objective-without-weights = 目的 custom には重みが必要です: ジョブ=重み,...
stripe-objective-no-job = 目的 { $name } に関係するジョブが一つも指定されていません。
stripe-weights-without-custom = 重みを指定できるのは目的 custom のときで、{ $name } ではありません。
stripe-weights-zero = 重みがすべて 0 です。少なくとも一つのジョブに重みが必要です。
stripe-weight-bad = { $job } の重みは 0 以上の数でなければなりません(「{ $weight }」は使えません)。
stripe-weight-twice = { $job } の重みが二度指定されています。
stripe-weight-unknown-job = 重みを付けるジョブ { $job } がありません。測定するジョブは { $jobs } です。
stripe-reason-only = 同じ種類で最後まで測れたのは { $candidate } だけです。
stripe-reason-best = { $candidate } はすべてのジョブで最速か、その差が 2 % 以内です。
stripe-reason-trade = { $candidate } は { $job }では { $rival } に { $loss } % 及びませんが、それでも { $figure } あり、{ $gains }上回ります。
stripe-reason-close = { $candidate } は { $job }では { $rival } に { $loss } % 及びませんが({ $figure })、ほかのジョブ全体で取り返します。
stripe-reason-gain = { $job }で { $gain } %
stripe-reason-tie = ばらつきの範囲で同等: { $ties }。
stripe-reason-tie-default = ばらつきの範囲で同等: { $ties }。このうち RAID を作るソフトウェアの既定値を選びました。
stripe-reason-tie-middle = ばらつきの範囲で同等: { $ties }。このうち中間のものを選びました。
stripe-worth = これらのジョブなら { $array } を組む価値があります。目的に沿って重み付けすると、最速のドライブ単体の { $gain } 倍です(特に { $faster })。
stripe-worth-slower = これらのジョブなら { $array } を組む価値があります。目的に沿って重み付けすると、最速のドライブ単体の { $gain } 倍です(特に { $faster })。ただし遅くなるものもあります(特に { $slower })。
stripe-not-worth = これらのジョブでは { $array } を組む価値はあまりありません。最速のドライブ単体より速いジョブもありますが(特に { $faster })、目的に沿って重み付けすると { $gain } 倍にとどまります。
stripe-not-worth-slower = これらのジョブでは { $array } を組む価値はありません。最速のドライブ単体より速いジョブ(特に { $faster })も遅いジョブ(特に { $slower })もあり、目的に沿って重み付けすると { $gain } 倍です。
stripe-no-gain = これらのジョブでは { $array } を組む価値はありません。最速のドライブ単体よりはっきり速くなるジョブがありません。
stripe-no-gain-slower = これらのジョブでは { $array } を組む価値はありません。最速のドライブ単体よりはっきり速くなるジョブがなく、遅くなるものもあります(特に { $slower })。
stripe-worth-job = { $job }で { $times } 倍
stripe-side-by-side = アレイにせず、それぞれに別のジョブをさせると、ドライブは合計 { $all } です({ $job })。{ $array } は一つのジョブで { $one } です。
stripe-risk-stripe = { $array }: { $count } 台のうち 1 台が壊れると、全台のデータがすべて失われます。
stripe-risk-jbod = { $array }: { $count } 台のうち 1 台が壊れるとその中のデータが失われ、たいていはファイルシステムごと失われます。
stripe-risk-mirror = { $array } は { $count } 台のうち 1 台でも残ればデータが残ります。容量は 1 台分です。
stripe-risk-mirrored-stripe = { $array } は { $count } 台のうちどの 1 台が壊れてもデータが残ります。容量は半分です。
stripe-risk-parity = { $array } は { $count } 台のうち 1 台が壊れてもデータが残ります。書き込みは測っていません。古いデータの読み直しとパリティ計算が必要ですが、ここでは計算しないためです。
stripe-capped = { $drives } は何らかの限界を共有しています。単体の合計 { $alone } に対し、同時では { $all } しか出ず({ $job })、アレイも { $one } です。どのようなアレイもこれより速くはなりません。限界の場所は `narrows explain` で調べられます。
stripe-capped-by = { $drives } は { $limit }(実効 { $capacity })を共有しています。単体の合計 { $alone } に対し、同時では { $all } しか出ず({ $job })、アレイも { $one } です。どのようなアレイもこれより速くはなりません。
stripe-advice-fit = モデルによると、{ $drives } は { $limit }(実効 { $capacity })を共有します。{ $count } 台がすべて動くとき、1 台あたり { $each } より速いドライブを使っても得るものはありません。
stripe-advice-mirror = モデルによると、{ $drives } の RAID 1 の読み出しは RAID 0 とほぼ同じ速さです({ $mirror } と { $stripe })。どちらも { $limit } で頭打ちになるためです。書き込みは { $writes_stripe } ではなく { $writes } で、容量は 1 台分ですが、1 台が壊れても何も失いません。起動ドライブにはこちらが向いています。
stripe-advice-mirror-streams = モデルによると、{ $count } 個のプログラムが同時に読めば、{ $drives } の RAID 1 は RAID 0 とほぼ同じ速さです({ $streams } と { $stripe })。どちらも { $limit } で頭打ちになるためです。一つのプログラムだけなら { $mirror } です。書き込みは { $writes_stripe } ではなく { $writes } で、容量は 1 台分ですが、1 台が壊れても何も失いません。起動ドライブにはこちらが向いています。
stripe-advice-separate = モデルによると、{ $drives } の RAID 0 の読み出しは、単体の合計 { $alone } ではなく { $stripe } です。{ $limit } で頭打ちになるためです。別々に使って同時にジョブを動かしても合計は { $sum } と劣らず、1 台が壊れても失うのはその中のデータだけです。

# キャッシュモード
stripe-cache-unknown = { $name } というキャッシュモードはありません。{ $known } と、任意の N の flush-every-N があります。
stripe-cache-of-driver = { $name } はチップセットの Windows 用ドライバのモードで、Linux からは切り替えられません。このマシンでは { $known } が使えます。ドライバのモードは仮想ハードウェア(--on)で試せます。
stripe-cache-of-kernel = { $name } は Linux のモードで、仮想ハードウェアにはありません。{ $known } があります。
stripe-loses-nothing = 完了が通知されたものは失われない
stripe-loses-drive = ドライブの揮発性キャッシュに残っている分(プログラムがフラッシュを求めていないもの)
stripe-loses-writes = 最大で直近 { $count } 回の書き込み(ドライブの揮発性キャッシュに残っている分)
stripe-loses-memory = メモリに残っている分(最後の fsync 以降のすべて、最大 30 秒ほどの書き込み)
stripe-loses-memory-and-synced = メモリとドライブの揮発性キャッシュに残っている分(プログラムが同期を求めたものも含む)
stripe-loses-synced = ドライブの揮発性キャッシュに残っている分(フラッシュが届かないため、プログラムが同期を求めたものも含む)
stripe-loses-driver = ドライバがメモリに保持している分(プログラムがフラッシュを求めたものも含む。ファイルシステムが壊れることもある)
stripe-needs-drive-cache-off = 先にドライブの揮発性書き込みキャッシュを無効にする必要があります(NVMe の機能 06h、hdparm -W 0)。
stripe-needs-no-flush = 先に、ドライブに揮発性キャッシュがないものとカーネルに伝え(queue/write_cache を write through に)、フラッシュを送らせないようにする必要があります。
stripe-needs-both = ドライブの揮発性書き込みキャッシュを無効にし(NVMe の機能 06h、hdparm -W 0)、カーネルにフラッシュを送らせないようにする必要があります(queue/write_cache を write through に)。
stripe-needs-flushing-off = 先に Windows で書き込みキャッシュバッファーのフラッシュを無効にする必要があります。それまではドライバでライトバックを選べません。
stripe-cache-faster = { $array } の { $mode }: { $job }で { $base } の { $times } 倍です。停電で失うもの: { $loses }。
stripe-cache-faster-needs = { $array } の { $mode }: { $job }で { $base } の { $times } 倍ですが、停電で次のものを失います: { $loses }。{ $needs }
stripe-cache-slower = { $array } の { $mode }: { $job }で { $base } の { $times } 倍にとどまります。停電で失うもの: { $loses }。

# 測定結果のページとレポート
stripe-title = { $drives } でアレイを組んだ場合(重視するもの: { $objective })
stripe-objective-balanced = 読み書き同等
stripe-objective-read = 読み出し
stripe-objective-write = 書き込み
stripe-objective-latency = 待ち時間
stripe-objective-custom = 指定の重み
stripe-take = { $candidate } をお勧めします。
stripe-take-none = 必要なジョブをすべて測れたアレイがなく、何もお勧めできません。
stripe-heading-reads = 読み出し
stripe-heading-writes = 書き込み
stripe-heading-separate = { $array } と、別々に使うドライブ
stripe-heading-caches = { $array } のキャッシュモード
stripe-heading-findings = 分かったこと
stripe-heading-plot = チャンクごとの速さ(最良に対する割合)
stripe-column-array = アレイ
stripe-column-score = スコア
stripe-column-job = ジョブ
stripe-column-one-drive = 1 台
stripe-column-separately = 全台別々
stripe-column-mode = モード
stripe-short-sequential = SEQ { $block } Q{ $depth }
stripe-short-random = RND { $block } Q{ $depth }
stripe-dropped = × { $dropped }: { $better } のほうが明らかに良いため、最後まで測っていません。
stripe-incomplete = { $candidates }: 必要な測定の一部がないため、順位を付けていません。
stripe-not-tried = 未測定: { $why }
stripe-legend-best = ● は列の中で最も良い値です(ドライブ単体も含む)。
stripe-legend-same = ~ は、ドライブに送る要求がまったく同じ別のチャンクで測った値です。
stripe-legend-score = スコアは、各値の最良に対する割合の重み付き平均です。± はばらつきによる変動幅です。
stripe-legend-latency = µs と ms は一つの要求の待ち時間の中央値で、小さいほど良い値です。
stripe-plot-axis = チャンク
stripe-verb-no-disks = どのドライブの上にあるか分からないため、ドライブの設定は変えません
stripe-verb-changing = 次のラウンドのためにドライブの設定を変えます: { $commands }。終われば { $back } で元に戻します（強制終了されても戻します。停電の後は `narrows restore` で戻せます）。
stripe-verb-would-change = キャッシュモードによっては、ドライブの設定を変え、そのラウンドの後に元に戻します: { $commands }
stripe-verb-cache-layer = { $mode } はチップセットのドライバーのキャッシュで、{ $layer } にはありません。--layer に intel-rst、vroc、amd-raidxpert のどれかを指定してください
stripe-cache-loses = { $mode }: 停電で失うもの: { $loses }。
stripe-legend-taken = ◀ がお勧めです。
stripe-method = 各値は最大 { $count } 回の測定の中央値です。
stripe-legend-fewer = (k/n) は n 台のうち最初の k 台のアレイです。

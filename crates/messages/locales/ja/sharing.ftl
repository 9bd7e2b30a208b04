# どのドライブが限界を共有しているか: 分かったこと、未決のこと、矛盾すること
sharing-place-device = 共通の土台である { $id }
sharing-left-twice = { $drives } の値は使っていません。同じドライブが2回含まれています。
sharing-left-missing = { $drives } の値は使っていません。この負荷での値がないドライブがあり、それが他からどれだけ奪ったか分かりません。
sharing-left-partial = { $drives } の値は使っていません。途中で打ち切られたか、失敗した要求があります。
sharing-left-zero = { $drives } の値は使っていません。正の数でない速度が含まれています。
sharing-left-held = { $drives } の値は使っていません。速度を抑えたドライブがあり、本来どれだけ使えたか分かりません。
sharing-left-staggered = { $drives } の値は使っていません。開始がそろっていません。最後に始めたものは一部を単独で測っています。共有が分かるのは、全部が同時に動いている間の値だけです。
sharing-left-others = { $drives } の値は使っていません。測定中に他の処理がドライブを使っていました。
sharing-faster-together = { $drive } は他と同時({ $members })で { $rate } を出し、単体の { $alone } を上回りました。どちらかはドライブの実力ではありません。キャッシュが応答したか、単体のときに何かが妨げていました。
sharing-unsteady = { $drive } は同じ組({ $members })で { $low } と { $high } の両方を示しました。両方が取り分であることはありえず、その間に別の何かが変わっています。
sharing-untold-figures = { $drives } のどれが何を共有しているかは分かりません。使える値のある測定がありません。
sharing-untold-alone = { $drives } のどれが何を共有しているかは分かりません。単体の速度を測っていないため、同時に動かすとどれだけ失うかが不明です。
sharing-untold-together = { $drives } のどれが何を共有しているかは分かりません。同時に動かした組がありません。まず全部を同時に動かせば分かります。
sharing-untold-loss = { $drives } は全部を動かすと最大 { $percent } % を失うため、何かが共通の限界になっています。どれがそれを共有しているかはまだ分かりません。{ $run } を同時に動かせば分かります。
sharing-untold-loss-all = { $drives } は全部を動かすと最大 { $percent } % を失うため、何かが共通の限界になっています。どれがそれを共有しているかは、これらの値からは分かりません。
sharing-open-silent = { $drives } には使える値が一つもないため、他と何かを共有しているかどうかは分かりません。
sharing-open-alone = { $drives } の単体の速度は測っていないため、同時に動かすとどれだけ失うか分かりません。
sharing-open-together = { $drives } の全部を同時には測っていません。分かるのは動かした組についてだけで、全部でなければ届かない限界は見えません。
sharing-open-member = { $drives } が { $limit } の限界に含まれるかどうかはまだ分かりません。{ $run } を同時に動かせば分かります。
sharing-open-limit = { $drives } は限界を共有しているかもしれませんが(確からしさ { $percent } %)、断定するには値が足りません。{ $run } を同時に動かせば分かります。
sharing-open-limit-all = { $drives } は限界を共有しているかもしれませんが(確からしさ { $percent } %)、断定するには値が足りず、他の組を測っても分かりません。
sharing-open-alike = { $drives } は { $capacity } の限界を 1 つ共有しているか、組ごとに別の限界を持っています: { $parts }。これまでの測定では区別できません。{ $run } を同時に動かせば分かります。
sharing-part = { $drives }（{ $capacity }）
sharing-part-place = { $drives }（{ $capacity }、{ $place }）
sharing-open-hidden = { $limit } の限界の内側に { $drives } だけの限界があるかどうかはまだ分かりません。他が休んでいるときにだけ現れます。{ $run } を同時に動かせば分かります。
sharing-open-loses = { $drives } は { $members } と同時に動かすと { $percent } % を失いますが、それを説明する限界は見つかっていません。
sharing-slower = { $drive } は測定 { $runs } で、何が同時に動いていたかに関係なく単独で { $percent } % 遅くなっていました。これらは共有とは見なしていません。
sharing-open-many = 一度に調べられる台数(最大 { $most } 台)を超えているため、何も結論していません。対象を減らしてください: { $drives }。
sharing-open-noise = { $drives } の速度は同じ組でも測定ごとに { $percent } % 変わっています。別の何かが変化しており、それより小さい損失は見分けられません。何も動いていないときに長めに測れば(`--round 5s`)もっと分かります。
sharing-open-apart = { $drives } は単体でしか動かしていません。他と何かを共有しているかどうかは、全部を同時に測れば分かります。
sharing-open-lost = { $sets ->
    [one] 一つの組は、使える値が一度も得られませんでした（要求の失敗、または中断）。{ $run } を同時に動かせば分かったはずのことが欠けています。
   *[other] { $sets } 組は、使える値が一度も得られませんでした（要求の失敗、または中断）。{ $drives } について分かったはずのことが欠けています。まず { $run } を同時に動かしてください。
}
sharing-unmet = 資料では { $drives } が { $limit }({ $capacity })を共有しますが、同時に { $moved } 出ました(単体の合計は { $alone })。限界になっていないため、資料か、ドライブの接続先についての情報が誤っています。
sharing-other-machine = 測定 { $first } と { $other } には共通のドライブがありません。別のマシンのものなので、合わせて判断できません。
sharing-simulated-and-real = 測定 { $simulated } はシミュレーションで、{ $real } は実測です。互いに根拠になりません。シミュレーションだけ、または実測だけを指定してください。
finding-found-limit = { $drives } は合計 { $capacity } の限界を共有していますが、知られている場所には当てはまりません。どのドライブが互いを遅くするかから求めました(同時に { $together }、単体の合計は { $alone }、確からしさ { $percent } %)。
finding-found-place = { $drives } は { $limit } を共有しており、同時では合計 { $capacity } までです。どのドライブが互いを遅くするかから求めました(単体の合計は { $alone }、確からしさ { $percent } %)。
finding-found-lower = { $drives } は合計 { $capacity } の限界を共有しています。どのドライブが互いを遅くするかから求めました(単体の合計は { $alone }、確からしさ { $percent } %)。ちょうどこれらが通る { $limit } は { $documented } を通すはずです。それより低く動いているか、共有する別の場所のほうが狭いことになります。
finding-found-higher = { $drives } は合計 { $capacity } の限界を共有しています。どのドライブが互いを遅くするかから求めました(単体の合計は { $alone }、確からしさ { $percent } %)。ちょうどこれらが通る { $limit } は資料では { $documented } しかありません。資料が誤っているか、別の場所です。

# 共有している限界のページ
sharing-heading-limits = 共有している限界
sharing-heading-private = 単体での速度
sharing-heading-unmet = 資料と食い違う点
sharing-heading-left = 使わなかった値
sharing-heading-open = 未決のこと
sharing-heading-experiments = 決着をつける実験
sharing-headline-place = { $drives } は { $place } を共有しており、同時では合計 { $capacity } までです。
sharing-headline = { $drives } は合計 { $capacity } の限界を共有していますが、知られている場所には当てはまりません。
sharing-none = { $drives }: 互いを1割以上遅くする組はありません。
sharing-none-yet = { $drives }: 共有している限界はまだ見つかっていませんが、分かっていないことが残っています。
sharing-method = { $runs } 回の測定から求めました(全部を調べるには多くて { $most } 回)。{ $workload }
sharing-scatter = 速度は測定ごとに { $noise } % ばらつきます
sharing-sure = この組である確からしさ { $percent } %
sharing-cost = 全部を動かすと最大 { $percent } % の損失
sharing-shares = 取り分の比 { $shares }
sharing-no-place = ちょうどこれらだけが通る場所は知られていません
sharing-agrees = { $place }、資料または計算では { $capacity }: 一致
sharing-lower = { $place }、資料または計算では { $capacity }: それより少ない
sharing-higher = { $place }、資料または計算では { $capacity }: それより多く、資料が誤りか別の場所
sharing-undocumented = { $place }、容量を示す資料なし
sharing-others = 次も該当: { $others }
sharing-gain = { $gain } の増加
sharing-needs-nothing = 読むだけ
sharing-needs-root = root 権限が必要
sharing-needs-hands = 手作業が必要
explain-will-take = { $drives } 台のどれが何を共有しているかを調べるには、{ $round } の測定が多くて { $runs } 回、合わせて { $time } かかります。テスト用ファイルの作成は別です。
explain-experiments-take = 原因を見分ける読み出しだけの実験に、さらに多くて { $time } かかります（`--no-experiments` で省けます）。
explain-full-takes = 何を共有しているかは、1分でできる測定では決まりませんでした。`narrows explain` が続きを測ります。多くて { $runs } 回、およそ { $time } です。
explain-too-many = { $drives } 台は、一度に調べられる台数（最大 { $most } 台）を超えています。対象を減らしてください。
explain-trial-moot = { $drives } の限界についての実験（{ $what }）は、全ての値を合わせるとその限界が見えなくなったため、何の説明にもなりません。
explain-stacked = { $drive } は除きました。{ $others } と同じデバイスの上にあり、接続先にかかわらず互いを遅くします。
explain-too-few = { $drives ->
    [0] 測定できるドライブがありません。共有を調べるには2台必要です。
   *[other] 測定できるドライブが1台しかありません。共有を調べるには2台必要です。
}
explain-bad-workload = { $name } は読み出しの負荷の名前ではありません。名前は `narrows catalog workloads` で分かります。explain は読むだけです。
explain-nothing = 2台以上のドライブの値がある負荷がないため、何を共有しているかは分かりません。

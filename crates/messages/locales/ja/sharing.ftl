# 共有ボトルネックのメッセージ: 検出結果、未確定の点、矛盾
sharing-place-device = 下位デバイス { $id }
sharing-left-twice = { $drives } の結果は除外しました。同じドライブが 2 回指定されています。
sharing-left-missing = { $drives } の結果は除外しました。このワークロードの結果がないドライブがあり、ほかのドライブへの影響が分かりません。
sharing-left-partial = { $drives } の結果は除外しました。測定が途中で打ち切られたか、失敗した要求があります。
sharing-left-zero = { $drives } の結果は除外しました。速度が正の数でないものがあります。
sharing-left-held = { $drives } の結果は除外しました。速度を制限したドライブがあり、本来の速度が分かりません。
sharing-left-staggered = { $drives } の結果は除外しました。ドライブが同時に開始していません。最後に開始したドライブは一部の時間を単体で測っています。共有の有無は、同時に負荷をかけた結果からしか分かりません。
sharing-left-others = { $drives } の結果は除外しました。測定中にほかのI/Oがありました。
sharing-left-fell = { $drives } の結果は除外しました。ドライブのリンクがその後、または測定中に低下しました。
sharing-faster-together = { $drive } はほかのドライブと同時（{ $members }）で { $rate } を記録し、単体の { $alone } を上回りました。どちらかはドライブの実力ではありません。キャッシュが応答したか、単体の測定中に何かが速度を制限していました。
sharing-unsteady = { $drive } は同じ組（{ $members }）で { $low } の測定と { $high } の測定があります。両方が配分どおりということはなく、測定の間に何かが変わっています。
sharing-untold-figures = { $drives } が何を共有しているかは判定できません。使える結果がありません。
sharing-untold-alone = { $drives } が何を共有しているかは判定できません。どれも単体で測っていないため、同時動作による低下が分かりません。
sharing-untold-together = { $drives } が何を共有しているかは判定できません。同時に動かした組がありません。まず全部を同時に測定してください。
sharing-untold-loss = { $drives } は全ドライブを動かすと最大 { $percent } % 低下します。何かが共通のボトルネックになっていますが、どのドライブが共有しているかはまだ分かりません。{ $run } を同時に測定すると判定できます。
sharing-untold-loss-all = { $drives } は全ドライブを動かすと最大 { $percent } % 低下します。何かが共通のボトルネックになっていますが、どのドライブが共有しているかは、この結果からは判定できません。
sharing-open-silent = { $drives } には使える結果がなく、ほかのドライブと何かを共有しているかは分かりません。
sharing-open-alone = { $drives } の単体の結果がなく、同時動作による低下は分かりません。
sharing-open-together = { $drives } の全台同時の測定がありません。結果は測定した組についてのもので、全台を動かさないと現れないボトルネックは分かりません。
sharing-open-member = { $drives } が { $limit } のボトルネックに含まれるかはまだ分かりません。{ $run } を同時に測定すると判定できます。
sharing-open-limit = { $drives } はボトルネックを共有している可能性がありますが（確度 { $percent } %）、断定できるだけの結果がありません。{ $run } を同時に測定すると判定できます。
sharing-open-limit-all = { $drives } はボトルネックを共有している可能性がありますが（確度 { $percent } %）、断定できるだけの結果がなく、ほかの組を測っても判定できません。
sharing-open-alike = { $drives } は { $capacity } のボトルネックを 1 つ共有しているか、別々のボトルネックを持っています（{ $parts }）。これまでの測定では区別できません。{ $run } を同時に測定すると判定できます。
sharing-part = { $drives }（{ $capacity }）
sharing-part-place = { $drives }（{ $capacity }、{ $place }）
sharing-open-hidden = { $limit } のボトルネックの内側に { $drives } だけのボトルネックがあるかはまだ分かりません。ほかのドライブが動いていないときにだけ現れます。{ $run } を同時に測定すると判定できます。
sharing-open-loses = { $drives } は { $members } と同時に動かすと { $percent } % 低下しますが、原因となるボトルネックは見つかっていません。
sharing-heat = { $drives } は一部の回で熱によりスロットリングし、最大 { $percent } % 低下しました。速度が回ごとに変わるのは共有によるものではありません。冷却してから測り直してください。
sharing-heat-shared = { $drives } は同時に動作したときだけ熱によりスロットリングし、最大 { $percent } % 低下しました。単体では起きていません。共有しているのはリンクではなく熱です。冷却するか間隔を空けてから測り直してください。
sharing-slower = { $drive } は測定 { $runs } で、同時に動くドライブとは無関係に、それ自体が { $percent } % 遅くなっていました。これらの測定は共有の判定に使っていません。
sharing-open-many = 一度に分析できる台数（最大 { $most } 台）を超えているため、判定していません。対象を減らしてください：{ $drives }。
sharing-open-noise = { $drives } の速度は、同じ組でも測定ごとに { $percent } % 変動しています。ほかの要因が変化しており、それより小さい低下は区別できません。ほかに何も動いていない状態で、測定時間を延ばしてください（`--round 5s`）。
sharing-open-apart = { $drives } は単体でしか測定していません。ほかのドライブと何かを共有しているかは、全台を同時に測定すると分かります。
sharing-open-lost = { $sets ->
    [1] 1 組は、使える結果が得られませんでした（要求の失敗または中断）。{ $run } を同時に測定し直してください。
   *[other] { $sets } 組は、使える結果が得られませんでした（要求の失敗または中断）。{ $drives } についての情報が不足しています。まず { $run } を同時に測定してください。
}
sharing-slower-alone = { $drives } の単体：実測 { $moved }、予測 { $low }～{ $high }。共有のボトルネックでは説明できません。ドライブ自体、その設定、または手前の部分が記述より低速です。
sharing-slower-alike = { $drives } の単体：実測 { $moved }。同じ仕様のドライブは { $usual } です。リンク、スロット、ファームウェア、設定を確認してください。
sharing-unmet = 資料では { $drives } が { $limit }（{ $capacity }）を共有しますが、同時に { $moved } を記録しました（単体の合計 { $alone }）。ボトルネックにはなっていません。資料か、ドライブの接続先の情報が誤っています。
sharing-other-machine = 測定 { $first } と { $other } には共通のドライブがありません。別のマシンの測定なので、合わせて判定できません。
sharing-simulated-and-real = 測定 { $simulated } はシミュレーション、{ $real } は実測なので、合わせて判定できません。シミュレーションだけ、または実測だけを指定してください。
finding-found-limit = { $drives } は合計 { $capacity } のボトルネックを共有しています。同時実行からの推定です（同時 { $together }、単体の合計 { $alone }、確度 { $percent } %）。該当する構成要素は分かっていません。
finding-found-place = { $drives } は { $limit } を共有しており、同時アクセス時は合計 { $capacity } で頭打ちになります。同時実行からの推定です（単体の合計 { $alone }、確度 { $percent } %）。
finding-found-lower = { $drives } は合計 { $capacity } のボトルネックを共有しています。同時実行からの推定です（単体の合計 { $alone }、確度 { $percent } %）。これらのドライブだけが通る { $limit } の帯域は { $documented } のはずです。それより低い速度で動作しているか、ほかの共有部分のほうが遅いと考えられます。
finding-found-higher = { $drives } は合計 { $capacity } のボトルネックを共有しています。同時実行からの推定です（単体の合計 { $alone }、確度 { $percent } %）。これらのドライブだけが通る { $limit } は、資料では { $documented } しかありません。資料が誤っているか、ボトルネックは別の場所です。

# 共有ボトルネックのページ
sharing-heading-limits = 共有ボトルネック
sharing-heading-private = 単体のドライブ
sharing-heading-unmet = 資料との矛盾
sharing-heading-left = 除外した結果
sharing-heading-open = 未確定の点
sharing-heading-experiments = 判定に役立つ実験
sharing-headline-place = { $drives } は { $place } を共有しており、同時アクセス時は合計 { $capacity } で頭打ちになります。
sharing-headline = { $drives } はボトルネックを共有しており、同時アクセス時は合計 { $capacity } で頭打ちになります。該当する構成要素は分かっていません。
sharing-none = { $drives }：同時動作でも、単体より 10 % 以上遅くなるドライブはありません。
sharing-none-yet = { $drives }：共有ボトルネックはまだ見つかっていませんが、未確定の点が残っています。
sharing-method = { $runs } 回の測定から推定（すべて調べる場合は最大 { $most } 回）、{ $workload }
sharing-scatter = 測定ごとの変動 { $noise } %
sharing-sure = 確度 { $percent } %
sharing-cost = 全台動作時に最大 { $percent } % 低下
sharing-shares = 配分 { $shares }
sharing-no-place = これらのドライブだけが共有する構成要素は不明
sharing-agrees = { $place }：カタログ値または計算値の { $capacity } と一致
sharing-lower = { $place }、資料または計算では { $capacity }：推定値のほうが低い
sharing-higher = { $place }、資料または計算では { $capacity }：推定値のほうが高い（資料の誤りか、別の場所）
sharing-undocumented = { $place }、帯域不明
sharing-others = 同じく該当しうる箇所：{ $others }
sharing-gain = +{ $gain }
sharing-needs-nothing = 読み出しのみ
sharing-needs-root = root権限が必要
sharing-needs-hands = 手作業が必要
explain-will-take = { $drives } 台が何を共有しているかの調査には、{ $round } の測定が最大 { $runs } 回、合計 { $time } かかります（テストファイルの書き込みを除く）。
explain-experiments-take = 原因を見分ける実験（読み出しのみ）に、さらに最大 { $time } かかります（`--no-experiments` で省略できます）。
explain-full-takes = 1 分の測定では、何を共有しているか判定できませんでした。`narrows explain` で続けて測定できます（最大 { $runs } 回、約 { $time }）。
explain-too-many = { $drives } 台は、一度に分析できる台数（最大 { $most } 台）を超えています。対象を減らしてください。
explain-trial-moot = { $drives } のボトルネックを調べた実験（{ $what }）は、全結果を合わせるとそのボトルネックが現れなくなったため、説明に使えません。
explain-stacked = { $drive } は除外しました。{ $others } と同じデバイス上にあり、接続先にかかわらず互いに遅くなります。
explain-too-few = { $drives ->
    [0] 測定できるドライブがありません。2 台以上必要です。
   *[other] 測定できるドライブが 1 台しかありません。2 台以上必要です。
}
explain-bad-workload = { $name } は読み出しのワークロードではありません。名前は `narrows catalog workloads` で一覧できます。explainは読み出し専用です。
explain-nothing = 2 台以上のドライブの結果があるワークロードがないため、何を共有しているかは分かりません。
sharing-between-parts = ；

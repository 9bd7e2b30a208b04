# レーンの収支: 誰が提供し、誰が使い、何が足りず、誰が失うか
lanes-the-processor = CPU
lanes-a-processor = CPU { $id }
lanes-the-chipset = チップセット
lanes-the-chipset-named = チップセット（{ $name }）
lanes-a-chipset = チップセット { $id }（{ $name }）
lanes-a-switch = スイッチ { $id }
lanes-a-switch-named = スイッチ { $id }（{ $name }）
lanes-no-provider = どこにつながるか不明な場所
lanes-rule = { $when }: { $effects }
lanes-effect-off = { $slots } は無効
lanes-effect-link = { $slot } は { $link }
lanes-effect-on = { $slot } は { $on } に接続
lanes-effect-both = { $slot } は { $link } で { $on } に接続
lanes-between = 、|
lanes-nothing-seen = PCIeレーンを提供するものも使うものも見えません。
lanes-not-known = { $provider }のレーン数は不明です。見えているものが { $taken } レーンを使っています。
lanes-over-now = { $provider }では { $lanes } レーンに対し { $taken } レーンが割り当てられ、{ $over } レーン多すぎます。どれかは記載より狭い幅で動くか、まったく動きません。表の順に割り当てると、{ $names } の分が残りません。
lanes-over-filled = 全スロットを使うと{ $provider }には { $filled } レーンが必要で、持っている { $lanes } レーンより { $over } 多くなります。表の順に割り当てると、{ $names } の分が残りません。
lanes-switch-below = { $provider }の下の { $below } レーンが、上りの { $above } レーンを共有しています。
lanes-short = { $device } は { $possible } が可能ですが { $link } で接続され、{ $carries } まで流れます。{ $rule ->
    [yes] { $slots } の使用によるものです。
   *[no] { "" }
}
lanes-short-enough = { $device } は { $possible } が可能ですが { $link } で接続されています。流れるのは { $carries } までですが、最大で動かす { $needs } には足ります。{ $rule ->
    [yes] { $slots } の使用によるものです。
   *[no] { "" }
}
lanes-short-misses = { $device } は { $possible } が可能ですが { $link } で接続されています。流れるのは { $carries } までで、動かせるはずの { $needs } に足りません。{ $rule ->
    [yes] { $slots } の使用によるものです。
   *[no] { "" }
}
lanes-uplink-over = { $provider }に接続されたものは同時に { $demand } を動かせますが、これは上りリンク（{ $uplink }）の { $carries } の { $ratio } 倍です。
lanes-uplink-enough = { $provider }に接続されたものは同時に { $demand } を動かせます。上りリンク（{ $uplink }）は { $carries } まで流れます。
lanes-shared = 全ドライブを同時に順次読み出すと、{ $count } 台で合計 { $rate }（{ $low } ～ { $high }）になります。限界は{ $limit }です。{ $known ->
    [yes] 次の限界は{ $next }です。
    [drives] 次の限界はドライブ自身です。
   *[no] { "" }
}
lanes-virtual = これは仮想マシンです。ホストのレーンは中からは見えません。
lanes-no-widths = { $count } 個のデバイスはリンク幅が見えず、どの合計にも入っていません。rootで取り込むと見えます。
lanes-uncounted = { $name } の使うレーン数はどの出典にもなく、どの合計にも入っていません。

# 画面
lanes-column-name = 使うもの
lanes-column-slot = スロット
lanes-column-now = 現在
lanes-column-filled = 全使用時
lanes-column-sum = 累計
lanes-column-link = リンク
lanes-heading-known = { $lanes } レーン中 { $taken }
lanes-heading-between = { $least } ～ { $most } レーン中 { $taken }
lanes-heading-unknown = { $taken } レーン使用、総数は不明
lanes-heading-switch = 配下の { $lanes } レーン中 { $taken }
lanes-up = 上りリンク { $uplink }: { $carries } まで
lanes-up-asked = 上りリンク { $uplink }: { $carries } まで。要求は最大 { $demand }
lanes-empty-slot = 空き
lanes-off-slot = 無効
lanes-on-board = オンボード
lanes-total = CPUとチップセットの合計: { $lanes } レーン中 { $taken }。全スロットを使うと { $filled }
lanes-findings = わかること
lanes-rules-now = 現在有効な規則
lanes-rules-then = 空きスロットを使うと
lanes-sata = SATAポート: 使用中 { $taken }、空き { $free }、無効 { $off }
lanes-sata-off = 無効: { $names }
lanes-legend = 現在: いま使っているレーン数、全使用時: 全スロットを使ったときのレーン数、累計: その上からの合計。{ $signs }
lanes-legend-signs = █ 使用中、▄ 全スロット使用時、· 空き

# 場所の出どころ
source-no-such-board = カタログにボード「{ $id }」はありません。`narrows catalog boards` で一覧できます
source-no-such-board-near = カタログにボード「{ $id }」はありません。「{ $near }」のことですか
source-no-such-entry = 「{ $id }」というボード、チップセット、マシンはカタログにありません。`narrows catalog` で一覧できます
source-no-such-entry-near = 「{ $id }」というボード、チップセット、マシンはカタログにありません。「{ $near }」のことですか
source-board-of-seen-only = { $source } は実際に調べたマシンではないため、--board { $board } は使えません。構成ファイルにボードを書くか、catalog:{ $board } を指定してください
lanes-no-room = { $source } には { $piece } を置く場所がありません: { $why }
lanes-no-room-fit = 使える空きスロットがありません
lanes-no-room-off = { $slots } の使用により最後のスロットが無効になります
lanes-no-room-lanes = レーンの残っている空きスロットがありません
lanes-no-room-split = 必要なレーン分割ができるとわかっている空きスロットがありません
lanes-bad-placement = { $source } の配置は成り立ちません: { $why }

# レーン収支のメッセージ: レーンの提供元と使用先、不足とその影響
lanes-the-processor = CPU
lanes-a-processor = CPU { $id }
lanes-the-chipset = チップセット
lanes-the-chipset-named = チップセット（{ $name }）
lanes-a-chipset = チップセット { $id }（{ $name }）
lanes-a-switch = スイッチ { $id }
lanes-a-switch-named = スイッチ { $id }（{ $name }）
lanes-no-provider = レーンの提供元が不明
lanes-rule = { $when }：{ $effects }
lanes-effect-off = { $slots } は無効
lanes-effect-link = { $slot } は { $link }
lanes-effect-on = { $slot } は { $on } に接続
lanes-effect-both = { $slot } は { $link } で { $on } に接続
lanes-nothing-seen = PCIeレーンを提供または使用するものが見つかりません。
lanes-not-known = { $provider }：レーン数は不明です。検出されたデバイスが { $taken } レーンを使用しています。
lanes-over-now = { $provider }：{ $lanes } レーンに対して { $taken } レーンが割り当てられ、{ $over } レーン超過しています。いずれかのデバイスは表より少ないレーン数で動作するか、動作しません。表の順に割り当てると、{ $names } に割り当てるレーンがなくなります。
lanes-over-filled = { $provider }：全スロット使用時には { $filled } レーンが必要で、使用可能な { $lanes } レーンを { $over } レーン超えます。表の順に割り当てると、{ $names } に割り当てるレーンがなくなります。
lanes-switch-below = { $provider }：ダウンストリームの { $below } レーンが、アップリンクの { $above } レーンを共有しています。
lanes-short = { $device } は { $possible } 対応ですが、接続は { $link } です。リンクの上限は { $carries } です。{ $rule ->
    [yes] { $slots } の使用中に限ります。
   *[no] { "" }
}
lanes-short-enough = { $device } は { $possible } 対応ですが、接続は { $link } です。リンクの上限は { $carries } で、デバイスの最大転送速度 { $needs } には十分です。{ $rule ->
    [yes] { $slots } の使用中に限ります。
   *[no] { "" }
}
lanes-short-misses = { $device } は { $possible } 対応ですが、接続は { $link } です。リンクの上限は { $carries } で、デバイスが出せるはずの { $needs } に足りません。{ $rule ->
    [yes] { $slots } の使用中に限ります。
   *[no] { "" }
}
lanes-uplink-over = { $provider }：アップリンク（{ $uplink }）の帯域が不足しています。配下のデバイスが同時に転送できる速度は { $demand } で、上限 { $carries } の { $ratio } 倍です。
lanes-uplink-enough = { $provider }：配下のデバイスは同時に { $demand } を転送できます。アップリンク（{ $uplink }）の上限は { $carries } です。
lanes-shared = 全ドライブで同時にシーケンシャルリードを行うと、{ $drives } の合計は { $rate }（{ $low }～{ $high }）です。ボトルネック：{ $limit }。{ $known ->
    [yes] 次のボトルネック：{ $next }。
    [drives] 次はドライブ律速です。
   *[no] { "" }
}
lanes-shared-at-most = 全ドライブで同時にシーケンシャルリードを行うと、{ $drives } の合計は最大 { $rate } です（ドライブが遅ければさらに低下）。上限：{ $limit }。
lanes-virtual = これは仮想マシンです。ホストのレーンは内部からは見えません。
lanes-no-widths = { $count } 個のデバイスはリンク幅を取得できないため、合計に含まれていません。rootで取得したキャプチャなら幅が分かります。
lanes-uncounted = { $name } が使うレーン数はどの情報源にもないため、合計に含まれていません。

# 画面
lanes-column-name = デバイス
lanes-column-slot = スロット
lanes-column-now = 現在
lanes-column-filled = 全スロット使用時
lanes-column-sum = 累計
lanes-column-link = リンク
lanes-heading-known = { $taken } / { $lanes } レーン
lanes-heading-between = { $least }～{ $most } レーン中 { $taken }
lanes-heading-unknown = { $taken } レーン使用、総数は不明
lanes-heading-switch = ダウンストリーム { $lanes } レーン中 { $taken }
lanes-up = アップリンク：{ $uplink }、上限 { $carries }
lanes-up-asked = アップリンク：{ $uplink }、上限 { $carries }、配下の合計 { $demand }
lanes-empty-slot = 空き
lanes-off-slot = 無効
lanes-on-board = オンボード
lanes-total = CPUとチップセットの合計：{ $lanes } レーン中 { $taken }、全スロット使用時 { $filled }
lanes-findings = 検出結果
lanes-rules-now = 現在有効なルール
lanes-rules-then = 空きスロット使用時のルール
lanes-sata = SATAポート：使用中 { $taken }、空き { $free }、無効 { $off }
lanes-sata-off = 無効：{ $names }
lanes-legend = 現在：使用中のレーン数、全スロット使用時：全スロットを使用したときのレーン数、累計：「全スロット使用時」の累計。{ $signs }
lanes-legend-signs = █ 使用中、▄ 全スロット使用時、· 空き

# スロット情報の取得元
source-no-such-processor = カタログに「{ $name }」というCPUはありません。i5-10400や"Ryzen 7 5700G"のように、メーカーの表記で指定してください
source-no-such-processor-near = カタログに「{ $name }」というCPUはありません。{ $near } のことですか？
source-other-socket = { $name } は { $own } 用で、このボードは { $socket } です
source-shows-processor = { $source } からCPU（{ $shown }）が分かります。--cpu はCPUが決まっていないボードや構成ファイルに使います
source-no-such-board = カタログに「{ $id }」というボードはありません。一覧は `narrows catalog boards` で確認できます
    .page = カタログに「{ $id }」というボードはありません
source-no-such-board-near = カタログに「{ $id }」というボードはありません。{ $near } のことですか？
source-no-such-entry = カタログに「{ $id }」というボード、チップセット、マシンはありません。一覧は `narrows catalog` で確認できます。チップセット名（catalog:intel-z97 など）なら汎用ボードで計画できます
    .page = カタログに「{ $id }」というボード、チップセット、マシンはありません
source-no-such-entry-near = カタログに「{ $id }」というボード、チップセット、マシンはありません。{ $near } のことですか？ チップセット名なら汎用ボードで計画できます
source-several-entries = 「{ $id }」に該当するものが複数あります（{ $found }）。どれか 1 つを指定してください
source-board-of-seen-only = { $source } は実機から取得したマシンではないため、--board { $board } は使えません。構成ファイルにボードを記述するか、catalog:{ $board } を指定してください
source-board-is-bare = このマシンのマザーボードは { $board } ではないため、ボード単体（catalog:{ $board }）として扱います
lanes-no-room = { $source } に { $piece } を取り付ける空きがありません：{ $why }
lanes-no-room-fit = 合う空きスロットがありません
lanes-no-room-off = { $slots } のデバイスにより最後の空きスロットが無効になります
lanes-no-room-lanes = レーンの残っている空きスロットがありません
lanes-no-room-split = 必要なレーン分割への対応が分かっている空きスロットがありません
lanes-bad-placement = { $source } の配置は成り立ちません：{ $why }

# 実機から作る配置計画のメッセージ: 位置を変えないもの、マニュアルと実機との違い
seen-remapped-stays = ファームウェアが { $controller } の配下に隠しているドライブは、現在の位置のままにします。このモードでは、どのスロットにあるかを実機から取得できません。
seen-vmd-stays = VMD（Volume Management Device）配下のドライブは、現在の位置のままにします。VMD配下のスロットは実機から取得できません。
seen-slots-by-order = 次のスロットは実機から名前を取得できないため、ボード上の順番から判断しました：{ $slots }
seen-slot-on-chipset = { $slot } は、マニュアルと異なり、実機ではチップセットに接続されています。実機の状態を優先します。
seen-slot-on-cpu = { $slot } は、マニュアルと異なり、実機ではCPUに接続されています。実機の状態を優先します。
seen-slot-link = { $slot } は、マニュアルでは { $said } ですが、実機では { $seen } で動作しています。実機の状態を優先します。
seen-slot-is-on = { $slot } は、マニュアルではほかのデバイスの使用により無効になるはずですが、実機では使用中です。実機の状態を優先します。
seen-no-slot = { $seat } は使用中ですが、該当するスロットがボードに残っていません。

# ボードについて確かでない事実のうち、答えが依存するもの。
board-slot-either = { $slot } の接続先は { $here } とみなしています。{ $others } の可能性もあり、決め手になる情報源がありません。{ $slot } にデバイスを挿した状態でキャプチャすれば分かります。
board-slots-doubtful = { $slots }：接続先とレーン数は、確度の低い出典 1 件だけに基づきます。デバイスを挿した状態のキャプチャで確かめられます。
board-rules-doubtful = { $slots } が無効になる、またはレーンが減る条件は、確度の低い出典 1 件だけに基づきます。マニュアルを確認するか、変更前後をキャプチャしてください。
board-on-cpu = CPU
board-on-chipset = チップセット
board-on-link = { $on }（{ $link }）
board-open-split = スロットのレーン分割
board-open-split-of = { $slot } のレーン分割
board-open-sharing = どのスロットとポートがレーンを共有するか
board-open-sharing-sata = M.2ソケットがSATAポートとレーンを共有するか
board-sharing-unknown = このボードについて不明な点：{ $what }。ここで使うスロットが他のスロットを無効にしないか、マニュアルで確認してください。
board-unresolved = このボードについて不明な点：「{ $what }」。

seen-drafted = ボードが不明なため、{ $chipset } を搭載する多くのボードにある空きスロットを仮定しました：{ $slots }。実機と照らし合わせてください。カタログにあるボード、または `narrows learn` で下書きしたファイルを `--board` で指定できます。
    .page = ボードが不明なため、{ $chipset } を搭載する多くのボードにある空きスロットを仮定しました：{ $slots }。実機と照らし合わせるか、マザーボードを選んでください。

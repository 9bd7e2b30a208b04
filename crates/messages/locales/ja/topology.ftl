# 取り込んだ構成についての注記
note-bus-claimed-twice = このブリッジはバス { $bus } を主張していますが、{ $first } も同じバスを主張しています。先に見つかった方の配下とみなします。
note-bus-circle = バス番号が循環しています。{ $above } への接続は無視しました。
note-uplink-unknown = チップセットとCPUを結ぶリンクが不明なため、その上限も分かりません。
note-uplink-by-family = チップセットの正確な型番が不明です。上りリンクは同じ世代の代表値とみなします(下位モデルでは狭い場合があります)。
note-drive-assumed = コントローラだけが写っています（ドライブ{ $count }台: { $drives }{ $more ->
    [0] { "" }
   *[other] 、ほか{ $more }台
}）。その先のドライブはリンクと同じ速さとみなします。
note-uplink-emulated = チップセットは仮想のものです。CPUとの間に実在のリンクはありません。
note-bus-too-deep = このブリッジの上に、バス番号の数より多くのブリッジがあることになっています。ルートバス上にあるとみなします。
note-package-unknown = PCI機能{ $count }個がどのCPUにつながるかが示されていません。{ $processors } のいずれかで、{ $processor } の下に表示します。
note-images-left-out = パッケージ用の読み取り専用ループデバイス{ $count }個は省きました。
note-more-like-it = 直前と同種の注記がほかに{ $count }件あります。

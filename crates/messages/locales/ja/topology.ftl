# キャプチャについての注記
note-bus-claimed-twice = このブリッジと { $first } は、どちらもバス { $bus } を配下とする設定です。バス上のデバイスは先に見つかったほうの配下と仮定します。
note-bus-circle = バス番号がループしています。{ $above } への接続は無視しました。
note-uplink-unknown = チップセット・アップリンクが不明なため、その帯域も不明です。
note-uplink-by-family = チップセットの正確な型番が不明です。アップリンクは同系列の値を使います（下位モデルではより狭い場合があります）。
note-drive-assumed = キャプチャにはドライブ { $count } 台（{ $drives }{ $more ->
    [0] { "" }
   *[other] 、ほか { $more } 台
}）のコントローラーだけが含まれています。ドライブの速度はリンクと同じと仮定します。
note-drive-unknown = キャプチャにはドライブ { $count } 台（{ $drives }{ $more ->
    [0] { "" }
   *[other] 、ほか { $more } 台
}）のコントローラーだけが含まれており、ドライブの型番もリンクも不明です。
note-places-unknown = どのデバイスがどのポートの下にあるか不明のため、レーン数も複数ドライブの合計速度も計算できません。sudo lspci -vv の「Bus:」の行で確認できます。
note-uplink-emulated = エミュレートされたチップセットです。CPU との間に実在のリンクはありません。
note-bus-too-deep = このブリッジの上位に、バス番号の数より多くのブリッジがあることになっています。ルートバス上にあると仮定します。
note-package-unknown = PCI ファンクション { $count } 個の接続先 CPU がキャプチャに示されていません。{ $processors } のいずれかで、{ $processor } の下に表示します。
note-images-left-out = パッケージ用の読み取り専用ループデバイス { $count } 個は表示しません。
note-more-like-it = 同種の注記がほかに { $count } 件あります。

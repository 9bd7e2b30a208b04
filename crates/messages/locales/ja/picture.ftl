# The picture of what flows: its title, figures and keys.
picture-bottleneck = ボトルネック：{ $name }
picture-wrong-data = データ破損：{ $drives }
picture-failed-requests = I/O エラー：{ $drives }
picture-failed = I/O エラー
picture-slow = 想定より低速：{ $drives }
picture-contention = { $count ->
    [1] ボトルネックは不明
   *[other] { $count } 台の間で競合
}
picture-shared = 共有リンク：{ $name }
picture-narrow-link = { $count ->
   *[other] 低速で動作中のリンク：{ $name }
}
picture-no-contention = { $count ->
    [1] ボトルネックなし：ドライブの速度どおり
   *[other] { $count } 台の間に競合なし
}
picture-alone = { $name } 単体：{ $rate }
picture-alone-hint = ほかのドライブを動かさずに測定した値です。
picture-nowhere = ドライブの接続先は不明
picture-links = { $count ->
    [0] ドライブなし
   *[other] ドライブ { $count } 台とそのリンク
}
picture-no-links = { $count ->
   *[other] ドライブ { $count } 台（リンク不明）
}
picture-lost-at = { $count ->
    [1] 1 台：{ $could } のうち { $got } しか出ません（{ $percent } 低下）。
   *[other] { $count } 台同時では { $could } のうち { $got } しか出ません（{ $percent } 低下）。
}
picture-crowded = { $count } 台で共有：このリンクは { $got }、その先は合計 { $could } を出せます。
picture-reaches-all = どのドライブも単体と同じ速度です。
picture-links-only = リンクの実効帯域です。ドライブ自体の速度は不明です。
picture-link-only-of = { $drives } はリンクの実効帯域で、ドライブ自体の速度は不明です。
picture-busy = ボトルネック、使用率 { $percent } %
picture-passes = 共有リンクの帯域
picture-links-sum = 各ドライブのリンク合計
picture-lost-all = 全ドライブの損失（{ $percent }）
picture-lost = 損失（{ $percent }）
picture-all = { $count ->
    [1] このドライブ
    [2] 2 台同時
   *[other] 全 { $count } 台同時
}
picture-of = / { $rate }
picture-each = 1 台あたり { $got }
picture-each-of = 1 台あたり { $got }（単体 { $could }）
picture-link = リンク
picture-idle = その他のデバイス：
picture-hatched = 損失
picture-hatched-capacity = 共有リンクの帯域を超える分
picture-capacity = リンク実効帯域
picture-predicted = 予測
picture-measured = 実測
picture-simulated = シミュレーション
picture-moves-all = { $name }：{ $got }
picture-moves = { $name }：{ $could } のうち { $got }（損失 { $percent }）
picture-unknown = 不明
picture-drives = { $count } 台
picture-and-more = { $name } ほか { $count } か所
picture-upgrade = 最も効果の大きい変更（{ $gain }、合計 { $rate }）：{ $what }。
picture-shared-by = { $count } 台で上限に達します：{ $got }。
report-column-rate = 速度
report-column-slot = スロット
report-column-model = 型番
posted-other = その他のワークロード（全台同時）
posted-bars = # 転送、- 損失。最長のバーは { $rate }
posted-made = Narrows { $version } で作成。1 MB/s = 1,000,000 バイト/秒
picture-rated = 公称値
picture-rated-sum = ドライブの公称値の合計
picture-crowded-rated = { $count } 台で共有：このリンクは { $got }、ドライブ自体は合計 { $could } まで出せます。
picture-links-suffice = PCIe、SATA、SAS、USBのどのリンクも、その先のドライブの速度に足りています。
picture-link-below-drive = { $count ->
    [1] { $drives } は { $rated } で読めますが、リンクの帯域は { $link } です。
   *[other] { $drives }：1 台あたり { $rated } で読めますが、リンクの帯域は { $link } です。
}
picture-own-link = { $count ->
   *[other] ドライブより低速なリンク：{ $name }
}

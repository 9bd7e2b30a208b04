# ボトルネック以外の測定結果：速度の推移、イベント、ドライブ間の比較
finding-cache-exhausted = { $drive }（{ $workload }）：{ $bytes } でキャッシュが枯渇しました：{ $from } → { $to }。持続速度は低いほうの値です。
finding-fell = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）以降、速度が低下したままです：{ $from } → { $to }。観測した範囲では、リンク、温度、ほかの I/O のいずれでも説明できません。
finding-fell-partly-seen = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）以降、速度が低下したままです：{ $from } → { $to }。原因は見つかりませんでした。{ $link ->
    [seen] リンクは変化していません。
   *[unseen] リンクは観測していません。
}{ $heat ->
    [seen] 温度では説明できません。
   *[unseen] 温度は観測していません。
}{ $others ->
    [seen] ほかの I/O はほとんどありませんでした。
   *[unseen] ほかの I/O はドライブまで観測していません。
}
finding-fell-link = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）で速度が低下しました：{ $from } → { $to }。動作中にリンクが { $before } から { $after } に落ちたためです。よくある原因は、接触不良、ケーブル不良、省電力機能です。
finding-fell-throttle = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）で速度が低下しました：{ $from } → { $to }。{ $what } の熱または電力によるスロットリングです（カウンター { $counter } が増加）。熱が原因なら、冷却を強化すると高いほうの速度が長く続きます。
finding-fell-hot = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）、{ $celsius } °C で速度が低下しました：{ $from } → { $to }。原因はおそらく熱です。ドライブはスロットリングを記録していないか、報告しません。
finding-fell-others = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）で速度が低下しました：{ $from } → { $to }。測定中にこのドライブでほかの I/O（{ $others }）があり、それが原因の可能性があります。
finding-rose = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）以降、速度が上がったままです：{ $from } → { $to }。観測した範囲では説明できません。
finding-rose-again = { $drive }（{ $workload }）は { $bytes }（{ $seconds }）で速度が上がりました：{ $from } → { $to }。この時点で全体を一度読み終えており、以降はドライブ内または手前のキャッシュが応答しています。ドライブ本来の速度は低いほうだけです。
finding-restless = { $drive }（{ $workload }）は速度が { $changes } 回変わり、{ $low } から { $high } の間で変動しました。動作中にガベージコレクションを行うドライブや、ほかと共用のディスクに見られる動きです。長時間測定の平均値だけが目安になります。
finding-not-steady = { $drive }（{ $workload }）は { $seconds } では定常状態になりませんでした。1 秒ごとに { $low } から { $high } の間で変動しています。持続速度を知るには、より長く測定してください。
finding-link-fell = { $drive } のリンクが測定開始から { $seconds } で { $before } から { $after } に落ちました。よくある原因は、接触不良、ケーブル不良、省電力機能です。
finding-link-narrower = { $drive } のリンクは、負荷時が { $after }、測定前が { $before } でした。
finding-throttled = 測定中に { $what } で熱または電力によるスロットリングが発生しました（カウンター { $counter }：{ $count }）。以降の値は、スロットリングがない場合より低い可能性があります。
finding-other-io-span = 測定中に { $drive } でほかの I/O が { $bytes } ありました（ある測定回の { $from } から { $until } まで）。結果はその分だけ低い可能性があります。
finding-other-io = 測定中に { $drive } でほかの I/O が { $bytes } ありました。結果はその分だけ低い可能性があります。
finding-answered-before = { $drive } の単体リードは { $rate } です。ドライブ本来の値ではない可能性があります。{ $what ->
    [loop-cache] ループデバイス { $name } は、要求の種類にかかわらず、ページキャッシュ経由でファイルを読みます。`losetup --direct-io=on` で避けられます。
    [page-cache] ダイレクト I/O を要求しても、ファイルシステム（{ $name }）はこのファイルをページキャッシュ経由で読みます。
    [memory] データはメモリ上（{ $name }）にあります。
    [cache-device] ドライブの手前にキャッシュデバイス（{ $name }）があります。
    [packing] { $name } は圧縮または重複排除を行うため、ドライブから読む量はこれより少ない可能性があります。
   *[other] ダイレクト I/O の扱いはファイルシステム（{ $name }）次第で、独自のキャッシュや別のマシンが応答した可能性があります。
}
note-answered-before = { $drive }：ドライブ本来の値ではない可能性があります。{ $what ->
    [loop-cache] ループデバイス { $name } は、ページキャッシュ経由でファイルを読みます（`losetup --direct-io=on` で避けられます）。
    [page-cache] ダイレクト I/O を要求しても、ファイルシステム（{ $name }）はこのファイルをページキャッシュ経由で読みます。
    [memory] データはメモリ上（{ $name }）にあります。
    [cache-device] ドライブの手前にキャッシュデバイス（{ $name }）があります。
    [packing] { $name } は圧縮または重複排除を行います。
   *[other] ダイレクト I/O がドライブまで届くかどうかはファイルシステム（{ $name }）次第で、独自のキャッシュや別のマシンが応答した可能性があります。
}
finding-slower = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。既知の違いでは説明できません。
finding-faster = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。観測していない違いがあるか、キャッシュが応答しています。
finding-slower-link = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。リンクは { $own } で、ほかは { $theirs } です。
finding-slower-hot = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。温度は { $own } °C で、ほかは最高でも { $theirs } °C です。
finding-slower-node = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。接続先は NUMA ノード { $own } で、ほかはノード { $theirs } です。
finding-slower-others = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。測定中にこのドライブでほかの I/O が { $bytes } ありました。
finding-slower-full = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。ファイルシステムの使用率は { $own } % で、ほかは最高でも { $theirs } % です。
finding-slower-firmware = { $drive }（{ $workload }）は { $rate } ですが、同型のドライブは { $usual } です（{ $others }、{ $model }）。ファームウェアは { $own } で、ほかは { $theirs } です。
finding-held-room = { $other } を { $taken } に制限すると、{ $drive } は { $beside } を維持します。共有経路は少なくとも { $room } を通し、両方が全速のときだけボトルネックになります。ボトルネックは共有経路で、{ $drive } のスロットではありません。
finding-held-own = { $other } を { $taken } に制限すると、{ $drive } は { $beside } で、単体と変わりません。全速同士でも競合なしです。{ $drive } のボトルネックは自身の経路（スロット、リンク、ドライブ）にあり、共有部分ではありません。
finding-held-kept = { $other } を { $taken } に制限すると、{ $drive } は { $beside } で、単体と変わりません。両方が全速のときだけ飽和する共有経路の有無は、速度制限なしで両方を同時に測定すれば分かります。
finding-held-shared = { $other } が { $taken } を使うと、{ $drive } は単体の { $alone } から { $lost } 低下し、合計は { $sum } です。一方が使う分だけ他方が減るため、この帯域の経路を共有しています。{ $drive } のスロットだけなら { $other } の影響は受けません。
finding-held-disturbed = { $other } が { $taken } しか使わないのに、{ $drive } は単体の { $alone } から { $lost } 低下します。リンクの共有では説明できない干渉です。コントローラー、CPU コア、下位のデバイスなど、両方を処理する部分を調べてください。

# 数値の横の短い注記
fact-changed = { $bytes } 以降 { $from } → { $to }
fact-steady = { $seconds } 以降は { $rate } で安定
fact-not-steady = 定常状態に達せず
fact-thread = 測定スレッドが 1 コアの { $percent } % を使用
fact-failed = 要求 { $count } 件が失敗
fact-wrong = { $blocks } ブロック中 { $wrong } ブロックが不一致（最初は { $first } バイト目）
fact-flush = フラッシュにさらに { $seconds }
fact-unfilled = 初めて書くブロックへの書き込み
fact-short = 集計は { $seconds } のみの概算値
fact-verified = { $blocks } ブロックを照合済み
fact-mixed = リード { $read }、ライト { $written }
fact-held = 速度制限 { $rate }
fact-later = { $seconds } 遅れて開始
fact-temperature = { $from } → { $to } °C
fact-link = リンク { $states }
fact-answered-before = キャッシュまたはメモリの値の可能性あり
fact-layers = { $layers } 経由
fact-scheduler = スケジューラー { $name }
fact-copied = コピーオンライト
fact-compressed = 圧縮ファイルシステム
fact-full = ファイルシステム使用率 { $percent } %
fact-no-write-cache = ドライブの書き込みキャッシュが無効
report-column-of-alone = 単体比
report-column-when = 組み合わせ
report-legend-change = │：速度が変わった点。
report-html-key-change = 速度が変わった点
report-html-key-steady = 定常状態
finding-wrong-blocks = データ破損：{ $drive } から読んだ { $blocks } ブロックのうち { $wrong } ブロックが、書いた内容と一致しません（最初は { $first } バイト目{ $why }）。ドライブ、リンク、メモリ、またはその間のどこかでデータが壊れています。原因が分かるまで、このドライブを信頼しないでください。

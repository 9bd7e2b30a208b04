# 上限の呼び名
limit-drive = ドライブ { $drive } 自身
limit-cache = { $drive } の使い切られた書き込みキャッシュ
limit-write-back = ライトバックキャッシュから { $drive } への書き出し
limit-reads-first = { $drive } への小さな書き込みに先立つ読み出し(深さ { $depth }、1回 { $latency })
limit-drive-iops = { $drive } の毎秒処理回数
limit-depth = { $drive } のキュー深さ { $depth }(1回 { $latency })
limit-transport = { $drive } のSATA・SAS・USBリンク
limit-link = { $node } のリンク({ $link })
limit-chipset-uplink = チップセットの上りリンク({ $link })
limit-switch-uplink = スイッチ { $switch } の上りリンク({ $link })
limit-root-complex = ルートコンプレックス { $id } 自身
limit-controller = コントローラ { $id } 自身
limit-cable = ケーブル { $id }
limit-place-uplink = { $id } の中継能力
limit-threads = { $target } を処理する{ $jobs }スレッド
limit-cores = プロセッサの{ $cores }コア
limit-raid-layer = 要求を1つずつ処理する { $array } のRAID層
limit-memory = メモリ帯域
limit-application = { $target } を使うプログラム自身
limit-demand = { $card } の要求量

# 構成ファイルの誤り

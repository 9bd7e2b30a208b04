# ボトルネックの名前
limit-drive = ドライブ律速（{ $drive }）
limit-cache = { $drive } の書き込みキャッシュ満杯
limit-write-back = ライトバックキャッシュから { $drive } への書き出し
limit-reads-first = { $drive } のリードモディファイライト（QD{ $depth }, 1 回 { $latency }）
limit-drive-iops = IOPS律速（{ $drive }）
limit-depth = レイテンシ律速（{ $drive }, QD{ $depth }, { $latency }）
limit-transport = { $drive } の { $link } リンク
limit-link = { $node } のリンク（{ $link }）
limit-chipset-uplink = チップセット・アップリンク（{ $link }）
limit-second-chipset-uplink = チップセット { $chipset } のアップリンク（{ $link }）
limit-switch-uplink = スイッチ { $switch } のアップリンク（{ $link }）
limit-root-complex = ルートコンプレックス { $id }
limit-controller = コントローラー { $id }
limit-network-link = ネットワークリンク { $id }
limit-cable = ケーブル { $id }
limit-place-uplink = { $id } の上流経路
limit-threads = CPU { $jobs } スレッド律速（{ $target }）
limit-cores = CPU 全 { $cores } コア
limit-raid-layer = { $array } の RAID 層（要求を逐次処理）
limit-memory = メモリ帯域
limit-application = アプリケーション律速（{ $target }）
limit-demand = { $card } の要求量

# 構成ファイルの誤り

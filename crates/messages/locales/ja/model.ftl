# 上限の呼び名
limit-drive = ドライブ { $drive } 自身
limit-drive-iops = { $drive } の毎秒処理回数
limit-depth = { $drive } のキュー深さ { $depth }(1回 { $latency })
limit-transport = { $drive } のSATA・SAS・USBリンク
limit-link = { $node } のリンク({ $link })
limit-chipset-uplink = チップセットの上りリンク({ $link })
limit-switch-uplink = スイッチ { $switch } の上りリンク({ $link })

# 構成ファイルの誤り
machine-schema = 構成ファイルではありません。schemaが「{ $wanted }」ではなく「{ $found }」です
machine-toml = { $problem }
machine-no-such-chipset = チップセット「{ $id }」はカタログにありません。`narrows catalog chipsets` で一覧できます
machine-no-such-drive = ドライブ「{ $id }」はカタログにありません。代わりにここへ数値(read、writeなど)を書いてください
machine-no-such-place = 「{ $id }」というものはありません。置き場所は「cpu」「chipset」(hostで指定した場合)またはスイッチです
machine-no-such-slot = 「{ $id }」というスロットはありません
machine-no-such-member = 「{ $id }」はこのファイルのドライブではないか、既にメンバーです
machine-array-empty = このアレイにはメンバーがありません
machine-slot-taken = スロット「{ $slot }」には既に「{ $by }」があります
machine-slots-and-count = ドライブ{ $count }台に対しスロットが{ $slots }個指定されています
machine-count = countは1から{ $most }までです
machine-twice = 「{ $id }」は既にあります
machine-drive-nowhere = このドライブの置き場所がありません。slotを指定するか、SATAならonを指定してください
machine-not-utf8 = 構成ファイルはUTF-8のテキストですが、そうなっていません

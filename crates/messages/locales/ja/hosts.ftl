# `narrows hosts`: 多数のホストに同じことを問う。
hosts-unreadable = 他のホストから届いたデータを読めません: { $why }。
hosts-other-build = 他のホストでは { $found }、このホストでは Narrows { $own } が動いています。すべてのホストで同じビルドを起動してください。
cluster-schema = クラスター・ファイルではありません。スキーマは "{ $wanted }" ではなく "{ $found }" です
cluster-no-such-host = "{ $id }" というホストはありません。`count = 3` のホストは、名前に番号を付けて node1、node2、node3 と呼びます
cluster-no-such-host-near = "{ $id }" というホストはありません。"{ $near }" のことですか？
cluster-no-such-network = "{ $id }" というネットワークはありません。[[network]] で記述してください
cluster-no-such-network-near = "{ $id }" というネットワークはありません。"{ $near }" のことですか？
cluster-no-such-server = "{ $id }" というサーバーはありません。[[server]] で記述してください
cluster-no-such-server-near = "{ $id }" というサーバーはありません。"{ $near }" のことですか？
cluster-round = ラウンドは 1 から数えます
cluster-count = count は 1 以上で、1 つのファイルのホストは合計 { $most } 台までです
cluster-target-without-server = ターゲットには、それを提供するサーバーが必要です: servers = ["store"]
cluster-cycle = "{ $id }" は自分自身に戻っています。ネットワークは `on` で別のネットワークにつながり、最上位には `on` がありません
cluster-twice = "{ $id }" というホストはすでにあります。count は番号付きの名前を作ります
hosts-writes-need-folder = { $path } はディレクトリではありません。書き込みは Narrows 自身のファイルにだけ行うので、全ホストが共有するディレクトリを指定してください

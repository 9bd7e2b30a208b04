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
hosts-open-alone = { $units } は単体で測定されていません。
hosts-open-together = 全台同時の測定がありません。
hosts-open-membership = { $unit } が { $others } と同じ上限を共有するかは未確定です。
hosts-open-limit = { $units } は上限を共有している可能性があります（確度 { $percent } %）。根拠が足りません。
hosts-open-alike = { $units }：{ $rate } の上限 1 つか、その一部ごとの { $parts } つの上限か。片方だけを動かした測定がありません。
hosts-open-hidden = { $units } の中に、他が休んでいるときにだけ現れる小さなグループの上限があるかもしれません。
hosts-open-loses = { $unit } は同時実行で { $percent } % 低下しますが、見つかった上限では説明できません。
hosts-open-many = 対象は { $units } で、個別に比較できるのは { $most } までです。既知のグループ内とグループ単位で上限を調べました。複数グループの一部にまたがる上限は見つかりません。
hosts-open-many-ungrouped = 対象は { $units } で、個別に比較できるのは { $most } までです。グループが不明なため、単体と全台同時だけを測定しました。ラックやスイッチを指定すると（--groups FILE）、何を共有しているかがわかります。
hosts-odd-faster = { $units } は単体（{ $alone }）より同時実行（{ $rate }）のほうが速くなりました。
hosts-odd-unsteady = { $units } は同じ条件の測定で大きくばらつきました：{ $low } ～ { $high }。
hosts-odd-slower = { $units } は { $rounds } 回の測定で単独で遅くなりました：通常の { $percent } %。
hosts-cause-uplink = スイッチ { $place } のアップリンク
hosts-cause-uplink-unnamed = これらのホストだけが通るスイッチのリンクなど、ネットワークの一部
hosts-cause-card = サーバー { $place } のネットワークカード
hosts-cause-card-unnamed = サーバーのネットワークカード
hosts-cause-drives = サーバー { $place } のドライブ
hosts-cause-drives-unnamed = サーバーのドライブ
hosts-cause-cpu = サーバー { $place } の CPU（IOPS）
hosts-cause-cpu-unnamed = サーバーの CPU（IOPS）
hosts-cause-other-server = これらのホストのファイルだけを受け持つサーバー
hosts-cause-inside = { $place } の内部：そのホストで `narrows explain` を実行すると、ドライブが共有するものがわかります
hosts-cause-own-apart = 既知のものではありません：別々のホストのドライブが共有するリンクはありません
hosts-cause-unknown = 不明：これらのホストだけが通る既知の場所はありません
hosts-evidence-agrees = 仕様 { $documented }、実測 { $found }
hosts-evidence-more = 仕様 { $documented } は、実測の { $found } を大きく上回ります
hosts-evidence-less = 仕様 { $documented } は、実測の { $found } を下回ります
hosts-experiment-block = ブロックサイズを大きくする：CPU はリクエスト数を、リンクとドライブはバイト数を制限します。
hosts-experiment-memory = 全ホストが 1 つのファイルの同じ部分を読む：サーバーのメモリーから返るデータはドライブを通りません。
hosts-experiment-both-ways = 半数のホストが読み出し、残りが書き込む：リンクは両方向を同時に運べますが、ドライブと CPU は交互に処理します（--both-ways）。
hosts-ran-block-rose = ブロックサイズを大きくすると { $limit } が { $sum } になりました：律速はバイト数ではなくリクエスト数です。
hosts-ran-block-same = ブロックサイズを大きくしても { $sum } で、{ $limit } を超えません：律速はリクエスト数ではなくバイト数です。
hosts-ran-memory-rose = サーバーのメモリーからは { $limit } ではなく { $sum } が得られました：ドライブ律速です。
hosts-ran-memory-same = 同じ部分を読んでも { $sum } で、{ $limit } を超えません：ドライブ律速ではないか、サーバーがメモリーに保持していません。
hosts-ran-both-ways-rose = 両方向の合計は { $limit } ではなく { $sum } でした：リンク律速です。
hosts-ran-both-ways-same = 両方向の合計は { $sum } で、{ $limit } を超えません：リンク律速ではありません。
hosts-interrupted = 中断されました。このホストは担当分を途中で終えました。
hosts-no-common-file = ディレクトリでは各ホストが自分のファイルを読みます。1つのファイルを一緒に読むには、対象にファイルかデバイスを指定してください。
hosts-cannot-measure = このホストでは { $target } を { $workload } で測定できません。
ranks-not-launched = ランチャーから起動されていません。全ホストで同時に起動してください：mpirun -np 8 narrows hosts ...、または srun --mpi=pmix narrows hosts ...。仮想ホストで試す場合：narrows hosts --on CLUSTER.toml
ranks-no-mpi = この Narrows は MPI なしでビルドされています。mpirun や srun でホストをつなぐには MPI が必要です。クラスターの MPI 用にビルドしてください：cargo build --release --features mpi（mpicc と libclang が必要。docs/launching.md 参照）。仮想ホストで試す場合：narrows hosts --on CLUSTER.toml
ranks-other-mpi = ランチャーは { $launched } プロセスを起動しましたが、このビルドの MPI（{ $own }）からは自分しか見えません。ランチャーとは別の MPI です。起動に使う mpirun と同じ MPI の mpicc で Narrows をビルドしてください。Slurm では srun --mpi=pmix を試してください。

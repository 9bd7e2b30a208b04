# ブラウザーのプランナーが、手で作った構成について言うこと。

arrange-no-state = リンクの内容を読み取れません: { $why }
arrange-other-version = このリンクは別のバージョンで作られました（形式 { $version }。このページが読めるのは { $own }）。リンクを作ったバージョンの Narrows で開くか、マザーボードまたはファイルから始めてください。
arrange-no-source = マザーボード、例、ファイルのどれもまだ選ばれていません。
arrange-no-device = 「{ $device }」という機器はありません。
arrange-file-too-large = { $name } は { $most } MiB を超えています。キャプチャーはこれより小さいものです。narrows capture のキャプチャー、lspci -vvnn の出力、構成ファイルのどれかをドロップしてください。
arrange-file-missing = { $name } はこのページに残っていません。もう一度ドロップしてください。
arrange-file-of-entries = { $name } はカタログの項目です。設定フォルダーの narrows/catalog に置いて narrows web を実行してください。ページからカタログは変更できません。
arrange-file-document = { $name } は結果であり、マシンの情報ではありません。同じ測定のフォルダーにある capture.tar.gz をドロップしてください。
arrange-aside = { $device } を挿すスロットがありません: { $why }
arrange-lanes = { $most } レーン中 { $taken } レーン
arrange-lanes-taken = { $taken } レーン使用
arrange-slot-off = この構成では無効になります。
arrange-setting = { $name } = { $value }
arrange-setting-own = { $name }: ファームウェアの既定値
arrange-array = { $drives } 台の { $level }
arrange-array-few = { $level } に必要な台数のドライブが挿さっていません。
arrange-array-capacity = 使用可能 { $size }
arrange-array-fragile = 1 台でも故障すると、すべてのデータが失われます。
arrange-array-survives = { $drives } 台の故障まで耐えます。
arrange-level-few = { $drives } 台以上のドライブが必要です。
arrange-engine-windows = Windows のストライプボリューム
arrange-gpu = グラフィックスカード
arrange-gain = 現在より { $rate } 増えます
arrange-proof = 最良と証明済み: { $looked } 通りの構成を比較し、これを上回るものはありません。
arrange-proof-gap = 比較した { $looked } 通りの構成の中で最良です。これを { $gap } % より大きく上回る構成はありません。
arrange-trade = { $rate }（{ $cards }）
arrange-trade-lanes = カードに { $lanes } レーン
arrange-trade-sata = SATA ポートの空き { $ports }
arrange-notes-places = 取り付ける場所
arrange-notes-settings = ファームウェアの設定
arrange-notes-buy = 購入: { $model } → { $slot }
arrange-notes-has = { $model } → { $slot }

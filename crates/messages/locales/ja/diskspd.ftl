# DiskSpdでの測定
diskspd-only-windows = DiskSpdはWindowsでのみ動きます。--dry-runを付けると、Windowsで実行するコマンドラインをここで表示できます
diskspd-no-option = { $option } はDiskSpdに渡せません。指定を外すか、別のエンジンで測定してください
diskspd-device = { $folder } はドライブまたはボリュームそのものです。narrows diskspdは自分のテストファイルだけを使います。D: や E:\bench のようなフォルダーを指定してください
diskspd-letters = { $folder } はDiskSpdに渡せません。引用符や %、$、& などを含まない、半角英数字のフォルダーを指定してください
diskspd-no-folder = { $folder } はWindowsの完全なパスではありません。D: や E:\bench のようにドライブ文字から、または \\server\share の形で指定してください
diskspd-no-name = { $folder } には英数字と - 、_ による名前が必要です。NAME={ $folder } の形で指定してください
diskspd-interface = ワークロード { $name }：DiskSpdは { $interface } を使えません。名前から取り除いてください
diskspd-pool = ワークロード { $name }：全対象を共同で扱うスレッド（{ $pool }）はDiskSpdに渡しません
diskspd-file-too-small = ワークロード { $name } は同時に { $least } を要求し、テストファイルの { $size } を超えます。--scratch-sizeを大きくしてください
diskspd-nothing-said = DiskSpdに渡せるワークロードがありません
diskspd-left-out = { $profile }：{ $row } は除外しました：{ $why }
diskspd-only-files = 多数のファイルを使う作業であり、DiskSpdにはありません
diskspd-no-positions = DiskSpdはテストファイル全体を測定し、位置ごとには測定しません
diskspd-no-precondition = { $profile }：テストファイルのプレコンディショニングは行いません。DiskSpdにはその機能がありません
diskspd-not-until-steady = { $profile }：速度が安定するまでではなく、--repeatの回数だけ実行します
diskspd-missing = narrows.exeと同じ場所にもPATHにも、DiskSpdが見つかりません。Microsoftの無料プログラムです。GitHubの microsoft/diskspd のリリースからDiskSpd.zipを入手してnarrows.exeと同じ場所に展開するか、--programで指定してください
diskspd-no-program = --program { $path }：ファイルがありません
diskspd-is-another = { $path } はDiskSpd 2ではありません
diskspd-not-started = { $path } を実行できません：{ $why }
diskspd-no-job = DiskSpdは起動していません。このプログラムと同時に終了させるためのジョブオブジェクトをWindowsが拒否しました：{ $why }
diskspd-found = DiskSpd { $version } を使用：{ $path }
diskspd-runs = 組 { $number } / { $of }：{ $set }、{ $workload }、{ $time }
diskspd-runs-chosen = 組 { $number } / 最大 { $of }：{ $set }、{ $workload }、{ $time }
diskspd-failed = DiskSpdが { $set } で失敗しました：{ $why }
diskspd-interrupted = DiskSpdが何も測定しないうちに中断されました
diskspd-no-room = { $folder } の空きは { $free } ですが、テストファイルには { $size } が必要です。--scratch-sizeを小さくするか、別のフォルダーを指定してください
diskspd-no-file = { $folder } にテストファイルを作れません：{ $why }。{ $name }=C:\Users\NAME のように、書き込めるフォルダーを指定してください
diskspd-file-is-there = { $path } はすでにあり、この測定が作ったものではありません。別の測定が使用中かもしれません。そうでなければ削除するか、別のフォルダーを指定してください
diskspd-compressed = { $folder } は圧縮または暗号化されているため、読み取るデータがドライブのものと異なります。別のフォルダーを指定してください
diskspd-file-stays = { $path } を削除できませんでした。次のnarrows diskspdが再び試みます
diskspd-swept = 強制終了された測定が残した { $path } を削除しました
diskspd-results-not-empty = { $path } は空ではありません。ほかの結果と混ざるため、新しいフォルダーを指定してください
diskspd-answers = DiskSpdの結果：{ $folder }
diskspd-answers-stay = それまでにDiskSpdが測定した結果は { $folder } にあります：narrows explain --from { $folder }
diskspd-administrator = DiskSpdを管理者権限で実行しました。その場合DiskSpdは書き込みをせずにテストファイルを作り、一度も書かれていないブロックはフラッシュより速く読めることがあります。信頼できる数値には、管理者権限なしで実行してください。
diskspd-lines = Windowsのコマンドプロンプト（cmd）用のコマンドライン { $lines } 行です。約 { $time } と、ファイルの書き込み時間がかかります。その後：narrows explain --from { $folder }
diskspd-lines-chosen = Windows上のnarrows diskspdは、これらの結果をもとに続く組を選びます（合計で最大 { $time }）。組を固定するには：--set each-and-pairs-and-all

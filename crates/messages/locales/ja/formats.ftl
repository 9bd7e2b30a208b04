# ほかのプログラムの結果

import-unknown = 読める結果ファイルではありません。fio（JSON・terse・テキスト）、CrystalDiskMark、KDiskMark、AS SSD、DiskSpd（XML・テキスト）、Iometer、elbencho（CSV・JSON・テキスト）、YABS、hdparm、dd、sysbench fileio、bonnie++、iozone、GNOME Disks、Phoronix Test Suite（XML）、または target・workload・mb_s の列を持つ表が必要です
import-atto = ATTO Disk Benchmark の保存ファイルです。形式が公開されておらず確認できないため、読み込みません。数値は target・workload・mb_s の列を持つ表（CSV）にしてください
import-no-figures = { $tool } のファイルですが、数値がありません
import-broken = { $tool } のファイルとして読めません：{ $line } 行目：{ $why }
import-table-row = 表の { $line } 行目：target、workload と、mb_s・mib_s・iops のどれかが必要です。小数点はピリオドで書きます
import-empty = 結果ファイルがありません
import-failed = { $source } に結果がありません：{ $file }：{ $why }
import-unreadable = { $file } を読めません：{ $why }
import-too-many = { $source } のファイルが { $most } を超えています。結果だけのフォルダーを指定してください
import-too-many-figures = 結果が { $most } 件を超えています。これほど多い測定は表示も保存もできません。一度に取り込むファイルを減らすか、テストごとに結果を一つにしてください
import-too-many-together = 同時に動いたドライブが多すぎます。各結果は一緒に動いたすべてのドライブ名を持ち、その合計が { $most } 個を超えます。一度に取り込むファイルを減らすか、組を小さくしてください
import-left-out = { $file } は除外しました：{ $why }
import-one-for-several = { $file } は除外しました：名前は複数のドライブですが、数値は全体で 1 つです。その名前のフォルダーに、ドライブごとのファイルを置いてください
import-not-of-set = { $file } は除外しました：ドライブが組の名前（{ $set }）に含まれていません
import-best-of = 数値は複数回のうちの最高値です。また、手で起動したプログラムは同時には始まりません。そのため、上限を共有するドライブは実際より速く見えます。全ドライブを同じ時間だけ測る DiskSpd や fio のほうが確かです。
import-fio-order-unknown = この版の fio はジョブの実行時刻を記録せず、時間も重なっています。数値は表示しますが、共有の推定には使いません。fio 3.36 以降なら記録されます。または、組ごとに別のファイルにしてください。
import-fio-group = ジョブ { $job } は除外しました：fio が group_reporting により複数のジョブをこの名前で合計したため、個別の値がファイルにありません。group_reporting なしなら記録されます。
import-fio-unread = ジョブ { $job } は除外しました：リードまたはライトの速度がないか、両方の合計だけでリードの割合が不明です。
import-other = 「{ $mark }」の結果には対応していません。{ $instead } を使ってください
import-contradiction = { $what } は除外しました：数値が互いに矛盾しています。一部が欠けているか誤っています
import-rates-beside = { $what } は除外しました：1 行に複数の速度があり、どのドライブの数値か分かりません
import-fio-buffered = ジョブ { $jobs } はページキャッシュを通しています（direct=0、fio の既定）。ドライブではなくメモリの速度かもしれません。
import-fio-text = fio のテキストには、ファイル名と、ページキャッシュを通したかどうかがありません。JSON（--output-format=json）にはあります。
import-dd-buffered = dd はページキャッシュを通しています。ドライブではなくメモリの速度かもしれません。iflag=direct、oflag=direct、conv=fdatasync のどれかを付けるとドライブの速度になります。
import-buffered = { $tool } はページキャッシュを通しています。ドライブではなくメモリの速度かもしれません。
import-fio-terse = fio の terse 形式には、ファイル名、アクセス順、ブロックサイズ、ページキャッシュの有無が書かれていません。JSON（--output-format=json）には書かれています。
import-elbencho-console = elbencho の画面出力の MiB/s は整数で、ブロックサイズとファイル名が書かれていません。--csvfile と --jsonfile にはより詳しく書かれています。
import-hdparm-cached = hdparm の Timing cached reads はメモリの速度なので除外しました。
import-elbencho-paths = elbencho はパスの数だけを記録します。複数のパスの測定は 1 つの対象として扱います。
import-lacks = { $tools } による測定です（Narrows の測定ではありません）。リンク、温度、ほかのプロセスのI/O、開始時刻は観測されていません。
import-lacks-own = { $tools } からのエクスポートです。リンク、温度、ほかのプロセスのI/O、開始時刻は元の測定結果にあり、このファイルにはありません。
import-undated = 測定日時がファイルにないため、読み込んだ日時を使います。
import-kept = 測定結果 { $run } として保存しました。
report-method-imported = { $tools } による測定

# プロファイル

profile-broken = プロファイルとして読めません：{ $why }
bench-unknown = プロファイル「{ $name }」はなく、その名前のファイルもありません。使えるのは { $known } です
bench-broken = { $file }：{ $why }
bench-nothing-left = プロファイル { $name } に該当する行がありません
bench-bad-value = 「{ $text }」：{ $why }
bench-words = 測定できません：{ $why }
bench-about = { $title }。出典：{ $source }。
bench-unconfirmed = 未確認：{ $what }。
bench-read = リード
bench-write = ライト
bench-mix = リード { $percent } %
bench-fio-unsupported = { $file } に Narrows が対応していない指定があるため、測定していません。--ignore OPTION で除外できます：{ $options }
bench-fio-empty = { $file } には [global] 以外のセクションがありません
bench-fio-targets = ジョブのファイルは { $files } ですが、対象が { $targets } 個指定されています。1 つだけ、またはファイルごとに 1 つ指定してください
bench-fio-twice = { $file } は同じワークロードで速度制限、キャッシュ、開始時刻だけが異なる複数のセクションを同時に { $target } で実行するため、結果を区別できません。フォルダー（filename のないセクションごとにファイルを作成します）か、ジョブのファイルごとに対象を 1 つ指定してください
export-no-samples = { $run } のレイテンシのサンプルがありません：{ $why }。保存された Narrows の測定だけにあります
bench-steady = { $passes } ラウンドで定常状態に達しました。表は最後の 5 ラウンドの平均です。
bench-not-steady = { $passes } ラウンド以内に定常状態に達しませんでした。表は最後の 5 ラウンドの平均ですが、仕様上の定常状態ではありません。
everyday-load = 大きなファイルの読み込み
everyday-copy = フォルダーのコピー（ドライブ内）
everyday-copy-to = フォルダーのコピー（{ $to } へ）
everyday-scan = 大きなテキストの検索
everyday-write-small = 多数の小さなファイルの書き込み
everyday-read-small = 多数の小さなファイルの読み込み
everyday-time = 秒
everyday-files = ファイル/秒
everyday-cpu = CPU 1 コアの %
everyday-how = 通常のプログラムと同じように、ページキャッシュ経由で、ドライブごとに 1 スレッドで、この測定専用のファイルに対して実行します。読み込むデータは事前にメモリから追い出し、時間はすべてがドライブに書き込まれるまでです。コピーのバイト数は 1 回だけ数えます。ファイルには名前がないため、名前の作成や検索は含みません。
everyday-not-so = { $option } はファイルに対するジョブでは使えません。--setには each、all、each-and-all を指定できます
everyday-no-folder = { $target } はファイルまたはデバイスです。ジョブには、ファイルシステムのあるドライブかフォルダーが必要です
everyday-unusable = { $path } は使えません：{ $why }
everyday-no-room = { $path } の空きは { $free } ですが、ジョブには { $needed } が必要です。--scratch-sizeで小さくできます（64 MiB以上）
everyday-in-memory = { $path } はメモリ上にあり（{ $fs }）、ドライブ上にはありません
everyday-failed = { $job } に失敗しました：{ $why }

# キャプチャから作るボードファイルの下書きのメッセージ: 見えたこと、人に尋ねること、追加のキャプチャで分かること
learn-virtual = { $capture } は仮想マシン（{ $hypervisor }）のものです。スロットはハイパーバイザーのもので、実際のボードのものではありません
learn-two-boards = { $a } は { $board }、{ $b } は { $other } のものです。ボードごとに分けて作成してください
learn-no-ports = { $captures } にはボードのポートがありません。root権限のキャプチャ（`sudo narrows capture -o FILE.tar.gz`）には含まれます
learn-not-a-capture = { $source } はマシンまたはボードの記述です。下書きの元になるのは、キャプチャ、lspciのテキスト、sysfsツリーです
learn-only-firmware = { $source } にはスロット名がありますが、デバイスがありません。同じマシンのキャプチャか `lspci -vvnn` のテキストを加えてください
learn-needs-terminal = --askには端末が必要です。指定しなければ、質問はファイルにコメントとして入ります
learn-saved = 下書きを { $path } に保存しました。「?」の行に答えてから実行してください：narrows catalog check { $path }
learn-answer-skipped = 「{ $answer }」は答えになりません。質問はファイルに残します。
learn-next = 追加のキャプチャで分かること：{ $lines }

learn-differs-on = キャプチャが矛盾しています。ポート { $port } の接続先が、一方では { $first }、他方では { $second } です。
learn-differs-label = キャプチャが矛盾しています。{ $port } のスロットの名前が、一方では「{ $first }」、他方では「{ $second }」です。

learn-rule-change = { $slot } のレーン数は、{ $wide-in } では { $wide }、{ $narrow-in } では { $narrow } です。
learn-rule-group = { $slots } は 1 つのデバイスのファンクションで、{ $total } レーンを分け合います。ほかが空のとき、{ $slot } のレーンは増える可能性があります。その場合は、上のlinkを増やし、コメントを外してください：

learn-ask-name = ボードの名前は何ですか。箱にあるメーカーと型番を記入してください。
learn-ask-label = これはどのスロットですか。{ $device } が挿さっているスロットの脇に印刷された名前を記入してください。
learn-ask-label-empty = これはどのスロットですか。空のポート { $port } の先にあるスロットの脇に印刷された名前を記入してください。
learn-ask-form = { $slot } の形状は x16、x8、x4、x1、m2、u2、slimsas、mcio、oculink のどれですか。ここの値は、挿さっているデバイスからの推定です。
learn-ask-soldered = { $device } は基板に直付けですか、スロットに挿したカードですか。「soldered」か「card」で答えてください。
learn-ask-sata = { $on } のSATAポートはボード上にいくつありますか。{ $used } 個が使用中です。
learn-ask-sata-most = { $on } のSATAポートはボード上にいくつありますか。{ $used } 個が使用中で、チップセットの上限は { $most } 個です。
learn-ask-unseen = ほかにもスロットがありますか。ファームウェアは、空のポートの多くを隠します。

learn-next-rights = root権限のキャプチャ（`sudo narrows capture -o FILE.tar.gz`）なら、{ $captures } にないリンクも分かります。
learn-next-on = sysfsのキャプチャなら、{ $slots } の接続先がCPUかチップセットかが分かります。
learn-next-rule = 次のスロットを 1 つずつ空にしたキャプチャなら、どれが { $slot } のレーンを減らすかが分かります：{ $causes }。
learn-next-empty = 空きスロットにカードかドライブを挿したキャプチャなら、{ $slots } のどれに当たるかが分かります。
learn-next-move = カードかドライブを 1 つ別のスロットに移したキャプチャなら、移動先のスロットと、ほかのスロットのレーンへの影響が分かります。

learn-draft-head = キャプチャから作成した下書きです。「?」の行は、人にしか分からないことの質問です。項目を修正し、その行を削除してください。各キーの説明は docs/boards.md にあります。
learn-draft-known = カタログには { $board } として登録済みのボードです。両者を比べてください。登録済みの項目を置き換えないよう、idは別にしてあります。
learn-draft-no-chipset = チップセットが不明です。`narrows catalog chipsets` で一覧を確認できます。
learn-draft-held = { $capture } では、ここに { $device } がありました（ポート { $port }）。
learn-draft-empty = ポート { $port } は、スロットにつながっていると報告していますが、空です。
learn-draft-no-link = { $slot } は省きました。リンクか接続先が、どのキャプチャでも不明です。
learn-draft-least = 少なくともこのリンク。ポート自身は提供できるリンクを報告していません
learn-draft-listed = ファームウェアの一覧には { $slot } がありますが、対応するポートが見つかりません。接続先と世代は仮定です。
learn-draft-uncomment = このようなボードの多くには次のスロットがあります。このボードにもあるものは、コメントを外して修正してください：
learn-draft-next = 追加のキャプチャで分かること：

learn-open-unseen = 空のときにファームウェアが隠すスロット
learn-open-labels = ポート名を仮の名前にしたスロットの本来の名前
learn-open-chipset = { $family } のうち、どのチップセットか

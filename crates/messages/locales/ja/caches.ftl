# キャッシュモード

caches-not-here = { $target }: ここではキャッシュモード{ $caching }を使えません。カーネルのブロック層が必要で、生のドライブへの書き込みにはページキャッシュを使いません
caches-refused = { $target }をキャッシュモード{ $caching }で開けませんでした: { $error }
caches-no-switch = { $drive }には切り替えられる揮発性の書き込みキャッシュがありません。SCSI、ATA、NVMeのドライブにはありますが、仮想ディスク、ループデバイス、複数のコントローラにつながるドライブでは見えません
caches-unreadable = { $drive }の揮発性の書き込みキャッシュの状態を読めません: { $why }。キャッシュがないのかもしれません
caches-needs-root = /{ $path }を変更できるのはrootだけです(CAP_SYS_ADMIN)。sudoで実行するか、自分で設定してください: { $commands }
caches-drive-gone = /{ $path }を変更したドライブ{ $drive }が見当たりません。この設定は電源を切っても残るので、接続してからやり直してください
caches-nameless = { $drive }の書き込みキャッシュは変えません。このドライブは設定を電源なしでも保存しますが、固有のWorld Wide Nameがなく、停電の後に見つけて元に戻すことができません
caches-cannot-flush = { $path }へのフラッシュは再び送られますが、フラッシュできませんでした: { $why }。フラッシュなしで書いた分がドライブのキャッシュに残っているかもしれません。`sync --data { $path }` で書き込めます
caches-did-not-hold = /{ $path }が設定したままではなかったため、これらの測定の一部はドライブのキャッシュがオンの状態でした。コントローラはリセットされるとキャッシュを再びオンにします。リセットの有無はカーネルのログ（dmesg）で分かります
caches-flush-took = { $target }: 測定の後、メモリーに残った分の書き込みに{ $time }かかりました。速度には含みません

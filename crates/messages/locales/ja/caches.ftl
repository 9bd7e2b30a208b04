# キャッシュモード

caches-not-here = { $target }：ここではキャッシュモード { $caching } を使えません。カーネルのブロック層が必要で、生のドライブへの書き込みではページキャッシュを使いません
caches-refused = { $target } をキャッシュモード { $caching } で開けませんでした：{ $error }
caches-no-switch = { $drive } には、切り替え可能な揮発性書き込みキャッシュがありません。SCSI、ATA、NVMe ドライブにはありますが、仮想ディスク、ループデバイス、マルチパス接続のドライブからは見えません
caches-unreadable = { $drive } の揮発性書き込みキャッシュを読み取れません：{ $why }。キャッシュを搭載していない可能性があります
caches-needs-root = /{ $path } を変更できるのは root（CAP_SYS_ADMIN）だけです。sudo で実行するか、次のコマンドで設定してください：{ $commands }
caches-drive-gone = /{ $path } を変更したドライブ { $drive } が見つかりません。この設定は電源を切っても残ります。接続してから再実行してください
caches-nameless = { $drive } の書き込みキャッシュは変更しません。設定は電源を切っても残りますが、固有の World Wide Name がないため、停電後にドライブを特定して元に戻せません
caches-cannot-flush = { $path } へのフラッシュ送信は再開しましたが、フラッシュに失敗しました：{ $why }。フラッシュなしで書いたデータがドライブのキャッシュに残っている可能性があります。`sync --data { $path }` で書き込めます
caches-did-not-hold = /{ $path } の設定が維持されず、これらの測定の一部はドライブのキャッシュがオンの状態でした。コントローラーがリセットされると、キャッシュは再びオンになります。リセットの有無はカーネルログ（dmesg）で確認できます
caches-flush-took = { $target }：メモリに残ったデータの書き込みに、測定後 { $time } かかりました。速度には含みません

windows-no-such-command = このコマンドは今のところLinuxでのみ動きます。Windowsで使えるコマンド：narrows（コマンドなし）、measure、bench、explain、diskspd、see、predict、plan、lanes、learn、web、capture、casebook、catalog、import、export、history、compare
windows-no-such-option = { $option } は今のところLinuxでのみ使えます
windows-no-array-in-place = { $array } は複数のドライブからなるアレイです。Windowsでは、アレイとその構成ドライブを並べて測定することはまだできません。narrows measure { $array } でアレイだけを測定してください
windows-asking = このマシンの構成をWindowsから読んでいます。1 分ほどかかることがあります
windows-no-powershell = このマシンの構成を読むためのWindows PowerShellがありません。代わりにキャプチャを指定してください（例：narrows see FILE）
windows-capture-failed = Windows PowerShellでのキャプチャに失敗しました：{ $why }
windows-no-root = Windowsではディレクトリをキャプチャできません

windows-no-measuring = Windowsではまだ測定できません。使えるコマンド: see、predict、plan、lanes、learn、web、capture、casebook、catalog、import、export、history、compare、explain --from
windows-no-such-command = このコマンドは今のところLinuxでのみ動きます。Windowsで使えるコマンド: see、predict、plan、lanes、learn、web、capture、casebook、catalog、import、export、history、compare、explain --from
windows-explain-from = Windowsのexplainは保存した測定結果を使います。--from で測定か結果を指定してください
windows-asking = このマシンの構成をWindowsから読んでいます。1分ほどかかることがあります
windows-no-powershell = このマシンの構成を読むためのWindows PowerShellがありません。代わりにキャプチャを指定してください（例: narrows see FILE）
windows-capture-failed = Windows PowerShellでのキャプチャに失敗しました: { $why }
windows-no-root = Windowsではディレクトリをキャプチャできません

windows-no-such-command = this command does not run on Windows yet. Available there: narrows by itself, measure, bench, explain, diskspd, see, predict, plan, lanes, learn, web, capture, casebook, catalog, import, export, history, and compare
windows-no-such-option = { $option } does not work on Windows yet
windows-no-array-in-place = { $array } is an array of several drives, which cannot be measured beside its drives on Windows yet; measure { $array } by itself with narrows measure { $array }
windows-asking = reading this machine's hardware from Windows; this can take up to a minute
windows-no-powershell = Windows PowerShell, which reads this machine's hardware, is missing; name a capture instead, as in narrows see FILE
windows-capture-failed = the capture by Windows PowerShell failed: { $why }
windows-no-root = directories cannot be captured on Windows

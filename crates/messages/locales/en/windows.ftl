windows-no-such-command = this command works on Linux only so far. What works on Windows: narrows by itself, measure, bench, explain, diskspd, see, predict, plan, lanes, learn, web, capture, casebook, catalog, import, export, history, and compare
windows-no-such-option = { $option } works on Linux only so far
windows-no-array-in-place = { $array } is an array of several drives. On Windows such an array is not measured beside its drives yet; measure { $array } by itself with narrows measure { $array }
windows-asking = asking Windows what this machine has; that can take up to a minute
windows-no-powershell = Windows PowerShell is missing, which shows what this machine has; name a capture instead, as in narrows see FILE
windows-capture-failed = the capture by Windows PowerShell failed: { $why }
windows-no-root = directories cannot be captured on Windows

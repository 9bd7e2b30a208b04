windows-no-measuring = on Windows Narrows does not measure by itself yet. What works here: see, predict, plan, lanes, learn, web, capture, casebook, catalog, import, export, history, compare, and explain --from
windows-no-such-command = this command works on Linux only so far. What works on Windows: see, predict, plan, lanes, learn, web, capture, casebook, catalog, import, export, history, compare, and explain --from
windows-explain-from = on Windows, explain works on kept figures: name runs or results with --from
windows-asking = asking Windows what this machine has; that can take up to a minute
windows-no-powershell = Windows PowerShell is missing, which shows what this machine has; name a capture instead, as in narrows see FILE
windows-capture-failed = the capture by Windows PowerShell failed: { $why }
windows-no-root = directories cannot be captured on Windows

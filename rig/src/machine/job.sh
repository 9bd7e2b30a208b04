#!/bin/sh
# The main job and the other looks at the machine, each with its output, its messages and its exit
# code in a file of its own.
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    code=$?
    echo $code > "$name.exit"
    echo "$* -> $code"
}
look see.txt narrows see --lang en
look see.json narrows see --json
look check.txt narrows check --lang en
look check.json narrows check --json
look capture.txt narrows capture --output capture.tar.gz
look anonymised.txt narrows capture --anonymise --output anonymised.tar.gz
look captured.json narrows see --json capture.tar.gz
look run.json narrows --quick --json
cp -r /root/.local/state/narrows/runs . 2>/dev/null
true

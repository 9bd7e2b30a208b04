# What the drives share, asked `repeats` times; nothing of it is kept.
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
look see.json narrows see --json
control
repeat=0
while [ "$repeat" -lt "$repeats" ]; do
    repeat=$((repeat + 1))
    # Large blocks, because requests are what costs emulation.
    look "explain-$repeat.json" narrows explain --workload seq-read-1m-q8 --round 500ms \
        --no-experiments --json --no-report --lang en
    control
done

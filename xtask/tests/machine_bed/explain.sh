# What the drives share, asked `repeats` times; nothing of it is kept.
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
look see.json narrows see --json
repeat=0
while [ "$repeat" -lt "$repeats" ]; do
    repeat=$((repeat + 1))
    look "explain-$repeat.json" narrows explain --round 300ms --no-experiments --json --no-report --lang en
done

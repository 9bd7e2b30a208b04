# Volatile write caches of drives, switched off for a while and back on: real controllers are asked,
# and answer.
export XDG_STATE_HOME=/tmp/state
drives=$(ls -d /sys/block/nvme* | sed 's,.*/,,' | sort)
kept=$XDG_STATE_HOME/narrows/experiments
usual="--level 0 --chunk 64K --pattern random --write --block 64K --depth 4 --scratch-size 64M"
usual="$usual --no-report --lang en --json"
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
stripe() {
    name=$1
    shift
    look "$name" narrows stripe $drives $usual "$@"
}
# Says what it switches, and what it found: only a cache that is on is switched off.
stripe first.json --time 300ms --cache direct,direct+drive-cache-off,write-through
stripe second.json --time 300ms --cache direct+drive-cache-off
# Killed while the caches are off, which the journal tells.
narrows stripe $drives $usual --time 4s --cache direct+drive-cache-off,write-through+drive-cache-off \
    > killed.json 2> killed.json.said &
run=$!
for turn in $(seq 600); do
    grep -q '"running"' "$kept"/*.json 2> /dev/null && break
    sleep 0.1
done
sleep 1
cat "$kept"/*.json > journal.json
kill -9 $run
for turn in $(seq 100); do
    grep -q '"cut_short"' "$kept"/*.json && break
    sleep 0.1
done
cat "$kept"/*.json > after.json
stripe third.json --time 300ms --cache direct+drive-cache-off
look restore narrows restore --lang en
true

# Kills main jobs at the `moments`, milliseconds after their start, five at once; what
# the drives hold must be the same before and after.
killed_after() {
    narrows --quick --json --no-report > /dev/null 2>&1 &
    usleep "$1"000
    # It may have ended by itself.
    kill -9 $! 2> /dev/null
    wait $!
}
state() {
    sync
    for at in /mnt/*; do
        echo "$at $(stat -f -c %f "$at") free"
        find "$at" | sort
    done
}
sums() {
    echo 3 > /proc/sys/vm/drop_caches
    sha256sum /mnt/*/data
}

for at in /mnt/*; do dd if=/dev/urandom of="$at/data" bs=1M count=16 2> /dev/null; done
# The first scratch file makes the file system's own records, which stay.
narrows measure --time 100ms --json --no-report > first.json 2> first.json.said
echo $? > first.json.exit
state > state.before
sums > sums.before
killed=0
for batch in $moments; do
    for moment in $(echo "$batch" | tr , ' '); do
        killed_after "$moment" &
        killed=$((killed + 1))
    done
    wait
done
echo "$killed" > killed
sums > sums.after
# XFS frees inodes in the background.
for _ in 1 2 3 4 5 6 7 8 9 10; do
    state > state.after
    cmp -s state.before state.after && break
    usleep 200000
done
pidof narrows > left
true

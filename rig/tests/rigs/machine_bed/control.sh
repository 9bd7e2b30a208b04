# What all drives together give a plain reader right now, as a file for each look: it says whether
# the emulation keeps up with its own limits. Four readers of each drive, 1 MiB at a time.
control_at=0
sectors() { cat /sys/block/nvme*/stat /sys/block/sd*/stat 2> /dev/null | awk '{ sum += $3 } END { print sum }'; }
control() {
    for drive in $(ls -d /sys/block/nvme* /sys/block/sd* 2> /dev/null); do
        for quarter in 0 1 2 3; do
            dd "if=/dev/${drive##*/}" of=/dev/null bs=1M iflag=direct "skip=$((quarter * 256))" \
                2> /dev/null &
            readers="${readers:-} $!"
        done
    done
    sleep 1
    control_at=$((control_at + 1))
    { cut -d' ' -f1 /proc/uptime; sectors; sleep 2; cut -d' ' -f1 /proc/uptime; sectors; } \
        > "control-$control_at"
    kill $readers
    wait
    readers=
}

#!/bin/busybox sh
# The first process of the live image: finds the hardware, asks narrows about it, keeps what it says on the stick's
# own partition, and gives a shell. No other file system is mounted, no array assembled, no swap used.
# The kernel puts `narrows_results` and `narrows_shell` of its command line into the environment.
export PATH=/bin HOME=/root TERM=linux
/bin/busybox mount -t proc proc /proc
/bin/busybox --install -s /bin
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmpfs /tmp
mount -t tmpfs tmpfs /run
ifconfig lo up 2> /dev/null

# Drivers for what is there; what they bring to light needs drivers in turn.
for pass in 1 2 3; do
    find /sys/devices -name modalias -exec cat {} + 2> /dev/null | sort -u | xargs modprobe -a -q 2> /dev/null
    usleep 700000
done
modprobe -a -q sd_mod vfat nls_cp437 nls_ascii nls_iso8859-1 2> /dev/null

# A stick takes seconds to show itself.
results=
for second in 1 2 3 4 5 6 7 8 9 10; do
    results=$(findfs "UUID=$narrows_results" 2> /dev/null) && break
    sleep 1
done
if [ -n "$results" ] && mount -t vfat -o flush "$results" /results; then
    kept="the stick's partition NARROWS"
else
    mount -t tmpfs tmpfs /results
    kept="memory, which is lost (this medium cannot be written to)"
fi

if [ -z "$narrows_shell" ]; then
    folder=/results/$(date +%Y%m%d-%H%M%S)
    mkdir -p "$folder"
    export XDG_STATE_HOME=/tmp/state
    narrows see --ascii > "$folder/see.txt" 2>&1
    narrows capture --output /tmp/machine.tar.gz > /dev/null 2>&1 && cp /tmp/machine.tar.gz "$folder"
    narrows --raw --ascii > "$folder/answer.txt"
    cat "$folder/answer.txt"
    # The report and all that it was made of.
    cp -r /tmp/state/narrows/runs/* "$folder" 2> /dev/null
    : > "$folder/whole"
    sync
    echo "Kept on $kept: ${folder#/results/}"
fi
echo "narrows is here to be asked again; poweroff -f ends this."
while :; do
    setsid cttyhack sh
done

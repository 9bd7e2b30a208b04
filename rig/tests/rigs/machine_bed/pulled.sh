# In the Debian guest, on six-bays: a mirror and a parity array lose a drive each while they are written to,
# start without it, are rebuilt with new drives, and start with one of the old ones missing that was not
# missed before. After each of these `look` says what is told of them, and whether the data is the same.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; tail -n 3 /out/*.said; journalctl -b -n 30; exit 1; }
by_id() { echo /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_$1; }
md() { basename "$(readlink -f /dev/md/$1)"; }
wait_for() {
    what=$1
    shift
    for turn in $(seq 600); do
        "$@" && return
        sleep 1
    done
    fail "$what"
}
build() {
    name=$1
    level=$2
    shift 2
    drives= serials=
    for serial in "$@"; do
        drives="$drives $(by_id $serial)" serials="$serials --serial $serial"
    done
    narrows build --name $name --level $level $drives --fs ext4 --mount /srv/$name $serials --json \
        > $name.json 2> $name.said || fail "$name not built"
}
# write ARRAY FILE: flushed, and its sum recorded.
write() {
    dd if=/dev/urandom of=/srv/$1/$2 bs=256K count=1 conv=fsync 2> /dev/null \
        && (cd /srv/$1 && sha256sum $2 >> /out/$1.sums)
}
write_on() {
    n=0
    while [ ! -e stop ]; do
        n=$((n + 1))
        write $1 during.$((n % 40)).$BOOT.$n || break
        [ $n -gt 60 ] && break
    done
    echo $n >> $1.written
}
# look NAME: what is told, and whether everything is there as written, from the drives.
look() {
    sync
    echo 3 > /proc/sys/vm/drop_caches
    for array in mirror parity; do
        narrows build --explain /dev/md/$array --json > $1.$array.json 2> $1.$array.said
        echo $? > $1.$array.json.exit
        findmnt --noheadings --output TARGET /dev/$(md $array) > $1.$array.mount
        (cd /srv/$array && sha256sum --quiet --check /out/$array.sums) > $1.$array.sum 2>&1 \
            && echo same > $1.$array.sum
    done
    narrows build --explain /dev/md/parity --lang en > $1.txt 2>&1
    narrows check --json > $1.check.json 2> $1.check.said
    cp /proc/mdstat $1.mdstat
}
is_degraded() { [ "$(cat /sys/block/$(md $1)/md/degraded)" = $2 ]; }
are_mounted() { mountpoint -q /srv/mirror && mountpoint -q /srv/parity; }
is_gone() { [ ! -e "$(by_id $1)" ]; }
synchronized() {
    for array in mirror parity; do
        mdadm --wait /dev/$(md $array)
        is_degraded $array 0 || fail "$array not synchronised"
    done
}
case $BOOT in
1)
    # Both lines get into the initial RAM disk with the second one.
    mv /usr/sbin/update-initramfs /usr/sbin/update-initramfs.real
    ln -s /bin/true /usr/sbin/update-initramfs
    build mirror raid1 BAY-1 BAY-2
    mv -f /usr/sbin/update-initramfs.real /usr/sbin/update-initramfs
    build parity raid5 BAY-3 BAY-4 BAY-5
    for array in mirror parity; do write $array before; done
    synchronized
    look whole
    for array in mirror parity; do write_on $array & done
    sleep 1
    echo RIG-FAULT vanishes BAY-2
    wait_for "BAY-2 pulled" is_gone BAY-2
    echo RIG-FAULT vanishes BAY-4
    wait_for "BAY-4 pulled" is_gone BAY-4
    wait_for "mirror degraded" is_degraded mirror 1
    wait_for "parity degraded" is_degraded parity 1
    for array in mirror parity; do write $array pulled || fail "$array not written without a drive"; done
    touch stop
    wait
    rm stop
    look pulled
    echo RIG-BAY BAY-2 new NEW-2
    sync
    exit 99
    ;;
2)
    wait_for "mounted without a drive" are_mounted
    look without
    # Slow enough to be looked at, then as fast as it goes.
    echo 500 > /proc/sys/dev/raid/speed_limit_min
    echo 500 > /proc/sys/dev/raid/speed_limit_max
    mdadm --manage /dev/md/mirror --add $(by_id NEW-2) || fail "mirror: no new drive"
    mdadm --manage /dev/md/parity --add $(by_id BAY-6-SLOW) || fail "parity: no new drive"
    sleep 2
    look rebuilding
    echo 500000 > /proc/sys/dev/raid/speed_limit_max
    echo 100000 > /proc/sys/dev/raid/speed_limit_min
    synchronized
    for array in mirror parity; do write $array rebuilt; done
    look rebuilt
    echo RIG-BAY BAY-1 out
    echo RIG-BAY BAY-3 out
    sync
    exit 99
    ;;
3)
    wait_for "mounted with a drive missing" are_mounted
    cut -d' ' -f1 /proc/uptime > missing.uptime
    for array in mirror parity; do write $array missing; done
    look missing
    ;;
esac

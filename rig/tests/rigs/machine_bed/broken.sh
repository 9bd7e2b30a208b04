#!/bin/sh
# In the Debian guest: a mirror whose building is broken off at every step, by a kill and by a power cut, is
# continued and undone; a power cut while it is written to loses nothing that was flushed.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; exit 1; }
mkdir -p /var/lib/kept
cp /var/lib/kept/* /out/ 2>/dev/null
cut() { cp /out/* /var/lib/kept/; sync; exit 98; }
DRIVES="/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1 /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2"
SERIALS="--serial CPU-1 --serial CPU-2"
build() { narrows build --level raid1 $DRIVES --fs ext4 --mount /srv/data $SERIALS "$@"; }
record() { name=$(ls /var/lib/narrows/builds); echo ${name%.json}; }
state() { cat /etc/fstab /etc/mdadm/mdadm.conf; ls /etc/udev/rules.d; wipefs --no-act --noheadings $DRIVES; grep ^md /proc/mdstat || :; }
case $BOOT in
1)
    # Making an initial RAM disk takes a minute here; that it is made is another test's.
    mv /usr/sbin/update-initramfs /usr/sbin/update-initramfs.real
    ln -s /bin/true /usr/sbin/update-initramfs
    state > /out/state.before
    : > /out/kills
    for when in before after; do
        for n in 1 2 3 4 5 6 7 8 9; do
            build --killed-$when $n > /dev/null 2>&1 && fail "not killed $when $n"
            narrows build --resume $(record) $SERIALS --json > resumed.json 2> resumed.said \
                || { cat resumed.said; fail "$when $n not continued"; }
            echo kept > /srv/data/kept
            narrows build --undo $(record) $SERIALS > undone 2>&1 || { cat undone; fail "$when $n not undone"; }
            rm /var/lib/narrows/builds/*
            # What was in the array is left, and data that no signature explains is not built over.
            for drive in $DRIVES; do blkdiscard --zeroout --force $drive; done
            state | diff - /out/state.before > /out/left || { cat /out/left; fail "$when $n left something"; }
            echo "$when $n" >> /out/kills
        done
    done
    build --killed-after 1 > /dev/null 2>&1
    cut
    ;;
2)
    narrows build --resume $(record) $SERIALS --json > /out/resumed.json 2> /out/resumed.said \
        || { cat /out/resumed.said; fail "not continued after the cut"; }
    head -c 8M /dev/urandom > /srv/data/kept
    sync
    sha256sum /srv/data/kept > /out/sum.before
    (while :; do head -c 4M /dev/urandom > /srv/data/more; done) &
    sleep 3
    cut
    ;;
3)
    findmnt --noheadings --output TARGET /srv/data > /out/mount.after
    sha256sum /srv/data/kept > /out/sum.after
    grep -A1 ^md /proc/mdstat > /out/mdstat.after
    narrows build --undo $(record) $SERIALS > undone 2>&1 || { cat undone; fail "not undone"; }
    state > /out/state.after
    ;;
esac

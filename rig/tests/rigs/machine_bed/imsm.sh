#!/bin/sh
# In the Debian guest, whose firmware has no RAID: refused; then, with what lets mdadm make sets of IMSM nonetheless, a
# set with a mirror is built, filled, there after a reboot under its name, and taken apart.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; cat /out/*.said; exit 1; }
said() {
    name=$1
    shift
    "$@" > /out/$name 2> /out/$name.said
    echo $? > /out/$name.exit
}
mkdir -p /var/lib/kept
cp /var/lib/kept/* /out/ 2>/dev/null
DRIVES="/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1 /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2"
SERIALS="--serial CPU-1 --serial CPU-2"
build() { narrows build --container imsm --level raid1 $DRIVES --fs ext4 --mount /srv/data $SERIALS "$@"; }
again() { sync; cp /out/* /var/lib/kept/; exit 99; }
state() { cat /etc/fstab /etc/mdadm/mdadm.conf; wipefs --no-act --noheadings $DRIVES; grep ^md /proc/mdstat || :; }
case $BOOT in
1)
    state > /out/state.before
    said refused.json build --json
    state > /out/state.refused
    export IMSM_NO_PLATFORM=1
    # udev gives what a rule sets to the programs that other rules run: with it, mdadm assembles at boot.
    echo 'SUBSYSTEM=="block", ENV{IMSM_NO_PLATFORM}="1"' > /etc/udev/rules.d/00-imsm.rules
    udevadm control --reload
    # Making an initial RAM disk takes a minute here; that it is made is another test's.
    mv /usr/sbin/update-initramfs /usr/sbin/update-initramfs.real
    printf '#!/bin/sh\ntouch /boot/initrd.img-*\n' > /usr/sbin/update-initramfs
    chmod +x /usr/sbin/update-initramfs
    # The set without its volume; the volume without its file system.
    for n in 1 2; do
        build --killed-after $n > /out/begun 2> /out/begun.said && fail "not killed after $n"
        record=$(ls /var/lib/narrows/builds)
        [ "$record" ] || fail "$n not begun"
        said resumed-$n.json narrows build --resume ${record%.json} $SERIALS --json
        [ "$(cat /out/resumed-$n.json.exit)" = 0 ] || fail "$n not continued"
        narrows build --undo ${record%.json} $SERIALS > /out/undone 2> /out/undone.said || fail "$n not undone"
        rm /var/lib/narrows/builds/*
        # The volume begins where the drives do, so copies of its file system's superblock stay on them, and
        # nothing is built over those.
        for drive in $DRIVES; do dd if=/dev/zero of=$drive bs=1M 2> /dev/null; done
        state | diff - /out/state.before > /out/left || { cat /out/left; fail "$n left something"; }
    done
    said build.json build --wait --json
    [ "$(cat /out/build.json.exit)" = 0 ] || fail "not built"
    said see.json narrows see --json
    said see.txt narrows see
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > /out/sum.before
    again
    ;;
2)
    export IMSM_NO_PLATFORM=1
    cat /proc/mdstat > /out/mdstat.after
    findmnt --noheadings --output TARGET /srv/data > /out/mount.after
    readlink -f /dev/md/data > /out/device.after
    sha256sum /srv/data/kept > /out/sum.after
    said explain.json narrows build --explain /dev/md/data --json
    # An array without a name is adopted with both lines.
    cp /etc/mdadm/mdadm.conf /out/conf.built
    sed -i '/^ARRAY/d' /etc/mdadm/mdadm.conf
    said adopt.json narrows build --adopt /dev/md/data --json
    cp /etc/mdadm/mdadm.conf /out/conf.adopted
    record=$(ls /var/lib/narrows/builds)
    said undo.json narrows build --undo ${record%.json} $SERIALS --json
    state > /out/state.after
    ;;
esac

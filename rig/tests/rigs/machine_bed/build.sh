#!/bin/sh
# In the Debian guest: builds a mirror, fills it, reboots, looks for it; then takes it apart.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; cat /out/*.said; exit 1; }
# said NAME COMMAND...: its output, its messages and how it ended, a file each.
said() {
    name=$1
    shift
    "$@" > /out/$name 2> /out/$name.said
    echo $? > /out/$name.exit
}
ONE=/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1
TWO=/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2
build() { narrows build --level raid1 $ONE $TWO --fs ext4 --mount /srv/data "$@"; }
# The file system of the guest forgets nothing between boots, /out does: what a later boot hands over is
# kept beside it.
mkdir -p /var/lib/kept
cp /var/lib/kept/* /out/ 2>/dev/null
case $BOOT in
1)
    ls -l /dev/disk/by-id
    cp /etc/fstab /out/fstab.before
    cp /etc/mdadm/mdadm.conf /out/mdadm.before
    said rehearsal build --rehearse --serial CPU-1 --serial CPU-2
    said refused build --serial CPU-1
    said build.json build --serial CPU-1 --serial CPU-2 --json
    [ "$(cat /out/build.json.exit)" = 0 ] || fail "not built"
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > /out/sum.before
    said twice build --serial CPU-1 --serial CPU-2
    sync
    cp /out/* /var/lib/kept/
    exit 99
    ;;
2)
    cp /proc/mdstat /out/mdstat.after
    findmnt --noheadings --output SOURCE,TARGET,OPTIONS /srv/data > /out/mount.after
    readlink -f /dev/md/data > /out/device.after
    sha256sum /srv/data/kept > /out/sum.after
    said explain.json narrows build --explain /dev/md/data --json
    record=$(ls /var/lib/narrows/builds)
    said undo.json narrows build --undo ${record%.json} --serial CPU-1 --serial CPU-2 --json
    cp /etc/fstab /out/fstab.after
    cp /etc/mdadm/mdadm.conf /out/mdadm.after
    wipefs --no-act --noheadings $ONE $TWO > /out/marks.after
    cat /proc/mdstat > /out/mdstat.undone
    ;;
esac

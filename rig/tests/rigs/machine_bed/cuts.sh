# In the Debian guest: power is cut while each of the nine steps of a mirror's building is done. After the next
# start what was broken off is continued, and taken apart again.
fail() { echo "RIG-FAIL $BOOT: $1"; cat /proc/mdstat; ls -l /var/lib/narrows/builds; exit 1; }
DRIVES="/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1 /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2"
SERIALS="--serial CPU-1 --serial CPU-2"
record() { name=$(ls /var/lib/narrows/builds); echo ${name%.json}; }
state() { cat /etc/fstab /etc/mdadm/mdadm.conf; ls /etc/udev/rules.d; wipefs --no-act --noheadings $DRIVES; grep ^md /proc/mdstat || :; }
# What stands in the command of each step.
step() {
    set -- "mdadm --create" mkfs mdadm.conf update-initramfs 65-md-degraded fstab daemon-reload \
        "mkdir /srv" "mount /srv"
    shift $((BOOT - 1))
    echo "$1"
}
# The initial RAM disk is only made where the cut is to meet that: it takes a minute.
initramfs() {
    [ -e /usr/sbin/update-initramfs.real ] || mv /usr/sbin/update-initramfs /usr/sbin/update-initramfs.real
    ln -sf $1 /usr/sbin/update-initramfs
}
if [ $BOOT = 1 ]; then
    state > state.before
    : > cuts
else
    [ -n "$(record)" ] || fail "no record outlived the cut"
    narrows build --resume $(record) $SERIALS --json > resumed.$BOOT.json 2> resumed.said \
        || { cat resumed.said; fail "not continued"; }
    [ "$(findmnt --noheadings --output TARGET $(readlink -f /dev/md/data))" = /srv/data ] \
        || fail "not mounted under its name"
    echo kept > /srv/data/kept
    initramfs /bin/true
    narrows build --undo $(record) $SERIALS > undone 2>&1 || { cat undone; fail "not undone"; }
    rm /var/lib/narrows/builds/*
    # What was in the array is left, and data that no signature explains is not built over.
    for drive in $DRIVES; do blkdiscard --zeroout --force $drive; done
    state | diff - state.before > left || { cat left; fail "something is left"; }
    echo "$(cat cut)" >> cuts
    sync
fi
[ $BOOT -le 9 ] || exit 0
at=$(step)
echo "$at" > cut
case $at in
update-initramfs) initramfs update-initramfs.real ;;
*) initramfs /bin/true ;;
esac
sync
narrows build --level raid1 $DRIVES --fs ext4 --mount /srv/data $SERIALS 2>&1 > /dev/null | while read -r line; do
    case $line in
    *"$at"*)
        # Some seconds into it where it takes so long.
        [ "$at" != update-initramfs ] || sleep 15
        echo RIG-CUT
        ;;
    esac
done
sleep 60
fail "not cut while $at"

# In the Debian guest: builds a mirror, fills it, and looks for it after each of $REBOOTS reboots, a line in
# `looks` each: name, where it is mounted, whether the content is the same, how many members are in sync.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat /out/*.said; exit 1; }
ONE=/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1
TWO=/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2
again() { [ $BOOT -gt $REBOOTS ] || { sync; exit 99; }; }
if [ $BOOT = 1 ]; then
    narrows build --level raid1 $ONE $TWO --fs ext4 --mount /srv/data --serial CPU-1 --serial CPU-2 --json \
        > build.json 2> build.said || fail "not built"
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > sum
    readlink /dev/md/data > device.before
    again
fi
device=$(readlink -f /dev/md/data)
mounted=$(findmnt --noheadings --output TARGET $device)
sum=$(sha256sum --status --check sum && echo same || echo other)
members=$(grep -A1 "^${device#/dev/} : active raid1" /proc/mdstat | grep -o '\[[U_]*\]')
echo "$(ls /dev/md) $mounted $sum $members" >> looks
cat /proc/mdstat > mdstat.$BOOT
again
narrows build --explain /dev/md/data --json > explain.json 2> explain.said
echo $? > explain.json.exit

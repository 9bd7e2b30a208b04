#!/bin/sh
# The usual job of the Debian guest: an array made in the first boot is there in the second,
# assembled by the system alone, under whatever name (md127 where mdadm.conf names none).
fail() { echo "$1"; cat /proc/mdstat; exit 1; }
if [ "$BOOT" = 1 ]; then
    mdadm --create /dev/md0 --run --level=0 --raid-devices=2 --chunk=64 \
        /dev/nvme0n1 /dev/nvme1n1 || fail "no array"
    mkfs.xfs -q /dev/md0 && mount /dev/md0 /mnt || fail "no file system"
    head -c 8M /dev/urandom > /mnt/kept
    sha256sum < /mnt/kept > /out/before
    cp /proc/mdstat /out/mdstat.before
    exit 99
fi
array=$(blkid -t TYPE=xfs -o device | head -n 1)
cp /proc/mdstat /out/mdstat.after
[ -b "$array" ] || fail "the array is not there"
mount "$array" /mnt || fail "$array does not mount"
sha256sum < /mnt/kept > /out/after
umount /mnt
echo "$array"
cmp /out/before /out/after

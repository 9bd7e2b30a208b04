# In the Debian guest, on six-bays: power is cut three times while a mirror and a parity array are written to.
# What had been flushed before is there afterwards, under the arrays' names, mounted by the system.
fail() { echo "RIG-FAIL $BOOT: $1"; cat /proc/mdstat; tail -n 5 /out/*.said; ls -l /dev/md; exit 1; }
by_id() { echo /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_$1; }
are_mounted() { mountpoint -q /srv/mirror && mountpoint -q /srv/parity; }
# Each file is flushed, and then its sum, which counts as a promise from then on.
write_on() {
    mkdir -p /srv/$1/$BOOT
    for n in $(seq 1000); do
        dd if=/dev/urandom of=/srv/$1/$BOOT/$n bs=64K count=1 conv=fsync 2> /dev/null || return
        sync /srv/$1/$BOOT
        (cd /srv/$1 && sha256sum $BOOT/$n) >> $1.sums
        sync $1.sums
    done
}
if [ $BOOT = 1 ]; then
    # The first cut comes while they are still synchronised, however fast this machine is.
    echo 500 > /proc/sys/dev/raid/speed_limit_min
    echo 500 > /proc/sys/dev/raid/speed_limit_max
    mv /usr/sbin/update-initramfs /usr/sbin/update-initramfs.real
    ln -s /bin/true /usr/sbin/update-initramfs
    narrows build --name mirror --level raid1 $(by_id BAY-1) $(by_id BAY-2) --serial BAY-1 --serial BAY-2 \
        --fs ext4 --mount /srv/mirror --json > mirror.json 2> mirror.said || fail "no mirror"
    mv -f /usr/sbin/update-initramfs.real /usr/sbin/update-initramfs
    narrows build --name parity --level raid5 $(by_id BAY-3) $(by_id BAY-4) $(by_id BAY-5) \
        --serial BAY-3 --serial BAY-4 --serial BAY-5 \
        --fs ext4 --mount /srv/parity --json > parity.json 2> parity.said || fail "no parity"
    cp /proc/mdstat mdstat.1
    sync
else
    for turn in $(seq 240); do
        are_mounted && break
        sleep 1
    done
    are_mounted || fail "not mounted"
    cp /proc/mdstat mdstat.$BOOT
    for array in mirror parity; do
        where=$(findmnt --noheadings --output TARGET $(readlink -f /dev/md/$array))
        (cd /srv/$array && sha256sum --quiet --check /out/$array.sums) > $array.wrong 2>&1
        echo "$array $where $(wc -l < $array.sums) promised $(wc -l < $array.wrong) wrong" >> looks
    done
    sync
fi
[ $BOOT -le 3 ] || exit 0
for array in mirror parity; do write_on $array & done
sleep $((5 + BOOT))
echo RIG-CUT
sleep 600

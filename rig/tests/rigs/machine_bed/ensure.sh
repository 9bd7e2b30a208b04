#!/bin/sh
# In the Debian guest: an array is there because a file says so: built where there is none, waited for, the same
# twice and after a reboot; lines that went missing come back; what would cost data is refused.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; cat /out/*.said; exit 1; }
# said NAME COMMAND...: its output, its messages and how it ended, a file each.
said() {
    name=$1
    shift
    "$@" > /out/$name 2> /out/$name.said
    echo $? > /out/$name.exit
}
ensure() { file=$2; name=$1; shift 2; said $name narrows build --ensure /root/$file.toml --json "$@"; }
mkdir -p /var/lib/kept
cp /var/lib/kept/* /out/ 2>/dev/null
case $BOOT in
1)
    cat > /root/data.toml <<FILE
name = "data"
level = "raid1"
drives = ["/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1", "/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2"]
serials = ["CPU-1", "CPU-2"]
fs = "ext4"
mount = "/srv/data"
FILE
    sed 's/raid1/raid0/' /root/data.toml > /root/level.toml
    # Slow enough to be seen, fast enough to be waited for.
    echo 1000 > /proc/sys/dev/raid/speed_limit_max
    ensure rehearsed.json data --rehearse
    ensure built.json data
    [ "$(cat /out/built.json.exit)" = 0 ] || fail "not built"
    ensure same.json data
    echo 200000 > /proc/sys/dev/raid/speed_limit_max
    ensure waited.json data --wait
    ensure level.json level
    # From here on a new initial RAM disk is only a new date: the one that was made has the line.
    mv /usr/sbin/update-initramfs /usr/sbin/update-initramfs.real
    printf '#!/bin/sh\ntouch /boot/initrd.img-*\n' > /usr/sbin/update-initramfs
    chmod +x /usr/sbin/update-initramfs
    sed -i '/^ARRAY/d' /etc/mdadm/mdadm.conf
    rm /etc/udev/rules.d/65-md-degraded.rules
    sed -i '/srv/d' /etc/fstab
    ensure added.json data
    umount /srv/data
    ensure mounted.json data
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > /out/sum.before
    sync
    cp /out/* /var/lib/kept/
    exit 99
    ;;
2)
    ensure after.json data
    findmnt --noheadings --output TARGET /srv/data > /out/mount.after
    readlink -f /dev/md/data > /out/device.after
    sha256sum /srv/data/kept > /out/sum.after
    ;;
esac

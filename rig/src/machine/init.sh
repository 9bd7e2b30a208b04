#!/bin/busybox sh
# The guest's first process: mounts what a system has, loads the modules, mounts the drives under
# /mnt, runs the job, hands its folder /out over the second serial port and switches off.
# The kernel puts `rig_drives` (how many to wait for) and `rig_shell` of its command line into the
# environment.
export PATH=/bin HOME=/root TERM=${TERM:-linux}
/bin/busybox mount -t proc proc /proc
/bin/busybox --install -s /bin
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t tmpfs tmpfs /tmp
mount -t tmpfs -o mode=755 tmpfs /out
mount -t tmpfs tmpfs /root
for module in /modules/*; do
    insmod "$module" || echo "RIG-NO-MODULE $module"
done
ifconfig lo up

drives() { ls -d /sys/block/nvme* /sys/block/sd* 2>/dev/null; }
waited=0
while [ "$(drives | wc -l)" -lt "${rig_drives:-0}" ] && [ $waited -lt 100 ]; do
    usleep 50000
    waited=$((waited + 1))
done
for drive in $(drives); do
    name=${drive##*/}
    mkdir -p "/mnt/$name"
    mount "/dev/$name" "/mnt/$name" || echo "RIG-NO-MOUNT $name"
done

echo "RIG-START $(cut -d' ' -f1 /proc/uptime)"
if [ -n "${rig_shell:-}" ]; then
    echo "The drives are under /mnt. narrows is installed. poweroff -f ends the machine."
    setsid cttyhack sh
    rc=0
else
    cd /out && /job
    rc=$?
fi
echo "RIG-END $(cut -d' ' -f1 /proc/uptime)"
stty -F /dev/ttyS1 raw
tar -cz -C /out . > /dev/ttyS1
umount -a -r 2>/dev/null
echo "RIG-RC $rc"
poweroff -f

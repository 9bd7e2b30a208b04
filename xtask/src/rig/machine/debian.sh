#!/bin/sh
# Run by systemd in the Debian guest at each boot: counts boots, runs the job, hands its folder /out
# over the second serial port and switches off. A job that ends with 99 is started again after a shutdown
# in order, one that ends with 98 after a power cut.
exec >/dev/ttyS0 2>&1 </dev/null
boot=$(($(cat /var/lib/rig-boots 2>/dev/null || echo 0) + 1))
echo $boot > /var/lib/rig-boots
sync
for name in job narrows; do
    cat /dev/disk/by-id/virtio-rig-$name > /usr/local/bin/$name && chmod 755 /usr/local/bin/$name
done

echo "RIG-START boot $boot $(cut -d' ' -f1 /proc/uptime)"
mkdir -p /out
cd /out
BOOT=$boot HOME=/root /usr/local/bin/job
rc=$?
echo "RIG-END boot $boot $(cut -d' ' -f1 /proc/uptime)"
cd /
if [ $rc = 99 ]; then
    echo RIG-AGAIN
    systemctl --no-block start poweroff.target
    exit
fi
if [ $rc = 98 ]; then
    echo RIG-AGAIN
    echo o > /proc/sysrq-trigger
    sleep 60
fi
stty -F /dev/ttyS1 raw
# To a terminal, tar itself would not write.
tar -cz -C /out . | cat > /dev/ttyS1
echo "RIG-RC $rc"
sync
systemctl --force --force poweroff

#!/bin/sh
# Run by systemd in the Debian guest at each boot: counts boots, runs the job, hands its folder /out
# over the second serial port and switches off. A job that ends with 99 is started again after a shutdown
# in order, one that ends with 98 after a power cut; one that prints RIG-CUT cuts it in the midst of things.
exec >/dev/ttyS0 2>&1 </dev/null
boot=$(($(cat /var/lib/rig-boots 2>/dev/null || echo 0) + 1))
echo $boot > /var/lib/rig-boots
sync
echo "RIG-START boot $boot $(cut -d' ' -f1 /proc/uptime)"
mkdir -p /out
cd /out
BOOT=$boot HOME=/root job
rc=$?
echo "RIG-END boot $boot $(cut -d' ' -f1 /proc/uptime)"
cd /
if [ $rc = 99 ]; then
    echo RIG-AGAIN
    systemctl --no-block start poweroff.target
    exit
fi
if [ $rc = 98 ]; then
    echo RIG-CUT
    sleep 600
fi
stty -F /dev/ttyS1 raw
# To a terminal, tar itself would not write.
tar -cz -C /out . | cat > /dev/ttyS1
echo "RIG-RC $rc"
sync
systemctl --force --force poweroff

#!/bin/sh
# In the Debian guest: an array made and mounted by hand, as guides on the web have it, is lost at the reboot:
# another name, not mounted. Adopted then, it is there after the next one.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; exit 1; }
mkdir -p /var/lib/kept
cp /var/lib/kept/* /out/ 2>/dev/null
again() { sync; cp /out/* /var/lib/kept/; exit 99; }
state() {
    findmnt --noheadings --output SOURCE,TARGET /srv/data
    ls /dev/md0 2>/dev/null
}
case $BOOT in
1)
    mdadm --create /dev/md0 --run --level=0 --raid-devices=2 --chunk=64 /dev/nvme0n1 /dev/nvme1n1 || fail made
    mkfs.xfs -q /dev/md0 && mkdir -p /srv/data && mount /dev/md0 /srv/data || fail mounted
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > /out/sum.before
    state > /out/state.made
    narrows build --explain /dev/md0 --json > /out/explain.json
    echo $? > /out/explain.json.exit
    narrows check --json > /out/check.json
    again
    ;;
2)
    state > /out/state.lost
    array=$(ls -d /dev/md[0-9]* | head -n 1)
    mount $array /srv/data || fail "mounted again"
    narrows build --adopt $array --json > /out/adopt.json || fail adopted
    echo $? > /out/adopt.json.exit
    again
    ;;
3)
    state > /out/state.adopted
    sha256sum /srv/data/kept > /out/sum.after
    array=$(findmnt --noheadings --output SOURCE /srv/data)
    narrows build --explain $array --json > /out/explained.json
    echo $? > /out/explained.json.exit
    ;;
esac

# In the Debian guest: the array of a write-up, with its very commands, is lost at the reboot: another name, not
# mounted. Adopted then, it is there after the next one.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; exit 1; }
# Whether it is there as it was made, in a word: mounted, under a name that leads to it.
outlived() {
    array=$(findmnt --noheadings --output SOURCE /srv/data)
    [ -n "$array" ] && [ "$(readlink -f "$(cat name)")" = "$array" ] && sha256sum --status --check sum \
        && echo yes || echo no
}
array() { ls -d /dev/md[0-9]* | head -n 1; }
case $BOOT in
1)
    mdadm --create /dev/md0 --run --chunk=256 --level=0 --raid-devices=2 /dev/nvme0n1 /dev/nvme1n1 || fail made
    mkfs.xfs -q -f -b size=4096 -i size=512 -l size=64m /dev/md0 || fail formatted
    mkdir -p /srv/data && mount -t xfs -o noatime,logbufs=8 /dev/md0 /srv/data || fail mounted
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > sum
    echo /dev/md0 > name
    outlived > outlived.made
    narrows build --explain /dev/md0 --json > explain.json
    echo $? > explain.json.exit
    narrows check --json > check.json
    sync
    exit 99
    ;;
2)
    outlived > outlived.without
    cp /proc/mdstat mdstat.without
    mount $(array) /srv/data || fail "mounted again"
    narrows build --adopt $(array) --json > adopt.json || fail adopted
    echo $? > adopt.json.exit
    grep -o '/dev/md[^ ]*' /etc/mdadm/mdadm.conf > name
    sync
    exit 99
    ;;
3)
    outlived > outlived.with
    narrows build --explain $(array) --json > explained.json
    echo $? > explained.json.exit
    ;;
esac

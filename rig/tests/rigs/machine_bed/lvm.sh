#!/bin/sh
# In the Debian guest: a stripe of LVM whose building is broken off within its members, and between group and
# volume, is continued and taken apart; then it is built, filled, there after a reboot, and taken apart.
fail() { echo "RIG-FAIL $1"; lvs; pvs; exit 1; }
said() {
    name=$1
    shift
    "$@" > /out/$name 2> /out/$name.said
    echo $? > /out/$name.exit
}
mkdir -p /var/lib/kept
cp /var/lib/kept/* /out/ 2>/dev/null
DRIVES="/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-1 /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_CPU-2"
printf 'serials = ["CPU-1", "CPU-2"]\n' > /root/answers.toml
build() {
    narrows build --raid-engine lvm --level raid0 --chunk 64K $DRIVES --fs ext4 --mount /srv/data \
        --answers /root/answers.toml "$@"
}
record() { name=$(ls /var/lib/narrows/builds); echo ${name%.json}; }
undo() { narrows build --undo $(record) --answers /root/answers.toml "$@"; }
state() { cat /etc/fstab; wipefs --no-act --noheadings $DRIVES; vgs --noheadings; pvs --noheadings; }
case $BOOT in
1)
    state > /out/state.before 2>&1
    : > /out/kills
    # The first of two physical volumes; the group, whose volume is missing.
    for n in 1 3; do
        build --killed-after $n > /dev/null 2>&1 && fail "not killed after $n"
        said resumed-$n.json narrows build --resume $(record) --answers /root/answers.toml --json
        [ "$(cat /out/resumed-$n.json.exit)" = 0 ] || { cat /out/resumed-$n.json.said; fail "$n not continued"; }
        echo kept > /srv/data/kept || fail "$n not mounted"
        undo > undone 2>&1 || { cat undone; fail "$n not undone"; }
        rm /var/lib/narrows/builds/*
        # What was in the array is left, and data that no signature explains is not built over.
        for drive in $DRIVES; do blkdiscard --zeroout --force $drive; done
        state 2>&1 | diff - /out/state.before > /out/left || { cat /out/left; fail "$n left something"; }
        echo $n >> /out/kills
    done
    said build.json build --json
    [ "$(cat /out/build.json.exit)" = 0 ] || { cat /out/build.json.said; fail "not built"; }
    said twice build --name data
    head -c 8M /dev/urandom > /srv/data/kept
    sha256sum /srv/data/kept > /out/sum.before
    sync
    cp /out/* /var/lib/kept/
    exit 99
    ;;
2)
    findmnt --noheadings --output TARGET /srv/data > /out/mount.after
    lvs --noheadings --options stripes,stripe_size --units k data/data > /out/stripes.after
    sha256sum /srv/data/kept > /out/sum.after
    said undo.json undo --json
    state > /out/state.after 2>&1
    ;;
esac

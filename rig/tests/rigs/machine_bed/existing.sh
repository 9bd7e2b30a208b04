#!/bin/sh
# In the Debian guest: arrays that are there already are explained. Their members are loop devices on both drives,
# each held to a rate by a cgroup, so that the emulated processor limits nothing.
fail() { echo "RIG-FAIL $1"; cat /proc/mdstat; cat /out/*.said; exit 1; }
CGROUP=/sys/fs/cgroup/rig
echo +io > /sys/fs/cgroup/cgroup.subtree_control
mkdir $CGROUP || fail "no cgroup"
modprobe loop
for drive in 0 1; do
    mkfs.ext4 -q -F /dev/nvme${drive}n1 && mkdir -p /mnt/$drive && mount /dev/nvme${drive}n1 /mnt/$drive || fail mounted
done
for at in 0 1 2 3; do
    file=/mnt/$((at % 2))/member$at
    head -c 96M /dev/zero > $file && losetup /dev/loop$at $file || fail "loop$at"
done
# held AT RATE: what loop device AT reads at most, MB/s.
held() { echo "7:$1 rbps=$(($2 * 1000000))" > $CGROUP/io.max || fail "not held"; }
# made NAME LEVEL MEMBERS...: an array, full of data.
made() {
    name=$1 level=$2
    shift 2
    mdadm --create /dev/$name --run --assume-clean --level=$level --raid-devices=$# "$@" || fail "no $name"
    filled /dev/$name
}
filled() { yes narrows | dd of=$1 bs=1M oflag=direct iflag=fullblock 2>/dev/null; sync; }
gone() { mdadm --stop /dev/$1; shift; mdadm --zero-superblock "$@"; }
# explained NAME ARRAY: what is said of it while its members are held.
explained() {
    sh -c "echo \$\$ > $CGROUP/cgroup.procs; exec narrows explain $2 --json --lang en" \
        > /out/$1.json 2> /out/$1.said
    echo $? > /out/$1.json.exit
}
ALL="/dev/loop0 /dev/loop1 /dev/loop2 /dev/loop3"
for at in 0 1 2 3; do held $at 20; done

made md0 0 $ALL
narrows explain /dev/md0 --dry-run --json > /out/rounds.json 2> /out/rounds.said
explained healthy /dev/md0
held 2 8
explained slow /dev/md0
narrows explain --from $(ls /root/.local/state/narrows/runs | tail -n 1) --lang ja > /out/again 2> /out/again.said
held 2 20
blockdev --setra 64 /dev/md0
narrows build --explain /dev/md0 --json > /out/fitness.json 2> /out/fitness.said
echo $? > /out/fitness.json.exit
gone md0 $ALL

made md1 1 /dev/loop0 /dev/loop1
explained mirror /dev/md1
gone md1 /dev/loop0 /dev/loop1

made md5 5 /dev/loop0 /dev/loop1 /dev/loop2
mdadm /dev/md5 --fail /dev/loop1 --remove /dev/loop1
explained degraded /dev/md5
narrows build --explain /dev/md5 --json > /out/risk.json 2> /out/risk.said
echo $? > /out/risk.json.exit
narrows check --json --lang en > /out/check.json 2> /out/check.said
echo $? > /out/check.json.exit
gone md5 $ALL

pvcreate -q $ALL && vgcreate -q rig $ALL || fail "no group of volumes"
lvcreate -q -y -Zn -Wn --stripes 4 --stripesize 64k --extents 100%FREE --name striped rig || fail "no volume"
filled /dev/rig/striped
explained volume /dev/rig/striped
lvchange -an rig
exit 0

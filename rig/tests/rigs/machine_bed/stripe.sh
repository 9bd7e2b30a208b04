# What arrays of the `chunks` (KiB) would do under the `jobs`, beside what the kernel's own do, in the
# machine md-trio: on the same drives, on the same kind of file system.
mdadm --version 2>&1 || exit 0
drives=$(ls -d /sys/block/nvme* | sed 's,.*/,,' | sort)
usual="--workload $(echo $jobs | tr ' ' ,) --json --no-report --lang en"
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
look what-if.json narrows stripe $drives $usual --time 1500ms --budget 150s \
    --scratch-size 64M --chunk "$(for chunk in $chunks; do printf '%sK,' "$chunk"; done | sed 's/,$//')"
umount /mnt/*
mkdir -p /mnt/md
for chunk in $chunks; do
    paths=$(for drive in $drives; do echo "/dev/$drive"; done)
    # What was there before is asked about, and the answer is yes.
    yes | mdadm --create /dev/md0 --run --level=0 --raid-devices=3 --chunk=$chunk $paths \
        > mdadm.said 2>&1 || exit 1
    # XFS lays files out from the beginning of a chunk on, as it learns from the array; where ext4
    # begins somewhere within one, requests are cut otherwise.
    mkfs.xfs -q -f -K /dev/md0 || exit 2
    mount /dev/md0 /mnt/md || exit 3
    look "array-$chunk.json" narrows measure md0 $usual --time 3s --scratch-size 192M
    umount /mnt/md && mdadm --stop /dev/md0 >> mdadm.said 2>&1 || exit 4
done
true

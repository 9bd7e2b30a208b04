# What arrays would do beside what the kernel's own do, in the machine md-trio: the same jobs, on the
# same drives, on the same kind of file system.
drives=$(ls -d /sys/block/nvme* | sed 's,.*/,,' | sort)
jobs=seq-read-64k-q8,seq-write-64k-q8,rand-read-256k-q4,rand-write-256k-q4,seq-read-1m-q2
jobs=$jobs,seq-write-1m-q2
usual="--workload $jobs --json --no-report --lang en"
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
look what-if.json narrows stripe $drives $usual --time 700ms --budget 110s --scratch-size 64M \
    --chunk 16K,32K,64K,128K,256K,512K
umount /mnt/*
mkdir -p /mnt/md
for chunk in 16 32 64 128 256 512; do
    paths=$(for drive in $drives; do echo "/dev/$drive"; done)
    # What was there before is asked about, and the answer is yes.
    yes | mdadm --create /dev/md0 --run --level=0 --raid-devices=3 --chunk=$chunk $paths \
        > mdadm.said 2>&1 || exit 1
    # XFS lays files out from the beginning of a chunk on, as it learns from the array; where ext4
    # begins somewhere within one, requests are cut otherwise.
    mkfs.xfs -q -f -K /dev/md0 || exit 2
    mount /dev/md0 /mnt/md || exit 3
    look "array-$chunk.json" narrows measure md0 $usual --time 1s --scratch-size 192M
    umount /mnt/md && mdadm --stop /dev/md0 >> mdadm.said 2>&1 || exit 4
done
true

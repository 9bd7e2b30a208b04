# NVMe commands past the block layer, in the machine x2-slot: the drive in the slot of two lanes is
# read, the other one overwritten.
drive() {
    for it in /sys/block/nvme*; do
        read -r serial _ < "$it/device/serial"
        [ "$serial" = "$1" ] && echo "${it##*/}"
    done
}
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
commands() {
    name=$1
    shift
    look "$name" narrows measure "$@" --engine passthrough --json --no-report --lang en
}
read=$(drive X2-BY-PORT)
written=$(drive X1-BAD-CONTACT)

# What was never written is not read: 128 MiB, in one file.
yes narrows | head -c 4194304 > /tmp/some
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32; do
    cat /tmp/some
done > "/mnt/$read/data"
sync
usual="--block 128K --depth 32 --time 1s"
commands commands.json "$read" $usual
look usual.json narrows measure "$read" $usual --raw --json --no-report
commands polled.json "$read" $usual --poll
commands transfer.json "$read" --block 4M --depth 2 --time 100ms
commands file.json "/mnt/$read/data" --time 100ms

# Whoever may read the device, but is not root.
mkdir /etc
echo 'nobody:x:65534:65534::/:/bin/sh' > /etc/passwd
chmod 644 "/dev/$read" "/dev/ng${read#nvme}"
look nobody.json su nobody -c \
    "narrows measure $read --engine passthrough --time 100ms --json --no-report --lang en"

# All that makes the other drive look like one that holds something, copies of the superblock too: dd
# ends where the drive does.
umount "/mnt/$written"
dd if=/dev/zero of="/dev/$written" bs=1M 2> /dev/null || sync
commands written.json "$written" --raw-write --serial X1-BAD-CONTACT --verify --amount 64M \
    --workload seq-write-128k-q32,seq-read-128k-q32
# What the block layer finds where: the first 64 bytes of some blocks of 4 KiB.
for at in 0 1 31 32 33 4095 8192 16383; do
    dd if="/dev/$written" bs=4096 skip=$at count=1 iflag=direct 2> /dev/null | head -c 64
done > heads
true

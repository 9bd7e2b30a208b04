# Drives that are overwritten and drives that must not be, in the machine six-bays. That a refused
# drive stays as it was is told by the kernel's count of sectors that were written to it.
drive() {
    for it in /sys/block/nvme*; do
        read -r serial _ < "$it/device/serial"
        [ "$serial" = "$1" ] && echo "${it##*/}"
    done
}
written() {
    read -r _ _ _ _ _ _ sectors _ < "/sys/block/$1/stat"
    echo "$sectors"
}
# The kernel's count after all that waited to be written.
settled() {
    sync
    written "$1"
}
content() {
    dd if="/dev/$1" bs=1M count=8 iflag=direct 2> /dev/null | md5sum
}
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
overwrite() {
    name=$1
    shift
    look "$name" narrows measure "$@" --raw-write --no-report --lang en --json
}
# NAME DRIVE PATH SERIAL...: must be refused.
refused_as() {
    case=$1
    drive=$2
    shift 2
    before=$(settled "$drive")
    overwrite "$case" "$@" --time 100ms
    echo $(($(settled "$drive") - before)) > "$case.written"
    echo "$case" >> refused
}
refused() {
    refused_as "$1" "$2" "/dev/$2" --serial "$3"
}
# And once more as a rehearsal.
refused_and_rehearsed() {
    refused "$1" "$2" "$3"
    before=$(settled "$2")
    overwrite "$1.rehearsal" "/dev/$2" --serial "$3" --rehearse
    echo $(($(settled "$2") - before)) > "$1.rehearsal.written"
    echo "$1" >> rehearsed
}
# Zeros throughout: what is left of a file system anywhere is a reason against writing. The shell would take its
# own program of this name, which cannot do that.
zero() {
    /bin/blkdiscard --zeroout --force "/dev/$1"
}
# A table or a swap area at the beginning of a drive that was zeroed.
wipe() {
    dd if=/dev/zero of="/dev/$1" bs=1M count=1 conv=fsync 2> /dev/null
}
# The second partition's swap area.
wipe_second() {
    dd if=/dev/zero of="/dev/$1" bs=1M seek=65 count=1 conv=fsync 2> /dev/null
}
# Puts bytes, as printf spells them, on a drive.
put() {
    printf "$2" | dd of="/dev/$1" bs=1 seek="$3" conv=notrunc,fsync 2> /dev/null
}
# Ends after a minute at the latest: what was to write may have been refused.
until_written() {
    tries=6000
    until [ $(($(written "$1") - $2)) -gt "$3" ] || [ $((tries -= 1)) -eq 0 ]; do usleep 10000; done
}
end() {
    kill "$1"
    wait "$1" 2> /dev/null
}

one=$(drive BAY-1)
two=$(drive BAY-2)
six=$(drive BAY-6-SLOW)
for at in /mnt/*; do [ "$at" = "/mnt/$six" ] || umount "$at"; done

# Serial numbers, on a drive that nothing else speaks against.
zero "$one"
content "$one" > content.before
refused_as no-serial "$one" "$one"
refused_as other-serial "$one" "$one" --serial BAY-2
before=$(settled "$one")
overwrite allowed "$one" --serial BAY-1 --rehearse
echo $(($(settled "$one") - before)) > allowed.written
content "$one" > content.after
overwrite written "$one" --serial BAY-1 --verify --amount 16M \
    --workload seq-write-128k-q32,seq-read-128k-q32

# Killed while it writes, and at once again.
for mib in 1 12; do
    before=$(written "$one")
    narrows measure "$one" --raw-write --serial BAY-1 --time 20s --no-report > /dev/null 2>&1 &
    until_written "$one" "$before" $((mib * 2048))
    kill -9 $!
    wait $! 2> /dev/null
    overwrite "again-$mib" "$one" --serial BAY-1 --verify --amount 8M \
        --workload seq-write-128k-q32,seq-read-128k-q32
done

# What it holds.
refused file-system "$two" BAY-2
zero "$two"
# Two partitions of kind 0x83: 64 MiB from 1 MiB on, and as much behind it.
put "$two" '\0\0\0\0\203\0\0\0\0\010\0\0\0\0\002\0\0\0\0\0\203\0\0\0\0\010\002\0\0\0\002\0' 446
put "$two" '\125\252' 510
blockdev --rereadpt "/dev/$two"
refused_and_rehearsed partitions "$two" BAY-2
refused_as partition "$two" "/dev/${two}p1" --serial BAY-2
wipe "$two"
refused table-wiped "$two" BAY-2
mkswap "/dev/${two}p2" > /dev/null
swapon "/dev/${two}p2"
refused swap-on-partition "$two" BAY-2
swapoff "/dev/${two}p2"
losetup /dev/loop6 "/dev/${two}p1"
refused loop-on-partition "$two" BAY-2
losetup -d /dev/loop6
wipe "$two"
wipe_second "$two"
blockdev --rereadpt "/dev/$two"

# Who uses it; nothing on it tells.
mkswap "/dev/$two" > /dev/null
swapon "/dev/$two"
refused swap "$two" BAY-2
swapoff "/dev/$two"
wipe "$two"
mknod /tmp/alias b $(tr : ' ' < "/sys/block/$two/dev")
losetup /dev/loop6 /tmp/alias
refused loop "$two" BAY-2
rm /tmp/alias
refused loop-alias-gone "$two" BAY-2
losetup -d /dev/loop6
sleep 100 9<> "/dev/$two" &
sleeper=$!
refused open "$two" BAY-2
end $sleeper
blockdev --setro "/dev/$two"
refused read-only "$two" BAY-2
blockdev --setrw "/dev/$two"
# An array without marks of its own, made by the kernel's files.
echo md_rig > /sys/module/md_mod/parameters/new_array
array=/sys/block/md_rig/md
for setting in level=raid1 raid_disks=1 metadata_version=none \
    "new_dev=$(cat "/sys/block/$two/dev")" "dev-$two/slot=0" "dev-$two/size=524288" \
    "component_size=524288" array_state=readonly; do
    echo "${setting#*=}" > "$array/${setting%%=*}" || echo "$setting" >> array.failed
done
refused_and_rehearsed array "$two" BAY-2
echo clear > "$array/array_state"
if command -v dmsetup > /dev/null; then
    echo "0 2048 linear /dev/$two 0" | dmsetup create --noudevsync rig
    refused mapped "$two" BAY-2
    dmsetup remove --noudevsync rig
fi
mknod /tmp/alias b $(tr : ' ' < "/sys/block/$two/dev")
refused_as alias-other-serial "$two" /tmp/alias --serial BAY-1
# And when all that is gone.
overwrite free "/dev/$two" --serial BAY-2 --rehearse

# Mounted: here, and with the state of our user on it; in another namespace only; nowhere any more,
# but with a file open.
umount "/mnt/$six"
mount -o ro "/dev/$six" "/mnt/$six"
export XDG_STATE_HOME="/mnt/$six"
refused_and_rehearsed mounted "$six" BAY-6-SLOW
unset XDG_STATE_HOME
unshare -m sh -c 'echo > /tmp/apart; exec sleep 100' &
sleeper=$!
until [ -e /tmp/apart ]; do usleep 10000; done
umount "/mnt/$six"
refused mounted-elsewhere "$six" BAY-6-SLOW
end $sleeper
mount -o ro "/dev/$six" "/mnt/$six"
sh -c "cd /mnt/$six; echo > /tmp/inside; exec sleep 100" &
sleeper=$!
until [ -e /tmp/inside ]; do usleep 10000; done
umount -l "/mnt/$six"
refused mounted-nowhere "$six" BAY-6-SLOW
end $sleeper

# Three at once: one that stays, one that is pulled, one that fails.
three=$(drive BAY-3)
four=$(drive BAY-4)
five=$(drive BAY-5)
for it in $three $four $five; do zero "$it" & done
wait
echo "$three" > stays
echo "$four" > vanishes
echo "$five" > fails
before_four=$(written "$four")
before_five=$(written "$five")
overwrite faults "$three" "$four" "$five" --serial BAY-3 --serial BAY-4 --serial BAY-5 \
    --set all --time 15s --block 128K --depth 4 &
# The slot waits five seconds from here on.
until_written "$four" "$before_four" 2000
echo RIG-FAULT vanishes BAY-4
until_written "$five" "$before_five" 20000
echo RIG-FAULT fails BAY-5
wait
overwrite gone "/dev/$four" --serial BAY-4
true

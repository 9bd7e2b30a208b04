# Faults in the midst of the main job, in the machine six-bays; the bays that nothing befalls
# are 1 and 6.
drive() {
    for it in /sys/block/nvme*; do
        read -r serial _ < "$it/device/serial"
        [ "$serial" = "$1" ] && echo "${it##*/}"
    done
}
# Sectors of 512 bytes that were read.
sectors() {
    read -r _ _ sectors _ < "/sys/block/$1/stat"
    echo "$sectors"
}
# Brings a fault about while the drive is being measured: with 30 MB read the ramp is over.
when_measured() {
    name=$(drive "$2")
    before=$(sectors "$name")
    until [ $(($(sectors "$name") - before)) -gt 60000 ]; do usleep 10000; done
    echo "RIG-FAULT $1 $2"
}
ended() {
    echo $? > "$1.exit"
}
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    ended "$name"
}

mkdir /etc
echo 'nobody:x:65534:65534::/:/bin/sh' > /etc/passwd
for verb in see check --quick; do
    look "rights-${verb#--}.json" su nobody -c "narrows $verb --json"
done
look rights-capture.tar.gz su nobody -c "narrows capture --output -"

fallocate -l 800M "/mnt/$(drive BAY-5)/filled"
when_measured fails BAY-2 &
# Pulling takes 5 s, as long as the stalled drive is waited for; the next one is then measured.
{ when_measured stalls BAY-3; usleep 700000; echo "RIG-FAULT vanishes BAY-4"; } &
began=$(cut -d. -f1 /proc/uptime)
look run.json narrows --quick --json
echo $(($(cut -d. -f1 /proc/uptime) - began)) > run.seconds

# Once more, as the drives are now: the failing one's file system notices by its own writing.
# Who hangs cannot even be killed before the drive answers.
dd if=/dev/null of="/mnt/$(drive BAY-2)/empty" conv=fsync 2> /dev/null
began=$(cut -d. -f1 /proc/uptime)
look again.json narrows --quick --json --no-report &
until [ -s again.json ]; do usleep 50000; done
echo $(($(cut -d. -f1 /proc/uptime) - began)) > again.seconds
echo RIG-FAULT heals BAY-3
wait $!
pidof narrows > left
true

# Trials with the kernel's md in the machine md-trio: one that ends, some that are killed, and an
# unrelated array that must stay.
set -- $(ls -d /sys/block/nvme* | sed 's,.*/,,' | sort)
usual="trial --drives $1,$2 --size 192M --fs ext4 --lang en"
look() {
    name=$1
    shift
    "$@" > "$name" 2> "$name.said"
    echo $? > "$name.exit"
}
# Arrays and loop devices that there are, and what is mounted below /run.
left() {
    ls -d /sys/block/md*/md /sys/block/loop*/loop /run/narrows/* 2> /dev/null
    grep /run/narrows /proc/mounts
}
mdadm --version 2>&1
look plan.json narrows $usual --chunk 64K --dry-run --json --job load
look trial.json narrows $usual --chunk 64K --json --prepare 'dd if=/dev/zero of=x bs=1M count=40' \
    -- dd if=x of=/dev/null bs=1M
left > after-trial
look failed.json narrows $usual --level 1 --json -- sh -c 'exit 3'
left > after-failure

# an unrelated array over loop devices.
for n in 1 2; do
    dd if=/dev/zero of=/tmp/other$n bs=1M count=16 2> /dev/null
    losetup "/dev/loop4$n" "/tmp/other$n" 2> /dev/null || mknod "/dev/loop4$n" b 7 "4$n"
    losetup "/dev/loop4$n" "/tmp/other$n" 2> /dev/null
done
yes | mdadm --create /dev/md9 --run --level=1 --metadata=1.2 --raid-devices=2 /dev/loop41 /dev/loop42 \
    > mdadm.said 2>&1
left > others

# Killed once its command has begun, and at moments before.
for moment in begun 3 9; do
    rm -f /tmp/begun
    narrows $usual -- sh -c 'touch /tmp/begun; sleep 1000' > /dev/null 2> "killed-$moment.said" &
    pid=$!
    if [ "$moment" = begun ]; then
        while kill -0 $pid 2> /dev/null && [ ! -e /tmp/begun ]; do sleep 1; done
    else
        sleep $moment
    fi
    kill -KILL $pid
    wait $pid
    sleep 2
    left > "left-$moment"
    look "clean-$moment" narrows trial --clean --lang en
    sleep 1
    left > "cleaned-$moment"
done
look clean-again narrows trial --clean --lang en
true

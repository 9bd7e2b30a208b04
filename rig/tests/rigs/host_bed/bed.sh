#!/bin/bash
# Hosts on one machine: network namespaces with host names of their own, joined by bridges, with shaped links.
#
# Runs inside namespaces of its own (mounts, network, processes; see mod.rs), so that everything here ends with
# its first process, also when that is killed. $BED is an empty folder on a disk. Sourced by each test's script.
set -eu
export PATH="$PATH:/usr/sbin:/sbin" TMPDIR="$BED/tmp"
mkdir -p "$BED"/{tmp,state,mounts,shared} /run/netns
# Whatever else the machine does waits for these hosts, which would otherwise wait for it and seem slow.
renice -n -15 $$ >/dev/null 2>&1 || true
# Namespaces that `ip netns` names are files; in a tmpfs of our own mount namespace they are invisible outside.
mount -t tmpfs narrows-hosts /run/netns
ip link set lo up

# switch NAME [UPLINK_MBIT]: a leaf switch; with a rate it hangs on the switch `core` by a link of that rate.
switch() {
    ip link add "$1" type bridge forward_delay 0
    ip link set "$1" up
    [ $# -lt 2 ] && return
    ip link add "up-$1" type veth peer name "down-$1"
    ip link set "up-$1" master core up
    ip link set "down-$1" master "$1" up
    shape "up-$1" "$2"
    shape "down-$1" "$2"
}

# shape DEVICE MBIT [HOST]: what leaves by it is held to that rate, in equal parts for the hosts 10.77.0.1 to 16 that
# have something to send or receive there: TCP by itself takes minutes to share fairly. Everything else is a
# seventeenth. A server has another address, so that its link knows its hosts apart.
shape() {
    local device=$1 rate=$2 number class
    {
        echo "qdisc add dev $device root handle 1: htb default 11"
        echo "class add dev $device parent 1: classid 1:1 htb" \
            "rate ${rate}mbit ceil ${rate}mbit burst 64kb cburst 64kb quantum 65536"
        for number in $(seq 17); do
            # Class numbers are hexadecimal.
            class=$(printf %x $((number + 256)))
            [ "$number" -le 16 ] || class=11
            echo "class add dev $device parent 1:1 classid 1:$class htb" \
                "rate $((rate * 1000 / 17))kbit ceil ${rate}mbit burst 64kb cburst 64kb quantum 65536"
            echo "qdisc add dev $device parent 1:$class bfifo limit 512kb"
            [ "$number" -le 16 ] || continue
            echo "filter add dev $device parent 1: protocol ip prio 1 u32 match ip dst 10.77.0.$number/32 flowid 1:$class"
            echo "filter add dev $device parent 1: protocol ip prio 2 u32 match ip src 10.77.0.$number/32 flowid 1:$class"
        done
    } | tc ${3:+-n "$3"} -batch -
}

# host NAME NUMBER SWITCH [MBIT]: a host with the address 10.77.0.NUMBER; its link has that rate both ways.
host() {
    ip netns add "$1"
    ip link add "v-$1" type veth peer name e0 netns "$1"
    ip link set "v-$1" master "$3" up
    ip -n "$1" addr add "10.77.0.$2/24" dev e0
    ip -n "$1" link set e0 up
    ip -n "$1" link set lo up
    if [ $# -ge 4 ]; then
        shape "v-$1" "$4"
        shape e0 "$4" "$1"
    fi
}

# serve HOST NUMBER ARGUMENT...: nbdkit on that host, with these of its words.
serve() {
    local host=$1 number=$2
    shift 2
    nsenter --net="/run/netns/$host" nbdkit -f -i "10.77.0.$number" "$@" >"$BED/nbdkit-$host.log" 2>&1 &
    wait_for nc_or_bash "$host" "10.77.0.$number"
}

nc_or_bash() {
    nsenter --net="/run/netns/$1" bash -c "exec 3<>/dev/tcp/$2/10809" 2>"$BED/tmp/connect.log"
}

# show HOST SERVER_NUMBER: the server's disk as the file $BED/shared/disk of that host.
show() {
    mkdir -p "$BED/mounts/$1"
    touch "$BED/mounts/$1/disk"
    nsenter --net="/run/netns/$1" nbdfuse "$BED/mounts/$1/disk" "nbd://10.77.0.$2:10809" \
        >"$BED/nbdfuse-$1.log" 2>&1 &
    wait_for test -s "$BED/mounts/$1/disk"
}

# hold LOOP_DEVICE: as long as the bed lives, and no longer, also when that is killed.
hold() {
    local held
    exec {held}<"$1"
    losetup -d "$1"
}

# wait_for COMMAND...: until it succeeds, ten seconds at most.
wait_for() {
    local tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 200 ] || { echo "never: $*" >&2; return 1; }
        sleep 0.05
    done
}

# The launcher's remote shell. A host has its own network, its own name, its own view of $BED/shared where it has
# one, and a home for its runs; with $BED/clock-HOST its clocks are so many seconds ahead.
cat >"$BED/agent" <<'AGENT'
#!/bin/bash
host=$1
shift
# Open MPI asks for an interactive shell's options before the host's name by none of its versions.
ahead=$(cat "$BED/clock-$host" 2>/dev/null || echo 0)
export XDG_STATE_HOME="$BED/state/$host"
exec ip netns exec "$host" unshare --uts --time --monotonic "$ahead" --boottime "$ahead" sh -c "
    hostname $host
    [ ! -d $BED/mounts/$host ] || mount --rbind $BED/mounts/$host $BED/shared
    [ ! -d /run/netns/lldp-$host ] || mount --bind /run/netns/lldp-$host /run
    $*"
AGENT
chmod +x "$BED/agent"

# launch HOSTS ARGUMENT...: one rank a host, by their names with commas between; the first is rank 0.
launch() {
    local hosts=$1 ranks
    shift
    ranks=$(tr ',' '\n' <<<"$hosts" | wc -l)
    mpirun --allow-run-as-root -np "$ranks" --host "$hosts" --bind-to none \
        --mca plm_rsh_agent "$BED/agent" --mca plm_rsh_no_tree_spawn 1 \
        --mca oob_tcp_if_include 10.77.0.0/24 --mca btl tcp,self --mca btl_tcp_if_include 10.77.0.0/24 \
        --mca orte_keep_fqdn_hostnames 1 ${RECOVERY:+--enable-recovery} "$@"
}

# launch_hydra HOSTS ARGUMENT...: the same by MPICH's launcher.
launch_hydra() {
    local hosts=$1
    shift
    mpiexec.hydra -launcher rsh -launcher-exec "$BED/agent" -localhost 10.77.0.254 -hosts "$hosts" -ppn 1 \
        ${GOES_ON:+-disable-auto-cleanup} "$@"
}

# neighbours HOST SWITCH: lldpd on that host, and one for its end of the link, which calls itself SWITCH. lldpcli has
# the rights of lldpd's own user, who may not look into $BED.
neighbours() {
    local dir="/run/netns/lldp-$1"
    mkdir -p "$dir"
    nsenter --net="/run/netns/$1" unshare --uts sh -c "hostname $1; exec lldpd -d -u $dir/lldpd.socket" >"$BED/lldp-$1.log" 2>&1 &
    unshare --uts sh -c "hostname $2; exec lldpd -d -u $dir/switch -C core -I v-$1" >"$BED/lldp-$1-switch.log" 2>&1 &
    wait_for test -S "$dir/lldpd.socket"
    wait_for test -S "$dir/switch"
    lldpcli -u "$dir/switch" configure lldp tx-interval 1 >"$BED/lldp-$1-cli.log"
    wait_for sh -c "lldpctl -u $dir/lldpd.socket -f json | grep -q '\"$2\"'"
}

# signal_ranks SIGNAL [RANK]: to the processes of that rank; to those of all ranks where none is named.
signal_ranks() {
    local process
    for process in /proc/[0-9]*; do
        tr '\0' '\n' <"$process/environ" 2>/dev/null | grep -qxE "(OMPI_COMM_WORLD_RANK|PMI_RANK)=${2:-.*}" || continue
        kill -"$1" "${process#/proc/}"
    done
}

# a_round_is_kept HOST: waits until that host has written down its first round.
a_round_is_kept() {
    wait_for sh -c "ls $BED/state/$1/narrows/runs/*/run.json >/dev/null 2>&1"
}

# slurm HOST:NUMBER...: a controller here, at 10.77.0.254, and slurmd on these hosts; `srun` works afterwards. Each
# slurmd has a /tmp of its own, as hosts do: its PMIx plugin makes folders there that are called the same on all.
slurm() {
    local dir="$BED/slurm" host
    mkdir -p "$dir"/{spool,state,log}
    hostname control
    { cat /etc/hosts; echo "10.77.0.254 control"; printf '10.77.0.%s\n' "$@" | sed 's/\(.*\)\.\(.*\):\(.*\)/\1.\3 \2/'; } \
        >"$dir/hosts"
    mount --bind "$dir/hosts" /etc/hosts
    dd if=/dev/urandom of="$dir/key" bs=32 count=1 2>"$dir/log/key"
    chmod 400 "$dir/key"
    munged --foreground --force --key-file="$dir/key" --socket="$dir/munge" --pid-file="$dir/munge.pid" \
        --log-file="$dir/log/munge" --seed-file="$dir/seed" >"$dir/log/munged" 2>&1 &
    wait_for test -S "$dir/munge"
    cat >"$dir/slurm.conf" <<CONF
ClusterName=bed
SlurmctldHost=control(10.77.0.254)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/control.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/log/control
SlurmdLogFile=$dir/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
$(for host in "$@"; do echo "NodeName=${host%:*} NodeAddr=10.77.0.${host#*:} CPUs=2 State=UNKNOWN"; done)
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
CONF
    export SLURM_CONF="$dir/slurm.conf"
    slurmctld -D >"$dir/log/control.out" 2>&1 &
    for host in "$@"; do
        mkdir -p "$dir/spool/${host%:*}"
        nsenter --net="/run/netns/${host%:*}" unshare --uts --mount sh -c "
            hostname ${host%:*}
            mount -t tmpfs narrows-hosts /tmp
            [ ! -d $BED/mounts/${host%:*} ] || mount --rbind $BED/mounts/${host%:*} $BED/shared
            exec slurmd -D -N ${host%:*}" >"$dir/log/${host%:*}.out" 2>&1 &
    done
    wait_for sh -c "[ \$(sinfo -h -t idle -o %D) = $# ]"
}

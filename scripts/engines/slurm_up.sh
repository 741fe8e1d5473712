#!/usr/bin/env bash
# Starts a private Slurm of one node (munged, slurmctld, slurmd) for tests and demonstrations:
#   slurm_up.sh FOLDER [--cpus N] [--while PID]
# Everything it has is in FOLDER (short, and readable for every user: /tmp/...): configuration, key,
# state, logs; ports of its own; a Slurm of the system is neither used nor touched. Prints nothing
# but what a shell needs to use it:
#   eval "$(scripts/engines/slurm_up.sh /tmp/vta-slurm)"; sinfo
# Running it again with a running Slurm is done in a moment. --cpus: processors that the node
# pretends to have (default: as many as there are). --while: stops by itself when PID has ended.
# Stop it with slurm_down.sh FOLDER. Exit codes: 0 ready, 1 cannot be started, 2 wrong usage,
# 77 not installed (scripts/setup.sh --tests installs it).
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export PATH="$PATH:/usr/sbin:/sbin"
# shellcheck source=scripts/engines/slurm_common.sh
source "$here/slurm_common.sh"

usage() {
  echo "usage: slurm_up.sh FOLDER [--cpus N] [--while PID]" >&2
  exit 2
}

[[ $# -ge 1 && "$1" != -* ]] || usage
folder="$(realpath -m "$1")"
shift
cpus="$(nproc)" while_pid=""
while [[ $# -gt 0 ]]; do
  [[ $# -ge 2 && "$2" =~ ^[1-9][0-9]*$ ]] || usage
  case "$1" in
    --cpus) cpus="$2" ;;
    --while) while_pid="$2" ;;
    *) usage ;;
  esac
  shift 2
done

require_programs() {
  local program
  for program in munged slurmctld slurmd sinfo scontrol; do
    if ! command -v "$program" >/dev/null; then
      echo "slurm_up: skipped: $program is not installed (packages slurm-wlm, munge): scripts/setup.sh --tests" >&2
      exit 77
    fi
  done
}

# munged refuses to run as root, and to keep its key where others may write.
munge_user() {
  if [[ "$(id -u)" == 0 ]]; then echo munge; else id -un; fi
}

as_munge() {
  if [[ "$(id -u)" == 0 ]]; then runuser -u munge -- "$@"; else "$@"; fi
}

free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
}

write_configuration() {
  local host user control_port node_port
  host="$(hostname -s)" user="$(id -un)"
  control_port="$(free_port)" node_port="$(free_port)"
  while [[ "$node_port" == "$control_port" ]]; do node_port="$(free_port)"; done
  mkdir -p "$folder"/{state,spool,log}
  : >"$folder/plugstack.conf"
  # Nothing here uses control groups. A plugin by its name, so that slurmd does not look which ones
  # the machine has: in a container there may be none.
  echo "CgroupPlugin=cgroup/v1" >"$folder/cgroup.conf"
  cat >"$folder/slurm.conf" <<CONF
ClusterName=vta
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$control_port
SlurmdPort=$node_port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd
PlugStackConfig=$folder/plugstack.conf
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=0
PropagateResourceLimits=NONE
ReturnToService=2
KillWait=5
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=main Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
}

start_munged() {
  mkdir -p "$folder/munge"
  chmod 755 "$folder" "$folder/munge"
  head -c 1024 /dev/urandom >"$folder/munge/key"
  chmod 600 "$folder/munge/key"
  if [[ "$(id -u)" == 0 ]]; then chown -R munge: "$folder/munge"; fi
  as_munge munged --socket "$folder/munge/socket" --key-file "$folder/munge/key" \
    --pid-file "$folder/munge/pid" --log-file "$folder/munge/log" --seed-file "$folder/munge/seed" \
    --num-threads 2 >"$folder/log/munged" 2>&1
}

is_ready() {
  timeout 5 sinfo --noheader --format %t 2>/dev/null | grep -qE '^(idle|mix|alloc)'
}

# sinfo lists an idle node only when controller, node and munge agree.
wait_until_ready() {
  local deadline=$((SECONDS + 60))
  until is_ready; do
    if ((SECONDS >= deadline)); then return 1; fi
    sleep 0.1
  done
}

start() {
  local -x VTA_SLURM_FOLDER="$folder"  # how slurm_down.sh finds the daemons
  rm -rf "$folder"
  mkdir -p "$folder"
  echo "$folder" >"$folder/.vta-slurm"
  write_configuration
  start_munged && slurmctld && slurmd && wait_until_ready
} >&2

# A port that was free a moment ago may be taken now: another attempt draws others.
start_or_explain() {
  local attempt
  for attempt in 1 2 3; do
    if start; then return; fi
    echo "slurm_up: attempt $attempt failed" >&2
    tail -n 5 "$folder"/log/* "$folder/munge/log" >&2 2>/dev/null || true
    stop_slurm "$folder"
  done
  echo "slurm_up: Slurm does not start in $folder" >&2
  exit 1
}

require_programs
if [[ -e "$folder" && ! -f "$folder/.vta-slurm" && -n "$(ls -A "$folder")" ]]; then
  echo "slurm_up: $folder is not empty and not a folder of this script: name another" >&2
  exit 2
fi
export SLURM_CONF="$folder/slurm.conf"
if ! is_ready; then
  stop_slurm "$folder"
  start_or_explain
fi
if [[ -n "$while_pid" ]]; then
  setsid bash -c "tail --pid=$while_pid -f /dev/null; exec '$here/slurm_down.sh' '$folder'" \
    </dev/null >/dev/null 2>&1 &
fi
echo "export SLURM_CONF='$folder/slurm.conf'"

# Sourced by slurm_up.sh and slurm_down.sh: finding and ending what runs in a folder.

# Processes of the Slurm in a folder, told by their environment: files with process ids may be
# missing, or name processes long gone. Daemons carry the folder, what their jobs run carries the
# configuration and the cluster's name (the shell of a user has the first at most).
slurm_processes() {
  local folder="$1"
  {
    with_variable "VTA_SLURM_FOLDER=$folder" /proc/[0-9]*/environ
    with_variable "SLURM_CONF=$folder/slurm.conf" /proc/[0-9]*/environ |
      xargs -r grep -lzxF -e "SLURM_CLUSTER_NAME=vta" 2>/dev/null
  } | sed -n 's|/proc/\([0-9]*\)/environ|\1|p' | sort -u
}

# Those of the files (environments of processes, which may end meanwhile) that have it.
with_variable() {
  grep -lzxF -e "$@" 2>/dev/null || true
}

# Cancels the jobs, ends the daemons and waits until they are gone.
stop_slurm() {
  local folder="$1" deadline=$((SECONDS + 20)) signal=TERM
  local -a left
  mapfile -t left < <(slurm_processes "$folder")
  if [[ ${#left[@]} == 0 ]]; then return; fi
  SLURM_CONF="$folder/slurm.conf" cancel_jobs || true
  while :; do
    mapfile -t left < <(slurm_processes "$folder")
    if [[ ${#left[@]} == 0 ]]; then return; fi
    if ((SECONDS >= deadline)); then signal=KILL; fi
    kill -s "$signal" "${left[@]}" 2>/dev/null || true
    sleep 0.2
  done
}

cancel_jobs() {
  local -a jobs
  mapfile -t jobs < <(timeout 5 squeue --noheader --format %A 2>/dev/null | sort -u)
  if [[ ${#jobs[@]} == 0 ]]; then return; fi
  timeout 10 scancel --signal KILL "${jobs[@]}" 2>/dev/null || true
  timeout 10 scancel "${jobs[@]}" 2>/dev/null || true
  local deadline=$((SECONDS + 10))
  while ((SECONDS < deadline)) && [[ -n "$(timeout 5 squeue --noheader 2>/dev/null)" ]]; do
    sleep 0.2
  done
}

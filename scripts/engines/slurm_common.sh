# Sourced by slurm_up.sh and slurm_down.sh: finding and ending what runs in a folder.

# Processes of the Slurm in a folder, told by their environment: files with process ids may be
# missing, or name processes long gone. Daemons carry the folder, what their jobs run carries the
# configuration and the cluster's name (the shell of a user has the first at most).
slurm_processes() {
  local folder="$1" path
  for path in /proc/[0-9]*; do
    if has_variable "$path" "VTA_SLURM_FOLDER=$folder" ||
      { has_variable "$path" "SLURM_CONF=$folder/slurm.conf" &&
        has_variable "$path" "SLURM_CLUSTER_NAME=vta"; }; then
      echo "${path#/proc/}"
    fi
  done
}

has_variable() {
  grep -qzxF "$2" "$1/environ" 2>/dev/null
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

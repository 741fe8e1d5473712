# From what ninja prints to a line of progress: how much is done, and about how long the rest takes.
#
#   awk -v name=... -v terminal=0|1 -v cores=N -f build_progress.awk WEIGHTS NINJA_LOG PLAN -
#
# WEIGHTS has lines "SECONDS OUTPUT", NINJA_LOG is that of earlier builds, PLAN what `ninja -n` prints; each may be
# empty. Steps differ by a factor of a hundred, so that their number says little: each counts as the seconds that it took
# before, here or where the weights were measured. How fast this machine is follows from what is done; at the start, as
# if it had been as fast as that one for kPrior seconds.
BEGIN { kPrior = 12; jobs = 1.5 * cores; slowness = 1 }

function kind_seconds(output) {
  if (output ~ /\.gch$/) return 14
  if (output ~ /\/Unity\//) return 10
  if (output ~ /\.o$/) return 4
  if (output ~ /\.a$/) return 0.3
  return output ~ /^bin\// ? 4 : 1
}
function seconds(output) { return output in known ? known[output] : kind_seconds(output) }
# The first steps of the plan that are not over are those that go on now, as far as one can tell. How much of them is
# done goes into `going`, what is left of the longest into `longest`; both in seconds as measured.
function look_at_running(now, slowness,   i, count, done, all) {
  while (next_step < steps && step[next_step + 1] in over) ++next_step
  going = longest = 0
  for (i = next_step + 1; i <= steps && count < jobs; ++i) {
    if (step[i] in over) continue
    ++count
    if (!(step[i] in start)) start[step[i]] = seen ? now : 0  # a step begins where another ends
    all = seconds(step[i])
    done = (now - start[step[i]]) / slowness
    if (done > 0.9 * all) done = 0.9 * all
    going += done
    if (all - done > longest) longest = all - done
  }
}
function show(end) { printf "%s%s%s", terminal ? "\r\033[K" : "", line, end; fflush() }

FILENAME == ARGV[1] { if ($1 ~ /^[0-9.]+$/) known[$2] = $1; next }
FILENAME == ARGV[2] { if ($2 > $1 && NF >= 5) known[$4] = ($2 - $1) / 1000; next }
FILENAME == ARGV[3] { if ($0 ~ /^\[[0-9]+\/[0-9]+/) { planned += seconds($NF); step[++steps] = $NF }; next }

/^ninja: (no work to do|Entering directory)/ { next }
match($0, /^\[[0-9]+\/[0-9]+ [0-9.]+\] /) {
  split(substr($0, 2, RLENGTH - 3), status, /[\/ ]/)
  finished += seconds($NF)
  over[$NF] = 1
  look_at_running(status[3], slowness)
  seen = 1
  rest = planned - finished - going
  least = (status[2] - status[1]) * 0.3  # what was not planned: more steps came to light
  if (rest < least) rest = least
  # Seconds here for one that was measured.
  slowness = jobs * (status[3] + kPrior) / (finished + going + jobs * kPrior)
  left = slowness * (rest / jobs > longest ? rest / jobs : longest)
  line = sprintf("%s: %d of %d, %d s, about %d s left", name, status[1], status[2], status[3], left)
  tenth = planned > 0 ? int(10 * finished / planned) : int(10 * status[1] / status[2])
  if (terminal) { show(""); shown = 1 }
  else if ((tenth > last || !told) && status[3] > 2) { show("\n"); last = tenth; told = 1 }
  next
}
{ if (terminal && shown) { printf "\n"; shown = 0 } print; fflush() }
END { if (terminal && shown) printf "\r\033[K" }

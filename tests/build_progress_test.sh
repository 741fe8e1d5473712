#!/usr/bin/env bash
# build_progress_test.sh: what scripts/build_progress.awk says of builds whose end is known. Three steps at a time, in the
# order of scripts/build_weights.txt, on a machine as fast as the one that was measured, and on others: from the third
# second on, every time left that is told is within 1.5 times of what is left, or within 15 s of that machine.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# slowness -> PLAN and FEED: lines of ninja with the time at which each step ends.
make_build() {
  awk -v slow="$1" -v folder="$folder" '
    $1 ~ /^[0-9.]+$/ { seconds[++n] = $1; output[n] = $2 }
    END {
      for (i = 1; i <= n; ++i) {
        best = 1
        for (j = 2; j <= 3; ++j) if (free[j] < free[best]) best = j
        free[best] += slow * seconds[i]
        printf "%.3f %s\n", free[best], output[i] > (folder "/ends")
        printf "[%d/%d] Building CXX object %s\n", i, n, output[i] > (folder "/plan")
      }
    }' scripts/build_weights.txt
  sort -n "$folder/ends" | awk -v n="$(wc -l <"$folder/ends")" \
    '{ printf "[%d/%d %s] Building CXX object %s\n", NR, n, $1, $2 }' >"$folder/feed"
}

failed=0
check() {
  local slow="$1" log="$2"
  make_build "$slow"
  awk -v terminal=1 -v name=build -v cores=2 -f scripts/build_progress.awk "$3" "$log" "$folder/plan" - \
    <"$folder/feed" | tr '\r' '\n' | sed -n 's/.*, \([0-9]*\) s, about \([0-9]*\) s left.*/\1 \2/p' >"$folder/told"
  awk -v slow="$slow" -v end="$(tail -1 "$folder/feed" | sed 's/.* \([0-9.]*\)\].*/\1/')" '
    { left = end - $1
      if ($1 < 3) next
      ++told
      off = $2 > left ? $2 - left : left - $2
      if (off > 15 * slow && ($2 > 1.5 * left || left > 1.5 * $2)) { printf "slowness %s: at %d s %d s told, %d s left\n", slow, $1, $2, left; bad = 1 } }
    END { if (told < 40) { printf "slowness %s: only %d lines\n", slow, told; bad = 1 } exit bad }' "$folder/told" || failed=1
}

for slow in 0.7 1 1.5; do
  check "$slow" /dev/null scripts/build_weights.txt
done

# Without weights, what this folder took before is known.
make_build 4
awk 'BEGIN { print "# ninja log v5" } $1 ~ /^[0-9.]+$/ { printf "0\t%d\t0\t%s\tx\n", 4000 * $1, $2 }' \
  scripts/build_weights.txt >"$folder/log"
check 4 "$folder/log" /dev/null

# What is no progress passes, and a build without a plan ends as well.
text="$(printf 'ninja: Entering directory\n[1/2 0.5] a\nerror: x\n[2/2 9.0] b\n' |
  awk -v terminal=0 -v name=n -v cores=2 -f scripts/build_progress.awk /dev/null /dev/null /dev/null - 2>&1)"
[[ "$text" == *"error: x"* && "$text" == *"2 of 2, 9 s, about 0 s left"* ]] || { echo "no plan: $text"; failed=1; }

# Without a terminal a line comes at once, and then one for each tenth of the work.
lines="$(awk 'BEGIN { for (i = 1; i <= 100; ++i) printf "[%d/100 %d.0] out%d.o\n", i, 3 * i, i }' |
  awk -v terminal=0 -v name=n -v cores=2 -f scripts/build_progress.awk /dev/null /dev/null /dev/null - 2>&1)"
[[ "$lines" == "n: 1 of 100, 3 s, "* && "$(wc -l <<<"$lines")" == 11 ]] || { echo "lines: $lines"; failed=1; }

# The plan is read where CMake wants to look again, too: a manifest that is never up to date, as with globs.
tree="$folder/tree"
mkdir -p "$tree/scripts" "$tree/build/p" "$tree/bin"
cp scripts/build.sh scripts/build_progress.awk scripts/build_weights.txt scripts/packages.txt "$tree/scripts"
ln -s /bin/true "$tree/bin/cmake"
cat >"$tree/build/p/build.ninja" <<'END'
rule step
  command = touch $out
rule again
  command = true
  generator = 1
  restat = 1
build always: phony
build globs: again always
build build.ninja: again globs
build one.o: step
build two.o: step one.o
build all: phony two.o
default all
END
touch "$tree/build/p/globs"
(cd "$tree" && PATH="$tree/bin:$PATH" scripts/build.sh p) >"$folder/built" 2>&1 || { cat "$folder/built"; failed=1; }
grep -q 'two\.o$' "$tree/build/p/.build_plan" || { echo "no step in the plan:"; cat "$tree/build/p/.build_plan"; failed=1; }
exit "$failed"

#!/usr/bin/env bash
# product_lines.sh [BEFORE [AFTER]]: lines of the product in two commits, by top-level folder: C++ (.cpp, .h) and TypeScript
# outside tests/. BEFORE: f07dd0de, the commit before the redesign of recipe, record and kernels; AFTER: HEAD. Also the files
# that are longer than 450 lines.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
  sed -n '2,/^set /s/^# \{0,1\}//p' scripts/product_lines.sh
  exit 0
fi
before="${1:-f07dd0de}" after="${2:-HEAD}"
for commit in "$before" "$after"; do
  git rev-parse --quiet --verify "$commit^{commit}" >/dev/null || {
    echo "product_lines: there is no commit '$commit' here (a shallow clone has few)" >&2
    exit 2
  }
done

# FOLDER FILE LINES of every source of a commit.
sources() {
  git archive "$1" | tar -x --to-command='printf "%s %s\n" "$(wc -l)" "$TAR_REALNAME"' --wildcards '*.cpp' '*.h' '*.ts' |
    awk '$2 !~ /^tests\// { split($2, part, "/"); print part[1], $2, $1 }'
}

{
  sources "$before" | sed 's/$/ before/'
  sources "$after" | sed 's/$/ after/'
} | awk -v before="$(git rev-parse --short "$before")" -v after="$(git rev-parse --short "$after")" '
  { lines[$1, $4] += $3; all[$4] += $3; folders[$1] = 1 }
  $4 == "after" && $3 > 450 { long = long sprintf("  %s: %d\n", $2, $3) }
  END {
    printf "%-12s %9s %9s %8s\n", "folder", before, after, "change"
    for (folder in folders)
      printf "%-12s %9d %9d %+8d\n", folder, lines[folder, "before"], lines[folder, "after"],
             lines[folder, "after"] - lines[folder, "before"] | "sort"
    close("sort")
    printf "%-12s %9d %9d %+8d\n", "all", all["before"], all["after"], all["after"] - all["before"]
    printf "longer than 450 lines:%s", long == "" ? " none\n" : "\n" long
  }'

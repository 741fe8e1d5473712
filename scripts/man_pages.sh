#!/usr/bin/env bash
# man_pages.sh VTA FOLDER VERSION: a manual page for the program and for each of its commands, FOLDER/vta.1, vta-run.1,
# vta-config-show.1, ..., from what their --help prints. Commands are those that the help lists; those of a module that was
# not built have no page.
set -euo pipefail

vta="$1" folder="$2" version="$3"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export LC_ALL=C.UTF-8

# Names of the commands below COMMAND..., as its help lists them.
commands_of() {
  "$vta" "$@" --help | awk '/^Subcommands:$/ { on = 1; next } on && !/^  / { exit } on && /^  [^ ]/ { print $1 }'
}

# page_of COMMAND...: one page, SEE ALSO with the pages around it (the program's, its own, those below).
page_of() {
  local name="vta${1:+ $*}" below=() child
  mapfile -t below < <(commands_of "$@")
  local around=(vta)
  [[ $# -lt 2 ]] || around+=("vta-$1")
  for child in "${below[@]}"; do
    around+=("${name// /-}-$child")
  done
  [[ $# != 1 || ${#below[@]} != 0 ]] || around=(vta vta-config vta-run)
  local help
  if ! help="$("$vta" "$@" --help)"; then
    echo "man_pages: no page of $name" >&2
    return 0
  fi
  awk -v command="$name" -v version="$version" -v pages="${around[*]}" -f "$here/man_pages.awk" >"$folder/${name// /-}.1" \
    <<<"$help"
  for child in "${below[@]}"; do
    page_of "$@" "$child"
  done
}

rm -rf "$folder"
mkdir -p "$folder"
page_of

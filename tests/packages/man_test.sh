#!/usr/bin/env bash
# man_test.sh VTA FOLDER VERSION: FOLDER has a page for the program and for every command that a help lists, each with its
# options, and man formats each without a warning. Exit status 77: there is no man.
set -euo pipefail

vta="$1" folder="$2" version="$3"
export LC_ALL=C.UTF-8
fail() { echo "$*" >&2; exit 1; }
listed() { "$vta" "$@" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'; }

expected=(vta)
for command in $(listed); do
  expected+=("vta-$command")
  for child in $(listed "$command"); do
    expected+=("vta-$command-$child")
  done
done
[[ ${#expected[@]} -ge 30 ]] || fail "only ${#expected[@]} commands: ${expected[*]}"
[[ "$(printf '%s.1\n' "${expected[@]}" | sort)" == "$(cd "$folder" && printf '%s\n' *.1 | sort)" ]] ||
  fail "pages are $(ls "$folder"), commands ${expected[*]}"
for name in "${expected[@]}"; do
  page="$folder/$name.1"
  grep -qF "\"vta $version\"" "$page" || fail "$page is not of version $version"
  for part in '^\.SH NAME' '^\.SH SYNOPSIS' '^\.SH OPTIONS' '^\.SH SEE ALSO'; do
    grep -q "$part" "$page" || fail "$page has no $part"
  done
  ! grep -q "${vta%/*}" "$page" || fail "$page names the folder that it was built in"
done
if ! command -v man >/dev/null || ! command -v groff >/dev/null; then
  echo "skipped: there is no man: packages man-db and groff are not installed"
  [[ -z "${VTA_TEST_ENGINES:-}" ]] && exit 77
  exit 1
fi
# A page that is known to be wrong, so that silence means something.
warnings() { MANWIDTH=80 man --warnings --local-file "$1" 2>&1 >/dev/null; }
broken="$(mktemp)"
trap 'rm -f "$broken"' EXIT
printf '.TH A 1\n.SH NAME\na \\- b\n.nosuchmacro\n' >"$broken"
[[ -n "$(warnings "$broken")" ]] || fail "man --warnings is silent about a macro that does not exist"
for name in "${expected[@]}"; do
  said="$(warnings "$folder/$name.1")"
  [[ -z "$said" ]] || fail "$name: $said"
done
formatted="$(MANWIDTH=120 man --local-file "$folder/vta-run.1")"
for option in $("$vta" run --help | sed -nE 's/^  (--[a-z-]+).*/\1/p'); do
  grep -qF -- "$option" <<<"$formatted" || fail "vta-run.1 lacks $option"
done
echo "${#expected[@]} pages without warnings"

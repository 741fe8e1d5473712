#!/usr/bin/env bash
# The tests that a run of ctest skipped, each with what it said: the package that it lacks.
#   scripts/list_skips.sh FILE.xml    what ctest --output-junit wrote
# Silent where nothing was skipped, or there is no such file.
set -euo pipefail

[[ -f "$1" ]] || exit 0
# <testcase name="NAME" ...>, <skipped .../> where it was, then what it printed. GoogleTest says why
# between "FILE:LINE: Skipped" and "[  SKIPPED ]", a script in a line "skipped: ...".
awk '
  function plain(text) {
    gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text)
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&amp;/, "\\&", text)
    return text
  }
  /<testcase name="/ { name = $0; sub(/.*<testcase name="/, "", name); sub(/".*/, "", name)
                       why = ""; skipped = said = 0 }
  /<skipped / && !/DISABLED|Disabled/ { skipped = 1 }
  /: Skipped$/ { said = 1; next }
  /^\[  SKIPPED \]/ { said = 0 }
  said && NF { why = why (why == "" ? "" : " ") $0 }
  /skipped: / && why == "" { why = $0; sub(/.*<system-out>/, "", why); sub(/<\/system-out>.*/, "", why) }
  /<\/testcase>/ && skipped { count++
    lines = lines sprintf("  %s: %s\n", plain(name), why == "" ? "it does not say why" : plain(why)) }
  END { if (count) printf "%d %s skipped:\n%s", count, count == 1 ? "test was" : "tests were", lines }
' "$1"

#!/usr/bin/env bash
# The tests that a run of ctest skipped, each with what it said: the package that it lacks.
#   scripts/list_skips.sh FILE.xml    what ctest --output-junit wrote
# Silent where nothing was skipped, or there is no such file.
set -euo pipefail

[[ -f "$1" ]] || exit 0
# <testcase name="NAME" ...>, <skipped .../> where it was, then what it printed. GoogleTest says why
# between "FILE:LINE: Skipped" and "[  SKIPPED ] TEST (TIME)", a script in a line "skipped: ...".
awk '
  function plain(text) {
    gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text)
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&amp;/, "\\&", text)
    return text
  }
  function list(test, why) {
    count++
    lines = lines sprintf("  %s: %s\n", plain(test), why == "" ? "it does not say why" : plain(why))
  }
  /<testcase name="/ { name = $0; sub(/.*<testcase name="/, "", name); sub(/".*/, "", name)
                       why = ""; skipped = said = listed = 0 }
  /<skipped / && !/DISABLED|Disabled/ { skipped = 1 }
  /\[ RUN      \]/ { why = ""; said = 0 }
  /: Skipped$/ { said = 1; why = ""; next }
  /^\[  SKIPPED \] .* \([0-9]+ ms\)/ && skipped { test = $0; sub(/^\[  SKIPPED \] /, "", test)
    sub(/(, where .*)? \([0-9]+ ms\).*/, "", test); list(test, why); listed = 1 }
  /^\[  SKIPPED \]/ { said = 0 }
  said && NF { why = why (why == "" ? "" : " ") $0 }
  /skipped: / && why == "" { why = $0; sub(/.*<system-out>/, "", why); sub(/<\/system-out>.*/, "", why) }
  /<\/testcase>/ && skipped && !listed { list(name, why) }
  END { if (count) printf "%d %s skipped:\n%s", count, count == 1 ? "test was" : "tests were", lines }
' "$1"

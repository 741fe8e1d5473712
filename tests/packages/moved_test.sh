#!/usr/bin/env bash
# moved_test.sh VTA SOURCES FOLDER: a program that is moved finds the RTL beside itself, through a link, too, and never where it
# was built; without it, it says where it looked.
set -euo pipefail

vta="$1" sources="$2" folder="$3"
unset VTA_RTL_DIR
fail() { echo "$*" >&2; exit 1; }
rm -rf "$folder"
mkdir -p "$folder/prefix/bin" "$folder/elsewhere"
cp "$vta" "$folder/prefix/bin/vta"
code=0
said="$("$folder/prefix/bin/vta" rtl files 2>&1)" || code=$?
[[ "$code" == 3 && "$said" == *"$folder/prefix/share/vta/rtl/files.f"* && "$said" != *"$sources/hw/rtl"* ]] ||
  fail "without sources ($code): $said"
mkdir -p "$folder/prefix/share/vta"
cp -r "$sources/hw/rtl" "$folder/prefix/share/vta/rtl"
ln -s ../prefix/bin/vta "$folder/elsewhere/vta"
for program in "$folder/prefix/bin/vta" "$folder/elsewhere/vta"; do
  said="$("$program" rtl files)"
  [[ "$said" == *"$folder/prefix/share/vta/rtl/"*vta_core.sv* ]] || fail "$program: $said"
done
(cd "$folder/prefix/bin" && PATH="$PWD" vta rtl files >/dev/null) || fail "not found by PATH"
echo "found beside itself"

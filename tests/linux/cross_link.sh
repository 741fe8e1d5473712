#!/usr/bin/env bash
# Compiles and links the driver of a board and a program that uses it for another machine:
#   cross_link.sh arm-linux-gnueabihf FOLDER
# What they stand on is built with them; libraries are used by their headers alone, so that nothing of the
# machine has to be installed but its compiler. Exit status 77: there is no compiler.
set -euo pipefail

machine="$1" folder="$2"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
compiler="$machine-g++"
if ! command -v "$compiler" >/dev/null; then
  echo "skipped: there is no $compiler: package g++-$machine is not installed"
  # What scripts/test.sh installs must be there when it asks for it.
  if [[ -n "${VTA_TEST_ENGINES:-}" ]] && grep -qF "g++-$machine " "$root/scripts/packages_test.txt"; then
    exit 1
  fi
  exit 77
fi

cd "$root"
sources=(
  tests/linux/cross_main.cpp
  driver/linux/*.cpp
  driver/{allocator,dram_check,driver,work_bound}.cpp
  link/{device_string,device_table,local_link}.cpp
  sim/{counters,device_memory}.cpp sim/launch/unit_queues.cpp sim/races/*.cpp
  sim/semantics/{count,execute,execute_memory,index_range,machine_state,static_check}.cpp
  hw/isa/{codec,disassembler,field_members,mnemonics,names,registers}.cpp
  config/{clock,config_keys,field_table,validate,vta_config}.cpp
  base/{error,hash,interruption,json_text,plural,resource_policy,suggest,text_safety,text_table}.cpp
)
options=(-std=c++20 -O0 -Wall -Wextra -Wshadow -Werror -Wno-psabi -I. -DFMT_HEADER_ONLY -DXXH_INLINE_ALL)

# A folder's files as one: what all of them include is read once.
rm -rf "$folder"
mkdir -p "$folder"
echo '#include <boost/json/src.hpp>' >"$folder/boost_json.cpp"
for source in "${sources[@]}"; do
  unity="$(dirname "$source")"
  printf '#include "%s"\n' "$source" >>"$folder/${unity//\//_}.cpp"
done
"$compiler" "${options[@]}" "$folder"/*.cpp -o "$folder/board_probe"
file -L "$folder/board_probe" | grep -q 'ARM' && echo "$folder/board_probe: linked for $machine"

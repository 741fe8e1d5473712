#!/usr/bin/env bash
# install_test.sh CMAKE BUILD FOLDER PROGRAM SANITIZE: installs the component `runtime` of BUILD into FOLDER, builds
# run_numbers.c against it through pkg-config (shared and static) and through CMake, and runs PROGRAM.
# Exit status 77: there is no pkg-config.
set -euo pipefail

cmake="$1" build="$2" folder="$3" program="$4" flags=()
[[ -z "$5" ]] || flags=("-fsanitize=$5" -fno-sanitize-recover=all)
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
source="$here/run_numbers.c"
if ! command -v pkg-config >/dev/null; then
  echo "skipped: there is no pkg-config: package pkgconf is not installed"
  [[ -z "${VTA_TEST_ENGINES:-}" ]] && exit 77
  exit 1
fi

rm -rf "$folder"
"$cmake" --install "$build" --component runtime --prefix "$folder/prefix" >/dev/null
# At another place than where it was put first: no file knows it.
mv "$folder/prefix" "$folder/moved"
library="$(find "$folder/moved" -name libvta_runtime.so -printf '%h')"
export PKG_CONFIG_PATH="$library/pkgconfig" LD_LIBRARY_PATH="$library"
pkg_config() { pkg-config "$@" vta_runtime; }

runs() {
  local said
  said="$("$1" "$program")"
  [[ "$said" == *"output result: 3.5 4 4.5 5"*"alu_counter 8"* ]] || { echo "$1 said: $said"; exit 1; }
  echo "$1 runs"
}
read -ra found < <(pkg_config --cflags --libs)
cc "${flags[@]}" "$source" "${found[@]}" -o "$folder/by_pkg_config"
runs "$folder/by_pkg_config"

# By the name of the archive: -lvta_runtime takes the shared library.
read -ra cflags < <(pkg_config --cflags)
read -ra static < <(pkg_config --static --libs | sed 's/-lvta_runtime//')
c++ "${flags[@]}" -x c "$source" -x none "${cflags[@]}" "$library/libvta_runtime.a" "${static[@]}" -o "$folder/archive"
runs "$folder/archive"

# What is missing is said once, and first: the language, and headers of the other library.
one_error() {  # STANDARD HEADER WORDS
  local said code=0
  said="$(echo "#include \"$2\"" | c++ "-std=$1" "${cflags[@]}" -x c++ -fsyntax-only - 2>&1)" || code=$?
  [[ "$code" != 0 && "$(grep -m1 'error:' <<<"$said")" == *"$3"* && "$(grep -c 'error:' <<<"$said")" == 2 ]] ||
    { echo "$2 with $1 said ($code): $said"; exit 1; }
}
entries=(runtime/executor.h runtime/stream_builder.h link/devices/devices.h)
for header in "${entries[@]}"; do
  one_error c++17 "$header" "need C++20: compile with -std=c++20"
done
printf '#include "%s"\n' "${entries[@]}" | c++ -std=c++20 "${cflags[@]}" -x c++ -fsyntax-only -
for header in sim/factory/device_factory.h sim/csim/accelerator.h; do
  one_error c++20 "$header" "$header is of libvta"
done
for standard in c++11 c++17; do
  echo '#include "runtime/vta_capi.h"' | c++ "-std=$standard" "${cflags[@]}" -x c++ -fsyntax-only -
done

"$cmake" -S "$here/consumer" -B "$folder/build" -G Ninja "-DCMAKE_PREFIX_PATH=$folder/moved" \
  "-DCMAKE_C_FLAGS=${flags[*]}" "-DCMAKE_CXX_FLAGS=${flags[*]}" >/dev/null
"$cmake" --build "$folder/build" >/dev/null
runs "$folder/build/run_numbers_c"

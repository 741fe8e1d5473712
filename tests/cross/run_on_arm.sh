#!/usr/bin/env bash
# run_on_arm.sh arm64|arm32 FOLDER VTA RUN_IMAGES: builds the runtime library for that processor in FOLDER, looks at what
# it needs and exports, and runs under qemu-user what has to be as it is here (VTA compiles, RUN_IMAGES runs):
#   - a network all in int8, 20 images on the kernels chosen and 4 on each other kind: tensors, counters, outputs
#   - the same with float layers on the host: those to 1e-5
#   - the examples that name what a picture shows, in C and C++: the same lines
#   - the driver of a board, which finds none
#   - the property tests of the kernels, and of the plain host operators
# Both are compiled with -O1, and arm32 runs the kernels in one configuration; VTA_DEEP=1: as they are released, in all.
# Exit status 77: there is no compiler, or no emulator.
set -euo pipefail

width="$1" folder="$2" vta="$3" run_images="$4"
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
case "$width" in
  arm64) triplet=aarch64-linux-gnu emulator=qemu-aarch64 kernels=(auto neon_dot neon portable reference) ;;
  arm32) triplet=arm-linux-gnueabihf emulator=qemu-arm kernels=(auto neon portable reference) ;;
  *) echo "run_on_arm: '$width': legal are arm64 and arm32" >&2; exit 2 ;;
esac

# skip PACKAGE: what scripts/test.sh installs must be there when it asks for it.
skip() {
  echo "skipped: package $1 is not installed"
  if [[ -n "${VTA_TEST_ENGINES:-}" ]] && grep -qF "$1 " "$root/scripts/packages_test.txt"; then
    exit 1
  fi
  exit 77
}
command -v "$triplet-g++" >/dev/null || skip "g++-$triplet"
command -v "$emulator" >/dev/null || skip qemu-user
[[ -e /usr/src/googletest/googletest/src/gtest-all.cc ]] || skip libgtest-dev

build="$folder/build"
optimization="-O3 -DNDEBUG"  # CMake's own
[[ -n "${VTA_DEEP:-}" ]] || optimization="-O1 -DNDEBUG"
if [[ ! -f "$build/build.ninja" ]] || ! grep -qF "CMAKE_CXX_FLAGS_RELEASE:STRING=$optimization" "$build/CMakeCache.txt"; then
  (cd "$root" && cmake --preset "$width" -B "$build" -DVTA_TESTS=ON -DCMAKE_CXX_FLAGS_RELEASE="$optimization" >/dev/null)
fi
cmake --build "$build" --target vta_runtime_shared vta_runtime_static run_images run_numbers_c run_program_c run_program board_probe kernels_tests -j2 >"$folder/build.log" ||
  { grep -E 'error|FAILED' -A5 "$folder/build.log"; exit 1; }
on_arm() { "$emulator" -L "/usr/$triplet" "$@"; }

"$root/tests/library/symbols_test.sh" "$build/lib/libvta_runtime.so" "$triplet-nm" "$triplet-readelf" "$triplet-strip"

# same WHAT HERE THERE: equal but for float values, which may differ by 1e-5 of the largest of their line.
same() {
  awk -v what="$1" -v here="$2" '
    function fail() { print what ": line " FNR " differs:\n  here  " other "\n  there " $0; failed = 1; exit 1 }
    { if ((getline other < here) <= 0) fail()
      if ($0 == other) next
      count = split(other, there)
      if ($1 != "float" || there[1] != "float" || count != NF) fail()
      largest = 1e-3
      for (i = 2; i <= NF; ++i) { size = there[i] < 0 ? -there[i] : there[i]; if (size > largest) largest = size }
      for (i = 2; i <= NF; ++i) { off = $i - there[i]; if ((off < 0 ? -off : off) > 1e-5 * largest) fail() }
      ++rounded }
    END { if (failed) exit 1
          if (FNR == 0 || (getline other < here) > 0) { print what ": " FNR " lines there, more here"; exit 1 }
          print what ": " FNR " lines are equal" (rounded ? ", " rounded " of floats to 1e-5" : "") }' "$3"
}

data="$root/tests/data" images="$root/tests/data/digits_test_200_u8.npy"
# run NAME COUNT [OPTION...]: compiled with OPTIONs, the first COUNT images.
run() {
  local name="$1" count="$2"
  shift 2
  "$vta" compile "$data/digits_resnet8.onnx" --calib "$data/digits_calib_64_u8.npy" --quant percentile "$@" \
    -o "$folder/$name.vta" 2>/dev/null >/dev/null
  "$run_images" "$folder/$name.vta" "$images" "$count" >"$folder/$name.here"
}
run int8 20 --all-int8
# All 20 images on the kernels that are chosen here, 4 on each of the others; VTA_DEEP=1: 20 on each.
for form in "${kernels[@]}"; do
  count=20
  [[ "$form" == auto || -n "${VTA_DEEP:-}" ]] || count=4
  "$run_images" "$folder/int8.vta" "$images" "$count" >"$folder/int8.here"
  on_arm "$build/bin/run_images" "$folder/int8.vta" "$images" "$count" "fsim,kernels=$form" >"$folder/int8.$form"
  same "all int8, $count images, kernels=$form" "$folder/int8.here" "$folder/int8.$form"
done
run float 5
on_arm "$build/bin/run_images" "$folder/float.vta" "$images" 5 >"$folder/float.there"
same "float layers on the host" "$folder/float.here" "$folder/float.there"

on_arm "$build/bin/run_numbers_c" "$folder/int8.vta" >"$folder/c.txt"
grep -q '^gemm_counter [1-9]' "$folder/c.txt" || { echo "the C interface does not run it:"; cat "$folder/c.txt"; exit 1; }
echo "the C interface runs it"

code=0
said="$(on_arm "$build/bin/board_probe" board,timeout_ms=500 2>&1)" || code=$?
[[ "$code" == 6 && "$said" == "error: board: "* ]] ||
  { echo "the driver of a board says ($code): $said"; exit 1; }
echo "the driver of a board looks for one"

# Five classes of pictures, with names from a list and from a dictionary.
for example in run_program_c run_program; do
  for picture in "digit.jpg digits.txt" "digit.png digits_dictionary.txt"; do
    read -r image labels <<<"$picture"
    shown=("$folder/int8.vta" "$data/$image" "$root/tests/examples/labels/$labels")
    "$(dirname "$run_images")/cross_$example" "${shown[@]}" >"$folder/$example.here"
    on_arm "$build/bin/$example" "${shown[@]}" >"$folder/$example.there"
    [[ "$(wc -l <"$folder/$example.here")" == 6 ]] && grep -q '^3 three ' <(head -1 "$folder/$example.here") ||
      { echo "$example $picture says here:"; cat "$folder/$example.here"; exit 1; }
    same "$example $image $labels" "$folder/$example.here" "$folder/$example.there"
  done
done

# Of the ten configurations four, or one; VTA_DEEP=1: all.
filter='*neon*_default:*neon*_1x8:*neon*_4x16:*neon*_1x32_16:HostKernels.*:Addressable.*'
[[ "$width" == arm64 ]] || filter='*neon*_default:HostKernels.*:Addressable.*'
[[ -z "${VTA_DEEP:-}" ]] || filter='*neon*:*portable*:HostKernels.*:Addressable.*'
on_arm "$build/bin/kernels_tests" --gtest_brief=1 --gtest_filter="$filter" >"$folder/kernels.txt" ||
  { grep -v '^\[  SKIPPED' "$folder/kernels.txt" | tail -40; exit 1; }
tail -2 "$folder/kernels.txt"

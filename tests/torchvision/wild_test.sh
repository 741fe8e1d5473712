#!/usr/bin/env bash
# scripts/check_wild.sh: what it says without its packages, what it refuses, that it finds a wrong
# answer, a wrong kernel and a wrong refusal.   wild_test.sh PROGRAMS SCRIPT
set -euo pipefail

export VTA_CHECK_WILD_BIN="$1"
script="$2"
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
# ends STATUS TEXT OPTION...: the script does, with the text somewhere in what it prints.
ends() {
  local wanted="$1" text="$2" status=0 out
  shift 2
  out="$("$script" "$@" 2>&1)" || status=$?
  [[ $status == "$wanted" && "$out" == *"$text"* ]] || fail "$*: exit $status, $out"
}

ends 0 "--hostile L" --help
package="skipped: packages python3-torchvision and python3-onnx are not installed: scripts/setup.sh --deep"
VTA_PYTHON=false ends 77 "check_wild: $package" --list
status=0
"$script" --list >/dev/null 2>&1 || status=$?
if [[ $status == 77 ]]; then
  echo "$package"
  exit 77
fi

ends 2 "check_wild: --networks has 'yolov99': legal are all, none, mnist, " --networks unet,yolov99
ends 2 "check_wild: --hostile has 'kind': legal are all, none, nothing_changed, " --hostile kind
ends 2 "check_wild: --seed is -1, legal are 0 to 2147483647" --seed -1
ends 2 "check_wild: --seconds is 0, legal are 1 and more" --seconds 0
ends 2 "check_wild: unrecognized arguments: --network x" --network x
ends 9 "check_wild: --keep: " --keep /dev/null/x
one=(--networks two_inputs,yolov5_suppressed --hostile cycle --configs tiny)
ends 0 "1 hold, 1 refused by name as they must be, 0 failed" "${one[@]}"
ends 0 '"kernels": [' "${one[@]}" --json
ends 1 "no_such" --networks two_inputs --hostile none --configs no_such

# Programs that are wrong: the host's answer is the other output's; a kernel is not exact; the import
# takes everything.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
ln -s "$1/vta" "$work/vta"
cat >"$work/float_answers" <<PROGRAM
#!/usr/bin/env bash
set -e
"$1/float_answers" "\$@"
cp "\$1.host.1.npy" "\$1.host.0.npy"
PROGRAM
chmod +x "$work/float_answers"
VTA_CHECK_WILD_BIN="$work" ends 1 "an answer of shape (1, 1), PyTorch's has (1, 16)" "${one[@]}"
rm "$work/vta" "$work/float_answers"
ln -s "$1/float_answers" "$work/float_answers"
cat >"$work/vta" <<PROGRAM
#!/usr/bin/env bash
[[ " \$* " != *" --verify "* ]] || { echo "17 elements differ"; exit 1; }
exec "$1/vta" "\$@"
PROGRAM
chmod +x "$work/vta"
VTA_CHECK_WILD_BIN="$work" ends 1 "exit code 1: 17 elements differ" "${one[@]}"
rm "$work/float_answers"
printf '#!/usr/bin/env bash\nexit 0\n' >"$work/float_answers"
chmod +x "$work/float_answers"
VTA_CHECK_WILD_BIN="$work" ends 1 "must be refused with '(NonMaxSuppression)" "${one[@]}"
VTA_CHECK_WILD_BIN="$work" ends 1 "must end with exit code 5 and" "${one[@]}"
echo passed

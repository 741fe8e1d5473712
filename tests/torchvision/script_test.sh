#!/usr/bin/env bash
# scripts/check_torchvision.sh: what it says without its package, what it refuses, that it finds a wrong
# answer and a refusal.   script_test.sh PROGRAMS SCRIPT
set -euo pipefail

export VTA_CHECK_TORCHVISION_BIN="$1"
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

ends 0 "--configs L" --help
package="skipped: package python3-torchvision is not installed: scripts/setup.sh --deep"
VTA_PYTHON=false ends 77 "check_torchvision: $package" --networks quick
status=0
"$script" --networks none >/dev/null 2>&1 || status=$?
if [[ $status == 77 ]]; then
  echo "$package"
  exit 77
fi

ends 2 "check_torchvision: --networks has 'resnet19': legal are resnet18, resnet50, " --networks resnet18,resnet19
ends 2 "check_torchvision: --networks has 'resnet18' twice: legal is once" --networks resnet18,resnet18
ends 2 "check_torchvision: --forms has 'new': legal are traced, open, old, " --forms new
ends 2 "check_torchvision: --seed is -1, legal are 0 to 2147483647" --seed -1
ends 2 "check_torchvision: --seconds is 0, legal are 1 and more" --seconds 0
ends 2 "check_torchvision: unrecognized arguments: --network x" --network x
ends 9 "check_torchvision: --keep: " --keep /dev/null/x
one=(--networks squeezenet1_1 --forms traced --configs tiny)
ends 4 "'no_such'" --configs default,no_such

# Programs that are wrong: the interpreter's second answer is its first; a kernel is not exact.
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cat >"$work/float_answers" <<PROGRAM
#!/usr/bin/env bash
set -e
"$1/float_answers" "\$@"
cp "\$2.interpreter.npy" "\$3.interpreter.npy"
PROGRAM
ln -s "$1/vta" "$work/vta"
chmod +x "$work/float_answers"
VTA_CHECK_TORCHVISION_BIN="$work" ends 1 "interpreter differs from PyTorch by " "${one[@]}"
rm "$work/vta" "$work/float_answers"
ln -s "$1/float_answers" "$work/float_answers"
cat >"$work/vta" <<PROGRAM
#!/usr/bin/env bash
[[ " \$* " != *" --verify "* ]] || { echo "17 elements differ"; exit 1; }
exec "$1/vta" "\$@"
PROGRAM
chmod +x "$work/vta"
VTA_CHECK_TORCHVISION_BIN="$work" ends 1 "exit code 1: 17 elements differ" "${one[@]}"
echo passed

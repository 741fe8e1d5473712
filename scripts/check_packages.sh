#!/usr/bin/env bash
# check_packages.sh [FOLDER]: the packages of FOLDER (build/release/deb, made where they are missing) in a bare Debian 12:
# debootstrap makes the root, apt installs them there with what they depend on, an ordinary user on a read-only /usr does what
# they are for, they are installed again, purged, and what is left is looked at. A line for each step; exit status 1 at the first
# that fails, 77 where debootstrap, root or a mirror is missing. Minutes, and about 2 GiB below $TMPDIR.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
skip() { echo "skipped: $*"; exit 77; }
fail() { echo "check_packages: FAILED: $*" >&2; exit 1; }
[[ "$(id -u)" == 0 ]] || skip "a root of its own takes root (is user $(id -un))"
command -v debootstrap >/dev/null || skip "there is no debootstrap (scripts/setup.sh --package)"
debs="${1:-build/release/deb}"
compgen -G "$debs/*.deb" >/dev/null || scripts/package.sh -o "$debs"
mirror="$(apt-get indextargets --format '$(SITE) $(RELEASE)' 2>/dev/null | awk '$2 == "bookworm" { print $1; exit }')"
[[ -n "$mirror" ]] || skip "apt knows no mirror of Debian 12 (apt-get update)"

work="$(mktemp -d)"
root="$work/root"
clean() {
  local place
  for place in usr proc; do
    mountpoint -q "$root/$place" && umount "$root/$place"
  done
  rm -rf --one-file-system "$work"
}
trap clean EXIT

step=0
say() { step=$((step + 1)); printf '%2d. %-62s ' "$step" "$*"; }
done_in() { printf '%s\n' "${1:-ok}"; }
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() {
  inside setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/someone sh -c "cd && { $1
}"
}
usr_read_only() {
  mount --bind "$root/usr" "$root/usr"
  mount -o remount,ro,bind "$root/usr"
}
now_there() { echo "$(inside dpkg-query -W -f '${Package}\n' | wc -l) packages, $(du -sm --one-file-system "$root" | cut -f1) MiB"; }
# quietly LOG COMMAND...: its output is shown where it fails
quietly() {
  local log="$work/$1"
  shift
  "$@" >"$log" 2>&1 || { echo; cat "$log" >&2; fail "step $step: $*"; }
}
expect() {
  grep -qF -- "$2" "$work/$1" || { echo; tail -20 "$work/$1" >&2; fail "step $step: no '$2' in what it printed"; }
}

say "a bare Debian 12"
quietly bootstrap debootstrap --variant=minbase bookworm "$root" "$mirror"
for file in sources.list sources.list.d apt.conf.d auth.conf.d; do
  if [[ -e "/etc/apt/$file" ]]; then
    rm -rf "$root/etc/apt/$file"
    cp -rL "/etc/apt/$file" "$root/etc/apt/$file"
  fi
done
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
mount -t proc proc "$root/proc"
mkdir "$root/debs"
cp "$debs"/*.deb "$root/debs"
inside useradd --create-home --uid 1000 someone
quietly update inside apt-get -qq update
done_in "$(now_there)"
for deb in "$debs"/*.deb; do
  printf '    %-48s %9d bytes\n' "${deb##*/}" "$(stat -c %s "$deb")"
done

# Each by itself: what one depends on must not come with another.
say "apt installs vta alone, nothing recommended"
quietly install inside sh -c 'apt-get -qq install --no-install-recommends /debs/vta_*.deb'
done_in "$(now_there)"

usr_read_only
say "user, read-only /usr: the main job"
quietly main as_user /usr/share/vta/samples/main_job.sh
expect main "equal the integer interpreter's"
done_in "$(grep '^top-1 int8' "$work/main" | tr -s ' '), $(grep -c . "$work/main") lines"
say "vta rtl: its own sources"
quietly rtl as_user 'vta rtl files | while read -r file; do [ -f "$file" ] && case "$file" in /usr/share/vta/rtl/*) ;; *) exit 1 ;; esac; done && vta rtl files | wc -l'
done_in "$(tail -1 "$work/rtl") files"
say "tsim without Verilator says what is missing"
code=0
as_user 'vta run /usr/share/vta/samples/digits_resnet8.onnx --backend tsim' >"$work/no_verilator" 2>&1 || code=$?
[[ "$code" != 0 && "$code" -lt 64 ]] || fail "exit status $code"
expect no_verilator verilator
done_in "exit status $code"
say "every page of the manual is there"
quietly man as_user 'for command in $(vta --help | sed -n "s/^  \([a-z]\+\)  .*/\1/p"); do zcat /usr/share/man/man1/vta-$command.1.gz >/dev/null || exit 1; done; ls /usr/share/man/man1 | grep -c ^vta'
done_in "$(tail -1 "$work/man") pages"
umount "$root/usr"
say "apt installs python3-vta"
quietly install_python inside sh -c 'apt-get -qq install --no-install-recommends /debs/python3-vta_*.deb'
done_in "$(now_there)"
usr_read_only
say "Python: three lines"
quietly python as_user 'python3 -c "
import numpy, vta
net = vta.compile(\"/usr/share/vta/samples/digits_resnet8.onnx\")
print(net.run(numpy.load(\"/usr/share/vta/samples/digits_test_200_u8.npy\")).shape, net.cycles, \"cycles\")"'
done_in "$(tail -1 "$work/python")"
umount "$root/usr"
say "apt installs the other packages and what is recommended"
quietly recommended inside sh -c 'apt-get -qq install --no-install-recommends verilator g++ make pkg-config && apt-get -qq install --no-install-recommends /debs/*.deb libfmt-dev'
done_in "$(now_there)"
cp tests/examples/run_program.c "$root/home/someone/"
usr_read_only
say "user, read-only /usr: tsim has csim's cycles"
for backend in csim tsim; do
  quietly "$backend" as_user "vta run /usr/share/vta/samples/digits_resnet8.onnx --backend $backend --json"
done
cycles() { sed -n 's/^  "cycles": \([0-9]*\).*/\1/p;s/.*"cycles":\([0-9]*\),"cycles_per.*/\1/p' "$work/$1" | head -1; }
[[ -n "$(cycles csim)" && "$(cycles csim)" == "$(cycles tsim)" ]] || fail "csim '$(cycles csim)', tsim '$(cycles tsim)' cycles"
done_in "$(cycles tsim) cycles"
say "a C program by pkg-config against the runtime library"
quietly capi as_user 'vta compile /usr/share/vta/samples/digits_resnet8.onnx -o d.vta >/dev/null && g++ -x c run_program.c -x none -o run_program $(pkg-config --cflags --libs vta_runtime) && ./run_program d.vta /usr/share/vta/samples/digit.png'
done_in "$(tail -1 "$work/capi" | cut -c1-60)"
umount "$root/usr"

say "the same packages over themselves"
quietly again inside sh -c 'apt-get -qq install --reinstall --no-install-recommends /debs/*.deb && vta --version'
done_in "$(tail -1 "$work/again")"
say "purged: nothing of them is left"
quietly purge inside sh -c 'apt-get -qq purge vta "libvta*" python3-vta vta-sweep-mpi'
for deb in "$debs"/*.deb; do
  while read -r path; do
    [[ ! -d "$root/$path" && -e "$root/$path" ]] && fail "left behind: /$path"
    case "$path" in *vta*/) [[ ! -d "$root/$path" ]] || fail "left behind: /$path" ;; esac
  done < <(dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's,^\./,,')
done
left="$(cd "$root" && find . -xdev \( -path ./proc -o -path ./debs -o -path ./home/someone/.cache \) -prune -o \( -name 'vta*' -o -name 'libvta*' -o -name 'python3-vta*' \) -print | grep -v '^./home/someone/d.vta$' || true)"
[[ -z "$left" ]] || fail "left behind: $left"
done_in "caches: $(cd "$root/home/someone" && du -sh .cache/vta | tr '\t' ' ')"
echo "check_packages: all $step steps hold"

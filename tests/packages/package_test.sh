#!/usr/bin/env bash
# package_test.sh SOURCES BUILD FOLDER VTA: packages of BUILD: names, versions, what must be in them, Debian's rules; unpacked
# they run. Exit status 77: what makes packages is not installed.
set -euo pipefail

sources="$1" build="$2" folder="$3" vta="$4"
fail() { echo "$*" >&2; exit 1; }
for tool in cpack dpkg-deb dpkg-shlibdeps lintian; do
  command -v "$tool" >/dev/null && continue
  echo "skipped: there is no $tool (scripts/setup.sh --package)"
  [[ -z "${VTA_TEST_ENGINES:-}" ]] && exit 77
  exit 1
done
unset VTA_RTL_DIR
rm -rf "$folder"
"$sources/scripts/package.sh" --build "$build" --quick -o "$folder/deb"  # scripts/check_packages.sh has them as they are published
version="$("$vta" --version | cut -d' ' -f2)"
for name in vta libvta0 libvta-dev libvta-runtime0 libvta-runtime-dev; do
  ls "$folder/deb/${name}_${version}-1_"*.deb >/dev/null || fail "no package $name of version $version"
done
for deb in "$folder/deb"/*.deb; do
  name="$(dpkg-deb -f "$deb" Package)"
  [[ "$(dpkg-deb -f "$deb" Version)" == "$version-1" ]] || fail "$name has another version"
  [[ "$name" == *-dev || "$(dpkg-deb -f "$deb" Depends)" == *libc6* ]] || fail "$name depends on no libc6"
  contents="$(dpkg-deb -c "$deb")"
  for document in copyright changelog.Debian.gz; do
    grep -q "usr/share/doc/$name/$document$" <<<"$contents" || fail "$name has no $document"
  done
  description="$(dpkg-deb -f "$deb" Description)"
  [[ "$description" == *. ]] || fail "the description of $name is cut: $description"
  dpkg-deb -x "$deb" "$folder/root"
done
lintian --allow-root --fail-on error "$folder/deb"/*.deb || fail "a package is against Debian's rules"
bin="$folder/root/usr/bin/vta"
[[ "$("$bin" --version)" == "$("$vta" --version)" ]] || fail "the packed program is of another version"
[[ "$("$bin" rtl files)" == "$folder/root/usr/share/vta/rtl/vta_pkg.sv"* ]] || fail "RTL: $("$bin" rtl files)"
while read -r file; do
  [[ -f "$file" ]] || fail "the package lacks $file"
done < <("$bin" rtl files)
if [[ -d "$folder/root/usr/lib/vta" ]]; then
  "$bin" serve --help >/dev/null || fail "the packed program does not find its module"
fi
[[ -e "$folder/root/usr/share/man/man1/vta-run.1.gz" ]] || fail "no manual page"
"$bin" run "$sources/tests/data/digits_resnet8.onnx" --backend csim --verify >/dev/null || fail "the packed program does not run"
# The same packages twice.
"$sources/scripts/package.sh" --build "$build" --quick -o "$folder/again" >/dev/null
[[ "$(ls "$folder/deb")" == "$(ls "$folder/again")" ]] || fail "a second time there are others: $(ls "$folder/again")"
for deb in "$folder/deb"/*.deb; do
  for part in --fsys-tarfile --ctrl-tarfile; do
    cmp <(dpkg-deb "$part" "$deb") <(dpkg-deb "$part" "$folder/again/${deb##*/}") || fail "a second time ${deb##*/} is another"
  done
done
code=0
said="$("$sources/scripts/package.sh" --fast 2>&1)" || code=$?
[[ "$code" == 2 && "$said" == *"no option '--fast': legal are -o FOLDER, --build BUILD and --quick"* ]] || fail "--fast: $code $said"

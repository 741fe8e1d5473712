#!/usr/bin/env bash
# package.sh [--build BUILD] [--quick] [-o FOLDER]: Debian packages of the tool, the libraries and the Python module, from the release
# build (what is not built is built first), into FOLDER (build/release/deb). Ends with their names and sizes.
# --build: from this folder of a build, as it is. --quick: a third larger, in two thirds of the time.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build="" out="" options=()
while [[ $# != 0 ]]; do
  case "$1" in
    -o | --build)
      [[ -n "${2:-}" ]] || { echo "package: $1 takes one folder" >&2; exit 2; }
      if [[ "$1" == -o ]]; then out="$2"; else build="$2"; fi
      shift 2
      ;;
    --quick)
      options=(-D CPACK_DEBIAN_COMPRESSION_TYPE=gzip)
      shift
      ;;
    *) echo "package: no option '$1': legal are -o FOLDER, --build BUILD and --quick" >&2; exit 2 ;;
  esac
done

if [[ -z "$build" ]]; then
  build="build/release"
  scripts/setup.sh --package
  targets=(vta_cli vta_shared vta_systemc vta_runtime_shared vta_runtime_static package_documents)
  [[ -f "$build/build.ninja" ]] || cmake --preset release >&2
  for optional in vta-sweep-mpi vta_python; do
    if grep -q "^build $optional: phony" "$build/build.ninja"; then
      targets+=("$optional")
    else
      echo "package: without $optional: what it needs is not installed (scripts/setup.sh --tests)" >&2
    fi
  done
  scripts/build.sh release "${targets[@]}"
fi
out="${out:-$build/deb}"

# Every file with the change log's time: the same packages twice.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
umask 022
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
log="$work/cpack.log"
if ! cpack --config "$build/CPackConfig.cmake" "${options[@]}" -B "$work" >"$log" 2>&1; then
  cat "$log" >&2
  echo "package: cpack failed" >&2
  exit 1
fi
mkdir -p "$out"
rm -f "$out"/*.deb
cp "$work"/*.deb "$out"
echo "packages in $out:"
for deb in "$out"/*.deb; do
  printf '%-46s %9d bytes, %7d KiB installed\n' "${deb##*/}" "$(stat -c %s "$deb")" "$(dpkg-deb -f "$deb" Installed-Size)"
done

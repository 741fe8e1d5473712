#!/usr/bin/env bash
# versions_test.sh CMAKE SOURCES VTA PC PYTHON FOLDER: the version is that of CHANGELOG.md, the same wherever it is said, and
# sorts between the releases around it. PYTHON: the build's folder of the module, or "none".
set -euo pipefail

cmake="$1" sources="$2" vta="$3" pc="$4" python="$5" folder="$6"
fail() { echo "$*" >&2; exit 1; }
read_version() { "$cmake" -DFILE="$1" -P "$sources/cmake/version.cmake" 2>&1 | tr -s ' \n' ' ' | sed 's/ $//'; }

mkdir -p "$folder"
log="$folder/CHANGELOG.md"
expect() {  # TEXT EXPECTED
  printf '%b' "$1" >"$log"
  [[ "$(read_version "$log")" == "$2" ]] || fail "of '$1' came '$(read_version "$log")', not '$2'"
}
expect '# C\n\n## 1.2.3\n\n- a\n' '1.2.3 1.2.3'
expect '# C\n\n## Unreleased\n\n## 1.2.3\n' '1.2.3 1.2.3'
expect '# C\n\n## Unreleased\n\n- a\n  more\n- b; [c]\n\n## 1.2.3\n\n- d\n\n## 1.2.2\n' '1.2.3 1.2.3+dev2'
refuse() {  # TEXT PART
  printf '%b' "$1" >"$log"
  local said
  ! said="$(read_version "$log")" || fail "'$1' was taken: $said"
  [[ "$said" == *"$2"* ]] || fail "'$1' was refused without '$2': $said"
}
refuse '# C\n\n- a\n' "no heading '## MAJOR.MINOR.PATCH'"
refuse '# C\n\n## Soon\n\n## 0.1.0\n' "heading '## Soon': legal are"

if command -v dpkg >/dev/null; then
  dpkg --compare-versions 1.2.3-1 lt 1.2.3+dev2-1 || fail "a development version is not after its release"
  dpkg --compare-versions 1.2.3+dev9-1 lt 1.2.3+dev10-1 || fail "entries do not sort as numbers"
  dpkg --compare-versions 1.2.3+dev10-1 lt 1.2.4-1 || fail "a development version is not before the next release"
fi

version="$(read_version "$sources/CHANGELOG.md" | cut -d' ' -f2)"
[[ "$("$vta" --version)" == "vta $version (build "* ]] || fail "vta says $("$vta" --version), CHANGELOG.md $version"
grep -qxF "Version: $version" "$pc" || fail "$pc says $(grep ^Version: "$pc"), CHANGELOG.md $version"
if [[ "$python" != none ]]; then
  said="$(PYTHONPATH="$python" /usr/bin/python3 -c 'import vta; print(vta.__version__)')"
  [[ "$said" == "$version" ]] || fail "Python says $said, CHANGELOG.md $version"
fi
echo "version $version"

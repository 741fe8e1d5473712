#!/usr/bin/env bash
# Installs the Debian 12 packages of scripts/packages.txt that are missing (the table there says
# what each is for). Quiet, and done in a moment, when nothing is missing.
#   --remote  those of scripts/packages_remote.txt as well (devices of other machines)
#   --python  those of packages_python.txt as well
#   --package  those of all three, and packages_package.txt
#   --tests   the same and packages_test.txt
#   --fuzz    the same and packages_fuzz.txt
#   --deep    the same and packages_deep.txt
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
parts=()
case "${1:-}" in
  "") ;;
  --remote | --python) parts=("${1#--}") ;;
  --package) parts=(remote python package) ;;
  --tests) parts=(remote python package test) ;;
  --fuzz | --deep) parts=(remote python package test "${1#--}") ;;
  *)
    echo "setup: no option '$1': legal are --remote, --python, --package, --tests, --fuzz and --deep" >&2
    exit 2
    ;;
esac
tables=("$here/packages.txt")
for part in "${parts[@]}"; do
  tables+=("$here/packages_$part.txt")
done

# Names of the packages in the tables that dpkg does not list as installed.
missing_packages() {
  local -a wanted
  mapfile -t wanted < <(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "${tables[@]}" | cut -d' ' -f1)
  local installed
  # Also what an installed package provides: a newer nodejs brings npm with it. The status comes
  # first: a package of several architectures has a suffix after its name.
  installed="$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}, ${Provides}\n' |
    sed -n -e 's/ ([^)]*)//g' -e 's/^ii *//p' | tr -s ', ' '\n')"
  local package
  for package in "${wanted[@]}"; do
    grep -qxF "$package" <<<"$installed" || echo "$package"
  done
}

as_root() {
  if [[ "$(id -u)" == 0 ]]; then
    "$@"
  else
    sudo "$@"
  fi
}

mapfile -t missing < <(missing_packages)
if [[ ${#missing[@]} == 0 ]]; then
  exit 0
fi

echo "setup: installing ${missing[*]}" >&2
as_root apt-get update -qq
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null

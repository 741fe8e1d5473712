#!/usr/bin/env bash
# Installs the synthesizer that `vta rtl area` runs: the npm packages that hw/synth/package-lock.json
# pins, into $VTA_SYNTH_DIR (default: the cache directory). Done in a moment when nothing is missing;
# prints the folder.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools="${VTA_SYNTH_DIR:-${VTA_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/vta}/synth-tools}"

mkdir -p "$tools"
if ! cmp -s hw/synth/package-lock.json "$tools/installed-lock.json" ||
  [[ ! -e "$tools/node_modules/.bin/node" || ! -e "$tools/node_modules/@yowasp/yosys" ]]; then
  if ! command -v npm >/dev/null; then
    echo "setup: installing npm" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends npm >/dev/null
  fi
  echo "setup: installing the synthesizer" >&2
  cp hw/synth/package.json hw/synth/package-lock.json hw/synth/.npmrc "$tools/"
  npm --prefix "$tools" ci --loglevel=error --no-progress >&2
  cp hw/synth/package-lock.json "$tools/installed-lock.json"
fi
echo "$tools"

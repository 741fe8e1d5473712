#!/usr/bin/env bash
# run.sh TEST.mjs: with a browser where there is one; 77 (skipped) otherwise, 1 under VTA_TEST_ENGINES.
set -euo pipefail

if [[ ! -x "${VTA_CHROMIUM:-}" || ! -d "$VTA_NPM/playwright-core" ]]; then
  echo "skipped: no package chromium-headless-shell, or no playwright-core (npm): scripts/setup.sh --tests, then configure and build again"
  [[ -z "${VTA_TEST_ENGINES:-}" ]] && exit 77
  exit 1
fi
rm -rf "$VTA_WORK"
mkdir -p "$VTA_WORK"
exec "$VTA_NODE" "$@"

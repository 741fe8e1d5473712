#!/usr/bin/env bash
# format_test.sh CLANG_FORMAT: fails, naming each place, when a source is not as .clang-format says.
# Leaves with 77 (skipped) when there is no clang-format of the version the sources are written to:
# other versions break lines in other places.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
clang_format="${1:-clang-format}"
major=14

if ! version="$("$clang_format" --version 2>/dev/null)"; then
  echo "skipped: clang-format $major is not installed (package clang-format): scripts/setup.sh"
  [[ -z "${VTA_TEST_ENGINES:-}" ]] && exit 77
  exit 1
fi
if [[ "$version" != *"version $major."* ]]; then
  echo "skipped: the sources are formatted by clang-format $major, not by: $version"
  exit 77
fi

mapfile -t sources < <(find base cli compiler config driver evaluation explore hw link pipeline remote runtime sim tests workbench -type f \
  \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) | sort)
if [[ ${#sources[@]} == 0 ]]; then
  echo "no sources below $PWD"
  exit 1
fi
"$clang_format" --dry-run --Werror "${sources[@]}"
echo "${#sources[@]} sources are formatted"

#!/usr/bin/env bash
# Every module that hw/proofs/proofs.txt names has at least two faults in faults.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
status=0
for module in $(sed -e '/^#/d' hw/proofs/proofs.txt | cut -d'|' -f3 | tr ',' ' '); do
  count="$(grep -cE "^hw/rtl/.*/$module\.sv$" tests/proofs/faults.txt || true)"
  if [[ "$count" -lt 2 ]]; then
    echo "$module is proven and has $count faults in tests/proofs/faults.txt: write two" >&2
    status=1
  fi
done
exit "$status"

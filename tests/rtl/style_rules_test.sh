#!/usr/bin/env bash
# style_test.pl itself: a file that keeps the rules passes, and every rule that is broken is named.
set -euo pipefail
check="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/style_test.pl"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
  echo "$1" >&2
  exit 1
}

write() {
  cat >vta_x.sv <<EOF
// A module.
module vta_x #(
    parameter int unsigned Depth = 2,
    parameter type entry_t = logic [7:0]
) (
    input logic clk,  // the clock
    output logic busy
);

  $1

\`ifndef SYNTHESIS
  assert_good: assert property (@(posedge clk) !busy || Depth > 0);
  assert_long_name:
  assert property (@(posedge clk) !busy);
\`endif

endmodule
EOF
}
write 'for (genvar i = 0; i < 2; ++i) begin : gen_bit
  end'
"$check" vta_x.sv || fail "a file that keeps the rules is refused"

refused() {
  write "$2"
  ! said="$("$check" vta_x.sv)" || fail "accepted: $2"
  grep -q "^vta_x.sv:[0-9]*: $1" <<<"$said" || fail "'$2' is not called '$1', but: $said"
}
refused 'columns' 'logic  x;'
refused 'longer than 100' "assign busy = $(printf 'a%.0s' {1..100});"
refused 'tab, or blanks' 'logic x; '
refused 'constants and parameters' 'localparam int unsigned some_bits = 3;'
refused 'types end' 'typedef logic thing; struct packed {
  } thing;'
refused 'blocks of generate' 'if (Depth > 1) begin : some
  end'
refused 'a loop over a genvar' 'for (genvar i = 0; i < 2; ++i) assign x[i] = 0;'
refused 'instances are named' 'vta_fifo fifo (
  );'
refused 'parts are connected' 'vta_fifo u_fifo (clk, busy);'
refused 'a process is' 'always @(posedge clk) busy <= 1;'
refused 'one clock edge' 'always_ff @(negedge clk) busy <= 1;'
refused 'functions are automatic' 'function logic f();'
refused 'provers know no' 'assign x = $onehot(y);'
refused 'no initial values' 'initial busy = 0;'
refused 'what is unused' 'logic unused_ok;'
refused 'assertions have a label' 'assert property (@(posedge clk) busy);'
refused 'assertions stand below' 'assert_x: assert property (@(posedge clk) busy);'
refused 'assertions are concurrent' 'assert_x: assert (busy);'
refused 'logic that depends on SYNTHESIS' '
`ifdef SYNTHESIS
  assign busy = 1;
`endif'
refused '`default_nettype' '
`include "x.svh"'

printf 'module vta_x;\nendmodule\n' >vta_x.sv
! "$check" vta_x.sv >said || fail "a file without its purpose is accepted"
printf '// A module.\nmodule vta_y;\nendmodule\n' >vta_x.sv
! "$check" vta_x.sv >said || fail "a module in another's file is accepted"

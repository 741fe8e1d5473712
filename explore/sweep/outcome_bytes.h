// What outcomes of points consist of, for messages between processes and ranks of one build and for
// shares of a sweep's tasks: to_bytes(outcome), from_bytes<PointOutcome>(bytes, where), of
// base/archive.h. The numbers are those of the table of quantities.
#pragma once

#include "base/archive.h"
#include "explore/record/quantity.h"
#include "explore/sweep/runner.h"

namespace vta {

template <typename A>
void describe(A& a, typename A::template Of<KernelDescription>& d) {
  a(d.geometry, d.tiles);
}

template <typename A>
void describe(A& a, typename A::template Of<HostOperator>& h) {
  a(h.op, h.count, h.macs);
}

}  // namespace vta

namespace vta::explore {

// Members of the result that are rows of the table.
template <typename A, typename Result, typename Read, typename Member>
void describe_quantities(A& a, Result& result, Read Quantity::*read, Member Quantity::*member) {
  for (const Quantity& quantity : quantities())
    if (quantity.*member) {
      if constexpr (std::is_const_v<Result>)
        a((quantity.*read)(result));
      else
        a((quantity.*member)(result));
    }
}

template <typename A>
void describe(A& a, typename A::template Of<LayerResult>& l) {
  a(l.name, l.kind, l.description, l.onnx_nodes, l.counters.insn_count, l.timing.units);
  describe_quantities(a, l, &Quantity::of_kernel, &Quantity::in_kernel);
}

// Without timing of kernels, which belongs to the layers.
template <typename A>
void describe(A& a, typename A::template Of<PointResult>& r) {
  a(r.counters.insn_count, r.timing.units, r.timing.outside.cycles, r.timing.outside.units,
    r.work.host, r.layers);
  describe_quantities(a, r, &Quantity::of_run, &Quantity::in_run);
}

}  // namespace vta::explore

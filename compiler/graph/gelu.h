// GELU and its relatives in integers: x times a gate, which grows from 0 to 1
// (docs/integer_transformers.md).
//
//   z = max(knee - |x|, 0)            0 where the gate is 0 or 1 as far as int8 can tell
//   w = z^2, z^4 or z^8, scaled       1 less the gate of |x|, at most about 1/2
//   y = max(x - x w, x w)             x (1 - w) for x > 0, x w below
//
// Every step is one of the accelerator's ALU on int32.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/attrs.h"

namespace vta {

struct GeluForm {
  std::string_view function;  // gelu, silu, quick_gelu
  std::string_view form;      // how close: see `error`
  int64_t fraction;           // bits behind the point of x as the steps take it
  int64_t knee;
  std::array<int64_t, 3> squarings;  // rounding shifts, one behind each; 0: none
  int64_t factor;                    // of the last square, before its shift
  int64_t taken;                     // off w
  int64_t gate_bits;                 // bits behind the point of w
  double error;                      // at most so far from the function, with exact results
};

std::span<const GeluForm> gelu_forms();

// The attributes of qnn.gelu: function, form, and the bits behind the point of x and of y.
struct GeluOf {
  const GeluForm* form = nullptr;
  int64_t fraction = 0, result_fraction = 0;
};
// CompileError names what there is.
GeluOf gelu_of(const Attrs& attrs);

// round(y 2^result_fraction) of x 2^-fraction; exact to `error` while |x| is below 2^17.
int32_t integer_gelu(const GeluOf& of, int32_t x);

}  // namespace vta

// The arithmetic operations of a call, independent of its implementation.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "compiler/graph/graph.h"

namespace vta {

// Counted operations by kind of operator:
//   Products     two for each multiply-accumulate of a convolution, dense layer or matrix product
//   Window       one for each value of a pool's window, pads included, of every result
//   Reduction    one for each value that is reduced: means, sums, maxima, global pools
//   Elements     one for each value of the result: activations, sums, comparisons, conversions
//   Norm         two for each value: a batch norm as factor and addend
//   Softmax      five: maximum, difference, exponential, sum, quotient
//   Neighbours   of lrn: a window of channels, and four more, for each value
//   Resampling   two for each tap of a resized value: 1 of nearest, 4 of linear, 16 of cubic
//   Movement     none: reshapes, transposes, concatenations, slices, pads, gathers, identities
enum class OperationKind : uint8_t {
  Products,
  Window,
  Reduction,
  Elements,
  Norm,
  Softmax,
  Neighbours,
  Resampling,
  Movement,
};
OperationKind operation_kind(std::string_view op);  // every operator of the table has one

// Multiply-accumulates of an operator of kind Products, whatever computes it and whether its
// operands are constants or activations; 0 for every other kind; saturates at the largest number.
// All counts of MACs (graphs, programs and their shares) come from here.
int64_t operator_macs(std::string_view op, const Attrs& attrs, std::span<const Shape> operands,
                      const Shape& result);

// Operations of a call with these operands and results; the largest number where there are more.
int64_t operation_count(std::string_view op, const Attrs& attrs, std::span<const Shape> operands,
                        std::span<const Shape> results);

struct Operations {
  int64_t macs = 0;   // multiply-accumulates, pads included
  int64_t count = 0;  // operations; the largest number where there are more
};

// Of a call of a graph; nothing for other nodes and for calls on constants alone, which are
// computed before the network runs.
Operations operations_of(const Graph& graph, NodeId id);

}  // namespace vta

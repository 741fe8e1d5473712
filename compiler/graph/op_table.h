// The operator table: every operator of the IR, its operands, attributes and shape function.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attrs.h"
#include "compiler/graph/graph.h"

namespace vta {

struct OpSpec {
  std::string_view name;  // Relay's spelling
  int min_inputs = 1;
  int max_inputs = 1;  // -1: any number
  // Attributes in the order in which they are printed, with what is printed for nobody who asks.
  std::vector<std::string_view> attrs;
  // Result types from operand types and attributes; throws CompileError.
  std::vector<TensorType> (*infer)(std::span<const TensorType> inputs, const Attrs& attrs);
  std::string_view summary;  // one line for the generated operator page
};

std::span<const OpSpec> op_table();
const OpSpec& op_spec(std::string_view name);  // CompileError lists near names

// The result types of a call: operand count, attribute names and the shape function. CompileError
// begins with the operator's name.
std::vector<TensorType> infer_types(std::string_view op, std::span<const TensorType> inputs,
                                    const Attrs& attrs);

// The page docs/operators.md, generated from the table.
std::string operators_page();

}  // namespace vta

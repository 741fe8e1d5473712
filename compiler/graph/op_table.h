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
  // Attributes in printing order; the default is printed where the call does not set it.
  std::vector<std::string_view> attrs;
  // Result types from operand types and attributes; throws CompileError.
  std::vector<TensorType> (*infer)(std::span<const TensorType> inputs, const Attrs& attrs);
  std::string_view summary;  // one line for the generated operator page
};

std::span<const OpSpec> op_table();
std::span<const OpSpec> integer_op_table();    // its last rows, of quantized values
const OpSpec& op_spec(std::string_view name);  // CompileError lists near names

// The result types of a call: operand count, attribute names, operand types (check_type: no extent
// of 0) and the shape function. CompileError begins with the operator's name.
std::vector<TensorType> infer_types(std::string_view op, std::span<const TensorType> inputs,
                                    const Attrs& attrs);

// Multiplications or elements that a call moves, to within a small factor; operands and results
// as infer_types takes and gives them. At most 2^62.
int64_t estimated_steps(std::string_view op, std::span<const TensorType> inputs,
                        std::span<const TensorType> results, const Attrs& attrs);
// Before a call is computed: ResourceError, beginning with the operator's name, where its results
// or its work are more than the policy in force allows, or where the time is over.
void require_resources(std::string_view op, std::span<const TensorType> inputs,
                       std::span<const TensorType> results, const Attrs& attrs);

// The page docs/operators.md, generated from the table.
std::string operators_page();

}  // namespace vta

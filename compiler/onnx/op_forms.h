// The forms of each supported operator in the ONNX standard, opset by opset.
#pragma once

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta::onnx_import {

// Before opset 7 operators are known where they are as they were from 7 on.
constexpr int64_t kFirstOpset = 1, kLastOpset = 24;
constexpr int kAny = -1;       // number of operands or results without limit
constexpr int kWithdrawn = 0;  // number of results of an operator that the opset no longer has

// The form that an operator has from an opset on, until the next row of the same operator. Operands
// below min_inputs are required; those up to max_inputs may be left out.
struct OpForm {
  std::string_view op;
  int64_t since;
  int min_inputs, max_inputs;
  int max_outputs;  // the first is always there
  std::vector<std::string_view> attrs;
  std::vector<int> optional = {};  // operands below min_inputs that may be left out nevertheless
};

// Every row, by operator and rising opset.
std::span<const OpForm> op_forms();
// The row of an operator; null where the opset does not have it yet.
const OpForm* op_form(std::string_view op, int64_t opset);

// CompileError names the node where the opset does not have its operator, where it has too few or
// too many operands or results, a required operand that is left out, or an attribute that is twice
// there or not in the operator's form.
void check_form(const onnx::NodeProto& node, int64_t opset);

std::string count_text(int least, int most);  // "2", "1 to 3", "1 or more"

}  // namespace vta::onnx_import

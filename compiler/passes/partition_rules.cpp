#include "compiler/passes/partition_rules.h"

#include <algorithm>

#include "base/error.h"
#include "compiler/graph/op_table.h"

namespace vta {
namespace partition_rule {
namespace {

void cast_marked(std::span<PartitionOperand> operands) {
  for (PartitionOperand& operand : operands)
    operand.cast = operand.marked;
}

}  // namespace

bool compute(const Node&, std::span<PartitionOperand> operands) {
  cast_marked(operands);
  return true;
}

bool pass_on(const Node&, std::span<PartitionOperand> operands) {
  return operands.front().marked;
}

// A constant on the right of a marked value is a bias, which the kernel adds in its accumulator.
// Anything else, a constant on the left too, is a residual connection: both sides are int8, and the
// sum stays in an accumulator when both were made in one.
bool add(const Node&, std::span<PartitionOperand> operands) {
  const auto marked = [](const PartitionOperand& o) { return o.marked; };
  if (operands.back().constant)
    return operands.front().marked;
  cast_marked(operands);
  return std::ranges::all_of(operands, marked);
}

// The factor beside a marked left operand is taken as it is. A marked factor of a plain value has
// no published rule; it is cast, as for operators without one.
bool multiply(const Node& call, std::span<PartitionOperand> operands) {
  if (!operands.front().marked)
    return absent(call, operands);
  operands.front().cast = true;
  return true;
}

bool always_cast(const Node&, std::span<PartitionOperand> operands) {
  for (PartitionOperand& operand : operands)
    operand.cast = true;
  return false;
}

bool absent(const Node&, std::span<PartitionOperand> operands) {
  cast_marked(operands);
  return false;
}

}  // namespace partition_rule

PartitionRules::PartitionRules()
    : rows_{
          {"nn.conv2d", partition_rule::compute},
          {"clip", partition_rule::pass_on},
          {"nn.relu", partition_rule::pass_on},
          {"nn.max_pool2d", partition_rule::pass_on},
          {"add", partition_rule::add},
          {"multiply", partition_rule::multiply},
          {"nn.global_avg_pool2d", partition_rule::always_cast},
      } {}

void PartitionRules::add(std::string_view op, PartitionRule rule, int64_t level) {
  op_spec(op);
  if (!rule)
    throw UsageError(fmt::format("quantize_partition: the rule for '{}' is empty", op));
  for (const PartitionRow& row : rows_)
    if (row.op == op && row.level == level)
      throw UsageError(
          fmt::format("quantize_partition: '{}' has a rule of level {} already: a higher level "
                      "replaces it, a lower one yields to it",
                      op, level));
  rows_.push_back({std::string(op), std::move(rule), level});
}

const PartitionRule& PartitionRules::at(std::string_view op) const {
  static const PartitionRule kAbsent = partition_rule::absent;
  const PartitionRow* best = nullptr;
  for (const PartitionRow& row : rows_)
    if (row.op == op && (best == nullptr || row.level > best->level))
      best = &row;
  return best == nullptr ? kAbsent : best->rule;
}

}  // namespace vta

// The table of quantize_partition: its rule for each operator.
//
// A value is marked while it may stay in the accumulator of the kernel that made it. A rule
// examines one call and selects the marked operands to be cast (annotation.cast_hint, then
// annotation.stop_fusion, fresh ones for every use) and whether the result is marked. For your own
// operator:
//
//   PassContext context;
//   context.partition_rules.add("nn.leaky_relu", partition_rule::pass_on, 10);
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta {

struct PartitionOperand {
  bool marked = false;
  bool constant = false;
  bool cast = false;  // set by the rule; legal for any operand, marked or not
};
// Returns whether the call's result is marked.
using PartitionRule = std::function<bool(const Node& call, std::span<PartitionOperand> operands)>;

struct PartitionRow {
  std::string op;
  PartitionRule rule;
  int64_t level = 10;
};

// The predefined rules, also for use in your own.
namespace partition_rule {

bool compute(const Node& call, std::span<PartitionOperand> operands);  // cast all; marked
bool pass_on(const Node& call, std::span<PartitionOperand> operands);  // as the first operand
bool add(const Node& call, std::span<PartitionOperand> operands);
bool multiply(const Node& call, std::span<PartitionOperand> operands);
bool always_cast(const Node& call, std::span<PartitionOperand> operands);  // plain
bool absent(const Node& call, std::span<PartitionOperand> operands);  // cast what is marked; plain

}  // namespace partition_rule

class PartitionRules {
 public:
  PartitionRules();  // the published rows, all of level 10

  // Where an operator has several rows, the one of the highest level holds, in whatever order they
  // were added. UsageError when it has one of this level already, or the rule is empty;
  // CompileError when the operator table lacks the operator.
  void add(std::string_view op, PartitionRule rule, int64_t level);

  std::span<const PartitionRow> rows() const { return rows_; }
  // partition_rule::absent for an operator without a row.
  const PartitionRule& at(std::string_view op) const;

 private:
  std::vector<PartitionRow> rows_;
};

}  // namespace vta

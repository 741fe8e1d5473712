// An operator of the file as its importer sees it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "compiler/tflite/builder.h"
#include "compiler/tflite/fractions.h"
#include "compiler/tflite/schema_generated.h"

namespace vta::tflite_import {

// What the integers of an int8 tensor mean.
struct Meaning {
  float scale = 1;
  int64_t zero = 0;
};

struct OpNode {
  const OperatorInfo& info;
  Builder& builder;
  Requant requant;

  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw CompileError(fmt::format(format, std::forward<Args>(args)...));
  }

  // ---- operands
  void require_inputs(int64_t least, int64_t most) const;  // and one output
  bool has(size_t i) const { return i < info.inputs.size() && info.inputs[i] != kLeftOut; }
  int64_t input(size_t i) const { return info.inputs[i]; }
  int64_t output() const { return info.outputs.front(); }
  NodeId value(size_t i) const { return builder.value(input(i)); }
  Shape shape(size_t i) const { return builder.shape(input(i)); }  // in the file's order
  Shape result_shape() const { return builder.shape(output()); }
  DType dtype(size_t i) const { return builder.dtype(input(i)); }
  const TensorInfo& tensor(size_t i) const { return builder.info(input(i)); }
  const TensorInfo& result() const { return builder.info(output()); }

  // Whether the operator computes int8, else float32: of its first input and its output, which
  // must agree.
  bool is_integer() const;

  // ---- int8
  Meaning meaning(int64_t tensor) const;  // InputError without one scale and zero point
  Meaning meaning_in(size_t i) const { return meaning(input(i)); }
  Meaning meaning_out() const { return meaning(output()); }
  // The same scale and zero point: `what` needs it.
  void require_same_meaning(size_t i) const;
  std::string rounding() const;                    // of operators that are not products
  NodeId widened(NodeId value) const;              // int8 as int32
  NodeId less_zero(size_t i, NodeId value) const;  // the same, less the operand's zero point
  NodeId rescaled(NodeId sums, const Fraction& by, NodeId zero, Attrs limits = {}) const;
  NodeId rescaled_to_result(NodeId sums, const Fraction& by, int activation) const;
  Attrs limits(int activation) const;  // a_min, a_max of the result

  // ---- float32
  NodeId activated(NodeId value, int activation) const;
  // Of either: an activation behind an operator that makes the result's values itself.
  NodeId limited(NodeId value, int activation) const;
};

// The operator's options in the file; InputError where it has others, or none.
template <typename Options>
const Options& options_of(const OpNode& node) {
  const auto* options = node.info.table->options_as<Options>();
  if (options == nullptr)
    throw InputError(
        fmt::format("has no options of its kind, number {}",
                    static_cast<int>(tflite_file::OptionsTraits<Options>::enum_value)));
  return *options;
}

template <typename Options>
int activation_of(const Options& options) {
  return static_cast<int>(options.activation());
}

}  // namespace vta::tflite_import

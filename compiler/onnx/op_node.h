// One ONNX node while it is imported: operands, attributes, and errors that name it.
#pragma once

#include <onnx/onnx_pb.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/onnx/builder.h"

namespace vta::onnx_import {

class OpNode {
 public:
  OpNode(const onnx::NodeProto& proto, std::vector<Value> inputs, Builder& builder, int64_t opset)
      : proto_(proto), inputs_(std::move(inputs)), builder_(builder), opset_(opset) {}

  Builder& builder() const { return builder_; }
  int64_t opset() const { return opset_; }
  std::string name() const;  // the node's, else its first output's
  const std::string& op() const { return proto_.op_type(); }

  size_t input_count() const { return inputs_.size(); }
  bool has(size_t i) const;         // optional operands may be left out
  const Value& in(size_t i) const;  // fails when left out
  const Shape& shape(size_t i) const { return builder_.shape(in(i)); }
  // An operand that must be known at import, as integers.
  std::vector<int64_t> constant_ints(size_t i, std::string_view what) const;
  // As many as a tensor can have axes, at most.
  std::vector<int64_t> constant_shape(size_t i, std::string_view what) const;
  double constant_number(size_t i, std::string_view what) const;
  bool constant_bool(size_t i, std::string_view what) const;
  int output_count() const { return proto_.output_size(); }
  bool has_output(int i) const { return i < proto_.output_size() && !proto_.output(i).empty(); }

  int attribute_count() const { return proto_.attribute_size(); }
  const onnx::AttributeProto* find(std::string_view attr) const;
  int64_t get_int(std::string_view attr, int64_t absent) const;
  double get_float(std::string_view attr, double absent) const;
  std::string get_string(std::string_view attr, std::string_view absent) const;
  std::vector<float> get_floats(std::string_view attr) const;        // absent: empty
  const onnx::TensorProto* get_tensor(std::string_view attr) const;  // absent: null
  std::vector<int64_t> get_ints(std::string_view attr, const std::vector<int64_t>& absent) const;

  // Notes that the node's DOUBLE values become float32 where `onnx_type` is DOUBLE.
  void note_type(int onnx_type) const;
  // Short for builder().call().
  Value call(const std::string& op, const std::vector<Value>& inputs,
             const Attrs& attrs = {}) const {
    return builder_.call(op, inputs, attrs);
  }

  // CompileError "node 'conv1' (Conv, kernel_shape=[3, 3], group=1): why".
  [[noreturn]] void fail(const std::string& why) const;

 private:
  const onnx::NodeProto& proto_;
  std::vector<Value> inputs_;
  Builder& builder_;
  int64_t opset_;
};

// "kernel_shape=[3, 3], group=1"; tensors and graphs by type only, long lists and texts cut.
std::string attributes_text(const onnx::NodeProto& node);
std::string node_text(const onnx::NodeProto& node);  // "node 'conv1' (Conv, kernel_shape=[3, 3])"

// Import of one operator: its results, first output first; later outputs may be left out, unless
// somebody reads them.
// Operands and attributes are those of the operator's form (op_forms.h).
struct OpImporter {
  std::string_view op;
  Value (*run)(const OpNode& node);
  std::string_view notes;
};
std::span<const OpImporter> nn_importers();
std::span<const OpImporter> math_importers();
std::span<const OpImporter> shape_importers();

}  // namespace vta::onnx_import

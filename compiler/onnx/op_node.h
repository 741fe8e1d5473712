// One ONNX node while it is imported: operands, attributes, and errors that name it.
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/onnx/builder.h"

namespace vta::onnx_import {

class OpNode {
 public:
  // `read`: names of values that nodes or outputs of the model read.
  OpNode(const onnx::NodeProto& proto, std::vector<Value> inputs, Builder& builder, int64_t opset,
         const std::set<std::string>& read)
      : proto_(proto), inputs_(std::move(inputs)), builder_(builder), opset_(opset), read_(read) {}

  Builder& builder() const { return builder_; }
  // Another operator's node with this one's name, attributes (of `attrs`) and these operands.
  Value run_as(Value (*run)(const OpNode& node), const std::string& op, std::vector<Value> inputs,
               std::span<const std::string_view> attrs) const;
  int64_t opset() const { return opset_; }
  std::string name() const;  // the node's, else its first result's that has one
  const std::string& op() const { return proto_.op_type(); }

  size_t input_count() const { return inputs_.size(); }
  bool has(size_t i) const;         // optional operands may be left out
  const Value& in(size_t i) const;  // fails when left out, and for a sequence
  const Value& operand(size_t i) const { return inputs_[i]; }  // as it is, left out or a sequence
  const Sequence& sequence(size_t i) const;                    // fails for anything else
  const Shape& shape(size_t i) const { return builder_.shape(in(i)); }
  // Fails unless operand i is known at import.
  void constant_known(size_t i, std::string_view what) const;
  // Such an operand as integers.
  std::vector<int64_t> constant_ints(size_t i, std::string_view what) const;
  // As many as a tensor can have axes, at most.
  std::vector<int64_t> constant_shape(size_t i, std::string_view what) const;
  double constant_number(size_t i, std::string_view what) const;
  bool constant_bool(size_t i, std::string_view what) const;
  int output_count() const { return proto_.output_size(); }
  bool has_output(int i) const { return i < proto_.output_size() && !proto_.output(i).empty(); }

  bool is_read(int i) const { return has_output(i) && read_.contains(proto_.output(i)); }

  int attribute_count() const { return proto_.attribute_size(); }
  const onnx::AttributeProto* find(std::string_view attr) const;
  int64_t get_int(std::string_view attr, int64_t absent) const;
  double get_float(std::string_view attr, double absent) const;
  std::string get_string(std::string_view attr, std::string_view absent) const;
  std::vector<float> get_floats(std::string_view attr) const;        // absent: empty
  std::vector<std::string> get_texts(std::string_view attr) const;   // absent: empty
  const onnx::TensorProto* get_tensor(std::string_view attr) const;  // absent: null
  std::vector<int64_t> get_ints(std::string_view attr, const std::vector<int64_t>& absent) const;

  // Notes that the node's DOUBLE values become float32 where `onnx_type` is DOUBLE.
  void note_type(int onnx_type) const;
  // Short for builder().call().
  Value call(const std::string& op, const std::vector<Value>& inputs,
             const Attrs& attrs = {}) const {
    return builder_.call(op, inputs, attrs);
  }

  Value number(double value) const;                      // a float32 constant of rank 0
  Value ints(const std::vector<int64_t>& values) const;  // an int64 vector
  DType dtype(size_t i) const { return builder_.type(in(i)).dtype; }
  // An axis in -rank..rank-1 as 0..rank-1.
  int64_t axis_in(int64_t axis, size_t rank) const;

  // Offers the operator's result i (an importer returns its first one). The node may have fewer, or
  // leave it out: then the offer means nothing. What is not offered cannot be read by other nodes.
  void set_result(int i, const Value& value) const { results_[i] = value; }
  const std::map<int, Value>& results() const { return results_; }
  // All results are 16-bit integers of this ONNX type.
  void mark_short(int type) const {
    for (auto& [i, result] : results_)
      result.short_type = type;
  }

  // CompileError "node 'conv1' (Conv, kernel_shape=[3, 3], group=1): why".
  [[noreturn]] void fail(const std::string& why) const;

 private:
  const onnx::NodeProto& proto_;
  std::vector<Value> inputs_;
  Builder& builder_;
  int64_t opset_;
  const std::set<std::string>& read_;
  mutable std::map<int, Value> results_;
};

// "kernel_shape=[3, 3], group=1"; tensors and graphs by type only, long lists and texts cut.
std::string attributes_text(const onnx::NodeProto& node);
std::string node_text(const onnx::NodeProto& node);  // "node 'conv1' (Conv, kernel_shape=[3, 3])"
// The node's name, else its first result's that has one, else its operator's.
std::string node_name(const onnx::NodeProto& node);
// The operator's name in the tables: "Conv"; "com.microsoft.QLinearAdd" of another domain.
std::string table_name(const onnx::NodeProto& node);

// Import of one operator: returns its first result and sets later ones where it has them.
// Operands and attributes are those of the operator's form (op_forms.h). Null where the walk over
// the model imports it itself (import.cpp).
struct OpImporter {
  std::string_view op;
  Value (*run)(const OpNode& node);
  std::string_view notes;
};
std::span<const OpImporter> math_importers();
std::span<const OpImporter> reduce_importers();
std::span<const OpImporter> conv_importers();
std::span<const OpImporter> pool_importers();
std::span<const OpImporter> norm_importers();
std::span<const OpImporter> matrix_importers();
std::span<const OpImporter> einsum_importers();
std::span<const OpImporter> sequence_importers();
std::span<const OpImporter> scatter_importers();
std::span<const OpImporter> resize_importers();
std::span<const OpImporter> constant_importers();
std::span<const OpImporter> shape_importers();
std::span<const OpImporter> move_importers();
std::span<const OpImporter> quantized_importers();
std::span<const OpImporter> qlinear_importers();
std::span<const OpImporter> recurrent_importers();
std::span<const OpImporter> attention_importers();
std::span<const OpImporter> sample_importers();
std::span<const OpImporter> contrib_importers();

}  // namespace vta::onnx_import

// The graph under construction, and the file's tensors in it.
//
// Tensors of four axes, which are (N, H, W, C) in the file, are (N, C, H, W) in the graph, all of
// them: data, and weights (O, H, W, I) as (O, I, H, W). Others are as in the file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/tflite/model_file.h"

namespace vta::tflite_import {

// Of a shape or a list with an item for each axis: in the graph's order, and back.
Shape to_graph(const Shape& in_file);
Shape to_file(const Shape& in_graph);
// The graph's axis where the file's is `axis`; both from 0.
int64_t graph_axis(int64_t axis, int64_t rank);

class Builder {
 public:
  // `batch`: the first extent of tensors that have 1 there and are computed.
  Builder(const ModelFile& file, int64_t batch) : file_(file), batch_(batch) {
    nodes_.resize(file.tensors.size(), -1);
  }

  Graph& graph() { return graph_; }
  const ModelFile& file() const { return file_; }
  const TensorInfo& info(int64_t tensor) const {
    return file_.tensors[static_cast<size_t>(tensor)];
  }

  // With the batch, in the file's order.
  Shape shape(int64_t tensor) const;
  DType dtype(int64_t tensor) const;  // CompileError for a type that nothing here computes
  bool is_defined(int64_t tensor) const { return nodes_[static_cast<size_t>(tensor)] >= 0; }

  // A tensor's value; InputError unless it is constant, an input or computed before.
  NodeId value(int64_t tensor);
  // The same with the file's order of axes, whatever the rank.
  NodeId in_file_order(int64_t tensor) { return to_file_order(value(tensor)); }
  // The same with `rank` axes, further ones in front.
  NodeId of_rank(int64_t tensor, int64_t rank);
  // Values of a constant, in the file's order; CompileError for others.
  Tensor constant(int64_t tensor) const;
  std::vector<int64_t> constant_integers(int64_t tensor) const;

  // The node is this tensor from now on: InputError unless it has the tensor's shape and type, or
  // where the tensor has a value. The node is named "t" and the tensor's number.
  void define(int64_t tensor, NodeId node);
  void define_input(int64_t tensor, const std::string& name);

  NodeId call(const std::string& op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph_.add_call(op, std::move(inputs), std::move(attrs));
  }
  template <typename T>
  NodeId scalar(T value) {
    return graph_.add_constant(Tensor::scalar<T>(value));
  }
  NodeId add_constant(Tensor t) { return graph_.add_constant(std::move(t)); }
  // Another shape, given in the file's order, of a value in the graph's.
  NodeId reshaped(NodeId value, const Shape& shape);
  NodeId to_file_order(NodeId value);
  NodeId to_graph_order(NodeId value);

 private:
  NodeId permuted(NodeId value, const Shape& axes);

  const ModelFile& file_;
  int64_t batch_;
  Graph graph_;
  std::vector<NodeId> nodes_;  // by tensor; -1: none yet
};

}  // namespace vta::tflite_import

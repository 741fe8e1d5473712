// The compiler's intermediate representation: a typed SSA graph of operators on tensors.
//
// Nodes are appended in topological order and never removed; passes build a new Graph from an old
// one (copying is cheap: constants share storage). Types are inferred when a call is appended.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attrs.h"
#include "base/tensor.h"

namespace vta {

using NodeId = int32_t;

enum class NodeKind : uint8_t { Input, Constant, Call, TupleGet };
// Where the partition pass has put a call.
enum class Target : uint8_t { Host, Accelerator };

struct Node {
  NodeKind kind = NodeKind::Call;
  std::string op;  // calls: "nn.conv2d", "add", ...
  std::vector<NodeId> inputs;
  Attrs attrs;
  std::vector<TensorType> types;  // one; several for an operator with a tuple result
  Tensor constant;                // constants; may be empty (type only) until filled
  int64_t tuple_index = 0;        // TupleGet
  // A constant, or a call on such alone: depends on no input. Set when the node is appended.
  bool constant_expr = false;
  // Identity that survives passes: the ONNX node or output name, or an input's name. The name of
  // the value that an int8 tensor of the quantized graph keeps through partition, pack and fuse,
  // so that a kernel's output can be compared with the interpreter's.
  std::string name;
  // Names of the ONNX nodes whose work this call does, the first first: what fusing and folding
  // have joined. For people; empty for listings, and no more than kMostOnnxNodes.
  std::vector<std::string> onnx_nodes;
  std::string comment;  // printed as a comment after the call; no meaning
  Target target = Target::Host;

  const TensorType& type() const { return types.front(); }
};

inline constexpr size_t kMostOnnxNodes = 64;
// Adds to `to` what it lacks of `names`.
void join_onnx_nodes(std::vector<std::string>& to, const std::vector<std::string>& names);

// The scales of values in a quantized model. They go with the graph from pass to pass and are not
// part of listings.
struct ModelScale {
  int exponent = 0;    // the value is at scale 2^exponent,
  bool exact = false;  // or about: its range fits there
};
struct ModelScales {
  bool present = false;
  std::map<std::string, ModelScale> values = {};  // by name
};

class Graph {
 public:
  NodeId add_input(std::string name, TensorType type);
  NodeId add_constant(Tensor value);
  NodeId add_constant_type(TensorType type);  // no data yet
  // Infers the result type(s) by the operator table; CompileError names the operator, the fault in
  // its operands or attributes, and the legal form.
  NodeId add_call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {});
  NodeId add_tuple_get(NodeId tuple, int64_t index);
  // The calls from `first` on do the work of these ONNX nodes, too.
  void add_onnx_nodes(NodeId first, const std::vector<std::string>& names);
  // `names`: what each is called, all different; none: a graph without (output_name).
  void set_outputs(std::vector<NodeId> outputs, std::vector<std::string> names = {}) {
    outputs_ = std::move(outputs);
    output_names_ = std::move(names);
  }

  const Node& node(NodeId id) const { return nodes_[static_cast<size_t>(id)]; }
  Node& node(NodeId id) { return nodes_[static_cast<size_t>(id)]; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  const std::vector<NodeId>& inputs() const { return inputs_; }
  const std::vector<NodeId>& outputs() const { return outputs_; }
  const TensorType& type(NodeId id) const { return node(id).type(); }

  // The outputs' names are the network's interface, as the inputs' are: they belong to the places
  // and not to the nodes, of which one may be two outputs, a constant or an input. Passes keep
  // them. Empty if the outputs have no names, as in listings.
  const std::vector<std::string>& output_names() const { return output_names_; }
  // Of output i: its own, else its node's; may be empty then.
  const std::string& output_name(size_t i) const {
    return output_names_.empty() ? node(outputs_[i]).name : output_names_[i];
  }

  const ModelScales& model_scales() const { return model_scales_; }
  void set_model_scales(ModelScales scales) { model_scales_ = std::move(scales); }

  // The number of calls, tuple reads and outputs that use each node.
  std::vector<int> use_counts() const;
  // Users of each node, ascending.
  std::vector<std::vector<NodeId>> users() const;

 private:
  NodeId append(Node node);
  std::vector<Node> nodes_;
  std::vector<NodeId> inputs_, outputs_;
  std::vector<std::string> output_names_;
  ModelScales model_scales_;
};

// Fills constants that have only a type with values from a seed: int8 weights in [-127, 127] with a
// spread that keeps results in range, int32 biases in [-1000, 1000], float He-initialized,
// variances positive.
void fill_constants(Graph& graph, uint64_t seed);

// Checks every invariant: topological order, operands exist, types equal to what the operator table
// infers, constants match their type, outputs set. CompileError names the first node at fault.
void verify(const Graph& graph);

// Rebuilds a graph node by node: visit old nodes in order, map() each; unmapped nodes are copied by
// copy(). Dead nodes may be left out by not copying them.
class GraphRewriter {
 public:
  explicit GraphRewriter(const Graph& old) : old_(old), map_(static_cast<size_t>(old.size()), -1) {}

  const Graph& old() const { return old_; }
  Graph& graph() { return new_; }
  NodeId mapped(NodeId old_id) const { return map_[static_cast<size_t>(old_id)]; }
  // A call that takes an old one's place takes over its ONNX nodes.
  void map(NodeId old_id, NodeId new_id);
  // Appends the old node with mapped operands (name, ONNX nodes, comment and target kept); maps and
  // returns it.
  NodeId copy(NodeId old_id);
  std::vector<NodeId> mapped(std::span<const NodeId> old_ids) const;
  Graph finish();  // sets outputs to the mapped old ones, with their names

 private:
  const Graph& old_;
  Graph new_;
  std::vector<NodeId> map_;
};

}  // namespace vta

#include "compiler/passes/fold_constants.h"

#include <algorithm>
#include <map>

#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

// A folded result may hold this many times its operands' bytes, or kSmallBytes.
constexpr int64_t kGrowth = 4;
constexpr int64_t kSmallBytes = 4096;

int64_t type_bytes(const TensorType& type) {
  return num_elements(type.shape) * dtype_bytes(type.dtype);
}

class ConstantFolder {
 public:
  explicit ConstantFolder(const Graph& graph) : old_(graph), rewriter_(graph) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      visit(id);
    return rewriter_.finish();
  }

 private:
  Graph& graph() { return rewriter_.graph(); }

  void visit(NodeId id) {
    const Node& n = old_.node(id);
    if (n.kind == NodeKind::TupleGet) {
      if (const auto found = tuples_.find(n.inputs[0]); found != tuples_.end()) {
        const auto index = static_cast<size_t>(n.tuple_index);
        rewriter_.map(id, graph().add_constant(found->second[index]));
        return;
      }
    }
    if (n.kind != NodeKind::Call || !worth_folding(n)) {
      rewriter_.copy(id);
      return;
    }
    std::vector<Tensor> operands;
    for (NodeId input : n.inputs)
      operands.push_back(graph().node(rewriter_.mapped(input)).constant);
    std::vector<Tensor> results = evaluate_op(n.op, n.attrs, operands);
    if (n.types.size() > 1)
      tuples_[id] = std::move(results);
    else
      rewriter_.map(id, graph().add_constant(std::move(results.front())));
  }

  bool worth_folding(const Node& n) {
    if (n.op.starts_with("annotation."))
      return false;
    int64_t operand_bytes = 0, result_bytes = 0;
    for (NodeId input : n.inputs) {
      const NodeId mapped = rewriter_.mapped(input);
      if (mapped < 0 || constant_value(graph(), mapped) == nullptr)
        return false;
      operand_bytes += type_bytes(graph().type(mapped));
    }
    for (const TensorType& type : n.types)
      result_bytes += type_bytes(type);
    return result_bytes <= std::max(kSmallBytes, kGrowth * operand_bytes);
  }

  const Graph& old_;
  GraphRewriter rewriter_;
  std::map<NodeId, std::vector<Tensor>> tuples_;  // folded calls with several results
};

}  // namespace

Graph fold_constants(const Graph& graph, PassContext&) {
  return ConstantFolder(graph).run();
}

}  // namespace vta

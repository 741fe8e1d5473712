#include "compiler/lower/boundary.h"

#include <map>
#include <optional>
#include <vector>

#include "compiler/graph/graph_util.h"
#include "compiler/kernels/chain.h"
#include "compiler/lower/packing.h"

namespace vta {
namespace {

class Normalizer {
 public:
  Normalizer(const Graph& old, const VtaConfig& config)
      : rewriter_(old), config_(config), users_(old.users()) {}

  Graph run() {
    const std::vector<bool> live = live_nodes(old());
    for (NodeId id = 0; id < old().size(); ++id)
      if (live[static_cast<size_t>(id)])
        visit(id);
    for (NodeId id : old().outputs())
      rewriter_.map(id, for_host(rewriter_.mapped(id)));
    return rewriter_.finish();
  }

 private:
  const Graph& old() const { return rewriter_.old(); }
  Graph& graph() { return rewriter_.graph(); }

  bool on_accelerator(NodeId id) {
    const Node& n = graph().node(id);
    return n.kind == NodeKind::Call && n.target == Target::Accelerator;
  }

  void visit(NodeId id) {
    const Node& n = old().node(id);
    if (n.kind != NodeKind::Call) {
      rewriter_.copy(id);
      return;
    }
    if (std::optional<NodeId> same = same_value(id)) {
      rewriter_.map(id, rewriter_.mapped(*same));
      return;
    }
    if (unpack_after_cast(id))
      return;
    const bool accelerated = n.target == Target::Accelerator;
    const bool unpacks =
        is_unpack_transpose(old(), id) && n.type().dtype == DType::I8 && only_unpacked(id);
    std::vector<NodeId> operands;
    for (NodeId in : n.inputs) {
      const NodeId now = rewriter_.mapped(in);
      operands.push_back(accelerated ? for_device(now) : unpacks ? now : for_host(now));
    }
    rewriter_.map(id, append_copy(graph(), n, std::move(operands)));
  }

  // The earlier old node whose value this call repeats.
  std::optional<NodeId> same_value(NodeId id) {
    const Node& n = old().node(id);
    if (n.op == "annotation.stop_fusion")
      return n.inputs[0];
    if (n.op == "cast" && old().type(n.inputs[0]).dtype == n.type().dtype)
      return n.inputs[0];
    if (!is_narrowing_cast(old(), id))
      return std::nullopt;
    for (NodeId user : users_[static_cast<size_t>(n.inputs[0])])
      if (user < id && is_narrowing_cast(old(), user) && rewriter_.mapped(user) >= 0)
        return user;
    return std::nullopt;
  }

  bool only_unpacked(NodeId transpose) const {
    for (NodeId user : users_[static_cast<size_t>(transpose)])
      if (!unpacked_from(old(), user))
        return false;
    return true;
  }

  // reshape(transpose(cast(p))) becomes cast(reshape(transpose(p))), so that int8 crosses.
  bool unpack_after_cast(NodeId id) {
    const std::optional<NodeId> packed = unpacked_from(old(), id);
    if (!packed || old().node(id).op != "reshape")
      return false;
    const Node& cast = old().node(*packed);
    if (cast.op != "cast" || old().type(cast.inputs[0]).dtype != DType::I8)
      return false;
    const NodeId value = rewriter_.mapped(cast.inputs[0]);
    if (!on_accelerator(value))
      return false;
    const NodeId unpacked = unpack(value);
    rewriter_.map(id, graph().add_call("cast", {unpacked}, cast.attrs));
    return true;
  }

  NodeId unpack(NodeId packed) {
    auto [it, fresh] = unpacked_.try_emplace(packed, -1);
    if (fresh)
      it->second = emit_unpack(graph(), packed, extents(graph().type(packed)));
    return it->second;
  }

  // The value as the host may read it: device results are unpacked, and packed again by the host
  // for the few host calls that work on packed tensors.
  NodeId for_host(NodeId id) {
    if (!on_accelerator(id))
      return id;
    auto [it, fresh] = host_copies_.try_emplace(id, -1);
    if (!fresh)
      return it->second;
    const Node n = graph().node(id);
    NodeId copy = -1;
    if (n.type().dtype == DType::I8) {
      copy = emit_pack(graph(), unpack(id), config_);
    } else {
      // An operand that the accelerator widens and the host reads, too.
      std::vector<NodeId> operands;
      for (NodeId in : n.inputs)
        operands.push_back(for_host(in));
      copy = graph().add_call(n.op, operands, n.attrs);
    }
    host_copies_[id] = copy;
    return copy;
  }

  NodeId for_device(NodeId id) {
    if (on_accelerator(id) || is_constant_expr(graph(), id) || packed_from(graph(), id) ||
        graph().type(id).dtype != DType::I8)
      return id;
    auto [it, fresh] = device_copies_.try_emplace(id, -1);
    if (fresh)
      it->second = emit_pack(graph(), emit_unpack(graph(), id, extents(graph().type(id))), config_);
    return it->second;
  }

  GraphRewriter rewriter_;
  const VtaConfig& config_;
  std::vector<std::vector<NodeId>> users_;
  std::map<NodeId, NodeId> unpacked_, host_copies_, device_copies_;  // new nodes
};

}  // namespace

Graph normalize_boundary(const Graph& graph, const VtaConfig& config) {
  // Chains that were replaced have become dead.
  return without_dead_nodes(Normalizer(graph, config).run());
}

}  // namespace vta

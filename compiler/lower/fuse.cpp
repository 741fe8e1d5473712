#include <algorithm>
#include <map>
#include <set>

#include "compiler/graph/graph_util.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/kernels.h"
#include "compiler/lower/boundary.h"
#include "compiler/lower/lowered_graph.h"
#include "compiler/lower/packing.h"

namespace vta {
namespace {

// The first n values of each vector of a channel operand: the logical channels.
Tensor first_channels(const Tensor& channels, int64_t vectors, int64_t n) {
  if (!channels.valid() || channels.size() == vectors * n)
    return channels;
  Tensor first = Tensor::zeros(DType::I32, {vectors, n});
  const auto from = channels.data<int32_t>();
  for (int64_t v = 0; v < vectors; ++v)
    std::ranges::copy(
        from.subspan(static_cast<size_t>(v * (channels.size() / vectors)), static_cast<size_t>(n)),
        first.mutable_data<int32_t>().begin() + v * n);
  return first;
}

// What no kernel can be, told before the graph is rewritten.
void check_accelerator_calls(const Graph& graph, const VtaConfig& config) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind != NodeKind::Call || n.target != Target::Accelerator)
      continue;
    if (n.type().dtype != DType::I8 && n.type().dtype != DType::I32)
      throw CompileError(fmt::format("{} is marked for the accelerator, but computes {}",
                                     call_text(graph, id), dtype_name(n.type().dtype)));
    if (!is_conv2d(n.op))
      continue;
    const std::string data = n.attrs.get_string("data_layout", "NCHW");
    const std::string weight = n.attrs.get_string("kernel_layout", "OIHW");
    const std::string wanted = kernel_layout(config, n.attrs.get_int("groups", 1));
    if (data != data_layout(config) || weight != wanted)
      throw CompileError(fmt::format("{} has layouts {} and {}; configuration {} needs {} and {}",
                                     call_text(graph, id), data, weight, config.name(),
                                     data_layout(config), wanted));
  }
}

class Fuser {
 public:
  explicit Fuser(Graph graph) { lowered_.graph = std::move(graph); }

  LoweredGraph run() {
    match_chains();
    find_needed();
    for (NodeId id = 0; id < graph().size(); ++id) {
      if (packs_[static_cast<size_t>(id)])
        emit_pack_copy(id);
      if (needed_[static_cast<size_t>(id)])
        emit(id);
    }
    return std::move(lowered_);
  }

 private:
  const Graph& graph() const { return lowered_.graph; }
  bool is_call(NodeId id) const { return graph().node(id).kind == NodeKind::Call; }

  void match_chains() {
    const auto users = graph().users();
    std::vector<bool> covered(static_cast<size_t>(graph().size()), false);
    for (NodeId id = 0; id < graph().size(); ++id) {
      if (graph().node(id).target != Target::Accelerator || !may_end_chain(graph(), id))
        continue;
      ChainOrReason match = match_chain(graph(), users, id);
      if (const auto* reason = std::get_if<std::string>(&match))
        throw CompileError(fmt::format("{} is marked for the accelerator, but is no kernel: {}",
                                       call_text(graph(), id), *reason));
      Chain& chain = std::get<Chain>(match);
      for (NodeId call : chain.calls)
        covered[static_cast<size_t>(call)] = true;
      chains_.emplace(id, std::move(chain));
    }
    for (NodeId id = 0; id < graph().size(); ++id)
      if (is_call(id) && graph().node(id).target == Target::Accelerator &&
          !covered[static_cast<size_t>(id)] && !is_concat(id))
        throw CompileError(fmt::format(
            "{} is marked for the accelerator, but belongs to no chain that ends in a clip and a "
            "cast to int8",
            call_text(graph(), id)));
  }

  bool is_concat(NodeId id) const {
    const Node& n = graph().node(id);
    return n.kind == NodeKind::Call && n.target == Target::Accelerator && n.op == "concatenate";
  }
  bool made_on_device(NodeId id) const { return chains_.contains(id) || is_concat(id); }

  // The packed device value that this host value unpacks, or -1.
  NodeId unpacks(NodeId id) const {
    const std::optional<NodeId> packed = unpacked_from(graph(), id);
    return packed && made_on_device(*packed) ? *packed : -1;
  }

  // Backwards from the outputs; what lies inside kernels and pack chains is not visited. needed_:
  // kernels and what the host computes; packs_: ends of pack chains that kernels read.
  void find_needed() {
    needed_.assign(static_cast<size_t>(graph().size()), false);
    packs_.assign(needed_.size(), false);
    for (NodeId id : graph().outputs())
      needed_[static_cast<size_t>(id)] = true;
    for (NodeId id = graph().size() - 1; id >= 0; --id) {
      if (packs_[static_cast<size_t>(id)])
        need(pack_source(id));
      if (needed_[static_cast<size_t>(id)])
        need_operands(id);
    }
  }

  void need(NodeId id) { needed_[static_cast<size_t>(id)] = true; }

  NodeId pack_source(NodeId id) const {
    const std::optional<NodeId> source = packed_from(graph(), id);
    if (!source)
      throw CompileError(
          fmt::format("{} is read by the accelerator, but is not packed", call_text(graph(), id)));
    return *source;
  }

  // By a kernel, or as a part.
  void need_on_device(NodeId id) {
    if (made_on_device(id))
      need(id);
    else
      packs_[static_cast<size_t>(id)] = true;
  }

  void need_operands(NodeId id) {
    if (const auto chain = chains_.find(id); chain != chains_.end()) {
      for (const KernelInput& input : chain->second.inputs)
        need_on_device(input.node);
    } else if (is_concat(id)) {
      for (const NodeId part : graph().node(id).inputs)
        need_on_device(part);
    } else if (const NodeId packed = unpacks(id); packed >= 0) {
      need(packed);
    } else {
      for (NodeId in : graph().node(id).inputs)
        need(in);
    }
  }

  void emit_pack_copy(NodeId id) {
    const NodeId host = pack_source(id);
    logical_[id] = extents(graph().type(host));
    idle_[id] = completing_rows(graph(), host);
    own_channels_[id] = own_row_channels(graph(), host);
    lowered_.items.push_back(BoundaryCopy{.host = host, .packed = id, .to_device = true});
  }

  void emit(NodeId id) {
    if (const auto chain = chains_.find(id); chain != chains_.end()) {
      emit_kernel(chain->second);
    } else if (is_concat(id)) {
      emit_concat(id);
    } else if (const NodeId packed = unpacks(id); packed >= 0) {
      if (extents(graph().type(id)) != logical_.at(packed))
        throw CompileError(fmt::format("{} keeps padding channels of {}", call_text(graph(), id),
                                       call_text(graph(), packed)));
      lowered_.items.push_back(BoundaryCopy{.host = id, .packed = packed, .to_device = false});
    } else if (graph().node(id).kind == NodeKind::Call) {
      lowered_.items.push_back(HostItem{.node = id});
    }
  }

  void emit_concat(NodeId id) {
    const Node& n = graph().node(id);
    Extents all;
    for (const NodeId part : n.inputs) {
      const Extents e = logical_.at(part);
      if (part == n.inputs.front())
        all = {.n = e.n, .c = 0, .h = e.h, .w = e.w};
      if (part != n.inputs.back() && e.c != extents(graph().type(part)).c)
        throw CompileError(fmt::format("the {} channels of {}, a part of {}, fill no whole groups",
                                       e.c, call_text(graph(), part), call_text(graph(), id)));
      if (!parts_.insert(part).second)
        throw CompileError(fmt::format("{}, a part of {}, is another part already",
                                       call_text(graph(), part), call_text(graph(), id)));
      all.c += e.c;
    }
    logical_[id] = all;
    idle_[id] = idle_[n.inputs.front()];
    lowered_.concats.push_back({id, n.inputs, {all.n, all.c, all.h, all.w}});
    name_with_last_kernel(n);
  }

  // The work of a concat's ONNX node is done by its parts' kernels; it is the last one's to name.
  void name_with_last_kernel(const Node& concat) {
    for (auto item = lowered_.items.rbegin(); item != lowered_.items.rend(); ++item)
      if (auto* kernel = std::get_if<Kernel>(&*item);
          kernel != nullptr &&
          std::ranges::find(concat.inputs, kernel->output) != concat.inputs.end())
        return join_onnx_nodes(kernel->onnx_nodes, concat.onnx_nodes);
  }

  void emit_kernel(const Chain& chain) {
    const Extents in = logical_.at(chain.inputs.front().node);
    const Extents out = has_weight(chain) ? layer_result(chain, in) : element_result(chain, in);
    Kernel kernel = kernel_of(graph(), chain, in, out);
    if (has_weight(chain))
      add_weight(kernel, chain);
    if (kernel.attention)
      add_own_channels(kernel);
    for (AluStep& step : kernel.steps) {
      if (step.operand != AluStep::Operand::Channel)
        continue;
      step.channel = first_channels(step.channel, step.classes, kernel.conv.oc);
      step.shifts = first_channels(step.shifts, step.classes, kernel.conv.oc);
    }
    const std::string_view kind = kind_of(kernel).name;
    kernel.name = fmt::format("{}_{}", kind, count_[kind]++);
    logical_[chain.result] = out;
    kernel.idle_pixels = idle_[chain.result] = idle_[chain.inputs.front().node];
    lowered_.items.push_back(std::move(kernel));
  }

  static bool has_weight(const Chain& chain) {
    return chain.kind == Kernel::Kind::Conv || chain.kind == Kernel::Kind::Dense;
  }

  // Of pools, element-wise chains and whole operators.
  Extents element_result(const Chain& chain, const Extents& in) const {
    const TensorType& type = graph().type(chain.result);
    if (chain.head == chain.result)
      return type == graph().type(chain.inputs.front().node) ? in : extents(type);
    if (find_kind(chain.kind, false)->window) {
      const Extents out = extents(graph().type(chain.head));
      return {.n = in.n, .c = in.c, .h = out.h, .w = out.w};
    }
    for (const KernelInput& input : chain.inputs)
      if (logical_.at(input.node) != in)
        throw CompileError(fmt::format("operands of {} differ in their extents",
                                       call_text(graph(), chain.result)));
    return in;
  }

  // Of convolutions and dense layers: as many channels as the weight, unpacked, makes.
  Extents layer_result(const Chain& chain, const Extents& in) const {
    const Shape oihw = graph().type(weight_of(chain)).shape;
    const int64_t groups = graph().node(chain.head).attrs.get_int("groups", 1);
    if (oihw[1] * groups != in.c)
      throw CompileError(fmt::format("{} reads {} channels, its weight has {}",
                                     call_text(graph(), chain.head), in.c, oihw[1] * groups));
    const Extents head = extents(graph().type(chain.head));
    const Extents out = {.n = in.n, .c = oihw[0], .h = head.h, .w = head.w};
    for (const KernelInput& residual : std::span(chain.inputs).subspan(1))
      if (logical_.at(residual.node) != out)
        throw CompileError(fmt::format("what is added to the sums of {} has other extents",
                                       call_text(graph(), chain.head)));
    return out;
  }

  NodeId weight_of(const Chain& chain) const {
    const NodeId weight = weight_constant(graph(), graph().node(chain.head).inputs[1]);
    if (weight < 0)
      throw CompileError(fmt::format("the weight of {} is not packed from a constant OIHW tensor",
                                     call_text(graph(), chain.head)));
    return weight;
  }

  void add_weight(Kernel& kernel, const Chain& chain) {
    const NodeId weight = weight_of(chain);
    Shape oihw = graph().type(weight).shape;
    if (oihw.size() == 2)
      kernel.kind = Kernel::Kind::Dense;
    oihw.resize(4, 1);
    kernel.conv.kh = oihw[2], kernel.conv.kw = oihw[3];
    if (const Tensor value = evaluate_constant(graph(), weight); value.valid())
      kernel.weight = value.reshaped(oihw);
    const Shape own = own_weight_shape(graph(), weight);
    if (kernel.kind != Kernel::Kind::Dense || own == graph().type(weight).shape)
      return;
    kernel.own_oc = own_channels_[chain.result] = own[0];
    kernel.own_ic = own[1];
  }

  // Queries and values of layers whose heads are completed.
  void add_own_channels(Kernel& kernel) const {
    const auto own = [&](size_t input) {
      const auto found = own_channels_.find(kernel.inputs[input].node);
      return found == own_channels_.end() ? 0 : found->second;
    };
    const AttentionForm& f = *kernel.attention;
    kernel.own_ic = own(0);
    kernel.own_oc = own(2) / f.kv_heads * f.heads;
  }

  LoweredGraph lowered_;
  std::map<NodeId, Chain> chains_;          // by result
  std::map<NodeId, Extents> logical_;       // of packed device values
  std::map<NodeId, int64_t> idle_;          // their pixels that complete a block of rows
  std::map<NodeId, int64_t> own_channels_;  // of those whose heads are completed
  std::vector<bool> needed_, packs_;
  std::set<NodeId> parts_;                     // of concats
  std::map<std::string_view, int64_t> count_;  // by the name of the kind
};

}  // namespace

LoweredGraph fuse(const Graph& graph, const VtaConfig& config) {
  check_accelerator_calls(graph, config);
  return Fuser(normalize_boundary(graph, config)).run();
}

}  // namespace vta

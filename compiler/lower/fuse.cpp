#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "compiler/lower/boundary.h"
#include "compiler/lower/chain.h"
#include "compiler/lower/kernel.h"
#include "compiler/lower/packing.h"

namespace vta {
namespace {

std::string describe(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.name.empty() ? fmt::format("{} (node {})", n.op, id)
                        : fmt::format("{} '{}'", n.op, n.name);
}

// The first n values of a channel operand: the logical channels.
Tensor first_channels(const Tensor& channels, int64_t n) {
  if (!channels.valid() || channels.size() == n)
    return channels;
  return Tensor::from_span<int32_t>({n}, channels.data<int32_t>().first(static_cast<size_t>(n)));
}

// What no kernel can be, told before the graph is rewritten.
void check_accelerator_calls(const Graph& graph, const VtaConfig& config) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind != NodeKind::Call || n.target != Target::Accelerator)
      continue;
    if (n.type().dtype != DType::I8 && n.type().dtype != DType::I32)
      throw CompileError(fmt::format("{} is marked for the accelerator, but computes {}",
                                     describe(graph, id), dtype_name(n.type().dtype)));
    if (n.op != "nn.conv2d")
      continue;
    const std::string data = n.attrs.get_string("data_layout", "NCHW");
    const std::string weight = n.attrs.get_string("kernel_layout", "OIHW");
    const std::string wanted = kernel_layout(config, n.attrs.get_int("groups", 1));
    if (data != data_layout(config) || weight != wanted)
      throw CompileError(fmt::format("{} has layouts {} and {}; configuration {} needs {} and {}",
                                     describe(graph, id), data, weight, config.name(),
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
      if (graph().node(id).target != Target::Accelerator || !is_narrowing_cast(graph(), id))
        continue;
      ChainOrReason match = match_chain(graph(), users, id);
      if (const auto* reason = std::get_if<std::string>(&match))
        throw CompileError(fmt::format("{} is marked for the accelerator, but is no kernel: {}",
                                       describe(graph(), id), *reason));
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
            describe(graph(), id)));
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
          fmt::format("{} is read by the accelerator, but is not packed", describe(graph(), id)));
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
    lowered_.items.push_back(BoundaryCopy{.host = host, .packed = id, .to_device = true});
  }

  void emit(NodeId id) {
    if (const auto chain = chains_.find(id); chain != chains_.end()) {
      emit_kernel(chain->second);
    } else if (is_concat(id)) {
      emit_concat(id);
    } else if (const NodeId packed = unpacks(id); packed >= 0) {
      if (extents(graph().type(id)) != logical_.at(packed))
        throw CompileError(fmt::format("{} keeps padding channels of {}", describe(graph(), id),
                                       describe(graph(), packed)));
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
                                       e.c, describe(graph(), part), describe(graph(), id)));
      if (!parts_.insert(part).second)
        throw CompileError(fmt::format("{}, a part of {}, is another part already",
                                       describe(graph(), part), describe(graph(), id)));
      all.c += e.c;
    }
    logical_[id] = all;
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
    Kernel kernel;
    kernel.kind = chain.kind;
    kernel.inputs = chain.inputs;
    kernel.output = chain.result;
    kernel.oracle = graph().node(chain.result).name;
    kernel.steps = chain.steps;
    for (NodeId call : chain.calls)
      join_onnx_nodes(kernel.onnx_nodes, graph().node(call).onnx_nodes);
    if (chain.kind == Kernel::Kind::Alu)
      fill_alu(kernel);
    else if (chain.kind == Kernel::Kind::Pool)
      fill_pool(kernel, chain);
    else
      fill_conv(kernel, chain);
    for (AluStep& step : kernel.steps)
      step.channel = first_channels(step.channel, kernel.conv.oc);
    constexpr std::array<std::string_view, 4> kNames = {"conv2d", "dense", "alu", "pool"};
    const auto kind = static_cast<size_t>(kernel.kind);
    kernel.name = fmt::format("{}_{}", kNames[kind], count_[kind]++);
    const ConvGeometry& g = kernel.conv;
    logical_[chain.result] = {.n = g.n, .c = g.oc, .h = g.oh, .w = g.ow};
    lowered_.items.push_back(std::move(kernel));
  }

  void fill_alu(Kernel& kernel) {
    const Extents e = logical_.at(kernel.inputs.front().node);
    for (const KernelInput& input : kernel.inputs)
      if (logical_.at(input.node) != e)
        throw CompileError(fmt::format("operands of {} differ in their extents",
                                       describe(graph(), kernel.output)));
    kernel.conv = {.n = e.n, .ic = e.c, .ih = e.h, .iw = e.w, .oc = e.c, .oh = e.h, .ow = e.w};
  }

  void fill_pool(Kernel& kernel, const Chain& chain) {
    const Extents in = logical_.at(chain.inputs.front().node);
    const Extents out = extents(graph().type(chain.head));
    kernel.pool = pool_op(graph(), chain.head);
    ConvGeometry g = pool_window(graph(), chain.head);
    g.n = in.n, g.ic = g.oc = in.c, g.ih = in.h, g.iw = in.w;
    g.oh = out.h, g.ow = out.w;
    kernel.conv = g;
  }

  void fill_conv(Kernel& kernel, const Chain& chain) {
    const Node& head = graph().node(chain.head);
    ConvGeometry g = conv_window(graph(), chain.head);
    const NodeId weight = weight_constant(graph(), head.inputs[1]);
    if (weight < 0)
      throw CompileError(fmt::format("the weight of {} is not packed from a constant OIHW tensor",
                                     describe(graph(), chain.head)));
    Shape oihw = graph().type(weight).shape;
    oihw.resize(4, 1);
    const Extents in = logical_.at(chain.inputs.front().node);
    const Extents out = extents(graph().type(chain.head));
    if (oihw[1] * g.groups != in.c)
      throw CompileError(fmt::format("{} reads {} channels, its weight has {}",
                                     describe(graph(), chain.head), in.c, oihw[1] * g.groups));
    g.n = in.n, g.ic = in.c, g.ih = in.h, g.iw = in.w;
    g.oc = oihw[0], g.oh = out.h, g.ow = out.w;
    g.kh = oihw[2], g.kw = oihw[3];
    for (const KernelInput& residual : std::span(kernel.inputs).subspan(1))
      if (logical_.at(residual.node) != Extents{g.n, g.oc, g.oh, g.ow})
        throw CompileError(fmt::format("what is added to the sums of {} has other extents",
                                       describe(graph(), chain.head)));
    kernel.conv = g;
    if (graph().node(weight).constant.valid())
      kernel.weight = graph().node(weight).constant.reshaped(oihw);
    if (graph().type(weight).shape.size() == 2)
      kernel.kind = Kernel::Kind::Dense;
  }

  LoweredGraph lowered_;
  std::map<NodeId, Chain> chains_;     // by result
  std::map<NodeId, Extents> logical_;  // of packed device values
  std::vector<bool> needed_, packs_;
  std::set<NodeId> parts_;  // of concats
  std::array<int64_t, 4> count_ = {};
};

}  // namespace

LoweredGraph fuse(const Graph& graph, const VtaConfig& config) {
  check_accelerator_calls(graph, config);
  return Fuser(normalise_boundary(graph, config)).run();
}

}  // namespace vta

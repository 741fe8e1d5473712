#include "compiler/passes/partition.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/plural.h"
#include "compiler/graph/graph_util.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/kernels.h"
#include "compiler/lower/packing.h"
#include "compiler/passes/concat_parts.h"

namespace vta {
namespace {

bool is_packed_type(const TensorType& type) {
  return type.shape.size() == 6;
}

class Partitioner {
 public:
  Partitioner(const Graph& graph, PassContext& context)
      : graph_(graph), context_(context), users_(graph.users()) {
    for (NodeId id = 0; id < graph_.size(); ++id) {
      graph_.node(id).target = Target::Host;
      names_.insert(graph_.node(id).name);
      packed_listing_ = packed_listing_ || is_packed_conv(id);
    }
  }

  Graph run() {
    if (offer() == Offer::InsideRegion)
      region_ = find_region(graph_, context_.placement.region);
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (is_whole_kernel(graph_, id) || (is_narrowing_cast(graph_, id) && is_first_cast(id)))
        place(id);
      else if (is_int8_concat(id))
        place_concat(id);
    note_remaining_layers();
    note_integer_layers();
    note_placement();
    return std::move(graph_);
  }

 private:
  using Offer = Placement::Offer;

  Offer offer() const { return context_.placement.offer; }

  bool is_packed_conv(NodeId id) const {
    const Node& n = graph_.node(id);
    return is_conv2d(n.op) && n.attrs.get_string("data_layout", "NCHW").size() > 4 &&
           is_packed_type(n.type());
  }

  // Several casts of one clip are one value.
  bool is_first_cast(NodeId id) const {
    const NodeId clip = graph_.node(id).inputs.front();
    for (NodeId user : users_[static_cast<size_t>(clip)])
      if (is_narrowing_cast(graph_, user))
        return user == id;
    return false;
  }

  void place(NodeId cast) {
    ChainOrReason match = match_chain(graph_, users_, cast);
    if (const auto* reason = std::get_if<std::string>(&match))
      return note(cast, *reason);
    const Chain& chain = std::get<Chain>(match);
    if (!offered(chain.calls))
      return withhold(chain.result);
    if (const std::optional<std::string> reason = unsupported(chain))
      return note(cast, *reason);
    for (NodeId id : chain.calls)
      graph_.node(id).target = Target::Accelerator;
    for (NodeId user : users_[static_cast<size_t>(graph_.node(cast).inputs.front())])
      if (is_narrowing_cast(graph_, user) && is_narrowing_cast(graph_, cast))
        graph_.node(user).target = Target::Accelerator;
    give_name(chain);
    if (chain.head >= 0)
      placed_.insert(chain.head);
  }

  bool is_int8_concat(NodeId id) const {
    const Node& n = graph_.node(id);
    return n.kind == NodeKind::Call && n.op == "concatenate" && n.type().dtype == DType::I8 &&
           !is_constant_expr(graph_, id);
  }

  bool offered(const std::vector<NodeId>& calls) const {
    if (offer() == Offer::Nothing)
      return false;
    return !region_ || std::ranges::all_of(calls, [&](NodeId id) { return region_->holds(id); });
  }

  // The host has no operators on packed layouts.
  void withhold(NodeId id) {
    if (is_packed_type(graph_.type(id)))
      throw UsageError(
          fmt::format("{} leaves {} to the host, but the listing has it packed for the "
                      "accelerator: use a listing that is not packed",
                      placement_text(), call_text(graph_, id)));
    ++withheld_;
  }

  std::string placement_text() const {
    return offer() == Offer::Nothing ? "host only"
                                     : fmt::format("region {}", context_.placement.region.text());
  }

  void place_concat(NodeId id) {
    if (!offered({id}))
      return withhold(id);
    const std::string problem = concat_problem(id);
    if (!problem.empty())
      return note(id, problem);
    Node& concat = graph_.node(id);
    concat.target = Target::Accelerator;
    if (concat.name.empty())
      concat.name = unused_name("concatenate", next_[2]);
  }

  std::string concat_problem(NodeId id) {
    if (!context_.quant.concats_on_device)
      return "concatenations are left there";
    if (packed_listing_ && !is_packed_type(graph_.type(id)))
      return "it is not packed, and the listing is";
    return concats_.take(graph_, id, context_.config);
  }

  // What a kernel could compute, but is not asked to, or this hardware not able to.
  std::optional<std::string> unsupported(const Chain& chain) const {
    const Shape& shape = graph_.type(chain.result).shape;
    if (packed_listing_ && shape.size() != 6)
      return "it is not packed, and the listing is";
    if (shape.size() != 2 && shape.size() != 4 && shape.size() != 6)
      return fmt::format("a tensor {} is neither (N, C) nor NCHW", shape_text(shape));
    if (chain.head == chain.result && shape.size() == 4)
      return fmt::format("a tensor {} has no rows (N, C)", shape_text(shape));
    const bool rescales = std::ranges::count(chain.steps, AluOp::Rq, &AluStep::op) > 0;
    if (rescales && !has_extension(context_.config.isa_ext, Extension::Rq))
      return "qnn.rescale needs the extension rq of ISA_EXT";
    const auto on_device = [&](NodeId id) {
      return device_extents(graph_.type(id), context_.config);
    };
    const Kernel kernel =
        kernel_of(graph_, chain, on_device(chain.inputs.front().node), on_device(chain.result));
    if (std::string reason = machine_problem(chain, kernel); !reason.empty())
      return reason;
    const int64_t dilation[] = {kernel.conv.dilation_h, kernel.conv.dilation_w};
    if (std::string reason = context_.quant.kept_on_host(kernel.conv.groups, dilation);
        !reason.empty())
      return reason;
    if (!context_.capacity_problem)
      return std::nullopt;
    const std::string problem = context_.capacity_problem(kernel);
    if (problem.empty())
      return std::nullopt;
    const std::string reason =
        fmt::format("not even its smallest tile fits {}: {}", context_.config.name(), problem);
    if (packed_listing_)  // the host has no operators on packed layouts
      throw CompileError(fmt::format("{}: {}", describe(chain), reason));
    return reason;
  }

  std::string machine_problem(const Chain& chain, const Kernel& kernel) const {
    const KernelKind& kind = kind_of(kernel);
    if (kind.machine_problem == nullptr)
      return {};
    for (const KernelInput& input : chain.inputs)
      if (const TensorType& rows = graph_.type(input.node);
          device_extents(rows, context_.config).n > context_.config.batch())
        return fmt::format("{} has more rows than an image of the accelerator", type_text(rows));
    return kind.machine_problem(kernel, context_.config);
  }

  // Of a listing's call without a name its operator says enough.
  std::string describe(const Chain& chain) const {
    const NodeId id = chain.head < 0 ? chain.result : chain.head;
    return graph_.node(id).name.empty() ? graph_.node(id).op : call_text(graph_, id);
  }

  void give_name(const Chain& chain) {
    Node& result = graph_.node(chain.result);
    if (result.name.empty())
      result.name = unused_name(chain.head < 0 ? "alu" : plain_name(graph_.node(chain.head).op),
                                next_[chain.head >= 0]);
  }

  static std::string plain_name(const std::string& op) { return op.substr(op.find('.') + 1); }

  std::string unused_name(const std::string& base, int64_t& number) {
    std::string name;
    do {
      name = fmt::format("{}_{}", base, number++);
    } while (!names_.insert(name).second);
    return name;
  }

  void note(NodeId cast, const std::string& reason) {
    const std::string& name = graph_.node(cast).name;
    context_.notes.push_back(
        {name,
         fmt::format("{} stays on the host", name.empty()
                                                 ? fmt::format("the int8 result of node {}", cast)
                                                 : "'" + name + "'"),
         reason});
  }

  void note_placement() {
    if (offer() == Offer::Everything)
      return;
    std::map<std::string, int64_t> left;
    int64_t inside = 0, taken = 0;
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const Node& n = graph_.node(id);
      if (!region_ || !region_->holds(id) || n.kind != NodeKind::Call ||
          is_constant_expr(graph_, id))
        continue;
      ++inside;
      taken += n.target == Target::Accelerator ? 1 : 0;
      left[n.op] += n.target == Target::Host ? 1 : 0;
    }
    const std::string outside =
        fmt::format("{} that the accelerator may be able to compute {} left to the host",
                    counted(withheld_, "chain of operators", "chains of operators"),
                    withheld_ == 1 ? "is" : "are");
    if (withheld_ > 0)
      context_.notes.push_back({.fact = placement_text(), .reason = outside});
    if (!region_ || taken == inside)
      return;
    std::vector<std::string> names;
    for (const auto& [op, count] : left)
      if (count > 0)
        names.push_back(count == 1 ? op : fmt::format("{} ({})", op, count));
    context_.notes.push_back(
        {.fact = fmt::format("{}: {} of its {} run on the accelerator", placement_text(), taken,
                             counted(inside, "operator")),
         .reason = fmt::format("the host has {}", fmt::join(names, ", "))});
  }

  // Layers that are no part of an int8 chain: floats were explained by the quantization.
  void note_remaining_layers() {
    for (NodeId id = 0; id < graph_.size(); ++id) {
      const Node& n = graph_.node(id);
      if ((n.op != "nn.conv2d" && n.op != "nn.dense") || placed_.contains(id))
        continue;
      if (n.type().dtype == DType::F32 && !explained(n.name))
        context_.notes.push_back(
            {n.name, fmt::format("{} runs on the host in float", call_text(graph_, id)), {}});
    }
  }

  // Layers of integer networks that no pass has made int8 chains of.
  void note_integer_layers() {
    if (offer() == Offer::Nothing || context_.quant.mode == QuantMode::Keep)
      return;
    std::vector<std::string> names;
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (const Node& n = graph_.node(id); takes_zero_points(n.op) && !placed_.contains(id))
        names.push_back(call_text(graph_, id));
    if (names.empty())
      return;
    constexpr size_t kMost = 3;
    const int64_t count = std::ssize(names);
    names.resize(std::min(names.size(), kMost));
    context_.notes.push_back(
        {.fact = fmt::format("{} {} on the host", counted(count, "integer layer"),
                             count == 1 ? "stays" : "stay"),
         .reason = fmt::format("{}{}", fmt::join(names, ", "),
                               count > std::ssize(names) ? " and others" : "")});
  }

  bool explained(const std::string& name) const {
    return !name.empty() &&
           std::ranges::any_of(context_.notes, [&](const Note& note) { return note.node == name; });
  }

  Graph graph_;
  PassContext& context_;
  std::vector<std::vector<NodeId>> users_;
  std::set<std::string> names_;
  std::set<NodeId> placed_;
  int64_t next_[3] = {0, 0, 0};  // element-wise chains, those with a head, concatenations
  ConcatParts concats_;
  bool packed_listing_ = false;
  std::optional<RegionEnds> region_;
  int64_t withheld_ = 0;  // chains and concatenations that were not offered
};

}  // namespace

Graph partition(const Graph& graph, PassContext& context) {
  return Partitioner(graph, context).run();
}

}  // namespace vta

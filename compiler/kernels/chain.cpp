#include "compiler/kernels/chain.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>

#include "compiler/graph/graph_util.h"
#include "compiler/graph/shape_util.h"
#include "compiler/interp/interpreter.h"
#include "compiler/kernels/gelu_match.h"
#include "compiler/kernels/kernels.h"
#include "compiler/kernels/rescale_match.h"
#include "compiler/kernels/steps.h"
#include "hw/isa/rq.h"

namespace vta {
namespace {

// Walks from the int8 result towards the operands, collecting steps in reverse.
class ChainMatcher {
 public:
  ChainMatcher(const Graph& graph, const std::vector<std::vector<NodeId>>& users)
      : graph_(graph), users_(users) {}

  ChainOrReason match(NodeId result) {
    chain_.result = result;
    chain_.calls.push_back(result);
    NodeId current = graph_.node(result).inputs.front();
    if (graph_.node(current).op != "clip")
      return fmt::format("{} before the cast to int8 is not a clip", describe(current));
    while (current >= 0 && reason_.empty())
      current = step(current);
    if (!reason_.empty())
      return reason_;
    std::reverse(chain_.steps.begin(), chain_.steps.end());
    drop_idle_clip();
    take_limits_of_rescales();
    // Inputs were met from the end, too; the accumulator's start was met last and is inputs[0].
    std::reverse(chain_.inputs.begin(), chain_.inputs.end());
    const auto last = static_cast<int64_t>(chain_.inputs.size()) - 1;
    for (AluStep& s : chain_.steps) {
      if (s.operand == AluStep::Operand::Tensor)
        s.tensor = last - s.tensor;
      if (s.on > 0)
        s.on = last + 1 - s.on;
    }
    if (chain_.kind != Kernel::Kind::Alu &&
        std::ranges::any_of(chain_.steps, [](const AluStep& s) { return s.on > 0; }))
      return fmt::format("{} adds a computed tensor to another", describe(result));
    if (chain_.kind != Kernel::Kind::Conv && chain_.kind != Kernel::Kind::Dense &&
        uses_others(chain_.steps))
      return fmt::format("{} needs more accumulators, which convolutions and dense layers have",
                         describe(result));
    std::sort(chain_.calls.begin(), chain_.calls.end());
    chain_.calls.erase(std::unique(chain_.calls.begin(), chain_.calls.end()), chain_.calls.end());
    return chain_;
  }

 private:
  std::string describe(NodeId id) const { return call_text(graph_, id); }

  // The clip before the cast, where limits per channel just before it are as narrow.
  void drop_idle_clip() {
    auto& steps = chain_.steps;
    const auto limits = [&](size_t from_end, AluOp op) {
      const AluStep& s = steps[steps.size() - from_end];
      return s.op == op && s.operand == AluStep::Operand::Channel && s.channel.valid();
    };
    if (steps.size() < 4 || !limits(4, AluOp::Max) || !limits(3, AluOp::Min))
      return;
    const auto low = steps[steps.size() - 4].channel.data<int32_t>();
    const auto high = steps[steps.size() - 3].channel.data<int32_t>();
    const int64_t clip_low = steps[steps.size() - 2].imm, clip_high = steps.back().imm;
    const auto within = [&](int32_t v) { return v >= clip_low && v <= clip_high; };
    if (std::ranges::all_of(low, within) && std::ranges::all_of(high, within))
      steps.resize(steps.size() - 2);
  }

  // RQ saturates to int8, or between its zero point and the largest int8.
  void take_limits_of_rescales() {
    std::vector<AluStep> kept;
    for (const AluStep& s : chain_.steps) {
      const bool limit = s.operand == AluStep::Operand::Imm && !kept.empty() &&
                         kept.back().op == AluOp::Rq && !rq_parameters(kept.back().imm).wide;
      if (limit && s.op == AluOp::Min && s.imm >= std::numeric_limits<int8_t>::max())
        continue;
      if (limit && s.op == AluOp::Max) {
        RqParameters p = rq_parameters(kept.back().imm);
        if (s.imm <= (p.relu ? p.zero : std::numeric_limits<int8_t>::min()))
          continue;
        if (s.imm == p.zero) {
          p.relu = true;
          kept.back().imm = rq_imm(p);
          continue;
        }
      }
      kept.push_back(s);
    }
    chain_.steps = std::move(kept);
  }

  NodeId fail(std::string reason) {
    reason_ = std::move(reason);
    return -1;
  }

  // An interior value that somebody outside the chain reads would have to leave the accelerator as
  // int32, which it cannot. Equal casts of the final clip are one value.
  bool read_elsewhere(NodeId id) const {
    const auto& outputs = graph_.outputs();
    if (std::find(outputs.begin(), outputs.end(), id) != outputs.end())
      return true;
    const auto& users = users_[static_cast<size_t>(id)];
    return std::any_of(users.begin(), users.end(), [&](NodeId user) {
      if (std::find(chain_.calls.begin(), chain_.calls.end(), user) != chain_.calls.end())
        return false;
      const bool equal_cast =
          graph_.node(chain_.result).inputs.front() == id && is_narrowing_cast(graph_, user);
      return !equal_cast;
    });
  }

  // Handles the call that computes the current value; returns the next towards the operands, or -1
  // when the chain has begun (or failed).
  NodeId step(NodeId id) {
    const Node& n = graph_.node(id);
    if (n.kind != NodeKind::Call)
      return fail(fmt::format("node {} is not a call on int8 values", id));
    if (n.type().dtype != DType::I32)
      return fail(
          fmt::format("{} computes {}, not int32", describe(id), dtype_name(n.type().dtype)));
    if (const std::optional<KernelInput> input = widened(id)) {
      chain_.kind = Kernel::Kind::Alu;
      chain_.inputs.push_back(*input);
      return -1;
    }
    if (read_elsewhere(id))
      return fail(fmt::format("the int32 result of {} is read by another call", describe(id)));
    chain_.calls.push_back(id);
    return head(id) ? -1 : arithmetic(id);
  }

  // The kind that begins at a call; whether there is one.
  bool head(NodeId id) {
    for (const KernelKind* kind : kernel_kinds()) {
      if (std::ranges::find(kind->heads, graph_.node(id).op) == kind->heads.end())
        continue;
      const std::optional<std::string> problem = kind->begin_chain(graph_, id, chain_);
      if (!problem)
        continue;
      reason_ = *problem;
      chain_.kind = kind->kind;
      chain_.head = id;
      return true;
    }
    return false;
  }

  NodeId arithmetic(NodeId id) {
    const Node& n = graph_.node(id);
    if (n.op == "clip")
      return clip(id);
    if (n.op == "nn.relu") {
      chain_.steps.push_back({.op = AluOp::Max, .imm = 0});
      return n.inputs[0];
    }
    if (n.op == "right_shift")
      return binary(id, AluOp::Shr, false, false);
    if (n.op == "left_shift")
      return binary(id, AluOp::Shr, false, true);
    if (n.op == "add")
      return binary(id, AluOp::Add, true, false);
    if (n.op == "subtract" && is_constant_expr(graph_, n.inputs[1]))
      return with_constant(id, AluOp::Add, n.inputs[0], n.inputs[1], true);
    if (n.op == "multiply")
      return binary(id, AluOp::Mul, true, false);
    if (n.op == "maximum")
      return binary(id, AluOp::Max, true, false);
    if (n.op == "minimum")
      return binary(id, AluOp::Min, true, false);
    if (n.op == "qnn.rescale")
      return rescale(id);
    if (n.op == "qnn.gelu")
      return several(id, gelu_steps(n.attrs));
    return fail(fmt::format("{} is not an operation of the accelerator's ALU", describe(id)));
  }

  NodeId rescale(NodeId id) {
    auto steps = match_rescale(graph_, id);
    if (const auto* reason = std::get_if<std::string>(&steps))
      return fail(*reason);
    return several(id, std::get<std::vector<AluStep>>(std::move(steps)));
  }

  // In their order, of an operator's first operand.
  NodeId several(NodeId id, std::vector<AluStep> steps) {
    std::ranges::reverse(steps);
    std::ranges::move(steps, std::back_inserter(chain_.steps));
    return graph_.node(id).inputs[0];
  }

  NodeId clip(NodeId id) {
    const Node& n = graph_.node(id);
    const double lo = n.attrs.get_double("a_min", 0), hi = n.attrs.get_double("a_max", 0);
    const bool last = graph_.node(chain_.result).inputs.front() == id;
    if (last && (lo < -128 || hi > 127))
      return fail(fmt::format("{} to [{}, {}] exceeds int8", describe(id), lo, hi));
    if (lo < std::numeric_limits<int32_t>::min() || hi > std::numeric_limits<int32_t>::max())
      return fail(fmt::format("{} to [{}, {}] exceeds int32", describe(id), lo, hi));
    chain_.steps.push_back({.op = AluOp::Max, .imm = static_cast<int64_t>(std::ceil(lo))});
    chain_.steps.push_back({.op = AluOp::Min, .imm = static_cast<int64_t>(std::floor(hi))});
    return n.inputs[0];
  }

  NodeId binary(NodeId id, AluOp op, bool commutes, bool negate) {
    const Node& n = graph_.node(id);
    NodeId acc = n.inputs[0], other = n.inputs[1];
    if (commutes && is_constant_expr(graph_, acc))
      std::swap(acc, other);
    if (is_constant_expr(graph_, other))
      return with_constant(id, op, acc, other, negate);
    if (!commutes)
      return fail(fmt::format("{} by a computed tensor", describe(id)));
    if (within_operand_)
      return fail(fmt::format("{} is of two tensors", describe(id)));
    if (graph_.type(other).shape != n.type().shape || graph_.type(acc).shape != n.type().shape)
      return fail(fmt::format("{} broadcasts one operand", describe(id)));
    // A plain widened operand is the step's; the rest of the chain computes the other one.
    if (!widened(other) && widened(acc))
      std::swap(acc, other);
    const auto at = static_cast<int64_t>(chain_.inputs.size());
    chain_.steps.push_back({.op = op, .operand = AluStep::Operand::Tensor, .tensor = at});
    return computed_operand(id, other) ? acc : -1;
  }

  // An operand of a step on a tensor: an int8 value, or what other steps make of one. False: it is
  // none, and the chain has failed.
  bool computed_operand(NodeId of, NodeId id) {
    const auto at = static_cast<int64_t>(chain_.inputs.size());
    const size_t first = chain_.steps.size();
    std::optional<KernelInput> input = widened(id);
    while (!input) {
      const Node& n = graph_.node(id);
      if (n.kind != NodeKind::Call || n.type().dtype != DType::I32 || read_elsewhere(id))
        break;
      chain_.calls.push_back(id);
      within_operand_ = true;
      id = arithmetic(id);
      within_operand_ = false;
      if (id < 0)
        break;
      input = widened(id);
    }
    if (!input) {
      fail(fmt::format("neither operand of {} is an int8 value", describe(of)));
      return false;
    }
    chain_.inputs.push_back(*input);
    // Numbered from 1 until the order of the inputs is turned.
    for (size_t i = first; i < chain_.steps.size(); ++i)
      chain_.steps[i].on = at + 1;
    return true;
  }

  NodeId with_constant(NodeId id, AluOp op, NodeId acc, NodeId constant, bool negate) {
    const TensorType& type = graph_.type(constant);
    if (type.dtype != DType::I32)
      return fail(
          fmt::format("the constant of {} is {}, not int32", describe(id), dtype_name(type.dtype)));
    Tensor value = evaluate_constant(graph_, constant);
    if (num_elements(type.shape) == 1) {
      if (!value.valid())
        return fail(fmt::format("the scalar of {} has no value", describe(id)));
      const int64_t imm = value.data<int32_t>()[0];
      chain_.steps.push_back({.op = op, .imm = negate ? -imm : imm});
      return acc;
    }
    if (!per_channel(type.shape, graph_.type(id).shape))
      return fail(fmt::format("the constant {} of {} is neither a scalar nor one value per channel",
                              shape_text(type.shape), describe(id)));
    const int64_t channels = num_elements(type.shape);
    AluStep s{.op = op, .operand = AluStep::Operand::Channel};
    if (value.valid())
      s.channel = negate ? negated(value).reshaped({channels}) : value.reshaped({channels});
    chain_.steps.push_back(std::move(s));
    return acc;
  }

  static Tensor negated(const Tensor& t) {
    Tensor result = Tensor::zeros(DType::I32, t.shape());
    const auto in = t.data<int32_t>();
    auto out = result.mutable_data<int32_t>();
    for (size_t i = 0; i < in.size(); ++i)
      out[i] = -in[i];
    return result;
  }

  std::optional<KernelInput> widened(NodeId id) {
    return widened_operand(graph_, id, chain_.calls);
  }

  const Graph& graph_;
  const std::vector<std::vector<NodeId>>& users_;
  Chain chain_;
  bool within_operand_ = false;  // of a step on a tensor
  std::string reason_;
};

}  // namespace

std::optional<KernelInput> widened_operand(const Graph& graph, NodeId id,
                                           std::vector<NodeId>& calls) {
  const Node& n = graph.node(id);
  if (n.kind != NodeKind::Call)
    return std::nullopt;
  if (n.op == "cast" && n.type().dtype == DType::I32 &&
      graph.type(n.inputs[0]).dtype == DType::I8 && !is_constant_expr(graph, n.inputs[0])) {
    calls.push_back(id);
    return KernelInput{.node = n.inputs[0]};
  }
  if (n.op != "left_shift" || !graph.type(n.inputs[1]).shape.empty() ||
      !is_constant_expr(graph, n.inputs[1]))
    return std::nullopt;
  const Node& cast = graph.node(n.inputs[0]);
  if (cast.op != "cast" || graph.type(cast.inputs[0]).dtype != DType::I8)
    return std::nullopt;
  const Tensor k = evaluate_constant(graph, n.inputs[1]);
  if (!k.valid() || k.dtype() != DType::I32 || k.data<int32_t>()[0] < 0)
    return std::nullopt;
  calls.push_back(n.inputs[0]);
  calls.push_back(id);
  return KernelInput{.node = cast.inputs[0], .shift_left = k.data<int32_t>()[0]};
}

static const KernelKind* kind_of_whole(std::string_view op) {
  for (const KernelKind* kind : kernel_kinds())
    if (std::ranges::find(kind->whole_ops, op) != kind->whole_ops.end())
      return kind;
  return nullptr;
}

static const KernelKind* kind_of_whole(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.kind == NodeKind::Call && !n.constant_expr ? kind_of_whole(n.op) : nullptr;
}

bool is_whole_op(std::string_view op) {
  return kind_of_whole(op) != nullptr;
}

bool is_whole_kernel(const Graph& graph, NodeId id) {
  return kind_of_whole(graph, id) != nullptr;
}

bool may_end_chain(const Graph& graph, NodeId id) {
  return is_narrowing_cast(graph, id) || is_whole_kernel(graph, id);
}

ChainOrReason match_chain(const Graph& graph, const std::vector<std::vector<NodeId>>& users,
                          NodeId result) {
  if (const KernelKind* whole = kind_of_whole(graph, result)) {
    Chain chain;
    chain.kind = whole->kind;
    chain.head = chain.result = result;
    chain.calls = {result};
    for (const NodeId input : graph.node(result).inputs) {
      if (is_constant_expr(graph, input))
        return fmt::format("an operand of {} is a constant", call_text(graph, result));
      chain.inputs.push_back({.node = input});
    }
    return chain;
  }
  return ChainMatcher(graph, users).match(result);
}

bool is_narrowing_cast(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  return n.kind == NodeKind::Call && n.op == "cast" && n.type().dtype == DType::I8 &&
         graph.type(n.inputs[0]).dtype == DType::I32;
}

bool is_constant_expr(const Graph& graph, NodeId id) {
  return graph.node(id).constant_expr;
}

// Shared parts are computed once: a chain of add(x, x) has as many paths as 2 to its length.
static Tensor evaluate_part(const Graph& graph, NodeId id, std::map<NodeId, Tensor>& known) {
  const Node& n = graph.node(id);
  if (n.kind == NodeKind::Constant)
    return n.constant;
  if (const auto found = known.find(id); found != known.end())
    return found->second;
  std::vector<Tensor> operands;
  for (NodeId in : n.inputs) {
    operands.push_back(evaluate_part(graph, in, known));
    if (!operands.back().valid())
      return {};
  }
  return known[id] = evaluate_op(n.op, n.attrs, operands).front();
}

Tensor evaluate_constant(const Graph& graph, NodeId id) {
  std::map<NodeId, Tensor> known;
  return evaluate_part(graph, id, known);
}

}  // namespace vta

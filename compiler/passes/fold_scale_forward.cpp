// Two walks: the first finds every batch norm that can be folded and the layers that take its
// factors, the second writes the graph with both made anew.
#include "compiler/passes/fold_scale_forward.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "compiler/graph/layout.h"
#include "compiler/passes/concat_scales.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/pass_util.h"

namespace vta {
namespace {

constexpr int64_t kChannelAxis = 1;

// A batch norm with its activation, and who takes its factors.
struct Norm {
  NodeId input = -1;
  std::vector<NodeId> calls = {};  // from the first to the activation
  std::vector<float> scale = {}, shift = {};
  float upper = std::numeric_limits<float>::max();  // of the activation's clip
  std::vector<NodeId> layers = {};
  NodeId end() const { return calls.back(); }
};

struct ForwardForm {
  std::vector<float> addend, low, high, factor;
};

// See the header; with an upper limit u the limits are 0 and u / S.
ForwardForm forward_form(const Norm& norm) {
  constexpr float kNone = std::numeric_limits<float>::max();
  ForwardForm f;
  for (size_t c = 0; c < norm.scale.size(); ++c) {
    const float scale = norm.scale[c], shift = norm.shift[c];
    const float addend = shift / scale;
    if (scale == 0 || !std::isfinite(addend)) {
      const float constant = std::clamp(shift, 0.0F, norm.upper);
      f.addend.push_back(0);
      f.low.push_back(constant);
      f.high.push_back(constant);
      f.factor.push_back(1);
      continue;
    }
    const float limit = norm.upper == kNone ? kNone : norm.upper / std::abs(scale);
    f.addend.push_back(addend);
    f.low.push_back(scale > 0 ? 0 : -limit);
    f.high.push_back(scale > 0 ? limit : 0);
    f.factor.push_back(scale);
  }
  return f;
}

// weight with what multiplies input channel c times factors[c].
Tensor scaled_inputs(const Graph& graph, const Node& layer, std::span<const float> factors) {
  const Tensor& weight = graph.node(layer.inputs[1]).constant;
  const Shape& shape = weight.shape();
  const bool dense = layer.op == "nn.dense";
  const Layout layout(dense ? "OI" : layer.attrs.get_string("kernel_layout", "OIHW"));
  const auto stride_of = [&](int64_t axis) {
    return num_elements({shape.begin() + axis + 1, shape.end()});
  };
  const int64_t out_axis = layout.index('O'), in_axis = layout.index('I');
  const int64_t outputs = shape[static_cast<size_t>(out_axis)];
  const int64_t inputs = shape[static_cast<size_t>(in_axis)];
  const int64_t out_stride = stride_of(out_axis), in_stride = stride_of(in_axis);
  const int64_t per_group = outputs / layer.attrs.get_int("groups", 1);
  // A dense layer reads as many values of each channel as the map had pixels.
  const int64_t pixels = dense ? inputs / static_cast<int64_t>(factors.size()) : 1;
  Tensor result = Tensor::zeros(DType::F32, shape);
  const auto from = weight.data<float>();
  auto to = result.mutable_data<float>();
  for (int64_t i = 0; i < weight.size(); ++i) {
    const int64_t group = i / out_stride % outputs / per_group;
    const int64_t channel = (group * inputs + i / in_stride % inputs) / pixels;
    to[static_cast<size_t>(i)] =
        from[static_cast<size_t>(i)] * factors[static_cast<size_t>(channel)];
  }
  return result;
}

class ForwardFolder {
 public:
  ForwardFolder(const Graph& graph, PassContext& context)
      : old_(graph), context_(context), rewriter_(graph), users_(graph.users()) {}

  Graph run() {
    for (NodeId id = 0; id < old_.size(); ++id)
      find(id);
    for (NodeId id = 0; id < old_.size(); ++id)
      rewrite(id);
    return remove_dead_code(rewriter_.finish(), context_);
  }

 private:
  bool is_output(NodeId id) const {
    return std::ranges::find(old_.outputs(), id) != old_.outputs().end();
  }

  // The only reader of a value, or -1.
  NodeId only_user(NodeId id) const {
    const auto& users = users_[static_cast<size_t>(id)];
    return users.size() == 1 && !is_output(id) ? users.front() : -1;
  }

  bool on_accelerator(NodeId id) const {
    return is_sum_of_maps(old_, id) ||
           (context_.quant.concats_on_device && joins_channels(old_, id)) ||
           (context_.quant.pools_on_device && is_call(old_, id, "nn.max_pool2d"));
  }

  // ---- finding -----------------------------------------------------------------------------

  void find(NodeId id) {
    const Node& n = old_.node(id);
    const bool begins = is_call(old_, id, "multiply") || is_call(old_, id, "add");
    if (!begins || n.type().dtype != DType::F32 || n.type().shape.size() != 4 ||
        !is_constant(old_, n.inputs[1]) || !on_accelerator(n.inputs[0]))
      return;
    std::optional<Norm> norm = match(id);
    if (!norm)
      return;
    std::string reason = activation_problem(*norm);
    if (reason.empty())
      reason = add_layers(*norm, norm->end());
    if (!reason.empty())
      return note(*norm, reason);
    for (const NodeId layer : norm->layers)
      norm_of_[layer] = norm->end();
    norms_.emplace(norm->end(), std::move(*norm));
  }

  // multiply and add, or one of them, by constants of one value per channel.
  std::optional<Norm> match(NodeId id) const {
    const auto channels = static_cast<size_t>(old_.type(id).shape[kChannelAxis]);
    Norm norm{.input = old_.node(id).inputs[0],
              .scale = std::vector<float>(channels, 1),
              .shift = std::vector<float>(channels, 0)};
    for (const char* op : {"multiply", "add"}) {
      if (id < 0 || !is_call(old_, id, op))
        continue;
      const Node& n = old_.node(id);
      const Tensor* constant = constant_value(old_, n.inputs[1]);
      const auto values = constant == nullptr || n.type() != old_.type(n.inputs[0])
                              ? std::nullopt
                              : channel_values(*constant, n.type().shape, kChannelAxis);
      if (!values)
        break;
      (n.op == "multiply" ? norm.scale : norm.shift) = *values;
      norm.calls.push_back(id);
      id = only_user(id);
    }
    if (norm.calls.empty())
      return std::nullopt;
    return norm;
  }

  // Takes the relu or clip behind; why there is none, otherwise.
  std::string activation_problem(Norm& norm) const {
    const NodeId id = only_user(norm.end());
    if (id >= 0 && is_call(old_, id, "nn.relu")) {
      norm.calls.push_back(id);
      return {};
    }
    if (id >= 0 && is_call(old_, id, "clip") && old_.node(id).attrs.get_double("a_min", -1) == 0) {
      norm.upper = static_cast<float>(old_.node(id).attrs.get_double("a_max", 0));
      norm.calls.push_back(id);
      return {};
    }
    return "no relu follows it alone";
  }

  // The layers that read the value, directly or through what keeps channels apart; or why one of
  // the readers takes no factors.
  std::string add_layers(Norm& norm, NodeId value) const {
    if (is_output(value))
      return "it is an output of the network";
    for (const NodeId user : users_[static_cast<size_t>(value)]) {
      const Node& n = old_.node(user);
      std::string reason;
      if (n.op == "nn.conv2d" || n.op == "nn.dense")
        reason = layer_problem(n, value);
      else if (keeps_channels(n))
        reason = add_layers(norm, user);
      else
        reason = "is no layer";
      if (!reason.empty())
        return reason.starts_with("its reader")
                   ? reason
                   : fmt::format("its reader {} {}", call_text(old_, user), reason);
      if (n.op == "nn.conv2d" || n.op == "nn.dense")
        norm.layers.push_back(user);
    }
    return norm.layers.empty() ? "nothing reads it" : "";
  }

  static std::string layer_problem_of_layout(const Node& n) {
    const Layout data(n.attrs.get_string("data_layout", "NCHW"));
    const Layout kernel(n.attrs.get_string("kernel_layout", "OIHW"));
    return data.blocked() || kernel.blocked() || data.index('C') != kChannelAxis
               ? fmt::format("has layout {}", data.text())
               : "";
  }

  std::string layer_problem(const Node& n, NodeId value) const {
    if (n.inputs[0] != value || n.inputs[1] == value)
      return "takes it as weights";
    if (n.op == "nn.conv2d")
      if (std::string reason = layer_problem_of_layout(n); !reason.empty())
        return reason;
    if (n.op == "nn.dense" && n.type().shape.size() != 2)
      return "multiplies its last axis";
    return constant_value(old_, n.inputs[1]) == nullptr ? "has no constant weights" : "";
  }

  // Averages, and what only moves values: a factor of a channel before is one of it behind.
  bool keeps_channels(const Node& n) const {
    if (n.op == "nn.global_avg_pool2d" || n.op == "nn.avg_pool2d")
      return n.attrs.get_string("layout", "NCHW") == "NCHW";
    if (n.op != "nn.batch_flatten" && n.op != "reshape")
      return n.op == "nn.dropout";
    const Shape& from = old_.type(n.inputs[0]).shape;
    const Shape& to = n.type().shape;
    return from.size() == 4 && to.size() == 2 && from[0] == to[0];
  }

  void note(const Norm& norm, std::string reason) {
    context_.notes.push_back({old_.node(norm.end()).name,
                              fmt::format("the batch norm {} of {} stays in float on the host",
                                          call_text(old_, norm.end()), call_text(old_, norm.input)),
                              std::move(reason)});
  }

  // ---- rewriting ---------------------------------------------------------------------------

  void rewrite(NodeId id) {
    if (const auto norm = norms_.find(id); norm != norms_.end())
      write_norm(norm->second);
    else if (const auto of = norm_of_.find(id); of != norm_of_.end())
      write_layer(id, norms_.at(of->second));
    else
      rewriter_.copy(id);
  }

  void write_norm(const Norm& norm) {
    const ForwardForm form = forward_form(norm);
    Graph& graph = rewriter_.graph();
    NodeId value = rewriter_.mapped(norm.input);
    const NodeId first = graph.size();
    const auto step = [&](const char* op, const std::vector<float>& values) {
      const NodeId constant = graph.add_constant(channel_tensor(values, kChannelAxis, 4));
      value = graph.add_call(op, {value, constant});
    };
    step("add", form.addend);
    step("maximum", form.low);
    step("minimum", form.high);
    keep_identity(old_.node(norm.end()), graph.node(value));
    for (const NodeId call : norm.calls)
      graph.add_onnx_nodes(first, old_.node(call).onnx_nodes);
    rewriter_.map(norm.end(), value);
  }

  void write_layer(NodeId id, const Norm& norm) {
    const Node& n = old_.node(id);
    Graph& graph = rewriter_.graph();
    const NodeId weight = graph.add_constant(scaled_inputs(old_, n, forward_form(norm).factor));
    const NodeId layer = graph.add_call(n.op, {rewriter_.mapped(n.inputs[0]), weight}, n.attrs);
    keep_identity(n, graph.node(layer));
    rewriter_.map(id, layer);
  }

  const Graph& old_;
  PassContext& context_;
  GraphRewriter rewriter_;
  std::vector<std::vector<NodeId>> users_;
  std::map<NodeId, Norm> norms_;      // by end
  std::map<NodeId, NodeId> norm_of_;  // by layer
};

}  // namespace

Graph fold_scale_forward(const Graph& graph, PassContext& context) {
  // What a model says of a value's scale would no longer be true of it.
  if (context.quant.batch_norms == BatchNorms::Host || graph.model_scales().present)
    return graph;
  return ForwardFolder(graph, context).run();
}

}  // namespace vta

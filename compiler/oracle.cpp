#include "compiler/oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/plural.h"
#include "compiler/interp/interpreter.h"
#include "compiler/stored_value.h"

namespace vta {
namespace {

std::map<std::string, NodeId> nodes_by_name(const Graph& graph) {
  std::map<std::string, NodeId> ids;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (!graph.node(id).name.empty())
      ids.emplace(graph.node(id).name, id);
  return ids;
}

void compare_output(const ProgramKernel& kernel, const std::string& oracle, const Tensor& expected,
                    const Tensor& nchw, VerifyReport& report) {
  const Tensor got = in_form_of(nchw, {expected.shape(), expected.dtype()});
  const auto e = expected.data<int8_t>();
  const auto g = got.data<int8_t>();
  report.elements += static_cast<int64_t>(e.size());
  for (size_t i = 0; i < e.size(); ++i) {
    if (e[i] == g[i])
      continue;
    if (report.mismatched_elements++ == 0)
      report.first_mismatch =
          fmt::format("{} ({}): element {} is {}, the integer interpreter has {}", kernel.name,
                      oracle, i, g[i], e[i]);
  }
}

double relative_error(const Tensor& expected, const Tensor& got) {
  if (expected.dtype() != DType::F32)
    return std::ranges::equal(expected.bytes(), got.bytes()) ? 0 : 1;
  double largest = 0, difference = 0;
  const auto e = expected.data<float>();
  const auto g = got.data<float>();
  for (size_t i = 0; i < e.size(); ++i) {
    if (!std::isfinite(e[i]) || !std::isfinite(g[i])) {
      if (e[i] != g[i] && !(std::isnan(e[i]) && std::isnan(g[i])))
        return std::numeric_limits<double>::infinity();
      continue;
    }
    largest = std::max(largest, static_cast<double>(std::abs(e[i])));
    difference = std::max(difference, static_cast<double>(std::abs(e[i] - g[i])));
  }
  return largest == 0 ? difference : difference / largest;
}

bool same_values(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  return std::ranges::equal(a, b, [](const Tensor& x, const Tensor& y) {
    return x.dtype() == y.dtype() && x.shape() == y.shape() &&
           std::ranges::equal(x.bytes(), y.bytes());
  });
}

const std::vector<Tensor>& expected_values(OracleCache& cache, const Graph& graph,
                                           const std::vector<std::string>& given,
                                           const std::vector<Tensor>& tensors,
                                           const std::vector<std::string>& wanted) {
  if (cache.given != given || cache.wanted != wanted || !same_values(cache.tensors, tensors))
    cache = {given, wanted, tensors, interpret(extract_subgraph(graph, given, wanted), tensors)};
  return cache.expected;
}

}  // namespace

int64_t float_depth(const Graph& graph) {
  std::vector<int64_t> depths(static_cast<size_t>(graph.size()), 0);
  int64_t deepest = 0;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    int64_t& depth = depths[static_cast<size_t>(id)];
    for (const NodeId in : n.inputs)
      depth = std::max(depth, depths[static_cast<size_t>(in)]);
    if (n.kind == NodeKind::Call && n.types.front().dtype == DType::F32)
      ++depth;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

double float_bound(int64_t depth) {
  constexpr double kFloatTolerance = 1e-5, kOfAnOperator = 0x1p-22;
  return kFloatTolerance + static_cast<double>(depth) * kOfAnOperator;
}

std::string output_error_text(const VerifyReport& report) {
  return fmt::format(
      "{}largest difference {:.2g} of the largest output; {:.2g} is allowed of {} in a row",
      report.outputs_agree() ? "" : "FAILED: ", report.output_error, float_bound(report.depth),
      counted(report.depth, "operator"));
}

Graph extract_subgraph(const Graph& graph, const std::vector<std::string>& given,
                       const std::vector<std::string>& outputs) {
  const auto ids = nodes_by_name(graph);
  auto id_of = [&](const std::string& name) {
    const auto it = ids.find(name);
    if (it == ids.end())
      throw CompileError(fmt::format("the graph has no value named '{}'", name));
    return it->second;
  };
  std::set<NodeId> cut;
  for (const std::string& name : given)
    cut.insert(id_of(name));
  std::vector<bool> needed(static_cast<size_t>(graph.size()), false);
  for (const std::string& name : outputs)
    needed[static_cast<size_t>(id_of(name))] = true;
  for (NodeId id = graph.size() - 1; id >= 0; --id)
    if (needed[static_cast<size_t>(id)] && !cut.contains(id))
      for (const NodeId input : graph.node(id).inputs)
        needed[static_cast<size_t>(input)] = true;

  GraphRewriter rewriter(graph);
  for (const std::string& name : given) {
    const NodeId id = id_of(name);
    rewriter.map(id, rewriter.graph().add_input(name, graph.type(id)));
  }
  for (NodeId id = 0; id < graph.size(); ++id)
    if (needed[static_cast<size_t>(id)] && !cut.contains(id))
      rewriter.copy(id);
  std::vector<NodeId> results;
  for (const std::string& name : outputs)
    results.push_back(rewriter.mapped(id_of(name)));
  rewriter.graph().set_outputs(results);
  return std::move(rewriter.graph());
}

Oracle::Oracle(const Graph& quantized, Executor& executor, OracleCache* cache)
    : quantized_(quantized), executor_(executor), cache_(cache) {
  executor_.observe_kernels([this](int64_t kernel, int64_t output, const Tensor& nchw) {
    kernel_outputs_[{kernel, output}] = nchw;
  });
}

Oracle::~Oracle() {
  executor_.observe_kernels({});
}

VerifyReport Oracle::compare() {
  const Program& program = executor_.program();
  VerifyReport report;
  // What the device was given, by the name of its tensor.
  std::vector<std::string> given;
  std::vector<Tensor> tensors;
  const auto ids = nodes_by_name(quantized_);
  auto give = [&](const std::string& name, const Tensor& nchw) {
    const auto it = ids.find(name);
    if (it == ids.end() || std::ranges::find(given, name) != given.end())
      return;
    given.push_back(name);
    tensors.push_back(in_form_of(nchw, quantized_.type(it->second)));
  };
  for (const Step& step : program.steps)
    if (const auto* to_device = std::get_if<ToDeviceStep>(&step))
      give(program.device_tensors[static_cast<size_t>(to_device->device_tensor)].name,
           executor_.value(to_device->value));

  std::vector<std::string> wanted;
  std::vector<std::pair<int64_t, int64_t>> outputs;  // kernel and which of its outputs
  const auto want = [&](size_t kernel, size_t output, const std::string& oracle) {
    VTA_CHECK(ids.contains(oracle), "output {} of kernel {} has no oracle '{}'", output, kernel,
              oracle);
    wanted.push_back(oracle);
    outputs.emplace_back(static_cast<int64_t>(kernel), static_cast<int64_t>(output));
  };
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    want(k, 0, program.kernels[k].oracle);
    for (size_t i = 0; i < program.kernels[k].more_outputs.size(); ++i)
      want(k, i + 1, program.kernels[k].more_outputs[i].oracle);
  }
  report.kernels = std::ssize(program.kernels);
  if (!wanted.empty()) {
    OracleCache once;
    const std::vector<Tensor>& expected =
        expected_values(cache_ != nullptr ? *cache_ : once, quantized_, given, tensors, wanted);
    for (size_t i = 0; i < outputs.size(); ++i) {
      const auto got = kernel_outputs_.find(outputs[i]);
      VTA_CHECK(got != kernel_outputs_.end(), "output {} of kernel {} was not observed",
                outputs[i].second, outputs[i].first);
      compare_output(program.kernels[static_cast<size_t>(outputs[i].first)], wanted[i], expected[i],
                     got->second, report);
    }
  }
  compare_outputs(given, tensors, report);
  return report;
}

// The host's own operators: from what the device returned to the network's outputs.
void Oracle::compare_outputs(std::vector<std::string>& given, std::vector<Tensor>& tensors,
                             VerifyReport& report) {
  const Program& program = executor_.program();
  const auto ids = nodes_by_name(quantized_);
  for (const Step& step : program.steps)
    if (const auto* back = std::get_if<FromDeviceStep>(&step)) {
      const std::string& name =
          program.device_tensors[static_cast<size_t>(back->device_tensor)].name;
      const auto it = ids.find(name);
      if (it == ids.end() || std::ranges::find(given, name) != given.end())
        continue;
      given.push_back(name);
      tensors.push_back(in_form_of(executor_.value(back->value), quantized_.type(it->second)));
    }
  for (size_t i = 0; i < quantized_.inputs().size(); ++i) {
    given.push_back(quantized_.node(quantized_.inputs()[i]).name);
    tensors.push_back(executor_.value(program.inputs[i]));
  }
  Graph named = quantized_;
  std::vector<std::string> outputs;
  for (const NodeId id : named.outputs()) {
    // An output may share the name of the layer that it stands for.
    const auto it = ids.find(named.node(id).name);
    if (it == ids.end() || it->second != id)
      named.node(id).name = fmt::format("output.{}", id);
    outputs.push_back(named.node(id).name);
  }
  const Graph behind = extract_subgraph(named, given, outputs);
  report.depth = float_depth(behind);
  const std::vector<Tensor> expected = interpret(behind, tensors);
  for (size_t i = 0; i < expected.size(); ++i)
    report.output_error =
        std::max(report.output_error,
                 relative_error(expected[i], executor_.output(static_cast<int64_t>(i))));
}

}  // namespace vta

#include "explore/evaluate/point_compiler.h"

#include <algorithm>
#include <chrono>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/suggest.h"
#include "compiler/passes/fuse_operators.h"
#include "compiler/passes/im2col.h"
#include "explore/tune/tuned_schedule.h"

namespace vta::explore {
namespace {

// With equal memories, to compare the rest.
PointSpec without_memory(PointSpec point) {
  point.config = point.config.with_memory_of({});
  return point;
}

bool same_kernels(const PointSpec& a, const PointSpec& b) {
  const auto key = [](const PointSpec& p) {
    const VtaConfig& c = p.config;
    return std::tie(p.network, p.quantization, p.images, c.log_batch, c.log_block_in,
                    c.log_block_out, c.isa_ext);
  };
  return key(a) == key(b);
}

}  // namespace

bool same_program(const PointSpec& a, const PointSpec& b) {
  if (is_tuned_schedule(a.schedule))
    return a == b;
  return without_memory(a) == without_memory(b);
}

PointCompiler::PointCompiler(std::vector<NetworkSpec> networks, GraphAxes axes)
    : axes_(std::move(axes)) {
  check_networks(networks);
  for (NetworkSpec& spec : networks)
    networks_.emplace_back(std::move(spec));
}

void PointCompiler::prepare(std::span<const int64_t> images) {
  for (PreparedNetwork& n : networks_)
    prepare(n, images);
}

void PointCompiler::prepare(const std::string& name, std::span<const int64_t> images) {
  prepare(network(name), images);
}

// What is searched on samples takes long: it is there before workers are, for every schedule.
void PointCompiler::prepare(PreparedNetwork& network, std::span<const int64_t> images) {
  const Recipe& own = network.spec().recipe;
  const int64_t batch = own.integer("batch", 0);
  if (batch > 0)
    images = {&batch, 1};
  const std::string own_schedule = schedule_of(own);
  const auto as_it_is = [&] {
    network.prepare(images, form_of(network.spec(), own_schedule, "").graph);
  };
  if (axes_.quantizations.empty())
    return as_it_is();
  const std::vector<std::string> schedules =
      own.has("schedule") ? std::vector{own_schedule} : axes_.schedules;
  for (const std::string& quantization : axes_.quantizations)
    for (const std::string& schedule : schedules) {
      try {
        network.prepare(images, form_of(network.spec(), schedule, quantization).graph);
      } catch (const CompileError&) {
        // Of this quantization and schedule: its points say so. The network itself is another
        // matter.
        as_it_is();
      }
    }
}

std::vector<NetworkInfo> PointCompiler::infos() const {
  std::vector<NetworkInfo> infos;
  for (const PreparedNetwork& n : networks_)
    infos.push_back(n.info());
  return infos;
}

PreparedNetwork& PointCompiler::network(const std::string& name) {
  const auto found = std::ranges::find_if(
      networks_, [&](const PreparedNetwork& n) { return n.spec().name == name; });
  if (found != networks_.end())
    return *found;
  std::vector<std::string> known;
  for (const PreparedNetwork& n : networks_)
    known.push_back(n.spec().name);
  throw UsageError(fmt::format("unknown network '{}': {}", name, known_names(name, known)));
}

SchedulePolicy& PointCompiler::policy(const Recipe& recipe) {
  const std::string name = schedule_of(recipe);
  const auto found = policies_.find(name);
  if (found != policies_.end())
    return found->second;
  return policies_.emplace(name, schedule_by_name(name)).first->second;
}

const PointCompiler::Form& PointCompiler::form_of(const NetworkSpec& network,
                                                  const std::string& schedule,
                                                  const std::string& quantization) {
  const auto key = std::tuple(network.name, schedule, quantization);
  if (const auto found = forms_.find(key); found != forms_.end())
    return found->second;
  const Recipe recipe = recipe_of(network, quantization).set("schedule", schedule);
  Form form;
  form.policy = &policy(recipe);
  try {
    form.settled = settle(recipe, *form.policy, needs_samples(recipe));
    form.graph = graph_form(recipe, form.settled);
    return forms_.emplace(key, std::move(form)).first->second;
  } catch (const UsageError& e) {
    throw CompileError(e.what());
  }
}

const PointCompiler::Form& PointCompiler::form_of(const PointSpec& point) {
  return form_of(network(point.network).spec(), point.schedule, point.quantization);
}

const LoweredGraph& PointCompiler::lowered(const PointSpec& point) {
  constexpr size_t kMost = 64;  // all blocks from 8 to 64 at four batches; about 300 KB each
  const Form& form = form_of(point);
  const ScheduleFacts& facts = form.settled.facts;
  const Graph& quantized = network(point.network).graph(point.images, form.graph);
  std::vector<NodeId> gathered = gathered_windows(quantized, point.config);
  const auto found = std::ranges::find_if(lowered_, [&](const Lowered& l) {
    return l.facts == facts && l.gathered == gathered && same_kernels(l.point, point);
  });
  if (found != lowered_.end()) {
    lowered_.splice(lowered_.begin(), lowered_, found);
    return lowered_.front().graph;
  }
  const auto start = std::chrono::steady_clock::now();
  lowered_.push_front(
      {point, facts, std::move(gathered), lower_quantized(quantized, point.config, form.settled)});
  passes_seconds_ += seconds_since(start);
  if (lowered_.size() > kMost)
    lowered_.pop_back();
  return lowered_.front().graph;
}

const LoweredGraph& PointCompiler::fitting(const PointSpec& point) {
  point.config.validate();
  const LoweredGraph& graph = lowered(point);
  check_capacity(graph, *form_of(point).policy, point.config);
  return graph;
}

Program PointCompiler::outline(const PointSpec& point, TileTraffic& traffic,
                               std::vector<int64_t>& beyond) {
  const LoweredGraph& graph = fitting(point);
  const Form& form = form_of(point);
  std::vector<OutlineKernel> kernels;
  Program outline = outline_program(
      graph, schedule_outline(graph, *form.policy, form.settled.facts, point.config), point.config,
      &kernels);
  for (const auto& [kernel, pool] : kernels)
    beyond.push_back(kernel->multiplies() && pool == nullptr
                         ? traffic.beyond_once(kernel->conv, point.config)
                         : 0);
  return outline;
}

ProgramWork PointCompiler::work(const PointSpec& point) {
  const LoweredGraph& graph = fitting(point);
  const Form& form = form_of(point);
  const auto start = std::chrono::steady_clock::now();
  const NetworkSchedule schedule =
      schedule_network(graph, *form.policy, form.settled.facts, point.config);
  schedule_seconds_ += seconds_since(start);
  return list_work(graph, schedule, point.config);
}

Program PointCompiler::whole_program(const PointSpec& point) {
  const LoweredGraph& graph = fitting(point);
  const Form& form = form_of(point);
  const NetworkSchedule schedule =
      schedule_network(graph, *form.policy, form.settled.facts, point.config);
  return generate_program(graph, schedule, point.config, {});
}

// Two points with one quantized graph differ in what of it kernels compute, and what the host: the
// values of both are those of the graph, to the bit where they are integers. Only attention has
// other values with another form of its powers.
std::string PointCompiler::values_key(const PointSpec& point) {
  point.config.validate();
  const Form& form = form_of(point);
  std::string text = fmt::format("{}\n{}\n{}{}\n", point.images, point.quantization,
                                 int{form.policy->for_any_form()}, forms_text(form.settled.facts));
  const LoweredGraph& lowered_graph = lowered(point);
  for (NodeId id = 0; id < lowered_graph.graph.size(); ++id)
    if (const Node& n = lowered_graph.graph.node(id); n.op == "qnn.attention")
      text += fmt::format("attention {}\n", n.attrs.get_string("exp", "steps"));
  for (const auto& item : lowered_graph.items)
    if (const auto* kernel = std::get_if<Kernel>(&item)) {
      text += fmt::format("kernel {} {}\n", kernel->name, kernel->oracle);
    } else if (const auto* host = std::get_if<HostItem>(&item)) {
      const Node& node = lowered_graph.graph.node(host->node);
      text += fmt::format("host {} {}\n", node.op, node.name);
    }
  return hash_hex(text);
}

const Program& PointCompiler::compile(const PointSpec& point) {
  point.config.validate();
  if (!compiled_for_ || !same_program(*compiled_for_, point)) {
    compiled_for_.reset();
    const LoweredGraph& graph = lowered(point);
    check_capacity(graph, *form_of(point).policy, point.config);
    const auto start = std::chrono::steady_clock::now();
    const Form& form = form_of(point);
    const NetworkSchedule schedule =
        schedule_network(graph, *form.policy, form.settled.facts, point.config);
    schedule_seconds_ += seconds_since(start);
    CodegenTimes times;
    program_ = generate_program(graph, schedule, point.config, {.constants = false}, &times);
    codegen_seconds_ += times.codegen_seconds;
    compiled_for_ = point;
    ++compilations_;
  }
  program_.config = point.config;
  return program_;
}

}  // namespace vta::explore

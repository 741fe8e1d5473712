#include "compiler/split/cut_names.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/suggest.h"

namespace vta {
namespace {

constexpr size_t kNearest = 3;

std::vector<std::string> crossing_names(const SteppedGraph& g) {
  std::vector<std::string> names;
  for (const SplitStep& step : g.steps)
    if (g.crossable[static_cast<size_t>(step.value)])
      names.push_back(g.graph.node(step.value).name);
  return names;
}

// "add:7" where the network has fewer.
void check_occurrence(const std::string& name, const std::map<std::string, std::string>& aliases) {
  const size_t colon = name.rfind(':');
  if (colon == std::string::npos)
    return;
  const std::string op = name.substr(0, colon);
  int64_t count = 0;
  while (aliases.contains(fmt::format("{}:{}", op, count)))
    ++count;
  if (aliases.contains(name))
    throw UsageError(
        fmt::format("--at '{}': nothing that is computed is left of this operator's "
                    "work: it is folded into constants or into others (--list has all)",
                    name));
  if (count > 0)
    throw UsageError(fmt::format("--at '{}': the network's file has {} of {}, {}:0 to {}:{}", name,
                                 count, op, op, op, count - 1));
}

[[noreturn]] void fail_unknown(const SteppedGraph& g, const std::string& name,
                               const std::map<std::string, std::string>& aliases) {
  check_occurrence(name, aliases);
  if (name.find_first_not_of("0123456789") == std::string::npos)
    throw UsageError(
        fmt::format("--at '{}': the network has no such value; a line of --list is taken by what "
                    "stands under --at there, not by its number",
                    name));
  std::vector<std::string> names = crossing_names(g);
  std::ranges::stable_sort(names, {},
                           [&](const std::string& known) { return edit_distance(name, known); });
  names.resize(std::min(names.size(), kNearest));
  throw UsageError(
      fmt::format("--at '{}': the network has no such value; the nearest are {} "
                  "(--list has all)",
                  name, fmt::join(names, ", ")));
}

// The step's value, where it may cross.
std::optional<NodeId> value_of_step(const SteppedGraph& g, NodeId id) {
  const int64_t step = g.step_of[static_cast<size_t>(id)];
  if (step < 0)
    return std::nullopt;
  const NodeId value = g.steps[static_cast<size_t>(step)].value;
  return g.crossable[static_cast<size_t>(value)] ? std::optional(value) : std::nullopt;
}

std::optional<NodeId> by_name(const SteppedGraph& g, const std::string& name) {
  std::optional<NodeId> inside, quantized;
  for (NodeId id = 0; id < g.graph.size(); ++id) {
    const Node& node = g.graph.node(id);
    if (node.name == name && g.crossable[static_cast<size_t>(id)])
      return id;
    if (node.name == name + "_int8" && g.crossable[static_cast<size_t>(id)])
      quantized = id;
    if (node.name == name)
      inside = value_of_step(g, id);
  }
  return quantized ? quantized : inside;
}

// The last value that the work of an ONNX node goes into.
std::optional<NodeId> by_onnx_node(const SteppedGraph& g, const std::string& name) {
  for (NodeId id = g.graph.size() - 1; id >= 0; --id)
    if (std::ranges::find(g.graph.node(id).onnx_nodes, name) != g.graph.node(id).onnx_nodes.end())
      if (const auto value = value_of_step(g, id))
        return value;
  return std::nullopt;
}

class Cutter {
 public:
  explicit Cutter(const SteppedGraph& g)
      : g_(g), users_(g.graph.users()), part_(g.steps.size(), -1) {}

  // Together a cut, where they separate; what crosses beside them otherwise.
  std::set<NodeId> cut(const std::vector<NodeId>& values) {
    std::set<int64_t> before;
    for (const NodeId value : values)
      add_with_operands(g_.step_of[static_cast<size_t>(value)], before);
    std::set<NodeId> named = named_;
    named.insert(values.begin(), values.end());
    std::set<NodeId> others;
    for (const int64_t step : before)
      for (const NodeId id : g_.steps[static_cast<size_t>(step)].nodes)
        if (!named.contains(id) && is_read_behind(id, before))
          others.insert(id);
    if (!others.empty())
      return others;
    if (before.empty())
      throw UsageError(fmt::format("--at: there is nothing between '{}' and the cut before it",
                                   g_.graph.node(values.front()).name));
    for (const int64_t step : before)
      part_[static_cast<size_t>(step)] = parts_;
    ++parts_;
    named_ = std::move(named);
    return {};
  }

  std::vector<int64_t> finish(NodeId last) {
    if (std::ranges::find(part_, -1) == part_.end())
      throw UsageError(
          fmt::format("--at: there is nothing behind '{}': a cut has something on "
                      "both sides",
                      g_.graph.node(last).name));
    std::ranges::replace(part_, int64_t{-1}, parts_);
    return part_;
  }

 private:
  void add_with_operands(int64_t step, std::set<int64_t>& before) const {
    std::vector<int64_t> todo = {step};
    while (!todo.empty()) {
      const int64_t s = todo.back();
      todo.pop_back();
      if (s < 0 || part_[static_cast<size_t>(s)] >= 0 || !before.insert(s).second)
        continue;
      for (const NodeId id : g_.steps[static_cast<size_t>(s)].nodes)
        for (const NodeId in : g_.graph.node(id).inputs)
          todo.push_back(g_.step_of[static_cast<size_t>(in)]);
    }
  }

  bool is_read_behind(NodeId id, const std::set<int64_t>& before) const {
    return std::ranges::any_of(users_[static_cast<size_t>(id)], [&](NodeId user) {
      const int64_t step = g_.step_of[static_cast<size_t>(user)];
      return step >= 0 && !before.contains(step) && part_[static_cast<size_t>(step)] < 0;
    });
  }

  const SteppedGraph& g_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<int64_t> part_;
  int64_t parts_ = 0;
  std::set<NodeId> named_;
};

std::vector<NodeId> values_of(const SteppedGraph& g, const std::string& element,
                              const std::map<std::string, std::string>& aliases) {
  std::vector<NodeId> values;
  for (size_t begin = 0; begin <= element.size();) {
    const size_t end = std::min(element.find('+', begin), element.size());
    values.push_back(crossing_value(g, element.substr(begin, end - begin), aliases));
    begin = end + 1;
  }
  return values;
}

// Cuts as they were given, and the values that those are.
struct OpenCuts {
  std::vector<std::string> given;
  std::vector<NodeId> values;
};

// "'Relu:1' (relu_int8)", where the two differ.
std::string given_text(const OpenCuts& open, const std::vector<std::string>& named) {
  const std::string given = fmt::format("{}", fmt::join(open.given, ","));
  std::string names = given;
  std::ranges::replace(names, '+', ',');
  const std::string values = fmt::format("{}", fmt::join(named, ","));
  return names == values ? fmt::format("'{}'", given) : fmt::format("'{}' ({})", given, values);
}

[[noreturn]] void fail_open(const SteppedGraph& g, const OpenCuts& open,
                            const std::set<NodeId>& others) {
  std::vector<std::string> named, beside;
  for (const NodeId id : open.values)
    named.push_back(g.graph.node(id).name);
  std::set<std::string> inside;
  for (const NodeId id : others)
    if (g.crossable[static_cast<size_t>(id)])
      beside.push_back(g.graph.node(id).name);
    else
      inside.insert(g.graph.node(id).op);
  if (!inside.empty())
    throw UsageError(
        fmt::format("--at {} separates nothing: an int32 sum or tuple of {} is read "
                    "on both sides, and those do not leave a part: cut elsewhere "
                    "(--list)",
                    given_text(open, named), fmt::join(inside, ", ")));
  throw UsageError(
      fmt::format("--at {} separates nothing: {} would also cross; name them "
                  "together, --at {}+{}, or cut elsewhere (--list)",
                  given_text(open, named), fmt::join(beside, ", "), fmt::join(named, "+"),
                  fmt::join(beside, "+")));
}

}  // namespace

std::optional<NodeId> crossing_value_of(const SteppedGraph& g, const std::string& name) {
  const auto value = by_name(g, name);
  return value ? value : by_onnx_node(g, name);
}

NodeId crossing_value(const SteppedGraph& g, const std::string& name,
                      const std::map<std::string, std::string>& aliases) {
  if (name.empty())
    throw UsageError("--at has an empty name: legal are names of values, NAME[,NAME...] (--list)");
  const auto alias = aliases.find(name);
  const std::string wanted = alias == aliases.end() ? name : alias->second;
  for (const NodeId id : g.graph.inputs())
    if (g.graph.node(id).name == wanted)
      throw UsageError(
          fmt::format("--at '{}': it is an input of the network, which every part can be given: "
                      "legal are values that are computed (--list)",
                      name));
  if (const auto value = crossing_value_of(g, wanted))
    return *value;
  fail_unknown(g, name, aliases);
}

std::vector<int64_t> parts_at(const SteppedGraph& g, const std::vector<std::string>& cuts,
                              const std::map<std::string, std::string>& aliases) {
  struct Cut {
    std::string given;
    std::vector<NodeId> values;
  };
  std::vector<Cut> all;
  for (const std::string& cut : cuts)
    all.push_back({cut, values_of(g, cut, aliases)});
  const auto last_step = [&](const Cut& cut) {
    int64_t last = -1;
    for (const NodeId id : cut.values)
      last = std::max(last, g.step_of[static_cast<size_t>(id)]);
    return last;
  };
  std::ranges::stable_sort(all, {}, last_step);
  Cutter cutter(g);
  OpenCuts open;
  std::set<NodeId> others;
  for (const Cut& cut : all) {
    open.given.push_back(cut.given);
    open.values.insert(open.values.end(), cut.values.begin(), cut.values.end());
    others = cutter.cut(open.values);
    if (others.empty() && &cut != &all.back())
      open = {};
  }
  if (!others.empty())
    fail_open(g, open, others);
  return cutter.finish(open.values.back());
}

}  // namespace vta

#include "compiler/passes/placement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <map>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "compiler/kernels/chain.h"

namespace vta {
namespace {

constexpr std::string_view kForm =
    "a region is FROM[:N]..TO[:N], two operators and their numbers from 0, as in "
    "max_pool2d..global_avg_pool2d or nn.conv2d:3..nn.conv2d:7";

OperatorPlace parse_place(std::string_view text, std::string_view whole) {
  OperatorPlace place;
  const size_t colon = text.find(':');
  place.op = text.substr(0, colon);
  const auto refuse = [&] {
    throw UsageError(fmt::format("region '{}': '{}' is no operator; {}", whole, text, kForm));
  };
  if (place.op.empty())
    refuse();
  if (colon == std::string_view::npos)
    return place;
  const std::string_view digits = text.substr(colon + 1);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size() || number < 0)
    refuse();
  place.occurrence = number;
  return place;
}

class Operators {
 public:
  explicit Operators(const Graph& graph) {
    for (NodeId id = 0; id < graph.size(); ++id)
      if (graph.node(id).kind == NodeKind::Call && !is_constant_expr(graph, id))
        by_name_[graph.node(id).op].push_back(id);
  }

  NodeId find(const OperatorPlace& place, const Region& region, NodeId behind) const {
    const std::vector<NodeId>& all = named(place.op, region);
    if (place.occurrence >= std::ssize(all))
      throw UsageError(fmt::format("region '{}': there is no {}, the graph has {}", region.text(),
                                   place.text(), counts(place.op, all)));
    if (place.occurrence != OperatorPlace::kFirst)
      return all[static_cast<size_t>(place.occurrence)];
    for (const NodeId id : all)
      if (id > behind)
        return id;
    throw UsageError(fmt::format("region '{}': no {} comes after {}, the graph has {}",
                                 region.text(), place.op, region.from.text(),
                                 counts(place.op, all)));
  }

  // "nn.conv2d:7", the operator of this node.
  std::string text(const Graph& graph, NodeId id) const {
    const std::string& op = graph.node(id).op;
    const std::vector<NodeId>& all = by_name_.at(op);
    return fmt::format("{}:{}", op, std::ranges::find(all, id) - all.begin());
  }

 private:
  // With its "nn." or without.
  const std::vector<NodeId>& named(const std::string& op, const Region& region) const {
    for (const std::string& name : {op, std::string(kPrefix) + op})
      if (const auto at = by_name_.find(name); at != by_name_.end())
        return at->second;
    refuse(op, region);
  }

  [[noreturn]] void refuse(const std::string& op, const Region& region) const {
    std::vector<std::string> texts;
    std::vector<std::string_view> names;
    for (const auto& [name, nodes] : by_name_) {
      texts.push_back(counts(name, nodes));
      names.push_back(name);
      if (name.starts_with(kPrefix))
        names.push_back(names.back().substr(kPrefix.size()));
    }
    throw UsageError(fmt::format("region '{}': the graph has no operator '{}'; it has {}{}",
                                 region.text(), op, fmt::join(texts, ", "),
                                 nearest_words(op, names)));
  }

  static std::string counts(const std::string& op, const std::vector<NodeId>& all) {
    return all.size() == 1 ? fmt::format("{}:0", op)
                           : fmt::format("{}:0 to {}", op, all.size() - 1);
  }

  static constexpr std::string_view kPrefix = "nn.";
  std::map<std::string, std::vector<NodeId>> by_name_;
};

}  // namespace

std::string OperatorPlace::text() const {
  return occurrence == kFirst ? op : fmt::format("{}:{}", op, occurrence);
}

Region parse_region(std::string_view text) {
  const size_t dots = text.find("..");
  if (dots == std::string_view::npos || text.find("..", dots + 2) != std::string_view::npos)
    throw UsageError(fmt::format("region '{}': {}", text, kForm));
  return {parse_place(text.substr(0, dots), text), parse_place(text.substr(dots + 2), text)};
}

RegionEnds find_region(const Graph& graph, const Region& region) {
  const Operators operators(graph);
  RegionEnds ends;
  ends.from = operators.find(region.from, region, -1);
  ends.to = operators.find(region.to, region, ends.from);
  if (ends.to <= ends.from)
    throw UsageError(fmt::format("region '{}': {} does not come after {}, a region goes forward",
                                 region.text(), operators.text(graph, ends.to),
                                 operators.text(graph, ends.from)));
  bool holds_call = false;
  for (NodeId id = ends.from + 1; id < ends.to; ++id)
    holds_call = holds_call || graph.node(id).kind == NodeKind::Call;
  if (!holds_call)
    throw UsageError(fmt::format("region '{}': there is no operator between {} and {}",
                                 region.text(), operators.text(graph, ends.from),
                                 operators.text(graph, ends.to)));
  return ends;
}

}  // namespace vta

#include "tests/compiler/split/listed_parts.h"

#include <algorithm>

#include "base/error.h"
#include "compiler/graph/graph_util.h"

namespace vta {
namespace {

std::string output_text(const PartPort& from) {
  return fmt::format("part {}, output {}", from.part, from.port);
}

std::vector<PartPort> outputs_of_type(const std::vector<Graph>& parts, int64_t before,
                                      const TensorType& type) {
  std::vector<PartPort> found;
  for (int64_t p = 0; p < before; ++p) {
    const Graph& part = parts[static_cast<size_t>(p)];
    for (size_t i = 0; i < part.outputs().size(); ++i)
      if (part.type(part.outputs()[i]) == type)
        found.push_back({p, static_cast<int64_t>(i)});
  }
  return found;
}

}  // namespace

std::vector<ListedLink> find_links(const std::vector<Graph>& parts, const std::string& origin) {
  std::vector<ListedLink> links;
  for (int64_t p = 1; p < std::ssize(parts); ++p) {
    const Graph& part = parts[static_cast<size_t>(p)];
    for (size_t i = 0; i < part.inputs().size(); ++i) {
      const NodeId input = part.inputs()[i];
      const std::vector<PartPort> from = outputs_of_type(parts, p, part.type(input));
      const PartPort to{p, static_cast<int64_t>(i)};
      const std::string what =
          fmt::format("part {}, input {} '%{}'", to.part, to.port, part.node(input).name);
      if (from.size() > 1) {
        std::vector<std::string> all;
        for (const PartPort& port : from)
          all.push_back(output_text(port));
        throw InputError(fmt::format("{}: {} can be {}: all are {}, and legal is one", origin, what,
                                     fmt::join(all, " or "), type_text(part.type(input))));
      }
      if (!from.empty())
        links.push_back({from.front(), to,
                         fmt::format("{} -> {}: {}", output_text(from.front()), what,
                                     type_text(part.type(input)))});
    }
  }
  return links;
}

Graph join_parts(const std::vector<Graph>& parts, const std::vector<ListedLink>& links) {
  Graph whole;
  std::vector<std::vector<NodeId>> mapped;
  for (size_t p = 0; p < parts.size(); ++p) {
    const Graph& part = parts[p];
    std::vector<NodeId>& map = mapped.emplace_back(static_cast<size_t>(part.size()), -1);
    for (const ListedLink& link : links)
      if (link.to.part == static_cast<int64_t>(p)) {
        const auto from = static_cast<size_t>(link.from.part);
        const NodeId output = parts[from].outputs()[static_cast<size_t>(link.from.port)];
        map[static_cast<size_t>(part.inputs()[static_cast<size_t>(link.to.port)])] =
            mapped[from][static_cast<size_t>(output)];
      }
    for (NodeId id = 0; id < part.size(); ++id) {
      if (map[static_cast<size_t>(id)] >= 0)
        continue;
      std::vector<NodeId> operands;
      for (const NodeId in : part.node(id).inputs)
        operands.push_back(map[static_cast<size_t>(in)]);
      map[static_cast<size_t>(id)] = append_copy(whole, part.node(id), std::move(operands));
    }
  }
  std::vector<NodeId> outputs;
  for (size_t p = 0; p < parts.size(); ++p)
    for (size_t i = 0; i < parts[p].outputs().size(); ++i) {
      const PartPort port{static_cast<int64_t>(p), static_cast<int64_t>(i)};
      if (std::ranges::find(links, port, &ListedLink::from) == links.end())
        outputs.push_back(mapped[p][static_cast<size_t>(parts[p].outputs()[i])]);
    }
  whole.set_outputs(std::move(outputs));
  return whole;
}

}  // namespace vta

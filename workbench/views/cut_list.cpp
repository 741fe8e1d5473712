#include "workbench/views/cut_list.h"

#include <boost/json.hpp>

#include "base/plural.h"
#include "base/standard_streams.h"
#include "base/text_table.h"
#include "compiler/split/occurrences.h"
#include "explore/record/run_writer.h"

namespace vta::workbench {
namespace {

std::vector<std::string> names_of(const Graph& graph, const std::vector<NodeId>& values) {
  std::vector<std::string> names;
  for (const NodeId id : values)
    names.push_back(graph.node(id).name);
  return names;
}

// Of every value of the cut, or none.
std::vector<std::string> occurrences_of(const LinearCut& cut,
                                        const std::map<NodeId, std::string>& occurrences) {
  std::vector<std::string> all;
  for (const NodeId id : cut.values)
    if (const auto found = occurrences.find(id); found != occurrences.end())
      all.push_back(found->second);
  return all.size() == cut.values.size() ? all : std::vector<std::string>{};
}

}  // namespace

CutList cut_list(const QuantizedNetwork& network, const std::vector<FileOperator>& operators) {
  const Graph& graph = network.graph.graph;
  const std::vector<LinearCut> cuts = linear_cuts(network.graph);
  const std::map<NodeId, std::string> occurrences = occurrences_by_value(network.graph, operators);
  boost::json::array list;
  TextTable table({{.header = "cut"},
                   {.header = "bytes"},
                   {.header = "--at", .number = false},
                   {.header = "or", .number = false}});
  for (const LinearCut& cut : cuts) {
    const std::vector<std::string> names = names_of(graph, cut.values);
    const int64_t bytes = bytes_of(graph, cut.values);
    const std::vector<std::string> numbered = occurrences_of(cut, occurrences);
    boost::json::object row = {{"bytes", bytes},
                               {"values", boost::json::value_from(names)},
                               {"operators", boost::json::value_from(numbered)}};
    list.push_back(std::move(row));
    table.add({std::to_string(list.size()), std::to_string(bytes),
               names.empty() ? "(nothing crosses)" : fmt::format("{}", fmt::join(names, "+")),
               fmt::format("{}", fmt::join(numbered, "+"))});
  }
  Program described;
  described.config = network.options.config;
  CutList out;
  out.json = {{"provenance", explore::provenance_block(described, "vta.split_cuts")},
              {"model", network.model},
              {"cuts", std::move(list)}};
  out.text =
      fmt::format("{}: {} of at most {} values\n\n{}", network.model,
                  counted(std::ssize(cuts), "cut"), kMostCrossing, table.text(output_width()));
  return out;
}

}  // namespace vta::workbench

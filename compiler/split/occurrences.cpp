#include "compiler/split/occurrences.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "compiler/split/cut_names.h"

namespace vta {
namespace {

constexpr std::string_view kPrefix = "nn.";

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// The spellings of an operator.
std::vector<std::string> spellings(const std::string& op) {
  std::vector<std::string> all = {op, in_small_letters(op)};
  if (op.starts_with(kPrefix))
    all.push_back(op.substr(kPrefix.size()));
  return all;
}

// Gives each operator its number, counted from 0.
class Counter {
 public:
  int64_t next(const std::string& op) { return counts_[op]++; }
  bool has(const std::string& op) const { return counts_.contains(op); }

 private:
  std::map<std::string, int64_t> counts_;
};

void add_all(const std::vector<FileOperator>& operators,
             std::map<std::string, std::string>& names) {
  Counter counter;
  for (const FileOperator& one : operators) {
    const int64_t number = counter.next(one.op);
    for (const std::string& op : spellings(one.op))
      names.emplace(fmt::format("{}:{}", op, number), one.name);
  }
}

}  // namespace

std::map<std::string, std::string> occurrence_names(const std::vector<FileOperator>& file,
                                                    const std::vector<FileOperator>& graph) {
  std::map<std::string, std::string> names;
  add_all(file, names);
  std::vector<FileOperator> others;
  std::ranges::copy_if(graph, std::back_inserter(others), [&](const FileOperator& made) {
    return std::ranges::none_of(file, [&](const FileOperator& one) {
      return std::ranges::any_of(spellings(made.op), [&](const std::string& op) {
        return op == in_small_letters(one.op);
      });
    });
  });
  add_all(others, names);
  return names;
}

std::map<NodeId, std::string> occurrences_by_value(const SteppedGraph& graph,
                                                   const std::vector<FileOperator>& file) {
  std::map<NodeId, std::string> found;
  Counter counter;
  for (const FileOperator& one : file) {
    const std::string text = fmt::format("{}:{}", one.op, counter.next(one.op));
    if (const std::optional<NodeId> value = crossing_value_of(graph, one.name))
      found[*value] = text;
  }
  return found;
}

}  // namespace vta

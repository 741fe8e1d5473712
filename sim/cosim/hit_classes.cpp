#include "sim/cosim/hit_classes.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cosim/class_names.h"
#include "sim/cosim/classifier.h"

namespace vta::cosim {
namespace {

// What a class belongs to: its name up to the colon or the second word.
std::string group_of(const std::string& name) {
  if (const size_t colon = name.find(':'); colon != std::string::npos)
    return name.substr(0, colon);
  const size_t space = name.find(' ');
  return name.substr(0, name.starts_with("ALU ") ? name.find(' ', space + 1) : space);
}

}  // namespace

HitTable::HitTable(std::span<const VtaConfig> configs, const HitScope& scope) {
  for (const std::string& name : possible_classes(configs, scope))
    classes_.push_back({name, 0});
}

std::vector<int32_t> HitTable::classify(const TestProgram& program, const RunResult& result) const {
  std::vector<int32_t> indices;
  for (const std::string& name : classes_of(program, result)) {
    const auto at =
        std::lower_bound(classes_.begin(), classes_.end(), name,
                         [](const HitClass& c, const std::string& n) { return c.name < n; });
    if (at != classes_.end() && at->name == name)
      indices.push_back(static_cast<int32_t>(at - classes_.begin()));
  }
  return indices;
}

void HitTable::add(std::span<const int32_t> classes) {
  for (const int32_t index : classes)
    ++classes_.at(static_cast<size_t>(index)).hits;
}

std::vector<std::string> HitTable::fewer_than(int64_t hits) const {
  std::vector<std::string> names;
  for (const HitClass& c : classes_)
    if (c.hits < hits)
      names.push_back(fmt::format("{} ({})", c.name, c.hits));
  return names;
}

std::string hit_text(std::span<const HitClass> classes) {
  std::string out;
  std::string group;
  for (const HitClass& c : classes) {
    const std::string now = group_of(c.name);
    const std::string rest = c.name.size() > now.size() ? c.name.substr(now.size() + 1) : "";
    if (now != group)
      out += fmt::format("{}{:<24}", group.empty() ? "" : "\n", now);
    else
      out += ",";
    group = now;
    out += fmt::format(" {}{}{}", rest.starts_with(' ') ? rest.substr(1) : rest,
                       rest.empty() ? "" : " ", c.hits);
  }
  return out + "\n";
}

}  // namespace vta::cosim

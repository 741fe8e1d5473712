#include "hw/synth/netlist_names.h"

#include <algorithm>
#include <deque>
#include <map>

namespace vta {
namespace {

constexpr std::string_view kFlattened = "$flatten";
constexpr std::string_view kLibrary = "/share/";  // of the synthesizer

// "vta_gemm.sv:28" -> "vta_gemm": a file of the RTL has the name of its module.
std::string module_of_source(const std::string& source) {
  return source.substr(0, std::min(source.find('.'), source.find(':')));
}

// "u_a.u_b.g_lane[2].sum" -> "u_a.u_b": instances are named u_..., unlike blocks and signals. Empty
// for what is the top's own.
std::string instance_of(const std::string& name) {
  if (!is_public(name))
    return "";
  size_t end = 0;  // of the last instance found
  for (size_t begin = 0;;) {
    const size_t dot = name.find('.', begin);
    if (dot == std::string::npos)
      return name.substr(0, end);
    if (name.compare(begin, 2, "u_") == 0)
      end = dot;
    begin = dot + 1;
  }
}

using Votes = std::map<std::string, int64_t>;

// "u_a.u_b" -> "u_b".
std::string own_name(const std::string& instance) {
  const size_t begin = instance.rfind(".u_");
  return begin == std::string::npos ? instance : instance.substr(begin + 1);
}

// A register that drives an output of an instance may have its name in the instance around it, so
// the votes may differ: the module that the instance is named for; else the one named most, unless
// there are instances inside, whose votes they may be.
std::string elected(const std::string& instance, const Votes& votes, bool has_inner) {
  const std::string own = own_name(instance);
  if (own.starts_with("u_") && votes.contains("vta_" + own.substr(2)))
    return "vta_" + own.substr(2);
  if (has_inner)
    return own;
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  return std::max_element(votes.begin(), votes.end(), fewer)->first;
}

void name_by_instance(Netlist& netlist) {
  std::map<std::string, Votes> votes;
  for (const Netlist::Cell& cell : netlist.cells)
    if (!cell.module.empty() && is_public(cell.name))
      ++votes[instance_of(cell.name)][cell.module];
  for (Netlist::Cell& cell : netlist.cells) {
    if (!cell.module.empty() || !is_public(cell.name))
      continue;
    const std::string instance = instance_of(cell.name);
    const auto found = votes.find(instance);
    const auto inner = votes.lower_bound(instance + ".");
    const bool has_inner = inner != votes.end() && inner->first.starts_with(instance + ".");
    cell.module = instance.empty()       ? netlist.top
                  : found == votes.end() ? own_name(instance)
                                         : elected(instance, found->second, has_inner);
  }
}

// Against the direction of signals, from all cells that have a module at once.
void name_by_reader(Netlist& netlist) {
  std::vector<int> drivers(netlist.net_names.size(), -1);
  std::deque<int> named;
  for (int c = 0; c < static_cast<int>(netlist.cells.size()); ++c) {
    const Netlist::Cell& cell = netlist.cells[static_cast<size_t>(c)];
    for (size_t p = 0; p < cell.nets.size(); ++p)
      if (netlist.type_of(cell).pins[p].output && cell.nets[p] != kNoNet)
        drivers[static_cast<size_t>(cell.nets[p])] = c;
    if (!cell.module.empty())
      named.push_back(c);
  }
  for (; !named.empty(); named.pop_front()) {
    const Netlist::Cell& reader = netlist.cells[static_cast<size_t>(named.front())];
    for (const int net : reader.nets) {
      const int driver = net == kNoNet ? -1 : drivers[static_cast<size_t>(net)];
      if (driver < 0 || !netlist.cells[static_cast<size_t>(driver)].module.empty())
        continue;
      netlist.cells[static_cast<size_t>(driver)].module = reader.module;
      named.push_back(driver);
    }
  }
}

}  // namespace

std::string cell_name_of(std::string_view name) {
  if (!name.starts_with(kFlattened))
    return std::string(name);
  std::string out(name.substr(kFlattened.size()));
  out.erase(std::remove(out.begin(), out.end(), '\\'), out.end());
  return out.substr(0, out.find(".genblk"));
}

std::string source_of(std::string_view src) {
  while (!src.empty()) {
    const std::string_view place = src.substr(0, src.find('|'));
    if (!place.empty() && place.find(kLibrary) == std::string_view::npos) {
      const size_t colon = place.find(':');
      return std::string(place.substr(0, place.find('.', colon)));
    }
    src.remove_prefix(std::min(src.size(), place.size() + 1));
  }
  return "";
}

void name_modules(Netlist& netlist) {
  for (Netlist::Cell& cell : netlist.cells)
    cell.module = module_of_source(cell.source);
  name_by_instance(netlist);
  name_by_reader(netlist);
  for (Netlist::Cell& cell : netlist.cells)
    if (cell.module.empty())
      cell.module = netlist.top;
}

}  // namespace vta

#include <boost/json.hpp>
#include <map>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/json.h"
#include "hw/synth/area.h"

namespace vta {
namespace {

namespace json = boost::json;

// Cells of the 7-series library and what one of them takes. A RAM32M fills four look-up tables of
// one slice, a RAM64X1D two, and so on.
struct Primitive {
  int64_t lut = 0, ff = 0, dsp = 0, bram18 = 0;
};
const std::map<std::string_view, Primitive>& primitives() {
  static const std::map<std::string_view, Primitive> kTable{
      {"LUT1", {.lut = 1}},        {"LUT2", {.lut = 1}},     {"LUT3", {.lut = 1}},
      {"LUT4", {.lut = 1}},        {"LUT5", {.lut = 1}},     {"LUT6", {.lut = 1}},
      {"INV", {.lut = 1}},         {"SRL16E", {.lut = 1}},   {"SRLC32E", {.lut = 1}},
      {"RAM32X1D", {.lut = 2}},    {"RAM64X1D", {.lut = 2}}, {"RAM128X1D", {.lut = 4}},
      {"RAM32X1S", {.lut = 1}},    {"RAM64X1S", {.lut = 1}}, {"RAM128X1S", {.lut = 2}},
      {"RAM256X1S", {.lut = 4}},   {"RAM32M", {.lut = 4}},   {"RAM64M", {.lut = 4}},
      {"FDRE", {.ff = 1}},         {"FDSE", {.ff = 1}},      {"FDCE", {.ff = 1}},
      {"FDPE", {.ff = 1}},         {"DSP48E1", {.dsp = 1}},  {"RAMB18E1", {.bram18 = 1}},
      {"RAMB36E1", {.bram18 = 2}},
  };
  return kTable;
}

// Modules are listed with a backslash before their names, cells are not.
std::string plain_name(std::string_view name) {
  return std::string(name.starts_with('\\') ? name.substr(1) : name);
}

// "vta_dma_read$vta_core.datapath.load" -> the name that the source gives the module.
std::string base_name(const std::string& name) {
  return name.substr(0, name.find('$'));
}

// The name of a row: scratchpads are told apart by their instances, "u_wgt" of
// "vta_scratchpad$vta_core.u_datapath.u_wgt".
std::string row_name(const std::string& name) {
  const std::string base = base_name(name);
  const size_t instance = name.rfind(".u_");
  if (base != "vta_scratchpad" || instance == std::string::npos)
    return base;
  return base + " " + name.substr(instance + 3);
}

using Modules = std::map<std::string, JsonReader>;

void for_each_cell_type(const JsonReader& module, std::string_view member, const auto& visit) {
  if (!module.has(member))
    return;
  const JsonReader types = module.get_object(member);
  for (const auto& [type, count] : types.object())
    visit(std::string(type), types.get_int(type));
}

// Submodules are cells whose type is a module.
void for_each_submodule(const JsonReader& module, const Modules& modules, const auto& visit) {
  for (const char* member : {"num_cells_by_type", "num_submodules_by_type"})
    for_each_cell_type(module, member, [&](const std::string& type, int64_t count) {
      if (modules.contains(type))
        visit(type, count);
    });
}

void count_instances(const std::string& name, int64_t times, const Modules& modules,
                     std::map<std::string, int64_t>& instances) {
  instances[name] += times;
  for_each_submodule(modules.at(name), modules, [&](const std::string& type, int64_t count) {
    count_instances(type, times * count, modules, instances);
  });
}

ModuleArea own_area(const JsonReader& module, const Modules& modules) {
  ModuleArea area;
  area.memory_bits = module.get_int("num_memory_bits");
  for_each_cell_type(module, "num_cells_by_type", [&](const std::string& type, int64_t count) {
    if (modules.contains(type))
      return;
    area.cells += count;
    area.multipliers += type == "$mul" ? count : 0;
    const auto found = primitives().find(type);
    if (found == primitives().end())
      return;
    area.lut += count * found->second.lut;
    area.ff += count * found->second.ff;
    area.dsp += count * found->second.dsp;
    area.bram18 += count * found->second.bram18;
  });
  return area;
}

void add(ModuleArea& to, const ModuleArea& area, int64_t times) {
  to.cells += times * area.cells;
  to.multipliers += times * area.multipliers;
  to.memory_bits += times * area.memory_bits;
  to.lut += times * area.lut;
  to.ff += times * area.ff;
  to.dsp += times * area.dsp;
  to.bram18 += times * area.bram18;
}

}  // namespace

AreaReport read_stat(const std::string& text, const std::string& top, SynthTarget target) {
  const json::value document = parse_json(text, "stat");
  const JsonReader all = JsonReader(document, "stat").get_object("modules");
  Modules modules;
  std::string top_name;
  for (const auto& [name, value] : all.object()) {
    const std::string plain = plain_name(name);
    modules.emplace(plain, all.get_object(name));
    if (base_name(plain) == top)
      top_name = plain;
  }
  if (top_name.empty())
    throw InputError(fmt::format("stat: no module '{}' in it", top));
  std::map<std::string, int64_t> instances;
  count_instances(top_name, 1, modules, instances);

  AreaReport report;
  report.target = target;
  report.total.name = top;
  report.total.instances = 1;
  std::map<std::string, ModuleArea> by_name;
  for (const auto& [name, times] : instances) {
    ModuleArea& row = by_name[row_name(name)];
    const ModuleArea area = own_area(modules.at(name), modules);
    row.name = row_name(name);
    row.instances += times;
    add(row, area, times);
    add(report.total, area, times);
  }
  for (const auto& [name, row] : by_name)
    report.modules.push_back(row);
  return report;
}

}  // namespace vta

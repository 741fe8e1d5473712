// What Vivado takes from the component beside its interfaces: types of files, views, the range of
// addresses, the page of its customization.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "base/process.h"
#include "tests/fpga/export_check.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

struct FileRule {
  const char* ending;
  const char* type;                     // "": it has none
  std::vector<std::string> user_types;  // sorted
};

const std::vector<FileRule>& file_rules() {
  static const std::vector<FileRule> rules{
      {".sv", "systemVerilogSource", {}},
      {".v", "verilogSource", {}},
      {".tcl", "tclSource", {"XGUI_VERSION_2"}},
      // The block design has the processor's clock: only the block alone is told of one.
      {".xdc",
       "",
       {"USED_IN_implementation", "USED_IN_out_of_context", "USED_IN_synthesis", "xdc"}}};
  return rules;
}

Problems check_file_types(const Component& component) {
  Problems problems;
  for (const ComponentFile& file : component.files) {
    const auto rule = std::ranges::find(file_rules(), fs::path(file.name).extension().string(),
                                        &FileRule::ending);
    std::vector<std::string> user_types = file.user_types;
    std::ranges::sort(user_types);
    if (rule == file_rules().end())
      problems.push_back(fmt::format("file {} is of no kind that a component has", file.name));
    else if (file.type != rule->type || user_types != rule->user_types)
      problems.push_back(fmt::format("file {} has the types '{}', {}; should be '{}', {}",
                                     file.name, file.type, fmt::join(user_types, ", "), rule->type,
                                     fmt::join(rule->user_types, ", ")));
  }
  return problems;
}

Problems check_views(const Component& component) {
  const std::map<std::string, std::string> wanted{
      {"xilinx_anylanguagesynthesis", ":vivado.xilinx.com:synthesis"},
      {"xilinx_anylanguagebehavioralsimulation", ":vivado.xilinx.com:simulation"},
      {"xilinx_xpgui", ":vivado.xilinx.com:xgui.ui"}};
  Problems problems;
  for (const auto& [view, environment] : wanted)
    if (const auto found = component.environments.find(view);
        found == component.environments.end() || found->second != environment)
      problems.push_back(fmt::format("view {} has not the environment {}", view, environment));
  return problems;
}

// Of "64K", "16E"; -1 where it is no power of two.
int log2_of(const std::string& size) {
  constexpr std::string_view kUnits = "KMGTPE";
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), number);
  const std::string_view unit(end, size.data() + size.size());
  const size_t place = unit.empty() ? 0 : kUnits.find(unit) + 1;
  if (error != std::errc() || !std::has_single_bit(number) || (!unit.empty() && place == 0))
    return -1;
  return std::countr_zero(number) + 10 * static_cast<int>(place);
}

Problems check_address_space(const Component& component) {
  Problems problems;
  for (const ComponentBus& bus : component.buses) {
    if (bus.type != "aximm" || !bus.master)
      continue;
    if (bus.parameters.at("ADDR_WIDTH") != std::to_string(log2_of(component.space_range)))
      problems.push_back(fmt::format("the range {} of addresses is not what ADDR_WIDTH {} reaches",
                                     component.space_range, bus.parameters.at("ADDR_WIDTH")));
    if (bus.parameters.at("DATA_WIDTH") != std::to_string(component.space_width))
      problems.push_back(
          fmt::format("the address space has {} bits, not DATA_WIDTH", component.space_width));
  }
  return problems;
}

// The page of the customization shows the name and nothing else.
Problems check_page(const fs::path& folder, const Component& component) {
  for (const ComponentFile& file : component.files) {
    if (!file.name.ends_with(".tcl"))
      continue;
    const ProcessOutput run = output_of({"tclsh", VTA_SOURCE_DIR "/tests/fpga/xgui_commands.tcl",
                                         (folder / "ip" / file.name).string()});
    if (run.status != 0 || run.text != "parameter Component_Name\n")
      return {fmt::format("{} shows not the component's name alone: {}", file.name, run.text)};
    return {};
  }
  return {"no file shows the component's parameters"};
}

}  // namespace

Problems check_form(const fs::path& folder, const Component& component) {
  Problems problems = check_file_types(component);
  for (const Problems& more :
       {check_views(component), check_address_space(component), check_page(folder, component)})
    problems.insert(problems.end(), more.begin(), more.end());
  return problems;
}

}  // namespace vta

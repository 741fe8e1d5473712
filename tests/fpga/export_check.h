// Finds what is wrong with a folder that `vta fpga export` wrote, by itself: from the folder alone,
// with tools that know nothing of the program that wrote it. docs/fpga_export.md has the rules.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vta {

using Problems = std::vector<std::string>;  // each a sentence; empty: nothing was found

// Programs that a check needs and that are not installed.
std::vector<std::string> missing_export_tools();

// All checks below, in a copy of the folder.
Problems check_export(const std::filesystem::path& folder);

// What a script for Vivado does, found by vivado_commands.tcl.
struct ScriptRun {
  Problems problems;
  std::multimap<std::string, std::string> facts;
  std::string error;                                // what ended it; empty: it ran to its end
  std::string fact(const std::string& name) const;  // the first; empty: there is none
  bool made(const std::string& thing) const;
};
// `settings`: "arg=project", "slack=-0.1", ... (see there).
ScriptRun run_vivado_script(const std::filesystem::path& script,
                            const std::filesystem::path& folder,
                            const std::vector<std::string>& settings = {});

// ip/component.xml as far as the checks need it.
struct ComponentPort {
  std::string name;
  bool output = false;
  int64_t bits = 1;
  bool operator==(const ComponentPort&) const = default;
};
struct ComponentBus {
  std::string name, type;  // "aximm", "clock", ...
  bool master = false;
  std::map<std::string, std::string> maps;  // logical to physical
  std::map<std::string, std::string> parameters;
};
struct ComponentFile {
  std::string name, type;               // "rtl/vta_core.sv", "systemVerilogSource"
  std::vector<std::string> user_types;  // "xdc", ...
};
struct Component {
  std::string vlnv, top, family;
  std::vector<ComponentPort> ports;
  std::vector<ComponentBus> buses;
  std::map<std::string, std::vector<std::string>> file_sets;
  std::vector<ComponentFile> files;                 // of all sets
  std::map<std::string, std::string> environments;  // of its views
  std::string space_range;                          // of the master's addresses: "16E"
  int64_t space_width = 0;
  int64_t register_bytes = 0;
  std::vector<int64_t> register_offsets;
  std::map<int64_t, std::string> register_access;  // by offset: "read-only", "read-write"
};
Component read_component(const std::filesystem::path& folder);

Problems check_schema(const std::filesystem::path& folder);
Problems check_file_lists(const std::filesystem::path& folder, const Component& component);
Problems check_buses(const Component& component);
Problems check_form(const std::filesystem::path& folder, const Component& component);
Problems check_against_rtl(const std::filesystem::path& folder, const Component& component);
Problems check_scripts(const std::filesystem::path& folder, const Component& component);
Problems check_board(const std::filesystem::path& folder, const Component& component,
                     const ScriptRun& design);
Problems check_device_tree(const std::filesystem::path& folder, const ScriptRun& design);

}  // namespace vta

// The component's ports beside those that Verilator finds in the sources.
#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <regex>

#include "base/file.h"
#include "base/process.h"
#include "tests/fpga/export_check.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

// Of the top module of Verilator's XML, in order.
std::vector<ComponentPort> ports_of_netlist(const pugi::xml_document& document,
                                            const std::string& top) {
  const pugi::xml_node netlist = document.child("verilator_xml").child("netlist");
  const pugi::xml_node module = netlist.find_child_by_attribute("module", "name", top.c_str());
  const pugi::xml_node types = netlist.child("typetable");
  std::vector<ComponentPort> ports;
  for (const pugi::xml_node& variable : module.children("var")) {
    const std::string direction = variable.attribute("dir").value();
    if (direction.empty())
      continue;
    const pugi::xml_node type =
        types.find_child_by_attribute("id", variable.attribute("dtype_id").value());
    ports.push_back(
        {.name = variable.attribute("name").value(),
         .output = direction == "output",
         .bits = type.attribute("left").as_llong() - type.attribute("right").as_llong() + 1});
  }
  return ports;
}

// Registers that the packages of the sources name and the component does not have, or lets be
// written otherwise. Of one of 64 bits both words are looked at.
Problems check_registers(const fs::path& folder, const Component& component) {
  static const std::regex offset_form(
      R"(localparam logic \[11:0\] Reg(\w+) = 12'h([0-9a-f]+);  // (32|64) bits, read( only|/write):)");
  Problems problems;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "ip/rtl")) {
    if (!entry.path().string().ends_with("_pkg.sv"))
      continue;
    const std::string text = read_text_file(entry.path().string());
    for (std::sregex_iterator at(text.begin(), text.end(), offset_form), end; at != end; ++at)
      for (int64_t word = 0; word < std::stoll((*at)[3]) / 32; ++word) {
        const int64_t offset = std::stoll((*at)[2], nullptr, 16) + 4 * word;
        const auto found = component.register_access.find(offset);
        if (found == component.register_access.end())
          problems.push_back(fmt::format("the component lacks register {} of {}, at 0x{:x}",
                                         (*at)[1].str(), entry.path().filename().string(), offset));
        else if (found->second != ((*at)[4] == " only" ? "read-only" : "read-write"))
          problems.push_back(fmt::format("the component's register at 0x{:x} is {}, {} is read{}",
                                         offset, found->second, (*at)[1].str(), (*at)[4].str()));
      }
  }
  return problems;
}

std::string port_text(const ComponentPort& port) {
  return fmt::format("{} {} of {} bits", port.output ? "output" : "input", port.name, port.bits);
}

}  // namespace

Problems check_against_rtl(const fs::path& folder, const Component& component) {
  const fs::path xml = folder / "ports.xml";
  const ProcessOutput run =
      output_of({"verilator", "--xml-only", "--xml-output", xml.string(), "-Wall", "--top-module",
                 component.top, "--Mdir", (folder / "verilated").string(), "-F",
                 (folder / "files.f").string()});
  if (run.status != 0)
    return {fmt::format("the sources do not elaborate: {}", run.text)};
  pugi::xml_document document;
  if (!document.load_file(xml.string().c_str()))
    return {"Verilator's XML cannot be read"};
  const std::vector<ComponentPort> found = ports_of_netlist(document, component.top);
  Problems problems = check_registers(folder, component);
  if (found.empty())
    problems.push_back(fmt::format("the sources have no ports of {}", component.top));
  for (const ComponentPort& port : found)
    if (std::ranges::find(component.ports, port) == component.ports.end())
      problems.push_back(fmt::format("the component lacks the {}", port_text(port)));
  for (const ComponentPort& port : component.ports)
    if (std::ranges::find(found, port) == found.end())
      problems.push_back(fmt::format("the sources lack the {}", port_text(port)));
  return problems;
}

}  // namespace vta

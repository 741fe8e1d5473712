// The component as IP-XACT 1685-2009, in the form that Vivado reads. docs/fpga_export.md has the
// rules; elements are in the order that the schema asks for.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <pugixml.hpp>
#include <sstream>

#include "hw/fpga/fpga_export.h"
#include "hw/isa/registers.h"

namespace vta {
namespace {

constexpr const char* kSynthesis = "xilinx_anylanguagesynthesis";
constexpr const char* kSimulation = "xilinx_anylanguagebehavioralsimulation";
constexpr const char* kGui = "xilinx_xpgui";
constexpr const char* kGuiFile = "xgui/vta_v1_0.tcl";
constexpr const char* kClockFile = "vta_clock.xdc";

pugi::xml_node add(pugi::xml_node parent, const std::string& name) {
  return parent.append_child(("spirit:" + name).c_str());
}
pugi::xml_node add(pugi::xml_node parent, const std::string& name, std::string_view text) {
  pugi::xml_node node = add(parent, name);
  node.text().set(std::string(text).c_str());
  return node;
}
pugi::xml_node add(pugi::xml_node parent, const std::string& name, int64_t value) {
  return add(parent, name, std::to_string(value));
}

std::string in_upper_case(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

void add_type(pugi::xml_node bus, const std::string& element, std::string_view library,
              const std::string& name) {
  pugi::xml_node type = add(bus, element);
  for (const auto& [attribute, value] :
       {std::pair<const char*, std::string>{"spirit:vendor", "xilinx.com"},
        {"spirit:library", std::string(library)},
        {"spirit:name", name},
        {"spirit:version", "1.0"}})
    type.append_attribute(attribute).set_value(value.c_str());
}

// An interface with the two types that it has in Vivado's library.
pugi::xml_node add_bus(pugi::xml_node buses, const std::string& name, std::string_view library,
                       const std::string& type) {
  pugi::xml_node bus = add(buses, "busInterface");
  add(bus, "name", name);
  add_type(bus, "busType", library, type);
  add_type(bus, "abstractionType", library, type + "_rtl");
  return bus;
}

void add_map(pugi::xml_node maps, std::string_view logical, std::string_view physical) {
  pugi::xml_node map = add(maps, "portMap");
  add(add(map, "logicalPort"), "name", logical);
  add(add(map, "physicalPort"), "name", physical);
}

void add_parameter(pugi::xml_node bus, std::string_view name, std::string_view value) {
  pugi::xml_node parameters = bus.child("spirit:parameters");
  if (!parameters)
    parameters = add(bus, "parameters");
  pugi::xml_node parameter = add(parameters, "parameter");
  add(parameter, "name", name);
  const std::string id =
      fmt::format("BUSIFPARAM_VALUE.{}.{}", in_upper_case(bus.child_value("spirit:name")), name);
  add(parameter, "value", value).append_attribute("spirit:id").set_value(id.c_str());
}

void add_axi(pugi::xml_node buses, const BusInterface& axi) {
  pugi::xml_node bus = add_bus(buses, axi.name, "interface", "aximm");
  pugi::xml_node reference = axi.master ? add(add(bus, "master"), "addressSpaceRef")
                                        : add(add(bus, "slave"), "memoryMapRef");
  reference.append_attribute(axi.master ? "spirit:addressSpaceRef" : "spirit:memoryMapRef")
      .set_value(axi.name.c_str());
  pugi::xml_node maps = add(bus, "portMaps");
  for (const BusSignal& signal : axi.signals)
    add_map(maps, signal.logical, signal.port.name);
  add_parameter(bus, "PROTOCOL", protocol_name(axi.protocol));
  add_parameter(bus, "DATA_WIDTH", std::to_string(axi.data_bits()));
  add_parameter(bus, "ADDR_WIDTH", std::to_string(axi.address_bits()));
  if (!axi.master)
    return;
  add_parameter(bus, "MAX_BURST_LENGTH", axi.protocol == AxiProtocol::Axi3 ? "16" : "256");
  add_parameter(bus, "SUPPORTS_NARROW_BURST", "0");
}

pugi::xml_node add_signal_bus(pugi::xml_node buses, const RtlPort& port, const std::string& type,
                              std::string_view logical) {
  pugi::xml_node bus = add_bus(buses, port.name, "signal", type);
  add(bus, port.output ? "master" : "slave");
  add_map(add(bus, "portMaps"), logical, port.name);
  return bus;
}

void add_buses(pugi::xml_node component, const ShellPorts& ports) {
  pugi::xml_node buses = add(component, "busInterfaces");
  add_axi(buses, ports.registers);
  add_axi(buses, ports.memory);
  pugi::xml_node clock = add_signal_bus(buses, ports.clock, "clock", "CLK");
  add_parameter(clock, "ASSOCIATED_BUSIF",
                fmt::format("{}:{}", ports.registers.name, ports.memory.name));
  add_parameter(clock, "ASSOCIATED_RESET", ports.reset.name);
  add_parameter(add_signal_bus(buses, ports.reset, "reset", "RST"), "POLARITY", "ACTIVE_LOW");
  add_parameter(add_signal_bus(buses, ports.interrupt, "interrupt", "INTERRUPT"), "SENSITIVITY",
                "LEVEL_HIGH");
}

// 2^bits bytes in the form that tools of 64 bits read: 4G, 16E.
std::string size_text(int64_t bits) {
  constexpr std::string_view kUnits = " KMGTPE";
  return bits % 10 == 0 && bits < 64
             ? fmt::format("1{}", kUnits[static_cast<size_t>(bits / 10)])
             : fmt::format("{}{}", int64_t{1} << (bits % 10),
                           kUnits.substr(static_cast<size_t>(bits / 10), 1));
}

void add_address_space(pugi::xml_node component, const BusInterface& memory) {
  pugi::xml_node space = add(add(component, "addressSpaces"), "addressSpace");
  add(space, "name", memory.name);
  add(space, "range", size_text(memory.address_bits()));
  add(space, "width", memory.data_bits());
}

void add_register(pugi::xml_node block, const std::string& name, std::string_view description,
                  int64_t offset, bool writable) {
  pugi::xml_node node = add(block, "register");
  add(node, "name", name);
  add(node, "description", description);
  add(node, "addressOffset", fmt::format("0x{:X}", offset));
  add(node, "size", int64_t{32});
  add(node, "access", writable ? "read-write" : "read-only");
}

// A register of 64 bits is two of 32: the block's width bounds theirs.
void add_registers(pugi::xml_node block, const auto& table) {
  for (const auto& spec : table) {
    const std::string name(spec.name);
    add_register(block, name, spec.description, spec.offset, spec.writable);
    if (spec.bits == 64)
      add_register(block, name + "_HIGH", "bits 63..32 of " + name, spec.offset + 4, spec.writable);
  }
}

void add_memory_map(pugi::xml_node component, const FpgaDesign& design) {
  pugi::xml_node map = add(add(component, "memoryMaps"), "memoryMap");
  add(map, "name", design.ports.registers.name);
  pugi::xml_node block = add(map, "addressBlock");
  add(block, "name", "reg0");
  add(block, "baseAddress", int64_t{0});
  add(block, "range", design.register_bytes());
  add(block, "width", design.ports.registers.data_bits());
  add(block, "usage", "register");
  add_registers(block, register_table());
  add_registers(block, shell_register_table());
}

void add_view(pugi::xml_node views, const std::string& name, const std::string& environment,
              bool has_model) {
  pugi::xml_node view = add(views, "view");
  add(view, "name", name);
  add(view, "envIdentifier", environment);
  if (has_model) {
    add(view, "language", "Verilog");
    add(view, "modelName", kFpgaTop);
  }
  add(add(view, "fileSetRef"), "localName", name + "_view_fileset");
}

void add_port(pugi::xml_node ports, const RtlPort& port) {
  pugi::xml_node node = add(ports, "port");
  add(node, "name", port.name);
  pugi::xml_node wire = add(node, "wire");
  add(wire, "direction", port.output ? "out" : "in");
  if (port.bits > 1) {
    pugi::xml_node vector = add(wire, "vector");
    add(vector, "left", port.bits - 1);
    add(vector, "right", int64_t{0});
  }
  pugi::xml_node type = add(add(wire, "wireTypeDefs"), "wireTypeDef");
  add(type, "typeName", "wire");
  for (const char* view : {kSynthesis, kSimulation})
    add(type, "viewNameRef", view);
}

void add_model(pugi::xml_node component, const FpgaDesign& design) {
  pugi::xml_node model = add(component, "model");
  pugi::xml_node views = add(model, "views");
  add_view(views, kSynthesis, ":vivado.xilinx.com:synthesis", true);
  add_view(views, kSimulation, ":vivado.xilinx.com:simulation", true);
  add_view(views, kGui, ":vivado.xilinx.com:xgui.ui", false);
  pugi::xml_node ports = add(model, "ports");
  for (const RtlPort& port : design.ports.all)
    add_port(ports, port);
}

pugi::xml_node add_file_set(pugi::xml_node sets, const std::string& view) {
  pugi::xml_node set = add(sets, "fileSet");
  add(set, "name", view + "_view_fileset");
  return set;
}

void add_sources(pugi::xml_node set, const FpgaDesign& design) {
  for (const std::string& name : fpga_source_names(design)) {
    pugi::xml_node file = add(set, "file");
    add(file, "name", name);
    add(file, "fileType", name.ends_with(".sv") ? "systemVerilogSource" : "verilogSource");
  }
}

void add_file_sets(pugi::xml_node component, const FpgaDesign& design) {
  pugi::xml_node sets = add(component, "fileSets");
  pugi::xml_node synthesis = add_file_set(sets, kSynthesis);
  pugi::xml_node constraints = add(synthesis, "file");
  add(constraints, "name", kClockFile);
  for (const char* use :
       {"xdc", "USED_IN_implementation", "USED_IN_out_of_context", "USED_IN_synthesis"})
    add(constraints, "userFileType", use);
  add_sources(synthesis, design);
  add_sources(add_file_set(sets, kSimulation), design);
  pugi::xml_node gui = add(add_file_set(sets, kGui), "file");
  add(gui, "name", kGuiFile);
  add(gui, "fileType", "tclSource");
  add(gui, "userFileType", "XGUI_VERSION_2");
}

// What the user may change of the component: the name of an instance, shown by xgui.tcl.
void add_name_parameter(pugi::xml_node component) {
  pugi::xml_node parameter = add(add(component, "parameters"), "parameter");
  add(parameter, "name", "Component_Name");
  pugi::xml_node value = add(parameter, "value", "vta_v1_0");
  for (const auto& [attribute, text] :
       {std::pair<const char*, const char*>{"spirit:resolve", "user"},
        {"spirit:id", "PARAM_VALUE.Component_Name"},
        {"spirit:order", "1"}})
    value.append_attribute(attribute).set_value(text);
}

// What Vivado shows, and the families that it offers the component for.
void add_extensions(pugi::xml_node component, const FpgaDesign& design) {
  pugi::xml_node core = add(component, "vendorExtensions").append_child("xilinx:coreExtensions");
  pugi::xml_node family =
      core.append_child("xilinx:supportedFamilies").append_child("xilinx:family");
  family.append_attribute("xilinx:lifeCycle").set_value("Production");
  family.text().set("zynq");
  core.append_child("xilinx:taxonomies").append_child("xilinx:taxonomy").text().set("/UserIP");
  core.append_child("xilinx:displayName")
      .text()
      .set(fmt::format("VTA {}", design.config.name()).c_str());
  core.append_child("xilinx:coreRevision").text().set("1");
}

}  // namespace

std::string ip_xact_component(const FpgaDesign& design) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node component = add(document, "component");
  component.append_attribute("xmlns:xilinx").set_value("http://www.xilinx.com");
  component.append_attribute("xmlns:spirit")
      .set_value("http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009");
  for (const auto& [element, text] : {std::pair<const char*, const char*>{"vendor", "user.org"},
                                      {"library", "user"},
                                      {"name", kFpgaIpName},
                                      {"version", "1.0"}})
    add(component, element, text);
  add_buses(component, design.ports);
  add_address_space(component, design.ports.memory);
  add_memory_map(component, design);
  add_model(component, design);
  add_file_sets(component, design);
  add(component, "description", fmt::format("VTA accelerator {}", design.config.name()));
  add_name_parameter(component);
  add_extensions(component, design);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace vta

// The component: what is in it, and whether its interfaces are whole.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <pugixml.hpp>
#include <set>

#include "base/error.h"
#include "tests/fpga/export_check.h"

namespace vta {
namespace {

int64_t number(const char* text) {
  return std::strtoll(text, nullptr, 0);
}

ComponentPort read_port(const pugi::xml_node& node) {
  const pugi::xml_node wire = node.child("spirit:wire"), vector = wire.child("spirit:vector");
  const int64_t left = number(vector.child_value("spirit:left"));
  const int64_t right = number(vector.child_value("spirit:right"));
  return {.name = node.child_value("spirit:name"),
          .output = std::string(wire.child_value("spirit:direction")) == "out",
          .bits = left - right + 1};
}

ComponentBus read_bus(const pugi::xml_node& node) {
  ComponentBus bus{.name = node.child_value("spirit:name"),
                   .type = node.child("spirit:busType").attribute("spirit:name").value(),
                   .master = static_cast<bool>(node.child("spirit:master")),
                   .maps = {},
                   .parameters = {}};
  for (const pugi::xml_node& map : node.child("spirit:portMaps").children())
    bus.maps[map.child("spirit:logicalPort").child_value("spirit:name")] =
        map.child("spirit:physicalPort").child_value("spirit:name");
  for (const pugi::xml_node& parameter : node.child("spirit:parameters").children())
    bus.parameters[parameter.child_value("spirit:name")] = parameter.child_value("spirit:value");
  return bus;
}

void read_registers(const pugi::xml_node& component, Component& out) {
  const pugi::xml_node block =
      component.child("spirit:memoryMaps").child("spirit:memoryMap").child("spirit:addressBlock");
  out.register_bytes = number(block.child_value("spirit:range"));
  for (const pugi::xml_node& node : block.children("spirit:register")) {
    out.register_offsets.push_back(number(node.child_value("spirit:addressOffset")));
    out.register_access[out.register_offsets.back()] = node.child_value("spirit:access");
  }
}

void read_files(const pugi::xml_node& component, Component& out) {
  for (const pugi::xml_node& set : component.child("spirit:fileSets").children())
    for (const pugi::xml_node& node : set.children("spirit:file")) {
      ComponentFile file{.name = node.child_value("spirit:name"),
                         .type = node.child_value("spirit:fileType"),
                         .user_types = {}};
      for (const pugi::xml_node& type : node.children("spirit:userFileType"))
        file.user_types.emplace_back(type.child_value());
      out.file_sets[set.child_value("spirit:name")].push_back(file.name);
      out.files.push_back(file);
    }
}

void read_address_space(const pugi::xml_node& component, Component& out) {
  const pugi::xml_node space = component.child("spirit:addressSpaces").child("spirit:addressSpace");
  out.space_range = space.child_value("spirit:range");
  out.space_width = number(space.child_value("spirit:width"));
}

const ComponentBus* find_bus(const Component& component, const std::string& type, bool master) {
  const auto found = std::ranges::find_if(component.buses, [&](const ComponentBus& bus) {
    return bus.type == type && bus.master == master;
  });
  return found == component.buses.end() ? nullptr : &*found;
}

std::string parameter_of(const ComponentBus& bus, const std::string& name) {
  const auto found = bus.parameters.find(name);
  return found == bus.parameters.end() ? "" : found->second;
}

// A signal of AXI: who drives it; its bits in AXI3, AXI4, AXI4-Lite (0: data or address wide, or an
// ID's; -1: not there); whether every interface has it. Written from the specification.
struct SignalRule {
  const char* name;
  bool of_master;
  std::array<int, 3> bits;
  bool must;
};
constexpr SignalRule kRules[] = {
    {"AWID", true, {0, 0, -1}, false},    {"AWADDR", true, {0, 0, 0}, true},
    {"AWLEN", true, {4, 8, -1}, true},    {"AWSIZE", true, {3, 3, -1}, true},
    {"AWBURST", true, {2, 2, -1}, true},  {"AWLOCK", true, {2, 1, -1}, false},
    {"AWCACHE", true, {4, 4, -1}, false}, {"AWPROT", true, {3, 3, 3}, false},
    {"AWQOS", true, {4, 4, -1}, false},   {"AWREGION", true, {-1, 4, -1}, false},
    {"AWVALID", true, {1, 1, 1}, true},   {"AWREADY", false, {1, 1, 1}, true},
    {"WID", true, {0, -1, -1}, false},    {"WDATA", true, {0, 0, 0}, true},
    {"WSTRB", true, {0, 0, 0}, true},     {"WLAST", true, {1, 1, -1}, true},
    {"WVALID", true, {1, 1, 1}, true},    {"WREADY", false, {1, 1, 1}, true},
    {"BID", false, {0, 0, -1}, false},    {"BRESP", false, {2, 2, 2}, true},
    {"BVALID", false, {1, 1, 1}, true},   {"BREADY", true, {1, 1, 1}, true},
    {"ARID", true, {0, 0, -1}, false},    {"ARADDR", true, {0, 0, 0}, true},
    {"ARLEN", true, {4, 8, -1}, true},    {"ARSIZE", true, {3, 3, -1}, true},
    {"ARBURST", true, {2, 2, -1}, true},  {"ARLOCK", true, {2, 1, -1}, false},
    {"ARCACHE", true, {4, 4, -1}, false}, {"ARPROT", true, {3, 3, 3}, false},
    {"ARQOS", true, {4, 4, -1}, false},   {"ARREGION", true, {-1, 4, -1}, false},
    {"ARVALID", true, {1, 1, 1}, true},   {"ARREADY", false, {1, 1, 1}, true},
    {"RID", false, {0, 0, -1}, false},    {"RDATA", false, {0, 0, 0}, true},
    {"RRESP", false, {2, 2, 2}, true},    {"RLAST", false, {1, 1, -1}, true},
    {"RVALID", false, {1, 1, 1}, true},   {"RREADY", true, {1, 1, 1}, true},
};

class BusCheck {
 public:
  explicit BusCheck(const Component& component) : component_(component) {}

  Problems all() {
    axi(true);
    axi(false);
    signals();
    every_port_once();
    return problems_;
  }

 private:
  template <typename... Values>
  void say(fmt::format_string<Values...> text, Values&&... values) {
    problems_.push_back(fmt::format(text, std::forward<Values>(values)...));
  }

  const ComponentPort* port(const std::string& name) const {
    const auto found = std::ranges::find(component_.ports, name, &ComponentPort::name);
    return found == component_.ports.end() ? nullptr : &*found;
  }
  int64_t bits_of(const ComponentBus& bus, const std::string& logical) const {
    const auto map = bus.maps.find(logical);
    const ComponentPort* mapped = map == bus.maps.end() ? nullptr : port(map->second);
    return mapped == nullptr ? 0 : mapped->bits;
  }

  void axi(bool master) {
    const ComponentBus* bus = find_bus(component_, "aximm", master);
    if (bus == nullptr)
      return say("there is no AXI {}", master ? "master" : "slave");
    const std::string protocol = parameter_of(*bus, "PROTOCOL");
    const std::array names{"AXI3", "AXI4", "AXI4LITE"};
    const auto known = std::ranges::find(names, protocol);
    if (known == names.end() || (protocol == "AXI4LITE") == master)
      return say("interface {} has the protocol '{}'", bus->name, protocol);
    if (master)
      bursts(*bus, protocol);
    for (const SignalRule& rule : kRules)
      signal(*bus, rule, rule.bits[static_cast<size_t>(known - names.begin())]);
    for (const auto& [logical, physical] : bus->maps)
      if (std::ranges::none_of(kRules, [&](const SignalRule& r) { return logical == r.name; }))
        say("interface {} maps '{}', which AXI does not have", bus->name, logical);
    widths(*bus);
  }

  // The accelerator's bursts are as long as the protocol allows, and every beat is a whole word.
  void bursts(const ComponentBus& bus, const std::string& protocol) {
    if (parameter_of(bus, "MAX_BURST_LENGTH") != (protocol == "AXI3" ? "16" : "256"))
      say("interface {}: MAX_BURST_LENGTH is '{}' for {}", bus.name,
          parameter_of(bus, "MAX_BURST_LENGTH"), protocol);
    if (parameter_of(bus, "SUPPORTS_NARROW_BURST") != "0")
      say("interface {}: SUPPORTS_NARROW_BURST is '{}', not 0", bus.name,
          parameter_of(bus, "SUPPORTS_NARROW_BURST"));
  }

  void signal(const ComponentBus& bus, const SignalRule& rule, int bits) {
    const auto map = bus.maps.find(rule.name);
    if (map == bus.maps.end()) {
      if (rule.must && bits >= 0)
        say("interface {} has no {}", bus.name, rule.name);
      return;
    }
    const ComponentPort* mapped = port(map->second);
    if (mapped == nullptr || bits < 0)
      return say("interface {} maps {} to {}: not there", bus.name, rule.name, map->second);
    std::string lower = map->second.substr(map->second.rfind('_') + 1);
    std::ranges::transform(lower, lower.begin(), [](char c) { return std::toupper(c); });
    if (lower != rule.name)
      say("interface {} maps {} to {}, another signal by its name", bus.name, rule.name,
          map->second);
    if (mapped->output != (rule.of_master == bus.master))
      say("interface {}: {} has the wrong direction", bus.name, map->second);
    if (bits > 0 && mapped->bits != bits)
      say("interface {}: {} has {} bits, not {}", bus.name, map->second, mapped->bits, bits);
  }

  void widths(const ComponentBus& bus) {
    const int64_t data = bits_of(bus, "WDATA"), address = bits_of(bus, "AWADDR");
    if (bits_of(bus, "RDATA") != data || bits_of(bus, "WSTRB") * 8 != data ||
        parameter_of(bus, "DATA_WIDTH") != std::to_string(data))
      say("interface {}: widths of data, strobes and DATA_WIDTH do not agree", bus.name);
    if (bits_of(bus, "ARADDR") != address ||
        parameter_of(bus, "ADDR_WIDTH") != std::to_string(address))
      say("interface {}: widths of addresses and ADDR_WIDTH do not agree", bus.name);
    if (!bus.master && int64_t{1} << address != component_.register_bytes)
      say("the register block has {} bytes, its interface addresses {}", component_.register_bytes,
          int64_t{1} << address);
    for (const int64_t offset : component_.register_offsets)
      if (offset % 4 != 0 || offset + 4 > component_.register_bytes)
        say("a register is at {:#x}, outside its block or between its words", offset);
  }

  void signals() {
    const ComponentBus* clock = find_bus(component_, "clock", false);
    const ComponentBus* reset = find_bus(component_, "reset", false);
    const ComponentBus* interrupt = find_bus(component_, "interrupt", true);
    if (clock == nullptr || reset == nullptr || interrupt == nullptr)
      return say("clock, reset or interrupt is no interface");
    const std::set<std::string> buses = split(parameter_of(*clock, "ASSOCIATED_BUSIF"));
    for (const ComponentBus& bus : component_.buses)
      if (bus.type == "aximm" && !buses.contains(bus.name))
        say("ASSOCIATED_BUSIF of the clock lacks {}", bus.name);
    if (parameter_of(*clock, "ASSOCIATED_RESET") != bits_name(*reset, "RST"))
      say("ASSOCIATED_RESET of the clock is not the reset");
    const bool low = bits_name(*reset, "RST").ends_with("n");
    if (parameter_of(*reset, "POLARITY") != (low ? "ACTIVE_LOW" : "ACTIVE_HIGH"))
      say("POLARITY of the reset is '{}'", parameter_of(*reset, "POLARITY"));
    if (parameter_of(*interrupt, "SENSITIVITY") != "LEVEL_HIGH")
      say("SENSITIVITY of the interrupt is '{}'", parameter_of(*interrupt, "SENSITIVITY"));
  }

  static std::string bits_name(const ComponentBus& bus, const std::string& logical) {
    const auto map = bus.maps.find(logical);
    return map == bus.maps.end() ? "" : map->second;
  }
  static std::set<std::string> split(const std::string& text) {
    std::set<std::string> words;
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find(':', at), text.size());
      words.insert(text.substr(at, end - at));
      at = end + 1;
    }
    return words;
  }

  void every_port_once() {
    std::map<std::string, int> uses;
    for (const ComponentBus& bus : component_.buses)
      for (const auto& [logical, physical] : bus.maps)
        ++uses[physical];
    for (const ComponentPort& each : component_.ports)
      if (uses[each.name] != 1)
        say("port {} is in {} interfaces", each.name, uses[each.name]);
  }

  const Component& component_;
  Problems problems_;
};

}  // namespace

Component read_component(const std::filesystem::path& folder) {
  pugi::xml_document document;
  const std::string path = (folder / "ip/component.xml").string();
  const pugi::xml_parse_result parsed = document.load_file(path.c_str());
  const pugi::xml_node node = document.child("spirit:component");
  if (!parsed || !node)
    throw InputError(fmt::format("ip/component.xml is no component: {}", parsed.description()));
  Component out;
  out.vlnv = fmt::format("{}:{}:{}:{}", node.child_value("spirit:vendor"),
                         node.child_value("spirit:library"), node.child_value("spirit:name"),
                         node.child_value("spirit:version"));
  const pugi::xml_node model = node.child("spirit:model");
  out.top = model.child("spirit:views").first_child().child_value("spirit:modelName");
  for (const pugi::xml_node& port : model.child("spirit:ports").children())
    out.ports.push_back(read_port(port));
  for (const pugi::xml_node& bus : node.child("spirit:busInterfaces").children())
    out.buses.push_back(read_bus(bus));
  for (const pugi::xml_node& view : model.child("spirit:views").children())
    out.environments[view.child_value("spirit:name")] = view.child_value("spirit:envIdentifier");
  out.family = node.child("spirit:vendorExtensions")
                   .child("xilinx:coreExtensions")
                   .child("xilinx:supportedFamilies")
                   .child_value("xilinx:family");
  read_files(node, out);
  read_address_space(node, out);
  read_registers(node, out);
  return out;
}

Problems check_buses(const Component& component) {
  return BusCheck(component).all();
}

}  // namespace vta

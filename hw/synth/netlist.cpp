#include "hw/synth/netlist.h"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "hw/synth/netlist_bits.h"
#include "hw/synth/netlist_names.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr const char* kWire = "$buf";         // another name for a net
constexpr const char* kScope = "$scopeinfo";  // an instance that was flattened; no hardware

// A type of cells, and where its ports are among its pins.
struct TypePorts {
  struct Port {
    std::string name;
    size_t first = 0, bits = 0;
  };
  int type = 0;
  size_t pins = 0;
  std::vector<Port> ports;
};

class NetlistReader {
 public:
  explicit NetlistReader(const JsonReader& document)
      : modules_(document.get_object("modules")), top_(find_top()) {}

  Netlist read() {
    const JsonReader cells = top_.get_object("cells");
    for (const auto& [name, unused] : cells.object())
      if (const JsonReader cell = cells.get_object(name); cell.get_string("type") == kWire)
        read_wire(cell);
    read_names();
    read_ports();
    for (const auto& [name, unused] : cells.object())
      read_cell(std::string(name), cells.get_object(name));
    name_modules(netlist_);
    return std::move(netlist_);
  }

 private:
  JsonReader find_top() {
    for (const auto& [name, unused] : modules_.object()) {
      const JsonReader module = modules_.get_object(name);
      if (!module.has("attributes") || !module.get_object("attributes").has("top"))
        continue;
      netlist_.top = std::string(name);
      return module;
    }
    throw InputError(fmt::format("{}: no module is marked as the top", modules_.where()));
  }

  void read_wire(const JsonReader& cell) {
    const JsonReader nets = cell.get_object("connections");
    const json::array& from = nets.get_array("A");
    const json::array& to = nets.get_array("Y");
    for (size_t i = 0; i < from.size() && i < to.size(); ++i)
      if (const auto net = net_of(to[i]))
        wires_[*net] = &from[i];
  }

  // Index of a bit's net, behind wires; a new one if need be.
  int net(const json::value& bit) {
    const json::value* at = &bit;
    size_t steps = 0;
    for (auto number = net_of(*at); number; number = net_of(*at)) {
      const auto wire = wires_.find(*number);
      if (wire == wires_.end()) {
        const auto [found, added] =
            nets_.emplace(*number, static_cast<int>(netlist_.net_names.size()));
        if (added)
          netlist_.net_names.push_back(fmt::format("net {}", *number));
        return found->second;
      }
      at = wire->second;
      if (++steps > wires_.size())
        throw InputError(fmt::format("{}: net {} is wired to itself", modules_.where(), *number));
    }
    return kNoNet;
  }

  // The first name of the sources that a net has; of several, the one deepest in the hierarchy.
  void read_names() {
    const JsonReader names = top_.get_object("netnames");
    std::unordered_map<int, std::ptrdiff_t> depths;
    for (const auto& [key, unused] : names.object()) {
      const std::string name(key);
      if (!is_public(name))
        continue;
      const JsonReader signal = names.get_object(key);
      const std::ptrdiff_t depth = std::count(name.begin(), name.end(), '.') + 1;
      const json::array& bits = signal.get_array("bits");
      for (size_t i = 0; i < bits.size(); ++i)
        if (const int index = net(bits[i]); index != kNoNet && depth > depths[index]) {
          depths[index] = depth;
          netlist_.net_names[static_cast<size_t>(index)] = bit_name(signal, name, i);
          named_.insert(index);
        }
    }
  }

  void read_ports() {
    const JsonReader ports = top_.get_object("ports");
    for (const auto& [key, unused] : ports.object()) {
      const JsonReader port = ports.get_object(key);
      const bool output = port.get_string("direction") == "output";
      const json::array& bits = port.get_array("bits");
      for (size_t i = 0; i < bits.size(); ++i) {
        const std::string name = bit_name(port, std::string(key), i);
        netlist_.ports.push_back({name, output, net(bits[i])});
        if (const int index = netlist_.ports.back().net; !output && index != kNoNet)
          netlist_.net_names[static_cast<size_t>(index)] = name;
      }
    }
  }

  const TypePorts& type(const std::string& name, const std::string& cell) {
    if (const auto known = types_.find(name); known != types_.end())
      return known->second;
    if (!modules_.has(name))
      throw InputError(fmt::format("{}: cell '{}' is of type {}, which the library does not have",
                                   modules_.where(), cell, name));
    const JsonReader module = modules_.get_object(name);
    TypePorts type;
    type.type = static_cast<int>(netlist_.types.size());
    const JsonReader ports = module.get_object("ports");
    for (const auto& [key, unused] : ports.object()) {
      const size_t bits = ports.get_object(key).get_array("bits").size();
      type.ports.push_back({std::string(key), type.pins, bits});
      type.pins += bits;
    }
    netlist_.types.push_back(read_cell_timing(name, module));
    return types_.emplace(name, type).first->second;
  }

  void read_cell(const std::string& name, const JsonReader& reader) {
    const std::string type_name = reader.get_string("type");
    if (type_name == kWire || type_name == kScope)
      return;
    const TypePorts& ports = type(type_name, name);
    Netlist::Cell cell;
    cell.type = ports.type;
    cell.nets.assign(ports.pins, kNoNet);
    const JsonReader nets = reader.get_object("connections");
    for (const TypePorts::Port& port : ports.ports) {
      if (!nets.has(port.name))
        continue;
      const json::array& bits = nets.get_array(port.name);
      if (bits.size() != port.bits)
        throw InputError(fmt::format("{}: cell '{}' of type {} has {} bits at port {}, not {}",
                                     modules_.where(), name, type_name, bits.size(), port.name,
                                     port.bits));
      for (size_t i = 0; i < bits.size(); ++i)
        cell.nets[port.first + i] = net(bits[i]);
    }
    cell.name = display_name(name, cell);
    const JsonReader attributes = reader.get_object("attributes");
    if (attributes.has("src"))
      cell.source = source_of(attributes.get_string("src"));
    netlist_.cells.push_back(std::move(cell));
  }

  // Its own name if that is of the sources; else that of the first of its outputs that has one.
  std::string display_name(const std::string& name, const Netlist::Cell& cell) const {
    const std::string own = cell_name_of(name);
    if (is_public(own))
      return own;
    for (size_t p = 0; p < cell.nets.size(); ++p)
      if (netlist_.type_of(cell).pins[p].output && named_.contains(cell.nets[p]))
        return netlist_.net_names[static_cast<size_t>(cell.nets[p])];
    return own;
  }

  JsonReader modules_;
  Netlist netlist_;
  JsonReader top_;
  std::unordered_map<int64_t, const json::value*> wires_;
  std::unordered_map<int64_t, int> nets_;
  std::unordered_set<int> named_;  // nets with a name of the sources
  std::map<std::string, TypePorts> types_;
};

}  // namespace

Netlist read_netlist(std::string_view text, std::string_view origin) {
  const json::value document = parse_json(text, origin);
  return NetlistReader(JsonReader(document, std::string(origin))).read();
}

}  // namespace vta

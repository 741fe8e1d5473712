#include "hw/synth/cell_timing.h"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "hw/synth/netlist_bits.h"

namespace vta {
namespace {

namespace json = boost::json;

enum class Known { Zero, One, Open };

// What the constants of a module fix of its signals: the conditions of its timing are expressions
// over parameters and ports. Whatever is not understood is open.
class Conditions {
 public:
  explicit Conditions(const JsonReader& cells) {
    for (const auto& [name, unused] : cells.object()) {
      const JsonReader cell = cells.get_object(name);
      const JsonReader nets = cell.get_object("connections");
      if (nets.has("Y") && nets.get_array("Y").size() == 1)
        if (const auto bit = net_of(nets.get_array("Y")[0]))
          drivers_.emplace(*bit, cell);
    }
  }

  Known value(const json::value& bit) const {
    if (bit.is_string())
      return bit.get_string() == "1"   ? Known::One
             : bit.get_string() == "0" ? Known::Zero
                                       : Known::Open;
    const auto driver = drivers_.find(bit.as_int64());
    return driver == drivers_.end() ? Known::Open : of_cell(driver->second);
  }

  // Some bit is 1.
  Known any(const json::array& bits) const {
    Known result = Known::Zero;
    for (const json::value& bit : bits)
      result = either(result, value(bit));
    return result;
  }

 private:
  static Known inverse(Known a) {
    return a == Known::Open ? a : a == Known::One ? Known::Zero : Known::One;
  }
  static Known either(Known a, Known b) {
    if (a == Known::One || b == Known::One)
      return Known::One;
    return a == Known::Open || b == Known::Open ? Known::Open : Known::Zero;
  }
  static Known both(Known a, Known b) { return inverse(either(inverse(a), inverse(b))); }

  Known of_cell(const JsonReader& cell) const {
    const std::string type = cell.get_string("type");
    const JsonReader nets = cell.get_object("connections");
    const Known a = any(nets.get_array("A"));
    if (type == "$logic_not" || (type == "$not" && nets.get_array("A").size() == 1))
      return inverse(a);
    if (type == "$reduce_or" || type == "$reduce_bool")
      return a;
    if (!nets.has("B"))
      return Known::Open;
    const Known b = any(nets.get_array("B"));
    if (type == "$logic_and")
      return both(a, b);
    if (type == "$logic_or")
      return either(a, b);
    const bool single = nets.get_array("A").size() == 1 && nets.get_array("B").size() == 1;
    if (!single || a == Known::Open || b == Known::Open)
      return Known::Open;
    if (type == "$eq")
      return a == b ? Known::One : Known::Zero;
    return type == "$ne" ? (a == b ? Known::Zero : Known::One) : Known::Open;
  }

  std::unordered_map<int64_t, JsonReader> drivers_;
};

using Delays = std::map<std::pair<int, int>, int64_t>;

class SpecifyReader {
 public:
  SpecifyReader(const std::string& type, const JsonReader& module)
      : module_(module), cells_(module.get_object("cells")), conditions_(cells_) {
    timing_.name = type;
    if (module.has("attributes") && module.get_object("attributes").has("hdlname"))
      timing_.name = module.get_object("attributes").get_string("hdlname");
  }

  CellTiming read() {
    read_pins();
    for (const auto& [name, unused] : cells_.object())
      read_rule(cells_.get_object(name));
    timing_.through = listed(through_);
    timing_.launches = listed(launches_);
    timing_.setups = listed(setups_);
    return timing_;
  }

 private:
  void read_pins() {
    const JsonReader ports = module_.get_object("ports");
    for (const auto& [name, unused] : ports.object()) {
      const JsonReader port = ports.get_object(name);
      const json::array& bits = port.get_array("bits");
      for (size_t i = 0; i < bits.size(); ++i) {
        if (const auto net = net_of(bits[i]))
          pin_of_[*net] = static_cast<int>(timing_.pins.size());
        timing_.pins.push_back(
            {bit_name(port, std::string(name), i), port.get_string("direction") == "output"});
      }
    }
  }

  void read_rule(const JsonReader& cell) {
    const std::string type = cell.get_string("type");
    if (type != "$specify2" && type != "$specify3" && type != "$specrule")
      return;
    const JsonReader nets = cell.get_object("connections");
    for (const char* enable : {"EN", "SRC_EN", "DST_EN"})
      if (nets.has(enable) && conditions_.any(nets.get_array(enable)) == Known::Zero)
        return;
    const JsonReader parameters = cell.get_object("parameters");
    if (type == "$specrule")
      read_check(parameters, nets);
    else
      read_delay(type, parameters, nets);
  }

  void read_check(const JsonReader& parameters, const JsonReader& nets) {
    const std::string kind = parameters.get_string("TYPE");
    if (kind != "$setup" && kind != "$setuphold")
      return;  // hold, width and the like do not bound the clock from above
    require_rising(parameters, "DST_POL");
    add(setups_, nets, number(parameters, {"T_LIMIT_MAX"}), true);
  }

  void read_delay(const std::string& type, const JsonReader& parameters, const JsonReader& nets) {
    const int64_t ps = number(parameters, {"T_RISE_MAX", "T_FALL_MAX"});
    const bool full = number(parameters, {"FULL"}) != 0;
    if (type == "$specify2" || number(parameters, {"EDGE_EN"}) == 0)
      return add(through_, nets, ps, full);
    require_rising(parameters, "EDGE_POL");
    add(launches_, nets, ps, true);
  }

  void require_rising(const JsonReader& parameters, const char* polarity) const {
    if (number(parameters, {polarity}) == 0)
      throw InputError(fmt::format(
          "{}: cells of type {} are clocked by a falling edge; only rising edges are analysed",
          module_.where(), timing_.name));
  }

  // The largest of the parameters, which are texts of binary digits.
  int64_t number(const JsonReader& parameters, std::initializer_list<const char*> keys) const {
    int64_t most = 0;
    for (const char* key : keys) {
      const std::string digits = parameters.get_string(key);
      if (digits.empty() || digits.size() > 64 ||
          digits.find_first_not_of("01") != std::string::npos)
        throw InputError(fmt::format("{}: timing of cells of type {}: {} is '{}', not a number",
                                     module_.where(), timing_.name, key, digits));
      int64_t value = 0;
      for (const char digit : digits)
        value = 2 * value + (digit - '0');
      most = std::max(most, value);
    }
    return most;
  }

  void add(Delays& to, const JsonReader& nets, int64_t ps, bool full) const {
    const json::array& from_bits = nets.get_array("SRC");
    const json::array& to_bits = nets.get_array("DST");
    for (size_t i = 0; i < from_bits.size(); ++i)
      for (size_t j = 0; j < to_bits.size(); ++j)
        if (full || from_bits.size() != to_bits.size() || i == j) {
          int64_t& longest = to[{pin(from_bits[i]), pin(to_bits[j])}];
          longest = std::max(longest, ps);
        }
  }

  int pin(const json::value& bit) const {
    const auto net = net_of(bit);
    const auto found = net ? pin_of_.find(*net) : pin_of_.end();
    if (found == pin_of_.end())
      throw InputError(fmt::format("{}: timing of cells of type {} is of a signal that is no port",
                                   module_.where(), timing_.name));
    return found->second;
  }

  static std::vector<CellTiming::Arc> listed(const Delays& delays) {
    std::vector<CellTiming::Arc> arcs;
    for (const auto& [pins, ps] : delays)
      arcs.push_back({pins.first, pins.second, ps});
    return arcs;
  }

  const JsonReader& module_;
  JsonReader cells_;
  Conditions conditions_;
  CellTiming timing_;
  std::unordered_map<int64_t, int> pin_of_;
  Delays through_, launches_, setups_;
};

}  // namespace

bool CellTiming::is_clock(int pin) const {
  const auto starts = [&](const Arc& arc) { return arc.from == pin; };
  const auto checks = [&](const Arc& arc) { return arc.to == pin; };
  return std::any_of(launches.begin(), launches.end(), starts) ||
         std::any_of(setups.begin(), setups.end(), checks);
}

CellTiming read_cell_timing(const std::string& type, const JsonReader& module) {
  return SpecifyReader(type, module).read();
}

}  // namespace vta

// Netlists as Yosys' write_json prints them, for tests: a top of cells, and a small library whose
// timing is written as Yosys writes specify blocks.
#pragma once

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace vta {

namespace json = boost::json;

using Bits = std::vector<int>;  // nets; kZero is the constant "0"
inline constexpr int kZero = 0;

inline json::array bits_json(const Bits& bits) {
  json::array out;
  for (const int bit : bits)
    out.push_back(bit == kZero ? json::value("0") : json::value(bit));
  return out;
}

inline std::string binary(int64_t value) {
  return fmt::format("{:032b}", value);
}

// One module: ports, cells, names.
class ModuleText {
 public:
  ModuleText& attribute(std::string_view key, std::string_view text) {
    attributes_[key] = text;
    return *this;
  }
  ModuleText& port(std::string_view name, std::string_view direction, const Bits& bits) {
    ports_[name] = {{"direction", direction}, {"bits", bits_json(bits)}};
    return *this;
  }
  ModuleText& name(std::string_view name, const Bits& bits) {
    names_[name] = {{"hide_name", 0}, {"bits", bits_json(bits)}, {"attributes", json::object{}}};
    return *this;
  }
  ModuleText& cell(std::string_view name, std::string_view type, const json::object& nets,
                   std::string_view src = "") {
    json::object attributes;
    if (!src.empty())
      attributes["src"] = src;
    return add(name, type, {}, attributes, nets);
  }

  // (from => to) = ps, or *> where full.
  ModuleText& through(const Bits& from, const Bits& to, int64_t ps, bool full = false,
                      const Bits& enable = {1}) {
    return rule("$specify2",
                {{"T_RISE_MAX", binary(ps)}, {"T_FALL_MAX", binary(0)}, {"FULL", full ? "1" : "0"}},
                {{"SRC", bits_json(from)}, {"DST", bits_json(to)}, {"EN", enable_json(enable)}});
  }
  // (posedge clock => (to : x)) = ps.
  ModuleText& launch(int clock, const Bits& to, int64_t ps, bool rising = true,
                     const Bits& enable = {1}) {
    return rule("$specify3",
                {{"T_RISE_MAX", binary(ps)},
                 {"T_FALL_MAX", binary(ps)},
                 {"FULL", "0"},
                 {"EDGE_EN", "1"},
                 {"EDGE_POL", rising ? "1" : "0"}},
                {{"SRC", bits_json({clock})}, {"DST", bits_json(to)}, {"EN", enable_json(enable)}});
  }
  // $setup(from, posedge clock &&& enable, ps); digits may be anything.
  ModuleText& setup(const Bits& from, int clock, const std::string& digits,
                    const Bits& enable = {1}) {
    return rule("$specrule",
                {{"TYPE", "$setup"}, {"T_LIMIT_MAX", digits}, {"DST_POL", "1"}, {"SRC_POL", "0"}},
                {{"SRC", bits_json(from)},
                 {"DST", bits_json({clock})},
                 {"SRC_EN", json::array{"1"}},
                 {"DST_EN", enable_json(enable)}});
  }
  ModuleText& setup(const Bits& from, int clock, int64_t ps) {
    return setup(from, clock, binary(ps));
  }

  json::object value() const {
    return {
        {"attributes", attributes_}, {"ports", ports_}, {"cells", cells_}, {"netnames", names_}};
  }

 private:
  // {1}, the default of all conditions, is the constant; others are nets.
  static json::array enable_json(const Bits& enable) {
    return enable == Bits{1} ? json::array{"1"} : bits_json(enable);
  }
  ModuleText& rule(std::string_view type, const json::object& parameters,
                   const json::object& nets) {
    return add(fmt::format("$specify${}", cells_.size()), type, parameters, {}, nets);
  }
  ModuleText& add(std::string_view name, std::string_view type, const json::object& parameters,
                  const json::object& attributes, const json::object& nets) {
    cells_[name] = {{"type", type},
                    {"parameters", parameters},
                    {"attributes", attributes},
                    {"connections", nets}};
    return *this;
  }

  json::object attributes_, ports_, cells_, names_;
};

inline ModuleText top_module() {
  return ModuleText().attribute("top", "1");
}

// The library, all figures in ps:
// FF      D setup 50, C to Q 300
// LUT2    I0 200, I1 100
// RAM     ADDR[2] setup 566, CLK to DO[2] 2454
// DSP     A[2] to P[2] 3841 and PCIN[2] to P[2] 1518, each bit to every bit
// ACC     A[2] setup 1928, PCIN[2] setup 1400, CLK to P[2] 434: a DSP with its register
inline json::object test_library() {
  return {
      {"FF", ModuleText()
                 .port("C", "input", {2})
                 .port("D", "input", {3})
                 .port("Q", "output", {4})
                 .setup({3}, 2, 50)
                 .launch(2, {4}, 300)
                 .value()},
      {"LUT2", ModuleText()
                   .port("I0", "input", {2})
                   .port("I1", "input", {3})
                   .port("O", "output", {4})
                   .through({2}, {4}, 200)
                   .through({3}, {4}, 100)
                   .value()},
      {"RAM", ModuleText()
                  .port("CLK", "input", {2})
                  .port("ADDR", "input", {3, 4})
                  .port("DO", "output", {5, 6})
                  .setup({3, 4}, 2, 566)
                  .launch(2, {5, 6}, 2454)
                  .value()},
      {"DSP", ModuleText()
                  .port("A", "input", {2, 3})
                  .port("PCIN", "input", {4, 5})
                  .port("P", "output", {6, 7})
                  .through({2, 3}, {6, 7}, 3841, true)
                  .through({4, 5}, {6, 7}, 1518, true)
                  .value()},
      {"ACC", ModuleText()
                  .port("CLK", "input", {2})
                  .port("A", "input", {3, 4})
                  .port("PCIN", "input", {5, 6})
                  .port("P", "output", {7, 8})
                  .setup({3, 4}, 2, 1928)
                  .setup({5, 6}, 2, 1400)
                  .launch(2, {7, 8}, 434)
                  .value()},
  };
}

inline std::string netlist_text(const ModuleText& top, json::object modules = test_library()) {
  modules["top"] = top.value();
  return json_text(json::object{{"creator", "test"}, {"modules", modules}});
}

inline json::object nets(std::initializer_list<std::pair<const char*, Bits>> of) {
  json::object out;
  for (const auto& [port, bits] : of)
    out[port] = bits_json(bits);
  return out;
}

}  // namespace vta

#include "workbench/views/diff_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "base/number_text.h"
#include "base/plural.h"
#include "base/text_safety.h"
#include "base/text_table.h"
#include "explore/record/run_writer.h"

namespace vta::workbench {
namespace {

using explore::Comparison;
using explore::ElementDifference;
using explore::NetworkDifference;
using explore::NetworkTensor;
using explore::TensorDifference;

constexpr int64_t kSchemaVersion = 1;

std::string value_text(double value) {
  return std::isfinite(value) ? significant_text(value, 6) : fmt::format("{}", value);
}

// Of the elements that are numbers on both sides.
std::string db_text(const explore::TensorDifference& d) {
  if (std::isinf(d.sqnr_db))
    return d.sqnr_db < 0 ? "-inf" : d.differing > 0 ? "none" : "equal";
  return fmt::format("{:.1f}", d.sqnr_db);
}

std::string pair_text(const ElementDifference& e, const Shape& shape) {
  return fmt::format("{}: {} and {}", explore::place_text(e.element, shape), value_text(e.a),
                     value_text(e.b));
}

const Shape& shape_of(const DiffResult& r, const TensorDifference& d) {
  return r.tensors.tensors[d.tensor].type.shape;
}

std::string equal_text(const NetworkDifference& n) {
  const int64_t noisy =
      std::ranges::count(n.tensors, Comparison::Noise, &TensorDifference::comparison);
  const std::string all = counted(std::ssize(n.tensors), "tensor");
  if (noisy == 0)
    return fmt::format("{} and {} are equal in {}\n", n.a, n.b, all);
  return fmt::format(
      "{} and {} agree in {}: of those in float on one side each keeps {:g} dB or more\n", n.a, n.b,
      all, n.least_sqnr_db);
}

std::string first_text(const DiffResult& r) {
  const NetworkDifference& n = r.difference;
  const TensorDifference& d = n.tensors[*n.first];
  std::string out =
      fmt::format("{} and {} differ, in {} of {}; first in {}\n", n.a, n.b, n.differing(),
                  counted(std::ssize(n.tensors), "tensor"), r.tensors.text(d.tensor));
  if (d.first.element >= 0)
    out += fmt::format("  where      {} of {}{}, first at {}\n", thousands(d.differing),
                       counted(d.elements, "element"),
                       d.comparison == Comparison::Noise ? " by more than a step" : "",
                       pair_text(d.first, shape_of(r, d)));
  if (d.largest.element >= 0)
    out += fmt::format("  by         {} at most, at {}\n", value_text(d.largest_difference),
                       pair_text(d.largest, shape_of(r, d)));
  if (d.not_numbers > 0)
    out += fmt::format("  no number  {} in one of the two\n", counted(d.not_numbers, "element"));
  out += fmt::format("  SQNR       {}{}\n", db_text(d), std::isinf(d.sqnr_db) ? "" : " dB");
  if (n.makers.size() > 1 || !r.tensors.tensors[d.tensor].op.empty())
    out += fmt::format("  made by    {}\n", makers_text(r));
  for (size_t i = 0; i < n.operands.size(); ++i)
    out +=
        fmt::format("  {:<10} {}: {}\n", i == 0 ? "of" : "", r.tensors.text(n.operands[i].tensor),
                    n.operands[i].equal ? "equal" : "differs");
  return out;
}

std::string table_text(const DiffResult& r, size_t rows, size_t width) {
  TextTable table({{"tensor", false, true},
                   {"made by", false, true},
                   {"compared", false},
                   {"elements"},
                   {"differ"},
                   {"largest"},
                   {"SQNR dB"}});
  size_t shown = 0;
  for (const TensorDifference& d : r.difference.tensors) {
    if (shown++ == rows)
      break;
    const NetworkTensor& t = r.tensors.tensors[d.tensor];
    table.add({(d.differs ? "* " : "  ") + t.name, r.tensors.maker(d.tensor),
               comparison_name(d.comparison), thousands(d.elements), thousands(d.differing),
               value_text(d.largest_difference), db_text(d)});
  }
  std::string out = "\n" + table.text(width);
  if (r.difference.tensors.size() > rows)
    out += fmt::format(
        "{} more: --all\n",
        counted(std::ssize(r.difference.tensors) - static_cast<int64_t>(rows), "tensor"));
  return out;
}

void add_list(std::string& out, const std::string& what, const std::vector<std::string>& names) {
  constexpr size_t kFew = 8;
  if (names.empty())
    return;
  const size_t few = std::min(names.size(), kFew);
  out +=
      fmt::format("{}: {}{}\n", what,
                  fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(few), ", "),
                  few < names.size() ? fmt::format(" and {} more", names.size() - few) : "");
}

std::vector<std::string> names_of(const DiffResult& r, const std::vector<size_t>& tensors) {
  std::vector<std::string> names;
  for (const size_t i : tensors)
    names.push_back(r.tensors.tensors[i].name);
  return names;
}

boost::json::value number_json(double value) {
  return std::isfinite(value) ? boost::json::value(value) : boost::json::value(nullptr);
}

boost::json::value element_json(const ElementDifference& e, const Shape& shape) {
  if (e.element < 0)
    return nullptr;
  boost::json::array place;
  int64_t rest = e.element;
  for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
    place.insert(place.begin(), rest % shape[axis]);
  return {{"index", std::move(place)}, {"a", number_json(e.a)}, {"b", number_json(e.b)}};
}

boost::json::object tensor_json(const DiffResult& r, const TensorDifference& d) {
  const NetworkTensor& t = r.tensors.tensors[d.tensor];
  return {{"name", t.name},
          {"op", t.op.empty() ? boost::json::value(nullptr) : boost::json::value(t.op)},
          {"file_op", r.tensors.maker(d.tensor)},
          {"file_nodes", boost::json::value_from(t.file_nodes)},
          {"shape", boost::json::value_from(t.type.shape)},
          {"dtype", dtype_name(t.type.dtype)},
          {"comparison", comparison_name(d.comparison)},
          {"differs", d.differs},
          {"elements", d.elements},
          {"differing", d.differing},
          {"not_numbers", d.not_numbers},
          {"first", element_json(d.first, t.type.shape)},
          {"largest", element_json(d.largest, t.type.shape)},
          {"largest_difference", d.largest_difference},
          {"sqnr_db", number_json(d.sqnr_db)}};
}

boost::json::value first_json(const DiffResult& r) {
  const NetworkDifference& n = r.difference;
  if (!n.first)
    return nullptr;
  boost::json::array makers, operands;
  for (const size_t i : n.makers)
    makers.push_back({{"op", r.tensors.tensors[i].op},
                      {"name", r.tensors.tensors[i].name},
                      {"file_op", r.tensors.maker(i)}});
  for (const explore::Operand& o : n.operands)
    operands.push_back({{"name", r.tensors.tensors[o.tensor].name}, {"equal", o.equal}});
  boost::json::object first = tensor_json(r, n.tensors[*n.first]);
  first["made_by"] = std::move(makers);
  first["operands"] = std::move(operands);
  return first;
}

}  // namespace

std::string makers_text(const DiffResult& result) {
  std::vector<std::string> in_file, in_graph;
  for (const size_t i : result.difference.makers) {
    const NetworkTensor& t = result.tensors.tensors[i];
    in_graph.push_back(t.op);
    const std::string maker = result.tensors.maker(i);
    if (!t.file_nodes.empty() && std::ranges::find(in_file, maker) == in_file.end())
      in_file.push_back(maker);
  }
  const std::string ops = fmt::format("{}", fmt::join(in_graph, ", "));
  return in_file.empty() ? ops : fmt::format("{} ({})", fmt::join(in_file, ", "), ops);
}

std::string diff_text(const DiffResult& result, size_t rows, size_t width) {
  const NetworkDifference& n = result.difference;
  std::string out = n.first ? first_text(result) : equal_text(n);
  if (rows > 0)
    out += table_text(result, rows, width);
  add_list(out, fmt::format("not in {}", n.a), names_of(result, n.missing_a));
  add_list(out, fmt::format("not in {}", n.b), names_of(result, n.missing_b));
  add_list(out, fmt::format("in {}, but no tensor of the network", n.a), n.unknown_a);
  add_list(out, fmt::format("in {}, but no tensor of the network", n.b), n.unknown_b);
  add_list(out, "not compared with float, for their scale is not known",
           names_of(result, n.no_unit));
  for (const InputUse& input : result.inputs)
    out += fmt::format("input {}: {}\n", input.name, input.source);
  return printable_lines(out);
}

boost::json::object diff_json(const DiffResult& result) {
  const NetworkDifference& n = result.difference;
  boost::json::array tensors, inputs;
  for (const TensorDifference& d : n.tensors)
    tensors.push_back(tensor_json(result, d));
  for (const InputUse& input : result.inputs)
    inputs.push_back({{"name", input.name}, {"source", input.source}});
  return {
      {"provenance",
       explore::provenance_block(result.network.program(), "vta.diff", kSchemaVersion)},
      {"a", n.a},
      {"b", n.b},
      {"inputs", std::move(inputs)},
      {"equal", !n.first.has_value()},
      {"differing_tensors", n.differing()},
      {"least_sqnr_db", n.least_sqnr_db},
      {"first", first_json(result)},
      {"tensors", std::move(tensors)},
      {"missing",
       {{"a", boost::json::value_from(names_of(result, n.missing_a))},
        {"b", boost::json::value_from(names_of(result, n.missing_b))}}},
      {"unknown",
       {{"a", boost::json::value_from(n.unknown_a)}, {"b", boost::json::value_from(n.unknown_b)}}},
      {"no_unit", boost::json::value_from(names_of(result, n.no_unit))}};
}

}  // namespace vta::workbench

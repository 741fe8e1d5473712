#include "runtime/positions_json.h"

#include <boost/json.hpp>

#include "base/error.h"
#include "base/json.h"

namespace vta {
namespace {

// Numbers of a field in the list of all.
constexpr size_t kNumbers = 5;

}  // namespace

boost::json::object positions_json(const Positions& p) {
  boost::json::array fields;
  for (const MovedField& f : p.fields)
    for (const int64_t number : {f.insn, f.lsb, f.width, f.per_position, f.per_block})
      fields.emplace_back(number);
  return {{"context", p.context},
          {"block", p.block},
          {"value", p.value},
          {"states", boost::json::array(p.states.begin(), p.states.end())},
          {"fields", std::move(fields)}};
}

namespace {

std::vector<int64_t> integers(const JsonReader& r, std::string_view key) {
  std::vector<int64_t> all;
  for (const boost::json::value& item : r.get_array(key)) {
    if (!item.is_int64())
      throw InputError(
          fmt::format("{}: {} has {} (legal: integers)", r.where(), key, json_kind(item)));
    all.push_back(item.get_int64());
  }
  return all;
}

}  // namespace

Positions parse_positions(const boost::json::value& value, const std::string& where) {
  const JsonReader r(value, where);
  Positions p{r.get_int("context"), r.get_int("block"), r.get_int("value"), integers(r, "states")};
  const std::vector<int64_t> fields = integers(r, "fields");
  if (fields.size() % kNumbers != 0)
    throw InputError(fmt::format("{}: fields has {} numbers (legal: {} for each)", where,
                                 fields.size(), kNumbers));
  for (size_t i = 0; i < fields.size(); i += kNumbers)
    p.fields.push_back({fields[i], fields[i + 1], fields[i + 2], fields[i + 3], fields[i + 4]});
  return p;
}

}  // namespace vta

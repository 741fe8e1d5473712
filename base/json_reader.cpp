#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "base/suggest.h"

namespace vta {

namespace json = boost::json;

std::string json_kind(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "a boolean";
    case json::kind::int64:
      return fmt::format("the integer {}", value.get_int64());
    case json::kind::uint64:
      return "an integer beyond 64 bits";
    case json::kind::double_:
      return "a fractional number";
    case json::kind::string:
      return "a string";
    case json::kind::array:
      return "an array";
    case json::kind::object:
      return "an object";
  }
  return "unknown";
}

JsonReader::JsonReader(const json::value& value, std::string where)
    : object_(value.if_object()), where_(std::move(where)) {
  if (object_ == nullptr)
    throw InputError(fmt::format("{}: must be an object, is {}", where_, json_kind(value)));
}

const json::value& JsonReader::member(std::string_view key) const {
  const json::value* value = object_->if_contains(key);
  if (value == nullptr)
    throw InputError(fmt::format("{}: required key {} is missing", where_, key));
  return *value;
}

void JsonReader::wrong_type(std::string_view key, std::string_view wanted) const {
  throw InputError(
      fmt::format("{}: key {} must be {}, is {}", where_, key, wanted, json_kind(member(key))));
}

int64_t JsonReader::get_int(std::string_view key) const {
  const json::value& value = member(key);
  if (!value.is_int64())
    wrong_type(key, "an integer");
  return value.get_int64();
}

int64_t JsonReader::get_int(std::string_view key, int64_t min, int64_t max) const {
  const int64_t value = get_int(key);
  if (value < min || value > max)
    throw InputError(
        fmt::format("{}: {} = {} is out of range (legal: {}..{})", where_, key, value, min, max));
  return value;
}

double JsonReader::get_double(std::string_view key) const {
  const json::value& value = member(key);
  if (value.is_int64())
    return static_cast<double>(value.get_int64());
  if (!value.is_double())
    wrong_type(key, "a number");
  return value.get_double();
}

bool JsonReader::get_bool(std::string_view key) const {
  if (!member(key).is_bool())
    wrong_type(key, "a boolean");
  return member(key).get_bool();
}

std::string JsonReader::get_string(std::string_view key) const {
  if (!member(key).is_string())
    wrong_type(key, "a string");
  return std::string(member(key).get_string());
}

const json::array& JsonReader::get_array(std::string_view key) const {
  if (!member(key).is_array())
    wrong_type(key, "an array");
  return member(key).get_array();
}

JsonReader JsonReader::get_object(std::string_view key) const {
  return JsonReader(member(key), fmt::format("{}: {}", where_, key));
}

JsonReader JsonReader::element(const json::array& array, size_t index, std::string_view key) const {
  return JsonReader(array.at(index), fmt::format("{}: {}[{}]", where_, key, index));
}

void JsonReader::refuse_unknown(std::span<const std::string_view> known) const {
  for (const auto& [key, value] : *object_) {
    const std::string_view name(key.data(), key.size());
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(
          fmt::format("{}: unknown key \"{}\": {}", where_, name, known_names(name, known)));
  }
}

}  // namespace vta

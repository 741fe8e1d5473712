#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.h"
#include "base/text_safety.h"

namespace vta {

namespace {

namespace json = boost::json;

void print(const json::value& value, int indent, std::string& out);

bool is_scalar(const json::value& value) {
  return !value.is_object() && !value.is_array();
}

void new_line(int indent, std::string& out) {
  out.append("\n").append(static_cast<size_t>(indent) * 2, ' ');
}

void print_array(const json::array& array, int indent, std::string& out) {
  const bool one_line = std::all_of(array.begin(), array.end(), is_scalar);
  out += '[';
  for (size_t i = 0; i < array.size(); ++i) {
    out += i == 0 ? "" : (one_line ? ", " : ",");
    if (!one_line)
      new_line(indent + 1, out);
    print(array[i], indent + 1, out);
  }
  if (!one_line)
    new_line(indent, out);
  out += ']';
}

void print_object(const json::object& object, int indent, std::string& out) {
  if (object.empty()) {
    out += "{}";
    return;
  }
  out += '{';
  bool first = true;
  for (const auto& [key, value] : object) {
    out += first ? "" : ",";
    first = false;
    new_line(indent + 1, out);
    out += json_string(key) + ": ";
    print(value, indent + 1, out);
  }
  new_line(indent, out);
  out += '}';
}

// JSON has no infinities; a measurement that has none to give is null.
std::string number_text(double number) {
  return std::isfinite(number) ? fmt::format("{}", number) : "null";
}

void print(const json::value& value, int indent, std::string& out) {
  if (value.is_object())
    print_object(value.get_object(), indent, out);
  else if (value.is_array())
    print_array(value.get_array(), indent, out);
  else if (value.is_double())
    out += number_text(value.get_double());
  else if (value.is_string())
    out += json_string(value.get_string());
  else
    out += json::serialize(value);
}

}  // namespace

std::string json_text(const json::value& value) {
  std::string out;
  print(value, 0, out);
  return out;
}

}  // namespace vta

#include "config/json_text.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>

#include "base/error.h"

namespace vta {

namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

// The handler that boost::json::basic_parser drives: collects members at depth 1.
class FlatHandler {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  std::vector<FlatJsonMember> members;
  bool is_object = false;

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) {
    if (depth_ == 0)
      is_object = true;
    add_value(OtherJson{"an object"});
    ++depth_;
    return true;
  }
  bool on_object_end(std::size_t, error_code&) { return --depth_, true; }
  bool on_array_begin(error_code&) {
    add_value(OtherJson{"an array"});
    ++depth_;
    return true;
  }
  bool on_array_end(std::size_t, error_code&) { return --depth_, true; }
  bool on_key_part(string_view part, std::size_t, error_code&) { return text_ += part, true; }
  bool on_key(string_view part, std::size_t, error_code&) {
    text_ += part;
    if (depth_ == 1)
      members.push_back({text_, OtherJson{"nothing"}});
    text_.clear();
    return true;
  }
  bool on_string_part(string_view part, std::size_t, error_code&) { return text_ += part, true; }
  bool on_string(string_view part, std::size_t, error_code&) {
    text_ += part;
    add_value(text_);
    text_.clear();
    return true;
  }
  bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(int64_t value, string_view, error_code&) { return add_value(value); }
  bool on_uint64(uint64_t, string_view, error_code&) {
    return add_value(OtherJson{"an integer beyond 64 bits"});
  }
  bool on_double(double, string_view, error_code&) {
    return add_value(OtherJson{"a fractional number"});
  }
  bool on_bool(bool, error_code&) { return add_value(OtherJson{"a boolean"}); }
  bool on_null(error_code&) { return add_value(OtherJson{"null"}); }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }

 private:
  bool add_value(FlatJsonValue value) {
    if (depth_ == 1 && !members.empty())
      members.back().value = std::move(value);
    return true;
  }

  int depth_ = 0;
  std::string text_;
};

std::string position(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t line_start =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

}  // namespace

std::vector<FlatJsonMember> parse_flat_json(std::string_view text, std::string_view origin) {
  json::basic_parser<FlatHandler> parser{json::parse_options{}};
  error_code error;
  const size_t consumed = parser.write_some(false, text.data(), text.size(), error);
  if (error)
    throw ConfigError(fmt::format("{}: not valid JSON at {}: {}", origin, position(text, consumed),
                                  error.message()));
  const size_t rest = text.find_first_not_of(" \t\r\n", consumed);
  if (rest != std::string_view::npos)
    throw ConfigError(
        fmt::format("{}: text after the JSON object at {}", origin, position(text, rest)));
  if (!parser.handler().is_object)
    throw ConfigError(fmt::format("{}: a configuration is a JSON object", origin));
  return std::move(parser.handler().members);
}

std::string json_quoted(std::string_view text) {
  return json::serialize(json::string_view(text.data(), text.size()));
}

}  // namespace vta

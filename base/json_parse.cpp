#include <fmt/format.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <set>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "base/json.h"

namespace vta {

namespace {

namespace json = boost::json;
using json::error_code;
using json::string_view;

// Walks a text for what the library's own objects hide: a repeated key, of which they silently
// keep the last. Stops at the first.
class KeyHandler {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  std::string repeated;

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) {
    seen_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, error_code&) {
    seen_.pop_back();
    return true;
  }
  bool on_array_begin(error_code&) { return true; }
  bool on_array_end(std::size_t, error_code&) { return true; }
  bool on_key_part(string_view part, std::size_t, error_code&) {
    key_ += part;
    return true;
  }
  bool on_key(string_view part, std::size_t, error_code& error) {
    key_ += part;
    if (!seen_.back().insert(key_).second) {
      repeated = key_;
      error = json::error::syntax;
      return false;
    }
    key_.clear();
    return true;
  }
  bool on_string_part(string_view, std::size_t, error_code&) { return true; }
  bool on_string(string_view, std::size_t, error_code&) { return true; }
  bool on_number_part(string_view, error_code&) { return true; }
  bool on_int64(int64_t, string_view, error_code&) { return true; }
  bool on_uint64(uint64_t, string_view, error_code&) { return true; }
  bool on_double(double, string_view, error_code&) { return true; }
  bool on_bool(bool, error_code&) { return true; }
  bool on_null(error_code&) { return true; }
  bool on_comment_part(string_view, error_code&) { return true; }
  bool on_comment(string_view, error_code&) { return true; }

 private:
  std::vector<std::set<std::string>> seen_;  // one set per open object
  std::string key_;
};

std::string position(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const size_t line_start = before.rfind('\n') + 1;  // 0 where there is none: npos + 1
  return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

// A file of another kind is called what it is; its first wrong byte would say nothing.
[[noreturn]] void refuse_text(std::string_view text, std::string_view origin, size_t consumed,
                              const error_code& error) {
  const std::string kind = file_kind(std::as_bytes(std::span(text)));
  if (!text.empty() && !kind.empty())
    throw InputError(fmt::format("{}: not valid JSON: it {}", origin, kind));
  throw InputError(fmt::format("{}: not valid JSON at {}: {}", origin, position(text, consumed),
                               error.message()));
}

}  // namespace

json::value parse_json(std::string_view text, std::string_view origin) {
  json::basic_parser<KeyHandler> keys{json::parse_options{}};
  error_code error;
  const size_t consumed = keys.write_some(false, text.data(), text.size(), error);
  if (!keys.handler().repeated.empty())
    throw InputError(fmt::format("{}: key {} occurs more than once at {}", origin,
                                 keys.handler().repeated, position(text, consumed)));
  if (error)
    refuse_text(text, origin, consumed, error);
  json::value value = json::parse(json::string_view(text.data(), text.size()), error);
  if (error)
    throw InputError(fmt::format("{}: not valid JSON at {}: {}", origin, position(text, consumed),
                                 error.message()));
  return value;
}

json::value load_json(const std::string& path) {
  return parse_json(read_text_file(path), path);
}

}  // namespace vta

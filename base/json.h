// JSON: one printed form, and readers with clear errors.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace vta {

// The largest integer that every JSON reader keeps exactly.
inline constexpr int64_t kLargestJsonInteger = int64_t{1} << 53;

// Two spaces of indentation, members in the order of the object, arrays of scalars on one line.
// Ends without a line break. Numbers print shortest: 0.1, 3, 1e+20.
std::string json_text(const boost::json::value& value);

// Parses a whole text. InputError with origin, line and column; a repeated key is an error.
boost::json::value parse_json(std::string_view text, std::string_view origin);
boost::json::value load_json(const std::string& path);

// The kind of a value, for messages: "a string", "the integer 3", ...
std::string json_kind(const boost::json::value& value);

// One object being read. `where` names it in messages: "tiles.json: layers[3]".
class JsonReader {
 public:
  JsonReader(const boost::json::value& value, std::string where);

  // InputError if the member is absent or of another type; names the member and what it is.
  int64_t get_int(std::string_view key) const;
  int64_t get_int(std::string_view key, int64_t min, int64_t max) const;  // range checked too
  double get_double(std::string_view key) const;                          // integers are accepted
  bool get_bool(std::string_view key) const;
  std::string get_string(std::string_view key) const;
  const boost::json::array& get_array(std::string_view key) const;
  JsonReader get_object(std::string_view key) const;
  JsonReader element(const boost::json::array& array, size_t index, std::string_view key) const;

  bool has(std::string_view key) const { return object_->if_contains(key) != nullptr; }
  const boost::json::object& object() const { return *object_; }
  const std::string& where() const { return where_; }

  // InputError naming the first member that is not among `known`, and the nearest that is.
  void refuse_unknown(std::span<const std::string_view> known) const;
  void refuse_unknown(std::initializer_list<std::string_view> known) const {
    refuse_unknown(std::span(known.begin(), known.size()));
  }

 private:
  const boost::json::value& member(std::string_view key) const;
  [[noreturn]] void wrong_type(std::string_view key, std::string_view wanted) const;

  const boost::json::object* object_;
  std::string where_;
};

}  // namespace vta

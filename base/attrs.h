// Named attributes of an operator, in the order in which they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vta {

using IntList = std::vector<int64_t>;
using AttrValue = std::variant<bool, int64_t, double, std::string, IntList, std::vector<IntList>>;

// An ordered list of (name, value); a name occurs once. Order matters only for printing.
class Attrs {
 public:
  Attrs() = default;
  Attrs(std::initializer_list<std::pair<std::string, AttrValue>> items) : items_(items) {}

  const std::vector<std::pair<std::string, AttrValue>>& items() const { return items_; }
  const AttrValue* find(std::string_view name) const;
  void set(std::string_view name, AttrValue value);  // replaces, or appends at the end
  void erase(std::string_view name);

  // Typed reads with a default for an absent name; a value of another type is an InputError that
  // names the attribute. An int64_t is accepted where a double is asked for.
  int64_t get_int(std::string_view name, int64_t absent) const;
  double get_double(std::string_view name, double absent) const;
  bool get_bool(std::string_view name, bool absent) const;
  std::string get_string(std::string_view name, std::string_view absent) const;
  IntList get_ints(std::string_view name, const IntList& absent) const;
  std::vector<IntList> get_int_lists(std::string_view name) const;  // absent: empty

  bool operator==(const Attrs&) const = default;

 private:
  std::vector<std::pair<std::string, AttrValue>> items_;
};

}  // namespace vta

// Settings of the compiler that a specification takes by name: of a network
// ("residual": "int8"), or as an axis ("residual": ["int32", "int8"]).
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta {
struct CompileOptions;
}

namespace vta::explore {

struct CompileSetting {
  std::string_view name;                 // as in a specification; the option without its dashes
  std::vector<std::string_view> values;  // legal ones
  void (*apply)(CompileOptions& options, std::string_view value);
};

std::span<const CompileSetting> compile_settings();
const CompileSetting* find_compile_setting(std::string_view name);  // null: none of that name

// Values by name. What is not in it is left to the schedule, and stands in no key and no hash.
using CompileSettings = std::map<std::string, std::string, std::less<>>;

void apply_settings(const CompileSettings& settings, CompileOptions& options);

}  // namespace vta::explore

// What a compilation wrote.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

#include "compiler/compiler.h"
#include "runtime/parameters.h"

namespace vta::workbench {

struct CompileReport {
  std::string output, params;  // files
  const CompileResult& result;
  const std::optional<Parameters>& parameters;  // with a file of their own
  bool times = false;                           // of each stage, in the text
};
// Schema vta.compile.
boost::json::object compile_json(const CompileReport& report);
void print_compile(const CompileReport& report);

}  // namespace vta::workbench

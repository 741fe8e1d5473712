// A compiled listing, seen from outside: its program, its plan and what its instructions touch.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "runtime/program.h"

namespace vta::testing {

struct Compiled {
  Program program;
  boost::json::object plan;  // docs/plan.md
  std::vector<std::string> notes;
};
// Constants are filled from a seed.
Compiled compile_listing(const std::string& listing, const VtaConfig& config,
                         const std::string& schedule);

// Half-open bytes of the arena.
struct Bytes {
  int64_t begin = 0, end = 0;
};

// What one LOAD or STORE moves, row by row; nothing for other instructions.
struct Access {
  bool is_store = false;
  MemoryType memory = MemoryType::Inp;
  std::vector<Bytes> rows;
};
// Of one kernel, in program order.
std::vector<Access> accesses(const Program& program, const ProgramKernel& kernel);

Bytes bytes_of(const DeviceTensor& tensor);

}  // namespace vta::testing

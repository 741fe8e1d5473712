#include "sim/kernels/engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "sim/kernels/fast_engine.h"
#include "sim/kernels/reference_engine.h"

namespace vta {
namespace {

using kernels::IsaTable;

struct EngineRow {
  std::string_view name;
  std::string_view needs;  // CPU features, for the message
  const IsaTable* (*table)();
  bool (*cpu_has)();
};

const IsaTable* portable() {
  return &kernels::portable_table();
}
bool always() {
  return true;
}

#if defined(__x86_64__) || defined(__i386__)
bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0;
}
bool has_avx512vnni() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vnni") != 0;
}
#else
bool has_avx2() {
  return false;
}
bool has_avx512vnni() {
  return false;
}
#endif

// Fastest first.
constexpr EngineRow kEngines[] = {
    {"avx512vnni", "AVX512F, AVX512BW, AVX512VL and AVX512_VNNI", kernels::avx512vnni_table,
     has_avx512vnni},
    {"avx2", "AVX2", kernels::avx2_table, has_avx2},
    {"portable", "", portable, always},
};

bool usable(const EngineRow& row) {
  return row.table() != nullptr && row.cpu_has();
}

std::vector<std::string> available_names() {
  std::vector<std::string> names;
  for (const std::string& name : engine_names())
    if (engine_available(name))
      names.push_back(name);
  return names;
}

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names = {"auto"};
  for (const EngineRow& row : kEngines)
    names.emplace_back(row.name);
  names.emplace_back("reference");
  return names;
}

bool engine_available(std::string_view name) {
  for (const EngineRow& row : kEngines)
    if (row.name == name)
      return usable(row);
  return name == "auto" || name == "reference";
}

std::unique_ptr<Engine> make_engine(std::string_view name, const VtaConfig& config) {
  if (name == "reference")
    return std::make_unique<ReferenceEngine>(config);
  for (const EngineRow& row : kEngines) {
    if (row.name != name && name != "auto")
      continue;
    if (usable(row))
      return std::make_unique<FastEngine>(config, *row.table());
    if (name != "auto")
      throw UsageError(
          fmt::format("kernels '{}' need {}, which this CPU or build lacks: "
                      "available are {}",
                      name, row.needs, fmt::join(available_names(), ", ")));
  }
  throw UsageError(
      fmt::format("unknown kernels '{}': known are {}", name, fmt::join(engine_names(), ", ")));
}

}  // namespace vta

#include "sim/kernels/engine.h"

#include <fmt/format.h>
#if defined(__arm__) || defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "sim/kernels/fast_engine.h"
#include "sim/kernels/reference_engine.h"
#include "sim/kernels/tile_permission.h"

namespace vta {
namespace {

using kernels::IsaTable;

struct EngineRow {
  std::string_view name;
  const IsaTable* (*table)();
  std::string (*lacks)();  // why this machine cannot run it; empty: it can
};

const IsaTable* portable() {
  return &kernels::portable_table();
}
std::string nothing() {
  return {};
}
std::string unless(bool cpu_has, std::string_view needs) {
  return cpu_has ? "" : fmt::format("{}, which this CPU lacks", needs);
}

#if defined(__x86_64__) || defined(__i386__)
std::string lacks_avx2() {
  return unless(__builtin_cpu_supports("avx2") != 0, "AVX2");
}
std::string lacks_avx512vnni() {
  return unless(__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                    __builtin_cpu_supports("avx512vl") != 0 &&
                    __builtin_cpu_supports("avx512vnni") != 0,
                "AVX512F, AVX512BW, AVX512VL and AVX512_VNNI");
}
#else
std::string lacks_avx2() {
  return unless(false, "AVX2");
}
std::string lacks_avx512vnni() {
  return unless(false, "AVX512");
}
#endif
std::string lacks_amx() {
  const std::string others = lacks_avx512vnni();
  return others.empty() ? kernels::tiles_refused() : others;
}

// Of the bits that Linux says of an ARM processor, those that a name needs (asm/hwcap.h of that
// machine).
#if defined(__aarch64__)
std::string lacks_neon() {
  return {};  // every one has it
}
std::string lacks_neon_dot() {
  constexpr unsigned long kDotProduct = 1UL << 20;
  return unless((getauxval(AT_HWCAP) & kDotProduct) != 0, "the dot product of ARMv8.2");
}
#elif defined(__arm__)
std::string lacks_neon() {
  constexpr unsigned long kNeon = 1UL << 12;
  return unless((getauxval(AT_HWCAP) & kNeon) != 0, "NEON");
}
std::string lacks_neon_dot() {
  return unless(false, "AArch64");
}
#else
std::string lacks_neon() {
  return unless(false, "NEON");
}
std::string lacks_neon_dot() {
  return unless(false, "AArch64");
}
#endif

// Fastest first.
constexpr EngineRow kEngines[] = {
    {"amx", kernels::amx_table, lacks_amx},
    {"avx512vnni", kernels::avx512vnni_table, lacks_avx512vnni},
    {"avx2", kernels::avx2_table, lacks_avx2},
    {"neon_dot", kernels::neon_dot_table, lacks_neon_dot},
    {"neon", kernels::neon_table, lacks_neon},
    {"portable", portable, nothing},
};

// Why not; empty: usable.
std::string refusal(const EngineRow& row) {
  if (row.table() == nullptr)
    return "machine code that this build lacks";
  return row.lacks();
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
      return refusal(row).empty();
  return name == "auto" || name == "reference";
}

std::unique_ptr<Engine> make_engine(std::string_view name, const VtaConfig& config) {
  if (name == "reference")
    return std::make_unique<ReferenceEngine>(config);
  for (const EngineRow& row : kEngines) {
    if (row.name != name && name != "auto")
      continue;
    const std::string why_not = refusal(row);
    if (why_not.empty())
      return std::make_unique<FastEngine>(config, *row.table());
    if (name != "auto")
      throw UsageError(fmt::format("kernels '{}' need {}: available are {}", name, why_not,
                                   fmt::join(available_names(), ", ")));
  }
  throw UsageError(
      fmt::format("unknown kernels '{}': {}", name, known_names(name, engine_names())));
}

}  // namespace vta

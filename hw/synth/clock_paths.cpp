#include "hw/synth/clock_paths.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.h"

namespace vta {
namespace {

using Shape = AreaShape;

// Levels of logic that it takes to choose one of so many.
double choices(int64_t ways) {
  return static_cast<double>(std::bit_width(static_cast<uint64_t>(ways - 1)));
}

constexpr PathFeature kFixedPart{"one", [](const Shape&) { return 1.0; }};
constexpr PathFeature kBus{"log2(bus bytes)",
                           [](const Shape& s) { return static_cast<double>(s.log_bus); }};
constexpr PathFeature kIndices{"index bits",
                               [](const Shape& s) { return static_cast<double>(s.index_bits); }};
constexpr PathFeature kLevels{"levels of sums in a stage", [](const Shape& s) {
                                return static_cast<double>(s.dot.levels_of_a_stage);
                              }};
constexpr PathFeature kProduct{"a product in the stage",
                               [](const Shape& s) { return s.dot.registers == 1 ? 1.0 : 0.0; }};
constexpr PathFeature kAccBanks{"log2(banks)", [](const Shape& s) { return choices(s.acc.banks); }};
constexpr PathFeature kAccRams{"log2(block RAMs for the depth)",
                               [](const Shape& s) { return choices(memory_area(s.acc).deep); }};
constexpr PathFeature kPadBanks{"log2(banks)", [](const Shape& s) {
                                  return choices(std::max({s.uop.banks, s.inp.banks, s.wgt.banks}));
                                }};
constexpr PathFeature kPadRams{
    "log2(block RAMs for the depth)", [](const Shape& s) {
      return choices(
          std::max({memory_area(s.uop).deep, memory_area(s.inp).deep, memory_area(s.wgt).deep}));
    }};
constexpr PathFeature kSharedMultiplier{"two products of a multiplier", [](const Shape& s) {
                                          return s.products_per_multiplier == 2 ? 1.0 : 0.0;
                                        }};
constexpr PathFeature kExtended{"extensions",
                                [](const Shape& s) { return static_cast<double>(s.round); }};
constexpr PathFeature kRescales{"RQ", [](const Shape& s) { return static_cast<double>(s.rq); }};
constexpr PathFeature kExponentiates{"EXP2",
                                     [](const Shape& s) { return static_cast<double>(s.exp2); }};
constexpr PathFeature kOnePort{"one read port",
                               [](const Shape& s) { return s.read_ports == 1 ? 1.0 : 0.0; }};

constexpr PathFeature kBothPipes{
    "two pipes", [](const Shape& s) { return static_cast<double>(s.pipes - 1); }, true};

constexpr std::array kDotFeatures{kFixedPart, kLevels, kProduct, kSharedMultiplier, kBothPipes};
constexpr std::array kAccFeatures{kFixedPart, kAccBanks, kAccRams, kBothPipes};
constexpr std::array kAluFeatures{kFixedPart,     kExtended, kRescales,
                                  kExponentiates, kOnePort,  kBothPipes};
constexpr std::array kPadFeatures{kFixedPart, kPadBanks, kPadRams, kBothPipes};
constexpr std::array kBusFeatures{kFixedPart, kBus, kIndices, kBothPipes};

using Names = std::string_view;
constexpr std::array<Names, 5> kDotModules{"vta_dot", "vta_gemm", "u_dot", "u_gemm", "u_group"};
constexpr std::array<Names, 5> kAccModules{"vta_accumulators", "vta_accumulator_halves", "u_acc",
                                           "u_halves", "u_shadow"};
constexpr std::array<Names, 12> kAluModules{"vta_alu",        "vta_multiply", "vta_step_pipeline",
                                            "vta_requantize", "vta_exp2",     "vta_steps_in_flight",
                                            "u_alu",          "u_multiply",   "u_steps",
                                            "u_requantize",   "u_exp2",       "u_in_flight"};
constexpr std::array<Names, 4> kPadModules{"vta_scratchpad", "u_inp", "u_wgt", "u_uop"};
constexpr std::array<Names, 4> kFetchModules{"vta_fetch", "vta_static_check", "vta_queues",
                                             "vta_fifo"};
constexpr std::array<Names, 8> kTransferModules{
    "vta_load",         "vta_store",      "vta_dma_read",      "vta_beat_walker",
    "vta_burst_walker", "vta_pad_walker", "vta_transfer_plan", "vta_memory_port"};
constexpr std::array<Names, 1> kOtherModules{""};

constexpr std::array kPaths{
    NamedPath{"dot product", kDotModules, kDotFeatures},
    NamedPath{"accumulators", kAccModules, kAccFeatures},
    NamedPath{"ALU", kAluModules, kAluFeatures},
    NamedPath{"scratchpads", kPadModules, kPadFeatures},
    NamedPath{"fetch", kFetchModules, kBusFeatures},
    NamedPath{"transfers", kTransferModules, kBusFeatures},
    NamedPath{"control", kOtherModules, kBusFeatures},
};

}  // namespace

std::span<const NamedPath> named_paths() {
  return kPaths;
}

const NamedPath& named_path_of(std::string_view module) {
  const auto is_of = [&](const NamedPath& path) {
    return std::ranges::any_of(path.modules,
                               [&](std::string_view name) { return module.starts_with(name); });
  };
  const auto found = std::ranges::find_if(kPaths, is_of);
  VTA_CHECK(found != kPaths.end(), "no path of {}", module);
  return *found;
}

std::map<std::string_view, int64_t> by_named_path(const std::map<std::string, int64_t>& modules) {
  std::map<std::string_view, int64_t> out;
  for (const auto& [module, ps] : modules) {
    int64_t& longest = out[named_path_of(module).name];
    longest = std::max(longest, ps);
  }
  return out;
}

}  // namespace vta

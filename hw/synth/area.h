// Area of the RTL: cells per module, or the resources of an FPGA, from the same sources that are
// simulated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/vta_config.h"

namespace vta {

enum class SynthTarget { Generic, Xilinx7 };

// One module without its submodules; a name stands for all its parametrizations, but each
// scratchpad has its own ("vta_scratchpad wgt").
struct ModuleArea {
  std::string name;
  int64_t instances = 0;
  // Sums over all instances. Generic: word-level cells after elaboration, multipliers among them,
  // bits of memory.
  int64_t cells = 0, multipliers = 0, memory_bits = 0;
  // Xilinx7: look-up tables (as logic and as memory), flip-flops, DSP48E1, block RAM in units of
  // 18 Kb.
  int64_t lut = 0, ff = 0, dsp = 0, bram18 = 0;
};

struct AreaReport {
  SynthTarget target = SynthTarget::Generic;
  std::vector<ModuleArea> modules;  // by name
  ModuleArea total;                 // of the whole core
  double seconds = 0;               // of synthesis; 0: from the cache
};

// Synthesizes vta_core for a configuration, or finds an earlier result in the cache
// (cache_directory()/synth, by the hash of the RTL and of the script). One process at a time.
// If the synthesizer is missing, UsageError says how to install it (scripts/setup_synth.sh); if
// synthesis fails, InputError shows the end of its log.
AreaReport synthesize(const VtaConfig& config, SynthTarget target);

// The earlier result, if there is one.
std::optional<AreaReport> cached_synthesis(const VtaConfig& config, SynthTarget target);

// The part of a script that maps the core to the 7-series library with its hierarchy kept and
// counts it into the file kStat, for read_stat.
inline constexpr const char* kStat = "stat.json";
std::string xilinx_stat_script();

// The report that Yosys' `stat -json` gives, per module, multiplied by how often `top` contains it.
AreaReport read_stat(const std::string& json, const std::string& top, SynthTarget target);

}  // namespace vta

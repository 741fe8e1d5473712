#include "hw/synth/device_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>

#include "base/number_text.h"
#include "config/validate.h"
#include "hw/synth/area_model.h"
#include "hw/synth/area_shape.h"

namespace vta {
namespace {

using Key = int64_t VtaConfig::*;

// The configuration as remedied so far.
struct State {
  const FpgaDevice* device;
  VtaConfig config;
  ModuleArea area;
  bool synthesized = false;  // where it began
  int64_t soft = 0;          // multipliers that are made of look-up tables
  std::vector<std::string> sentences = {};
};

std::string block_rams(int64_t bram18) {
  return bram18 % 2 == 0 ? std::to_string(bram18 / 2) : fmt::format("{}.5", bram18 / 2);
}

int64_t luts(const State& state) {
  return state.area.lut + state.soft * kSoftMultiplierLuts;
}

int64_t hard_multipliers(const State& state) {
  return state.area.dsp - state.soft;
}

bool fits(const State& state) {
  const FpgaDevice& device = *state.device;
  return luts(state) <= device.lut && state.area.ff <= device.ff &&
         hard_multipliers(state) <= device.dsp && state.area.bram18 <= device.bram18;
}

bool port_takes_bursts(const FpgaDevice& device, const VtaConfig& config) {
  const int64_t most = device.most_burst_beats();
  return most == 0 || config.mem_burst_beats <= most;
}

bool fits_port(const State& state) {
  return port_takes(*state.device, state.config.bus_bytes()) &&
         port_takes_bursts(*state.device, state.config);
}

// As many multipliers of look-up tables as there are DSPs too few, if the GEMM has that many.
void balance_multipliers(State& state) {
  state.soft =
      std::clamp<int64_t>(state.area.dsp - state.device->dsp, 0, gemm_multipliers(state.config));
}

bool is_synthesis(const ModuleArea& area, const VtaConfig& config) {
  const CalibrationPoint* point = calibration_point(config);
  return point != nullptr && point->report.total.lut == area.lut &&
         point->report.total.ff == area.ff;
}

// Of an extension that the model does not know, a change of another key saves nothing.
ModuleArea estimated(VtaConfig config) {
  config.isa_ext &= kModelledExtensions;
  return estimate_area(config).total;
}

// What the model says that the change saves is taken off the area, which may be synthesis's; where
// the changed one was synthesized as well, it is known.
State changed(const State& state, const VtaConfig& config) {
  const ModuleArea from = estimated(state.config);
  const ModuleArea to = estimated(config);
  State out{.device = state.device,
            .config = config,
            .area = state.area,
            .synthesized = state.synthesized,
            .soft = state.soft,
            .sentences = state.sentences};
  out.area.lut += to.lut - from.lut;
  out.area.ff += to.ff - from.ff;
  out.area.dsp += to.dsp - from.dsp;
  out.area.bram18 += to.bram18 - from.bram18;
  if (const CalibrationPoint* point = calibration_point(config); point && state.synthesized)
    out.area = point->report.total;
  return out;
}

// The configuration with some keys one lower, if it is legal.
std::optional<VtaConfig> lowered(VtaConfig config, std::initializer_list<Key> keys) {
  for (const Key key : keys)
    config.*key -= 1;
  return is_legal(config) ? std::optional(config) : std::nullopt;
}

struct Remedy {
  std::string text;  // "ACC_READ_PORTS 1"
  VtaConfig config;
  std::string_view price = {};  // in cycles
};

std::optional<Remedy> one_read_port(const VtaConfig& config) {
  if (config.acc_read_ports == 1)
    return std::nullopt;
  const auto lower = lowered(config, {&VtaConfig::acc_read_ports});
  return Remedy{"ACC_READ_PORTS 1", lower.value_or(config),
                " (an ALU step on two vectors then takes two cycles)"};
}

// One pipe instead of two: an ALU and two copies of the micro-ops fewer.
std::optional<Remedy> one_pipe(const VtaConfig& config) {
  if (config.acc_overlap == 0)
    return std::nullopt;
  const auto lower = lowered(config, {&VtaConfig::acc_overlap});
  if (!lower)
    return std::nullopt;
  return Remedy{"ACC_OVERLAP 0", *lower, " (a GEMM and ALU work then take turns)"};
}

// The scratchpad whose half saves most block RAM.
std::optional<Remedy> smaller_scratchpad(const State& state) {
  struct Pad {
    Key key;
    std::string_view name;
  };
  constexpr std::array<Pad, 4> kPads{{{&VtaConfig::log_wgt_buff_size, "LOG_WGT_BUFF_SIZE"},
                                      {&VtaConfig::log_acc_buff_size, "LOG_ACC_BUFF_SIZE"},
                                      {&VtaConfig::log_inp_buff_size, "LOG_INP_BUFF_SIZE"},
                                      {&VtaConfig::log_uop_buff_size, "LOG_UOP_BUFF_SIZE"}}};
  std::optional<Remedy> best;
  int64_t least = state.area.bram18;
  for (const Pad& pad : kPads) {
    const auto lower = lowered(state.config, {pad.key});
    if (!lower || changed(state, *lower).area.bram18 >= least)
      continue;
    least = changed(state, *lower).area.bram18;
    best = Remedy{fmt::format("{} {}", pad.name, (*lower).*pad.key), *lower};
  }
  return best;
}

std::optional<Remedy> narrower_bus(const State& state) {
  const auto lower = lowered(state.config, {&VtaConfig::log_bus_width});
  if (!lower || luts(changed(state, *lower)) >= luts(state))
    return std::nullopt;
  return Remedy{fmt::format("LOG_BUS_WIDTH {}", lower->log_bus_width), *lower};
}

// Half the lanes. Where deeper scratchpads of smaller elements would not be legal, they shrink too.
std::optional<Remedy> fewer_lanes(const VtaConfig& config) {
  using C = VtaConfig;
  if (const auto lower = lowered(config, {&C::log_batch}))
    return Remedy{fmt::format("LOG_BATCH {}", lower->log_batch), *lower};
  if (const auto lower =
          lowered(config, {&C::log_batch, &C::log_inp_buff_size, &C::log_acc_buff_size}))
    return Remedy{fmt::format("LOG_BATCH {} with INP and ACC of half the size", lower->log_batch),
                  *lower};
  if (const auto lower = lowered(config, {&C::log_block_out}))
    return Remedy{fmt::format("LOG_BLOCK_OUT {}", lower->log_block_out), *lower};
  if (const auto lower =
          lowered(config, {&C::log_block_out, &C::log_wgt_buff_size, &C::log_acc_buff_size}))
    return Remedy{
        fmt::format("LOG_BLOCK_OUT {} with WGT and ACC of half the size", lower->log_block_out),
        *lower};
  return std::nullopt;
}

// The memory port moves no more a cycle than it is wide, whatever converts in front of it. A
// configuration that is not legal with the narrower bus keeps its own.
void fit_port(State& state) {
  const FpgaDevice& device = *state.device;
  if (!port_takes(device, state.config.bus_bytes())) {
    VtaConfig config = state.config;
    config.log_bus_width = std::countr_zero(static_cast<uint64_t>(8 * device.port_bytes));
    state.sentences.push_back(
        fmt::format("bus of {} bytes a cycle, the memory port takes {}: LOG_BUS_WIDTH {}",
                    state.config.bus_bytes(), device.port_bytes, config.log_bus_width));
    if (is_legal(config))
      state = changed(state, config);
  }
  if (!port_takes_bursts(device, state.config)) {
    state.sentences.push_back(
        fmt::format("bursts of {} beats, the memory port's AXI{} takes {}: "
                    "MEM_BURST_BEATS {}",
                    state.config.mem_burst_beats, device.axi, device.most_burst_beats(),
                    device.most_burst_beats()));
    state.config.mem_burst_beats = device.most_burst_beats();
  }
}

// "block RAM 161.5 of 140: ACC_READ_PORTS 1 saves 32".
void save_block_ram(State& state) {
  if (state.area.bram18 <= state.device->bram18)
    return;
  const std::string head = fmt::format("block RAM {} of {}", block_rams(state.area.bram18),
                                       block_rams(state.device->bram18));
  std::vector<std::string> steps;
  while (state.area.bram18 > state.device->bram18) {
    std::optional<Remedy> remedy = one_read_port(state.config);
    if (!remedy)
      remedy = one_pipe(state.config);
    if (!remedy)
      remedy = smaller_scratchpad(state);
    if (!remedy)
      break;
    const State next = changed(state, remedy->config);
    steps.push_back(fmt::format("{} saves {}{}", remedy->text,
                                block_rams(state.area.bram18 - next.area.bram18), remedy->price));
    state = next;
  }
  if (steps.empty())
    steps.push_back("no scratchpad can be halved");
  state.sentences.push_back(fmt::format("{}: {}", head, fmt::join(steps, ", ")));
}

// "PRODUCTS_PER_MULTIPLIER 2 saves 128".
std::string share_multipliers(State& state) {
  VtaConfig config = state.config;
  config.products_per_multiplier = 2;
  const State next = changed(state, config);
  const int64_t saved = state.area.dsp - next.area.dsp;
  state = next;
  return fmt::format("PRODUCTS_PER_MULTIPLIER 2 saves {}", saved);
}

// "the ALU's 128 lanes alone take 384, LOG_BLOCK_OUT 6 halves them; 12 of the GEMM's ...".
std::string soften_multipliers(State& state) {
  std::string text;
  while (state.area.dsp - gemm_multipliers(state.config) > state.device->dsp) {
    const std::optional<Remedy> remedy = fewer_lanes(state.config);
    if (!remedy)
      break;
    const int64_t lanes = state.config.batch() * state.config.block_out();
    text += fmt::format("the ALU's {} lanes alone take {}, {} halves them; ", lanes,
                        alu_multipliers(state.config), remedy->text);
    state = changed(state, remedy->config);
  }
  balance_multipliers(state);
  return text + fmt::format(
                    "{} of the GEMM's {} multipliers would have to be made of LUTs (about {} LUT "
                    "each, {} in all)",
                    state.soft, gemm_multipliers(state.config), kSoftMultiplierLuts,
                    thousands(state.soft * kSoftMultiplierLuts));
}

// "DSP48E1 316 of 220: PRODUCTS_PER_MULTIPLIER 2 saves 128".
void save_multipliers(State& state) {
  if (state.area.dsp <= state.device->dsp)
    return;
  const std::string head = fmt::format("DSP48E1 {} of {}", state.area.dsp, state.device->dsp);
  std::vector<std::string> steps;
  if (state.config.products_per_multiplier == 1)
    steps.push_back(share_multipliers(state));
  if (const auto remedy = one_pipe(state.config); remedy && state.area.dsp > state.device->dsp) {
    const State next = changed(state, remedy->config);
    steps.push_back(
        fmt::format("{} saves {}{}", remedy->text, state.area.dsp - next.area.dsp, remedy->price));
    state = next;
  }
  if (state.area.dsp > state.device->dsp)
    steps.push_back(soften_multipliers(state));
  state.sentences.push_back(fmt::format("{}: {}", head, fmt::join(steps, "; ")));
}

// "LUT 61,000 of 53,200: LOG_BUS_WIDTH 8 saves 9,000". Fewer lanes need fewer multipliers, too.
void save_luts(State& state) {
  if (luts(state) <= state.device->lut)
    return;
  const std::string head = fmt::format(
      "LUT {} of {}{}", thousands(luts(state)), thousands(state.device->lut),
      state.soft > 0 ? fmt::format(", {} multipliers among them", state.soft) : std::string());
  std::vector<std::string> steps;
  while (luts(state) > state.device->lut) {
    std::optional<Remedy> remedy = one_pipe(state.config);
    if (!remedy)
      remedy = narrower_bus(state);
    if (!remedy)
      remedy = fewer_lanes(state.config);
    if (!remedy)
      break;
    State next = changed(state, remedy->config);
    balance_multipliers(next);
    steps.push_back(fmt::format("{} saves {}{}", remedy->text, thousands(luts(state) - luts(next)),
                                remedy->price));
    state = next;
  }
  if (steps.empty())
    steps.push_back("neither the bus nor the lanes can be halved");
  state.sentences.push_back(fmt::format("{}: {}", head, fmt::join(steps, ", ")));
}

std::string used(const State& state) {
  return fmt::format("LUT {} of {}, FF {} of {}, DSP48E1 {} of {}, block RAM {} of {}",
                     thousands(luts(state)), thousands(state.device->lut), thousands(state.area.ff),
                     thousands(state.device->ff), hard_multipliers(state), state.device->dsp,
                     block_rams(state.area.bram18), block_rams(state.device->bram18));
}

}  // namespace

DeviceFit device_fit(const FpgaDevice& device, const ModuleArea& total, const VtaConfig& config) {
  State state{.device = &device,
              .config = config,
              .area = total,
              .synthesized = is_synthesis(total, config)};
  DeviceFit out;
  out.fits = fits(state) && fits_port(state);
  if (!out.fits) {
    fit_port(state);
    save_block_ram(state);
    save_multipliers(state);
    save_luts(state);
  }
  out.fits_after = fits(state) && fits_port(state);
  state.sentences.push_back(fmt::format("{}: {}",
                                        out.fits         ? "it fits"
                                        : out.fits_after ? "with that it fits"
                                                         : "it does not fit even then",
                                        used(state)));
  out.sentences = state.sentences;
  out.remedied = state.config;
  out.soft_multipliers = state.soft;
  out.after = state.area;
  out.after.lut = luts(state);
  out.after.dsp = hard_multipliers(state);
  return out;
}

}  // namespace vta

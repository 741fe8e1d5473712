#include "hw/synth/area_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/error.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr int64_t kEnableBits = 9;  // of a word, that one write enable covers

struct RamForm {
  int64_t depth, width;
  int64_t bram18;
  int64_t weight;  // of memory_libmap
};
constexpr std::array<RamForm, 13> kForms{{
    {16384, 1, 1, 129},
    {8192, 2, 1, 129},
    {4096, 4, 1, 129},
    {2048, 9, 1, 129},
    {1024, 18, 1, 129},
    {512, 36, 1, 129},
    {32768, 1, 2, 257},
    {16384, 2, 2, 257},
    {8192, 4, 2, 257},
    {4096, 9, 2, 257},
    {2048, 18, 2, 257},
    {1024, 36, 2, 257},
    {512, 72, 2, 257},
}};

// RAM64M and RAM32M: so many words in the four look-up tables of a slice.
struct LutRamForm {
  int64_t depth, width;
};
constexpr std::array<LutRamForm, 2> kLutRamForms{{{64, 3}, {32, 6}}};
constexpr int64_t kLutRamLuts = 4, kLutRamWeight = 8;

int64_t ceil_div(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// hw/rtl/load/vta_data_pkg.sv
int64_t pipes_of(const VtaConfig& config) {
  return config.acc_overlap == 0 ? 1 : 2;
}

// Block RAMs side by side for one word.
int64_t columns(const MemoryShape& memory, int64_t width) {
  const int64_t piece = memory.width / memory.pieces;
  if (memory.pieces == 1)
    return ceil_div(memory.width, width);
  if (width < kEnableBits)
    return memory.pieces * ceil_div(piece, width);
  return ceil_div(memory.pieces * ceil_div(piece, kEnableBits), width / kEnableBits);
}

int64_t log2_of(int64_t power_of_two) {
  return std::bit_width(static_cast<uint64_t>(power_of_two)) - 1;
}

// hw/rtl/load/vta_scratchpad.sv
MemoryShape scratchpad(const VtaConfig& config, MemoryType type) {
  const int64_t width = 8 * config.element_bytes(type);
  const int64_t bus = 8 * config.bus_bytes();
  const int64_t banks = std::max<int64_t>(1, bus / width);
  return {.banks = banks,
          .depth = std::max<int64_t>(2, config.depth(type) / banks),
          .width = width,
          .pieces = std::max<int64_t>(1, width / bus)};
}

// hw/rtl/compute/vta_accumulators.sv: one of `pipes` equal parts of the accumulators, whose lanes
// have 32 bits, or of their shadow, whose lanes have 8. LOAD ACC gives both their pieces.
MemoryShape accumulators(const VtaConfig& config, int64_t pipes, int64_t lane) {
  const int64_t lanes = config.batch() * config.block_out();
  const int64_t banks = std::max<int64_t>(1, config.bus_bytes() / lanes);
  return {.banks = banks,
          .depth = std::max<int64_t>(2, config.depth(MemoryType::Acc) / pipes / banks),
          .width = lane * lanes,
          .pieces = std::max<int64_t>(1, 4 * lanes / config.bus_bytes())};
}

// hw/rtl/fetch/vta_fetch.sv: 32 instructions.
MemoryShape fetch_buffer(const VtaConfig& config) {
  constexpr int64_t kInsns = 32;
  const int64_t word = std::max(kInsnBytes, config.bus_bytes());
  return {.banks = word / config.bus_bytes(),
          .depth = kInsns * kInsnBytes / word,
          .width = 8 * config.bus_bytes(),
          .pieces = 1};
}

}  // namespace

int64_t gemm_multipliers(const VtaConfig& config) {
  return config.batch() * config.block_in() *
         ceil_div(config.block_out(), config.products_per_multiplier);
}

int64_t alu_multipliers(const VtaConfig& config) {
  constexpr int64_t kOfLane = 3;
  return pipes_of(config) * kOfLane * config.batch() * config.block_out();
}

MemoryArea memory_area(const MemoryShape& memory) {
  int64_t least = std::numeric_limits<int64_t>::max();
  MemoryArea best;
  for (const RamForm& form : kForms) {
    const int64_t rams = ceil_div(memory.depth, form.depth) * columns(memory, form.width);
    if (rams * form.weight >= least)
      continue;
    least = rams * form.weight;
    best = {.bram18 = memory.banks * rams * form.bram18,
            .deep = ceil_div(memory.depth, form.depth)};
  }
  const int64_t piece = memory.width / memory.pieces;
  for (const LutRamForm& form : kLutRamForms) {
    const int64_t slices =
        ceil_div(memory.depth, form.depth) * memory.pieces * ceil_div(piece, form.width);
    if (slices * kLutRamWeight >= least)
      continue;
    least = slices * kLutRamWeight;
    best = {.lut = memory.banks * slices * kLutRamLuts, .ff = memory.banks * memory.width};
  }
  return best;
}

void require_modelled_extensions(const VtaConfig& config) {
  if ((config.isa_ext & ~kModelledExtensions) == 0)
    return;
  throw ConfigError(fmt::format(
      "ISA_EXT = {} ({}): the models of area and clock have features of {} only; vta "
      "rtl area --target xilinx and vta rtl timing synthesize the circuit",
      config.isa_ext, extensions_text(config.isa_ext), extensions_text(kModelledExtensions)));
}

AreaShape::AreaShape(const VtaConfig& config)
    : bus_bytes(config.bus_bytes()),
      lanes(config.batch() * config.block_out()),
      read_ports(config.acc_read_ports),
      round(has_extension(config.isa_ext, Extension::Round) ? 1 : 0),
      rq(has_extension(config.isa_ext, Extension::Rq) ? 1 : 0),
      exp2(has_extension(config.isa_ext, Extension::Exp2) ? 1 : 0),
      multipliers(gemm_multipliers(config)),
      alu_multipliers(vta::alu_multipliers(config)),
      log_bus(log2_of(bus_bytes)),
      lane_bits(32 * lanes),
      uop_bits(config.log_depth(MemoryType::Uop)),
      acc_bits(config.log_depth(MemoryType::Acc)),
      src_bits(std::max(acc_bits, config.log_depth(MemoryType::Inp))),
      index_bits(acc_bits + src_bits + config.log_depth(MemoryType::Wgt)),
      queue_depth(config.cmd_queue_depth),
      dots(config.batch() * config.block_out()),
      products_per_multiplier(config.products_per_multiplier),
      pipes(pipes_of(config)),
      uop_ports(pipes == 1 ? 1 : pipes + 1),
      dot(config),
      uop(scratchpad(config, MemoryType::Uop)),
      inp(scratchpad(config, MemoryType::Inp)),
      wgt(scratchpad(config, MemoryType::Wgt)),
      fetch_buffer(vta::fetch_buffer(config)),
      queue{.depth = queue_depth, .width = 160},
      acc(accumulators(config, pipes, 32)),
      shadow(accumulators(config, pipes, 8)) {}

double mux_luts(int64_t ways) {
  return ways <= 1 ? 0.0 : std::max(1.0, static_cast<double>(ways) / 4);
}

double rotation_luts(int64_t ways) {
  return static_cast<double>(log2_of(ways));
}

}  // namespace vta

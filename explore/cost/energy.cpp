#include "explore/cost/energy.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vta::explore {
namespace {

constexpr double kInt8Multiply = 0.2;
constexpr double kInt32Add = 0.1;
constexpr double kSram8KiB = 10, kSram32KiB = 20, kSram1MiB = 100;  // 64 bits
constexpr double kDramLow = 1300, kDramHigh = 2600;                 // 64 bits
constexpr double kDram = (kDramLow + kDramHigh) / 2;
constexpr double kAccessBits = 64, kAccessBytes = 8;

struct SramPoint {
  double bytes, picojoules;
};
constexpr std::array<SramPoint, 3> kSram{{
    {8 * 1024.0, kSram8KiB},
    {32 * 1024.0, kSram32KiB},
    {1024 * 1024.0, kSram1MiB},
}};

// 64 bits from a memory of that size.
double sram_64_bits_pj(double bytes) {
  if (bytes <= kSram.front().bytes)
    return kSram.front().picojoules * std::sqrt(bytes / kSram.front().bytes);
  if (bytes >= kSram.back().bytes)
    return kSram.back().picojoules * std::sqrt(bytes / kSram.back().bytes);
  const SramPoint& from = bytes <= kSram[1].bytes ? kSram[0] : kSram[1];
  const SramPoint& to = *(&from + 1);
  const double exponent =
      std::log(to.picojoules / from.picojoules) / std::log(to.bytes / from.bytes);
  return from.picojoules * std::pow(bytes / from.bytes, exponent);
}

// An element of a scratchpad: those smaller than the bus are in as many banks as the bus holds, of
// which an access touches one (hw/rtl/load/README.md).
double element_access_pj(const VtaConfig& config, MemoryType type, MemoryType banked_as) {
  const double bytes = static_cast<double>(config.element_bytes(type));
  const double banks = std::max(1.0, static_cast<double>(config.bus_bytes()) /
                                         static_cast<double>(config.element_bytes(banked_as)));
  return sram_access_pj(bytes * static_cast<double>(config.depth(type)) / banks, 8 * bytes);
}

double pad_pj(const VtaConfig& config, MemoryType type, MemoryType banked_as, int64_t reads,
              int64_t written_bytes) {
  const double writes =
      static_cast<double>(written_bytes) / static_cast<double>(config.element_bytes(type));
  return (static_cast<double>(reads) + writes) * element_access_pj(config, type, banked_as);
}

double mac_pj(const VtaConfig& config, const PointResult& result) {
  return static_cast<double>(result.counters.gemm_counter) * static_cast<double>(config.macs()) *
         (kInt8Multiply + kInt32Add);
}

double alu_pj(const VtaConfig& config, const PointResult& result) {
  return static_cast<double>(result.counters.alu_counter) *
         static_cast<double>(config.batch() * config.block_out()) * kInt32Add;
}

double uop_pj(const VtaConfig& config, const PointResult& result) {
  const Counters& c = result.counters;
  return pad_pj(config, MemoryType::Uop, MemoryType::Uop, c.gemm_counter + c.alu_counter,
                c.uop_load_nbytes);
}

double inp_pj(const VtaConfig& config, const PointResult& result) {
  const Counters& c = result.counters;
  return pad_pj(config, MemoryType::Inp, MemoryType::Inp, c.gemm_counter, c.inp_load_nbytes);
}

double wgt_pj(const VtaConfig& config, const PointResult& result) {
  const Counters& c = result.counters;
  return pad_pj(config, MemoryType::Wgt, MemoryType::Wgt, c.gemm_counter, c.wgt_load_nbytes);
}

// A step of the GEMM reads and writes ACC[dst]; one of the ALU reads ACC[src], too. A LOAD of
// ACC_8BIT writes as many lanes as its bytes times 4, which is how the public counter has it.
double acc_pj(const VtaConfig& config, const PointResult& result) {
  const Counters& c = result.counters;
  return pad_pj(config, MemoryType::Acc, MemoryType::Acc8, 2 * c.gemm_counter + 3 * c.alu_counter,
                c.acc_load_nbytes_vta);
}

// The shadow of the accumulators' low bytes: written with them, read by stores.
double out_pj(const VtaConfig& config, const PointResult& result) {
  const Counters& c = result.counters;
  const int64_t loaded = c.acc_load_nbytes_vta / 4;
  return pad_pj(config, MemoryType::Out, MemoryType::Out, c.gemm_counter + c.alu_counter,
                loaded + c.out_store_nbytes);
}

// Every beat moves a whole bus word, whatever of it is wanted; instructions are among them.
double dram_pj(const VtaConfig& config, const PointResult& result) {
  return static_cast<double>(result.timing.bus_beats) * static_cast<double>(config.bus_bytes()) /
         kAccessBytes * kDram;
}

constexpr auto kParts = std::to_array<EnergyPart>({
    {"mac", "multiply and accumulate: int8 multiply + int32 add per MAC of a GEMM step", mac_pj},
    {"alu", "ALU: int32 add per lane of an ALU step", alu_pj},
    {"uop", "UOP scratchpad: a read per step, writes of LOAD UOP", uop_pj},
    {"inp", "INP scratchpad: a read per GEMM step, writes of LOAD INP", inp_pj},
    {"wgt", "WGT scratchpad: a read per GEMM step, writes of LOAD WGT", wgt_pj},
    {"acc", "ACC scratchpad: 2 accesses per GEMM step, 3 per ALU step, writes of LOAD ACC", acc_pj},
    {"out", "shadow of ACC's low bytes: a write per step and load, reads of STORE", out_pj},
    {"dram", "DRAM: beats of the bus, whole words, instructions included", dram_pj},
});

}  // namespace

double sram_access_pj(double size_bytes, double width_bits) {
  const double accesses = width_bits / kAccessBits;
  return accesses * sram_64_bits_pj(size_bytes / std::max(1.0, accesses));
}

std::span<const EnergyPart> energy_parts() {
  return kParts;
}

double energy_pj(const VtaConfig& config, const PointResult& result) {
  double sum = 0;
  for (const EnergyPart& part : kParts)
    sum += part.picojoules(config, result);
  return sum;
}

}  // namespace vta::explore

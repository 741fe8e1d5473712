#include "hw/synth/area_features.h"

#include <array>
#include <bit>

#include "hw/isa/insn.h"

namespace vta {
namespace {

using Shape = AreaShape;
using Memory = MemoryShape;

double number(int64_t value) {
  return static_cast<double>(value);
}

// ALUs whose multipliers make the low half of a product alone.
int64_t plain_multipliers(const Shape& s) {
  return s.pipes - s.rq;
}

// ---- what look-up tables and flip-flops grow with

constexpr AreaFeature kOne{"one", [](const Shape&, const Memory&) { return 1.0; }};
constexpr AreaFeature kLogBus{"log2(bus bytes)",
                              [](const Shape& s, const Memory&) { return number(s.log_bus); }};
constexpr AreaFeature kBusBits{
    "bus bits", [](const Shape& s, const Memory&) { return number(8 * s.bus_bytes); }};
constexpr AreaFeature kIndexBits{
    "index bits", [](const Shape& s, const Memory&) { return number(s.index_bits); }};
constexpr AreaFeature kUopBits{"micro-op address bits",
                               [](const Shape& s, const Memory&) { return number(s.uop_bits); }};
constexpr AreaFeature kLanes{"lanes",
                             [](const Shape& s, const Memory&) { return number(s.lanes); }};
constexpr AreaFeature kExtendedLanes{"lanes with extensions", [](const Shape& s, const Memory&) {
                                       return number(s.round * s.lanes);
                                     }};
constexpr AreaFeature kExtensions{"extensions",
                                  [](const Shape& s, const Memory&) { return number(s.round); }};
// RQ is in one of two pipes.
constexpr AreaFeature kRq{"RQ", [](const Shape& s, const Memory&) { return number(s.rq); }};
constexpr AreaFeature kRqLanes{
    "lanes with RQ", [](const Shape& s, const Memory&) { return number(s.rq * s.lanes); }};
constexpr AreaFeature kRqLanesOfPipe{"lanes with RQ, a pipe", [](const Shape& s, const Memory&) {
                                       return number(s.rq * s.lanes) / number(s.pipes);
                                     }};
constexpr AreaFeature kPlainLanes{"lanes without RQ", [](const Shape& s, const Memory&) {
                                    return number(plain_multipliers(s) * s.lanes);
                                  }};
// EXP2 is in one of two pipes.
constexpr AreaFeature kExp2{"EXP2", [](const Shape& s, const Memory&) { return number(s.exp2); }};
constexpr AreaFeature kExp2Lanes{
    "lanes with EXP2", [](const Shape& s, const Memory&) { return number(s.exp2 * s.lanes); }};
constexpr AreaFeature kExp2LanesOfPipe{
    "lanes with EXP2, a pipe",
    [](const Shape& s, const Memory&) { return number(s.exp2 * s.lanes) / number(s.pipes); }};
// Of the steps of an RQ or an EXP2 under way.
constexpr AreaFeature kFlightBits{"index bits in flight", [](const Shape& s, const Memory&) {
                                    return number(s.rq * (s.read_ports == 1 ? 4 : 5) * s.acc_bits);
                                  }};
constexpr AreaFeature kExp2FlightBits{
    "index bits in flight of EXP2", [](const Shape& s, const Memory&) {
      return number(s.exp2 * (s.read_ports == 1 ? 3 : 5) * s.acc_bits);
    }};
constexpr AreaFeature kLaneBits{"lane bits",
                                [](const Shape& s, const Memory&) { return number(s.lane_bits); }};
// With one read port, ACC[src] waits a cycle in registers.
constexpr AreaFeature kHeldLaneBits{
    "lane bits with one read port",
    [](const Shape& s, const Memory&) { return s.read_ports == 1 ? number(s.lane_bits) : 0.0; }};
// Of all trees of sums.
constexpr AreaFeature kAdderBits{"bits of adders", [](const Shape& s, const Memory&) {
                                   return number(s.dots * s.dot.adder_bits);
                                 }};
constexpr AreaFeature kFirstRowBits{"bits of carry-save rows", [](const Shape& s, const Memory&) {
                                      return number(s.dots * s.dot.first_row_bits);
                                    }};
constexpr AreaFeature kFurtherRowBits{
    "bits of further carry-save rows",
    [](const Shape& s, const Memory&) { return number(s.dots * s.dot.further_row_bits); }};
constexpr AreaFeature kKeptSumBits{"bits of registered sums", [](const Shape& s, const Memory&) {
                                     return number(s.dots * s.dot.register_bits);
                                   }};
constexpr AreaFeature kValidBits{
    "registers of dot products", [](const Shape& s, const Memory&) {
      return number(s.dots / s.products_per_multiplier * s.dot.registers);
    }};
constexpr AreaFeature kKeptProductBits{
    "bits of registered products",
    [](const Shape& s, const Memory&) { return number(s.dots * s.dot.product_register_bits); }};
// Both weights of a multiplier make one factor.
constexpr AreaFeature kSharedProducts{
    "shared multipliers", [](const Shape& s, const Memory&) {
      return s.products_per_multiplier == 1 ? 0.0 : number(s.multipliers);
    }};
// ACC[dst] waits for the dot product.
constexpr AreaFeature kWaitingBits{"index bits that wait", [](const Shape& s, const Memory&) {
                                     return number(s.dot.registers * s.acc_bits);
                                   }};
constexpr AreaFeature kInsnLane{"selection of an instruction", [](const Shape& s, const Memory&) {
                                  return 128 * mux_luts(s.bus_bytes / kInsnBytes);
                                }};
constexpr AreaFeature kQueueBits{
    "queue address bits", [](const Shape& s, const Memory&) {
      return number(std::bit_width(static_cast<uint64_t>(s.queue_depth)));
    }};

// ---- about a memory
constexpr AreaFeature kPieces{"pieces",
                              [](const Shape&, const Memory& m) { return number(m.pieces); }};
constexpr AreaFeature kPieceBits{"bits of a piece, one bank", [](const Shape&, const Memory& m) {
                                   return m.banks == 1 ? number(m.width / m.pieces) : 0.0;
                                 }};
constexpr AreaFeature kBanks{
    "banks", [](const Shape&, const Memory& m) { return m.banks == 1 ? 0.0 : number(m.banks); }};
constexpr AreaFeature kRotation{"rotation of a bus word", [](const Shape& s, const Memory& m) {
                                  return number(8 * s.bus_bytes) * rotation_luts(m.banks);
                                }};
constexpr AreaFeature kReadSelect{"selection of a bank", [](const Shape&, const Memory& m) {
                                    return number(m.width) * mux_luts(m.banks);
                                  }};
constexpr AreaFeature kPortSelect{"selection of a bank, by read ports",
                                  [](const Shape& s, const Memory& m) {
                                    return number(m.width * s.read_ports) * mux_luts(m.banks);
                                  }};
constexpr AreaFeature kWrittenBits{
    "bits of all banks", [](const Shape&, const Memory& m) { return number(m.width * m.banks); }};
constexpr AreaFeature kLogBanks{
    "log2(banks)", [](const Shape&, const Memory& m) { return rotation_luts(m.banks); }};

// The same, of what only circuits with two pipes have.
constexpr AreaFeature with_second(AreaFeature feature, std::string_view name) {
  return {.name = name, .value = feature.value, .of_two_pipes = true};
}
constexpr AreaFeature kSecondPipe = with_second(kOne, "two pipes");
constexpr AreaFeature kSecondLaneBits = with_second(kLaneBits, "lane bits with two pipes");
constexpr AreaFeature kSecondPortLaneBits{
    "lane bits with two pipes and two read ports",
    [](const Shape& s, const Memory&) { return s.read_ports == 2 ? number(s.lane_bits) : 0.0; },
    true};
constexpr AreaFeature kSecondWrittenBits =
    with_second(kWrittenBits, "bits of all banks with two pipes");
// Of registers: six addresses of micro-ops, two indices each of dst and src (vta_look.sv).
constexpr AreaFeature kLookBits{"bits that are looked at", [](const Shape& s, const Memory&) {
                                  return number(6 * s.uop_bits + 2 * (s.acc_bits + s.src_bits));
                                }};

constexpr std::array kConstant{kOne};
constexpr std::array kControl{kOne, kLogBus, kIndexBits};
constexpr std::array kBusControl{kOne, kLogBus};
constexpr std::array kIndexed{kOne, kIndexBits};
constexpr std::array kBusRegister{kOne, kBusBits};
constexpr std::array kSequencer{kOne, kIndexBits, kUopBits};
constexpr std::array kFetchLut{kOne, kInsnLane};
constexpr std::array kQueue{kOne, kQueueBits, kSecondPipe};
constexpr std::array kAluLut{kOne, kLanes, kExtendedLanes, kRqLanesOfPipe, kExp2LanesOfPipe};
constexpr std::array kByLane{kLanes};
constexpr std::array kByPlainLane{kPlainLanes};
constexpr std::array kByRqLane{kRqLanes};
constexpr std::array kRequantizeFf{kRq, kRqLanes};
constexpr std::array kByExp2Lane{kExp2Lanes};
constexpr std::array kExp2Ff{kExp2, kExp2Lanes};
constexpr std::array kInFlight{kRq, kFlightBits, kExp2, kExp2FlightBits};
constexpr std::array kDotLut{kAdderBits, kFirstRowBits, kFurtherRowBits, kSharedProducts};
constexpr std::array kDotFf{kValidBits, kKeptSumBits, kKeptProductBits};
constexpr std::array kCheckLut{kOne, kIndexBits, kExtensions, kRq, kExp2};
constexpr std::array kStepsLut{kOne, kLaneBits, kHeldLaneBits,   kWaitingBits,
                               kRq,  kExp2,     kSecondLaneBits, kSecondPortLaneBits};
constexpr std::array kStepsFf{kOne,     kLaneBits, kHeldLaneBits, kIndexBits,     kWaitingBits,
                              kRqLanes, kExp2,     kSecondPipe,   kSecondLaneBits};
constexpr std::array kPadLut{kOne, kPieces, kPieceBits, kBanks, kRotation, kReadSelect};
constexpr std::array kPadFf{kLogBanks};
constexpr std::array kAccLut{kOne, kWrittenBits, kPortSelect, kRotation, kSecondWrittenBits};
constexpr std::array kAccFf{kOne, kLogBanks};
constexpr std::array kHalvesLut{kOne, kLaneBits, kBusBits};
constexpr std::array kHalvesFf{kOne, kBanks};
constexpr std::array kCountersLut{kOne, kUopBits};
constexpr std::array kLook{kOne, kLookBits};

constexpr Copies kWithTwo{.one_pipe = 0, .two_pipes = 1};

// ---- exact counts

int64_t dot_count(const Shape& s) {
  return s.dots / s.products_per_multiplier;
}
int64_t dot_dsp(const Shape& s) {
  return s.multipliers;
}
int64_t multiply_dsp(const Shape& s) {
  return s.alu_multipliers / s.pipes * plain_multipliers(s);
}
int64_t multiply_whole_dsp(const Shape& s) {
  return s.alu_multipliers / s.pipes * s.rq;
}
int64_t rq_count(const Shape& s) {
  return s.rq;
}
int64_t exp2_count(const Shape& s) {
  return s.exp2;
}
int64_t in_flight_count(const Shape& s) {
  return s.rq + s.exp2;
}
int64_t look_dsp(const Shape&) {
  return 4;
}
int64_t pads_dsp(const Shape&) {
  return 4;
}
int64_t plan_dsp(const Shape&) {
  return 6;
}
int64_t check_dsp(const Shape&) {
  return 2;
}

MemoryArea sum(const MemoryArea& a, const MemoryArea& b, int64_t times) {
  return {.bram18 = a.bram18 + times * b.bram18,
          .lut = a.lut + times * b.lut,
          .ff = a.ff + times * b.ff};
}

MemoryArea times(int64_t count, const MemoryArea& area) {
  return sum({}, area, count);
}

MemoryArea acc_memories(const Shape& s) {
  return times(s.pipes, sum(memory_area(s.shadow), memory_area(s.acc), s.read_ports));
}

// Fetch's buffer, three command queues, the port's owners of bursts, and with two pipes what
// compute has started.
MemoryArea small_memories(const Shape& s) {
  constexpr Memory kOwners{.depth = 64, .width = 11}, kStarted{.depth = 16, .width = 35};
  const MemoryArea of_both =
      sum(sum(memory_area(s.fetch_buffer), memory_area(kOwners), 1), memory_area(s.queue), 3);
  return sum(of_both, memory_area(kStarted), s.pipes - 1);
}

constexpr ModuleModel control(std::string_view module, Copies copies,
                              std::span<const AreaFeature> lut, std::span<const AreaFeature> ff) {
  return {.module = module, .fit = module, .copies = copies, .lut = lut, .ff = ff};
}
constexpr ModuleModel control(std::string_view module, int64_t instances,
                              std::span<const AreaFeature> lut, std::span<const AreaFeature> ff) {
  return control(module, always(instances), lut, ff);
}

// Another circuit where there are two pipes.
constexpr ModuleModel refitted(std::string_view module, std::string_view fit,
                               std::span<const AreaFeature> lut, std::span<const AreaFeature> ff) {
  ModuleModel model = control(module, kWithTwo, lut, ff);
  model.fit = fit;
  return model;
}

constexpr ModuleModel multiplying(ModuleModel model, int64_t (*dsp)(const Shape&)) {
  model.dsp = dsp;
  return model;
}

constexpr ModuleModel counted(ModuleModel model, int64_t (*count)(const Shape&)) {
  model.count = count;
  return model;
}

constexpr ModuleModel scratchpad(std::string_view module, Copies copies,
                                 const Memory Shape::*memory,
                                 MemoryArea (*memories)(const Shape&)) {
  return {.module = module,
          .fit = "vta_scratchpad",
          .copies = copies,
          .lut = kPadLut,
          .ff = kPadFf,
          .memory = memory,
          .memories = memories};
}

constexpr std::array kModels{
    control("vta_accumulator_halves", kWithTwo, kHalvesLut, kHalvesFf),
    ModuleModel{.module = "vta_accumulators",
                .fit = "vta_accumulators",
                .copies = {1, 2},
                .lut = kAccLut,
                .ff = kAccFf,
                .memory = &Shape::acc,
                .memories = acc_memories},
    control("vta_alu", {1, 2}, kAluLut, kByLane),
    control("vta_beat_walker", 3, kControl, kBusControl),
    control("vta_burst_walker", 3, kControl, kConstant),
    control("vta_compute", {1, 0}, kIndexed, kConstant),
    refitted("vta_compute", "vta_compute with two pipes", kConstant, kConstant),
    control("vta_core", 1, kConstant, {}),
    control("vta_datapath", 1, kConstant, {}),
    control("vta_dma_read", 2, kConstant, kConstant),
    ModuleModel{.module = "vta_dot",
                .fit = "vta_dot",
                .lut = kDotLut,
                .ff = kDotFf,
                .dsp = dot_dsp,
                .count = dot_count},
    counted(control("vta_exp2", 1, kByExp2Lane, kExp2Ff), exp2_count),
    control("vta_fetch", 1, kFetchLut, kConstant),
    control("vta_fetch_groups", 1, kBusControl, kConstant),
    control("vta_fifo", {4, 5, 4}, kQueue, kQueue),
    control("vta_gemm", 1, {}, {}),
    control("vta_index_generator", {1, 2}, kSequencer, kSequencer),
    control("vta_load", 1, kConstant, kConstant),
    multiplying(control("vta_look", kWithTwo, kLook, kLook), look_dsp),
    control("vta_loop_offset", {3, 6}, kIndexed, kIndexed),
    control("vta_memory_port", 1, kBusControl, kBusRegister),
    counted(multiplying(control("vta_multiply", 1, kByPlainLane, kByPlainLane), multiply_dsp),
            plain_multipliers),
    counted(multiplying(control("vta_multiply_whole", 1, kByRqLane, kByRqLane), multiply_whole_dsp),
            rq_count),
    control("vta_overlap_control", kWithTwo, kConstant, kConstant),
    multiplying(control("vta_pad_walker", 2, kConstant, kConstant), pads_dsp),
    control("vta_queues", 1, kConstant, kConstant),
    ModuleModel{.module = "vta_ram_1w1r",
                .fit = "vta_ram_1w1r",
                .copies = {5, 6},
                .memories = small_memories},
    control("vta_registers", 1, kConstant, kConstant),
    counted(control("vta_requantize", 1, kByRqLane, kRequantizeFf), rq_count),
    control("vta_retired_counters", kWithTwo, kCountersLut, kConstant),
    control("vta_round_robin", 1, kConstant, {}),
    control("vta_run_control", 1, kConstant, kConstant),
    scratchpad("vta_scratchpad inp", {}, &Shape::inp,
               [](const Shape& s) { return memory_area(s.inp); }),
    scratchpad("vta_scratchpad uop", {1, 3}, &Shape::uop,
               [](const Shape& s) { return times(s.uop_ports, memory_area(s.uop)); }),
    scratchpad("vta_scratchpad wgt", {}, &Shape::wgt,
               [](const Shape& s) { return memory_area(s.wgt); }),
    multiplying(control("vta_static_check", 1, kCheckLut, kConstant), check_dsp),
    control("vta_step_pipeline", {1, 2, 1}, kStepsLut, kStepsFf),
    counted(control("vta_steps_in_flight", 1, kInFlight, kInFlight), in_flight_count),
    control("vta_store", 1, kBusControl, kBusRegister),
    control("vta_token_counter", 4, kConstant, kConstant),
    multiplying(control("vta_transfer_plan", 3, kConstant, {}), plan_dsp),
    control("vta_unit_control", {3, 2}, kConstant, kConstant),
};

}  // namespace

int64_t ModuleModel::fitted_to(const AreaFeature& feature) const {
  return feature.of_two_pipes || copies.one_pipe == 0 ? 2 : 1;
}

double ModuleModel::amount(const AreaFeature& feature, const AreaShape& shape) const {
  if (feature.of_two_pipes && shape.pipes == 1)
    return 0;
  const double value = feature.value(shape, shape.*memory);
  return feature.of_two_pipes || shape.pipes == 1 || copies.one_pipe == 0
             ? value
             : value * number(copies.alike) / number(copies.one_pipe);
}

std::span<const ModuleModel> module_models() {
  return kModels;
}

}  // namespace vta

// The pins of a Verilated vta_datapath as DatapathModel's plain types.
#pragma once

#include <cstring>

#include "tests/rtl/datapath_model.h"
#include "tests/rtl/wide.h"

namespace vta {

// Bits [lsb, lsb + width) of a packed port; width <= 64.
template <typename Port>
uint64_t port_bits(const Port& port, int lsb, int width) {
  std::array<unsigned char, sizeof(Port)> bytes{};
  std::memcpy(bytes.data(), &port, sizeof(Port));
  uint64_t value = 0;
  for (int i = 0; i < width; ++i) {
    const auto bit = static_cast<size_t>(lsb + i);
    value |= static_cast<uint64_t>((bytes[bit / 8] >> (bit % 8)) & 1) << i;
  }
  return value;
}

template <size_t N>
uint8_t bit_mask(const std::array<bool, N>& bits) {
  unsigned mask = 0;
  for (size_t i = 0; i < N; ++i)
    mask |= (bits[i] ? 1U : 0U) << i;
  return static_cast<uint8_t>(mask);
}

template <class Verilated>
class VerilatedDatapath final : public DatapathModel {
 public:
  DatapathOutputs settle(const DatapathInputs& in) override {
    drive(in);
    model_.clk = 0;
    model_.eval();
    return read();
  }

  void edge() override {
    model_.clk = 1;
    model_.eval();
  }

  static std::unique_ptr<DatapathModel> make() { return std::make_unique<VerilatedDatapath>(); }

 private:
  void drive(const DatapathInputs& in) {
    model_.clear = in.clear;
    model_.halt = in.halt;
    const std::array<uint64_t, 5> bases{in.out_base, in.acc_base, in.wgt_base, in.inp_base,
                                        in.uop_base};
    std::memcpy(&model_.base, bases.data(), sizeof bases);
    model_.burst_beats = static_cast<uint16_t>(in.burst_beats);
    drive_heads(in);
    model_.grant = bit_mask(in.grant);
    model_.beat_for = bit_mask(in.beat_for);
    auto* beat = reinterpret_cast<unsigned char*>(&model_.beat);
    if (!in.beat.empty())
      std::memcpy(beat, in.beat.data(), in.beat.size());
    beat[kBusBytes] = in.beat.empty() ? 0 : 1;
    model_.write_ready = in.write_ready;
    model_.write_done = in.write_done;
  }

  // unit_head_t, from bit 0: instruction, index, token_next, token_prev, valid.
  void drive_heads(const DatapathInputs& in) {
    for (size_t u = 0; u < 3; ++u) {
      const auto at = static_cast<int64_t>(163 * u);
      set_bits(model_.head, at, 64, in.insn[u].lo);
      set_bits(model_.head, at + 64, 64, in.insn[u].hi);
      set_bits(model_.head, at + 128, 32, in.index[u]);
      set_bits(model_.head, at + 160, 1, in.token_next[u]);
      set_bits(model_.head, at + 161, 1, in.token_prev[u]);
      set_bits(model_.head, at + 162, 1, in.cmd_valid[u]);
    }
  }

  DatapathOutputs read() {
    DatapathOutputs out;
    read_status(out);
    out.index_error = model_.index_error != 0;
    out.index_error_insn = model_.index_error_insn;
    for (int u = 0; u < 3; ++u) {
      out.request[static_cast<size_t>(u)] = {
          port_bits(model_.request, 74 * u + 73, 1) != 0, port_bits(model_.request, 74 * u + 9, 64),
          static_cast<int64_t>(port_bits(model_.request, 74 * u, 9))};
      out.probe[static_cast<size_t>(u)] = {
          port_bits(model_.probe, 96 * u + 36, 1) != 0,
          static_cast<uint32_t>(port_bits(model_.probe, 96 * u + 64, 32)),
          static_cast<UnitState>(port_bits(model_.probe, 96 * u + 33, 3)),
          port_bits(model_.probe, 96 * u + 32, 1) != 0,
          static_cast<uint32_t>(port_bits(model_.probe, 96 * u, 32))};
    }
    read_write_beat(out);
    read_counters(out.counters);
    return out;
  }

  // unit_status_t, from bit 0.
  void read_status(DatapathOutputs& out) {
    for (size_t u = 0; u < 3; ++u) {
      const uint64_t status = port_bits(model_.status, static_cast<int>(5 * u), 5);
      out.executing[u] = (status & 1) != 0;
      out.push_next[u] = (status & 2) != 0;
      out.push_prev[u] = (status & 4) != 0;
      out.done[u] = (status & 8) != 0;
      out.start[u] = (status & 16) != 0;
    }
  }

  // counters_t, from word 0.
  void read_counters(Counters& counters) {
    const std::array words{&counters.alu_counter,      &counters.gemm_counter,
                           &counters.out_store_nbytes, &counters.uop_load_nbytes,
                           &counters.acc_load_nbytes,  &counters.wgt_load_nbytes,
                           &counters.inp_load_nbytes};
    for (size_t i = 0; i < words.size(); ++i)
      *words[i] = static_cast<int64_t>(port_bits(model_.counters, static_cast<int>(64 * i), 64));
  }

  void read_write_beat(DatapathOutputs& out) {
    out.write_valid = model_.write_valid != 0;
    out.write_last = model_.write_last != 0;
    if (!out.write_valid)
      return;
    out.write_data.resize(kBusBytes);
    std::memcpy(out.write_data.data(), &model_.write_data, kBusBytes);
    for (size_t i = 0; i < kBusBytes; ++i)
      out.write_strb.push_back(port_bits(model_.write_strb, static_cast<int>(i), 1) != 0);
  }

  // write_data is as wide as the bus; both are powers of two.
  static constexpr size_t kBusBytes = sizeof(Verilated::write_data);
  Verilated model_;
};

}  // namespace vta

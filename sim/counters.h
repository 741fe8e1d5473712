// Counters of ISA section 7: equal in every simulator.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace vta {

struct Counters {
  int64_t inp_load_nbytes = 0;
  int64_t wgt_load_nbytes = 0;
  int64_t acc_load_nbytes = 0;
  int64_t uop_load_nbytes = 0;
  int64_t out_store_nbytes = 0;
  int64_t gemm_counter = 0;
  int64_t alu_counter = 0;
  int64_t acc_load_nbytes_vta = 0;      // as the public counter has it: ACC_8BIT counts times 4
  std::array<int64_t, 5> insn_count{};  // by opcode

  int64_t total_bytes() const {
    return inp_load_nbytes + wgt_load_nbytes + acc_load_nbytes + uop_load_nbytes + out_store_nbytes;
  }
  Counters& operator+=(const Counters& other);
  bool operator==(const Counters&) const = default;
};

// The counters of the statistics, in their order: bytes by memory, then steps.
struct CounterField {
  std::string_view name;  // "inp_load_nbytes"
  int64_t Counters::*member;
};
std::span<const CounterField> counter_fields();

}  // namespace vta

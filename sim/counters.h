// Counters of ISA section 7: equal in every simulator.
#pragma once

#include <array>
#include <cstdint>

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

}  // namespace vta

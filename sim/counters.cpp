#include "sim/counters.h"

#include <cstddef>

namespace vta {

Counters& Counters::operator+=(const Counters& other) {
  inp_load_nbytes += other.inp_load_nbytes;
  wgt_load_nbytes += other.wgt_load_nbytes;
  acc_load_nbytes += other.acc_load_nbytes;
  uop_load_nbytes += other.uop_load_nbytes;
  out_store_nbytes += other.out_store_nbytes;
  gemm_counter += other.gemm_counter;
  alu_counter += other.alu_counter;
  acc_load_nbytes_vta += other.acc_load_nbytes_vta;
  for (std::size_t i = 0; i < insn_count.size(); ++i)
    insn_count[i] += other.insn_count[i];
  return *this;
}

std::span<const CounterField> counter_fields() {
  static constexpr CounterField kFields[] = {{"inp_load_nbytes", &Counters::inp_load_nbytes},
                                             {"wgt_load_nbytes", &Counters::wgt_load_nbytes},
                                             {"acc_load_nbytes", &Counters::acc_load_nbytes},
                                             {"uop_load_nbytes", &Counters::uop_load_nbytes},
                                             {"out_store_nbytes", &Counters::out_store_nbytes},
                                             {"gemm_counter", &Counters::gemm_counter},
                                             {"alu_counter", &Counters::alu_counter}};
  return kFields;
}

}  // namespace vta

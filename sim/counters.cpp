#include "sim/counters.h"

#include <algorithm>
#include <cstddef>

namespace vta {
namespace {

using C = Counters;
using R = Register;

constexpr auto kFields = std::to_array<CounterField>({
    {"inp_load_nbytes", "inp B", "INP loaded", "bytes", "bytes of inputs loaded",
     &C::inp_load_nbytes, R::InpLoadNbytes},
    {"wgt_load_nbytes", "wgt B", "WGT loaded", "bytes", "bytes of weights loaded",
     &C::wgt_load_nbytes, R::WgtLoadNbytes},
    {"acc_load_nbytes", "acc B", "ACC loaded", "bytes", "bytes of accumulators loaded",
     &C::acc_load_nbytes, R::AccLoadNbytes},
    {"acc_load_nbytes_vta", "acc B vta", "ACC loaded, as VTA counts", "bytes",
     "acc_load_nbytes as the public counter has it: ACC_8BIT counts times 4",
     &C::acc_load_nbytes_vta, std::nullopt},
    {"uop_load_nbytes", "uop B", "UOP loaded", "bytes", "bytes of micro-ops loaded",
     &C::uop_load_nbytes, R::UopLoadNbytes},
    {"out_store_nbytes", "out B", "OUT stored", "bytes", "bytes of outputs stored",
     &C::out_store_nbytes, R::OutStoreNbytes},
    {"gemm_counter", "gemm", "GEMM steps", "", "steps of the matrix unit, without resets",
     &C::gemm_counter, R::GemmCounter},
    {"alu_counter", "alu", "ALU steps", "", "steps of the vector unit", &C::alu_counter,
     R::AluCounter},
});

constexpr auto has_register = [](const CounterField& field) { return field.reg.has_value(); };
constexpr auto kMachine = [] {
  std::array<CounterField, std::ranges::count_if(kFields, has_register)> fields{};
  std::ranges::copy_if(kFields, fields.begin(), has_register);
  return fields;
}();
static_assert(sizeof(Counters) == (kFields.size() + Counters{}.insn_count.size()) * sizeof(int64_t),
              "a counter without a row");

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
  for (const CounterField& field : kFields)
    this->*field.member += other.*field.member;
  for (std::size_t i = 0; i < insn_count.size(); ++i)
    insn_count[i] += other.insn_count[i];
  return *this;
}

std::span<const CounterField> counter_fields() {
  return kFields;
}

std::span<const CounterField> machine_counters() {
  return kMachine;
}

}  // namespace vta

// Counters of ISA section 7: equal in every simulator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hw/isa/registers.h"

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

// A row per counter. Sums, documents, databases, messages, tables, comparisons and reports are made
// from the table: a new counter is a member and a row (CONTRIBUTING.md, "A counter").
struct CounterField {
  std::string_view name;     // "inp_load_nbytes": in documents, databases and messages
  std::string_view heading;  // "inp B": above a narrow column
  std::string_view label;    // "INP loaded": above a column of a report
  std::string_view unit;     // "bytes"; "": the label says what is counted
  std::string_view meaning;
  int64_t Counters::*member;
  std::optional<Register> reg;  // none: another reading of a counter, derived from the stream
};
std::span<const CounterField> counter_fields();
// Those of them that the machine has in a register: what tables for people, comparisons and limits
// have. Other readings stand behind their counter.
std::span<const CounterField> machine_counters();

}  // namespace vta

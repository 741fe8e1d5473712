// Programs and benches that the tests here share.
#pragma once

#include <string>
#include <vector>

#include "sim/cosim/bench.h"
#include "sim/cosim/generator.h"
#include "tests/cosim/faulty_device.h"

namespace vta::testing {

inline bool is_multiply(const Insn& n) {
  return n.op() == Opcode::Alu && n.alu() == AluOp::Mul;
}
inline bool is_store(const Insn& n) {
  return n.op() == Opcode::Store && n.x_size > 0 && n.y_size > 0;
}

// "good" is right; "bad" has the fault in runs with an instruction that `is_faulty` names.
inline cosim::DeviceMaker faulty_maker(Fault fault, const FaultyDevice::IsFaulty& is_faulty) {
  return [fault, is_faulty](const std::string& name, const VtaConfig& config, int64_t bytes) {
    return std::make_unique<FaultyDevice>(name, config, bytes, name == "bad" ? fault : Fault::None,
                                          is_faulty);
  };
}

inline cosim::TestProgram program_of(const std::string& config, uint64_t seed, int64_t index) {
  return cosim::generate_program(named_config(config), cosim::MemoryChoice::Mixed, seed, index);
}

// The first programs of a series that are neither racy nor end with an error.
inline std::vector<cosim::TestProgram> plain_programs(const std::string& config, size_t count) {
  std::vector<cosim::TestProgram> programs;
  for (int64_t i = 0; programs.size() < count; ++i) {
    cosim::TestProgram p = program_of(config, 5, i);
    if (!p.racy && p.expected_error == IsaError::None)
      programs.push_back(std::move(p));
  }
  return programs;
}

}  // namespace vta::testing

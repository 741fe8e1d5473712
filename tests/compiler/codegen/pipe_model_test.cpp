#include "compiler/emit/pipe_model.h"

#include <gtest/gtest.h>

namespace vta {
namespace {

Insn insn_of(Opcode opcode, int64_t steps) {
  Insn i;
  i.opcode = static_cast<int64_t>(opcode);
  i.use_imm = 1;
  i.iter_out = 1;
  i.iter_in = steps;
  return i;
}

// The first example of hw/rtl/compute/overlap.md, but for looks of 6 where the scanner still has
// the micro-ops, which the model does not know.
TEST(PipeModel, StartsAreThoseOfTheExample) {
  VtaConfig config;
  config.acc_overlap = 1;
  const Access low{Space::Acc, 0, 10, true}, high{Space::Acc, 1024, 1030, true};
  PipeModel model(config);
  const auto sum_low = model.work(insn_of(Opcode::Gemm, 100), 1, {&low, 1});
  const auto sum_high = model.work(insn_of(Opcode::Gemm, 100), 1, {&high, 1});
  const auto alu80 = model.work(insn_of(Opcode::Alu, 80), 1, {&low, 1});
  const auto alu10 = model.work(insn_of(Opcode::Alu, 10), 1, {&low, 1});
  const int64_t first = model.start(sum_low);
  const PipeModel::Work works[] = {sum_low, sum_high, alu80, alu10, sum_low};
  const int64_t starts[] = {47, 157, 164, 251, 268};
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(model.start(works[i]) - first, starts[i] - 47) << i;
    model.issue(works[i]);
  }
}

TEST(PipeModel, AnInstructionThatTouchesBothHalvesWaitsForBothPipes) {
  VtaConfig config;
  config.acc_overlap = 1;
  const Access low{Space::Acc, 0, 10, true}, both{Space::Acc, 1000, 1030, true};
  PipeModel model(config);
  model.issue(model.work(insn_of(Opcode::Gemm, 500), 1, {&low, 1}));
  const auto beside = model.work(insn_of(Opcode::Alu, 5), 1, {&both, 1});
  EXPECT_EQ(beside.halves, 3u);
  EXPECT_GT(model.start(beside), 500);
}

TEST(PipeModel, AVectorOperandTakesTwoCyclesAStepWithOneReadPort) {
  VtaConfig config;
  Insn add = insn_of(Opcode::Alu, 40);
  add.use_imm = 0;
  for (const int64_t ports : {1, 2}) {
    config.acc_read_ports = ports;
    EXPECT_EQ(PipeModel(config).work(add, 1, {}).cycles, (3 - ports) * 40 + 6);
  }
}

}  // namespace
}  // namespace vta

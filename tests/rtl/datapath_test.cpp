// vta_datapath in several configurations: timing against the pages of hw/rtl in every cycle, values
// and counters against sim/semantics.
#include <gtest/gtest.h>

#include "tests/rtl/datapath_bench.h"

namespace vta {
namespace {

class Datapath : public testing::TestWithParam<DatapathConfig> {
 protected:
  void run_random(uint64_t first_seed, int runs, bool stalls) {
    const VtaConfig config = load_config(std::string(GetParam().json));
    for (int i = 0; i < runs; ++i) {
      const uint64_t seed = first_seed + static_cast<uint64_t>(i);
      SCOPED_TRACE(testing::Message() << GetParam().name << " seed " << seed);
      std::mt19937_64 random(seed);
      const DatapathProgram program = random_datapath_program(config, random, 60, 200);
      const DatapathMemory memory = random_datapath_memory(random, stalls);
      const auto model = GetParam().make();
      run_datapath(*model, config, program, memory, random);
      if (HasFailure())
        return;
    }
  }
};

TEST_P(Datapath, FollowsThePagesInEveryCycle) {
  run_random(1, 12, false);
}

TEST_P(Datapath, KeepsValuesWhateverTheMemoryStalls) {
  run_random(100, 6, true);
}

TEST_P(Datapath, RaisesIndexRangeAtTheFirstStepPastADepth) {
  const VtaConfig config = load_config(std::string(GetParam().json));
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(testing::Message() << GetParam().name << " seed " << seed);
    std::mt19937_64 random(seed);
    DatapathProgram program = random_datapath_program(config, random, 20, 100);
    // One GEMM or ALU in the middle gets factors that leave some scratchpad.
    for (size_t i = 10; i < program.insns.size(); ++i) {
      Insn& n = program.insns[i];
      if (n.op() != Opcode::Gemm && n.op() != Opcode::Alu)
        continue;
      const bool gemm = n.op() == Opcode::Gemm;
      n.iter_in = 1 + static_cast<int64_t>(random() % 9);
      n.iter_out = 1 + static_cast<int64_t>(random() % 9);
      n.uop_end = std::max(n.uop_end, n.uop_bgn + 1);
      n.dst_in =
          static_cast<int64_t>(random() % static_cast<uint64_t>(config.depth(MemoryType::Acc)));
      n.src_out = static_cast<int64_t>(
          random() % static_cast<uint64_t>(config.depth(gemm ? MemoryType::Inp : MemoryType::Acc)));
    }
    const DatapathMemory memory = random_datapath_memory(random, false);
    const auto model = GetParam().make();
    run_datapath(*model, config, program, memory, random);
    if (HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Configurations, Datapath, testing::ValuesIn(datapath_configs()),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace vta

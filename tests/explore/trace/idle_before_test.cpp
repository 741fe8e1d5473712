// Cycles without a step between kernels, of a program whose times are on hw/rtl/core/README.md.
#include "explore/trace/idle_before.h"

#include <gtest/gtest.h>

#include "config/memory_preset.h"
#include "tests/explore/trace/traced_program.h"

namespace vta::test {
namespace {

using explore::IdleBefore;

std::vector<int64_t> idle(const Program& program, int runs = 1) {
  IdleBefore sink(program);
  for (int run = 0; run < runs; ++run) {
    std::unique_ptr<Device> device = make_csim(program.config, "auto", {.timing_only = true});
    device->set_trace_sink(&sink);
    run_launches(program, std::move(device));
  }
  return sink.cycles();
}

// The page's worked example: the reset starts at 24 and has one step, the STORE is done at 43.
constexpr const char* kExample =
    "load inp y_size=1 x_size=1 x_stride=1 push_next\n"
    "gemm reset uop_bgn=0 uop_end=1 iter_out=1 iter_in=1 pop_prev push_next\n"
    "store out y_size=1 x_size=1 x_stride=1 pop_prev\n";

TEST(IdleBefore, IsBackToTheLaunchForTheFirstKernel) {
  const VtaConfig config = apply_memory(named_config("default"), "ideal8");
  Program program = assembled_program(config, std::string(kExample) + "finish\n");
  EXPECT_EQ(idle(program), std::vector<int64_t>{23});
  EXPECT_EQ(idle(program, 3), std::vector<int64_t>{23}) << "of one run";
}

// A second kernel behind it: between its ALU step and the GEMM's end lie its micro-op's LOAD, whose
// cycles are no steps, and nothing else.
TEST(IdleBefore, CountsUpToTheFirstStepOfEachKernel) {
  const VtaConfig config = apply_memory(named_config("default"), "ideal8");
  const auto program = [&](const char* between) {
    Program p = assembled_program(config, std::string(kExample) + between +
                                              "alu add uop_bgn=0 uop_end=1 iter_out=1 iter_in=5 "
                                              "dst_in=1 src_in=1 use_imm imm=1\n"
                                              "alu add uop_bgn=0 uop_end=1 iter_out=1 iter_in=5 "
                                              "dst_in=1 src_in=1 use_imm imm=1\n"
                                              "finish\n");
    p.kernels[0].insn_count = 3;
    ProgramKernel second = p.kernels[0];
    second.first_insn = 3;
    second.insn_count = static_cast<int64_t>(p.insns.size() / 16) - 4;
    p.kernels.push_back(second);
    std::get<LaunchStep>(p.steps[0]).kernel_count = 2;
    return p;
  };
  const std::vector<int64_t> near = idle(program(""));
  EXPECT_GT(near[0], 23) << "more instructions are fetched before";
  EXPECT_EQ(near[1], 0);
  const std::vector<int64_t> far =
      idle(program("load uop dram_base=4096 y_size=1 x_size=1 x_stride=1\n"));
  EXPECT_GT(far[1], 4) << "request, grant, one beat";
  EXPECT_LT(far[1], 30);
}

}  // namespace
}  // namespace vta::test

// What --wave and its companions mean for a program.
#include "cli/wave_flags.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace vta::cli {
namespace {

using testing::HasSubstr;

std::string error_of(const WaveFlags& flags, const std::string& backend, const Program& program) {
  try {
    (void)flags.options(backend, program);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "no error";
}

// Two launches of 11 and 21 instructions; three kernels, the last in the second launch.
Program two_launches() {
  Program p;
  const auto add = [&p](const char* name, int64_t first, int64_t count) {
    ProgramKernel kernel;
    kernel.name = name;
    kernel.first_insn = first;
    kernel.insn_count = count;
    p.kernels.push_back(kernel);
  };
  add("conv2d_0", 0, 4);
  add("alu_0", 4, 6);
  add("conv2d_1", 13, 18);
  p.steps = {LaunchStep{0, 11, 0, 2}, LaunchStep{11, 0, 2, 0}, HostOpStep{},
             LaunchStep{11, 21, 2, 1}};
  return p;
}

TEST(WaveFlags, NothingGivenTracesNothing) {
  EXPECT_TRUE(WaveFlags{}.options("fsim", two_launches()).file.empty());
}

TEST(WaveFlags, WithoutKernelsNoneIsSpokenOf) {
  WaveFlags flags{.file = "w.fst", .kernel = "", .cycles = "", .with_kernels = false};
  EXPECT_THAT(error_of(flags, "tsim", two_launches()),
              testing::EndsWith("a part of the run: --wave-cycles A:B"));
  flags.file.clear();
  flags.cycles = "1:2";
  EXPECT_THAT(error_of(flags, "tsim", two_launches()), testing::StartsWith("--wave-cycles needs"));
}

TEST(WaveFlags, CyclesAreHalfOpen) {
  const WaveOptions wave =
      WaveFlags{.file = "w.fst", .kernel = "", .cycles = "100:250"}.options("tsim");
  EXPECT_EQ(wave.file, "w.fst");
  EXPECT_EQ(wave.first_cycle, 100);
  EXPECT_EQ(wave.end_cycle, 250);
  EXPECT_EQ(wave.end_insn, 0);
}

TEST(WaveFlags, AKernelIsItsInstructionsInItsLaunch) {
  WaveFlags flags{.file = "w.fst", .kernel = "alu_0", .cycles = ""};
  WaveOptions wave = flags.options("tsim", two_launches());
  EXPECT_EQ(wave.launch, 0);
  EXPECT_EQ(wave.first_insn, 4);
  EXPECT_EQ(wave.end_insn, 10);
  flags.kernel = "conv2d_1";
  wave = flags.options("tsim", two_launches());
  EXPECT_EQ(wave.launch, 1);
  EXPECT_EQ(wave.first_insn, 2);
  EXPECT_EQ(wave.end_insn, 20);
}

TEST(WaveFlags, MalformedCyclesShowTheirForm) {
  for (const char* cycles : {"1", "1:", ":2", "1:1", "2:1", "-1:4", "a:b", "1:2:3", "1:2 ", "1;2",
                             "99999999999999999999:5"})
    EXPECT_THAT(error_of({"w.fst", "", cycles}, "tsim", two_launches()), HasSubstr("expected A:B"))
        << cycles;
}

TEST(WaveFlags, AnUnknownKernelNamesTheNearest) {
  EXPECT_THAT(error_of({"w.fst", "conv2_1", ""}, "tsim", two_launches()),
              testing::AllOf(HasSubstr("'conv2_1'"), HasSubstr("3 kernels"),
                             HasSubstr("nearest is conv2d_1")));
}

TEST(WaveFlags, OnlyTsimHasWires) {
  EXPECT_THAT(error_of({"w.fst", "alu_0", ""}, "csim", two_launches()),
              HasSubstr("backend csim has none; use --backend tsim"));
}

}  // namespace
}  // namespace vta::cli

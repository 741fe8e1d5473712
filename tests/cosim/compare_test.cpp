#include <gmock/gmock.h>

#include <algorithm>

#include "sim/cosim/mirror_device.h"
#include "sim/cosim/refusals.h"
#include "tests/cosim/cosim_fixture.h"

namespace vta::cosim {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using vta::testing::Fault;
using vta::testing::faulty_maker;
using vta::testing::is_multiply;
using vta::testing::is_store;
using vta::testing::plain_programs;
using vta::testing::program_of;

TestProgram with_kernels(TestProgram p) {
  p.kernels = {3, 10};
  return p;
}

// The difference that a fault makes on the first plain program.
Difference found(Fault fault, bool (*is_faulty)(const Insn&) = is_multiply) {
  Bench bench({"good", "bad"}, faulty_maker(fault, is_faulty));
  for (const TestProgram& p : plain_programs("tiny", 5)) {
    const Verdict verdict = bench.run(with_kernels(p));
    if (verdict.difference)
      return *verdict.difference;
  }
  return {DifferenceKind::Failure, "none found"};
}

TEST(Compare, EqualBackendsDoNotDiffer) {
  Bench bench({"good", "fine"}, faulty_maker(Fault::None, is_multiply));
  for (int64_t i = 0; i < 60; ++i)
    EXPECT_FALSE(bench.run(program_of("tiny", 61, i)).difference) << i;
}

TEST(Compare, ALateCompletionIsShownWithWhatIsAround) {
  const Difference d = found(Fault::LateCompletion);
  EXPECT_EQ(d.kind, DifferenceKind::Completion);
  EXPECT_THAT(d.text, AllOf(HasSubstr("in good and at"), HasSubstr("> "), HasSubstr("alu mul")));
}

TEST(Compare, ACompletionThatIsMissingIsCalledNever) {
  const Difference d = found(Fault::LostCompletion);
  EXPECT_EQ(d.kind, DifferenceKind::Completion);
  EXPECT_THAT(d.text, HasSubstr("at never in bad"));
}

TEST(Compare, AnInstructionCompletedTwiceIsAFailure) {
  const Difference d = found(Fault::TwiceCompleted);
  EXPECT_EQ(d.kind, DifferenceKind::Failure);
  EXPECT_THAT(d.text, AllOf(HasSubstr("bad"), HasSubstr("twice")));
}

TEST(Compare, CyclesOfTheRun) {
  EXPECT_EQ(found(Fault::LongerRun).kind, DifferenceKind::Cycles);
}

TEST(Compare, ErrorsAreNamedOnBothSides) {
  const Difference d = found(Fault::WrongError);
  EXPECT_EQ(d.kind, DifferenceKind::Error);
  EXPECT_THAT(d.text, AllOf(HasSubstr("good ends with no error"), HasSubstr("DEADLOCK")));
}

bool completes_any(const RunResult& result) {
  return std::ranges::any_of(result.completion, [](int64_t cycle) { return cycle != kNotRetired; });
}

TEST(Compare, TheInstructionOfAnErrorCounts) {
  Bench bench({"good", "bad"},
              faulty_maker(Fault::WrongErrorInsn, [](const Insn&) { return true; }));
  int differences = 0, errors = 0;
  for (int64_t i = 0; i < 60; ++i) {
    const TestProgram p = program_of("tiny", 62, i);
    if (p.expected_error == IsaError::None || !completes_any(bench.run(p).results[0]))
      continue;  // nothing completes before the fault: it does not show
    ++errors;
    const auto d = bench.run(p).difference;
    differences += d && d->kind == DifferenceKind::Error ? 1 : 0;
  }
  EXPECT_GT(errors, 5);
  EXPECT_EQ(differences, errors);
}

// The difference that a fault makes on the first program that ends with an error of this kind and
// shows it; "fsim" is the functional simulator itself, any other name one with invented time.
std::optional<Difference> found_after(IsaError error, Fault fault, const std::string& first) {
  const auto make = [&](const std::string& name, const VtaConfig& config, int64_t bytes) {
    return name == "fsim"
               ? make_device("fsim", config, {.memory_bytes = bytes})
               : faulty_maker(fault, [](const Insn&) { return true; })(name, config, bytes);
  };
  Bench bench({first, "bad"}, make);
  for (int64_t i = 0; i < 400; ++i) {
    const TestProgram p = program_of("tiny", 63, i);
    if (p.expected_error != error || p.racy)
      continue;
    const Verdict verdict = bench.run(p);
    if (verdict.difference || completes_any(verdict.results[1]))
      return verdict.difference;
  }
  ADD_FAILURE() << "no program";
  return std::nullopt;
}

TEST(Compare, AfterEveryErrorTokensLeft) {
  for (const IsaError error : {IsaError::SramRange, IsaError::IndexRange, IsaError::Deadlock,
                               IsaError::NoFinish, IsaError::FinishNotLast, IsaError::BusError})
    for (const char* first : {"fsim", "good"}) {
      const auto d = found_after(error, Fault::LostToken, first);
      ASSERT_TRUE(d) << isa_error_name(error) << " " << first;
      EXPECT_EQ(d->kind, DifferenceKind::Tokens) << isa_error_name(error) << " " << first;
    }
}

TEST(Compare, CountersAfterAnErrorThatDoesNotDependOnTime) {
  for (const IsaError error : {IsaError::SramRange, IsaError::Deadlock, IsaError::NoFinish})
    for (const char* first : {"fsim", "good"}) {
      const auto d = found_after(error, Fault::InsnCount, first);
      ASSERT_TRUE(d) << isa_error_name(error) << " " << first;
      EXPECT_EQ(d->kind, DifferenceKind::Counters) << isa_error_name(error) << " " << first;
    }
}

TEST(Compare, CountersAfterAnIndexErrorOnlyWhereTimeIsModelled) {
  const auto timed = found_after(IsaError::IndexRange, Fault::InsnCount, "good");
  ASSERT_TRUE(timed);
  EXPECT_EQ(timed->kind, DifferenceKind::Counters);
  EXPECT_FALSE(found_after(IsaError::IndexRange, Fault::InsnCount, "fsim"));
}

TEST(Compare, BusErrorsNameARefusedInstruction) {
  for (const char* first : {"fsim", "good"}) {
    const auto d = found_after(IsaError::BusError, Fault::WrongErrorInsn, first);
    ASSERT_TRUE(d) << first;
    EXPECT_EQ(d->kind, DifferenceKind::Error) << first;
  }
}

// Where time decides what is named, the functional one excuses no backend with time.
TEST(Compare, BusErrorsOfBackendsWithTimeAreComparedWithEachOther) {
  const auto make = [](const std::string& name, const VtaConfig& config, int64_t bytes) {
    const auto of = faulty_maker(Fault::WrongErrorInsn, [](const Insn&) { return true; });
    return name == "fsim" ? make_device("fsim", config, {.memory_bytes = bytes})
                          : of(name, config, bytes);
  };
  Bench bench({"fsim", "good", "bad"}, make);
  int errors = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    const TestProgram p = program_of("tiny", 63, i);
    if (!refused_fetch(p.insn_addr, launches_of(p).back(), p.refused))
      continue;
    const Verdict verdict = bench.run(p);
    if (!completes_any(verdict.results.back()))
      continue;
    ++errors;
    ASSERT_TRUE(verdict.difference) << i;
    EXPECT_EQ(verdict.difference->kind, DifferenceKind::Error) << i;
  }
  EXPECT_GT(errors, 2);
}

TEST(Compare, StatusAfterAnErrorMustSayWhatTheReportSays) {
  const auto d = found_after(IsaError::Deadlock, Fault::StatusRegister, "good");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->kind, DifferenceKind::Registers);
  EXPECT_THAT(d->text, HasSubstr("STATUS of bad"));
}

TEST(Compare, TokensLeft) {
  const Difference d = found(Fault::LostToken);
  EXPECT_EQ(d.kind, DifferenceKind::Tokens);
  EXPECT_THAT(d.text, HasSubstr("compute->store"));
}

TEST(Compare, CountersOfTheRunByName) {
  const Difference d = found(Fault::Counter);
  EXPECT_EQ(d.kind, DifferenceKind::Counters);
  EXPECT_THAT(d.text, HasSubstr("alu_counter is"));
}

TEST(Compare, CountersOfAKernelByNameAndNumber) {
  EXPECT_THAT(found(Fault::KernelCounter).text, HasSubstr("inp_load_nbytes of kernel 1"));
}

TEST(Compare, InstructionCounts) {
  EXPECT_THAT(found(Fault::InsnCount).text, HasSubstr("insn_count of opcode 1"));
}

TEST(Compare, UnitStates) {
  const Difference d = found(Fault::UnitState);
  EXPECT_EQ(d.kind, DifferenceKind::Timing);
  EXPECT_THAT(d.text, HasSubstr("unit load is busy"));
}

TEST(Compare, UnitStatesOfAKernel) {
  EXPECT_THAT(found(Fault::KernelState).text, HasSubstr("of kernel 0"));
}

TEST(Compare, RegistersMustSayWhatTheReportSays) {
  const Difference d = found(Fault::Register);
  EXPECT_EQ(d.kind, DifferenceKind::Registers);
  EXPECT_THAT(d.text, HasSubstr("GEMM_COUNTER of bad"));
}

TEST(Compare, StatesMustSumToAllCycles) {
  Bench bench({"bad"}, faulty_maker(Fault::StatesSum, is_multiply));
  for (const TestProgram& p : plain_programs("tiny", 5))
    if (const auto d = bench.run(p).difference) {
      EXPECT_THAT(d->text, HasSubstr("states of unit store in bad sum to"));
      return;
    }
  FAIL();
}

TEST(Compare, DramNamesTheStoreThatWroteThere) {
  const Difference d = found(Fault::DramByte, is_store);
  EXPECT_EQ(d.kind, DifferenceKind::Dram);
  EXPECT_THAT(d.text, AllOf(HasSubstr("bytes of DRAM differ"), HasSubstr("the last STORE there"),
                            HasSubstr("store out")));
}

TEST(Compare, ScratchpadNamesElementAndByte) {
  const Difference d = found(Fault::ScratchpadByte);
  EXPECT_EQ(d.kind, DifferenceKind::Scratchpad);
  EXPECT_THAT(d.text, HasSubstr("element 4 of INP differs in byte 1"));
}

TEST(Compare, ABackendThatThrowsIsADifference) {
  const Difference d = found(Fault::Throws);
  EXPECT_EQ(d.kind, DifferenceKind::Failure);
  EXPECT_THAT(d.text, HasSubstr("bad: a fault of its own"));
}

TEST(Compare, ARunThatDoesNotEndIsADifferenceAndDevicesAreMadeAnew) {
  Bench bench({"good", "bad"}, faulty_maker(Fault::NeverEnds, is_multiply));
  bool seen = false;
  for (const TestProgram& p : plain_programs("tiny", 8)) {
    const Verdict verdict = bench.run(p);
    EXPECT_EQ(bench.broken(), verdict.difference.has_value());
    if (verdict.difference) {
      EXPECT_THAT(verdict.difference->text, HasSubstr("did not end within"));
      seen = true;
    }
  }
  EXPECT_TRUE(seen);
}

TEST(Compare, RacyProgramsAreNotComparedInValuesButInTime) {
  TestProgram p = plain_programs("tiny", 1).front();
  p.racy = true;
  Bench dram({"good", "bad"}, faulty_maker(Fault::DramByte, is_store));
  EXPECT_FALSE(dram.run(p).difference);
  Bench late({"good", "bad"}, faulty_maker(Fault::LateCompletion, is_store));
  EXPECT_TRUE(late.run(p).difference);
}

TEST(Compare, WithoutTimeOnlyTheSetOfCompletionsCounts) {
  const auto make = [](const std::string& name, const VtaConfig& config, int64_t bytes) {
    return name == "fsim" ? make_device("fsim", config, {.memory_bytes = bytes})
                          : faulty_maker(Fault::LostCompletion, is_multiply)(name, config, bytes);
  };
  Bench bench({"fsim", "bad"}, make);
  bool seen = false;
  for (const TestProgram& p : plain_programs("tiny", 5))
    if (const auto d = bench.run(p).difference)
      seen = d->kind == DifferenceKind::Completion;
  EXPECT_TRUE(seen);
}

TEST(Compare, ScratchpadsDoNotCarryOverFromProgramToProgram) {
  Bench bench({"good"}, faulty_maker(Fault::None, is_multiply));
  const auto programs = plain_programs("tiny", 2);
  const auto fresh = bench.run(programs[1]).results.front().scratchpads;
  bench.run(programs[0]);
  EXPECT_EQ(bench.run(programs[1]).results.front().scratchpads, fresh);
}

// A launch through the mirror, of the program as it stands in the first device's memory.
MirrorDevice::Findings mirrored(Fault fault, const TestProgram& p) {
  MirrorDevice::Findings findings;
  std::vector<std::unique_ptr<Device>> devices;
  for (const char* name : {"good", "bad"})
    devices.push_back(faulty_maker(fault, is_store)(name, p.config, p.memory_bytes));
  MirrorDevice mirror(std::move(devices), findings);
  EXPECT_EQ(run_program(p, mirror).failure, "");
  EXPECT_EQ(run_program(p, mirror).failure, "");
  return findings;
}

TEST(MirrorDevice, ComparesEveryLaunch) {
  TestProgram p = plain_programs("tiny", 1).front();
  p.relaunches.clear();
  const MirrorDevice::Findings findings = mirrored(Fault::None, p);
  EXPECT_EQ(findings.launches, 4);  // each after one that zeroes the scratchpads
  EXPECT_TRUE(findings.differences.empty());
  EXPECT_GT(findings.cycles, 0);
  EXPECT_EQ(findings.insns, 2 * (5 + std::ssize(p.insns)));
}

TEST(MirrorDevice, TheFirstDifferenceNamesItsLaunch) {
  const MirrorDevice::Findings findings =
      mirrored(Fault::LateCompletion, plain_programs("tiny", 1).front());
  ASSERT_EQ(findings.differences.size(), 1U);
  EXPECT_THAT(findings.differences.front(), HasSubstr("launch 1, completion cycle: instruction"));
}

}  // namespace
}  // namespace vta::cosim

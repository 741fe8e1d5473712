#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "base/json.h"
#include "config/dram_file.h"
#include "config/memory_preset.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/program_text.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class CosimCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "cosim_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() + "/";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& text) const {
    write_text_file(folder_ + "p.s", text);
    return folder_ + "p.s";
  }

  std::string folder_;
};

TEST_F(CosimCommand, RandomProgramsAgreeAndTheLastLineSumsUp) {
  const auto r = run_vta_apart("cosim --random 20 --seed 4 --config tiny,1x8 --backends fsim,csim");
  EXPECT_EQ(r.exit_code, 0) << r.out;
  EXPECT_THAT(r.out, HasSubstr("compared: completion cycle"));
  const std::string last = r.out.substr(r.out.rfind("cosim: "));
  EXPECT_THAT(last, HasSubstr("cosim: 20 programs, "));
  EXPECT_THAT(last, EndsWith(" 0 differences\n"));
}

// The RTL and the model hear of the same DRAM, each at its own pace.
TEST_F(CosimCommand, ProgramsAgreeBesideADram) {
  for (const NamedDram& dram : named_drams())
    for (const char* clock : {",mhz=100", ",mhz=333,bus=16,outstanding=3"}) {
      const auto r = run_vta_apart(fmt::format(
          "cosim --random 25 --seed 4 --config tiny,1x8 --memory {}{} --backends csim,tsim",
          dram.name, clock));
      EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
      EXPECT_THAT(r.out, EndsWith(" 0 differences\n"));
    }
}

TEST_F(CosimCommand, AProgramsTextKeepsItsDram) {
  cosim::TestProgram program = cosim::generate_program(
      apply_memory(named_config("tiny"), "ddr4-2400,mhz=200"), cosim::MemoryChoice::Fixed, 3, 5);
  const std::string text = cosim::program_text(program, "");
  EXPECT_THAT(text, HasSubstr("\n.dram ddr4-2400 200000\n"));
  const cosim::TestProgram again = cosim::parse_program(text, "p.s");
  EXPECT_EQ(again.config, program.config);
  const auto refused = run_vta_apart("cosim " + file(".dram ddr4-2401 200000\n"));
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err,
              HasSubstr(".dram takes the name of a known DRAM and the clock of the core in kHz"));
}

TEST_F(CosimCommand, RandomProgramsNeedADramWithAName) {
  write_text_file(folder_ + "d.json", std::string(named_drams()[0].json));
  const auto r = run_vta_apart("cosim --random 2 --config tiny --memory " + folder_ + "d.json");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.err, HasSubstr("random programs are written down with the name of a known DRAM"));
}

TEST_F(CosimCommand, BackendsAreNamedOnceEach) {
  const std::string run = "cosim --random 1 --config tiny --backends ";
  for (const char* backends : {"fsim,,csim", ",csim", "fsim,"}) {
    const auto r = run_vta_apart(run + backends);
    EXPECT_EQ(r.exit_code, 2) << backends;
    EXPECT_THAT(r.err, HasSubstr("a name is empty")) << backends;
  }
  const auto twice = run_vta_apart(run + "csim,fsim,csim");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, HasSubstr("csim is given twice"));
}

TEST_F(CosimCommand, WithoutDifferencesNoFolderIsMade) {
  const std::string place = folder_ + "differences";
  const auto r = run_vta_apart("cosim --random 4 --config tiny --backends fsim --save " + place);
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_FALSE(std::filesystem::exists(place));
}

TEST_F(CosimCommand, TooFewHitsFailAndAreNamed) {
  const auto r = run_vta_apart("cosim --random 4 --config tiny --backends fsim --require-hits 10");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.out, HasSubstr("fewer than 10 hits: "));
  EXPECT_THAT(r.out, HasSubstr("error DEADLOCK (0)"));
}

TEST_F(CosimCommand, JsonHasEverythingThatTheTextHas) {
  const auto r = run_vta_apart("cosim --random 4 --config tiny --backends fsim,csim --json");
  EXPECT_EQ(r.exit_code, 0);
  const auto value = parse_json(r.out, "output");
  const JsonReader reader(value, "output");
  EXPECT_EQ(reader.get_int("programs"), 4);
  EXPECT_TRUE(reader.get_array("differences").empty());
  EXPECT_EQ(reader.get_array("configurations").size(), 1U);
  EXPECT_TRUE(reader.has("hits"));
  EXPECT_EQ(reader.get_object("provenance").get_int("seed"), 0);
}

TEST_F(CosimCommand, AProgramTextRuns) {
  const auto r = run_vta_apart("cosim " +
                               file(".memory read=0 write=0 gap=0\n.stream 0x80\n"
                                    ".base inp=0x1000 out=0x2000\n"
                                    "load inp x_size=1 y_size=1 push_next\n"
                                    "gemm reset uop_end=1 iter_out=1 iter_in=1 pop_prev "
                                    "push_next\n"
                                    "store out x_size=1 y_size=1 pop_prev\nfinish\n") +
                               " --backends fsim,csim");
  EXPECT_EQ(r.exit_code, 0) << r.out;
  EXPECT_THAT(r.out, EndsWith("cosim: 1 program, 4 instructions, 40 cycles, 0 differences\n"));
}

TEST_F(CosimCommand, JsonOfAProgramHasEveryCompletion) {
  const auto r = run_vta_apart("cosim " + file("finish\n") + " --backends csim --json");
  const auto value = parse_json(r.out, "output");
  EXPECT_EQ(JsonReader(value, "output").get_array("completions").size(), 1U);
}

TEST_F(CosimCommand, AProgramThatEndsWithAnErrorIsNoDifference) {
  const auto r = run_vta_apart("cosim " + file("op6\nfinish\n") + " --backends fsim,csim");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.out, HasSubstr("ends with OPCODE at instruction 0"));
}

// Programs that some backend once answered differently; each names its configuration.
TEST_F(CosimCommand, CasesThatDifferedAgree) {
  for (const auto& entry :
       std::filesystem::directory_iterator(VTA_SOURCE_DIR "/tests/cosim/cases")) {
    const auto r = run_vta_apart("cosim " + entry.path().string() + " --backends fsim,csim");
    EXPECT_EQ(r.exit_code, 0) << entry.path() << "\n" << r.out << r.err;
  }
}

TEST_F(CosimCommand, SaysThatCountersOfAnIndexErrorDependOnTime) {
  const auto r = run_vta_apart("cosim " VTA_SOURCE_DIR
                               "/tests/cosim/cases/tokens_error_default.s --backends fsim,csim");
  EXPECT_THAT(r.out, HasSubstr("after INDEX_RANGE, completed instructions and counters only among "
                               "backends with time"));
  EXPECT_THAT(r.out, HasSubstr("ends with INDEX_RANGE at instruction 1"));
}

TEST_F(CosimCommand, AnEmptyStreamEndsAtOnce) {
  const auto r = run_vta_apart("cosim " + file("# nothing\n") + " --backends fsim,csim");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.out, HasSubstr("NO_FINISH at instruction 0"));
  EXPECT_THAT(r.out, HasSubstr("0 instructions, 1 cycle"));
}

TEST_F(CosimCommand, ANetworkIsComparedLaunchByLaunch) {
  const auto r =
      run_vta_apart("cosim " VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx --backends fsim,csim");
  EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
  EXPECT_THAT(r.out, HasSubstr("launch"));
  EXPECT_THAT(r.out, EndsWith(" 0 differences\n"));
}

TEST_F(CosimCommand, ANetworkWithoutKernelsIsRefused) {
  const auto r =
      run_vta_apart("cosim " VTA_SOURCE_DIR
                    "/tests/data/digits_resnet8.onnx --backends fsim,csim --skip quantize");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_THAT(r.err, HasSubstr("vta cosim has nothing to compare: no kernel of"));
}

TEST_F(CosimCommand, OneBackendComparesNothingAndSaysSo) {
  const auto r = run_vta_apart("cosim " + file("finish\n") + " --backends csim");
  EXPECT_THAT(r.out, HasSubstr("compared: nothing, with one backend"));
}

TEST_F(CosimCommand, FixedMemoryIsUsed) {
  const std::string args = "cosim --random 3 --config default --backends csim --memory ";
  const auto fast = run_vta_apart(args + "read=0,write=0,gap=0");
  const auto slow = run_vta_apart(args + "read=900,write=900,gap=30");
  EXPECT_EQ(fast.exit_code, 0);
  EXPECT_EQ(slow.exit_code, 0);
  EXPECT_NE(fast.out, slow.out);
}

TEST_F(CosimCommand, RandomConfigurationsAreLegalOnesOfAnyKind) {
  const auto r = run_vta_apart("cosim --random 24 --config random:12 --backends fsim,csim");
  EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
  EXPECT_THAT(r.out, HasSubstr("random0-1x4_"));  // the smallest machine
  EXPECT_THAT(r.out, HasSubstr("random11-"));
  EXPECT_THAT(r.out, EndsWith(" 0 differences\n"));
}

TEST_F(CosimCommand, OneProgramOfASeriesRunsAgain) {
  const auto r = run_vta_apart("cosim --random 20 --program 7 --config tiny,1x8 --backends fsim");
  EXPECT_EQ(r.exit_code, 0) << r.out << r.err;
  EXPECT_THAT(r.out, HasSubstr("configuration  programs  instructions  cycles  differences"));
  EXPECT_THAT(r.out, HasSubstr("\n  1x8                   1  "));
  EXPECT_THAT(r.out, HasSubstr("cosim: 1 program, "));
}

TEST_F(CosimCommand, FsimStandsForEveryKernelsAndCanBeOne) {
  const auto all = run_vta_apart("cosim --random 2 --config tiny --backends fsim");
  EXPECT_THAT(all.out, HasSubstr("fsim:reference, fsim:portable"));
  const auto one = run_vta_apart("cosim --random 2 --config tiny --backends fsim:portable,csim");
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("backends fsim:portable, csim;"));
}

TEST_F(CosimCommand, WrongCommandLinesAreRefused) {
  const auto refused = [](const std::string& args, const std::string& words, int code) {
    const auto r = run_vta_apart("cosim " + args);
    EXPECT_EQ(r.exit_code, code) << args;
    EXPECT_THAT(r.err, HasSubstr(words)) << args;
  };
  refused("", "either a FILE", 2);
  refused("x.s --random 3", "either a FILE", 2);
  refused("--random 3 --backends fsim,qemu", "unknown 'qemu'", 2);
  refused("--random 3 --backends ,", "--backends ','", 2);
  refused("--random 0", "--random", 2);
  refused("--random 3 --backends fsim:warp", "fsim and csim take the kernels auto", 2);
  refused("--random 3 --backends tsim:avx2", "'tsim:avx2'", 2);
  refused("--random 3 --backends fsim --config random:x", "'x' must be a number from 1 to 1000", 2);
  refused("--random 3 --backends fsim --config random:0", "'0' must be a number from 1 to 1000", 2);
  refused("--random 3 --backends fsim --config random:1:2:3", "expected random:COUNT", 2);
  refused("--random 3 --backends tsim --config random:12", "tsim alone takes at most 4096", 2);
  refused(file("finish\n") + " --program 3", "--program needs --random", 2);
  refused("missing.onnx --backends fsim:portable", "a network takes a backend's name alone", 2);
  refused("--random 3 --program 3", "the 3 programs of --random are 0 to 2", 2);
  refused("--random 3 --backends ''", "--backends: the value is empty", 2);
  for (const char* place : {"/dev/full", __FILE__})
    refused(std::string("--random 3 --save ") + place, "cannot write into", 9);
  refused("--random 3 --config nowhere", "nowhere", 4);
  refused("--random 3 --config ,", "--config", 2);
  refused("--random 3 --memory warp", "known are the presets", 2);
  refused("missing.s", "missing.s", 3);
  refused("missing.onnx --memory random", "random is for --random", 2);
  refused(file("finish\n") + " --require-hits 3", "needs --random", 2);
  for (const char* option : {"--hits", "--save x", "--shrink 1", "--jobs 1"})
    refused(file("finish\n") + " " + option, "needs --random: there is one program", 2);
  refused("--random 3 --quant max", "--quant is for a FILE", 2);
  refused("--random 3 --input x.npy", "--input is for a FILE", 2);
  refused(file("finish\n") + " --schedule fast", "--schedule is for a network", 2);
  refused("--random 3 --max-cycles 9", "--max-cycles is for a FILE", 2);
  refused(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx --backends fsim,csim --max-cycles 1000",
          "the bound is 1000 (--max-cycles)", 8);
  refused(file("gemm uop_bgn=99999\n"), "uop_bgn", 3);
}

}  // namespace
}  // namespace vta

// vta exec as a user runs it: files in, exit code and text out.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/file.h"
#include "hw/isa/assembler.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

struct Outcome {
  int code = -1;
  std::string out, err;
};

class ExecTest : public ::testing::Test {
 public:
  ExecTest() : dir_(fs::path(::testing::TempDir()) / fmt::format("vta_exec_{}", getpid())) {
    fs::create_directories(dir_);
  }
  ~ExecTest() override { fs::remove_all(dir_); }

 protected:
  std::string path(const std::string& name) const { return (dir_ / name).string(); }

  // Writes encoded instructions (or micro-ops, 4 bytes each) to a file of the test's directory.
  std::string assemble_to(const std::string& name, const std::string& assembly) {
    const InsnCodec codec(named_config("default"));
    const AssemblyUnit unit = assemble(assembly, name, codec);
    std::vector<std::byte> bytes;
    const auto append = [&](const void* data, size_t size) {
      const auto* first = static_cast<const std::byte*>(data);
      bytes.insert(bytes.end(), first, first + size);
    };
    for (const Insn& insn : unit.insns) {
      const InsnBits bits = codec.encode(insn);
      append(&bits, 16);
    }
    for (const Uop& uop : unit.uops) {
      const uint64_t word = codec.encode_uop(uop);
      append(&word, 4);
    }
    write_file(path(name), bytes);
    return path(name);
  }

  Outcome exec(const std::string& arguments) {
    const std::string command = fmt::format("{}/bin/vta exec --kernels reference {} 2>{}",
                                            VTA_BINARY_DIR, arguments, path("stderr"));
    FILE* pipe = popen(command.c_str(), "r");
    Outcome outcome;
    char buffer[4096];
    size_t count = 0;
    while ((count = fread(buffer, 1, sizeof buffer, pipe)) > 0)
      outcome.out.append(buffer, count);
    outcome.code = WEXITSTATUS(pclose(pipe));
    outcome.err = read_text_file(path("stderr"));
    return outcome;
  }
  void expect_usage_error(const std::string& arguments, const std::string& text) {
    const Outcome outcome = exec(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(text));
  }

  // Adds 5 to the 16 lanes of one int8 element at 0x2000 and stores it at 0x3000.
  std::string add_five() {
    const std::string insns = assemble_to("insn.bin",
                                          "load uop dram_base=0x1000 y_size=1 x_size=1\n"
                                          "load acc8 dram_base=0x200 y_size=1 x_size=1\n"
                                          "alu add uop_end=1 iter_out=1 iter_in=1 use_imm imm=5 "
                                          "push_next\n"
                                          "store out dram_base=0x300 y_size=1 x_size=1 pop_prev\n"
                                          "finish\n");
    std::vector<std::byte> data(16);
    for (size_t i = 0; i < 16; ++i)
      data[i] = std::byte(i);
    write_file(path("data.bin"), data);
    const std::string uops = assemble_to("uop.bin", "uop dst=0 src=0 wgt=0\n");
    return fmt::format(
        "--insn-addr 0x1000 --count 5 --load 0x1000:{} --load 2000:{} --load 4000:{} "
        "--alloc 3000:16 ",
        insns, path("data.bin"), uops);
  }

  fs::path dir_;
};

TEST_F(ExecTest, RunsAStreamAndDumpsItsResult) {
  const Outcome outcome = exec(add_five() + "--dump 3000:16:" + path("out.bin"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto bytes = read_file(path("out.bin"));
  ASSERT_EQ(bytes.size(), 16u);
  for (size_t i = 0; i < 16; ++i)
    EXPECT_EQ(bytes[i], std::byte(i + 5));
}

TEST_F(ExecTest, StatisticsHaveTheirOrderAndSpelling) {
  const Outcome outcome = exec(add_five());
  const char* const names[] = {"Execution statistics:", "inp_load_nbytes", "wgt_load_nbytes",
                               "acc_load_nbytes",       "uop_load_nbytes", "out_store_nbytes",
                               "gemm_counter",          "alu_counter"};
  size_t at = 0;
  for (const char* name : names) {
    at = outcome.out.find(name, at);
    ASSERT_NE(at, std::string::npos) << name << "\n" << outcome.out;
  }
}

TEST_F(ExecTest, JsonHasCountersTokensAndProvenance) {
  const Outcome outcome = exec(add_five() + "--json --dump-sram acc:0:1");
  const auto json = boost::json::parse(outcome.out);
  EXPECT_EQ(json.at_pointer("/counters/acc_load_nbytes").as_int64(), 16);
  EXPECT_EQ(json.at_pointer("/counters/acc_load_nbytes_vta").as_int64(), 64);
  EXPECT_EQ(json.at_pointer("/counters/alu_counter").as_int64(), 1);
  EXPECT_EQ(json.at_pointer("/counters/insn_count/load").as_int64(), 2);
  EXPECT_EQ(json.at_pointer("/tokens_left/compute_to_store").as_int64(), 0);
  EXPECT_EQ(json.at_pointer("/provenance/config_hash").as_string().size(), 16u);
  EXPECT_EQ(json.at_pointer("/sram/0/elements/0/2").as_int64(), 7);
  EXPECT_TRUE(json.at("error").is_null());
}

TEST_F(ExecTest, RacesOfARawStreamAreNamed) {
  const Outcome clean = exec(add_five() + "--check-races");
  EXPECT_EQ(clean.code, 0);
  EXPECT_THAT(clean.out, HasSubstr("races           : none in 1 launch of 5 instructions\n"));
  const std::string stream = assemble_to("racy.bin",
                                         "load acc8 dram_base=0x200 y_size=1 x_size=1\n"
                                         "store out dram_base=0x300 y_size=1 x_size=1\n"
                                         "finish\n");
  const std::string command = fmt::format(
      "--insn-addr 1000 --count 3 --load 1000:{} --alloc 2000:8192 --check-races ", stream);
  const Outcome racy = exec(command);
  EXPECT_EQ(racy.code, 1);
  EXPECT_THAT(
      racy.out,
      HasSubstr("races           : 1 race, see below\n"
                "race 1: ACC elements 0 to 0, launch 0: no tokens order\n"
                "  instruction 0, compute writes: load acc8 dram_base=512 y_size=1 x_size=1\n"
                "  instruction 1, store reads: store out dram_base=768 y_size=1 x_size=1\n"));
  const auto json = boost::json::parse(exec(command + "--json").out);
  EXPECT_EQ(json.at_pointer("/races/count"), 1);
  EXPECT_TRUE(json.at_pointer("/races/found/0/first/kernel").is_null());
}

TEST_F(ExecTest, DumpsScratchpads) {
  const Outcome outcome = exec(add_five() + "--dump-sram acc:0:2 --dump-sram uop:0:1");
  EXPECT_THAT(outcome.out, HasSubstr("acc[0]: 5 6 7 8"));
  EXPECT_THAT(outcome.out, HasSubstr("acc[1]: 0 0 0"));
  EXPECT_THAT(outcome.out, HasSubstr("uop[0]: 0 0 0"));
}

TEST_F(ExecTest, TracesCompletedInstructions) {
  ASSERT_EQ(exec(add_five() + "--trace-insn " + path("trace.txt")).code, 0);
  const std::string trace = read_text_file(path("trace.txt"));
  EXPECT_THAT(trace, HasSubstr("0 compute - load uop"));
  EXPECT_THAT(trace, HasSubstr("3 store - store out"));
  EXPECT_THAT(trace, HasSubstr("4 compute - finish"));
}

// By hand, from the timing pages: dispatched at 17..21; done at 24, 32, 40, 48 and 42.
TEST_F(ExecTest, TimedBackendsGiveEveryCompletion) {
  const std::string timed = add_five() + "--backend csim --memory ideal8 ";
  const Outcome outcome = exec(timed + "--trace-insn " + path("trace.txt"));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cycles          :               49"));
  EXPECT_THAT(outcome.out, HasSubstr("token_prev"));
  const std::string trace = read_text_file(path("trace.txt"));
  for (const char* line : {"0 compute 24 load uop", "1 compute 32 load acc8",
                           "2 compute 40 alu add", "3 store 48 store out", "4 compute 42 finish"})
    EXPECT_THAT(trace, HasSubstr(line));
  const auto json = boost::json::parse(exec(timed + "--json").out);
  EXPECT_EQ(json.at("cycles"), 49);
  EXPECT_EQ(json.at_pointer("/timing/bus_beats"), 10 + 1 + 2 + 2);
}

TEST_F(ExecTest, TimingOnlyHasNothingToDump) {
  const std::string timed = add_five() + "--backend csim --memory ideal8 --timing-only ";
  const Outcome outcome = exec(timed);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cycles          :               49"));
  expect_usage_error(timed + "--dump-sram acc:0:1", "--timing-only computes no values");
  expect_usage_error(timed + "--dump 3000:16:" + path("out.bin"),
                     "--timing-only computes no values");
  expect_usage_error(add_five() + "--timing-only", "--timing-only needs csim");
  expect_usage_error(add_five() + "--memory fast", "fast");
}

TEST_F(ExecTest, BasesAreAddedToAddresses) {
  const std::string insns = assemble_to("insn.bin",
                                        "load acc8 y_size=1 x_size=1 push_next\n"
                                        "store out y_size=1 x_size=1 pop_prev\nfinish\n");
  write_file(path("data.bin"), std::vector<std::byte>(64, std::byte{3}));
  const Outcome outcome =
      exec(fmt::format("--insn-addr 1000 --count 3 --load 1000:{} --load 2000:{} --base acc=2000 "
                       "--base out=0x3000 --dump 3000:16:{}",
                       insns, path("data.bin"), path("out.bin")));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_file(path("out.bin"))[15], std::byte{3});
}

TEST_F(ExecTest, GrantsThatShareAPageAreOne) {
  const std::string insns =
      assemble_to("insn.bin", "load inp dram_base=0x2ff y_size=1 x_size=2\nfinish\n");
  const std::string common = fmt::format("--insn-addr 1000 --count 2 --load 1000:{} ", insns);
  EXPECT_EQ(exec(common + "--alloc 2000:4096 --alloc 2ff0:32").code, 0);
  EXPECT_EQ(exec(common + "--alloc 2000:4096 --alloc 3000:4096").code, 6);
}

TEST_F(ExecTest, StreamErrorsAreNamedWithTheirInstruction) {
  const std::string insns = assemble_to("insn.bin", "gemm\ngemm pop_prev\nfinish\n");
  const Outcome outcome = exec("--insn-addr 1000 --count 3 --load 1000:" + insns + " --json");
  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("DEADLOCK"), HasSubstr("instruction 1")));
  const auto json = boost::json::parse(outcome.out);
  EXPECT_EQ(json.at_pointer("/error/code").as_int64(), 9);
  EXPECT_EQ(json.at_pointer("/error/name").as_string(), "DEADLOCK");
  EXPECT_EQ(json.at_pointer("/error/insn").as_int64(), 1);
}

TEST_F(ExecTest, DramRangeIsNamedWithItsInstruction) {
  const std::string insns =
      assemble_to("insn.bin", "gemm\nload inp dram_base=1 y_size=1 x_size=1\nfinish\n");
  const Outcome outcome = exec("--insn-addr 1000 --count 3 --load 1000:" + insns);
  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err, HasSubstr("DRAM_RANGE: instruction 1"));
}

TEST_F(ExecTest, TokensLeft_AreAWarningAndStrictlyAnError) {
  const std::string insns = assemble_to("insn.bin", "gemm push_next\nfinish\n");
  const std::string common = "--insn-addr 1000 --count 2 --load 1000:" + insns;
  const Outcome lenient = exec(common);
  EXPECT_EQ(lenient.code, 0);
  EXPECT_THAT(lenient.err, HasSubstr("compute->store 1"));
  const Outcome strict = exec(common + " --strict");
  EXPECT_EQ(strict.code, 6);
  EXPECT_THAT(strict.err, HasSubstr("compute->store 1"));
}

TEST_F(ExecTest, MaxCyclesEndsTheRun) {
  const std::string insns = assemble_to("insn.bin", "gemm\ngemm\ngemm\ngemm\nfinish\n");
  for (const char* option : {"--max-cycles 2", "--timeout 2", "--max-cycles 20 --backend csim"}) {
    const Outcome outcome =
        exec(fmt::format("--insn-addr 1000 --count 5 {} --load 1000:{}", option, insns));
    EXPECT_EQ(outcome.code, 8) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("the run of 5 instructions did not end within 2"),
                                   HasSubstr("(--max-cycles)")));
  }
}

// A stream of two instructions that asks for hours of steps: the driver refuses it for any device.
TEST_F(ExecTest, MoreStepsThanMaxCyclesAreRefusedBeforeTheRun) {
  const std::string insns =
      assemble_to("insn.bin", "gemm uop_end=8192 iter_out=16383 iter_in=16383\nfinish\n");
  for (const char* backend : {"fsim", "csim"}) {
    const Outcome outcome =
        exec(fmt::format("--insn-addr 1000 --count 2 --backend {} --load 1000:{}", backend, insns));
    EXPECT_EQ(outcome.code, 8) << backend << outcome.err;
    EXPECT_THAT(outcome.err,
                AllOf(HasSubstr("steps of its GEMM and ALU instructions up to instruction 0 are " +
                                std::to_string(int64_t{8192} * 16383 * 16383)),
                      HasSubstr("the bound is 10000000000 (--max-cycles)")))
        << backend;
  }
}

TEST_F(ExecTest, MaxCyclesIsANumberAboveZero) {
  expect_usage_error("--insn-addr 1000 --count 1 --max-cycles 0", "--max-cycles");
  expect_usage_error("--insn-addr 1000 --count 1 --max-cycles x", "--max-cycles");
}

TEST_F(ExecTest, OtherConfigurationsAreTakenByName) {
  const std::string insns = assemble_to("insn.bin", "finish\n");
  const Outcome outcome =
      exec("--config 1x8 --json --insn-addr 1000 --count 1 --load 1000:" + insns);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("1x8_i8w8a32_15_14_16_16"));
}

TEST_F(ExecTest, RequiredOptionsAreAskedFor) {
  expect_usage_error("", "--insn-addr is required");
  expect_usage_error("--insn-addr 1000", "--count is required");
  expect_usage_error("--insn-addr 1000 --count 0", "--count");
}

TEST_F(ExecTest, MalformedAddressesAreNamed) {
  expect_usage_error("--count 1 --insn-addr zz", "--insn-addr 'zz': expected a hexadecimal");
  expect_usage_error("--count 1 --insn-addr 1000 --alloc 10q0:16", "--alloc '10q0'");
  expect_usage_error("--count 1 --insn-addr 1000 --base inp=xyz", "--base 'xyz'");
}

TEST_F(ExecTest, MalformedPairsShowTheirForm) {
  expect_usage_error("--count 1 --insn-addr 1000 --load 1000", "expected HEX:FILE");
  expect_usage_error("--count 1 --insn-addr 1000 --alloc 1000", "expected HEX:BYTES");
  expect_usage_error("--count 1 --insn-addr 1000 --alloc 1000:0", "positive number of bytes");
  expect_usage_error("--count 1 --insn-addr 1000 --dump 1000:16", "expected HEX:BYTES:FILE");
  expect_usage_error("--count 1 --insn-addr 1000 --base ins=0", "uop, inp, wgt, acc, out");
  expect_usage_error("--count 1 --insn-addr 1000 --dump-sram acc:0", "NAME:FIRST:END");
  expect_usage_error("--count 1 --insn-addr 1000 --dump-sram reg:0:1", "uop, inp, wgt, acc, out");
}

TEST_F(ExecTest, ScratchpadRangesAreCheckedAgainstTheDepth) {
  expect_usage_error("--count 1 --insn-addr 1000 --dump-sram acc:0:2049", "2048, the depth of acc");
  expect_usage_error("--count 1 --insn-addr 1000 --dump-sram acc:3:3", "FIRST < END");
}

TEST_F(ExecTest, PageZeroCannotBeGranted) {
  expect_usage_error("--count 1 --insn-addr 1000 --alloc 0:16", "do not lie inside");
}

TEST_F(ExecTest, MissingAndEmptyFilesAreNamed) {
  const Outcome missing = exec("--count 1 --insn-addr 1000 --load 1000:" + path("none.bin"));
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("none.bin"));
  write_file(path("empty.bin"), {});
  const Outcome empty = exec("--count 1 --insn-addr 1000 --load 1000:" + path("empty.bin"));
  EXPECT_EQ(empty.code, 3);
  EXPECT_THAT(empty.err, HasSubstr("is empty"));
}

TEST_F(ExecTest, StreamOutsideEveryGrantIsRefused) {
  const Outcome outcome = exec("--count 1 --insn-addr 9000 --alloc 1000:16");
  EXPECT_EQ(outcome.code, 6);
  EXPECT_THAT(outcome.err, HasSubstr("0x9000"));
}

TEST_F(ExecTest, UnknownBackendAndConfigurationAreListed) {
  const Outcome backend = exec("--backend qsim --count 1 --insn-addr 1000 --alloc 1000:16");
  EXPECT_EQ(backend.code, 2);
  EXPECT_THAT(backend.err, HasSubstr("fsim"));
  const Outcome config = exec("--config 3x3 --count 1 --insn-addr 1000 --alloc 1000:16");
  EXPECT_NE(config.code, 0);
  EXPECT_THAT(config.err, HasSubstr("3x3"));
}

}  // namespace
}  // namespace vta

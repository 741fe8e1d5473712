// What a vta from before GEMM_PIPELINE wrote (tests/data/older), and what others write: programs
// and streams run as they did, a database is read and marked, and not continued.
#include <algorithm>
#include <array>
#include <map>
#include <span>

#include "base/file.h"
#include "base/json.h"
#include "config/memory_preset.h"
#include "tests/cli/run_fixture.h"
#include "tests/explore/report/decode_page.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class OlderFiles : public NetworkCommand {
 protected:
  static std::string older(const std::string& name) { return data("older/" + name); }
};

// Values and counters as they were printed then, when it took 1513 cycles. Of its 14 instructions
// two are GEMM, one of them a reset, and four ALU, one after the other; after the reset, which ends
// a cycle later, a LOAD waits a cycle less for the memory port.
TEST_F(OlderFiles, AProgramRunsUnchanged) {
  const std::string program = older("packed_int8_small.vta");
  const auto values = json_of("run " + program);
  const auto& best = values.at("top").at(0).at(0);
  EXPECT_EQ(best.at("class"), 4);
  EXPECT_EQ(best.at("value"), 3.4821293354034424);
  for (int64_t registers = 1; registers <= 6; ++registers) {
    VtaConfig config = apply_memory(named_config("default"), "ideal8");
    config.gemm_pipeline = registers;
    write_text_file(path("c.json"), config.to_json());
    const auto run = json_of("run " + program + " --backend csim --config " + path("c.json"));
    EXPECT_EQ(run.at("top"), values.at("top"));
    EXPECT_EQ(run.at("counters").at("gemm_counter"), 576);
    EXPECT_EQ(run.at("counters").at("alu_counter"), 256);
    EXPECT_EQ(run.at("total_nbytes"), 1024 + 2304 + 64 + 44 + 1024);
    EXPECT_EQ(run.at("cycles"), 1513 + (1 + registers) + 4 * 1) << registers;
  }
}

// Another tool's configuration, with the keys that VTA's own files have and no other, and its
// stream as it lies in memory: LOAD UOP; LOAD INP; LOAD WGT push_next; GEMM reset; GEMM pop_prev,
// three times the same step; ALU ADD 7; ALU SHR 1, push_next; STORE pop_prev; FINISH.
constexpr const char* kThirdPartyKeys = R"({
  "TARGET": "pynq", "HW_VER": "0.0.1", "LOG_INP_WIDTH": 3, "LOG_WGT_WIDTH": 3, "LOG_ACC_WIDTH": 5,
  "LOG_BATCH": 0, "LOG_BLOCK": 4, "LOG_UOP_BUFF_SIZE": 15, "LOG_INP_BUFF_SIZE": 15,
  "LOG_WGT_BUFF_SIZE": 18, "LOG_ACC_BUFF_SIZE": 17)";
constexpr uint64_t kThirdPartyStream[] = {
    0x0000004000000000, 0x0000000100010001,  // load uop dram_base=0x1000
    0x0000000800000100, 0x0000000100010001,  // load inp dram_base=0x200
    0x00000001400000c0, 0x0000000100010001,  // load wgt dram_base=0x50
    0x0002000800200082, 0x0000000000000000,  // gemm reset
    0x000200180020000a, 0x0000000000000000,  // gemm iter_out=3
    0x0002000800200004, 0x0007a00000000000,  // alu add imm=7
    0x0002000800200044, 0x0001b00000000000,  // alu shr imm=1
    0x0000000c00000209, 0x0000000100010001,  // store out dram_base=0x300
    0x0000000000000003, 0x0000000000000000,  // finish
};

// Lane n: sum over k of (k - 8) * (n - k) is -8 n - 280; three times that, plus 7, halved
// downwards.
TEST_F(OlderFiles, AStreamOfAnotherToolRunsUnchanged) {
  const auto bytes_of = [](const auto& values) { return std::as_bytes(std::span(values)); };
  write_file(path("insn.bin"), bytes_of(kThirdPartyStream));
  write_file(path("uop.bin"), std::vector<std::byte>(4));
  std::array<int8_t, 16> inp{}, expected{};
  std::array<int8_t, 256> wgt{};
  for (int n = 0; n < 16; ++n) {
    inp[static_cast<size_t>(n)] = static_cast<int8_t>(n - 8);
    expected[static_cast<size_t>(n)] = static_cast<int8_t>(-12 * n - 417);
    for (int k = 0; k < 16; ++k)
      wgt[static_cast<size_t>(16 * n + k)] = static_cast<int8_t>(n - k);
  }
  write_file(path("inp.bin"), bytes_of(inp));
  write_file(path("wgt.bin"), bytes_of(wgt));
  const auto run = [&](const std::string& backend, const std::string& more_keys) {
    write_text_file(path("c.json"), kThirdPartyKeys + more_keys + "}");
    auto result = json_of(fmt::format(
        "exec --backend {} --config {} --insn-addr 0x1000 --count 9 --load 1000:{} --load 4000:{} "
        "--load 2000:{} --load 5000:{} --alloc 3000:16 --dump 3000:16:{}",
        backend, path("c.json"), path("insn.bin"), path("uop.bin"), path("inp.bin"),
        path("wgt.bin"), path("out.bin")));
    const std::vector<std::byte> out = read_file(path("out.bin"));
    EXPECT_TRUE(std::ranges::equal(out, bytes_of(expected))) << backend << more_keys;
    return result;
  };
  const auto functional = run("fsim", "");
  EXPECT_EQ(functional.at("counters").at("gemm_counter"), 3);
  EXPECT_EQ(functional.at("counters").at("alu_counter"), 2);
  const int64_t fastest = run("csim", R"(, "GEMM_PIPELINE": 1)").at("cycles").as_int64();
  for (int64_t registers = 1; registers <= 6; ++registers) {
    const auto timed = run("csim", fmt::format(R"(, "GEMM_PIPELINE": {})", registers));
    EXPECT_EQ(timed.at("counters"), functional.at("counters")) << registers;
    EXPECT_EQ(timed.at("cycles"), fastest + registers - 1);
  }
}

// What units do in the cycles is of a schedule, and today's orders loads and computing otherwise.
boost::json::value without_states(boost::json::value document) {
  boost::json::object& members = document.as_object();
  for (const char* name : {"units", "outside", "lost", "lost_cycles", "other_step_percent"})
    members.erase(name);
  if (boost::json::value* timing = members.if_contains("timing"))
    *timing = without_states(*timing);
  return document;
}

// Of a vta whose documents and columns had other names.
TEST_F(OlderFiles, ARunWithFormerNamesIsComparedWithOneOfToday) {
  const std::string now = path("now.json");
  write_text_file(now, json_text(json_of("run " + data("packed_int8_small.ir") +
                                         " --backend csim --memory ideal8 --clock 100")));
  for (const char* file : {"run_5.json", "run_6.json"}) {
    SCOPED_TRACE(file);
    const std::string then = older(file);
    const auto both = json_of("compare " + then + " " + now);
    for (const char* side : {"a", "b"})
      for (const auto& [key, value] : std::map<std::string, double>{{"cycles", 1422},
                                                                    {"least_compute", 740},
                                                                    {"least_memory", 552},
                                                                    {"roofline_cycles", 740},
                                                                    {"least_cycles", 740}})
        EXPECT_EQ(both.at(side).at("timing").at(key).to_number<double>(), value) << side << key;
    EXPECT_EQ(without_states(both.at("a").at("timing")), without_states(both.at("b").at("timing")));
    EXPECT_EQ(without_states(both.at("layers").at(0).at("a")),
              without_states(both.at("layers").at(0).at("b")));
    EXPECT_EQ(run_vta_apart("report " + then + " -o " + path("old.html")).exit_code, 0);
    const ApartResult gated = run_vta_apart("compare " + then + " " + now +
                                            " --fail-if 'insns>+0' --fail-if 'dram_bytes<-0'"
                                            " --fail-if '*:least_cycles>+0'");
    EXPECT_EQ(gated.exit_code, 0) << gated.err;
  }
}

// Databases of two former programs: in one, rows shared nothing; in the other, units had columns
// for states of other units. Both give the digests that they gave then.
TEST_F(OlderFiles, DatabasesWithOtherTablesAreReadAndMerged) {
  for (const auto& [version, digest] :
       {std::pair{6, "6883bb393d8c8d4c\n"}, {7, "8096ae78ba48878f\n"}}) {
    const std::string then = older(fmt::format("sweep_schema_{}.db", version));
    const std::string merged = path(fmt::format("new{}.db", version));
    const std::string point = run_vta_apart("sweep list --csv " + then).out;
    EXPECT_THAT(point,
                AllOf(HasSubstr(",total_nbytes,"), HasSubstr(",1616,"), HasSubstr(",4460,")));
    EXPECT_EQ(run_vta_apart("sweep digest " + then).out, digest) << "as it was then";
    EXPECT_EQ(run_vta_apart("report " + then + " -o " + path("old.html")).exit_code, 0);
    ASSERT_EQ(run_vta_apart("sweep merge " + merged + " " + then).exit_code, 0);
    EXPECT_EQ(run_vta_apart("sweep list --csv " + merged).out, point);
    EXPECT_EQ(run_vta_apart("sweep digest " + merged).out, digest);
  }
}

TEST_F(OlderFiles, ADatabaseWithFormerNamesIsRead) {
  const std::string then = older("sweep_schema_5.db");
  const std::string point = run_vta_apart("sweep list --csv " + then).out;
  EXPECT_THAT(point, AllOf(HasSubstr(",total_nbytes,"), HasSubstr(",1616,"), HasSubstr(",4460,")));
  EXPECT_EQ(run_vta_apart("sweep digest " + then).out, "2447678ff42de3c1\n") << "as it was then";
  EXPECT_EQ(run_vta_apart("sweep list --csv --where 'dram_bytes>=4460' " + then).out, point);
  EXPECT_EQ(run_vta_apart("sweep list --csv --where 'total_nbytes=4460' " + then).out, point);
  EXPECT_EQ(run_vta_apart("report " + then + " -o " + path("old.html")).exit_code, 0);
  expect_failure("sweep merge " + path("new.db") + " " + then, 3,
                 "schema version 5: it can be read, but neither continued nor merged");
}

// Of a vta that knew no accuracy.
TEST_F(OlderFiles, ADatabaseBeforeAccuracyIsReadAndMeetsNewOnes) {
  const std::string then = older("sweep_schema_4.db");
  const ApartResult list = run_vta_apart("sweep list --csv " + then);
  EXPECT_EQ(list.exit_code, 0) << list.err;
  EXPECT_THAT(list.out, AllOf(HasSubstr(",1616,"), testing::Not(HasSubstr("top1"))));
  EXPECT_EQ(run_vta_apart("sweep digest " + then).out, "f993f95ff6ee1a30\n");
  EXPECT_EQ(run_vta_apart("report " + then + " -o " + path("old.html")).exit_code, 0);
  std::filesystem::copy_file(then, path("copy.db"));
  expect_failure("sweep merge " + path("new.db") + " " + path("copy.db"), 3,
                 "schema version 4: it can be read, but neither continued nor merged");
}

TEST_F(OlderFiles, ADatabaseIsReadMarkedAndNotContinued) {
  const std::string then = older("sweep_schema_2.db");
  const std::string spec = path("spec.json");
  write_text_file(spec, R"({"networks": [{"name": "resnet8_tiny", "zoo": "resnet8_tiny"}],
                            "base": "tiny", "axes": {"LOG_BUS_WIDTH": [8]}})");
  EXPECT_THAT(run_vta_apart("sweep list " + then).out, HasSubstr("278,784"));
  std::filesystem::copy_file(then, path("copy.db"));
  for (const std::string& command :
       {"sweep " + spec + " --resume --db " + path("copy.db"),
        "sweep merge " + path("new.db") + " " + path("copy.db"),
        "sweep " + spec + " --db " + path("new.db") + " --reuse " + path("copy.db")})
    expect_failure(command, 3,
                   "schema version 2: it can be read, but neither continued nor merged");
  ASSERT_EQ(run_vta_apart("sweep " + spec + " --jobs 1 --db " + path("now.db")).exit_code, 0);
  const ApartResult both = run_vta_apart("compare " + then + "#0 " + path("now.db") + "#0");
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_THAT(both.out, AllOf(HasSubstr("differs in tool version 0.1.0 -> "),
                              HasSubstr("ends of GEMM and ALU instructions as before "
                                        "GEMM_PIPELINE -> with GEMM_PIPELINE"),
                              HasSubstr("278,784")));
  EXPECT_EQ(run_vta_apart("report " + then + " -o " + path("old.html")).exit_code, 0);
  EXPECT_THAT(boost::json::serialize(explore::decode_page(read_text_file(path("old.html"))).header),
              HasSubstr("made by a vta without GEMM_PIPELINE"));
  EXPECT_EQ(run_vta_apart("sweep list --clock 100 " + then).exit_code, 0);
  for (const std::string& command :
       {"sweep list --clock auto " + then,
        "report --clock auto " + then + " -o " + path("old.html"),
        "compare --clock auto " + then + "#0 " + path("now.db") + "#0"})
    expect_failure(command, 3, "was made by a vta without clock estimates");
}

}  // namespace
}  // namespace vta

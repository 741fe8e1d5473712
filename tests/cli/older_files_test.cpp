// What a vta from before GEMM_PIPELINE wrote (tests/data/older): its program runs as it did, its
// database is read and marked, and not continued.
#include "base/file.h"
#include "config/memory_preset.h"
#include "tests/cli/run_fixture.h"

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
    VtaConfig config = apply_memory_preset(named_config("default"), "ideal8");
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
  EXPECT_THAT(both.out, AllOf(HasSubstr("differs in ends of GEMM and ALU instructions as before "
                                        "GEMM_PIPELINE -> with GEMM_PIPELINE"),
                              HasSubstr("278,784")));
  EXPECT_EQ(run_vta_apart("report " + then + " -o " + path("old.html")).exit_code, 0);
}

}  // namespace
}  // namespace vta

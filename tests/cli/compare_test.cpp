// vta compare, run as a user would.
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

class VtaCompare : public NetworkCommand {
 protected:
  VtaCompare() {
    keep("a.json", "--memory ideal8");
    keep("b.json", "--memory ideal8,read=100");
  }
  void keep(const std::string& name, const std::string& options) {
    const ApartResult run = run_vta_apart(
        "run " + model() + " --backend csim --timing-only --json " + options + " > " + path(name));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  std::string files() const { return path("a.json") + " " + path("b.json"); }
};

TEST_F(VtaCompare, TwoRunsAreExplained) {
  const ApartResult run = run_vta_apart("compare " + files());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("differs in MEM_READ_LATENCY 0 -> 100"));
  EXPECT_THAT(run.out, HasSubstr("\nall: +"));
  EXPECT_THAT(run.out, HasSubstr("the read latency is 100 instead of 0"));
}

TEST_F(VtaCompare, RunningBothItselfFindsTheSame) {
  const boost::json::object kept = json_of("compare " + files());
  const boost::json::object ran =
      json_of("compare --model " + model() + " --memory ideal8 --memory ideal8,read=100");
  EXPECT_EQ(kept.at("total"), ran.at("total"));
  EXPECT_EQ(kept.at("layers"), ran.at("layers"));
  EXPECT_EQ(kept.at("settings"), ran.at("settings"));
  EXPECT_EQ(kept.at("provenance").at("schema"), "vta.compare");
}

TEST_F(VtaCompare, ACompiledProgramRunsWithTwoMemories) {
  ASSERT_EQ(run_vta("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  const std::string options = " --memory ideal8 --memory ideal8,read=100";
  const boost::json::object from_program = json_of("compare --model " + path("net.vta") + options);
  EXPECT_EQ(from_program.at("total"), json_of("compare " + files()).at("total"));
  expect_failure("compare --model " + path("net.vta") + " --schedule fast --schedule reference", 2,
                 "--schedule has no effect on");
}

TEST_F(VtaCompare, ProgramsAndNetworksAreNoRuns) {
  for (const std::string& name : {path("a.vta"), model(), path("a.ir")})
    expect_failure("compare " + path("a.json") + " " + name, 2,
                   "'" + name +
                       "' is no run: runs are files of vta run --json or points of a sweep; give "
                       "programs and networks with --model");
}

TEST_F(VtaCompare, ConfigurationsSchedulesAndBatchesCanDiffer) {
  const boost::json::object json =
      json_of("compare --model " + model() + " --config default --config 1x32 --memory ideal8");
  EXPECT_EQ(json.at("a").at("config"), "1x16_i8w8a32_15_15_18_17");
  EXPECT_NE(json.at("b").at("config"), json.at("a").at("config"));
  EXPECT_EQ(json.at("b").at("configuration").at("MEM_READ_LATENCY"), 0);
  const boost::json::object schedules =
      json_of("compare --model " + model() + " --schedule fast --schedule reference");
  EXPECT_EQ(schedules.at("settings").at(0).at("name"), "schedule");
  EXPECT_EQ(json_of("compare --model " + model() + " --batch 1 --batch 2").at("b").at("images"), 2);
}

// Work that left the accelerator costs no cycles there, and is no improvement.
TEST_F(VtaCompare, ALimitOnCyclesFailsWhereTheWorkMoved) {
  const std::string run = "run " + model() + " --backend csim --timing-only --json --skip-conv ";
  write_text_file(path("most.json"), run_vta_apart(run + "0").out);
  write_text_file(path("less.json"), run_vta_apart(run + "0,1,2,3").out);
  const std::string command =
      "compare " + path("most.json") + " " + path("less.json") + " --fail-if 'cycles>+1%'";
  const ApartResult refused = run_vta_apart(command);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("cover different work (--allow-moved-work"));
  EXPECT_THAT(refused.out, HasSubstr("WORK MOVED"));
  const ApartResult allowed = run_vta_apart(command + " --allow-moved-work");
  EXPECT_EQ(allowed.exit_code, 0) << allowed.err;
  EXPECT_EQ(json_of(command + " --allow-moved-work").at("work_moved"), true);
}

TEST_F(VtaCompare, TimesAreShownAtAClock) {
  const boost::json::object json = json_of("compare " + files() + " --clock 200");
  EXPECT_DOUBLE_EQ(json.at("a").at("times").at("milliseconds").as_double(),
                   static_cast<double>(json.at("total").at("a").at("cycles").as_int64()) / 200e3);
  EXPECT_TRUE(json_of("compare " + files()).at("a").at("times").is_null());
  EXPECT_THAT(run_vta_apart("compare " + files() + " --clock 200").out,
              HasSubstr(" ms at 200 MHz, "));
  const boost::json::object estimated = json_of("compare " + files() + " --clock auto");
  for (const char* side : {"a", "b"}) {
    EXPECT_EQ(estimated.at(side).at("times").at("clock_estimated"), true);
    EXPECT_EQ(estimated.at(side).at("times"), json.at(side).at("estimated_times"));
  }
  EXPECT_THAT(run_vta_apart("compare " + files()).out, HasSubstr(" MHz (estimated), "));
}

TEST_F(VtaCompare, ABrokenLimitEndsWithOneAndSaysWhich) {
  const ApartResult kept = run_vta_apart("compare " + files() + " --fail-if 'cycles>+400%'");
  EXPECT_EQ(kept.exit_code, 0) << kept.err;
  const ApartResult run = run_vta_apart("compare " + files() +
                                        " --fail-if 'cycles>+0.1%' --fail-if 'total_nbytes>+0' "
                                        "--fail-if 'conv2d_0:cycles<-1'");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, HasSubstr("vta: failed: cycles +"));
  EXPECT_THAT(run.err, HasSubstr("breaks cycles>+0.1%"));
  EXPECT_THAT(run.err, testing::Not(HasSubstr("total_nbytes")));
  EXPECT_THAT(run.out, HasSubstr("\nall: +"));
}

// Every setting of compiling, and whole recipes.
TEST_F(VtaCompare, SettingsAndRecipesCanDiffer) {
  const std::string compare = "compare --model " + model();
  const auto cycles = [&](const boost::json::object& json, const char* side) {
    return json.at("total").at(side).at("cycles").as_int64();
  };
  const auto alone = [&](const std::string& options) {
    return json_of("run " + model() + " --backend csim --timing-only " + options)
        .at("cycles")
        .as_int64();
  };
  for (const auto& [a, b] : {std::pair{"--residual int32", "--residual int8"},
                             {"--opt-level 0", "--opt-level 3"},
                             {"--skip-conv none", "--skip-conv 0,1"},
                             {"--region conv2d:0..conv2d:4", "--region conv2d:0..conv2d:6"}}) {
    const boost::json::object json = json_of(fmt::format("{} {} {}", compare, a, b));
    EXPECT_EQ(cycles(json, "a"), alone(a)) << a;
    EXPECT_EQ(cycles(json, "b"), alone(b)) << b;
  }
  const boost::json::object flags = json_of(compare + " --all-int8 --all-int8=false");
  EXPECT_EQ(cycles(flags, "a"), alone("--all-int8"));
  EXPECT_EQ(cycles(flags, "b"), alone("--no-all-int8"));
  write_text_file(path("small.json"), R"({"residual": "int8", "opt_level": 1})");
  write_text_file(path("none.json"), "{}");
  const boost::json::object recipes =
      json_of(compare + " --recipe " + path("small.json") + " --recipe " + path("none.json"));
  EXPECT_EQ(cycles(recipes, "a"), alone("--residual int8 --opt-level 1"));
  EXPECT_EQ(cycles(recipes, "b"), alone(""));
}

TEST_F(VtaCompare, WrongCommandLinesAreRefused) {
  const std::string m = "compare --model " + model();
  expect_failure("compare " + path("a.json"), 2, "vta compare takes two runs");
  expect_failure("compare " + files() + " --memory ddr", 2,
                 "need --model: finished runs have their own");
  expect_failure("compare " + files() + " --backend csim", 2, "--backend needs --model");
  expect_failure("compare " + files() + " --residual int8", 2, "--residual needs --model");
  expect_failure(m + " --residual int8 --residual int9", 2,
                 "--residual 'int9' is not known: legal are int32, int8, the nearest is int8");
  expect_failure(m + " --opt-level 0 --opt-level 1 --opt-level 2", 2,
                 "--opt-level is given 3 times, legal are once (for A and B) and twice");
  expect_failure("compare " + files() + " --scale 4", 2, "--scale needs --model: finished runs");
  expect_failure("compare " + files() + " --max-cycles 9", 2, "--max-cycles needs --model");
  expect_failure("compare " + files() + " --allow-moved-work", 2, "needs --fail-if");
  expect_failure("compare --model x.vta --memory ddr --memory ideal8 --quant max", 2,
                 "--quant has no effect on 'x.vta', which is already compiled");
  expect_failure(m + " --memory ddr", 2, "--model needs an option given twice, for A and for B");
  expect_failure(m + " " + path("a.json") + " --memory ddr --memory ideal8", 2, "is one too many");
  expect_failure(m + " --memory a --memory b --memory c", 2, "--memory is given 3 times");
  expect_failure(m + " --backend fsim --memory ddr --memory ideal8", 2,
                 "--device fsim does not model time: legal are csim, tsim");
  expect_failure("compare " + files() + " --fail-if 'cycle>+1%'", 2, "metric 'cycle' is not known");
  expect_failure("compare " + files() + " --fail-if 'conv9:cycles>+1%'", 2,
                 "layer 'conv9' is not in both runs");
}

TEST_F(VtaCompare, ALaunchIsBounded) {
  expect_failure("compare --model " + model() + " --memory ddr --memory ideal8 --max-cycles 1000",
                 8, "the bound is 1000 (--max-cycles)");
}

TEST_F(VtaCompare, WhatIsNoRunIsRefused) {
  const std::string a = "compare " + path("a.json") + " ";
  expect_failure(a + path("nowhere.json"), 3, "nowhere.json");
  std::filesystem::copy_file(model(), path("net.json"));
  expect_failure(a + path("net.json"), 3, "not valid JSON");
  ASSERT_EQ(run_vta("run " + model() + " --json > " + path("fsim.json")).exit_code, 0);
  expect_failure(a + path("fsim.json"), 3, "the run has no timing (fsim does not model it)");
  ASSERT_EQ(run_vta("config list --json > " + path("list.json")).exit_code, 0);
  expect_failure(a + path("list.json"), 3, "its schema is vta.config.list, legal is vta.run");
  expect_failure(a + path("b.json") + "#x", 3, "'x' is not the index of a point");
  expect_failure(a + path("nowhere.db") + "#3", 3, "nowhere.db");
  write_text_file(path("sweep.db"), "SQLite format 3");
  expect_failure(a + path("sweep.db"), 3, "a run is one of its points, as " + path("sweep.db#12"));
}

}  // namespace
}  // namespace vta

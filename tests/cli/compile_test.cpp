// vta compile, and what all commands promise of --help and --json.
#include "base/file.h"
#include "config/vta_config.h"
#include "runtime/program.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::Not;

using VtaCompile = NetworkCommand;

TEST_F(VtaCompile, WritesAProgramThatDisassembles) {
  const ApartResult run = run_vta_apart("compile " + model() + " -o " + path("net.vta"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("8 kernels"));
  const ApartResult text = run_vta_apart("disasm " + path("net.vta"));
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("# kernel conv2d_0"));
  EXPECT_THAT(text.out, HasSubstr("finish"));
}

TEST_F(VtaCompile, PublishedSchedulesHaveNoInt32Sums) {
  const ApartResult run = run_vta_apart(
      "compile " + model() + " --residual int32 --schedule reference -o " + path("net.vta"));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("schedule 'reference' adds clipped int8 operands"));
}

TEST_F(VtaCompile, GroupsAndDilationCanStayOnTheHost) {
  const std::string command =
      "compile " + std::string(VTA_SOURCE_DIR) + "/tests/data/grouped.ir -o " + path("net.vta");
  const ApartResult all = run_vta_apart(command);
  EXPECT_THAT(all.out, HasSubstr("9 kernels"));
  EXPECT_THAT(all.out, Not(HasSubstr("note:")));
  const ApartResult dense = run_vta_apart(command + " --grouped-conv host");
  EXPECT_THAT(dense.out, HasSubstr("4 kernels"));
  EXPECT_THAT(dense.out, HasSubstr("stays on the host: groups=40"));
  const ApartResult straight = run_vta_apart(command + " --dilated-conv host");
  EXPECT_THAT(straight.out, HasSubstr("7 kernels"));
  EXPECT_THAT(straight.out, HasSubstr("stays on the host: dilation 2"));
  EXPECT_THAT(run_vta_apart(command + " --schedule reference").out, HasSubstr("3 kernels"));
}

TEST_F(VtaCompile, ConcatenationsCanStayOnTheHost) {
  const std::string command =
      "compile " + std::string(VTA_SOURCE_DIR) + "/tests/data/branches.ir -o " + path("net.vta");
  EXPECT_THAT(run_vta_apart(command).out, Not(HasSubstr("note:")));
  for (const char* option : {" --concat host", " --schedule reference"})
    EXPECT_THAT(run_vta_apart(command + option).out,
                HasSubstr("'joined' stays on the host: concatenations are left there"));
}

TEST_F(VtaCompile, ShapesAreOfModelsAlone) {
  const std::string shape = " --shape data=1,3,8,8 -o " + path("net.vta");
  const ApartResult listing =
      run_vta_apart("compile " + std::string(VTA_SOURCE_DIR) + "/tests/data/grouped.ir" + shape);
  EXPECT_EQ(listing.exit_code, 2);
  EXPECT_THAT(listing.err, HasSubstr("--shape has no effect on"));
  const ApartResult network =
      run_vta_apart("compile " + model() + " --shape nothing=1 -o /dev/null");
  EXPECT_EQ(network.exit_code, 2);
  EXPECT_THAT(network.err, HasSubstr("the model has no such input; it has"));
}

TEST_F(VtaCompile, PublishedSchedulesHaveNeitherGroupsNorDilation) {
  for (const auto& [option, text] :
       {std::pair{"--grouped-conv", "leaves convolutions with groups on the host"},
        std::pair{"--dilated-conv", "leaves dilated convolutions on the host"},
        std::pair{"--concat", "leaves concatenations on the host"}}) {
    const ApartResult run =
        run_vta_apart("compile " + model() + " " + option +
                      " accelerator --schedule reference -o " + path("net.vta"));
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, HasSubstr(text));
  }
}

TEST_F(VtaCompile, TimesNameEveryStage) {
  const ApartResult run = run_vta_apart("compile " + model() + " --times -o " + path("net.vta"));
  for (const char* stage : {"import", "passes", "schedule", "codegen", "packing", "in all"})
    EXPECT_THAT(run.out, HasSubstr(stage));
}

TEST_F(VtaCompile, JsonHasItsProvenanceAndSizes) {
  const auto json = json_of("compile " + model() + " --seed 3 -o " + path("net.vta"));
  EXPECT_EQ(json.at("provenance").at("schema"), "vta.compile");
  EXPECT_EQ(json.at("provenance").at("seed"), 3);
  EXPECT_EQ(json.at("provenance").at("config_hash").as_string().size(), 16u);
  EXPECT_EQ(json.at("kernels"), 8);
  EXPECT_GT(json.at("arena_nbytes").as_int64(), json.at("constant_nbytes").as_int64());
  EXPECT_GE(json.at("seconds").at("total").as_double(), 0);
}

TEST_F(VtaCompile, TheSameModelGivesTheSameBytes) {
  for (const char* name : {"a.vta", "b.vta"})
    ASSERT_EQ(run_vta_apart("compile " + model() + " -o " + path(name)).exit_code, 0);
  EXPECT_EQ(read_file(path("a.vta")), read_file(path("b.vta")));
}

// It moves cycles alone, so schedules must not follow it.
TEST_F(VtaCompile, GemmPipelineChangesNoInstruction) {
  VtaConfig config = named_config("default");
  std::vector<std::string> texts;
  for (config.gemm_pipeline = 1; config.gemm_pipeline <= 6; config.gemm_pipeline += 5) {
    write_text_file(path("c.json"), config.to_json());
    const std::string compile = "compile " + model() + " -o " + path("net.vta") + " --config ";
    ASSERT_EQ(run_vta_apart(compile + path("c.json")).exit_code, 0);
    texts.push_back(run_vta_apart("disasm " + path("net.vta")).out);
  }
  EXPECT_THAT(texts.front(), HasSubstr("finish"));
  EXPECT_EQ(texts.front(), texts.back());
}

TEST_F(VtaCompile, AllInt8LeavesWhatSkipConvNamesAlone) {
  const std::string command = "compile " + model() + " -o " + path("net.vta") + " --all-int8";
  const ApartResult all = run_vta_apart(command);
  EXPECT_THAT(all.out, HasSubstr("11 kernels"));
  EXPECT_THAT(all.out, Not(HasSubstr("note:")));
  const ApartResult but_one = run_vta_apart(command + " --skip-conv 0");
  EXPECT_THAT(but_one.out, HasSubstr("10 kernels"));
  EXPECT_THAT(but_one.out, HasSubstr("convolution 0 is left in float, as skip_conv says"));
}

TEST_F(VtaCompile, DumpsTheGraphAfterEachPass) {
  ASSERT_EQ(
      run_vta_apart("compile " + model() + " -o " + path("net.vta") + " --dump-ir " + path("ir"))
          .exit_code,
      0);
  EXPECT_THAT(read_text_file(path("ir/00_input.ir")), HasSubstr("nn.batch_norm"));
  EXPECT_THAT(read_text_file(path("ir/04_simplify_inference.ir")), HasSubstr("nn.conv2d"));
  EXPECT_THAT(read_text_file(path("ir/21_pack_layout.ir")), HasSubstr("NCHW1n16c"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("ir")), {}), 23);
}

TEST_F(VtaCompile, StopsAfterAPassAndSkipsOthers) {
  const std::string command = "compile " + model() + " --stop-after quantize --dump-ir ";
  const ApartResult run = run_vta_apart(command + path("ir") + " --skip combine_parallel_conv2d");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("stopped after pass quantize; no program is written"));
  EXPECT_TRUE(std::filesystem::exists(path("ir/12_quantize.ir")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(path("ir")), {}), 13);

  const auto json = json_of(command + path("ir2"));
  EXPECT_EQ(json.at("stopped_after"), "quantize");
  EXPECT_EQ(json.at("provenance").at("schema"), "vta.compile");
}

TEST_F(VtaCompile, MistakesHaveTheirExitCodes) {
  const std::string command = "compile " + model();
  expect_failure(command, 2, "--output FILE.vta is missing");
  expect_failure(command + " --stop-after quantize -o " + path("x.vta"), 2, "leave out --output");
  expect_failure(command + " --stop-after nothing", 2, "unknown pass 'nothing'");
  expect_failure(command + " --stop-after quantize_partition", 2,
                 "cannot stop after pass 'quantize_partition'");
  expect_failure(command + " --skip nothing -o " + path("x.vta"), 2, "unknown pass 'nothing'");
  expect_failure(command + " -o /nowhere/x.vta", 9, "/nowhere/x.vta");
  expect_failure("compile /nowhere/x.onnx -o " + path("x.vta"), 3, "/nowhere/x.onnx");
  expect_failure(command + " --config huge -o " + path("x.vta"), 4, "huge");
  EXPECT_FALSE(std::filesystem::exists(path("x.vta")));
}

TEST_F(VtaCompile, TilesThatDoNotFitAreCompileErrors) {
  write_text_file(path("tiles.json"), R"({"convolutions": [{"in_hw": 32, "in_channels": 8,
      "out_channels": 8, "kernel": 3, "stride": 1, "pad": 1, "tile_h": [1, 32], "tile_w": [1, 32],
      "tile_ci": [1, 1], "tile_co": [1, 1]}]})");
  expect_failure("compile " + model() + " --config uop64 --schedule " + path("tiles.json") +
                     " -o " + path("x.vta"),
                 5, "do not fit");
}

TEST_F(VtaCompile, ALayerThatTheTileFileLacksIsNoted) {
  write_text_file(path("tiles.json"), R"({"convolutions": [{"in_hw": 32, "in_channels": 8,
      "out_channels": 8, "kernel": 3, "stride": 1, "pad": 1, "tile_h": [4, 8], "tile_w": [1, 32],
      "tile_ci": [1, 1], "tile_co": [1, 1]}]})");
  const std::string command =
      "compile " + model() + " --schedule " + path("tiles.json") + " -o " + path("x.vta");
  const std::string note = "(3x3/2 8x32x32 -> 16x16x16): schedule '" + path("tiles.json") +
                           "' has no tiles for it; they were searched, every tile loaded afresh";
  const ApartResult run = run_vta_apart(command);
  EXPECT_THAT(run.out, HasSubstr(note));
  EXPECT_THAT(run.out, Not(HasSubstr("3x3/1 8x32x32")));
  EXPECT_THAT(boost::json::serialize(json_of(command).at("notes")), HasSubstr(note));
  EXPECT_THAT(
      boost::json::serialize(json_of("compile " + model() + " -o " + path("x.vta")).at("notes")),
      Not(HasSubstr("searched")));
  const ApartResult profile =
      run_vta_apart("profile " + model() + " --schedule " + path("tiles.json"));
  EXPECT_THAT(profile.err, HasSubstr(note)) << "commands without notes of their own log them";
  const ApartResult other = run_vta_apart(
      "compile " + model() + " --schedule reference --config 1x32 -o " + path("x.vta"));
  EXPECT_THAT(other.out, HasSubstr("schedule 'reference' has no tiles for it"));
}

TEST_F(VtaCompile, ASavedScheduleMakesTheSameProgram) {
  for (const std::string schedule : {"fast", "reference"}) {
    const std::string command = "compile " + model() + " --all-int8 ";
    EXPECT_EQ(run_vta_apart(command + "--schedule " + schedule + " -o " + path("a.vta") +
                            " --save-schedule " + path("mine.json"))
                  .exit_code,
              0);
    const ApartResult again =
        run_vta_apart(command + "--schedule " + path("mine.json") + " -o " + path("b.vta") +
                      " --save-schedule " + path("again.json"));
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_THAT(again.out, Not(HasSubstr("searched")));
    EXPECT_EQ(read_text_file(path("mine.json")), read_text_file(path("again.json")));
    const Program a = load_program(path("a.vta")), b = load_program(path("b.vta"));
    EXPECT_EQ(a.insns, b.insns);
    EXPECT_EQ(a.uops, b.uops);
    EXPECT_EQ(a.constants, b.constants);
  }
}

TEST_F(VtaCompile, MistakesInASavedScheduleAreNamed) {
  const std::string command = "compile " + model() + " -o " + path("x.vta");
  run_vta_apart(command + " --save-schedule " + path("mine.json"));
  std::string text = read_text_file(path("mine.json"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    write_text_file(path("changed.json"), changed);
    return command + " --schedule " + path("changed.json");
  };
  expect_failure(with("\"threads\": 2", "\"threads\": 9"), 5, "threads is 9, legal are 1 to 2");
  expect_failure(with("\"threads\": 2", "\"strands\": 2"), 3, "unknown key \"strands\"");
  expect_failure(with("conv2d 1x", "conv2d 0x"), 3, "where the input as");
  expect_failure(with("\"policy\"", "\"polices\""), 3, "changed.json");
  expect_failure(command + " --stop-after quantize --save-schedule " + path("y.json"), 2,
                 "leave out --");
  run_vta_apart(command);
  expect_failure("run " + path("x.vta") + " --save-schedule " + path("y.json"), 2,
                 "--save-schedule has no effect");
}

class EveryCommand : public testing::TestWithParam<const char*> {};

TEST_P(EveryCommand, HelpHasExamples) {
  const ApartResult run = run_vta_apart(std::string(GetParam()) + " --help");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("Example"));
  EXPECT_THAT(run.out, HasSubstr("  vta " + std::string(GetParam())));
  EXPECT_THAT(run.out, HasSubstr("Exit codes"));
}

INSTANTIATE_TEST_SUITE_P(Commands, EveryCommand,
                         testing::Values("config", "asm", "disasm", "exec", "opt", "model", "run",
                                         "compile", "quantize", "eval", "diff", "fpga",
                                         "fpga export", "sweep", "sweep plan", "sweep list",
                                         "sweep digest", "sweep merge", "sweep-task"),
                         [](const auto& p) {
                           return std::regex_replace(std::string(p.param), std::regex("[ -]"), "_");
                         });

class EveryCommandWithPrograms : public testing::TestWithParam<const char*> {};

TEST_P(EveryCommandWithPrograms, HelpSaysWhatAProgramRunsOn) {
  const ApartResult run = run_vta_apart(std::string(GetParam()) + " --help");
  const std::string help = std::regex_replace(run.out, std::regex("\\s+"), " ");
  EXPECT_THAT(help, HasSubstr("a .vta also runs on configurations that differ from its own only in "
                              "bus, queues, read ports, memory and labels (docs/programs.md)"));
  if (std::string(GetParam()) != "compare") {  // there none is the default
    EXPECT_THAT(help, HasSubstr("--config TEXT=default, a .vta's own"));
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, EveryCommandWithPrograms,
                         testing::Values("run", "profile", "trace", "cosim", "compare"),
                         [](const auto& p) { return std::string(p.param); });

TEST(VtaProgram, HelpListsTheCommandsAndVersionIsPrinted) {
  const ApartResult help = run_vta_apart("--help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* name :
       {"config", "asm", "disasm", "exec", "opt", "model", "run", "compile", "eval"})
    EXPECT_THAT(help.out, HasSubstr(name));
  const ApartResult version = run_vta_apart("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(std::regex_match(version.out, std::regex("vta [0-9]+\\.[0-9]+\\.[0-9]+.*\n")));
  EXPECT_EQ(run_vta_apart("").exit_code, 2);
}

}  // namespace
}  // namespace vta

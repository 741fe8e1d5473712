// Mistakes on the command line and in files: one clear line, the documented exit code, nothing left
// behind.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/cli/run_vta.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kDigitsModel = kTestData + "digits_resnet8.onnx";

class OddInput : public ::testing::Test {
 public:
  OddInput() : folder_(testing::TempDir() + "vta_odd_" + std::to_string(::getpid()) + "/") {
    fs::create_directories(folder_);
  }
  ~OddInput() override { fs::remove_all(folder_); }

 protected:
  std::string in(const std::string& name) const { return folder_ + name; }
  // A compiled program of the default configuration.
  std::string program() const {
    const ApartResult run = run_vta_apart("compile " + kDigitsModel + " -o " + in("net.vta"));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return in("net.vta");
  }
  static void expect_error(const std::string& arguments, int exit_code, const std::string& words) {
    const ApartResult run = run_vta_apart(arguments);
    EXPECT_EQ(run.exit_code, exit_code) << arguments << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr(words)) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
  }

  std::string folder_;
};

TEST_F(OddInput, AFolderIsNoModelListingTilesOrLabels) {
  fs::create_directories(in("net.ir"));
  expect_error("run " + in("net.ir"), 3, "it is a directory");
  fs::create_directories(in("tiles.json"));
  expect_error("run " + kDigitsModel + " --schedule " + in("tiles.json"), 3, "it is a directory");
  expect_error("run " + kDigitsModel + " --labels " + folder_, 3, "it is a directory");
}

TEST_F(OddInput, AMistypedCommandIsNamedWithTheCommands) {
  expect_error("rnu net.onnx", 2,
               "unknown command 'rnu', the nearest is run; the commands are run, compile, model");
  expect_error("config shwo tiny", 2, "unknown command 'shwo', the nearest is show");
  expect_error("sweep plna", 2, "unknown command 'plna', the nearest is plan");
}

TEST_F(OddInput, WhatIsLeftOutIsAnErrorOfItsCommand) {
  expect_error("run", 2, "vta: error: vta run: model is required; see vta run --help");
  expect_error("sweep list", 2, "vta: error: vta sweep list: DB is required");
  expect_error("", 2, "vta: error: 'vta' needs a command: run, compile, ");
  expect_error("config", 2, "vta: error: 'vta config' needs a command: check, show, list, package");
  expect_error("run net.onnx --top -4", 2, "vta: error: vta run: --top: Value -4 not in range");
  expect_error("run net.onnx --residual", 2,
               "vta run: --residual needs a value, TEXT:{int32,int8}; see");
  expect_error("run net.onnx --residual int8 --residual int32 --residual int8", 2,
               "vta run: --residual is given 3 times, legal is once; see vta run --help");
  expect_error("run net.onnx --quant max --quant max", 2,
               "--quant is given 2 times, legal is once");
}

TEST_F(OddInput, HelpIsACommandToo) {
  for (const std::string command : {"", "run", "sweep list"}) {
    const ApartResult help = run_vta_apart("help " + command);
    EXPECT_EQ(help.exit_code, 0) << help.err;
    EXPECT_EQ(help.out, run_vta_apart(command + " --help").out);
  }
  expect_error("help rnu", 2, "unknown command 'rnu', the nearest is run");
}

TEST_F(OddInput, HelpIsInGroupsAndBeginsWithWhatComesFirst) {
  const std::string all = run_vta_apart("--help").out;
  EXPECT_LT(all.find("  run "), all.find("  compile "));
  EXPECT_LT(all.find("  compile "), all.find("  asm "));
  const std::string run = run_vta_apart("run --help").out;
  size_t before = 0;
  for (const char* title : {"Options:", "Compile:", "Input:", "Device:", "Limits:", "Output:",
                            "Checks:", "Measurement:", "Examples:"}) {
    const size_t at = run.find(std::string("\n") + title + "\n");
    ASSERT_NE(at, std::string::npos) << title;
    EXPECT_LT(before, at) << title;
    before = at;
  }
  EXPECT_LT(run.find("\nDevice:"), run.find("  --timing-only"));
}

// Before anything is done: here the network cannot be read either.
TEST_F(OddInput, FilesToReadAreLookedForFirst) {
  const std::string run = "run nowhere.onnx ";
  expect_error(run + "--input there.png", 3, "--input 'there.png' cannot be opened: No such file");
  expect_error(run + "--input data=there.npy", 3, "--input 'there.npy' cannot be opened");
  expect_error(run + "--labels there.txt", 3, "--labels 'there.txt' cannot be opened");
  expect_error(run + "--input random:7", 3, "'nowhere.onnx'");
  expect_error(run + "--input data=random:7", 3, "'nowhere.onnx'");
}

TEST_F(OddInput, ResultsGoToFiles) {
  expect_error("compile net.onnx -o -", 2,
               "'-': results go to files here; /dev/stdout is standard output");
  expect_error("report a.json -o -", 2, "'-': results go to files here");
}

TEST_F(OddInput, AMistypedOptionIsNamedWithTheNearest) {
  expect_error("run net.onnx --confg tiny", 2,
               "'vta run' has no option '--confg', the nearest is --config");
  expect_error("run net.onnx --confg=tiny", 2, "no option '--confg', the nearest is --config");
  expect_error("sweep list x.db --prato", 2,
               "'vta sweep list' has no option '--prato', the nearest is --pareto");
  expect_error("run net.onnx other.onnx", 2, "'vta run' takes no argument 'other.onnx'");
}

TEST_F(OddInput, AValueOutsideItsRangeIsNamedWithTheRange) {
  expect_error("run net.onnx --top -4", 2, "--top: Value -4 not in range 0 to 1000000");
  expect_error("run net.onnx --top many", 2, "--top");
  expect_error("trace net.onnx -o x --mhz 0", 2, "--mhz: Value 0 not in range 0.001 to 1000");
  expect_error("rtl area --target xilnx", 2,
               "xilnx not in {generic,xilinx}, the nearest is xilinx");
}

TEST_F(OddInput, IntegersAreDecimalWholeAndWithinTheirRange) {
  const std::string compile = "compile " + kDigitsModel + " -o " + in("net.vta") + " --batch ";
  for (const char* value : {"99999999999999999999", "0", "1025", "1x", "0x4", "+4", "' 4'", "true"})
    expect_error(compile + value, 2, "legal are 1 to 1024");
  EXPECT_TRUE(fs::is_empty(folder_));
  expect_error("run net.onnx --max-cycles 9223372036854775808", 2,
               "--max-cycles: Value 9223372036854775808 not in range 1 to 9223372036854775807");
  expect_error("run net.onnx --max-cycles 0", 2, "Value 0 not in range 1 to");
  expect_error("opt net.ir --fill-constants -1", 2, "Value -1 not in range 0 to");
  const ApartResult ten = run_vta_apart("run " + kDigitsModel + " --top 010");
  EXPECT_THAT(ten.out, HasSubstr("\n 10. "));
}

TEST_F(OddInput, AnEmptyValueIsAMistakeOfEveryOption) {
  for (const char* option : {"--batch", "--opt-level", "--mean", "--std", "--csv", "--output",
                             "--dump-ir", "--skip-conv", "--seed", "--clock", "--memory",
                             "--config", "--max-memory", "--max-seconds", "--labels", "--input"})
    expect_error("run " + kDigitsModel + " " + option + " ''", 2,
                 fmt::format("{}: the value is empty", option));
  expect_error("compile " + kDigitsModel + " -o ''", 2, "--output: the value is empty");
  expect_error("compile " + kDigitsModel + " --plan ''", 2, "--plan: the value is empty");
  expect_error("sweep s.json --db d.db --reuse ''", 2, "--reuse: the value is empty");
  expect_error("cosim --random 1 --backends ''", 2, "--backends: the value is empty");
  expect_error("run ''", 2, "model: the value is empty");
}

// Names that are too long and links in a circle: no name of anything, and no bug of ours.
TEST_F(OddInput, NamesThatCannotBeFilesAreOrdinaryMistakes) {
  const std::string name(300, 'n'), loop = in("loop");
  fs::create_symlink("loop", loop);
  for (const std::string& odd : {name, loop}) {
    expect_error("run " + kDigitsModel + " --config " + odd, 4, "neither a configuration file nor");
    expect_error("config show " + odd, 4, "neither a configuration file nor");
    expect_error("rtl area --model --device " + odd, 4, "neither a device's file nor");
    expect_error("run " + odd, 3, odd);
    expect_error("sweep list " + odd, 3, odd);
    expect_error("sweep " + odd + " --db " + in("s.db"), 3, odd);
    expect_error("sweep merge " + in("s.db") + " " + odd, 3, odd);
    expect_error("compare " + odd + "#1 " + odd + "#2", 3, odd);
    expect_error("compile " + kDigitsModel + " -o " + odd, 9, odd);
    expect_error("compile " + kDigitsModel + " -o /dev/null --plan " + odd, 9, odd);
    expect_error("sweep s.json --db " + odd, 9, odd);
  }
  const ApartResult cache = run_vta_apart("cosim --random 1 --config tiny --backends tsim",
                                          "VTA_CACHE_DIR=" + loop + " ");
  EXPECT_THAT(cache.err, HasSubstr("no folder (VTA_CACHE_DIR names another)"));
  EXPECT_NE(cache.exit_code, 70) << cache.err;
}

TEST_F(OddInput, WhatTheSystemDoesNotGiveIsALimit) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "sanitizers need address space and pipes for themselves";
#endif
  const std::string net = program();
  const ApartResult memory = run_vta_apart("run " + net, "ulimit -v 1000000; ");
  EXPECT_THAT(memory.err, HasSubstr("bytes of device memory: Cannot allocate memory"));
  EXPECT_EQ(memory.exit_code, 8);
  const ApartResult pipe = run_vta_apart("cosim --random 2 --config tiny --backends fsim",
                                         "exec 3>&- 4>&- 5>&-; ulimit -n 4; ");
  EXPECT_THAT(pipe.err, HasSubstr("no connection to a worker: Too many open files"));
  EXPECT_EQ(pipe.exit_code, 8);
  write_text_file(in("s.json"),
                  fmt::format(R"({{"networks": [{{"name": "n", "model": "{}"}}]}})", kDigitsModel));
  const std::string sweep = "sweep " + in("s.json") + " --db " + in("s.db");
  for (int files = 4; files <= 8; ++files) {
    const ApartResult run = run_vta_apart(
        sweep, fmt::format("rm -f {}*; exec 3>&- 4>&- 5>&-; ulimit -n {}; ", in("s.db"), files));
    EXPECT_EQ(run.exit_code, 8) << files << run.err;
  }
}

TEST_F(OddInput, AnyNumberOfSecondsIsALimitOrNone) {
  for (const char* seconds : {"1e9", "9.3e9", "1e10", "1e300", "inf"}) {
    const ApartResult run = run_vta_apart("run " + kDigitsModel + " --max-seconds " + seconds);
    EXPECT_EQ(run.exit_code, 0) << seconds << run.err;
  }
  expect_error("run net.onnx --max-seconds nan", 2, "Value nan is no number above 0");
}

// Also while workers compute and no step of the command asks.
TEST_F(OddInput, TheLimitOfTimeHoldsAndLeavesRoomForWorkers) {
  const std::string tune = "tune " + kDigitsModel + " --db " + in("t.db") + " --jobs 2 ";
  const ApartResult enough = run_vta_apart(tune + "--evaluations 2 --max-seconds 1e6");
  EXPECT_EQ(enough.exit_code, 0) << enough.err;
  for (const std::string& command : {"run " + kDigitsModel, tune + "--evaluations 1000000"})
    for (const char* seconds : {"1e-09", "0.001", "0.4"}) {
      const ApartResult run = run_vta_apart(command + " --max-seconds " + seconds);
      if (run.exit_code == 0 && command.starts_with("run"))
        continue;  // a quick machine
      EXPECT_EQ(run.exit_code, 8) << command << run.err;
      EXPECT_THAT(run.err, HasSubstr(std::string("time limit (--max-seconds ") + seconds));
    }
}

TEST_F(OddInput, NamesOfOutputsAndLabelsAreLookedAtBeforeTheWork) {
  // A network that is not there: what is said comes before it is read.
  expect_error("trace nothing.onnx -o " + in("trace"), 2, "the name of a trace ends with .json");
  expect_error("run nothing.onnx --output " + in("x.txt"), 2, "outputs are written as .npy");
  expect_error("run " + kDigitsModel + " --output bogus=" + "x.npy", 2,
               "no output is named 'bogus'");
  expect_error("eval " + kDigitsModel + " --max-cycles 1 --images " + kTestData +
                   "digits_test_200_u8.npy --labels " + in("nofile.npy"),
               3, "nofile.npy");  // 8 once something runs
  expect_error("run " + kDigitsModel + " --quant max", 2, "--quant max needs --calib FILE");
}

TEST_F(OddInput, SeedsBeyondTheirRangeAreUsageErrors) {
  const std::string compile = "compile " + kDigitsModel + " -o " + in("net.vta") + " --seed ";
  expect_error(compile + "-1", 2, "--seed is -1, legal are 0 to");
  expect_error(compile + "99999999999999999999", 2, "--seed is 99999999999999999999, legal");
  expect_error(compile + "1x", 2, "--seed is '1x'");
  expect_error("model resnet8_tiny --seed -1 -o " + in("net.onnx"), 2, "--seed is '-1'");
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OddInput, AConvolutionThatDoesNotExistCannotBeSkipped) {
  expect_error("run " + kDigitsModel + " --skip-conv 0,99", 5,
               "no convolution 99 to leave in float: the network has 9");
  expect_error("run " + kDigitsModel + " --skip-conv 99999999999999999999", 2, "--skip-conv");
}

TEST_F(OddInput, ScalesOutOfRangeAreNamedWithIt) {
  for (const char* value : {"0", "-1", "nan", "inf", "1e-300", "1048577"})
    expect_error("run " + kDigitsModel + " --scale " + value, 2,
                 "legal are 9.5367431640625e-07 to 1048576");
}

TEST_F(OddInput, AsManyLabelsAsClasses) {
  write_text_file(in("nine.txt"), "a\nb\nc\nd\ne\nf\ng\nh\ni\n");
  write_text_file(in("ten.txt"), "a\nb\nc\nd\ne\nf\ng\nh\ni\r\nj");
  const std::string run = "run " + program() + " --labels ";
  expect_error(run + in("nine.txt"), 3, "9 lines, the network has 10 classes");
  const ApartResult good = run_vta_apart(run + in("ten.txt") + " --top 10");
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("  i\n"));
}

TEST_F(OddInput, CompilerOptionsAreRefusedForACompiledProgram) {
  const std::string net = program();
  for (const char* option : {"--batch 2", "--dense-on-device", "--seed 3", "--skip-conv 1"})
    expect_error("run " + net + " " + option, 2, "has no effect on");
}

TEST_F(OddInput, HowManyClassesToPrintIsNotNegative) {
  EXPECT_EQ(run_vta_apart("run " + kDigitsModel + " --top -3").exit_code, 2);
}

TEST_F(OddInput, PreprocessingMustBeFinite) {
  const std::string eval =
      "eval " + kDigitsModel + " --images " + kTestData + "digits_test_200_u8.npy --limit 1 ";
  expect_error(eval + "--std nan", 2, "--std has nan");
  expect_error(eval + "--std=-1", 2, "--std has -1");
  expect_error(eval + "--mean inf", 2, "--mean has inf");
  expect_error(eval + "--pixel-scale nan", 2, "--pixel-scale is nan");
}

TEST_F(OddInput, AListingPackedForOtherBlocksNamesBoth) {
  expect_error("run " + kTestData + "packed_int8_small.ir --config 1x32", 5,
               "layouts NCHW1n16c and OIHW16o16i; configuration 1x32");
}

TEST_F(OddInput, TilesOfAnotherConfigurationAreRefused) {
  write_text_file(in("tiles.json"), R"({"config": "1x16", "convolutions": [
    {"in_hw": 32, "in_channels": 16, "out_channels": 16, "kernel": 3, "stride": 1, "pad": 1,
     "tile_h": [4, 8], "tile_w": [1, 32], "tile_ci": [1, 1], "tile_co": [1, 1]}]})");
  const std::string run = "run " + kDigitsModel + " --schedule " + in("tiles.json");
  EXPECT_EQ(run_vta_apart(run).exit_code, 0);
  expect_error(run + " --config 1x32", 5, "blocks of 16 channels, the configuration has 32");
}

TEST_F(OddInput, AFailedWriteLeavesWhatWasThereAndNoRest) {
  expect_error("compile " + kDigitsModel + " -o /dev/full", 9, "cannot write '/dev/full'");
  write_text_file(in("kept.vta"), "kept");
  ::chmod(in("kept.vta").c_str(), 0444);
  if (::geteuid() != 0)
    expect_error("compile " + kDigitsModel + " -o " + in("kept.vta"), 9, "cannot write");
  expect_error("compile " + kDigitsModel + " --schedule nope -o " + in("kept.vta"), 2, "nope");
  EXPECT_EQ(read_text_file(in("kept.vta")), "kept");
  fs::create_directories(in("folder"));
  expect_error("compile " + kDigitsModel + " -o " + in("folder"), 9, "cannot write");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 2);
}

TEST_F(OddInput, NothingBesideTheOutputIsLeft) {
  program();
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace vta

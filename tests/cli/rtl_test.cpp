#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "config/vta_config.h"
#include "hw/isa/registers.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

// The synthesizer is looked for in the cache directory; CI sets VTA_TEST_SYNTH=1 after it has
// installed it, so that a missing one is a failure there and a visible skip elsewhere.
bool synthesizer_missing(const ApartResult& run) {
  return run.exit_code == 2 && run.err.find("setup_synth.sh") != std::string::npos &&
         std::getenv("VTA_TEST_SYNTH") == nullptr;
}

TEST(VtaRtl, MapListsEveryRegister) {
  const CommandResult run = run_vta("rtl map");
  EXPECT_EQ(run.exit_code, 0);
  for (const RegisterSpec& spec : register_table())
    EXPECT_THAT(run.text, HasSubstr(std::string(spec.name)));
  for (const ShellRegisterSpec& spec : shell_register_table())
    EXPECT_THAT(run.text, HasSubstr(std::string(spec.name)));
}

TEST(VtaRtl, FilesAreThereAndInOrder) {
  const CommandResult run = run_vta("rtl files");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.text, HasSubstr("vta_pkg.sv"));
  EXPECT_LT(run.text.find("vta_pkg.sv"), run.text.find("vta_core.sv"));
}

TEST(VtaRtl, SaysWhereItLookedForTheSources) {
  setenv("VTA_RTL_DIR", "no-such-folder", 1);
  const ApartResult run = run_vta_apart("rtl files");
  unsetenv("VTA_RTL_DIR");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("VTA_RTL_DIR"));
  EXPECT_THAT(run.err, HasSubstr("no-such-folder"));
}

TEST(VtaRtl, SaysHowToInstallTheSynthesizer) {
  const std::string folder = testing::TempDir() + "vta_no_synth";
  const char* tools = std::getenv("VTA_SYNTH_DIR");
  const std::string kept = tools == nullptr ? "" : tools;
  const std::filesystem::path config = std::filesystem::path(testing::TempDir()) / "queues.json";
  VtaConfig odd;
  odd.cmd_queue_depth = 1021;
  write_text_file(config.string(), odd.to_json());
  setenv("VTA_SYNTH_DIR", folder.c_str(), 1);
  // A configuration that no cache holds: results that are there need no tools.
  const ApartResult run = run_vta_apart("rtl area --config " + config.string());
  setenv("VTA_SYNTH_DIR", kept.c_str(), 1);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("scripts/setup_synth.sh"));
}

TEST(VtaRtl, RefusesUnknownTargetsAndConfigurations) {
  EXPECT_EQ(run_vta("rtl area --target asic").exit_code, 2);
  EXPECT_EQ(run_vta("rtl area --config no-such-configuration").exit_code, 4);
}

TEST(VtaRtl, AreaOfTheSmallestCoreHasItsMultipliersAndMemory) {
  const ApartResult run = run_vta_apart("rtl area --config tiny --json");
  if (synthesizer_missing(run))
    GTEST_SKIP() << "the synthesizer is not installed: scripts/setup_synth.sh";
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto total = boost::json::parse(run.out).as_object()["total"].as_object();
  EXPECT_GE(total.at("multipliers").to_number<int64_t>(), 16);  // 1 x 4 x 4, and the ALU's
  // uop 1 KiB, inp 512 B, wgt 1 KiB, acc 2 KiB at least.
  EXPECT_GE(total.at("memory_bits").to_number<int64_t>(), (1024 + 512 + 1024 + 2048) * 8);
}

TEST(VtaRtl, ModelSaysThatItEstimatesAndHowWell) {
  const ApartResult run = run_vta_apart("rtl area --model --config 2x16");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("estimate of the area model; on configurations that it was not "
                                 "fitted to it was off by up to "));
  EXPECT_THAT(run.out, HasSubstr("vta_scratchpad wgt"));
  EXPECT_THAT(run.out, HasSubstr("- DSP48E1 620 of 220: PRODUCTS_PER_MULTIPLIER 2 saves 256; "));
}

TEST(VtaRtl, ModelInJsonNamesItsSource) {
  const ApartResult run = run_vta_apart("rtl area --model --config 1x8 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto document = boost::json::parse(run.out).as_object();
  EXPECT_EQ(document.at("source").as_string(), "model");
  EXPECT_EQ(document.at("target").as_string(), "xilinx");
  EXPECT_LT(document.at("held_out_error_percent").at("lut").to_number<double>(), 15);
  EXPECT_EQ(document.at("total").at("dsp").to_number<int64_t>(), 64 + 24 + 12);
  EXPECT_TRUE(document.at("device").at("sentences").is_array());
}

TEST(VtaRtl, ModelKnowsTwoPipes) {
  const ApartResult run = run_vta_apart("rtl area --model --config " VTA_SOURCE_DIR
                                        "/tests/data/configs/default_overlap.json --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const boost::json::value document = boost::json::parse(run.out);
  EXPECT_EQ(document.at("total").at("dsp").to_number<int64_t>(), 316 + 48 + 4);
  EXPECT_GT(document.at("clock").at("mhz_with_allowance").to_number<double>(), 0);
  std::set<std::string> modules;
  for (const boost::json::value& module : document.at("modules").as_array())
    modules.emplace(module.at("module").as_string());
  for (const char* module :
       {"vta_accumulator_halves", "vta_look", "vta_overlap_control", "vta_retired_counters"})
    EXPECT_TRUE(modules.contains(module)) << module;
}

TEST(VtaRtl, ModelEstimatesTheClockToo) {
  const ApartResult run = run_vta_apart("rtl area --model --config 2x16 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto clock = boost::json::parse(run.out).at("clock").as_object();
  const double ns = clock.at("longest_path_ns").to_number<double>();
  EXPECT_DOUBLE_EQ(clock.at("period_with_allowance_ns").to_number<double>(), 1.5 * ns);
  EXPECT_DOUBLE_EQ(clock.at("mhz_with_allowance").to_number<double>(), 1000 / (1.5 * ns));
  double longest = 0;
  for (const auto& [path, path_ns] : clock.at("paths_ns").as_object())
    longest = std::max(longest, path_ns.to_number<double>());
  EXPECT_EQ(longest, ns);
  EXPECT_THAT(run_vta_apart("rtl area --model --config 2x16").out,
              HasSubstr(fmt::format("longest path {:.2f} ns of cell delay (", ns)));
}

TEST(VtaRtl, ModelIsOfOneTarget) {
  const ApartResult run = run_vta_apart("rtl area --model --target generic");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--target xilinx only"));
}

TEST(VtaRtl, TheDeviceIsChosen) {
  const ApartResult run = run_vta_apart("rtl area --model --config 1x8 --device zynq7010 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto device = boost::json::parse(run.out).as_object().at("device").as_object();
  EXPECT_EQ(device.at("name").as_string(), "zynq7010");
  EXPECT_EQ(device.at("dsp"), 80);
  EXPECT_FALSE(device.at("fits").as_bool());  // 100 DSPs
  EXPECT_EQ(device.at("share").to_number<double>(), 100.0 / 80);
  const ApartResult text = run_vta_apart("rtl area --model --config 1x8 --device zu3eg");
  EXPECT_THAT(text.out, HasSubstr("on Zynq UltraScale+ ZU3EG (Ultra96):"));
  EXPECT_THAT(text.out, HasSubstr("- it fits: "));
}

TEST(VtaRtl, ADeviceOfOnesOwnIsAFile) {
  const std::string file = testing::TempDir() + "/rtl_own_device.json";
  write_text_file(file, R"({"name": "own", "lut": 9, "ff": 9, "dsp": 9, "bram36": 9})");
  const ApartResult run = run_vta_apart("rtl area --model --config tiny --device " + file);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("on own:"));
  EXPECT_THAT(run.out, HasSubstr("it does not fit even then"));
}

TEST(VtaRtl, UnknownDevicesAreNamed) {
  const ApartResult unknown = run_vta_apart("rtl area --model --device zynq");
  EXPECT_EQ(unknown.exit_code, 4);
  EXPECT_THAT(unknown.err, HasSubstr("'zynq' is neither a device's file nor a known device"));
  const ApartResult generic = run_vta_apart("rtl area --device zynq7020");
  EXPECT_EQ(generic.exit_code, 2);
  EXPECT_THAT(generic.err, HasSubstr("--target xilinx or --model"));
}

// The default configuration is among hw/synth/calibration: no synthesizer is needed.
TEST(VtaRtl, CommittedResultsAreFound) {
  const ApartResult run = run_vta_apart("rtl area --target xilinx --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto document = boost::json::parse(run.out).as_object();
  EXPECT_EQ(document.at("source").as_string(), "synthesis");
  EXPECT_EQ(document.at("total").at("dsp").to_number<int64_t>(), 316);
}

TEST(VtaRtlTiming, RefusesUnknownModulesAndNoPaths) {
  const ApartResult unknown = run_vta_apart("rtl timing --config tiny --module vta_gem");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--module vta_gem: the RTL has no such module"));
  EXPECT_THAT(unknown.err, HasSubstr("the nearest is vta_gemm"));
  EXPECT_EQ(run_vta("rtl timing --module vta_pkg").exit_code, 2);  // a package is none
  EXPECT_EQ(run_vta("rtl timing --paths 0").exit_code, 2);
  EXPECT_EQ(run_vta("rtl timing --config no-such-configuration").exit_code, 4);
}

TEST(VtaRtlTiming, HelpHasExamples) {
  const CommandResult run = run_vta("rtl timing --help");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.text, HasSubstr("vta rtl timing --config 1x64 --module vta_gemm_group"));
  EXPECT_THAT(run.text, HasSubstr("about 2 minutes on one core (tiny) or 5 (default)"));
  EXPECT_THAT(run.text, HasSubstr("with default parameters"));
  EXPECT_THAT(run.text, HasSubstr("9 the cache or the results cannot be written"));
}

// A lane of the smallest core: four products, in registers of their DSPs, each two of which are
// added on the way to the next registers.
TEST(VtaRtlTiming, DotProductIsRegisteredInItsDsps) {
  const ApartResult run =
      run_vta_apart("rtl timing --config tiny --module vta_gemm_group --paths 1 --json");
  if (synthesizer_missing(run))
    GTEST_SKIP() << "the synthesizer is not installed: scripts/setup_synth.sh";
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto report = boost::json::parse(run.out).as_object();
  // Clock to PCOUT behind the register of the product, PCIN to the register of the sum.
  EXPECT_NEAR(report.at("longest_path_ns").as_double(), 2.500 + 1.400, 1e-9);
  EXPECT_FALSE(report.at("includes_routing").as_bool());
  EXPECT_NEAR(report.at("period_with_allowance_ns").as_double(), 1.5 * 3.900, 1e-9);
  const auto& steps = report.at("paths").as_array().at(0).as_object().at("steps").as_array();
  ASSERT_EQ(steps.size(), 2u);
  for (const auto& step : steps) {
    EXPECT_EQ(step.at("cell").as_string(), "DSP48E1");
    EXPECT_EQ(step.at("module").as_string(), "vta_dot");
  }
}

// They are compiled behind the core's, with the package of the configuration.
TEST(VtaRtlTiming, ModulesOfTheShellAreTimedToo) {
  const ApartResult run =
      run_vta_apart("rtl timing --config tiny --module vta_axi_lite --paths 1 --json");
  if (synthesizer_missing(run))
    GTEST_SKIP() << "the synthesizer is not installed: scripts/setup_synth.sh";
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto report = boost::json::parse(run.out).as_object();
  EXPECT_EQ(report.at("module").as_string(), "vta_axi_lite");
  EXPECT_EQ(report.at("clock").as_string(), "clk");
  EXPECT_LT(report.at("longest_path_ns").to_number<double>(), 6.5);
}

}  // namespace
}  // namespace vta

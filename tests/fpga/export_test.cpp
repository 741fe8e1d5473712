// Whole exports: the checker finds nothing, the scripts refuse what Vivado would report, Yosys
// reads them.
#include <gmock/gmock.h>

#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "hw/isa/registers.h"
#include "hw/synth/yosys_run.h"
#include "tests/fpga/export_fixture.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class Export : public ExportedFolder {};

TEST_F(Export, HasNoProblems) {
  for (const std::string& config : {std::string("pynq"), std::string("1x8"), kSmallConfig}) {
    fs::remove_all(folder_);
    write_export(config);
    EXPECT_THAT(check_export(folder_), IsEmpty()) << config;
  }
}

TEST_F(Export, HasNoProblemsInEitherFormOfAxi) {
  for (const int64_t axi : {3, 4}) {
    VtaConfig config = find_config(kSmallConfig);
    config.axi = axi;
    fs::remove_all(folder_);
    write_export(config);
    EXPECT_THAT(check_export(folder_), IsEmpty()) << "AXI " << axi;
    EXPECT_THAT(read_text_file((folder_ / "ip/component.xml").string()),
                HasSubstr(axi == 3 ? ">AXI3<" : ">AXI4<"));
    EXPECT_THAT(read_text_file((folder_ / "README.md").string()),
                HasSubstr(axi == 3 ? "(AXI3, too)" : "(AXI3; the interconnect converts)"));
    EXPECT_THAT(read_text_file((folder_ / "build.tcl").string()),
                HasSubstr(axi == 3 ? "AXI3 on both sides" : "memory: AXI4 to AXI3"));
  }
}

TEST_F(Export, OfTwoAtOnceOneIsThere) {
  FpgaFiles files[2];
  for (const int64_t axi : {3, 4}) {
    VtaConfig config = find_config(kSmallConfig);
    config.axi = axi;
    files[axi - 3] = fpga_files(plan_fpga({.config = config, .board = "pynq-z1"}));
  }
  for (int round = 0; round < 10; ++round) {
    {
      const auto write = [&](int which) { write_files(folder_.string(), files[which]); };
      const std::jthread first(write, round % 2), second(write, 1 - round % 2);
    }
    FpgaFiles found;
    for (const auto& [name, ignored] : files[0])
      found[name] = read_text_file((folder_ / name).string());
    EXPECT_TRUE(found == files[0] || found == files[1]) << "round " << round;
  }
}

// Vivado's own files are no part of the export.
TEST_F(Export, HasNoProblemsWhereVivadoHasRun) {
  write_export(kSmallConfig);
  fs::create_directories(folder_ / "vivado/vta.srcs");
  write_text_file((folder_ / "vivado/vta.srcs/system_wrapper.v").string(), "module system;");
  write_text_file((folder_ / "vta.bit").string(), "bits");
  EXPECT_THAT(check_export(folder_), IsEmpty());
}

TEST_F(Export, HasEveryRegister) {
  write_export(kSmallConfig);
  const Component component = read_component(folder_);
  std::vector<int64_t> words;
  for (const RegisterSpec& spec : register_table())
    for (int64_t at = 0; at < spec.bits / 8; at += 4)
      words.push_back(spec.offset + at);
  EXPECT_THAT(component.register_offsets, testing::IsSupersetOf(words));
}

TEST_F(Export, IsAFunctionOfItsDesign) {
  const FpgaDesign design = plan_fpga({.config = find_config(kSmallConfig), .board = "pynq-z1"});
  const FpgaFiles files = fpga_files(design);
  EXPECT_EQ(files, fpga_files(design));
  for (const auto& [name, text] : files)
    EXPECT_THAT(text, testing::Not(HasSubstr(VTA_SOURCE_DIR))) << name;
  EXPECT_THAT(files.at("README.md"), HasSubstr("Nothing here has been run in Vivado"));
}

TEST_F(Export, TheScriptStopsWhereItIsTold) {
  write_export(kSmallConfig);
  const auto run = [&](const std::string& step) {
    return run_vivado_script(folder_ / "build.tcl", folder_, {"arg=" + step});
  };
  const ScriptRun project = run("project"), synthesis = run("synthesis"), bad = run("layout");
  EXPECT_TRUE(project.made("validated"));
  EXPECT_FALSE(project.made("run synth_1"));
  EXPECT_TRUE(synthesis.made("run synth_1"));
  EXPECT_FALSE(synthesis.made("run impl_1"));
  EXPECT_THAT(bad.error, AllOf(HasSubstr("'layout' is unknown"), HasSubstr("synthesis")));
}

TEST_F(Export, TheScriptUsesTheBoardsPresetWhereThereIsOne) {
  write_export(kSmallConfig);
  const ScriptRun run = run_vivado_script(folder_ / "build.tcl", folder_, {"board_files=1"});
  EXPECT_THAT(run.problems, IsEmpty());
  EXPECT_EQ(run.error, "");
  EXPECT_EQ(run.fact("board_part"), "www.digilentinc.com:pynq-z1:part0:1.0");
}

TEST_F(Export, TheScriptRefusesWhatDidNotWork) {
  write_export(kSmallConfig);
  const auto error_with = [&](const std::string& setting) {
    const ScriptRun run = run_vivado_script(folder_ / "build.tcl", folder_, {setting});
    EXPECT_FALSE(run.made("bitstream vta.bit")) << setting;
    return run.error;
  };
  EXPECT_THAT(error_with("slack=-0.1"), HasSubstr("timing is not met (setup, -0.1 ns)"));
  EXPECT_THAT(error_with("progress=40%"), HasSubstr("synth_1 ended with"));
  EXPECT_THAT(error_with("clock_factor=0.9"), HasSubstr("processor system's clock is"));
}

// As a synthesizer reads it: elaborated, no module missing, not mapped.
TEST_F(Export, ElaboratesInYosys) {
  write_export("pynq");
  const Component component = read_component(folder_);
  RtlSources sources;
  for (const std::string& name :
       component.file_sets.at("xilinx_anylanguagesynthesis_view_fileset")) {
    const std::string path = (folder_ / "ip" / name).string();
    if (name == "rtl/vta_isa_pkg.sv")
      sources.package = read_text_file(path);
    else if (name.ends_with("v"))
      sources.files.push_back(path);
  }
  const YosysJob job{.sources = sources,
                     .files = {},
                     .script = read_rtl_script(sources, kFpgaTop) +
                               "hierarchy -check -top vta_accelerator\ncheck -assert\n"
                               "tee -q -o stat.json stat -json\n",
                     .product = "stat.json"};
  try {
    const std::string stat = read_text_file(yosys_product(job).path);
    EXPECT_THAT(stat, AllOf(HasSubstr("vta_axi"), HasSubstr("vta_core")));
  } catch (const UsageError& e) {
    if (std::getenv("VTA_TEST_SYNTH") != nullptr)
      FAIL() << e.what();
    GTEST_SKIP() << e.what();
  }
}

}  // namespace
}  // namespace vta

#include <gmock/gmock.h>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/json.h"
#include "base/version.h"
#include "config/vta_config.h"
#include "hw/isa/assembler.h"
#include "runtime/program.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using testing::HasSubstr;

class IsaCommands : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = testing::TempDir() + "vta_" + info->name() + "/";
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

TEST_F(IsaCommands, VersionIsTheProjects) {
  EXPECT_THAT(run_vta("--version").text,
              testing::MatchesRegex(
                  "vta [0-9]+[.][0-9]+[.][0-9]+([+]dev[0-9]+)? \\(build [0-9a-f]{16}\\)\n"));
  EXPECT_THAT(run_vta("--version").text, HasSubstr(std::string(version())));
}

TEST_F(IsaCommands, ConfigShowPrintsAFileThatIsLegal) {
  for (const NamedConfig& named : named_configs()) {
    const std::string file = folder_ + std::string(named.name) + ".json";
    EXPECT_EQ(run_vta("config show " + std::string(named.name) + " > " + file).exit_code, 0);
    EXPECT_EQ(load_config(file), named_config(named.name));
    EXPECT_EQ(run_vta("config check " + file).exit_code, 0);
    // Of a file, the same again.
    EXPECT_EQ(parse_config(run_vta("config show " + file).text, "output"), load_config(file));
  }
}

TEST_F(IsaCommands, ConfigShowTablePrintsWhatFollows) {
  const auto result = run_vta("config show default --table");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.text, HasSubstr("1x16_i8w8a32_15_15_18_17"));
  EXPECT_THAT(result.text, HasSubstr("MACs per cycle  256"));
  EXPECT_THAT(result.text, HasSubstr("128/128"));
  EXPECT_THAT(result.text, HasSubstr("32/32"));
}

TEST_F(IsaCommands, ConfigShowJsonParsesAndCarriesProvenance) {
  const auto result = run_vta("config show uop64 --json");
  const auto value = parse_json(result.text, "output");
  const JsonReader reader(value, "output");
  EXPECT_EQ(reader.get_object("provenance").get_string("config_hash"),
            named_config("uop64").hash());
  EXPECT_EQ(reader.get_object("derived").get_int("uop_bits_used"), 33);
  EXPECT_EQ(reader.get_object("config").get_int("LOG_UOP_WIDTH"), 6);
}

TEST_F(IsaCommands, ConfigListNamesAll) {
  const auto result = run_vta("config list");
  EXPECT_EQ(result.exit_code, 0);
  for (const NamedConfig& named : named_configs())
    EXPECT_THAT(result.text, HasSubstr(named_config(named.name).name()));
  // What its name does not say.
  EXPECT_THAT(result.text, HasSubstr("ACC_READ_PORTS 1, PRODUCTS_PER_MULTIPLIER 2, AXI 3\n"));
}

TEST_F(IsaCommands, ConfigCheckAcceptsAndRefuses) {
  EXPECT_EQ(run_vta("config check " + std::string(VTA_SOURCE_DIR) + "/config/tiny.json").exit_code,
            0);
  VtaConfig bad;
  bad.log_acc_buff_size = 18;
  write_text_file(folder_ + "bad.json", bad.to_json());
  const auto result = run_vta("config check " + folder_ + "bad.json");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.text, HasSubstr("set LOG_ACC_BUFF_SIZE to 17"));
}

TEST_F(IsaCommands, ConfigPackageIsTheCommittedOneForTheDefault) {
  EXPECT_EQ(run_vta("config package default").text,
            read_text_file(std::string(VTA_SOURCE_DIR) + "/hw/rtl/vta_isa_pkg.sv"));
}

TEST_F(IsaCommands, AsmThenDisasmGivesTheTextBack) {
  const std::string insns =
      "load inp sram_base=3 x_size=2 push_next\nalu shr use_imm imm=-8\nfinish\n";
  const std::string uops = "uop dst=1 src=2 wgt=3\n";
  write_text_file(folder_ + "k.s", "# kernel\n" + insns + uops);
  const auto made = run_vta("asm " + folder_ + "k.s -o " + folder_ + "k.bin --uops " + folder_ +
                            "u.bin --config tiny");
  EXPECT_EQ(made.exit_code, 0) << made.text;
  EXPECT_EQ(read_file(folder_ + "k.bin").size(), 48u);
  EXPECT_EQ(run_vta("disasm " + folder_ + "k.bin --config tiny").text, insns);
  EXPECT_EQ(run_vta("disasm --as-uops " + folder_ + "u.bin --config tiny").text, uops);
}

TEST_F(IsaCommands, AsmErrorNamesLineAndColumn) {
  write_text_file(folder_ + "k.s", "finish\ngemm foo=3\n");
  const auto result = run_vta("asm " + folder_ + "k.s -o " + folder_ + "k.bin");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.text, HasSubstr("k.s:2:6:"));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "k.bin"));
}

TEST_F(IsaCommands, AsmWithMicroOpsNeedsAPlaceForThem) {
  write_text_file(folder_ + "k.s", "uop dst=0\n");
  const auto result = run_vta("asm " + folder_ + "k.s -o " + folder_ + "k.bin");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.text, HasSubstr("--uops"));
}

TEST_F(IsaCommands, DisasmRefusesAPartialInstruction) {
  write_text_file(folder_ + "k.bin", "12345");
  const auto result = run_vta("disasm " + folder_ + "k.bin");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.text, HasSubstr("5 bytes are not a multiple of 16"));
  write_text_file(folder_ + "k.bin", "1");
  EXPECT_THAT(run_vta("disasm " + folder_ + "k.bin").text,
              HasSubstr("1 byte is not a multiple of 16"));
}

TEST_F(IsaCommands, DisasmOfAProgramHeadsEachKernelAndAssemblesAgain) {
  Program program;
  program.config = named_config("tiny");
  program.arena_bytes = 4096;
  const InsnCodec codec(program.config);
  Insn load;
  load.memory_type = 3;
  load.x_size = 5;
  load.y_size = 1;
  Insn finish;
  finish.opcode = 3;
  for (const Insn& insn : {load, finish}) {
    const InsnBits bits = codec.encode(insn);
    const auto bytes = std::as_bytes(std::span(&bits, 1));
    program.insns.insert(program.insns.end(), bytes.begin(), bytes.end());
  }
  program.device_tensors.push_back({.name = "t", .offset_bytes = 1024, .layout = {.block = 4}});
  program.kernels.push_back({.name = "conv2d_0",
                             .kind = "conv2d",
                             .description = {},
                             .first_insn = 0,
                             .insn_count = 2,
                             .oracle = {}});
  program.steps.push_back(LaunchStep{.insn_count = 2, .kernel_count = 1});
  save_program(program, folder_ + "p.vta");
  const auto result = run_vta("disasm " + folder_ + "p.vta");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.text, HasSubstr("# kernel conv2d_0 (conv2d): 2 instructions from 0\n"
                                     "load acc y_size=1 x_size=5\nfinish\n"));
  EXPECT_EQ(assemble(result.text, "disasm", codec).insns, (std::vector<Insn>{load, finish}));
}

TEST_F(IsaCommands, DisasmRefusesWhatIsNotAProgram) {
  write_text_file(folder_ + "k.vta", "12345");
  EXPECT_EQ(run_vta("disasm " + folder_ + "k.vta").exit_code, 3);
}

TEST_F(IsaCommands, WrongOptionIsAUsageError) {
  EXPECT_EQ(run_vta("disasm --nonsense").exit_code, 2);
}

}  // namespace
}  // namespace vta

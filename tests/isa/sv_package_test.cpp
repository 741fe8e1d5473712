#include "hw/isa/sv_package.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <string>

#include "base/file.h"

namespace vta {
namespace {

using testing::HasSubstr;

void expect_committed(const std::string& name, const std::string& text) {
  const std::string path = std::string(VTA_SOURCE_DIR) + "/hw/rtl/" + name;
  const char* renew = std::getenv("VTA_RENEW");
  if (renew != nullptr && std::string_view(renew) == "1")
    write_text_file(path, text);
  EXPECT_EQ(read_text_file(path), text)
      << "stale: renew with VTA_RENEW=1 isa_tests --gtest_filter='SvPackage.*'";
}

TEST(SvPackage, CommittedFilesAreTheDefaultConfigurations) {
  expect_committed("vta_isa_pkg.sv", sv_package(named_config("default")));
  expect_committed("vta_shell_pkg.sv", sv_shell_package(named_config("default")));
}

// The core does not know of the shell: its package, and what is built of it, stays.
TEST(SvPackage, TheKeyOfTheShellIsInItsOwnPackageAlone) {
  VtaConfig axi3;
  axi3.axi = 3;
  EXPECT_EQ(sv_package(axi3), sv_package({}));
  EXPECT_THAT(sv_shell_package(axi3), HasSubstr("localparam int unsigned Axi = 3;"));
  EXPECT_THAT(sv_shell_package(axi3),
              HasSubstr("localparam logic [63:0] StreamHash = 64'h1b3c874b6a28d4e5;"));
}

TEST(SvPackage, PositionsAreTheIsaDocuments) {
  const std::string text = sv_package(named_config("default"));
  EXPECT_THAT(text, HasSubstr("localparam int unsigned MemDramBaseLsb = 26;"));
  EXPECT_THAT(text, HasSubstr("localparam int unsigned GemmWgtInLsb = 118;"));
  EXPECT_THAT(text, HasSubstr("localparam int unsigned GemmWgtInWidth = 10;"));
  EXPECT_THAT(text, HasSubstr("localparam int unsigned UopSrcLsb = 11;"));
  EXPECT_THAT(text, HasSubstr("logic signed [15:0] imm;"));
  EXPECT_THAT(text, HasSubstr("ErrFinishNotLast = 4'd11,"));
  EXPECT_THAT(text, HasSubstr("localparam logic [11:0] RegInsnAddr = 12'h018;"));
}

// The widths inside each packed struct add up to the whole word.
TEST(SvPackage, StructsFillTheirWordInEveryConfiguration) {
  for (const NamedConfig& named : named_configs()) {
    const VtaConfig config = named_config(named.name);
    const std::string text = sv_package(config);
    size_t at = 0;
    int structs = 0;
    while ((at = text.find("struct packed {", at)) != std::string::npos) {
      const size_t end = text.find('}', at);
      const bool is_uop = text.compare(end, 8, "} uop_t;") == 0;
      int64_t bits = 0;
      for (size_t line = text.find("logic", at); line < end; line = text.find("logic", line + 1)) {
        const size_t open = text.find_first_of("[;", line);
        bits += text[open] == '[' ? std::stoll(text.substr(open + 1)) + 1 : 1;
      }
      EXPECT_EQ(bits, is_uop ? config.element_bytes(MemoryType::Uop) * 8 : 128) << named.name;
      ++structs;
      at = end;
    }
    EXPECT_EQ(structs, 4);
  }
}

}  // namespace
}  // namespace vta

// The sources of a system: which cores share theirs, what the others' are called.
#include "hw/rtl/system_sources.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.h"

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

int64_t count_of(const SystemSources& sources, const std::string& name) {
  return std::ranges::count(sources.files, name, &SourceFile::name);
}
std::string text_of(const SystemSources& sources, const std::string& name) {
  const auto found = std::ranges::find(sources.files, name, &SourceFile::name);
  return found == sources.files.end() ? "" : found->text;
}
SystemSources sources_of(const std::vector<VtaConfig>& cores) {
  return system_sources(cores);
}

TEST(SystemSources, CoresOfEqualHardwareShareTheirs) {
  const VtaConfig config = named_config("tiny");
  VtaConfig other_memory = config;
  other_memory.mem_read_latency += 7;
  const SystemSources two = sources_of({config, other_memory});
  EXPECT_EQ(count_of(two, "vta_core.sv"), 1);
  EXPECT_EQ(count_of(two, "vta2_core.sv"), 0);
  EXPECT_THAT(text_of(two, "vta_system.sv"), HasSubstr("vta_core u_core1 ("));
  EXPECT_NE(two.hash, sources_of({config}).hash);
}

TEST(SystemSources, OthersHaveCopiesUnderOtherNames) {
  const VtaConfig tiny = named_config("tiny"), block8 = named_config("1x8");
  const SystemSources sources = sources_of({tiny, block8, tiny, named_config("2x16")});
  for (const char* name : {"vta_isa_pkg.sv", "vta2_isa_pkg.sv", "vta3_isa_pkg.sv", "vta_core.sv",
                           "vta2_core.sv", "vta3_core.sv", "vta_system_arbiter.sv"})
    EXPECT_EQ(count_of(sources, name), 1) << name;
  EXPECT_EQ(sources.files.back().name, "vta_system.sv");
  EXPECT_EQ(count_of(sources, "vta_fifo.sv"), 1);
  EXPECT_EQ(count_of(sources, "vta2_fifo.sv"), 0) << "it knows no configuration";

  const std::string core = text_of(sources, "vta2_core.sv");
  EXPECT_THAT(core, HasSubstr("module vta2_core"));
  EXPECT_THAT(core, HasSubstr("import vta2_isa_pkg::*;"));
  EXPECT_THAT(core, Not(HasSubstr("vta_")));
  EXPECT_THAT(text_of(sources, "vta2_queues.sv"), HasSubstr("vta_fifo #("));
  const std::string top = text_of(sources, "vta_system.sv");
  EXPECT_THAT(top, HasSubstr("vta2_core u_core1 ("));
  EXPECT_THAT(top, HasSubstr("vta_core u_core2 ("));
  EXPECT_THAT(top, HasSubstr("vta3_core u_core3 ("));
}

TEST(BoardSources, EachCoreHasItsShellAndAllOneJoin) {
  const std::vector<VtaConfig> cores{named_config("default"),
                                     find_config(VTA_SOURCE_DIR "/tests/rtl/exp2.json"),
                                     named_config("default")};
  const SystemSources sources = board_sources(cores);
  for (const char* name : {"vta_axi.sv", "vta2_axi.sv", "vta_shell_pkg.sv", "vta2_shell_pkg.sv",
                           "vta_board_join.sv", "vta_board_pick.sv"})
    EXPECT_EQ(count_of(sources, name), 1) << name;
  EXPECT_EQ(count_of(sources, "vta3_axi.sv"), 0);
  EXPECT_EQ(sources.files.back().name, "vta_board.sv");
  const std::string top = text_of(sources, "vta_board.sv");
  EXPECT_THAT(top, HasSubstr("vta_axi u_core0 ("));
  EXPECT_THAT(top, HasSubstr("vta2_axi u_core1 ("));
  EXPECT_THAT(top, HasSubstr("vta_axi u_core2 ("));
  EXPECT_THAT(top, HasSubstr("input logic s2_axi_awvalid,"));
  EXPECT_THAT(text_of(sources, "vta2_axi.sv"), Not(HasSubstr("vta_")));
}

TEST(BoardSources, CoresShareTheirPortAndTheirClock) {
  const auto refused = [](const VtaConfig& first, const VtaConfig& second, const char* message) {
    EXPECT_THAT(
        [&] {
          board_sources(std::vector<VtaConfig>{first, second});
        },
        ThrowsMessage<ConfigError>(HasSubstr(message)));
  };
  const VtaConfig config;
  refused(config, named_config("1x16.32"), "has a bus of 16 bytes, core 0 (");
  VtaConfig axi3 = config, slow = config;
  axi3.axi = 3;
  refused(axi3, config, "has ports of AXI4, core 0 (");
  slow.clock.mhz = 80;
  refused(config, slow, "has a clock (CLOCK_MHZ) of 80 MHz, core 0 (");
  EXPECT_THAT([] { board_sources(std::vector<VtaConfig>(9)); },
              ThrowsMessage<ConfigError>(HasSubstr("a board has 1 to 8 cores, not 9")));
}

TEST(SystemSources, ANumberOfCoresThatIsNotLegalIsRefused) {
  EXPECT_THAT([] { sources_of({}); }, ThrowsMessage<ConfigError>(HasSubstr("1 to 8 cores, not 0")));
  EXPECT_THAT([] { sources_of(std::vector<VtaConfig>(9)); },
              ThrowsMessage<ConfigError>(HasSubstr("1 to 8 cores, not 9")));
}

}  // namespace
}  // namespace vta

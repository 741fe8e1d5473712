// A DRAM as the memory of a configuration: --memory, files, hashes, messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "config/config_keys.h"
#include "config/dram_file.h"
#include "config/memory_preset.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

std::string refusal(const VtaConfig& config, std::string_view text) {
  try {
    apply_memory(config, text);
  } catch (const Error& e) {
    return e.what();
  }
  return "taken";
}

TEST(DramAsMemory, ANameIsKeptWithTheClock) {
  const VtaConfig plain = named_config("default");
  const VtaConfig config = apply_memory(plain, "ddr3-1066");
  EXPECT_EQ(config.mem_dram, "ddr3-1066");
  EXPECT_EQ(config.mem_clock_khz, 100'000);
  EXPECT_EQ(config.mem_gap, 0);
  EXPECT_EQ(config.clock.mhz, 100);  // times are shown at it
  EXPECT_NE(config.hash(), plain.hash());
  EXPECT_EQ(config.stream_hash(), plain.stream_hash());
  EXPECT_EQ(config.hardware(), plain.hardware());
  EXPECT_EQ(plain.with_memory_of(config), config);
  EXPECT_EQ(parse_config(config.to_json(), "again"), config);
  // The clock of the configuration, or that of the text.
  VtaConfig fast = plain;
  fast.clock.mhz = 187.5;
  EXPECT_EQ(apply_memory(fast, "ddr3-1066").mem_clock_khz, 187'500);
  EXPECT_EQ(apply_memory(fast, "ddr3-1066,mhz=333.33").mem_clock_khz, 333'330);
  EXPECT_NE(apply_memory(plain, "ddr3-1066,mhz=200").hash(), config.hash());
  // Another memory afterwards is that one alone.
  EXPECT_EQ(apply_memory(config, "ideal8"), apply_memory(plain, "ideal8"));
  EXPECT_THAT(different_keys(plain, config, KeyRole::Memory),
              HasSubstr("MEM_DRAM (none, ddr3-1066 at 100000 kHz)"));
}

TEST(DramAsMemory, ASimpleOneFollowsFromItsTimes) {
  const auto simple = [](const std::string& text) {
    const VtaConfig c = apply_memory(named_config("default"), text);
    EXPECT_TRUE(c.mem_dram.empty());
    EXPECT_EQ(c.mem_clock_khz, 0);
    return std::array{c.mem_read_latency, c.mem_write_latency, c.mem_gap};
  };
  // An open row: 1 + 7 + 4 clocks of 1.875 ns are 22.5 ns; 128 bytes take 30 ns of its data bus.
  EXPECT_EQ(simple("ddr3-1066,simple"), (std::array<int64_t, 3>{2, 0, 0}));
  EXPECT_EQ(simple("ddr3-1066,simple,mhz=333,bus=16,burst=8"), (std::array<int64_t, 3>{7, 0, 2}));
  // 4 KiB take 319.7 cycles of the data bus, and 2.1 % of all time is refreshes.
  EXPECT_EQ(simple("ddr3-1066,simple,mhz=333,bus=16,burst=256"),
            (std::array<int64_t, 3>{7, 0, 70}));
  EXPECT_EQ(simple("ddr3-1066,simple,mhz=333,bus=16,burst=8,gap=5,read=30"),
            (std::array<int64_t, 3>{30, 0, 5}));
}

TEST(DramAsMemory, AUsersFileTravelsInTheConfiguration) {
  const std::string path = testing::TempDir() + "/dram_of_a_user.json";
  std::string text(named_drams()[0].json);
  text.replace(text.find("\"ddr3-1066\""), 11, "\"mine\"");
  std::ofstream(path) << text;
  const VtaConfig config = apply_memory(named_config("default"), path + ",mhz=150");
  EXPECT_EQ(dram_of(config.mem_dram).name, "mine");
  EXPECT_EQ(dram_name(config.mem_dram), "mine");
  EXPECT_EQ(config.mem_clock_khz, 150'000);
  const VtaConfig again = parse_config(config.to_json(), "again");
  EXPECT_EQ(again, config);
  EXPECT_EQ(again.hash(), config.hash());
}

TEST(DramAsMemory, MistakesAreNamed) {
  const VtaConfig config = named_config("default");
  EXPECT_EQ(refusal(config, "ddr3-1067"),
            "memory 'ddr3-1067': known are the presets ideal8, delay16, ddr, the DRAMs ddr3-1066, "
            "ddr3-1600, ddr4-2400, lpddr4-3200 (or a file) and "
            "the parameters bus=N, read=N, write=N, gap=N, outstanding=N, burst=N, the nearest "
            "is ddr3-1066");
  EXPECT_EQ(refusal(config, "ddr3-1066,read=4"),
            "memory 'read=4': ddr3-1066 decides itself how long that takes; \"ddr3-1066,simple\" "
            "takes the parameter");
  EXPECT_EQ(refusal(config, "ddr3-1066,mhz=0"), "memory parameter mhz: '0': legal are 1 to 10000");
  EXPECT_EQ(refusal(config, "ddr3-1066,mhz=fast"),
            "memory parameter mhz: 'fast': legal are 1 to 10000");
  EXPECT_EQ(refusal(config, "ddr3-1066,ddr"),
            "memory preset 'ddr' must come before all parameters");
  // Whoever gives the latency: the DRAM may come from the configuration.
  EXPECT_EQ(refusal(apply_memory(config, "ddr3-1066"), "write=4"),
            "memory 'write=4': ddr3-1066 decides itself how long that takes; \"ddr3-1066,simple\" "
            "takes the parameter");
  EXPECT_EQ(refusal(apply_memory(config, "ddr3-1066"), "ideal8,write=4"), "taken");
  EXPECT_EQ(refusal(config, "ideal8,ddr3-1066"), "DRAM 'ddr3-1066' must come before all else");
  EXPECT_THAT(refusal(config, "ideal8,simple"), HasSubstr("memory 'simple': known are"));
  VtaConfig stray = config;
  stray.mem_clock_khz = 5000;
  EXPECT_THAT(([&] { stray.validate(); }),
              ::testing::ThrowsMessage<ConfigError>(HasSubstr(
                  "MEM_CLOCK_KHZ = 5000 is a clock beside a DRAM, and there is no MEM_DRAM")));
  VtaConfig slow = apply_memory(config, "ddr3-1066");
  slow.mem_clock_khz = 999;
  EXPECT_THAT(([&] { slow.validate(); }),
              ::testing::ThrowsMessage<ConfigError>(
                  HasSubstr("MEM_CLOCK_KHZ = 999 is out of range (legal: 1000..10000000)")));
  slow.mem_clock_khz = 1000;
  slow.mem_dram = "sdram";
  EXPECT_THAT(([&] { slow.validate(); }), ::testing::ThrowsMessage<ConfigError>(
                                              HasSubstr("MEM_DRAM = 'sdram' is no known DRAM")));
  std::string json = config.to_json();
  json.insert(json.rfind('}'), ", \"MEM_DRAM\": 7");
  EXPECT_THAT(([&] { parse_config(json, "f"); }),
              ::testing::ThrowsMessage<ConfigError>(
                  "f: key MEM_DRAM must be the name of a DRAM or the object of its file, is the "
                  "integer 7"));
}

}  // namespace
}  // namespace vta

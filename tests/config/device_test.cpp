#include "config/device.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "base/error.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Device, EveryEmbeddedOneIsReadAndSaysWhereItIsFrom) {
  std::set<std::string> embedded;
  for (const NamedDevice& named : named_devices()) {
    const FpgaDevice device = find_device(std::string(named.name));
    EXPECT_EQ(device.name, named.name);
    EXPECT_FALSE(device.title.empty() || device.source.empty()) << named.name;
    embedded.insert(device.name + ".json");
  }
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(VTA_SOURCE_DIR "/config/devices"))
    files.insert(entry.path().filename().string());
  EXPECT_EQ(embedded, files);
}

TEST(Device, TheZynq7020HasItsDataSheetsFigures) {
  const FpgaDevice device = find_device("zynq7020");
  EXPECT_EQ(device.lut, 53200);
  EXPECT_EQ(device.ff, 106400);
  EXPECT_EQ(device.dsp, 220);
  EXPECT_EQ(device.bram18, 280);
}

TEST(Device, TheShareIsThatOfTheScarcestResource) {
  const FpgaDevice device{.name = "d", .lut = 100, .ff = 200, .dsp = 10, .bram18 = 40};
  EXPECT_EQ(share_of(device, {}), 0);
  EXPECT_EQ(share_of(device, {.lut = 50, .ff = 20, .dsp = 1, .bram18 = 1}), 0.5);
  EXPECT_EQ(share_of(device, {.lut = 100, .ff = 20, .dsp = 1, .bram18 = 1}), 1);
  EXPECT_EQ(share_of(device, {.lut = 50, .ff = 300, .dsp = 1, .bram18 = 1}), 1.5);
  EXPECT_EQ(share_of(device, {.lut = 50, .ff = 20, .dsp = 20, .bram18 = 1}), 2);
  EXPECT_EQ(share_of(device, {.lut = 50, .ff = 20, .dsp = 1, .bram18 = 100}), 2.5);
}

TEST(Device, AFileOfOnesOwnNeedsOnlyTheFigures) {
  const std::string path = testing::TempDir() + "/own_device.json";
  std::ofstream(path) << R"({"name": "own", "lut": 1, "ff": 2, "dsp": 3, "bram36": 4})";
  const FpgaDevice device = find_device(path);
  EXPECT_EQ(device.title, "own");
  EXPECT_EQ(device.bram18, 8);
}

TEST(Device, ThePortAndThePllBelongToIt) {
  const FpgaDevice zynq = find_device("zynq7020"), artix = find_device("artix7_35t");
  EXPECT_EQ(zynq.port_bytes, 8);
  EXPECT_EQ(zynq.axi, 3);
  EXPECT_EQ(zynq.most_burst_beats(), 16);
  EXPECT_TRUE(port_takes(zynq, 8));
  EXPECT_FALSE(port_takes(zynq, 16));
  EXPECT_TRUE(port_takes(artix, 1024));  // nobody knows its port
  EXPECT_EQ(artix.most_burst_beats(), 0);
  EXPECT_DOUBLE_EQ(device_clock(zynq, 105.5), 100);
  EXPECT_DOUBLE_EQ(device_clock(zynq, 1000), 250);  // no more than the FPGA may be given
  EXPECT_DOUBLE_EQ(device_clock(zynq, 0.001), 0.001);
  EXPECT_DOUBLE_EQ(device_clock(artix, 105.5), 105.5);
}

TEST(Device, MistakesAreNamed) {
  const auto parsing = [](const char* text) { return [text] { parse_device(text, "d.json"); }; };
  for (const auto& [member, words] :
       {std::pair{R"("port_bytes": 3)", "port_bytes = 3 is not a power of two"},
        {R"("port_bytes": 0)", "port_bytes = 0 is out of range (legal: 1..1024)"},
        {R"("axi": 5)", "axi = 5 is out of range (legal: 3..4)"},
        {R"("pll_mhz": 0)", "pll_mhz = 0 is out of range"}}) {
    const std::string text =
        std::string(R"({"name": "own", "lut": 1, "ff": 2, "dsp": 3, "bram36": 4, )") + member + "}";
    EXPECT_THAT(parsing(text.c_str()), ThrowsMessage<ConfigError>(HasSubstr(words)));
  }
  EXPECT_THAT(parsing(R"({"name": "own", "lut": 1, "ff": 2, "dsp": 3})"),
              ThrowsMessage<ConfigError>(AllOf(HasSubstr("d.json"), HasSubstr("bram36"))));
  EXPECT_THAT(parsing(R"({"name": "own", "lut": 0, "ff": 2, "dsp": 3, "bram36": 1})"),
              ThrowsMessage<ConfigError>(AllOf(HasSubstr("lut"), HasSubstr("1..1000000000"))));
  EXPECT_THAT(parsing(R"({"name": "", "lut": 1, "ff": 2, "dsp": 3, "bram36": 1})"),
              ThrowsMessage<ConfigError>(HasSubstr("name is empty")));
  EXPECT_THAT(parsing(R"({"name": "own", "luts": 1, "ff": 2, "dsp": 3, "bram36": 1})"),
              ThrowsMessage<ConfigError>(AllOf(HasSubstr("luts"), HasSubstr("lut"))));
  EXPECT_THAT(parsing("[1]"), ThrowsMessage<ConfigError>(HasSubstr("d.json")));
  EXPECT_THAT(
      [] { find_device("zynq7030"); },
      ThrowsMessage<ConfigError>(AllOf(HasSubstr("'zynq7030'"), HasSubstr("nearest is zynq70"),
                                       HasSubstr("artix7_100t"))));
  EXPECT_THAT([] { find_device("/"); }, ThrowsMessage<ConfigError>(HasSubstr("device's file")));
}

}  // namespace
}  // namespace vta

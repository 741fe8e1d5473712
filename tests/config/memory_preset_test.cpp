#include "config/memory_preset.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(MemoryPresets, Ideal8HasNoLatencies) {
  const VtaConfig c = apply_memory(named_config("1x64"), "ideal8");
  EXPECT_EQ(c.bus_bytes(), 64);
  EXPECT_EQ(c.mem_read_latency, 0);
  EXPECT_EQ(c.mem_write_latency, 0);
  EXPECT_EQ(c.mem_gap, 0);
}

TEST(MemoryPresets, Delay16DelaysReadsOnly) {
  const VtaConfig c = apply_memory(VtaConfig{}, "delay16");
  EXPECT_EQ(c.bus_bytes(), 8);
  EXPECT_EQ(c.mem_read_latency, 16);
  EXPECT_EQ(c.mem_write_latency, 0);
  EXPECT_EQ(c.mem_gap, 0);
}

TEST(MemoryPresets, DdrDelaysAndLeavesTheBus) {
  const VtaConfig c = apply_memory(VtaConfig{}, "ddr");
  EXPECT_EQ(c.bus_bytes(), 8);
  EXPECT_EQ(c.mem_read_latency, 40);
  EXPECT_EQ(c.mem_write_latency, 8);
  EXPECT_EQ(c.mem_gap, 1);
}

// 256 beats, 4096 bytes, or 16 beats of AXI3, of the bus that the text ends with.
TEST(MemoryPresets, DdrHasTheLongestBurstsThatAreLegal) {
  const auto beats = [](const VtaConfig& config, std::string_view text) {
    return apply_memory(config, text).mem_burst_beats;
  };
  EXPECT_EQ(beats(VtaConfig{}, "ddr"), 256);
  EXPECT_EQ(beats(VtaConfig{}, "ddr,bus=16"), 256);
  EXPECT_EQ(beats(VtaConfig{}, "ddr,bus=32"), 128);
  EXPECT_EQ(beats(named_config("1x64"), "ddr"), 64);
  EXPECT_EQ(beats(named_config("1x64"), "ddr,bus=16"), 256);
  EXPECT_EQ(beats(named_config("pynq"), "ddr,bus=16"), 16);
  EXPECT_EQ(beats(VtaConfig{}, "ddr,burst=16,bus=16"), 16);
  EXPECT_EQ(beats(VtaConfig{}, "bus=16"), 16);
}

TEST(MemoryPresets, LeavesAllElseAsItIs) {
  VtaConfig config = named_config("tiny");
  config.mem_max_outstanding = 3;
  config.mem_burst_beats = 4;
  for (const MemoryPreset& preset : memory_presets()) {
    VtaConfig changed = apply_memory(config, preset.name);
    changed.mem_read_latency = config.mem_read_latency;
    changed.mem_write_latency = config.mem_write_latency;
    changed.mem_gap = config.mem_gap;
    if (preset.longest_bursts)
      changed.mem_burst_beats = config.mem_burst_beats;
    EXPECT_EQ(changed, config) << preset.name;
  }
}

// The bus is the hardware's: a preset that is meant for another one says so, and how to get it.
TEST(MemoryPresets, SayThatTheBusIsAnother) {
  const auto note = [](const VtaConfig& config, std::string_view text) {
    return memory_note(apply_memory(config, text), text);
  };
  EXPECT_EQ(note(VtaConfig{}, "ddr,read=60"),
            "memory ddr,read=60: the bus keeps the configuration's 8 bytes a cycle; the preset is "
            "meant for 16: --memory ddr,read=60,bus=16");
  EXPECT_THAT(note(named_config("1x64"), "ideal8"), HasSubstr("64 bytes a cycle; the preset"));
  for (const char* text : {"ideal8", "delay16", "ddr,bus=16", "ddr,bus=64", "read=5", "bus=16"})
    EXPECT_EQ(note(VtaConfig{}, text), "") << text;
  EXPECT_EQ(note(named_config("1x16.32"), "ddr"), "");
}

TEST(MemoryPresets, UnknownNameListsTheKnownOnes) {
  EXPECT_THAT(
      [] { apply_memory(VtaConfig{}, "hbm"); },
      ThrowsMessage<UsageError>(AllOf(HasSubstr("hbm"), HasSubstr("ideal8, delay16, ddr"))));
}

TEST(MemoryParameters, SetEachKey) {
  const VtaConfig c =
      apply_memory(VtaConfig{}, "bus=32,read=7,write=5,gap=3,outstanding=2,burst=64");
  EXPECT_EQ(c.bus_bytes(), 32);
  EXPECT_EQ(c.mem_read_latency, 7);
  EXPECT_EQ(c.mem_write_latency, 5);
  EXPECT_EQ(c.mem_gap, 3);
  EXPECT_EQ(c.mem_max_outstanding, 2);
  EXPECT_EQ(c.mem_burst_beats, 64);
}

TEST(MemoryParameters, ChangeAPreset) {
  VtaConfig expected = apply_memory(VtaConfig{}, "ideal8");
  expected.mem_read_latency = 5;
  EXPECT_EQ(apply_memory(VtaConfig{}, "ideal8,read=5"), expected);
}

TEST(MemoryParameters, SetWithoutValidationAreLeftToTheCaller) {
  EXPECT_EQ(set_memory(VtaConfig{}, "ddr,read=5"), apply_memory(VtaConfig{}, "ddr,read=5"));
  VtaConfig illegal;
  illegal.log_acc_buff_size = 25;
  EXPECT_EQ(set_memory(illegal, "burst=3").mem_burst_beats, 3);
  EXPECT_THROW(set_memory(illegal, "hbm"), UsageError);
}

TEST(MemoryParameters, RefuseWhatIsUnknown) {
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "speed=3"); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("speed=3"), HasSubstr("outstanding=N"))));
  EXPECT_THAT([] { apply_memory(VtaConfig{}, ""); }, ThrowsMessage<UsageError>(HasSubstr("''")));
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "read=1,"); },
              ThrowsMessage<UsageError>(HasSubstr("presets")));
}

TEST(MemoryParameters, RefuseAPresetBehindParameters) {
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "read=1,ddr"); },
              ThrowsMessage<UsageError>(HasSubstr("must come before")));
}

TEST(MemoryParameters, RefuseWhatIsNoNumber) {
  for (const char* text : {"read=", "read=x", "read=1x", "read= 1", "read=99999999999999999999"})
    EXPECT_THAT([&] { apply_memory(VtaConfig{}, text); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr("read"), HasSubstr("not a number"))))
        << text;
}

TEST(MemoryParameters, RefuseWhatIsOutOfRange) {
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "bus=24"); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("24"), HasSubstr("8, 16, 32 or 64"))));
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "bus=-8"); },
              ThrowsMessage<UsageError>(HasSubstr("8, 16, 32 or 64")));
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "read=1024"); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("read"), HasSubstr("[0, 1023]"))));
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "outstanding=0"); },
              ThrowsMessage<UsageError>(HasSubstr("[1, 64]")));
}

TEST(MemoryParameters, RefuseBurstsTheConfigurationForbids) {
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "burst=3"); },
              ThrowsMessage<ConfigError>(HasSubstr("power of two")));
  EXPECT_THAT([] { apply_memory(VtaConfig{}, "bus=64,burst=128"); },
              ThrowsMessage<ConfigError>(HasSubstr("4096")));
}

}  // namespace
}  // namespace vta

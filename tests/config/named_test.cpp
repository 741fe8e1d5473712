#include <gtest/gtest.h>

#include "config/device.h"
#include "config/field_table.h"
#include "config/vta_config.h"

namespace vta {
namespace {

TEST(NamedConfig, AllAreLegalAndNamed) {
  EXPECT_EQ(named_configs().size(), 11u);
  for (const NamedConfig& named : named_configs())
    EXPECT_NO_THROW(named_config(named.name).validate()) << named.name;
}

TEST(NamedConfig, DefaultIsTheStructsDefault) {
  EXPECT_EQ(named_config("default"), VtaConfig{});
}

TEST(NamedConfig, NamesOfTheIsaDocument) {
  EXPECT_EQ(named_config("default").name(), "1x16_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("tiny").name(), "1x4_i8w8a32_10_9_10_11");
  EXPECT_EQ(named_config("1x8").name(), "1x8_i8w8a32_15_14_16_16");
  EXPECT_EQ(named_config("1x32").name(), "1x32_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("1x64").name(), "1x64_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("2x16").name(), "2x16_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("4x16").name(), "4x16_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("1x32.16").name(), "1x32.16_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("1x16.32").name(), "1x16.32_i8w8a32_15_15_18_17");
  EXPECT_EQ(named_config("uop64").name(), "1x16_i8w8a32_15_14_19_17");
  EXPECT_EQ(named_config("pynq").name(), named_config("default").name());
}

// Streams for the default run on it; what differs is what lets it fit a Zynq-7020.
TEST(NamedConfig, PynqIsTheDefaultAsACircuitThatFits) {
  VtaConfig config = named_config("pynq");
  EXPECT_EQ(config.acc_read_ports, 1);
  EXPECT_EQ(config.products_per_multiplier, 2);
  EXPECT_EQ(config.axi, find_device("zynq7020").axi);  // its memory port
  config.axi = VtaConfig{}.axi;
  config.target = VtaConfig{}.target;
  config.acc_read_ports = VtaConfig{}.acc_read_ports;
  config.products_per_multiplier = VtaConfig{}.products_per_multiplier;
  EXPECT_EQ(config, VtaConfig{});
}

TEST(NamedConfig, BusBytesOfTheIsaDocument) {
  EXPECT_EQ(named_config("default").bus_bytes(), 8);
  EXPECT_EQ(named_config("tiny").bus_bytes(), 64);
  EXPECT_EQ(named_config("1x32").bus_bytes(), 32);
  EXPECT_EQ(named_config("1x64").bus_bytes(), 64);
  EXPECT_EQ(named_config("1x32.16").bus_bytes(), 16);
  EXPECT_EQ(named_config("1x16.32").bus_bytes(), 16);
}

// Those whose compute waits for the gaps between bursts: the longest that every bus takes.
TEST(NamedConfig, WideOnesHaveLongBursts) {
  for (const NamedConfig& named : named_configs()) {
    const bool wide = named.name.starts_with("1x32") || named.name == "1x64" ||
                      named.name == "1x16.32" || named.name == "2x16" || named.name == "4x16";
    VtaConfig config = named_config(named.name);
    EXPECT_EQ(config.mem_burst_beats, wide ? 64 : 16) << named.name;
    for (config.log_bus_width = 6; config.log_bus_width <= 9; ++config.log_bus_width)
      EXPECT_NO_THROW(config.validate()) << named.name << " " << config.bus_bytes();
  }
}

TEST(NamedConfig, SmallBlockFillsAllInstructionAndMicroOpBits) {
  const VtaConfig c = named_config("1x8");
  EXPECT_EQ(insn_bits_used(c, 2), 128);
  EXPECT_EQ(insn_bits_used(c, 4), 128);
  EXPECT_EQ(uop_bits_used(c), 32);
}

}  // namespace
}  // namespace vta

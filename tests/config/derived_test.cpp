#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/hash.h"
#include "config/config_keys.h"
#include "config/field_table.h"
#include "config/vta_config.h"

namespace vta {
namespace {

TEST(Derived, DefaultElementsAndDepths) {
  const VtaConfig c;
  EXPECT_EQ(c.element_bytes(MemoryType::Uop), 4);
  EXPECT_EQ(c.element_bytes(MemoryType::Inp), 16);
  EXPECT_EQ(c.element_bytes(MemoryType::Wgt), 256);
  EXPECT_EQ(c.element_bytes(MemoryType::Acc), 64);
  EXPECT_EQ(c.element_bytes(MemoryType::Out), 16);
  EXPECT_EQ(c.element_bytes(MemoryType::Acc8), 16);
  EXPECT_EQ(c.depth(MemoryType::Uop), 8192);
  EXPECT_EQ(c.depth(MemoryType::Inp), 2048);
  EXPECT_EQ(c.depth(MemoryType::Wgt), 1024);
  EXPECT_EQ(c.depth(MemoryType::Acc), 2048);
  EXPECT_EQ(c.depth(MemoryType::Out), 2048);
  EXPECT_EQ(c.depth(MemoryType::Acc8), 2048);
  EXPECT_EQ(c.macs(), 256);
  EXPECT_EQ(c.bus_bytes(), 8);
}

TEST(Derived, UnequalBlocks) {
  const VtaConfig c = named_config("1x32.16");
  EXPECT_EQ(c.element_bytes(MemoryType::Inp), 32);
  EXPECT_EQ(c.element_bytes(MemoryType::Wgt), 512);
  EXPECT_EQ(c.element_bytes(MemoryType::Acc), 64);
  EXPECT_EQ(c.element_bytes(MemoryType::Out), 16);
}

TEST(Derived, BatchCountsInInputsAndAccumulatorsOnly) {
  const VtaConfig c = named_config("4x16");
  EXPECT_EQ(c.element_bytes(MemoryType::Inp), 64);
  EXPECT_EQ(c.element_bytes(MemoryType::Wgt), 256);
  EXPECT_EQ(c.element_bytes(MemoryType::Acc), 256);
  EXPECT_EQ(c.macs(), 1024);
}

TEST(Derived, WideMicroOpHalvesTheDepth) {
  const VtaConfig c = named_config("uop64");
  EXPECT_EQ(c.element_bytes(MemoryType::Uop), 8);
  EXPECT_EQ(c.depth(MemoryType::Uop), 4096);
}

TEST(Hash, EveryKeyCounts) {
  std::set<std::string> hashes;
  const auto add = [&](auto change) {
    VtaConfig c;
    change(c);
    EXPECT_TRUE(hashes.insert(c.hash()).second) << c.to_json();
  };
  add([](VtaConfig&) {});
  add([](VtaConfig& c) { c.target = "tsim"; });
  add([](VtaConfig& c) { c.hw_ver = "0.0.3"; });
  add([](VtaConfig& c) { c.log_batch = 1; });
  add([](VtaConfig& c) { c.log_block_in = 5; });
  add([](VtaConfig& c) { c.log_block_out = 5; });
  add([](VtaConfig& c) { c.log_uop_buff_size = 14; });
  add([](VtaConfig& c) { c.log_inp_buff_size = 14; });
  add([](VtaConfig& c) { c.log_wgt_buff_size = 17; });
  add([](VtaConfig& c) { c.log_acc_buff_size = 16; });
  add([](VtaConfig& c) { c.log_uop_width = 6; });
  add([](VtaConfig& c) { c.log_bus_width = 7; });
  add([](VtaConfig& c) { c.cmd_queue_depth = 8; });
  add([](VtaConfig& c) { c.acc_read_ports = 1; });
  add([](VtaConfig& c) { c.gemm_pipeline = 1; });
  add([](VtaConfig& c) { c.products_per_multiplier = 2; });
  add([](VtaConfig& c) { c.acc_overlap = 1; });
  add([](VtaConfig& c) { c.isa_ext = 1; });
  add([](VtaConfig& c) { c.mem_read_latency = 0; });
  add([](VtaConfig& c) { c.mem_write_latency = 0; });
  add([](VtaConfig& c) { c.mem_gap = 0; });
  add([](VtaConfig& c) { c.mem_max_outstanding = 1; });
  add([](VtaConfig& c) { c.mem_burst_beats = 1; });
}

// What old programs are checked by: it must not move when keys of a circuit are added.
TEST(StreamHash, OfTheDefaultStaysWhatItIs) {
  EXPECT_EQ(VtaConfig{}.stream_hash(), "1b3c874b6a28d4e5");
}

TEST(StreamHash, CountsTheKeysOfStreamsAlone) {
  for (const IntegerKey& key : integer_keys()) {
    VtaConfig c;
    c.*key.member += 1;
    EXPECT_EQ(c.stream_hash() != VtaConfig{}.stream_hash(), key.role == KeyRole::Stream)
        << key.name;
    EXPECT_NE(c.hash(), VtaConfig{}.hash()) << key.name;
  }
  VtaConfig named;
  named.target = "pynq";
  named.hw_ver = "9";
  EXPECT_EQ(named.stream_hash(), VtaConfig{}.stream_hash());
}

TEST(Hardware, HasTheCircuitAndTheDefaultMemoryAndNames) {
  for (const IntegerKey& key : integer_keys()) {
    VtaConfig c;
    c.*key.member += 1;
    c.target = "pynq";
    EXPECT_EQ(c.hardware() == VtaConfig{}, key.role == KeyRole::Memory) << key.name;
    EXPECT_EQ(c.with_memory_of({}).target, "pynq");
  }
}

// The shell around a core changes nothing that a simulator, a database or a program file knows.
TEST(Hash, KeysOfTheShellAreInNone) {
  for (const IntegerKey& key : shell_keys()) {
    VtaConfig c;
    c.*key.member = key.min;
    ASSERT_NE(c, VtaConfig{}) << key.name;
    EXPECT_EQ(c.hash(), VtaConfig{}.hash()) << key.name;
    EXPECT_EQ(c.stream_hash(), VtaConfig{}.stream_hash()) << key.name;
    EXPECT_EQ(c.identity_json(), VtaConfig{}.identity_json()) << key.name;
    EXPECT_EQ(c.hardware(), VtaConfig{}) << key.name;
    EXPECT_EQ(c.with_memory_of({}), c) << key.name;
  }
}

TEST(Keys, DifferencesOfARoleAreToldWithBothValues) {
  VtaConfig a, b;
  b.log_batch = 1;
  b.isa_ext = 1;
  b.log_bus_width = 7;
  EXPECT_EQ(different_keys(a, b, KeyRole::Stream), "LOG_BATCH (0, 1) and ISA_EXT (0, 1)");
  EXPECT_EQ(different_keys(a, b, KeyRole::Circuit), "LOG_BUS_WIDTH (6, 7)");
  EXPECT_EQ(different_keys(a, b, KeyRole::Memory), "");
  EXPECT_EQ(different_keys(a, b, KeyRole::Circuit, "the program", "--config"),
            "LOG_BUS_WIDTH (6 in the program, 7 in --config)");
}

TEST(Keys, AWideBusAllowsFewerBeats) {
  for (const IntegerKey& key : integer_keys())
    for (const int64_t log_bus : {6, 7, 8, 9}) {
      VtaConfig c;
      c.log_bus_width = log_bus;
      const bool burst = key.name == "MEM_BURST_BEATS";
      EXPECT_EQ(greatest(key, c), burst ? std::min<int64_t>(256, 4096 >> (log_bus - 3)) : key.max)
          << key.name << " " << log_bus;
      c.axi = 3;
      EXPECT_EQ(greatest(key, c), burst ? 16 : key.max) << key.name << " " << log_bus;
    }
}

TEST(Hash, IsSixteenHexDigitsAndStable) {
  const std::string hash = VtaConfig{}.hash();
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(hash, named_config("default").hash());
}

// The table of config/README.md: every named configuration, with its hash before these keys, before
// wide ones had long bursts, and now.
TEST(Hash, IsWhatThePageSays) {
  const std::string page = read_text_file(VTA_SOURCE_DIR "/config/README.md");
  for (const NamedConfig& named : named_configs()) {
    const VtaConfig config = named_config(named.name);
    VtaConfig short_bursts = config;
    short_bursts.mem_burst_beats = 16;
    std::string before = short_bursts.identity_json();
    for (const char* key : {"GEMM_PIPELINE", "PRODUCTS_PER_MULTIPLIER", "ACC_OVERLAP"}) {
      const size_t line = before.find(fmt::format("  \"{}\"", key));
      before.erase(line, before.find('\n', line) + 1 - line);
    }
    const std::string row = fmt::format("| `{}` | {} | {} | {} |", named.name, hash_hex(before),
                                        short_bursts.hash(), config.hash());
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(BitsUsed, NamedConfigurationsFit) {
  for (const NamedConfig& named : named_configs()) {
    const VtaConfig c = named_config(named.name);
    for (int64_t opcode = 0; opcode < 8; ++opcode)
      EXPECT_LE(insn_bits_used(c, opcode), 128) << named.name;
    EXPECT_LE(uop_bits_used(c), c.element_bytes(MemoryType::Uop) * 8) << named.name;
  }
}

TEST(BitsUsed, MemoryInstructionsFillAllBitsWhateverTheConfiguration) {
  EXPECT_EQ(insn_bits_used(VtaConfig{}, 0), 128);
  EXPECT_EQ(insn_bits_used(VtaConfig{}, 1), 128);
  EXPECT_EQ(insn_bits_used(VtaConfig{}, 3), 7);
  EXPECT_EQ(insn_bits_used(VtaConfig{}, 5), 7);
}

}  // namespace
}  // namespace vta

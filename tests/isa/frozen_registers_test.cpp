// The register map as drivers outside this tree have it: what is written here has been published
// and does not move; new registers follow behind the last.
#include <gtest/gtest.h>

#include <span>

#include "hw/isa/registers.h"

namespace vta {
namespace {

struct Published {
  std::string_view name;
  int64_t offset, bits;
  bool writable;
};
constexpr Published kPublished[] = {
    {"CONTROL", 0x00, 32, true},
    {"STATUS", 0x04, 32, false},
    {"ERROR_CODE", 0x08, 32, false},
    {"ERROR_INSN", 0x0c, 32, false},
    {"INSN_COUNT", 0x10, 32, true},
    {"INSN_ADDR", 0x18, 64, true},
    {"UOP_BASE", 0x20, 64, true},
    {"INP_BASE", 0x28, 64, true},
    {"WGT_BASE", 0x30, 64, true},
    {"ACC_BASE", 0x38, 64, true},
    {"OUT_BASE", 0x40, 64, true},
    {"MEM_LO", 0x48, 64, true},
    {"MEM_HI", 0x50, 64, true},
    {"MEM_READ_LATENCY", 0x58, 32, true},
    {"MEM_WRITE_LATENCY", 0x5c, 32, true},
    {"MEM_GAP", 0x60, 32, true},
    {"MEM_MAX_OUTSTANDING", 0x64, 32, true},
    {"MEM_BURST_BEATS", 0x68, 32, true},
    {"CYCLES", 0x70, 64, false},
    {"INP_LOAD_NBYTES", 0x78, 64, false},
    {"WGT_LOAD_NBYTES", 0x80, 64, false},
    {"ACC_LOAD_NBYTES", 0x88, 64, false},
    {"UOP_LOAD_NBYTES", 0x90, 64, false},
    {"OUT_STORE_NBYTES", 0x98, 64, false},
    {"GEMM_COUNTER", 0xa0, 64, false},
    {"ALU_COUNTER", 0xa8, 64, false},
    {"TOKENS_LEFT", 0xb0, 64, false},
};
constexpr Published kPublishedShell[] = {
    {"SHELL_ID", 0x100, 32, false},     {"SHELL_VERSION", 0x104, 32, false},
    {"SHELL_CONTROL", 0x108, 32, true}, {"IRQ_ENABLE", 0x10c, 32, true},
    {"IRQ_STATUS", 0x110, 32, true},    {"WATCHDOG", 0x114, 32, true},
    {"STREAM_HASH", 0x118, 64, false},  {"SHAPE", 0x120, 32, false},
    {"DEPTHS", 0x124, 32, false},       {"FEATURES", 0x128, 32, false},
    {"SHELL_STATUS", 0x12c, 32, false},
};

void expect_frozen(const auto& table, std::span<const Published> published) {
  ASSERT_GE(table.size(), published.size());
  for (size_t i = 0; i < published.size(); ++i) {
    EXPECT_EQ(table[i].name, published[i].name);
    EXPECT_EQ(table[i].offset, published[i].offset) << published[i].name;
    EXPECT_EQ(table[i].bits, published[i].bits) << published[i].name;
    EXPECT_EQ(table[i].writable, published[i].writable) << published[i].name;
  }
}

TEST(FrozenRegisters, StayWhereTheyAre) {
  expect_frozen(register_table(), kPublished);
  expect_frozen(shell_register_table(), kPublishedShell);
}

TEST(FrozenRegisters, NewOnesFollowBehindTheLast) {
  const Published& last = kPublished[std::size(kPublished) - 1];
  for (const RegisterSpec& spec : register_table().subspan(std::size(kPublished))) {
    EXPECT_GE(spec.offset, last.offset + last.bits / 8) << spec.name;
    EXPECT_LE(spec.offset + spec.bits / 8, kPublishedShell[0].offset) << spec.name;
  }
}

}  // namespace
}  // namespace vta

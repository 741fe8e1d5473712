#include "runtime/positions.h"

#include <gmock/gmock.h>

#include <cstring>

#include "hw/isa/codec.h"
#include "runtime/position_launch.h"
#include "tests/compiler/error_text.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

// Both additions of the program move by an element a position, and by three more a block of two.
Program moving_program() {
  Program p = test::make_add_program(3, 4);
  p.values.push_back({"position", DType::I64, {1}, {}});
  p.positions = Positions{4, 2, std::ssize(p.values) - 1, {1}};
  const InsnCodec codec(p.config);
  for (int64_t i = 0; i < std::ssize(p.insns) / kInsnBytes; ++i) {
    InsnBits bits;
    std::memcpy(&bits, p.insns.data() + i * kInsnBytes, sizeof(bits));
    if (InsnCodec::opcode(bits) != static_cast<int64_t>(Opcode::Store))
      continue;
    for (const PlacedField& field : codec.fields(InsnCodec::opcode(bits)))
      if (field.member == &Insn::dram_base)
        p.positions->fields.push_back({i, field.lsb, field.width, 1, 3});
  }
  return p;
}

Insn insn_at(const Program& p, std::span<const std::byte> insns, int64_t index) {
  InsnBits bits;
  std::memcpy(&bits, insns.data() + index * kInsnBytes, sizeof(bits));
  return InsnCodec(p.config).decode(bits);
}

TEST(Positions, MoveTheirFieldsAndNoOthers) {
  const Program p = moving_program();
  ASSERT_GE(p.positions->fields.size(), 2);
  check_program(p);
  for (int64_t position = 0; position < 4; ++position) {
    std::vector<std::byte> insns = p.insns;
    move_to(*p.positions, position, 0, insns);
    for (int64_t i = 0; i < std::ssize(insns) / kInsnBytes; ++i) {
      Insn expected = insn_at(p, p.insns, i);
      if (expected.op() == Opcode::Store)
        expected.dram_base += position + 3 * (position / 2);
      EXPECT_EQ(insn_at(p, insns, i), expected) << i << " at " << position;
    }
  }
}

TEST(Positions, OfALaunchFollowEachOther) {
  const Program p = moving_program();
  const auto& launch = std::get<LaunchStep>(p.steps[1]);
  const std::vector<std::byte> insns = instructions_at(p, launch, 1, 3);
  const int64_t pitch = insns_per_position(launch);
  ASSERT_EQ(std::ssize(insns), (2 * pitch + launch.insn_count) * kInsnBytes);
  for (const int64_t i : {int64_t{0}, int64_t{1}}) {
    const Insn wait = insn_at(p, insns, i * pitch + launch.insn_count - 1),
               go = insn_at(p, insns, i * pitch + launch.insn_count);
    EXPECT_TRUE(is_nop(wait) && is_nop(go));
    EXPECT_EQ(unit_of(wait), Unit::Compute);
    EXPECT_EQ(unit_of(go), Unit::Load);
    EXPECT_EQ(wait.push_prev, 1);
    EXPECT_EQ(go.pop_next, 1);
  }
  EXPECT_EQ(insn_at(p, insns, 2 * pitch + launch.insn_count - 1).op(), Opcode::Finish);
  const LaunchRequest request = launch_request_at(p, launch, 4096, 8192, 3);
  EXPECT_EQ(request.insn_addr, 8192);
  EXPECT_EQ(request.insn_count, 2 * pitch + launch.insn_count);
  EXPECT_EQ(request.kernel_first_insn.size(), 6);
  EXPECT_EQ(request.kernel_first_insn[2], pitch);
}

TEST(Positions, SurviveAFile) {
  const Program p = moving_program();
  const test::ScratchFile file("positions");
  save_program(p, file.path());
  EXPECT_EQ(load_program(file.path()).positions, p.positions);
}

TEST(Positions, ThatCannotBeAreRefused) {
  const auto refused = [](auto change) {
    Program p = moving_program();
    change(p, *p.positions);
    return error_text<InputError>([&] { check_program(p); });
  };
  EXPECT_THAT(refused([](Program&, Positions& at) { at.context = 0; }),
              HasSubstr("positions: context 0, block 2 (legal: 1 to 131072)"));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.block = 1 << 20; }),
              HasSubstr("block 1048576 (legal"));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.value = 99; }), HasSubstr("index 99"));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.value = 1; }),
              HasSubstr("positions: value 1 is Tensor[(1, 16, 1, 4), int8] (legal: int64 (1))"));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.states = {7}; }),
              HasSubstr("positions: state: index 7 is outside device tensors"));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.fields[0].insn = 1 << 20; }),
              HasSubstr("is outside the instructions"));
  EXPECT_THAT(
      refused([](Program&, Positions& at) { std::swap(at.fields[0], at.fields[1]); }),
      HasSubstr("(legal: in the order of the instructions, within one of their two words)"));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.fields[0].lsb = 60; }),
              HasSubstr("at bit 60, "));
  EXPECT_THAT(refused([](Program&, Positions& at) { at.fields[0].width = 0; }),
              HasSubstr("0 wide"));
  EXPECT_THAT(refused([](Program& p, Positions&) { p.device_tensors[0].position_bytes = 8; }),
              HasSubstr("device tensor 0 (in): position_bytes 8 (legal: 0, or its size, 64"));
  EXPECT_THAT(refused([](Program& p, Positions&) { p.device_tensors[0].position_bytes = 1 << 30; }),
              HasSubstr("device tensor 0 (in): bytes of all positions"));
}

}  // namespace
}  // namespace vta

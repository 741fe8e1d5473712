// vta_static_check against sim/semantics' check_insn: random instructions, addresses and windows,
// many of them one off a limit.
#include "sim/semantics/static_check.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "VStaticCheck.h"
#include "VStaticCheckExp2.h"
#include "VStaticCheckExtended.h"
#include "VStaticCheckRequantize.h"
#include "hw/isa/disassembler.h"
#include "tests/isa/random_insn.h"
#include "wide.h"

namespace vta {
namespace {

class Sampler {
 public:
  Sampler(const VtaConfig& config, const InsnCodec& codec, uint64_t seed)
      : config_(config), insns_(codec, seed), random_(seed + 1) {}

  int64_t below(int64_t bound) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
  }

  // Mostly legal: otherwise the first check would hide all others.
  Insn insn() {
    Insn i = below(8) == 0 ? insns_.next(below(8)) : insns_.next();
    if (i.opcode == 0 && below(8) != 0)
      i.memory_type = std::array<int64_t, 5>{0, 1, 2, 3, 5}[static_cast<size_t>(below(5))];
    if (i.opcode == 1 && below(8) != 0)
      i.memory_type = 4;
    if (i.opcode <= 1 && below(8) != 0)
      tame_memory(i);
    if (i.opcode == 4 && below(4) != 0)
      i.alu_opcode = below(5);
    if (i.opcode == 4 && config_.isa_ext > 1)
      wide_operation(i);
    if ((i.opcode == 2 || i.opcode == 4) && below(2) == 0)
      i.uop_end = config_.depth(MemoryType::Uop) + below(3) - 1;
    return i;
  }

  // Bases and a window whose ends are at, or one byte off, the ends of the instruction's range.
  CheckContext context(const Insn& i, int64_t index) {
    CheckContext c{config_, {}, {}, index + (below(2) == 0 ? 1 : 5)};
    uint64_t base = below(4) == 0 ? random_() : static_cast<uint64_t>(below(1 << 20));
    if (below(8) == 0)
      base = ~uint64_t{0} - static_cast<uint64_t>(below(1 << 16));
    c.bases = {base, base + 1, base + 2, base + 3, base + 4};
    const MemoryType type = i.opcode <= 1 && i.memory_type < 6 ? i.memory() : MemoryType::Uop;
    const auto bytes = static_cast<uint64_t>(config_.element_bytes(type));
    const uint64_t begin = c.bases.of(type) + static_cast<uint64_t>(i.dram_base) * bytes;
    const int64_t span = (i.y_size - 1) * i.x_stride + i.x_size;
    c.window.lo = begin + static_cast<uint64_t>(below(8) == 0 ? 1 : -below(3));
    c.window.hi = begin + static_cast<uint64_t>(span) * bytes +
                  static_cast<uint64_t>(below(8) == 0 ? -1 : below(3));
    if (below(8) == 0)
      c.window = {random_(), random_()};
    return c;
  }

 private:
  // Of sixteen, half of them RQ or EXP2; parameters with and without bits that are not there.
  void wide_operation(Insn& i) {
    i.reset = 0;
    i.alu_opcode = below(2) == 0 ? 8 + below(2) : below(16);
    i.use_imm = below(8) == 0;
    if (below(2) == 0)
      i.imm = below(int64_t{1} << (below(2) == 0 ? 4 : 12));
  }

  void tame_memory(Insn& i) {
    if (unit_of(i) == Unit::Load)
      i.pop_prev = i.push_prev = 0;
    if (unit_of(i) == Unit::Store)
      i.pop_next = i.push_next = 0;
    if (i.op() == Opcode::Store || i.memory() == MemoryType::Uop)
      i.y_pad_0 = i.y_pad_1 = i.x_pad_0 = i.x_pad_1 = below(16) == 0;
    if (i.memory_type > 5)
      return;
    const int64_t depth = config_.depth(i.memory());
    i.x_size = below(below(2) == 0 ? 3 : 40);
    i.y_size = below(below(2) == 0 ? 3 : 40);
    const int64_t elements =
        (i.y_pad_0 + i.y_size + i.y_pad_1) * (i.x_pad_0 + i.x_size + i.x_pad_1);
    const int64_t last = depth - elements + (below(6) == 0 ? 1 : -below(2));
    if (last >= 0 && last < 65536)
      i.sram_base = last;
  }

  const VtaConfig& config_;
  RandomInsns insns_;
  std::mt19937_64 random_;
};

template <class Model>
void compare_random(const VtaConfig& config, uint64_t seed, int64_t count) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const InsnCodec codec(config);
  Sampler sampler(config, codec, seed);
  Model model;
  std::array<int64_t, 13> hits{};
  for (int64_t n = 0; n < count; ++n) {
    const Insn insn = sampler.insn();
    const CheckContext context = sampler.context(insn, 7);
    const InsnBits encoded = codec.encode(insn);
    set_bits(model.insn, 0, 64, encoded.lo);
    set_bits(model.insn, 64, 64, encoded.hi);
    const BaseAddresses& b = context.bases;
    const std::array<uint64_t, 5> bases{b.out, b.acc, b.wgt, b.inp, b.uop};  // lowest first
    for (size_t i = 0; i < bases.size(); ++i)
      set_bits(model.base, static_cast<int64_t>(64 * i), 64, bases[i]);
    model.mem_lo = context.window.lo;
    model.mem_hi = context.window.hi;
    model.is_last = context.insn_count == 8;
    model.clear = 1;
    clock_edge(model);
    model.clear = 0;
    model.check = 1;
    model.decode = model.capture = 1;
    clock_edge(model);

    const Fault expected = check_insn(insn, 7, context);
    ++hits[static_cast<size_t>(expected.error)];
    ASSERT_EQ(model.error, static_cast<int>(expected.error))
        << disassemble(insn) << "\n"
        << expected.text << "\nwindow " << context.window.lo << " " << context.window.hi;
    ASSERT_EQ(model.legal, expected.error == IsaError::None);
    ASSERT_EQ(model.is_finish, insn.op() == Opcode::Finish);
    if (!expected) {
      ASSERT_EQ(model.unit, 1 << static_cast<int>(unit_of(insn))) << disassemble(insn);
    }
  }
  for (const int error : {0, 1, 2, 3, 4, 5, 6, 7, 11})
    EXPECT_GT(hits[static_cast<size_t>(error)], count / 1000) << "error " << error;
}

TEST(StaticCheck, MatchesTheSemanticsInTheDefaultConfiguration) {
  compare_random<VStaticCheck>(named_config("default"), 1, 100000);
}

TEST(StaticCheck, MatchesTheSemanticsWithExtensions) {
  const std::string file = VTA_SOURCE_DIR "/tests/rtl/extended.json";
  compare_random<VStaticCheckExtended>(load_config(file), 2, 50000);
}

TEST(StaticCheck, MatchesTheSemanticsWithSixteenOperations) {
  const std::string file = VTA_SOURCE_DIR "/tests/rtl/requantize_one_port.json";
  compare_random<VStaticCheckRequantize>(load_config(file), 3, 50000);
}

TEST(StaticCheck, MatchesTheSemanticsWithEveryExtension) {
  const std::string file = VTA_SOURCE_DIR "/tests/rtl/exp2_overlap.json";
  compare_random<VStaticCheckExp2>(load_config(file), 4, 50000);
}

}  // namespace
}  // namespace vta

// The order of tasks in a stream: hand-made tiles, and random ones.
#include "compiler/emit/task_merger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "compiler/emit/task_stream.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::pick;

VtaConfig overlapping(int64_t overlap) {
  VtaConfig config;
  config.acc_overlap = overlap;
  return config;
}

// Instructions are known by a field that the merger does not look at.
struct Named {
  Insn insn;
  std::vector<Access> accesses;
};
Named instruction(Opcode opcode, int64_t name, int64_t steps, std::vector<Access> accesses) {
  Insn i;
  i.opcode = static_cast<int64_t>(opcode);
  i.imm = name;
  i.use_imm = 1;
  i.iter_out = 1;
  i.iter_in = steps;
  return {i, std::move(accesses)};
}
Named transfer(Opcode opcode, MemoryType type, int64_t name, std::vector<Access> accesses) {
  Insn i;
  i.opcode = static_cast<int64_t>(opcode);
  i.memory_type = static_cast<int64_t>(type);
  i.imm = name;
  i.y_size = i.x_size = i.x_stride = 1;
  return {i, std::move(accesses)};
}

void put(TaskStream& stream, const Named& n) {
  const Uop uop{};
  if (n.insn.op() == Opcode::Gemm || n.insn.op() == Opcode::Alu)
    stream.compute(n.insn, {&uop, 1}, n.accesses);
  else
    stream.memory(n.insn, n.accesses);
}

// Names in the order of the stream; LOAD UOP, NOP and FINISH have none.
std::vector<int64_t> names(const Stream& stream) {
  std::vector<int64_t> all;
  for (const Insn& i : stream.insns)
    if (i.imm > 0)
      all.push_back(i.imm);
  return all;
}

// Two tiles in the two halves: MAX, two sums, SHR, STORE.
std::vector<int64_t> order_of_two_tiles(TaskMerger::Order order, int64_t overlap) {
  const VtaConfig config = overlapping(overlap);
  StreamBuilder builder(config);
  std::vector<TileTask> spare;
  TaskMerger merger(order, config, builder, spare);
  TaskStream stream(config, merger);
  stream.begin_kernel("k");
  for (const int64_t tile : {0, 1}) {
    const Access acc{Space::Acc, tile * 1024, tile * 1024 + 100, true};
    Access stored = acc;
    stored.write = false;
    const int64_t name = 10 * tile;
    put(stream, instruction(Opcode::Alu, name + 1, 100, {acc}));
    stream.begin_part(TilePart::Reduce);
    put(stream, instruction(Opcode::Gemm, name + 2, 1000, {acc}));
    put(stream, instruction(Opcode::Gemm, name + 3, 1000, {acc}));
    stream.begin_part(TilePart::Epilogue);
    put(stream, instruction(Opcode::Alu, name + 4, 100, {acc}));
    stream.begin_part(TilePart::Store);
    put(stream, transfer(Opcode::Store, MemoryType::Out, name + 5, {stored}));
    stream.end_tile();
  }
  merger.flush();
  return names(builder.finish());
}

TEST(TaskMerger, AnEpilogueGoesBehindTheNextTilesFirstSum) {
  EXPECT_EQ(order_of_two_tiles(TaskMerger::Order::Merged, 1),
            (std::vector<int64_t>{1, 2, 3, 11, 12, 4, 5, 13, 14, 15}));
}

TEST(TaskMerger, WithoutOverlapOrMergingTilesComeAsTheyAre) {
  const std::vector<int64_t> in_turn = {1, 2, 3, 4, 5, 11, 12, 13, 14, 15};
  EXPECT_EQ(order_of_two_tiles(TaskMerger::Order::Merged, 0), in_turn);
  EXPECT_EQ(order_of_two_tiles(TaskMerger::Order::AsItComes, 1), in_turn);
}

bool conflict(const Named& a, const Named& b) {
  for (const Access& x : a.accesses)
    for (const Access& y : b.accesses)
      if (x.space == y.space && (x.write || y.write) && x.begin < y.end && y.begin < x.end)
        return true;
  return false;
}

Access random_access(std::mt19937_64& random, Space space, bool write) {
  const int64_t begin = pick(random, 0, 200) * 10;
  return {space, begin, begin + pick(random, 1, 40), write};
}

Named random_instruction(std::mt19937_64& random, int64_t name) {
  const Access acc = random_access(random, Space::Acc, true);
  const Access dram = random_access(random, Space::Dram, false);
  const Access inp = random_access(random, Space::Inp, false);
  switch (pick(random, 0, 4)) {
    case 0:
      return transfer(Opcode::Load, MemoryType::Inp, name,
                      {random_access(random, Space::Inp, true), dram});
    case 1:
      return transfer(
          Opcode::Store, MemoryType::Out, name,
          {random_access(random, Space::Acc, false), random_access(random, Space::Dram, true)});
    case 2:
      return instruction(Opcode::Alu, name, pick(random, 1, 300), {acc});
    default:
      return instruction(Opcode::Gemm, name, pick(random, 1, 900), {acc, inp});
  }
}

// Whatever tiles do: nothing is lost, and what conflicts stays in program order.
TEST(TaskMerger, RandomTasksKeepEveryInstructionAndTheOrderOfConflicts) {
  int64_t moved = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const VtaConfig config = overlapping(1);
    StreamBuilder builder(config);
    std::vector<TileTask> spare;
    TaskMerger merger(TaskMerger::Order::Merged, config, builder, spare);
    TaskStream stream(config, merger);
    stream.begin_kernel("k");
    std::vector<Named> all;
    for (int tile = 0; tile < 12; ++tile) {
      for (const TilePart part :
           {TilePart::Start, TilePart::Reduce, TilePart::Epilogue, TilePart::Store}) {
        stream.begin_part(part);
        for (int64_t i = pick(random, 0, 4); i > 0; --i) {
          all.push_back(random_instruction(random, std::ssize(all) + 1));
          put(stream, all.back());
        }
      }
      stream.end_tile();
    }
    merger.flush();
    std::vector<int64_t> order = names(builder.finish());
    std::vector<size_t> place(all.size(), all.size());
    for (size_t i = 0; i < order.size(); ++i) {
      moved += order[i] != static_cast<int64_t>(i) + 1;
      place[static_cast<size_t>(order[i] - 1)] = i;
    }
    ASSERT_EQ(order.size(), all.size());
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = a + 1; b < all.size(); ++b)
        ASSERT_TRUE(!conflict(all[a], all[b]) || place[a] < place[b]) << a + 1 << " and " << b + 1;
  }
  EXPECT_GT(moved, 500);
}

// Micro-ops of later instructions come with the first that has to be loaded.
TEST(TaskMerger, MicroOpsOfAKernelAreOneLoad) {
  for (const auto order : {TaskMerger::Order::AsItComes, TaskMerger::Order::Merged}) {
    const VtaConfig config = overlapping(0);
    StreamBuilder builder(config);
    std::vector<TileTask> spare;
    TaskMerger merger(order, config, builder, spare);
    TaskStream stream(config, merger);
    stream.begin_kernel("k");
    for (int64_t i = 0; i < 6; ++i) {
      const Uop uop{i, 0, 0};
      const Named n = instruction(Opcode::Alu, i + 1, 4, {{Space::Acc, i, i + 4, true}});
      stream.compute(n.insn, {&uop, 1}, n.accesses);
      stream.end_tile();
    }
    merger.flush();
    const Stream done = builder.finish();
    const auto loads = std::ranges::count_if(done.insns, [](const Insn& i) {
      return i.op() == Opcode::Load && i.memory() == MemoryType::Uop;
    });
    EXPECT_EQ(loads, order == TaskMerger::Order::Merged ? 1 : 6);
  }
}

}  // namespace
}  // namespace vta

// Vectors at the end of a half of ACC: what reads them is not taken for work on the other half.
#include "compiler/emit/alu_sequence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/emit/task_merger.h"

namespace vta {
namespace {

// Places in the stream of the ALU operations of two tiles, each in a half of ACC with its vectors
// at the end: MOV, a sum, `rescale` by vectors 11 elements apart, STORE.
struct Places {
  int64_t move_of_second = 0, rescale_of_first = 0;
};
Places places_of(AluOp rescale, int64_t last_vector) {
  VtaConfig config = named_config("default");
  config.acc_overlap = 1;
  const int64_t half = config.depth(MemoryType::Acc) / 2;
  StreamBuilder builder(config);
  std::vector<TileTask> spare;
  TaskMerger merger(TaskMerger::Order::Merged, config, builder, spare);
  TaskStream stream(config, merger);
  stream.begin_kernel("k");
  for (const int64_t tile : {0, 1}) {
    const AccTile acc{tile * half, 2, 100};
    const ChannelVector first{(tile + 1) * half - 22, 11},
        last{(tile + 1) * half - 22 + last_vector, 11};
    emit_alu_channel(stream, AluOp::Mov, acc, first);
    emit_alu_channel(stream, AluOp::Mov, acc, {10, {3, 4}, {2, 5}}, last);
    stream.begin_part(TilePart::Reduce);
    Insn sum;
    sum.opcode = static_cast<int64_t>(Opcode::Gemm);
    sum.iter_out = 1;
    sum.iter_in = 2000;
    const Uop uop{};
    const Access accesses[] = {acc.access(true)};
    stream.compute(sum, {&uop, 1}, accesses);
    stream.begin_part(TilePart::Epilogue);
    emit_alu_channel(stream, rescale, acc, last);
    stream.end_tile();
  }
  merger.flush();
  const Stream made = builder.finish();
  const auto nth = [&](AluOp op, int64_t n) {
    for (size_t i = 0; i < made.insns.size(); ++i)
      if (made.insns[i].opcode == static_cast<int64_t>(Opcode::Alu) &&
          made.insns[i].alu_opcode == static_cast<int64_t>(op) && n-- == 0)
        return static_cast<int64_t>(i);
    return int64_t{-1};
  };
  return {nth(AluOp::Mov, 2), nth(rescale, 0)};
}

TEST(AluSequence, VectorsAtTheEndOfAHalfAreOfThatHalf) {
  for (const auto& [op, last_vector] : {std::pair{AluOp::Rq, 9}, std::pair{AluOp::Add, 10}}) {
    const Places places = places_of(op, last_vector);
    EXPECT_GT(places.move_of_second, 0);
    EXPECT_LT(places.move_of_second, places.rescale_of_first) << "a tile waits for the other one";
  }
}

}  // namespace
}  // namespace vta

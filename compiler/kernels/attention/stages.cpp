#include "compiler/kernels/attention/stages.h"

#include <algorithm>
#include <array>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/emit/moves.h"
#include "compiler/kernels/attention/softmax.h"

namespace vta {

AttentionStages::Head AttentionStages::head_at(int64_t index) const {
  const int64_t image = index / f_.heads, head = index % f_.heads;
  const int64_t per_group = f_.heads / f_.kv_heads;
  return {index, image, head, image * f_.kv_heads + head / per_group, head % per_group == 0};
}

// ---- places ----------------------------------------------------------------------------------

int64_t AttentionStages::own(const Run& run, int64_t place) const {
  const int64_t slot = run.head.index % a_.vector_slots() * a_.blocks_together();
  const int64_t before = run.index / a_.vector_groups * a_.tiles.blocks;
  const int64_t area = a_.vector_groups == 1 ? 0 : thread_of(run.turn) * a_.acc_area;
  return area + place + slot + before;
}

int64_t AttentionStages::queries_of(const Run& run) const {
  return (run.blocks - 1) * b_ + a_.queries_of(run.first + run.blocks - 1);
}

AttentionStages::BlockRows AttentionStages::dram_queries(const Head& head) const {
  if (whole_blocks(at_.q, f_.queries))
    return own_rows(at_.q, head.head * a_.depth_blocks, head.image * f_.queries);
  const int64_t slot = head.index % AttentionAreas::kCopiedHeads;
  return {dram(a_.dram_queries + slot * a_.depth_blocks * a_.padded_queries()),
          a_.padded_queries()};
}

AttentionStages::BlockRows AttentionStages::dram_values(const Head& head) const {
  if (whole_blocks(at_.v, f_.keys))
    return own_rows(at_.v, head.group % f_.kv_heads * a_.value_blocks, head.image * f_.keys);
  const int64_t slot = head.group % AttentionAreas::kCopiedHeads;
  return {dram(a_.dram_values + slot * a_.value_blocks * a_.padded_keys()), a_.padded_keys()};
}

int64_t AttentionStages::dram_turned(const Head& head) const {
  return dram(a_.dram_turned_values + head.group % a_.turned_heads() * a_.values_size());
}

int64_t AttentionStages::dram_powers(const Run& run) const {
  return dram(a_.dram_powers + run.turn % a_.power_runs() * a_.tiles.blocks * a_.padded_keys());
}

int64_t AttentionStages::dram_weights(const Run& run) const {
  return dram(a_.dram_weights + run.turn % a_.weight_runs() * a_.tiles.blocks * a_.padded_keys());
}

int64_t AttentionStages::dram_results(const Run& run) const {
  return dram(a_.dram_results + run.turn % a_.result_runs() * a_.tiles.blocks * f_.value_depth);
}

int64_t AttentionStages::inp_keys(const Head& head) const {
  return a_.keys + head.group % a_.inp_heads * a_.keys_size();
}

int64_t AttentionStages::inp_values(const Head& head) const {
  return a_.values + head.group % a_.inp_heads * a_.values_size();
}

AttentionStages::Tiles AttentionStages::weight_tiles(const Run& run) const {
  const int64_t slot = a_.weights_stay ? run.turn % a_.weight_runs() : thread_of(run.turn);
  return {dram_weights(run) / b_, a_.wgt_weights + slot * a_.tiles.blocks * a_.key_blocks,
          run.blocks * tiles_seen(run)};
}

// ---- beside the stages -----------------------------------------------------------------------

void AttentionStages::load_common() {
  load_constants(stream_, {MemoryType::Inp, a_.identity, at_.constants / b_, 1, b_ + 1, b_ + 1});
  const int64_t masks =
      (at_.constants + attention_mask_offset(config_)) / config_.element_bytes(MemoryType::Acc);
  for (int64_t t = 0; t < a_.tiles.threads; ++t) {
    if (f_.causal)
      load_constants(stream_, {MemoryType::Acc, acc(t, a_.masks), masks, 1, b_ - 1, b_ - 1});
    if (f_.power == PowerForm::Steps)
      emit_softmax_offset(stream_, acc(t, a_.offset), f_.fraction);
  }
  if (!f_.causal && f_.keys < a_.padded_keys())
    store_missing_keys();
  stream_.end_tile();
}

void AttentionStages::store_missing_keys() {
  const int64_t missing = a_.padded_keys() - f_.keys, blocks = a_.tiles.blocks;
  const int64_t zeros = acc(0, a_.scores);
  emit_reset(stream_, zeros, blocks, missing);
  for (int64_t slot = 0; slot < a_.power_runs(); ++slot)
    store_rows(
        stream_,
        {MemoryType::Out, zeros, dram(a_.dram_powers + slot * blocks * a_.padded_keys() + f_.keys),
         blocks, missing, a_.padded_keys()},
        config_);
}

std::vector<AttentionStages::Side> AttentionStages::copies(const Head& head) {
  std::vector<Side> sides;
  const auto copy_to = [&](const AttentionTensor& tensor, int64_t first_block, int64_t blocks,
                           int64_t rows, const BlockRows& to) {
    for (int64_t c = 0; c < blocks; ++c)
      copy_rows(sides, own_rows(tensor, first_block + c, head.image * rows).first, rows,
                to.first + c * to.pitch);
  };
  if (!whole_blocks(at_.q, f_.queries))
    copy_to(at_.q, head.head * a_.depth_blocks, a_.depth_blocks, f_.queries, dram_queries(head));
  if (!head.first)
    return sides;
  if (!whole_blocks(at_.v, f_.keys))
    copy_to(at_.v, head.group % f_.kv_heads * a_.value_blocks, a_.value_blocks, f_.keys,
            dram_values(head));
  for (int64_t c = 0; c < a_.value_blocks; ++c)
    sides.emplace_back([=, this] { turn_values(head, c); });
  return sides;
}

// Rows of a channel block, so that blocks of rows are elements of WGT wherever an image or a
// channel block begins.
void AttentionStages::copy_rows(std::vector<Side>& sides, int64_t from, int64_t rows, int64_t to) {
  for (int64_t r = 0; r < rows; r += a_.copies_size) {
    const int64_t size = std::min(a_.copies_size, rows - r);
    const int64_t source = from + r, target = to + r;
    sides.emplace_back([=, this] {
      const int64_t area = acc(copies_++, a_.copies);
      stream_.begin_part(TilePart::Start);
      load_rows(stream_, {MemoryType::Acc8, area, source, 1, size, size}, config_);
      stream_.begin_part(TilePart::Store);
      store_rows(stream_, {MemoryType::Out, area, target, 1, size, size}, config_);
      stream_.end_tile();
    });
  }
}

void AttentionStages::turn_values(const Head& head, int64_t channels) {
  const int64_t area = acc(copies_, a_.copies), tiles = wgt(copies_, a_.wgt_values);
  ++copies_;
  const int64_t rows = a_.padded_keys();
  stream_.begin_part(TilePart::Start);
  emit_reset(stream_, area, 1, rows);
  const BlockRows values = dram_values(head);
  multiply_by_identity({(values.first + channels * values.pitch) / b_, tiles, a_.key_blocks}, area);
  stream_.begin_part(TilePart::Store);
  store_rows(stream_, {MemoryType::Out, area, dram_turned(head) + channels * rows, 1, rows, rows},
             config_);
  stream_.end_tile();
}

void AttentionStages::load_keys(const Head& head) {
  const int64_t first = at_.k.offset / b_ +
                        head.group % f_.kv_heads * a_.depth_blocks * at_.k.rows +
                        head.image * f_.keys;
  stream_.begin_part(TilePart::Start);
  load_rows(stream_, {MemoryType::Inp, inp_keys(head), first, a_.depth_blocks, f_.keys, at_.k.rows},
            config_);
  stream_.end_tile();
}

void AttentionStages::load_values(const Head& head) {
  const int64_t rows = a_.values_size();
  stream_.begin_part(TilePart::Start);
  load_rows(stream_, {MemoryType::Inp, inp_values(head), dram_turned(head), 1, rows, rows},
            config_);
  stream_.end_tile();
}

// [tile][row][lane] -> [tile][lane][row]
void AttentionStages::multiply_by_identity(const Tiles& tiles, int64_t to) {
  stream_.begin_part(TilePart::Reduce);
  load_tiles(tiles);
  const Uop first{to, a_.identity, tiles.wgt};
  const std::array<GemmLoop, 2> loops = {{{tiles.count, b_, 0, 1}, {b_, 1, 1, 0}}};
  const Access accesses[] = {{Space::Acc, to, to + tiles.count * b_, true},
                             {Space::Inp, a_.identity, a_.identity + b_, false},
                             {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
  emit_gemm(stream_, {&first, 1}, loops, accesses);
}

void AttentionStages::load_tiles(const Tiles& tiles) {
  load_rows(stream_, {MemoryType::Wgt, tiles.wgt, tiles.dram, 1, tiles.count, tiles.count},
            config_);
}

// ---- stages ----------------------------------------------------------------------------------

void AttentionStages::reset(Stage stage, const Run& run) {
  stream_.begin_part(TilePart::Start);
  switch (stage) {
    case Stage::Scores:
      return emit_reset(stream_, acc(run.turn, a_.scores), run.blocks, score_rows(run));
    case Stage::Weights:
      return emit_reset(stream_, acc(run.turn, a_.turned), run.blocks, tiles_seen(run) * b_);
    case Stage::Sums:
      return emit_reset(stream_, own(run, a_.weight_sums), 1, run.blocks);
    case Stage::Result:
      return emit_reset(stream_, acc(run.turn, a_.sums), run.blocks, f_.value_depth);
    case Stage::Rows:
      return emit_reset(stream_, acc(run.turn, a_.rows), a_.value_blocks, queries_of(run));
  }
}

void AttentionStages::scores(const Run& run) {
  const int64_t keys = a_.keys_of(run.first), pitch = score_rows(run);
  const int64_t scores = acc(run.turn, a_.scores), queries = wgt(run.turn, a_.wgt_queries);
  const int64_t tiles = run.blocks * a_.depth_blocks, inp = inp_keys(run.head);
  stream_.begin_part(TilePart::Reduce);
  const BlockRows rows = dram_queries(run.head);
  load_rows(stream_,
            {MemoryType::Wgt, queries, rows.first / b_ + run.first, a_.depth_blocks, run.blocks,
             rows.pitch / b_},
            config_);
  const Uop first{scores, inp, queries};
  const std::array<GemmLoop, 3> loops = {
      {{keys, 1, 1, 0}, {a_.depth_blocks, 0, f_.keys, run.blocks}, {run.blocks, pitch, 0, 1}}};
  const Access accesses[] = {{Space::Acc, scores, scores + run.blocks * pitch, true},
                             {Space::Inp, inp, inp + a_.keys_size(), false},
                             {Space::Wgt, queries, queries + tiles, false}};
  emit_gemm(stream_, {&first, 1}, loops, accesses);
  stream_.begin_part(TilePart::Epilogue);
  mask(run);
  emit_softmax(stream_,
               {scores, acc(run.turn, a_.shifts), keys, run.blocks, acc(run.turn, a_.least),
                acc(run.turn, a_.offset)},
               f_.fraction, f_.power);
  stream_.begin_part(TilePart::Store);
  store_rows(stream_,
             {MemoryType::Out, scores, dram_powers(run), run.blocks, pitch, tiles_seen(run) * b_},
             config_);
  stream_.end_tile();
}

// A key that only the later queries of a block see; the first such key is the second of the
// block's own diagonal.
void AttentionStages::mask(const Run& run) {
  if (!f_.causal)
    return;
  const int64_t first = f_.visible_keys(run.first * b_), rows = a_.keys_of(run.first) - first;
  if (rows > 0)
    emit_alu_tensor(stream_, AluOp::Add, {acc(run.turn, a_.scores) + first, 1, rows, 1},
                    acc(run.turn, a_.masks));
}

void AttentionStages::weights(const Run& run) {
  const int64_t tiles = run.blocks * tiles_seen(run), rows = tiles * b_;
  const int64_t turned = acc(run.turn, a_.turned);
  multiply_by_identity({dram_powers(run) / b_, wgt(run.turn, a_.wgt_powers), tiles}, turned);
  stream_.begin_part(TilePart::Store);
  store_rows(stream_, {MemoryType::Out, turned, dram_weights(run), 1, rows, rows}, config_);
  stream_.end_tile();
}

void AttentionStages::sums(const Run& run) {
  const int64_t sum = own(run, a_.weight_sums), seen = tiles_seen(run);
  const Tiles tiles = weight_tiles(run);
  stream_.begin_part(TilePart::Reduce);
  load_tiles(tiles);
  const Uop first{sum, a_.ones, tiles.wgt};
  const std::array<GemmLoop, 2> loops = {{{run.blocks, 1, 0, seen}, {seen, 0, 0, 1}}};
  const Access accesses[] = {{Space::Acc, sum, sum + run.blocks, true},
                             {Space::Inp, a_.ones, a_.ones + 1, false},
                             {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
  emit_gemm(stream_, {&first, 1}, loops, accesses);
  stream_.end_tile();
}

void AttentionStages::reciprocals(const Run& last) {
  for (int64_t t = 0; t < std::min(a_.vector_groups, a_.runs()); ++t) {
    Run run = last;  // the last one of its thread
    run.index -= t;
    run.turn -= t;
    const int64_t blocks =
        run.index / a_.vector_groups * a_.tiles.blocks + (t == 0 ? last.blocks : a_.tiles.blocks);
    run.index %= a_.vector_groups;
    emit_reciprocals(stream_,
                     {own(run, a_.weight_sums), own(run, a_.exponents), own(run, a_.reciprocals),
                      own(run, a_.spare), blocks},
                     127 * f_.keys);
  }
  stream_.end_tile();
}

void AttentionStages::result(const Run& run) {
  const int64_t sums = acc(run.turn, a_.sums), depth = f_.value_depth, seen = tiles_seen(run);
  const int64_t inp = inp_values(run.head);
  const Tiles tiles = weight_tiles(run);
  stream_.begin_part(TilePart::Reduce);
  if (!a_.weights_stay)
    load_tiles(tiles);
  const Uop first{sums, inp, tiles.wgt};
  const std::array<GemmLoop, 4> loops = {{{b_, 1, 1, 0},
                                          {seen, 0, b_, 1},
                                          {run.blocks, depth, 0, seen},
                                          {a_.value_blocks, b_, a_.padded_keys(), 0}}};
  const Access accesses[] = {{Space::Acc, sums, sums + run.blocks * depth, true},
                             {Space::Inp, inp, inp + a_.values_size(), false},
                             {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
  emit_gemm(stream_, {&first, 1}, loops, accesses);
  stream_.begin_part(TilePart::Epilogue);
  emit_scaling(stream_, {sums, depth, run.blocks, own(run, a_.exponents), own(run, a_.reciprocals)},
               f_.shift);
  stream_.begin_part(TilePart::Store);
  const int64_t all = run.blocks * depth;
  store_rows(stream_, {MemoryType::Out, sums, dram_results(run), 1, all, all}, config_);
  stream_.end_tile();
}

// [block][channel block][channel][query] -> [channel block][block][query][channel]
void AttentionStages::rows(const Run& run) {
  const int64_t rows = queries_of(run), turned = acc(run.turn, a_.rows), groups = a_.value_blocks;
  const Tiles tiles{dram_results(run) / b_, wgt(run.turn, a_.wgt_result), run.blocks * groups};
  stream_.begin_part(TilePart::Reduce);
  load_tiles(tiles);
  const Access accesses[] = {{Space::Acc, turned, turned + groups * rows, true},
                             {Space::Inp, a_.identity, a_.identity + b_, false},
                             {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
  const auto turn_blocks = [&](int64_t block, int64_t blocks, int64_t queries) {
    const Uop first{turned + block * b_, a_.identity, tiles.wgt + block * groups};
    const std::array<GemmLoop, 3> loops = {
        {{queries, 1, 1, 0}, {groups, rows, 0, 1}, {blocks, b_, 0, groups}}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  };
  const int64_t full = rows / b_;
  if (full > 0)
    turn_blocks(0, full, b_);
  if (full < run.blocks)
    turn_blocks(full, 1, rows % b_);
  const int64_t first = at_.out.offset / b_ + run.head.head * groups * at_.out.rows +
                        run.head.image * f_.queries + run.first * b_;
  stream_.begin_part(TilePart::Store);
  store_rows_apart(stream_, {MemoryType::Out, turned, first, groups, rows, at_.out.rows}, config_);
  stream_.end_tile();
}

}  // namespace vta

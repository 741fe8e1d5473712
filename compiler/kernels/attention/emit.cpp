// Attention, one head of one image after the other. For each block of queries:
//
//   scores    S^T = K Q^T: rows of K with tiles of Q; the softmax of columns,
//   lanes are queries;
//             STORE as rows [key][query]
//   weights   these as tiles, turned by the identity: STORE as tiles
//   [query][key]; their sums by a
//             row of ones
//   result    rows of V^T with these tiles: [channel][query]; scaled; STORE
//   rows      these as tiles, turned by the identity: rows of queries; STORE
//
// What is stored is read by the same unit as another type, which takes a while:
// the stages of neighbouring blocks take turns, in areas of their own, and the
// next head is prepared between them. The reciprocals of all blocks come
// between weights and results, because an instruction on one vector takes as
// long as one on eight.
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/emit/moves.h"
#include "compiler/kernels/attention/areas.h"
#include "compiler/kernels/attention/emit.h"
#include "compiler/kernels/attention/softmax.h"

namespace vta {
namespace {

class AttentionEmitter {
 public:
  AttentionEmitter(const AttentionPlaces& places, const AttentionAreas& areas,
                   const VtaConfig& config, TaskStream& stream)
      : at_(places), a_(areas), f_(areas.form), config_(config), stream_(stream), b_(areas.block) {}

  void run() {
    load_common();
    for (const Side& side : preparations(head_at(0)))
      side();
    for (int64_t i = 0; i < f_.batch * f_.heads; ++i)
      emit_head(head_at(i));
  }

 private:
  int64_t thread_of(int64_t block) const { return block % a_.threads; }
  int64_t acc(int64_t block, int64_t place) const { return thread_of(block) * a_.acc_area + place; }
  int64_t wgt(int64_t block, int64_t place) const { return thread_of(block) * a_.wgt_area + place; }
  // The vector of a block among those that are computed together.
  int64_t own(int64_t block, int64_t place) const {
    return a_.vector_groups == 1 ? place + block : acc(block, place) + block / a_.vector_groups;
  }
  // DRAM, in elements of INP and OUT, and of WGT.
  int64_t dram(int64_t place) const { return at_.scratch / b_ + place; }
  int64_t tile(int64_t place) const { return dram(place) / b_; }
  int64_t tiles_seen(int64_t block) const { return ceil_div(a_.keys_of(block), b_); }

  void load_common() {
    load_constants(stream_, {MemoryType::Inp, a_.identity, at_.constants / b_, 1, b_ + 1, b_ + 1});
    const int64_t masks =
        (at_.constants + attention_mask_offset(config_)) / config_.element_bytes(MemoryType::Acc);
    for (int64_t t = 0; t < a_.threads; ++t) {
      if (f_.causal)
        load_constants(stream_, {MemoryType::Acc, acc(t, a_.masks), masks, 1, b_ - 1, b_ - 1});
      if (f_.power == PowerForm::Steps)
        emit_softmax_offset(stream_, acc(t, a_.offset), f_.fraction);
    }
    stream_.end_tile();
  }

  // ---- heads
  // -----------------------------------------------------------------------------
  struct Head {
    int64_t image = 0, head = 0;
    int64_t group = 0;                            // of keys and values
    bool first = false;                           // that reads these
    int64_t queries = 0, values = 0, turned = 0;  // in DRAM
  };

  Head head_at(int64_t index) const {
    const int64_t image = index / f_.heads, head = index % f_.heads;
    const int64_t per_group = f_.heads / f_.kv_heads, group = head / per_group;
    const int64_t slot = (image * f_.kv_heads + group) % 2;
    return {image,
            head,
            group,
            head % per_group == 0,
            a_.dram_queries + index % 2 * a_.depth_blocks * a_.padded_queries(),
            a_.dram_values + slot * a_.value_blocks * a_.padded_keys(),
            a_.dram_turned_values + slot * a_.value_blocks * a_.padded_keys()};
  }

  // What is done between the stages of blocks, as it has nothing to do with
  // them.
  using Side = std::function<void()>;
  using Sides = std::vector<Side>;

  void emit_head(const Head& head) {
    const bool apart = a_.keys != a_.values;
    Sides sides;
    if (apart && head.first)
      sides.emplace_back([&] { load_values(head); });
    if (!apart)
      load_keys(head);
    in_turns(
        sides, [&](int64_t i) { emit_scores(head, i); }, [&](int64_t i) { emit_weights(i); },
        [&](int64_t i) { sum_weights(i); });
    for (int64_t t = 0; t < std::min(a_.vector_groups, a_.query_blocks); ++t)
      emit_reciprocals(stream_,
                       {acc(t, a_.weight_sums), acc(t, a_.exponents), acc(t, a_.reciprocals),
                        acc(t, a_.spare), ceil_div(a_.query_blocks - t, a_.vector_groups)},
                       127 * f_.keys);
    stream_.end_tile();
    if (!apart)
      load_values(head);
    const int64_t next = head.image * f_.heads + head.head + 1;
    sides = next < f_.batch * f_.heads ? preparations(head_at(next)) : Sides();
    in_turns(
        sides, [&](int64_t i) { emit_result(i); }, [&](int64_t i) { emit_rows(head, i); });
  }

  // Stages of every block, each as many blocks behind the one before as have
  // areas of their own beside it; from the third turn on, what is done beside
  // them, in as many turns as are left.
  template <typename... Stages>
  void in_turns(const Sides& sides, Stages... stages) {
    constexpr int64_t kBefore = 2;
    const int64_t behind = a_.threads - 1, last = int64_t{sizeof...(stages)} - 1;
    const int64_t turns = a_.query_blocks + last * behind, left = std::ssize(sides);
    int64_t done = 0;
    const auto aside = [&](int64_t until) {
      for (; done < std::min(until, left); ++done)
        sides[static_cast<size_t>(done)]();
    };
    for (int64_t i = 0; i < turns; ++i) {
      int64_t block = i;
      const auto turn = [&](const auto& stage) {
        if (block >= 0 && block < a_.query_blocks)
          stage(block);
        block -= behind;
      };
      (turn(stages), ...);
      if (i >= kBefore)
        aside(ceil_div(left * (i - kBefore + 1), turns - kBefore));
    }
    aside(left);
  }

  // ---- tensors at whole blocks
  // ----------------------------------------------------------- What a head
  // needs before its first block, while the one before it is computed.
  Sides preparations(const Head& head) {
    Sides sides;
    copy_rows(sides, at_.q, head.head * a_.depth_blocks, a_.depth_blocks, head.image * f_.queries,
              f_.queries, head.queries, a_.padded_queries());
    if (!head.first)
      return sides;
    if (a_.keys != a_.values)
      sides.emplace_back([=, this] { load_keys(head); });
    copy_rows(sides, at_.v, head.group * a_.value_blocks, a_.value_blocks, head.image * f_.keys,
              f_.keys, head.values, a_.padded_keys());
    for (int64_t c = 0; c < a_.value_blocks; ++c)
      sides.emplace_back([=, this] { turn_values(head, c); });
    return sides;
  }

  // Rows of some channel blocks to DRAM [channel block][row], so that blocks of
  // rows are elements of WGT wherever an image or a channel block begins.
  void copy_rows(Sides& sides, const AttentionTensor& from, int64_t first_group, int64_t groups,
                 int64_t first_row, int64_t rows, int64_t to, int64_t pitch) {
    for (int64_t g = 0; g < groups; ++g)
      for (int64_t r = 0; r < rows; r += a_.copies_size) {
        const int64_t size = std::min(a_.copies_size, rows - r);
        const int64_t first = from.offset / b_ + (first_group + g) * from.rows + first_row + r;
        const int64_t target = dram(to + g * pitch + r);
        sides.emplace_back([=, this] {
          const int64_t area = acc(copies_++, a_.copies);
          stream_.begin_part(TilePart::Start);
          load_rows(stream_, {MemoryType::Acc8, area, first, 1, size, size}, config_);
          stream_.begin_part(TilePart::Store);
          store_rows(stream_, {MemoryType::Out, area, target, 1, size, size}, config_);
          stream_.end_tile();
        });
      }
  }

  void turn_values(const Head& head, int64_t channels) {
    const int64_t area = acc(copies_, a_.copies), tiles = wgt(copies_, a_.wgt_values);
    ++copies_;
    turn({tile(head.values) + channels * a_.key_blocks, tiles, a_.key_blocks}, area, b_);
    const int64_t rows = a_.padded_keys();
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, area, dram(head.turned + channels * rows), 1, rows, rows},
               config_);
    stream_.end_tile();
  }

  void load_keys(const Head& head) {
    const int64_t first =
        at_.k.offset / b_ + head.group * a_.depth_blocks * at_.k.rows + head.image * f_.keys;
    stream_.begin_part(TilePart::Start);
    load_rows(stream_, {MemoryType::Inp, a_.keys, first, a_.depth_blocks, f_.keys, at_.k.rows},
              config_);
    stream_.end_tile();
  }

  void load_values(const Head& head) {
    const int64_t rows = f_.value_depth * a_.key_blocks;
    stream_.begin_part(TilePart::Start);
    load_rows(stream_, {MemoryType::Inp, a_.values, dram(head.turned), 1, rows, rows}, config_);
    stream_.end_tile();
  }

  // ---- turning
  // ---------------------------------------------------------------------------
  struct Tiles {
    int64_t dram = 0, wgt = 0, count = 0;
  };
  // [tile][row][lane] -> [tile][lane][row]; the first `rows` of what were
  // lanes.
  void turn(const Tiles& tiles, int64_t to, int64_t rows) {
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, to, tiles.count, rows);
    stream_.begin_part(TilePart::Reduce);
    load_tiles(tiles);
    const Uop first{to, a_.identity, tiles.wgt};
    const std::array<GemmLoop, 2> loops = {{{tiles.count, rows, 0, 1}, {rows, 1, 1, 0}}};
    const Access accesses[] = {{Space::Acc, to, to + tiles.count * rows, true},
                               {Space::Inp, a_.identity, a_.identity + rows, false},
                               {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  void load_tiles(const Tiles& tiles) {
    load_rows(stream_, {MemoryType::Wgt, tiles.wgt, tiles.dram, 1, tiles.count, tiles.count},
              config_);
  }

  // ---- stages of a block of queries
  // ------------------------------------------------------
  void emit_scores(const Head& head, int64_t block) {
    const int64_t keys = a_.keys_of(block), rows = tiles_seen(block) * b_;
    const int64_t scores = acc(block, a_.scores), queries = wgt(block, a_.wgt_queries);
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, scores, 1, rows);
    stream_.begin_part(TilePart::Reduce);
    load_rows(
        stream_,
        {MemoryType::Wgt, queries, tile(head.queries) + block, a_.depth_blocks, 1, a_.query_blocks},
        config_);
    const Uop first{scores, a_.keys, queries};
    const std::array<GemmLoop, 2> loops = {{{keys, 1, 1, 0}, {a_.depth_blocks, 0, f_.keys, 1}}};
    const Access accesses[] = {
        {Space::Acc, scores, scores + keys, true},
        {Space::Inp, a_.keys, a_.keys + (a_.depth_blocks - 1) * f_.keys + keys, false},
        {Space::Wgt, queries, queries + a_.depth_blocks, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
    stream_.begin_part(TilePart::Epilogue);
    mask(block);
    emit_softmax(stream_,
                 {scores, acc(block, a_.shifts), keys, acc(block, a_.least), acc(block, a_.offset)},
                 f_.fraction, f_.power);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, scores, powers(block), 1, rows, rows}, config_);
    stream_.end_tile();
  }

  int64_t powers(int64_t block) const {
    return dram(a_.dram_powers + thread_of(block) * a_.padded_keys());
  }

  // A key that only the later queries of a block see; the first such key is the
  // second of the block's own diagonal.
  void mask(int64_t block) {
    if (!f_.causal)
      return;
    const int64_t first = f_.visible_keys(block * b_), rows = a_.keys_of(block) - first;
    if (rows > 0)
      emit_alu_tensor(stream_, AluOp::Add, {acc(block, a_.scores) + first, 1, rows, 1},
                      acc(block, a_.masks));
  }

  void emit_weights(int64_t block) {
    const int64_t tiles = tiles_seen(block), rows = tiles * b_;
    const int64_t turned = acc(block, a_.turned);
    turn({powers(block) / b_, wgt(block, a_.wgt_powers), tiles}, turned, b_);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, turned, weights(block), 1, rows, rows}, config_);
    stream_.end_tile();
  }

  int64_t weights(int64_t block) const { return dram(a_.dram_weights + block * a_.padded_keys()); }
  Tiles weight_tiles(int64_t block) const {
    const int64_t slot = a_.weights_stay ? block : thread_of(block);
    return {weights(block) / b_, a_.wgt_weights + slot * a_.key_blocks, tiles_seen(block)};
  }

  void sum_weights(int64_t block) {
    const int64_t sum = own(block, a_.weight_sums);
    const Tiles tiles = weight_tiles(block);
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, sum, 1, 1);
    stream_.begin_part(TilePart::Reduce);
    load_tiles(tiles);
    const Uop first{sum, a_.ones, tiles.wgt};
    const std::array<GemmLoop, 2> loops = {{{1, 0, 0, 0}, {tiles.count, 0, 0, 1}}};
    const Access accesses[] = {{Space::Acc, sum, sum + 1, true},
                               {Space::Inp, a_.ones, a_.ones + 1, false},
                               {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
    stream_.end_tile();
  }

  void emit_result(int64_t block) {
    const int64_t sums = acc(block, a_.sums), depth = f_.value_depth;
    const Tiles tiles = weight_tiles(block);
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, sums, 1, depth);
    stream_.begin_part(TilePart::Reduce);
    if (!a_.weights_stay)
      load_tiles(tiles);
    const Uop first{sums, a_.values, tiles.wgt};
    const std::array<GemmLoop, 3> loops = {
        {{b_, 1, 1, 0}, {tiles.count, 0, b_, 1}, {a_.value_blocks, b_, a_.padded_keys(), 0}}};
    const Access accesses[] = {{Space::Acc, sums, sums + depth, true},
                               {Space::Inp, a_.values, a_.values + depth * a_.key_blocks, false},
                               {Space::Wgt, tiles.wgt, tiles.wgt + tiles.count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
    stream_.begin_part(TilePart::Epilogue);
    emit_scaling(stream_, sums, depth, own(block, a_.exponents), own(block, a_.reciprocals),
                 f_.shift);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, sums, results(block), 1, depth, depth}, config_);
    stream_.end_tile();
  }

  int64_t results(int64_t block) const {
    return dram(a_.dram_results + thread_of(block) * f_.value_depth);
  }

  void emit_rows(const Head& head, int64_t block) {
    const int64_t rows = a_.queries_of(block), turned = acc(block, a_.turned);
    turn({results(block) / b_, wgt(block, a_.wgt_result), a_.value_blocks}, turned, rows);
    const int64_t first = at_.out.offset / b_ + head.head * a_.value_blocks * at_.out.rows +
                          head.image * f_.queries + block * b_;
    stream_.begin_part(TilePart::Store);
    store_rows_apart(stream_, {MemoryType::Out, turned, first, a_.value_blocks, rows, at_.out.rows},
                     config_);
    stream_.end_tile();
  }

  const AttentionPlaces& at_;
  const AttentionAreas& a_;
  const AttentionForm& f_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t b_;
  int64_t copies_ = 0;  // areas for rows on their way that were used
};

}  // namespace

void emit_attention_at(const AttentionPlaces& places, const AttentionAreas& areas,
                       const VtaConfig& config, TaskStream& stream) {
  AttentionEmitter(places, areas, config, stream).run();
}

}  // namespace vta

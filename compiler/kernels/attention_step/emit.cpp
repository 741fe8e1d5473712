// A step of attention at position p, which sees n = p + 1 keys in `blocks` blocks.
//
//   rows      q to its tiles, k to row p of the keys, v to its row of the last values
//   values    the last values [key][channel], turned by the identity: their tile [channel][key]
//   then for the heads of each tile
//   scores    S = K Q^T: rows of K with tiles of Q, in which a head has its own channels alone:
//             vectors are keys, lanes heads; the softmax of columns; STORE as rows [key][head]
//   weights   these as tiles, turned: STORE as rows [key block][head]
//   result    these rows with a tile of ones: the sum of a head's weights, in every lane; with
//             tiles of values: the head's channels; scaled; STORE
#include <array>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/emit/moves.h"
#include "compiler/emit/vectors.h"
#include "compiler/kernels/attention/softmax.h"
#include "compiler/kernels/attention_step/emit.h"

namespace vta {
namespace {

class StepEmitter {
 public:
  StepEmitter(const AttentionStepPlaces& places, const AttentionStepAreas& areas, int64_t position,
              const VtaConfig& config, TaskStream& stream)
      : at_(places),
        a_(areas),
        f_(areas.form),
        config_(config),
        stream_(stream),
        b_(areas.block),
        position_(position),
        keys_(position + 1),
        blocks_(position / areas.block + 1) {}

  void run() {
    // Nothing is put off behind the next tile's sums: where that is best depends on the position.
    stream_.begin_part(TilePart::Start);
    load_constants(stream_,
                   {MemoryType::Inp, a_.identity, constant(a_.constant_identity), 1, b_, b_});
    load_constants(stream_, {MemoryType::Wgt, a_.ones, constant(a_.constant_ones) / b_, 1, 1, 1});
    if (f_.power == PowerForm::Steps)
      emit_softmax_offset(stream_, a_.offset, f_.fraction);
    store_new_rows();
    turn_last_values();
    for (int64_t tile = 0; tile < a_.tiles(); ++tile) {
      emit_scores(tile);
      emit_weights();
      emit_result(tile);
    }
    stream_.end_tile();
  }

 private:
  // DRAM, in elements of INP and OUT.
  int64_t constant(int64_t place) const { return at_.constants / b_ + place; }
  int64_t state(int64_t place) const { return at_.state / b_ + place; }
  int64_t scratch(int64_t place) const { return at_.scratch / b_ + place; }

  void load(const Rows& rows) { load_rows(stream_, rows, config_); }
  void store(const Rows& rows) { store_rows(stream_, rows, config_); }

  // ---- this position's rows

  void store_new_rows() {
    const int64_t q = a_.query_channels(), k = a_.key_channels(), v = a_.value_channels();
    load({MemoryType::Acc8, a_.new_value, at_.v / b_, 1, v, v});
    store({MemoryType::Out, a_.new_value, state(a_.state_last) + position_ % b_, v, 1, b_});
    load({MemoryType::Acc8, a_.new_key, at_.k / b_, 1, k, k});
    store({MemoryType::Out, a_.new_key, state(a_.state_keys) + position_ * k, 1, k, k});
    load({MemoryType::Acc8, a_.queries, at_.q / b_, 1, q, q});
    for (int64_t head = 0; head < f_.heads; head += heads_at_once())
      store_queries(head);
  }

  // Heads of one channel block that follow each other in tile and lane are one STORE.
  int64_t heads_at_once() const {
    return a_.depth_blocks == 1 && a_.per_kv_head() == 1 ? a_.tile_heads : 1;
  }

  void store_queries(int64_t head) {
    const int64_t lane = head % a_.tile_heads;
    const int64_t kv_head = lane / a_.per_kv_head() % a_.tile_kv_heads;
    const int64_t element =
        (head / a_.tile_heads * a_.tile_key_channels() + kv_head * a_.depth_blocks) * b_ + lane;
    const bool several = heads_at_once() > 1;
    store({MemoryType::Out, a_.queries + head * a_.depth_blocks,
           constant(a_.constant_queries) + element, several ? a_.tile_heads : a_.depth_blocks, 1,
           several ? b_ + 1 : b_});
  }

  void turn_last_values() {
    const int64_t v = a_.value_channels();
    load({MemoryType::Wgt, a_.wgt_last, state(a_.state_last) / b_, 1, v, v});
    emit_reset(stream_, a_.turned_values, v, b_);
    turn(a_.wgt_last, v, a_.turned_values, b_);
    store({MemoryType::Out, a_.turned_values, state(a_.state_values) + position_ / b_ * b_, v, b_,
           a_.padded_keys()});
  }

  // Tiles [tile][row][lane] to vectors [tile][lane][row], of the first lanes.
  void turn(int64_t tiles, int64_t count, int64_t to, int64_t lanes) {
    const Uop first{to, a_.identity, tiles};
    const std::array<GemmLoop, 2> loops = {{{count, lanes, 0, 1}, {lanes, 1, 1, 0}}};
    const Access accesses[] = {{Space::Acc, to, to + count * lanes, true},
                               {Space::Inp, a_.identity, a_.identity + lanes, false},
                               {Space::Wgt, tiles, tiles + count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  // ---- the heads of a tile. What is read of INP and WGT is said for the whole context: where the
  // next kernel begins must not depend on the position.

  int64_t first_kv_head(int64_t tile) const { return tile * a_.tile_heads / a_.per_kv_head(); }

  void emit_scores(int64_t tile) {
    const int64_t channels = a_.tile_key_channels();
    load({MemoryType::Inp, a_.keys, state(a_.state_keys) + first_kv_head(tile) * a_.depth_blocks,
          keys_, channels, a_.key_channels()});
    load({MemoryType::Wgt, a_.wgt_queries, constant(a_.constant_queries) / b_ + tile * channels, 1,
          channels, channels});
    emit_reset(stream_, a_.scores, blocks_, b_);
    const Uop first{a_.scores, a_.keys, a_.wgt_queries};
    const std::array<GemmLoop, 2> loops = {{{keys_, 1, channels, 0}, {channels, 0, 1, 1}}};
    const Access accesses[] = {{Space::Acc, a_.scores, a_.scores + keys_, true},
                               {Space::Inp, a_.keys, a_.keys + f_.keys * channels, false},
                               {Space::Wgt, a_.wgt_queries, a_.wgt_queries + channels, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
    emit_least();
    emit_powers(stream_,
                {.scores = a_.scores,
                 .shifts = a_.shifts,
                 .keys = keys_,
                 .least = a_.least,
                 .offset = a_.offset},
                f_.fraction, f_.power);
    store({MemoryType::Out, a_.scores, scratch(a_.dram_powers), 1, blocks_ * b_, blocks_ * b_});
  }

  // With the first key twice, so that one key is no case of its own.
  void emit_least() {
    Vectors(stream_, a_.least, 1).with(AluOp::Mov, a_.scores);
    Insn insn;
    insn.opcode = static_cast<int64_t>(Opcode::Alu);
    insn.alu_opcode = static_cast<int64_t>(AluOp::Min);
    const Uop first{a_.least, a_.scores, 0};
    const std::array<GemmLoop, 2> loops = {{{1, 0, 0, 0}, {keys_, 0, 1, 0}}};
    const Access accesses[] = {{Space::Acc, a_.least, a_.least + 1, true},
                               {Space::Acc, a_.scores, a_.scores + keys_, false}};
    emit_nest(stream_, insn, {&first, 1}, loops, accesses);
  }

  void emit_weights() {
    const int64_t rows = blocks_ * a_.tile_heads;
    load({MemoryType::Wgt, a_.wgt_powers, scratch(a_.dram_powers) / b_, 1, blocks_, blocks_});
    emit_reset(stream_, a_.turned, blocks_, a_.tile_heads);
    turn(a_.wgt_powers, blocks_, a_.turned, a_.tile_heads);
    store({MemoryType::Out, a_.turned, scratch(a_.dram_weights), 1, rows, rows});
  }

  void emit_result(int64_t tile) {
    const int64_t rows = blocks_ * a_.tile_heads, channels = a_.tile_heads * a_.value_blocks;
    load({MemoryType::Inp, a_.weights, scratch(a_.dram_weights), 1, rows, rows});
    // One by one: their places do not depend on how many key blocks there are.
    for (int64_t c = 0; c < a_.tile_value_channels(); ++c)
      load({MemoryType::Wgt, a_.wgt_values + c * a_.key_blocks,
            state(a_.state_values) / b_ +
                (first_kv_head(tile) * a_.value_blocks + c) * a_.key_blocks,
            1, blocks_, blocks_});
    emit_reset(stream_, a_.weight_sums, 1, a_.tile_heads + channels);
    sum_weights();
    sum_values();
    emit_reciprocals(stream_,
                     {a_.weight_sums, a_.exponents, a_.reciprocals, a_.spare, a_.tile_heads},
                     127 * f_.keys);
    emit_scaling(stream_,
                 {.sums = a_.results,
                  .channels = a_.value_blocks,
                  .blocks = a_.tile_heads,
                  .exponents = a_.exponents,
                  .reciprocals = a_.reciprocals},
                 f_.shift);
    store({MemoryType::Out, a_.results, at_.out / b_ + tile * channels, 1, channels, channels});
  }

  void sum_weights() {
    const Uop first{a_.weight_sums, a_.weights, a_.ones};
    const std::array<GemmLoop, 2> loops = {
        {{a_.tile_heads, 1, 1, 0}, {blocks_, 0, a_.tile_heads, 0}}};
    const Access accesses[] = {
        {Space::Acc, a_.weight_sums, a_.weight_sums + a_.tile_heads, true},
        {Space::Inp, a_.weights, a_.weights + a_.key_blocks * a_.tile_heads, false},
        {Space::Wgt, a_.ones, a_.ones + 1, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  // Of a head of keys and values at a time, or where each has one head of queries, of all.
  void sum_values() {
    const int64_t readers = a_.tile_heads / a_.tile_kv_heads;
    const bool at_once = readers == 1;
    for (int64_t kv = 0; kv < (at_once ? 1 : a_.tile_kv_heads); ++kv)
      for (int64_t block = 0; block < a_.value_blocks; ++block) {
        const int64_t heads = at_once ? a_.tile_heads : readers;
        const int64_t to = a_.results + kv * readers * a_.value_blocks + block;
        const int64_t tiles = a_.wgt_values + (kv * a_.value_blocks + block) * a_.key_blocks;
        const int64_t next = at_once ? a_.value_blocks * a_.key_blocks : 0;  // head's tiles
        const Uop first{to, a_.weights + kv * readers, tiles};
        const std::array<GemmLoop, 2> loops = {
            {{heads, a_.value_blocks, 1, next}, {blocks_, 0, a_.tile_heads, 1}}};
        const Access accesses[] = {
            {Space::Acc, to, to + (heads - 1) * a_.value_blocks + 1, true},
            {Space::Inp, a_.weights, a_.weights + a_.key_blocks * a_.tile_heads, false},
            {Space::Wgt, tiles, tiles + (heads - 1) * next + a_.key_blocks, false}};
        emit_gemm(stream_, {&first, 1}, loops, accesses);
      }
  }

  const AttentionStepPlaces& at_;
  const AttentionStepAreas& a_;
  const AttentionForm& f_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t b_;
  int64_t position_, keys_, blocks_;
};

}  // namespace

void emit_attention_step_at(const AttentionStepPlaces& places, const AttentionStepAreas& areas,
                            int64_t position, const VtaConfig& config, TaskStream& stream) {
  StepEmitter(places, areas, position, config, stream).run();
}

}  // namespace vta

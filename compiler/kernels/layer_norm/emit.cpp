// Layer normalisation. For each block of rows:
//
//   copy         rows to DRAM at whole blocks, unless they are whole blocks: then they are tiles
//   statistics   a row of ones with the tiles: sums; rows with the tiles, the diagonal: sums of
//                squares; lanes are rows
//   values       the tiles turned by the identity: [channel][row]; normalised; STORE
//   rows         these as tiles, turned back: STORE
//
// The vectors of all blocks are computed together, between statistics and values, because an
// instruction on one vector takes as long as one on eight. The stages of neighbouring blocks take
// turns, in areas of their own.
#include "compiler/kernels/layer_norm/emit.h"

#include <array>

#include "compiler/emit/alu_sequence.h"
#include "compiler/emit/gemm_loops.h"
#include "compiler/emit/moves.h"
#include "compiler/kernels/layer_norm/statistics.h"

namespace vta {
namespace {

class LayerNormEmitter {
 public:
  LayerNormEmitter(const LayerNormPlaces& places, const LayerNormAreas& areas,
                   const VtaConfig& config, TaskStream& stream)
      : at_(places), a_(areas), config_(config), stream_(stream), b_(areas.block) {}

  void run() {
    load_common();
    if (a_.whole_blocks())
      for (int64_t i = 0; i < a_.row_blocks; ++i)
        measure(i);
    else
      in_turns([&](int64_t i) { copy(i); }, [&](int64_t i) { measure(i); });
    for (int64_t t = 0; t < std::min(a_.vector_groups, a_.row_blocks); ++t)
      emit_statistics(stream_, a_, acc(t, 0), ceil_div(a_.row_blocks - t, a_.vector_groups));
    stream_.end_tile();
    in_turns([&](int64_t i) { normalise(i); }, [&](int64_t i) { store(i); });
  }

 private:
  int64_t thread_of(int64_t block) const { return block % a_.threads; }
  int64_t acc(int64_t block, int64_t place) const { return thread_of(block) * a_.acc_area + place; }
  // The vector of a block among those that are computed together.
  int64_t own(int64_t block, LayerNormVector v) const {
    return a_.vector_groups == 1 ? a_.vector(v) + block
                                 : acc(block, a_.vector(v)) + block / a_.vector_groups;
  }
  // DRAM, in elements of INP and OUT; of WGT it is a block of these.
  int64_t dram(int64_t place) const { return at_.scratch / b_ + place; }
  int64_t rows_at(int64_t block) const { return dram(a_.dram_rows + block * a_.channels()); }
  int64_t results_at(int64_t block) const {
    return dram(a_.dram_results + thread_of(block) * a_.channels());
  }
  int64_t row_tiles(int64_t block) const {
    return a_.wgt_rows + (a_.tiles_stay ? block : thread_of(block)) * a_.channel_blocks;
  }

  void load_common() {
    load_constants(stream_, {MemoryType::Inp, a_.identity, at_.constants / b_, 1, b_ + 1, b_ + 1});
    const int64_t vectors = (at_.constants + layer_norm_vector_offset(config_)) /
                            config_.element_bytes(MemoryType::Acc);
    const int64_t count = layer_norm_vectors(config_);
    for (int64_t t = 0; t < a_.threads; ++t)
      load_constants(stream_, {MemoryType::Acc, acc(t, a_.units), vectors, 1, count, count});
    stream_.end_tile();
  }

  // Two stages of every block, the second as many blocks behind as have areas of their own beside
  // it.
  template <typename First, typename Second>
  void in_turns(const First& first, const Second& second) {
    const int64_t behind = a_.threads - 1;
    for (int64_t i = 0; i < a_.row_blocks + behind; ++i) {
      if (i < a_.row_blocks)
        first(i);
      if (i >= behind)
        second(i - behind);
    }
  }

  void copy(int64_t block) {
    const int64_t rows = a_.rows_of(block), area = acc(block, a_.values);
    stream_.begin_part(TilePart::Start);
    load_rows(stream_,
              {MemoryType::Acc8, area, at_.in / b_ + block * b_, a_.channel_blocks, rows, a_.rows},
              config_);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, area, rows_at(block), a_.channel_blocks, rows, b_},
               config_);
    stream_.end_tile();
  }

  void load_row_tiles(int64_t block) {
    const int64_t count = a_.channel_blocks;
    if (a_.whole_blocks())
      return load_rows(
          stream_,
          {MemoryType::Wgt, row_tiles(block), at_.in / b_ / b_ + block, count, 1, a_.row_blocks},
          config_);
    load_tiles(row_tiles(block), rows_at(block));
  }

  void load_tiles(int64_t wgt, int64_t from) {
    load_rows(stream_, {MemoryType::Wgt, wgt, from / b_, 1, a_.channel_blocks, a_.channel_blocks},
              config_);
  }

  void measure(int64_t block) {
    const int64_t rows = a_.rows_of(block), tiles = row_tiles(block),
                  last_tile = tiles + a_.channel_blocks;
    const int64_t inp = a_.inp_rows + thread_of(block) * a_.channels();
    const int64_t sum = own(block, LayerNormVector::Sum), products = acc(block, a_.products);
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, sum, 1, 1);
    emit_reset(stream_, products, 1, rows);
    stream_.begin_part(TilePart::Reduce);
    load_row_tiles(block);
    load_rows(stream_,
              {MemoryType::Inp, inp, at_.in / b_ + block * b_, a_.channel_blocks, rows, a_.rows},
              config_);
    {
      const Uop first{sum, a_.ones, tiles};
      const std::array<GemmLoop, 2> loops = {{{1, 0, 0, 0}, {a_.channel_blocks, 0, 0, 1}}};
      const Access accesses[] = {{Space::Acc, sum, sum + 1, true},
                                 {Space::Inp, a_.ones, a_.ones + 1, false},
                                 {Space::Wgt, tiles, last_tile, false}};
      emit_gemm(stream_, {&first, 1}, loops, accesses);
    }
    const Uop first{products, inp, tiles};
    const std::array<GemmLoop, 2> loops = {{{rows, 1, 1, 0}, {a_.channel_blocks, 0, rows, 1}}};
    const Access accesses[] = {{Space::Acc, products, products + rows, true},
                               {Space::Inp, inp, inp + a_.channel_blocks * rows, false},
                               {Space::Wgt, tiles, last_tile, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
    stream_.begin_part(TilePart::Epilogue);
    emit_diagonal(stream_, own(block, LayerNormVector::Squares), products, acc(block, a_.units),
                  rows);
    stream_.end_tile();
  }

  // [tile][row][lane] -> [tile][lane][row]; the first `rows` of what were lanes.
  void turn(int64_t tiles, int64_t to, int64_t rows) {
    const Uop first{to, a_.identity, tiles};
    const std::array<GemmLoop, 2> loops = {{{a_.channel_blocks, rows, 0, 1}, {rows, 1, 1, 0}}};
    const Access accesses[] = {{Space::Acc, to, to + a_.channel_blocks * rows, true},
                               {Space::Inp, a_.identity, a_.identity + rows, false},
                               {Space::Wgt, tiles, tiles + a_.channel_blocks, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  void normalise(int64_t block) {
    const int64_t values = acc(block, a_.values), count = a_.channels();
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, values, a_.channel_blocks, b_);
    stream_.begin_part(TilePart::Reduce);
    if (!a_.tiles_stay)
      load_row_tiles(block);
    turn(row_tiles(block), values, b_);
    stream_.begin_part(TilePart::Epilogue);
    emit_normalising(stream_, values, count,
                     {own(block, LayerNormVector::Scale), own(block, LayerNormVector::Offset),
                      own(block, LayerNormVector::Shift)},
                     a_.of.rms);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, values, results_at(block), 1, count, count}, config_);
    stream_.end_tile();
  }

  void store(int64_t block) {
    const int64_t rows = a_.rows_of(block), turned = acc(block, a_.values);
    const int64_t tiles = a_.wgt_results + thread_of(block) * a_.channel_blocks;
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, turned, a_.channel_blocks, rows);
    stream_.begin_part(TilePart::Reduce);
    load_tiles(tiles, results_at(block));
    turn(tiles, turned, rows);
    stream_.begin_part(TilePart::Store);
    store_rows_apart(
        stream_,
        {MemoryType::Out, turned, at_.out / b_ + block * b_, a_.channel_blocks, rows, a_.rows},
        config_);
    stream_.end_tile();
  }

  const LayerNormPlaces& at_;
  const LayerNormAreas& a_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t b_;
};

}  // namespace

void emit_layer_norm_at(const LayerNormPlaces& places, const LayerNormAreas& areas,
                        const VtaConfig& config, TaskStream& stream) {
  LayerNormEmitter(places, areas, config, stream).run();
}

}  // namespace vta

// Layer normalisation. For each block of rows:
//
//   copy         rows to DRAM at whole blocks, unless they are whole blocks: then they are tiles
//   statistics   a row of ones with the tiles: sums; rows with the tiles, the diagonal: sums of
//                squares; lanes are rows. The kernel turns channels that fill no block and squares
//                them there, because the values behind them in a row are unknown
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
      : at_(places),
        a_(areas),
        config_(config),
        stream_(stream),
        bytes_(config.element_bytes(MemoryType::Inp)) {}

  void run() {
    load_common();
    if (whole_blocks())
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
  bool whole_blocks() const { return a_.whole_blocks(at_.in_pitch); }
  int64_t thread_of(int64_t block) const { return block % a_.threads; }
  int64_t acc(int64_t block, int64_t place) const { return thread_of(block) * a_.acc_area + place; }
  // The vector of a block among those that are computed together.
  int64_t own(int64_t block, LayerNormVector v) const {
    return a_.vector_groups == 1 ? a_.vector(v) + block
                                 : acc(block, a_.vector(v)) + block / a_.vector_groups;
  }
  // DRAM, in elements of INP and OUT; one of WGT is a block of rows.
  int64_t dram(int64_t place) const { return at_.scratch / bytes_ + place; }
  int64_t rows_at(int64_t block) const { return dram(a_.dram_rows + block * a_.value_elements()); }
  int64_t results_at(int64_t block) const {
    return dram(a_.dram_results + block % (a_.behind + 1) * a_.value_elements());
  }
  int64_t row_tiles(int64_t block) const {
    return a_.wgt_rows + (a_.tiles_stay ? block : thread_of(block)) * a_.channel_blocks;
  }

  int64_t inp_rows(int64_t block) const {
    return a_.inp_rows + thread_of(block) * a_.multiplied_blocks() * a_.block;
  }
  // Of a tensor's channel block.
  int64_t at_block(int64_t tensor, int64_t block) const {
    return tensor / bytes_ + block * a_.tile();
  }

  void load_common() {
    const int64_t elements = layer_norm_inp_elements(a_.of, config_);
    load_constants(stream_,
                   {MemoryType::Inp, a_.identity, at_.constants / bytes_, 1, elements, elements});
    const int64_t vectors = (at_.constants + layer_norm_vector_offset(a_.of, config_)) /
                            config_.element_bytes(MemoryType::Acc);
    const int64_t count = layer_norm_vectors(config_);
    for (int64_t t = 0; t < a_.vector_groups; ++t)
      load_constants(stream_, {MemoryType::Acc, acc(t, a_.units), vectors, 1, count, count});
    stream_.end_tile();
  }

  // Two stages of every block, the second some blocks behind the first.
  template <typename First, typename Second>
  void in_turns(const First& first, const Second& second) {
    const int64_t behind = a_.behind;
    for (int64_t i = 0; i < a_.row_blocks + behind; ++i) {
      if (i < a_.row_blocks)
        first(i);
      if (i >= behind)
        second(i - behind);
    }
  }

  void copy(int64_t block) {
    const int64_t count = a_.elements_of(block), area = acc(block, a_.values);
    stream_.begin_part(TilePart::Start);
    load_rows(
        stream_,
        {MemoryType::Acc8, area, at_block(at_.in, block), a_.channel_blocks, count, at_.in_pitch},
        config_);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_,
               {MemoryType::Out, area, rows_at(block), a_.channel_blocks, count, a_.tile()},
               config_);
    stream_.end_tile();
  }

  void load_row_tiles(int64_t block) {
    const int64_t count = a_.channel_blocks;
    if (whole_blocks())
      return load_rows(stream_,
                       {MemoryType::Wgt, row_tiles(block), at_.in / bytes_ / a_.tile() + block,
                        count, 1, at_.in_pitch / a_.tile()},
                       config_);
    load_tiles(row_tiles(block), rows_at(block));
  }

  void load_tiles(int64_t wgt, int64_t from) {
    load_rows(stream_,
              {MemoryType::Wgt, wgt, from / a_.tile(), 1, a_.channel_blocks, a_.channel_blocks},
              config_);
  }

  void measure(int64_t block) {
    const int64_t tiles = row_tiles(block), sum = own(block, LayerNormVector::Sum),
                  products = acc(block, a_.products), multiplied = a_.multiplied_blocks();
    const int64_t rows = multiplied > 0 ? a_.elements_of(block) : 0;
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, sum, 1, 1);
    emit_reset(stream_, products, 1, rows + a_.squared_channels());
    stream_.begin_part(TilePart::Reduce);
    load_row_tiles(block);
    if (multiplied > 0)
      load_rows(stream_,
                {MemoryType::Inp, inp_rows(block), at_block(at_.in, block), multiplied, rows,
                 at_.in_pitch},
                config_);
    if (a_.full_blocks() > 0)
      sum_tiles(sum, a_.ones, tiles, a_.full_blocks());
    if (a_.part_channels() > 0)
      sum_tiles(sum, a_.part_ones, tiles + a_.full_blocks(), 1);
    if (multiplied > 0)
      multiply_rows(block, tiles, products);
    turn_channels(tiles, multiplied, products + rows, {a_.single, 1});
    stream_.begin_part(TilePart::Epilogue);
    emit_squares(stream_, own(block, LayerNormVector::Squares),
                 {products, rows, a_.squared_channels(),
                  a_.vector_groups == 1 ? a_.units : acc(block, a_.units)});
    stream_.end_tile();
  }

  void sum_tiles(int64_t sum, int64_t ones, int64_t tiles, int64_t count) {
    const Uop first{sum, ones, tiles};
    const std::array<GemmLoop, 2> loops = {{{1, 0, 0, 0}, {count, 0, 0, 1}}};
    const Access accesses[] = {{Space::Acc, sum, sum + 1, true},
                               {Space::Inp, ones, ones + 1, false},
                               {Space::Wgt, tiles, tiles + count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  void multiply_rows(int64_t block, int64_t tiles, int64_t products) {
    const int64_t rows = a_.elements_of(block), count = a_.multiplied_blocks(),
                  inp = inp_rows(block);
    const Uop first{products, inp, tiles};
    const std::array<GemmLoop, 2> loops = {{{rows, 1, 1, 0}, {count, 0, rows, 1}}};
    const Access accesses[] = {{Space::Acc, products, products + rows, true},
                               {Space::Inp, inp, inp + count * rows, false},
                               {Space::Wgt, tiles, tiles + count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  // Rows of the identity in INP, so many in an element.
  struct Identity {
    int64_t place = 0, rows = 1;
  };

  // So many tiles, [tile][row][lane] -> [tile][lane][row]: as many elements of what were lanes.
  void turn(int64_t tiles, int64_t count, int64_t to, int64_t elements, int64_t identity) {
    const Uop first{to, identity, tiles};
    const std::array<GemmLoop, 2> loops = {{{count, elements, 0, 1}, {elements, 1, 1, 0}}};
    const Access accesses[] = {{Space::Acc, to, to + count * elements, true},
                               {Space::Inp, identity, identity + elements, false},
                               {Space::Wgt, tiles, tiles + count, false}};
    emit_gemm(stream_, {&first, 1}, loops, accesses);
  }

  // Channels of a block of rows from one of their tiles on, and none that is not there.
  void turn_channels(int64_t tiles, int64_t from, int64_t to, Identity by) {
    const int64_t full = a_.full_blocks() - from, each = a_.block / by.rows;
    if (full > 0)
      turn(tiles + from, full, to, each, by.place);
    if (a_.part_channels() > 0)
      turn(tiles + a_.full_blocks(), 1, to + full * each, ceil_div(a_.part_channels(), by.rows),
           by.place);
  }

  void normalise(int64_t block) {
    const int64_t values = acc(block, a_.values), count = a_.value_elements();
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, values, a_.channel_blocks, a_.tile());
    stream_.begin_part(TilePart::Reduce);
    if (!a_.tiles_stay)
      load_row_tiles(block);
    turn_channels(row_tiles(block), 0, values, {a_.identity, a_.batch});
    stream_.begin_part(TilePart::Epilogue);
    emit_normalising(stream_, values, ceil_div(a_.channels(), a_.batch),
                     {own(block, LayerNormVector::Scale), own(block, LayerNormVector::Offset),
                      own(block, LayerNormVector::Shift)},
                     a_.of.rms);
    stream_.begin_part(TilePart::Store);
    store_rows(stream_, {MemoryType::Out, values, results_at(block), 1, count, count}, config_);
    stream_.end_tile();
  }

  void store(int64_t block) {
    const int64_t count = a_.elements_of(block), turned = acc(block, a_.rows);
    const int64_t tiles = a_.wgt_results + thread_of(block) * a_.channel_blocks;
    stream_.begin_part(TilePart::Start);
    emit_reset(stream_, turned, a_.channel_blocks, count);
    stream_.begin_part(TilePart::Reduce);
    load_tiles(tiles, results_at(block));
    turn(tiles, a_.channel_blocks, turned, count, a_.identity);
    stream_.begin_part(TilePart::Store);
    store_rows_apart(stream_,
                     {MemoryType::Out, turned, at_block(at_.out, block), a_.channel_blocks, count,
                      at_.out_pitch},
                     config_);
    stream_.end_tile();
  }

  const LayerNormPlaces& at_;
  const LayerNormAreas& a_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t bytes_;  // of an element of INP and OUT
};

}  // namespace

void emit_layer_norm_at(const LayerNormPlaces& places, const LayerNormAreas& areas,
                        const VtaConfig& config, TaskStream& stream) {
  LayerNormEmitter(places, areas, config, stream).run();
}

}  // namespace vta

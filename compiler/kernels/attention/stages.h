// The stages of attention, each a few instructions on one run of blocks of queries; emit.cpp has
// their order.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/attention/areas.h"
#include "compiler/kernels/attention/emit.h"

namespace vta {

class AttentionStages {
 public:
  AttentionStages(const AttentionPlaces& places, const AttentionAreas& areas,
                  const VtaConfig& config, TaskStream& stream)
      : at_(places), a_(areas), f_(areas.form), config_(config), stream_(stream), b_(areas.block) {}

  struct Head {
    int64_t index = 0;  // of all images
    int64_t image = 0, head = 0;
    int64_t group = 0;   // of keys and values, of all images
    bool first = false;  // that reads these
  };
  Head head_at(int64_t index) const;

  // Of one head; `turn`: that of its scores. Neighbours are in different areas.
  struct Run {
    Head head;
    int64_t turn = 0;
    int64_t index = 0;              // of the head's
    int64_t first = 0, blocks = 0;  // of the head's blocks
  };

  void load_common();

  // What has nothing to do with the stages beside it, in order.
  using Side = std::function<void()>;
  // Queries and values of a head at whole blocks, and values transposed.
  std::vector<Side> copies(const Head& head);
  void load_keys(const Head& head);
  void load_values(const Head& head);

  // The accumulators of a stage made zeros, before the stage.
  enum class Stage : uint8_t { Scores, Weights, Sums, Result, Rows };
  void reset(Stage stage, const Run& run);
  void end_resets() { stream_.end_tile(); }

  void scores(const Run& run);
  void weights(const Run& run);
  void sums(const Run& run);
  void reciprocals(const Run& last);  // of a head, from its last run
  void result(const Run& run);
  void rows(const Run& run);

 private:
  // Tiles in DRAM, as elements of WGT.
  struct Tiles {
    int64_t dram = 0, wgt = 0, count = 0;
  };

  int64_t thread_of(int64_t turn) const { return turn % a_.tiles.threads; }
  int64_t acc(int64_t turn, int64_t place) const { return thread_of(turn) * a_.acc_area + place; }
  int64_t wgt(int64_t turn, int64_t place) const { return thread_of(turn) * a_.wgt_area + place; }
  // The first vector of a run among those that are computed together.
  int64_t own(const Run& run, int64_t place) const;
  // DRAM, in elements of INP and OUT, and of WGT.
  int64_t dram(int64_t place) const { return at_.scratch / b_ + place; }
  int64_t tile(int64_t place) const { return dram(place) / b_; }
  // Tiles of keys that a block has; more than one block of a run have all.
  int64_t tiles_seen(const Run& run) const { return ceil_div(a_.keys_of(run.first), b_); }
  // Vectors of a block's scores in ACC: keys that are not there are zeros in DRAM from the
  // beginning, those that a mask hides are zeros here.
  int64_t score_rows(const Run& run) const { return f_.causal ? tiles_seen(run) * b_ : f_.keys; }
  int64_t queries_of(const Run& run) const;

  // Whether blocks of rows of every image and channel block are elements of WGT as they lie.
  bool whole_blocks(const AttentionTensor& tensor, int64_t rows) const {
    return tensor.rows % b_ == 0 && (f_.batch == 1 || rows % b_ == 0);
  }
  // Where they are, and how far channel blocks are apart: the tensor's or its copies.
  struct BlockRows {
    int64_t first = 0, pitch = 0;
  };
  BlockRows dram_queries(const Head& head) const;
  BlockRows dram_values(const Head& head) const;
  int64_t dram_turned(const Head& head) const;
  int64_t dram_powers(const Run& run) const;
  int64_t dram_weights(const Run& run) const;
  int64_t dram_results(const Run& run) const;
  int64_t inp_keys(const Head& head) const;
  int64_t inp_values(const Head& head) const;
  Tiles weight_tiles(const Run& run) const;

  void store_missing_keys();
  BlockRows own_rows(const AttentionTensor& tensor, int64_t channel_block, int64_t row) const {
    return {tensor.offset / b_ + channel_block * tensor.rows + row, tensor.rows};
  }
  void copy_rows(std::vector<Side>& sides, int64_t from, int64_t rows, int64_t to);
  void turn_values(const Head& head, int64_t channels);
  void multiply_by_identity(const Tiles& tiles, int64_t to);
  void load_tiles(const Tiles& tiles);
  void mask(const Run& run);

  const AttentionPlaces& at_;
  const AttentionAreas& a_;
  const AttentionForm& f_;
  const VtaConfig& config_;
  TaskStream& stream_;
  int64_t b_;
  int64_t copies_ = 0;  // areas for rows on their way that were used
};

}  // namespace vta

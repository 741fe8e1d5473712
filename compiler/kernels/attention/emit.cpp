// Attention. For each run of blocks of queries:
//
//   scores    S^T = K Q^T: rows of K with tiles of Q; the softmax of columns, lanes are queries;
//             STORE as rows [key][query]
//   weights   these as tiles, turned by the identity: STORE as tiles [query][key]
//   sums      of the weights, by a row of ones
//   result    rows of V^T with the weights' tiles: [channel][query]; scaled; STORE
//   rows      these as tiles, turned by the identity: rows of queries; STORE
//
// What is stored is read by the same unit as another type, which takes a while. So the runs of all
// heads pass through the stages like through a pipeline: in each turn every stage does another run,
// each stage some turns behind the one before (AttentionLags):
//
//   turn      0    1    2    3    4    5        heads a and b, two runs each, one turn behind
//   scores    a0   a1   b0   b1
//   weights        a0   a1   b0   b1
//   sums                a0   a1   b0   b1
//   result                   a0   a1   b0  ...
//   rows                          a0   a1  ...
//
// The reciprocals of all blocks of a head come behind its last sums, because an instruction on one
// vector takes as long as one on eight. The next head is prepared between the stages.
#include "compiler/kernels/attention/emit.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/kernels/attention/stages.h"

namespace vta {
namespace {

class AttentionOrder {
 public:
  AttentionOrder(AttentionStages& stages, const AttentionAreas& areas)
      : stages_(stages), a_(areas), heads_(areas.form.batch * areas.form.heads) {
    for (int64_t h = 0; h < heads_; ++h) {
      if (h > 0)
        runs_.resize(runs_.size() + static_cast<size_t>(a_.gap()));
      add_runs(stages_.head_at(h));
    }
  }

  void run() {
    stages_.load_common();
    for (const auto& side : stages_.copies(stages_.head_at(0)))
      side();
    stages_.load_keys(stages_.head_at(0));
    const int64_t turns = std::ssize(runs_) + a_.lags.rows;
    for (int64_t turn = 0; turn < turns; ++turn)
      take(turn);
  }

 private:
  using Run = AttentionStages::Run;
  using Head = AttentionStages::Head;

  void add_runs(const Head& head) {
    for (int64_t i = 0; i < a_.runs(); ++i) {
      const int64_t first = i * a_.tiles.blocks;
      runs_.push_back(Run{head, std::ssize(runs_), i, first,
                          std::min(a_.tiles.blocks, a_.query_blocks - first)});
    }
  }

  bool is_last(const Run& run) const { return run.index == a_.runs() - 1; }

  using Stage = AttentionStages::Stage;

  // What a stage does in a turn, if it has a run then.
  template <typename Action>
  void at(int64_t turn, const Action& action) {
    if (turn >= 0 && turn < std::ssize(runs_) && runs_[static_cast<size_t>(turn)])
      action(*runs_[static_cast<size_t>(turn)]);
  }

  void reset(int64_t turn, Stage stage) {
    at(turn, [&](const Run& run) { stages_.reset(stage, run); });
  }

  // Resets come together, before the steps of a softmax: with ACC_OVERLAP these take their turn in
  // the same queue, and then the products beside them wait for none. Where two stages share a
  // place, each reset comes just before its stage.
  void take(int64_t turn) {
    const AttentionLags& lags = a_.lags;
    const bool together = a_.roomy;
    if (!together || turn == 0)
      reset(turn, Stage::Scores);
    at(turn, [&](const Run& run) { scores(run); });
    if (together) {
      reset(turn - lags.weights, Stage::Weights);
      reset(turn - lags.sums, Stage::Sums);
      reset(turn - lags.result, Stage::Result);
      reset(turn - lags.rows, Stage::Rows);
      reset(turn + 1, Stage::Scores);
      stages_.end_resets();
    }
    const auto stage = [&](int64_t lag, Stage which, const auto& action) {
      if (!together)
        reset(turn - lag, which);
      at(turn - lag, action);
    };
    stage(lags.weights, Stage::Weights, [&](const Run& run) { stages_.weights(run); });
    stage(lags.sums, Stage::Sums, [&](const Run& run) { sums(run); });
    stage(lags.result, Stage::Result, [&](const Run& run) { result(run); });
    stage(lags.rows, Stage::Rows, [&](const Run& run) { stages_.rows(run); });
    at(turn, [&](const Run& run) { prepare_next(run); });
  }

  // Of a head, where it is not the head's before.
  void load_keys(int64_t head) {
    if (head < heads_ && stages_.head_at(head).first)
      stages_.load_keys(stages_.head_at(head));
  }
  void load_values(int64_t head) {
    if (head < heads_ && stages_.head_at(head).first)
      stages_.load_values(stages_.head_at(head));
  }

  void scores(const Run& run) {
    const int64_t head = run.head.index;
    if (run.index == 0 && a_.heads_ahead == 0 && head > 0)
      stages_.load_keys(run.head);
    stages_.scores(run);
    if (run.index == 0 && a_.heads_ahead == 2)
      load_keys(head + 1);
    if (is_last(run) && a_.heads_ahead == 1)
      load_keys(head + 1);
  }

  void sums(const Run& run) {
    const int64_t head = run.head.index;
    if (run.index == 0 && (a_.heads_ahead == 2 || (a_.heads_ahead == 1 && head == 0)))
      load_values(head);
    stages_.sums(run);
    if (is_last(run))
      stages_.reciprocals(run);
  }

  void result(const Run& run) {
    if (run.index == 0 && a_.heads_ahead == 0)
      stages_.load_values(run.head);
    stages_.result(run);
    if (is_last(run) && a_.heads_ahead == 1)
      load_values(run.head.index + 1);
  }

  // What the next head needs, in the turns of a head's scores.
  void prepare_next(const Run& run) {
    const int64_t next = run.head.index + 1;
    if (next == heads_)
      return;
    if (run.index == 0) {
      sides_ = stages_.copies(stages_.head_at(next));
      done_ = 0;
    }
    const int64_t until = ceil_div(std::ssize(sides_) * (run.index + 1), a_.runs());
    for (; done_ < until; ++done_)
      sides_[static_cast<size_t>(done_)]();
  }

  AttentionStages& stages_;
  const AttentionAreas& a_;
  int64_t heads_;
  std::vector<std::optional<Run>> runs_;  // by turns; nothing in those of a gap
  std::vector<AttentionStages::Side> sides_;
  int64_t done_ = 0;  // of these
};

}  // namespace

void emit_attention_at(const AttentionPlaces& places, const AttentionAreas& areas,
                       const VtaConfig& config, TaskStream& stream) {
  AttentionStages stages(places, areas, config, stream);
  AttentionOrder(stages, areas).run();
}

}  // namespace vta

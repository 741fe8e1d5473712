#include "compiler/quant/drop_limit.h"

#include <algorithm>

namespace vta {
namespace {

double percent_right(const std::vector<int64_t>& answers, const std::vector<int64_t>& expected) {
  int64_t right = 0;
  for (size_t i = 0; i < expected.size(); ++i)
    right += i < answers.size() && answers[i] == expected[i] ? 1 : 0;
  return expected.empty()
             ? 100
             : 100.0 * static_cast<double>(right) / static_cast<double>(expected.size());
}

class DropLimiter {
 public:
  DropLimiter(QuantHarness& harness, QuantHarness& held_out, QuantPlan plan,
              const std::optional<std::vector<int64_t>>& labels)
      : harness_(harness),
        held_out_(held_out),
        expected_(labels ? *labels : held_out.real_answers()),
        in_float_(percent_right(held_out.real_answers(), expected_)) {
    result_.plan = std::move(plan);
  }

  DropResult run(double most) {
    result_.drop_before = result_.drop = drop(result_.plan);
    rank();
    for (LayerSensitivity& layer : result_.layers)
      if (result_.drop > most)
        move(layer, true);
    // What was moved last is needed; of the others some may not be.
    for (LayerSensitivity& layer : result_.layers)
      if (layer.in_float) {
        move(layer, false);
        if (result_.drop > most)
          move(layer, true);
      }
    return std::move(result_);
  }

 private:
  double drop(const QuantPlan& plan) {
    return in_float_ - percent_right(held_out_.answers(plan), expected_);
  }

  void move(LayerSensitivity& layer, bool in_float) {
    layer.in_float = result_.plan.layers[layer.layer].in_float = in_float;
    result_.drop = drop(result_.plan);
  }

  void rank() {
    const QuantTrace trace = harness_.quantized(result_.plan).trace;
    const double whole = harness_.measure(result_.plan).sqnr_db;
    harness_.keep();
    for (const auto& [id, unused] : trace.layers) {
      QuantPlan without = result_.plan;
      without.layers[id].in_float = true;
      const Node& n = harness_.graph().node(id);
      result_.layers.push_back({id, n.name.empty() ? fmt::format("{} {}", n.op, id) : n.name,
                                harness_.measure(without).sqnr_db - whole});
    }
    std::ranges::stable_sort(result_.layers, std::greater(), &LayerSensitivity::gain_db);
  }

  QuantHarness& harness_;
  QuantHarness& held_out_;
  std::vector<int64_t> expected_;
  double in_float_;  // percent of right answers
  DropResult result_;
};

}  // namespace

DropResult limit_drop(QuantHarness& harness, QuantHarness& held_out, QuantPlan plan, double most,
                      const std::optional<std::vector<int64_t>>& labels) {
  return DropLimiter(harness, held_out, std::move(plan), labels).run(most);
}

}  // namespace vta

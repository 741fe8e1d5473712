#include "compiler/quant/auto_quant.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/cores.h"
#include "base/plural.h"
#include "compiler/passes/channel_factors.h"
#include "compiler/quant/bias_correction.h"
#include "compiler/quant/equalization.h"
#include "compiler/quant/initial_plan.h"
#include "compiler/quant/quant_warnings.h"
#include "compiler/quant/search_forecast.h"

namespace vta {
namespace {

constexpr std::array kRules = {ActivationRule::Max, ActivationRule::Percentile,
                               ActivationRule::LeastSquares, ActivationRule::Divergence};
constexpr std::array kEqualizations = {Equalization{.by_channel = false, .share = 1},
                                       Equalization{.by_channel = true, .share = 0.5},
                                       Equalization{.by_channel = true, .share = 1}};
// Less is what these samples decide: others lose as often.
constexpr double kTensorGainDb = 0.2, kChannelGainDb = 1.5;
static_assert(kAllStarts == 3 * kRules.size() + kEqualizations.size() + 1);
static_assert(kStartsOfOtherForm == kRules.size() + 2);
constexpr int kRepeats = 2;
constexpr int64_t kFewestSearched = 8;  // batches
constexpr double kStartSlack = 0.3;     // rules differ in more than one tensor

std::string score_text(const LogitScore& score) {
  return fmt::format("{:.1f} dB, agreement {:.1f} %", score.sqnr_db, score.agreement);
}

std::string equalization_name(const Equalization& how) {
  if (!how.by_channel)
    return "tensor";
  return how.share == 1 ? "values" : "alike";
}

class AutoSearch {
 public:
  AutoSearch(const Graph& graph, const QuantOptions& options, const AutoQuantOptions& how)
      : harness_(graph, options, thread_count(how.threads)),
        work_(how.work),
        searched_(how.searched),
        other_(how.other_form),
        given_(how.start),
        progress_(how.progress != nullptr ? *how.progress : unseen_),
        behind_(how.behind) {}

  AutoQuant run() {
    start_on_what_is_affordable();
    progress_.begin(expected_forms());
    if (other_ != nullptr)
      start_of_other_form();
    else if (given_)
      offer(*given_);
    else
      start();
    const LogitScore start = score_;
    progress_.next_phase(spent());
    if (searched_)
      use_what_is_affordable();
    // What neither changed anything behind it is not tried again.
    bool changed = searched_;
    for (int i = 0; i < kRepeats && changed && !stopped_; ++i) {
      changed = improve("biases", correct_biases) || i == 0;
      if (changed && !stopped_)
        changed = improve("exponents", search_exponents);
    }
    finish();
    AutoQuant found = {.plan = std::make_shared<QuantPlan>(best_),
                       .score = score_,
                       .start = start,
                       .best_start = best_start_};
    const QuantTrace trace = harness_.quantized(best_).trace;
    found.values = trace.exponents;
    for (const auto& [id, unused] : trace.layers)
      found.layers.insert(id);
    found.far_off = std::move(far_off_);
    found.steps = std::move(steps_);
    found.warnings = warnings();
    return found;
  }

 private:
  // How many plans are begun with, at most.
  double starts() const {
    if (other_ != nullptr)
      return kStartsOfOtherForm;
    return given_ ? 1 : kAllStarts;
  }

  // Of this one and of those behind it, which are about as large.
  std::vector<SearchProgress::Form> expected_forms() const {
    const QuantTrace trace =
        harness_.quantized(initial_plan(harness_, {ActivationRule::Max, true})).trace;
    const SearchSize size = {.batches = harness_.batches(),
                             .layers = std::ssize(trace.layers),
                             .values = std::ssize(trace.exponents),
                             .limit = static_cast<double>(work_) / static_cast<double>(whole_)};
    std::vector<SearchProgress::Form> forms = {
        expected_form({starts(), searched_, other_ != nullptr}, size)};
    for (const SearchShape& shape : behind_)
      forms.push_back(expected_form(shape, size));
    return forms;
  }

  // The best of the plans that look at one tensor at a time, and that with other units.
  void start() {
    for (const ActivationRule rule : kRules) {
      offer_start(fmt::format("{}", rule_name(rule)), {rule},
                  initial_plan(harness_, {rule, false}));
      offer_start(fmt::format("{}/channel", rule_name(rule)), {rule},
                  initial_plan(harness_, {rule, true}));
      offer({rule});
    }
    steps_.push_back(fmt::format(
        "start: {} dB (of activations; weights per layer or per channel, and biases that take back "
        "what rounding weights does; ~: on the first samples, far off): {}",
        fmt::join(tried_, ", "), chosen_));
    if (!values_for_factors(harness_.graph()).empty())
      start_equalized();
  }

  void start_equalized() {
    const ActivationRule chosen = best_start_.rule;
    tried_.clear();
    for (const Equalization& how : kEqualizations)
      offer({chosen, how});
    if (chosen != ActivationRule::LeastSquares)
      offer({ActivationRule::LeastSquares, kEqualizations.front()});
    steps_.push_back(fmt::format(
        "{}: {} dB (of activations, in units that are no powers of two: one for a tensor, or per "
        "channel, so that values and weights are alike, or values): {}",
        chosen_.ends_with("/tensor") || best_.factors.empty() ? "units" : "channels equalized",
        fmt::join(tried_, ", "), best_.factors.empty() ? "none" : chosen_));
  }

  // What layers and values have in both forms is as it was found there, the rest as in this plan.
  QuantPlan with_other_form(const QuantPlan& rest) {
    QuantPlan joined =
        joined_plan(harness_.graph(), rest, *other_->plan, other_->values, other_->layers);
    const QuantPlan corrected = with_weight_corrections(harness_, joined);
    for (auto& [id, layer] : joined.layers)
      if (!other_->layers.contains(id))
        layer = corrected.layers.at(id);
    return joined;
  }

  void start_of_other_form() {
    for (const ActivationRule rule : kRules)
      offer({rule});
    if (!values_for_factors(harness_.graph()).empty()) {
      const ActivationRule chosen = best_start_.rule;
      offer({chosen, kEqualizations.front()});
      if (chosen != ActivationRule::LeastSquares)
        offer({ActivationRule::LeastSquares, kEqualizations.front()});
    }
    for (const auto& [id, direction] : other_->far_off)
      if (best_.factors.contains(id) == other_->plan->factors.contains(id))
        far_off_.insert({id, direction});
    steps_.push_back(fmt::format(
        "start: {} dB (of what the other form has in float; all else is as it was found there): {}",
        fmt::join(tried_, ", "), chosen_));
  }

  // A start that has weight exponents per channel and biases that take back what they do.
  void offer(const AutoStart& how) {
    const double least_gain_db = !how.units              ? 0
                                 : how.units->by_channel ? kChannelGainDb
                                 : best_start_.units     ? 0
                                                         : kTensorGainDb;
    QuantPlan plan =
        how.units ? initial_plan(harness_, how.rule, equalizing_factors(harness_, *how.units))
                  : initial_plan(harness_, {how.rule, true});
    plan = other_ != nullptr ? with_other_form(plan)
                             : with_weight_corrections(harness_, std::move(plan));
    const std::string_view form = other_ != nullptr ? "" : "/channel+bias";
    offer_start(how.units ? fmt::format("{}/{}", rule_name(how.rule), equalization_name(*how.units))
                          : fmt::format("{}{}", rule_name(how.rule), form),
                how, std::move(plan), least_gain_db);
  }

  void offer_start(const std::string& name, const AutoStart& how, QuantPlan plan,
                   double least_gain_db = 0) {
    const Comparison compared =
        harness_.compare(plan, std::pow(10, -least_gain_db / 10), kStartSlack);
    const LogitScore& score = compared.score;
    progress_.trial(spent());
    tried_.push_back(fmt::format("{} {}{:.1f}", name, compared.whole ? "" : "~", score.sqnr_db));
    if (!chosen_.empty() && !(compared.whole && score.noise < score_.noise &&
                              score.sqnr_db >= score_.sqnr_db + least_gain_db))
      return;
    chosen_ = name;
    best_start_ = how;
    best_ = std::move(plan);
    score_ = score;
    harness_.keep();
  }

  // Rules are measured on all samples where half of the work is enough for it.
  void start_on_what_is_affordable() {
    const int64_t sample = std::max<int64_t>(1, MemoRun::work_of(harness_.graph()));
    whole_ = sample * harness_.batches();
    const auto affordable = static_cast<int64_t>(static_cast<double>(work_) * kStartShare /
                                                 (starts() * static_cast<double>(sample)));
    harness_.use_batches(std::max(affordable, kFewestSearched));
  }

  // A pass of biases and exponents computes half of the graph about twice for each layer or tensor;
  // of most trials the first samples tell enough.
  void use_what_is_affordable() {
    const QuantTrace trace = harness_.quantized(best_).trace;
    const auto trials = static_cast<int64_t>(trace.exponents.size() + trace.layers.size());
    const int64_t once = std::max<int64_t>(1, trials * (whole_ / harness_.batches()) / 2);
    const int64_t affordable = std::max((work_ - harness_.work()) / once, kFewestSearched);
    harness_.use_batches(affordable);  // rules may have been measured on fewer
    if (affordable >= harness_.batches())
      return;
    steps_.push_back(fmt::format("searched on the first {} of {}: all would take too long",
                                 affordable, counted(harness_.batches(), "sample")));
  }

  // Whether it did.
  bool improve(std::string_view what,
               SearchResult (*search)(QuantHarness&, QuantPlan, const SearchLimits&)) {
    SearchLimits limits;
    limits.work = std::max<int64_t>(0, work_ - harness_.work());
    limits.tried = [&] { progress_.trial(spent()); };
    limits.far_off = &far_off_;
    SearchResult found = search(harness_, std::move(best_), limits);
    best_ = std::move(found.plan);
    score_ = found.score;
    stopped_ = !found.complete;
    steps_.push_back(fmt::format("{}: {} of {} kept, {}{}", what, found.changes,
                                 counted(found.trials, "change"), score_text(score_),
                                 found.complete ? "" : "; stopped at the limit of work"));
    progress_.next_phase(spent());
    return found.changes > 0;
  }

  // In runs of the whole graph on all samples.
  double spent() const {
    return static_cast<double>(harness_.work()) / static_cast<double>(std::max<int64_t>(1, whole_));
  }

  void finish() {
    harness_.use_batches(harness_.batches());
    score_ = harness_.measure(best_);
    steps_.push_back(fmt::format("{} on the {}", score_text(score_),
                                 counted(score_.rows, "calibration sample")));
  }

  std::vector<std::string> warnings() {
    std::vector<std::string> all = poor_score_warnings(score_);
    for (auto& more : {few_samples_warnings(score_.rows),
                       alike_samples_warnings(harness_.graph(), harness_.options().calibration),
                       saturation_warnings(harness_, best_)})
      all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  QuantHarness harness_;
  int64_t work_, whole_ = 0;  // of the search; of one measurement of all samples
  bool searched_;
  const AutoQuant* other_;
  std::optional<AutoStart> given_;
  FarOff far_off_;
  SearchProgress unseen_{{}};
  SearchProgress& progress_;
  std::vector<SearchShape> behind_;
  QuantPlan best_;
  LogitScore score_;
  AutoStart best_start_;
  bool stopped_ = false;
  std::vector<std::string> tried_;
  std::string chosen_;  // of these
  std::vector<std::string> steps_;
};

}  // namespace

int64_t thread_count(int64_t wanted) {
  return wanted > 0 ? wanted : usable_cores();
}

AutoQuant find_quantization(const Graph& graph, const QuantOptions& options,
                            const AutoQuantOptions& how) {
  return AutoSearch(graph, options, how).run();
}

}  // namespace vta

#include "explore/sweep/confirm.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/workers/workers.h"
#include "explore/store/reader.h"
#include "explore/store/reuse.h"
#include "explore/store/row_codec.h"
#include "explore/store/writer.h"
#include "explore/sweep/setup.h"
#include "sim/factory/device_factory.h"
#include "sim/tsim/model_cache.h"

namespace vta::explore {
namespace {

std::unique_ptr<Device> make_timing_csim(const VtaConfig& config, int64_t memory_bytes) {
  return make_device("csim", config, {.memory_bytes = memory_bytes, .timing_only = true});
}

std::unique_ptr<Device> make_rtl(const VtaConfig& config, int64_t memory_bytes) {
  return make_device("tsim", config, {.memory_bytes = memory_bytes});
}

std::string timing_difference(const std::string& what, const KernelTiming& csim,
                              const KernelTiming& tsim) {
  if (csim.cycles != tsim.cycles)
    return fmt::format("{} takes {} cycles on csim, {} on tsim", what, csim.cycles, tsim.cycles);
  return csim == tsim ? ""
                      : fmt::format("units of {} are in other states: {} on csim, {} on tsim", what,
                                    states_text(csim.units), states_text(tsim.units));
}

// Front points in the order in which they are worth a build.
std::vector<PointRow> front_by_size(SweepReader& reader) {
  std::vector<PointRow> points = reader.points();
  const std::vector<int64_t> front = pareto_points(reader.header().objectives, points);
  std::erase_if(points,
                [&](const PointRow& row) { return !std::ranges::binary_search(front, row.idx); });
  std::ranges::stable_sort(points, {}, [](const PointRow& row) { return row.spec.config.macs(); });
  return points;
}

// The child's answer.
struct Comparison {
  int64_t csim_cycles = 0, tsim_cycles = 0;
  std::string difference;
  static constexpr bool kMessage = true;  // base/archive.h
};

class Confirmation {
 public:
  Confirmation(const ConfirmOptions& options, const Space& space, Evaluator& evaluator)
      : options_(options), evaluator_(evaluator), writer_(options.database, header_of(space)) {
    SweepReader reader(options.database);
    stored_.emplace(options.reuse, reader.networks(), reader.header());
    front_ = front_by_size(reader);
    for (const ConfirmationRow& row : reader.confirmations())
      known_[row.idx] = row;
  }

  ConfirmSummary run() {
    progress_.emplace("points on the RTL", std::ssize(front_));
    int64_t above = 0;
    for (const PointRow& row : front_) {
      refuse_to_go_on();
      const int64_t macs = row.spec.config.macs();
      if (macs > options_.most_macs && ++above > options_.above)
        leave_out(row);
      else if (status_of(row.idx) != "confirmed" && !take_over(row))
        confirm(row);
      progress_->step();
    }
    progress_.reset();
    return count();
  }

 private:
  void refuse_to_go_on() const {
    if (options_.stop && options_.stop())
      throw IncompleteError(fmt::format(
          "interrupted while points were confirmed: {} of {} have been looked at; the same "
          "command with --resume goes on",
          looked_at(), front_.size()));
  }

  int64_t looked_at() const {
    return std::ranges::count_if(front_,
                                 [&](const PointRow& row) { return known_.contains(row.idx); });
  }

  // What is interrupted has found nothing out.
  ChildReport in_child(const std::function<std::string()>& work) {
    ChildReport report = run_in_child(work, [this] {
      progress_->step(0);  // a point may take minutes
      return options_.stop && options_.stop();
    });
    if (!report.failure.empty())
      refuse_to_go_on();
    return report;
  }

  std::string status_of(int64_t idx) const {
    const auto known = known_.find(idx);
    return known == known_.end() ? "" : known->second.status;
  }

  void put(const ConfirmationRow& row, const ConfirmEffortRow* effort) {
    known_[row.idx] = row;
    if (effort != nullptr)
      writer_.put_confirmation(row, *effort);
    else
      writer_.put_confirmation(row);
  }

  void leave_out(const PointRow& row) {
    const std::string status = status_of(row.idx);
    if (status == "confirmed" || status == "different")
      return;  // of an earlier run with other limits
    put({row.idx,
         "unconfirmed",
         {},
         {},
         fmt::format("{} MACs: above {}, and not among the {} smallest above",
                     row.spec.config.macs(), options_.most_macs, options_.above)},
        nullptr);
  }

  bool take_over(const PointRow& row) {
    std::optional<ConfirmationRow> stored = stored_->confirmed(row.spec);
    if (!stored || stored->csim_cycles != row.result.timing.cycles)
      return false;
    stored->idx = row.idx;
    put(*stored, nullptr);
    return true;
  }

  // The build in a process of its own, so that its memory is known apart from the simulation's.
  void confirm(const PointRow& row) {
    ConfirmEffortRow effort{.idx = row.idx};
    const ChildReport build = in_child(
        [&] { return std::string(options_.opinion.build(row.spec.config) ? "built" : "there"); });
    effort.built = build.answer == "built";
    effort.build_seconds = build.seconds;
    effort.build_peak_mb = build.peak_mb;
    if (!build.failure.empty()) {
      put({row.idx, "unconfirmed", {}, {}, "no model: " + build.failure}, &effort);
      return;
    }
    const ChildReport run = in_child([&] { return to_bytes(compare(row)); });
    effort.run_seconds = run.seconds;
    effort.run_peak_mb = run.peak_mb;
    if (!run.failure.empty()) {
      put({row.idx, "unconfirmed", {}, {}, "no run: " + run.failure}, &effort);
      return;
    }
    const auto found = from_bytes<Comparison>(run.answer, "the comparison");
    put({row.idx, found.difference.empty() ? "confirmed" : "different", found.csim_cycles,
         found.tsim_cycles, found.difference},
        &effort);
  }

  // Against csim and against what the database says.
  Comparison compare(const PointRow& row) {
    const PointResult csim = evaluator_.result_on(row.spec, make_timing_csim);
    const PointResult tsim = evaluator_.result_on(row.spec, options_.opinion.make);
    std::string difference = result_difference(csim, tsim);
    if (difference.empty() && csim.timing.cycles != row.result.timing.cycles)
      difference = fmt::format("the database has {} cycles, csim {}", row.result.timing.cycles,
                               csim.timing.cycles);
    return {csim.timing.cycles, tsim.timing.cycles, difference};
  }

  ConfirmSummary count() const {
    ConfirmSummary summary;
    for (const PointRow& row : front_) {
      const std::string& status = known_.at(row.idx).status;
      ++(status == "confirmed"   ? summary.confirmed
         : status == "different" ? summary.different
                                 : summary.unconfirmed);
    }
    return summary;
  }

  const ConfirmOptions& options_;
  Evaluator& evaluator_;
  SweepWriter writer_;
  std::optional<StoredPoints> stored_;
  std::vector<PointRow> front_;
  std::map<int64_t, ConfirmationRow> known_;
  std::optional<Progress> progress_;
};

}  // namespace

SecondOpinion rtl_opinion() {
  return {.build =
              [](const VtaConfig& config) {
                return find_or_build_model(model_recipe(config, model_options())).built;
              },
          .make = make_rtl};
}

std::string result_difference(const PointResult& csim, const PointResult& tsim) {
  if (csim == tsim)
    return "";
  if (csim.layers.size() != tsim.layers.size())
    return fmt::format("{} on csim, {} on tsim", counted(std::ssize(csim.layers), "layer"),
                       tsim.layers.size());
  for (size_t k = 0; k < csim.layers.size(); ++k) {
    const LayerResult& a = csim.layers[k];
    const LayerResult& b = tsim.layers[k];
    const std::string what = fmt::format("layer {} ({})", k, a.name);
    if (const std::string text = timing_difference(what, a.timing, b.timing); !text.empty())
      return text;
    if (a.counters != b.counters)
      return fmt::format("{} has other counters: {} bytes on csim, {} on tsim", what,
                         a.counters.total_bytes(), b.counters.total_bytes());
  }
  if (const std::string text = timing_difference("the run", {csim.timing.cycles, csim.timing.units},
                                                 {tsim.timing.cycles, tsim.timing.units});
      !text.empty())
    return text;
  if (csim.timing.bus_beats != tsim.timing.bus_beats)
    return fmt::format("{} beats of the bus on csim, {} on tsim", csim.timing.bus_beats,
                       tsim.timing.bus_beats);
  return "counters of the run differ";
}

ConfirmSummary confirm_pareto(const ConfirmOptions& options, const Space& space,
                              Evaluator& evaluator) {
  return Confirmation(options, space, evaluator).run();
}

}  // namespace vta::explore

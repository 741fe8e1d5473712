#include "explore/sweep/accuracies.h"

#include "base/error.h"
#include "base/workers/workers.h"
#include "explore/sweep/stop_signal.h"

namespace vta::explore {

Accuracies::Accuracies(const Space& space, Evaluator& evaluator, int64_t threads,
                       std::function<void()> waiting)
    : space_(space), evaluator_(evaluator), threads_(threads), waiting_(std::move(waiting)) {}

void Accuracies::recall(const PointRow& row) {
  if (row.accuracy)
    known_.emplace(Key(row.spec.network, row.values_key), *row.accuracy);
}

void Accuracies::measure(const std::vector<int64_t>& indices) {
  std::map<Key, std::vector<int64_t>> missing;
  std::vector<Key> order;  // that of the points
  for (const int64_t index : indices) {
    const std::string& network = space_.network(index).name;
    if (!evaluator_.has_samples(network) || keys_.contains(index))
      continue;
    try {
      keys_[index] = evaluator_.values_key(std::get<PointSpec>(space_.point(index)));
    } catch (const Error&) {
      continue;  // the runner says what is wrong with the point
    }
    const Key key(network, keys_[index]);
    if (known_.contains(key) || failed_.contains(key))
      continue;
    if (!missing.contains(key))
      order.push_back(key);
    missing[key].push_back(index);
  }
  for (size_t i = 0; i < order.size(); ++i)
    measure(order[i], missing[order[i]],
            fmt::format("accuracy {} of {}: samples", i + 1, order.size()));
}

// On the first of the points that can be compiled: whether tiles fit is a matter of the buffers.
void Accuracies::measure(const Key& key, const std::vector<int64_t>& indices,
                         const std::string& progress) {
  for (const int64_t index : indices) {
    const ChildReport report = run_in_child(
        [&] {
          return to_bytes(evaluator_.accuracy(std::get<PointSpec>(space_.point(index)),
                                              {.threads = threads_, .progress = progress}));
        },
        [&] {
          waiting_();
          return StopSignal::requested();
        });
    if (StopSignal::requested() && !report.failure.empty())
      throw IncompleteError("interrupted while accuracy was measured");
    if (report.failure.empty()) {
      known_[key] = from_bytes<Accuracy>(report.answer, "the measurement");
      return;
    }
    if (report.code == ExitCode::Compile)
      continue;
    failed_[key] =
        fmt::format("accuracy of network '{}' cannot be measured: {}", key.first, report.failure);
    return;
  }
}

Accuracies::Found Accuracies::of(int64_t index) const {
  const auto key = keys_.find(index);
  if (key == keys_.end())
    return {};
  const Key whole(space_.network(index).name, key->second);
  Found found{.values_key = key->second, .accuracy = {}, .failure = {}};
  if (const auto known = known_.find(whole); known != known_.end())
    found.accuracy = known->second;
  else if (const auto failed = failed_.find(whole); failed != failed_.end())
    found.failure = failed->second;
  return found;
}

}  // namespace vta::explore

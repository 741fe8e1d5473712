#include "explore/sweep/import.h"

#include <fmt/ranges.h>

#include <chrono>

#include "base/workers/workers.h"
#include "explore/evaluate/model_file.h"
#include "explore/sweep/setup.h"
#include "explore/sweep/stop_signal.h"

namespace vta::explore {
namespace {

// The identity of the samples. An error says what it is of.
std::string checked_samples(const NetworkSpec& network, std::span<const int64_t> images) {
  try {
    check_accuracy_data(network, network.recipe.integer("batch", images.front()));
    return accuracy_identity(network, ModelFile(network).path());
  } catch (const Error& e) {
    throw Error(e.exit_code(), fmt::format("its accuracy cannot be measured: {}", e.what()));
  }
}

}  // namespace

NetworkTrial try_import(const NetworkSpec& network, std::span<const int64_t> images,
                        double most_seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto late = [&] {
    return std::chrono::steady_clock::now() - start > std::chrono::duration<double>(most_seconds);
  };
  const ChildReport report = run_in_child(
      [&] {
        NetworkSpec alone = network;
        if (!needs_samples(network.recipe))
          alone.accuracy.reset();
        Evaluator evaluator({alone});
        evaluator.prepare(images);
        NetworkInfo info = evaluator.infos().front();
        info.accuracy = checked_samples(network, images);
        return to_bytes(info);
      },
      [&] { return StopSignal::requested() || late(); });
  if (report.failure.empty())
    return {.info = from_bytes<NetworkInfo>(report.answer, "the import"), .failure = {}};
  if (StopSignal::requested())
    throw IncompleteError("interrupted while networks were imported");
  const bool too_long = report.code == ExitCode::Internal && late();
  const std::string reason =
      too_long ? fmt::format("not done after {:g} seconds", most_seconds) : report.failure;
  return {.info = {},
          .failure = fmt::format("network '{}' cannot be imported: {}", network.name, reason),
          .code = too_long ? ExitCode::ResourceLimit : report.code};
}

namespace {

// With the quantizations of the sweep, which the trial leaves out: a search on samples takes long.
NetworkTrial prepare_here(Evaluator& evaluator, const NetworkSpec& network,
                          std::span<const int64_t> images) {
  try {
    evaluator.prepare(network.name, images);
    return {};
  } catch (const Error& e) {
    return {.info = {},
            .failure = fmt::format("network '{}' cannot be quantized: {}", network.name, e.what()),
            .code = e.exit_code()};
  }
}

}  // namespace

NetworkFailures import_networks(const Space& space, Evaluator& evaluator) {
  std::set<std::string> names;
  for (const NetworkSpec& network : space.spec().networks)
    names.insert(network.name);
  return import_networks(space, evaluator, names);
}

NetworkFailures import_networks(const Space& space, Evaluator& evaluator,
                                const std::set<std::string>& names) {
  const std::vector<int64_t> images = images_of(space.spec());
  NetworkFailures failures;
  std::vector<NetworkTrial> failed;
  for (const NetworkSpec& network : space.spec().networks) {
    if (!names.contains(network.name))
      continue;
    NetworkTrial trial = try_import(network, images);
    if (trial.failure.empty())
      trial = prepare_here(evaluator, network, images);
    if (trial.failure.empty())
      continue;
    failures[network.name] = trial.failure;
    failed.push_back(trial);
  }
  if (!failed.empty() && failed.size() == names.size()) {
    std::vector<std::string> reasons;
    for (const NetworkTrial& trial : failed)
      reasons.push_back(trial.failure);
    throw Error(failed.front().code, fmt::format("{}", fmt::join(reasons, "; ")));
  }
  return failures;
}

Outcome evaluate_imported(const Space& space, Evaluator& evaluator, const NetworkFailures& failures,
                          int64_t index) {
  if (index >= 0 && index < space.size())
    if (const auto failure = failures.find(space.network(index).name); failure != failures.end())
      return Failed{failure->second};
  return evaluate_index(space, evaluator, index);
}

}  // namespace vta::explore

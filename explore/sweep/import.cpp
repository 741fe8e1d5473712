#include "explore/sweep/import.h"

#include <fmt/ranges.h>

#include <filesystem>
#include <functional>

#include "base/elapsed.h"
#include "base/workers/workers.h"
#include "compiler/onnx/model_zoo.h"
#include "explore/evaluate/model_file.h"
#include "explore/sweep/setup.h"
#include "explore/sweep/stop_signal.h"
#include "explore/tune/tuned_schedule.h"

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

// What `work` says of the network, in a process of its own.
NetworkTrial elsewhere(const NetworkSpec& network, double most_seconds,
                       const std::function<NetworkInfo()>& work) {
  const Stopwatch watch;
  const auto late = [&] { return watch.seconds() > most_seconds; };
  const ChildReport report = run_in_child([&] { return to_bytes(work()); },
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

void check_settings(const NetworkSpec& network) {
  const Recipe recipe = recipe_of(network, "");
  settle(recipe, schedule_by_name(schedule_of(recipe)), needs_samples(recipe));
}

// Its file is what the build says, and no other is read for it.
bool is_only_of_zoo(const NetworkSpec& network) {
  return !network.zoo.empty() && !network.accuracy;
}

}  // namespace

NetworkTrial try_import(const NetworkSpec& network, std::span<const int64_t> images,
                        double most_seconds) {
  return elsewhere(network, most_seconds, [&] {
    NetworkSpec alone = network;
    if (!needs_samples(network.recipe))
      alone.accuracy.reset();
    Evaluator evaluator({alone});
    evaluator.prepare(images);
    NetworkInfo info = evaluator.infos().front();
    info.accuracy = checked_samples(network, images);
    return info;
  });
}

NetworkTrial look_at_network(const NetworkSpec& network, std::span<const int64_t> images,
                             double most_seconds) {
  return elsewhere(network, most_seconds, [&] {
    check_networks({&network, 1});
    check_settings(network);
    if (is_only_of_zoo(network)) {
      describe_model(network.zoo);  // must be known
      return words_of(network);
    }
    const ModelFile model(network);
    check_import(network, model.path(), images);
    NetworkSpec alone = network;
    alone.accuracy.reset();
    NetworkInfo info = identity_of(alone, model.path());
    info.accuracy = checked_samples(network, images);
    return info;
  });
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

// Whoever needs a network that cannot be read says so. A pipe would be waited for.
std::vector<NetworkInfo> identities_of_files(std::span<const NetworkSpec> networks) {
  std::vector<NetworkInfo> identities;
  for (const NetworkSpec& network : networks) {
    std::error_code ignored;
    if (is_only_of_zoo(network) ||
        (network.zoo.empty() && !std::filesystem::is_regular_file(network.model, ignored)))
      continue;
    NetworkTrial trial = elsewhere(network, kMostImportSeconds,
                                   [&] { return identity_of(network, ModelFile(network).path()); });
    if (trial.failure.empty())
      identities.push_back(std::move(trial.info));
  }
  return identities;
}

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

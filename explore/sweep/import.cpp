#include "explore/sweep/import.h"

#include <fmt/ranges.h>

#include <chrono>

#include "explore/sweep/child.h"
#include "explore/sweep/setup.h"
#include "explore/sweep/stop_signal.h"

namespace vta::explore {
namespace {

// The child's answer: the hash, then the quantisation in words.
std::string info_text(const NetworkInfo& info) {
  return info.hash + "\n" + info.quantization;
}

NetworkInfo parse_info(const NetworkSpec& network, const std::string& text) {
  const size_t end = text.find('\n');
  VTA_CHECK(end != std::string::npos, "the import of '{}' answers '{}'", network.name, text);
  return {network.name, network.zoo.empty() ? network.model : "zoo:" + network.zoo,
          text.substr(0, end), text.substr(end + 1)};
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
        Evaluator evaluator({network});
        evaluator.prepare(images);
        return info_text(evaluator.infos().front());
      },
      [&] { return StopSignal::requested() || late(); });
  if (report.failure.empty())
    return {.info = parse_info(network, report.answer), .failure = {}};
  if (StopSignal::requested())
    throw IncompleteError("interrupted while networks were imported");
  const bool too_long = report.code == ExitCode::Internal && late();
  const std::string reason =
      too_long ? fmt::format("not done after {:g} seconds", most_seconds) : report.failure;
  return {.info = {},
          .failure = fmt::format("network '{}' cannot be imported: {}", network.name, reason),
          .code = too_long ? ExitCode::ResourceLimit : report.code};
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
    const NetworkTrial trial = try_import(network, images);
    if (trial.failure.empty()) {
      evaluator.prepare(network.name, images);
      continue;
    }
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

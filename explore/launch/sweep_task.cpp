#include "explore/launch/sweep_task.h"

#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "explore/launch/array_folder.h"
#include "explore/launch/share_file.h"
#include "explore/sweep/import.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/outcome_bytes.h"
#include "explore/sweep/setup.h"

namespace vta::explore {

std::string sweep_identity(const Space& space) {
  const SweepHeader header = header_of(space);
  return hash_hex(fmt::format("{}\n{}\n{}", header.tool_version, header.build, header.spec_hash));
}

namespace {

// Indexes of the list that the share has no result for.
std::vector<int64_t> missing_points(const SweepTask& task, const Space& space,
                                    const ShareWriter& share) {
  std::set<int64_t> there;
  for (const std::string& payload : share.earlier())
    there.insert(from_bytes<PointOutcome>(payload, task.share).index);
  std::vector<int64_t> missing;
  for (const int64_t index : read_point_list(task.points)) {
    if (index >= space.size())
      throw InputError(fmt::format("{}: index {} is outside the space of {} points", task.points,
                                   index, space.size()));
    if (!there.contains(index))
      missing.push_back(index);
  }
  return missing;
}

}  // namespace

SweepTaskReport run_sweep_task(const SweepTask& task) {
  const Space space = load_space(task.spec);
  ShareWriter share(task.share, sweep_identity(space));
  const std::vector<int64_t> missing = missing_points(task, space, share);
  SweepTaskReport report{.points = std::ssize(missing), .earlier = std::ssize(share.earlier())};
  if (missing.empty())
    return report;
  Evaluator evaluator(space.spec().networks, graph_axes(space.spec()));
  evaluator.set_max_cycles(task.max_cycles);
  std::set<std::string> networks;
  for (const int64_t index : missing)
    networks.insert(space.network(index).name);
  const NetworkFailures failures = import_networks(space, evaluator, networks);
  LocalRunner runner(
      [&](int64_t index) { return evaluate_imported(space, evaluator, failures, index); },
      {.jobs = task.jobs, .stop = task.stop});
  runner.run(missing, [&](const PointOutcome& outcome) { share.append(to_bytes(outcome)); });
  return report;
}

}  // namespace vta::explore

// The networks of a sweep, imported so that a hostile one harms its own points only.
//
// A file may make the importer fail in every way that there is: an error, a crash, all the memory,
// no end (a quarter of an hour is one). So each network is imported in a process of its own first,
// and here only after that went well.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "explore/evaluate/evaluator.h"
#include "explore/evaluate/outcome.h"
#include "explore/space/space.h"

namespace vta::explore {

struct NetworkTrial {
  NetworkInfo info;     // where it went well
  std::string failure;  // else "network 'x' cannot be imported: ..."
  ExitCode code = ExitCode::Ok;
};

// The slowest network known here takes seconds.
inline constexpr double kMostImportSeconds = 900;

// Imports and quantizes the network for these numbers of images in another process, and forgets it.
// IncompleteError where StopSignal says so.
NetworkTrial try_import(const NetworkSpec& network, std::span<const int64_t> images,
                        double most_seconds = kMostImportSeconds);

// What networks of files and samples are now, as far as these can be read. Nothing is imported, and
// networks of the zoo, which are what the build says, are left out.
std::vector<NetworkInfo> identities_of_files(std::span<const NetworkSpec> networks);

// Imports the network likewise, but quantizes nothing, so that it takes a moment and the memory of
// its file: what a plan needs. A network of the zoo without samples is what the build says; its
// info has no hash.
NetworkTrial look_at_network(const NetworkSpec& network, std::span<const int64_t> images,
                             double most_seconds = kMostImportSeconds);

// By name of the network: why it cannot be imported. Sent to every point of that network.
using NetworkFailures = std::map<std::string, std::string>;

// Tries the networks of the space, and prepares the evaluator for those that came through. Where
// none does, there is nothing to go on with: an Error with all reasons and the exit code of the
// first. `names`: these networks only.
NetworkFailures import_networks(const Space& space, Evaluator& evaluator);
NetworkFailures import_networks(const Space& space, Evaluator& evaluator,
                                const std::set<std::string>& names);

// evaluate_index(), but Failed with the reason where the point's network could not be imported.
Outcome evaluate_imported(const Space& space, Evaluator& evaluator, const NetworkFailures& failures,
                          int64_t index);

}  // namespace vta::explore

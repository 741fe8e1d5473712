// From a point of a design space to its exact cycles, fast enough for thousands of points.
//
//   Evaluator evaluator({{.name = "resnet18_v1", .zoo = "resnet18_v1"}});
//   evaluator.prepare({1, 2, 4});            // imports and quantises, once per batch of the
//   network
//   ... fork worker processes here: what was prepared is shared, copy on write ...
//   Outcome outcome = evaluator.evaluate({.config = config, .network = "resnet18_v1"});
//
// A point is compiled without the contents of constants and simulated by csim without values.
// Instructions, cycles, counters and states are those of
// `vta run --backend csim` on the same network, configuration and schedule.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "explore/evaluate/outcome.h"
#include "explore/network.h"
#include "explore/point.h"

namespace vta::explore {

// Seconds that the points evaluated so far have taken.
struct EvaluateTimes {
  double passes = 0, schedule = 0, codegen = 0, simulate = 0;
  int64_t points = 0, reused_programs = 0;
};

// Used from one thread at a time.
class Evaluator {
 public:
  // UsageError: no network, a name twice, neither or both of zoo and model, a skip_conv that is no
  // convolution's index or name, a scale that is not above 0.
  explicit Evaluator(std::vector<NetworkSpec> networks);
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Imports and quantises every network for these numbers of images, where that is not done yet.
  // Errors of the import name the model: InputError, UsageError; CompileError where an operator is
  // not supported. Then, and not before, infos() is complete.
  void prepare(std::span<const int64_t> images);
  void prepare(std::initializer_list<int64_t> images) {
    prepare(std::span(images.begin(), images.size()));
  }
  const std::vector<NetworkInfo>& infos() const { return infos_; }

  // Never throws but std::bad_alloc: what is wrong with the point is in the outcome. A network
  // and number of images that were not prepared are prepared now.
  Outcome evaluate(const PointSpec& point);

  const EvaluateTimes& times() const { return times_; }

 private:
  struct Compiled;
  struct Prepared;
  struct Network;
  PointResult run(const PointSpec& point);

  std::vector<NetworkSpec> specs_;
  std::vector<NetworkInfo> infos_;
  std::vector<std::unique_ptr<Network>> networks_;
  std::unique_ptr<Compiled> last_;  // the program of the last point
  EvaluateTimes times_;
};

}  // namespace vta::explore

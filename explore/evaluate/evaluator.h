// From a point of a design space to its exact cycles, fast enough for thousands of points.
//
//   std::vector<NetworkSpec> networks = {{.name = "resnet18_v1", .zoo = "resnet18_v1"}};
//   Evaluator evaluator(networks);
//   evaluator.prepare({1, 2, 4});            // imports and quantizes, once per batch of the
//   network
//   ... fork worker processes here: what was prepared is shared, copy on write ...
//   Outcome outcome = evaluator.evaluate({.config = config, .network = "resnet18_v1"});
//
// A point is compiled without the contents of constants and simulated by csim without values.
// Instructions, cycles, counters and states are those of `vta run --backend csim` on the same
// network, configuration and schedule.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "explore/evaluate/accuracy_meter.h"
#include "explore/evaluate/outcome.h"
#include "explore/evaluate/point_compiler.h"
#include "explore/network.h"
#include "explore/point.h"
#include "sim/device.h"

namespace vta::explore {

// Statistics of the points evaluated so far.
struct EvaluateTimes {
  double passes_seconds = 0, schedule_seconds = 0, codegen_seconds = 0, simulate_seconds = 0;
  int64_t points = 0;
  int64_t compilations = 0;  // fewer where points differ in the memory alone
};

// Used from one thread at a time. Fastest where points that differ in the memory's latencies, gap
// and bursts alone follow each other: they share a program.
class Evaluator {
 public:
  // UsageError: no network, one without a name or with that of another, neither or both of zoo and
  // model, a scale that is not above 0.
  explicit Evaluator(std::vector<NetworkSpec> networks, GraphAxes axes = {});
  ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Imports and quantizes every network for these numbers of images, where that is not done yet.
  // Errors are those of compile_model; UsageError for an unknown name of the zoo; InputError for a
  // model of another, fixed number of images.
  void prepare(std::span<const int64_t> images);
  void prepare(std::initializer_list<int64_t> images) {
    prepare(std::span(images.begin(), images.size()));
  }
  // One network alone. UsageError for an unknown name.
  void prepare(const std::string& network, std::span<const int64_t> images);
  // In the order of the networks; empty hashes before prepare().
  std::vector<NetworkInfo> infos() const;

  // Launches of more cycles, or that ask for more work, fail (driver/driver.h). No result depends
  // on it.
  void set_max_cycles(int64_t most) { max_cycles_ = most; }

  // Throws only std::bad_alloc: other errors of a point are in its outcome. A network and
  // number of images that are not prepared are prepared now. A kernel of which not even the
  // smallest tile fits makes the point uncompilable: with the layer on the host its cycles would
  // compare with nothing.
  Outcome evaluate(const PointSpec& point);

  // The same program on the caller's device, which is made with the point's configuration and at
  // least this much memory; evaluate() does this on csim. Throws the errors that evaluate() puts
  // into an outcome. Constants are zero there; cycles do not depend on them.
  using MakeDevice =
      std::function<std::unique_ptr<Device>(const VtaConfig& config, int64_t memory_bytes)>;
  PointResult result_on(const PointSpec& point, const MakeDevice& make_device);

  // Points of one network with equal keys have equal accuracy (explore/accuracy.h). Errors
  // are those of compiling.
  std::string values_key(const PointSpec& point);
  // That of the point, by running all samples through its program on fsim. Errors are those of
  // compiling and of measure_accuracy.
  Accuracy accuracy(const PointSpec& point, const MeasureOptions& options);
  bool has_samples(const std::string& network) const;

  EvaluateTimes times() const;
  // What it compiles with, for bounds of points that are not evaluated.
  PointCompiler& compiler();

 private:
  struct State;

  std::unique_ptr<State> state_;
  EvaluateTimes times_;
  int64_t max_cycles_ = kMaxCycles;
};

}  // namespace vta::explore

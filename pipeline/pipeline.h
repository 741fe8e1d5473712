// Runs the parts of a plan at the same time: a thread each, a bounded queue between two of them.
// An image goes through the parts in their order, with all of it that a later part reads or that is
// an output: values that skip a part travel along.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pipeline/part_runner.h"
#include "pipeline/plan.h"

namespace vta::piped {

inline constexpr int64_t kUsualQueue = 2;

struct Work {
  int64_t images = 0;
  int64_t queue = kUsualQueue;  // images that may wait between two parts, at least 1
  // Inputs of the network in its order; called in order, from one other thread.
  std::function<std::vector<Tensor>(int64_t image)> input;
  // Outputs of the network in its order; called in order, from the thread that called run().
  std::function<void(int64_t image, std::vector<Tensor> outputs)> output;
};

struct Failure {
  int64_t part = -1, image = 0;  // part -1: the image's inputs could not be read
  std::exception_ptr error;
};

struct Outcome {
  int64_t images = 0;  // those whose outputs came; all before it, too
  std::vector<std::vector<std::optional<int64_t>>> cycles;  // of those, by image and part
  std::vector<double> busy_seconds;                         // by part, of all that it did
  std::vector<int64_t> longest_queue;                       // before each part; of the first 0
  std::vector<double> latency_seconds;                      // by image
  double seconds = 0;                                       // of all
  double steady_seconds = 0;       // from the first image's outputs to the last's
  std::optional<Failure> failure;  // of the earliest image that failed
};

// A runner per part. Where a part fails, images before that one still come out, and none behind it
// does. An exception of `output` ends all parts and is passed on.
Outcome run_parts(const Plan& plan, const std::vector<std::unique_ptr<PartRunner>>& runners,
                  const Work& work);

}  // namespace vta::piped

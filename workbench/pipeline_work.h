// What goes into a pipeline and what comes out of it, as files.
#pragma once

#include <string>
#include <vector>

#include "evaluation/preprocessing.h"
#include "evaluation/sample_set.h"
#include "pipeline/plan.h"

namespace vta::workbench {

// The options that say which images, for messages.
struct ImageOptions {
  std::string files = "--images", count = "-n";
};

// Images for the inputs of a plan: of files, or random ones, other ones for each image.
class PipelineInputs {
 public:
  // `count`: so many runs of the network; 0: all that files have, or 8 random ones. InputError for
  // files as read_input_samples and without a whole batch; UsageError where they have less than
  // `count` asks for.
  PipelineInputs(const piped::Plan& plan, const std::vector<std::string>& files, int64_t count,
                 const Preprocessing& how, ImageOptions options = {});

  int64_t count() const { return count_; }
  int64_t batch() const { return batch_; }  // images of one run
  const std::vector<std::string>& notes() const { return notes_; }
  std::vector<Tensor> at(int64_t run) const;

 private:
  void take_samples(const std::vector<std::string>& files, int64_t count, const Preprocessing& how);

  ImageOptions options_;
  std::vector<TensorType> types_;
  std::vector<InputSamples> samples_;  // empty: random
  std::vector<std::string> notes_;
  int64_t count_ = 0, batch_ = 1;
};

// Outputs of all images, one file for each output that is asked for (--output).
class PipelineOutputs {
 public:
  PipelineOutputs(const piped::Plan& plan, const std::vector<std::string>& arguments);

  void add(const std::vector<Tensor>& outputs);
  // One behind the other along the first axis; nothing for no image. The names of the files.
  std::vector<std::string> write() const;

 private:
  std::vector<std::string> files_;          // by output; empty: not wanted
  std::vector<std::vector<Tensor>> taken_;  // likewise
};

}  // namespace vta::workbench

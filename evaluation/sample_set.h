// The samples of an evaluation: their files, conversion to inputs, names and, if known, classes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/image.h"
#include "compiler/graph/graph.h"
#include "evaluation/preprocessing.h"

namespace vta {

// Samples of one input: rows of an array, or image files, which are read on demand.
class InputSamples {
 public:
  // InputError and UsageError as network_images, of the first row; `input` is of a batch.
  InputSamples(Tensor array, const TensorType& input, const Preprocessing& how, std::string origin);
  // InputError for an input that takes no pictures of one or three channels.
  InputSamples(std::vector<std::string> files, std::vector<std::string> names,
               const TensorType& input, const Preprocessing& how);

  int64_t count() const;
  // "7" of an array, or a file's name in its folder.
  std::string name(int64_t index) const;
  // Samples [first, first + count), prepared as the network takes them; beyond the last, the first
  // ones again. From any thread. InputError names a file that cannot be read.
  Tensor rows(int64_t first, int64_t count) const;
  // The sample as a picture; nothing if it has not one or three channels.
  std::optional<Image> picture(int64_t index) const;

 private:
  Tensor pixels(int64_t first, int64_t count) const;  // of files

  Tensor array_;
  std::vector<std::string> files_, names_;
  TensorType input_;
  Preprocessing how_;
  std::string origin_;
};

struct SampleSet {
  std::vector<InputSamples> inputs;      // in the order of the network's
  std::vector<int64_t> labels;           // by sample; empty: unknown
  std::vector<std::string> class_names;  // by class, perhaps fewer than there are; empty: unknown
  std::vector<std::string> notes;
  int64_t count = 0;  // of samples: at most what the inputs have

  std::vector<Tensor> rows(int64_t first, int64_t many) const;
};

struct SampleFiles {
  std::vector<std::string> inputs;  // .npy files, folders of images or images, one per input
  std::string labels;               // empty: what the folders say (image_folder.h), else unknown
  int64_t limit = 0;                // the first so many; 0: all
  // What a caller has in memory: what some of `inputs` stand for, and classes as class_labels.
  const std::map<std::string, Tensor>* arrays = nullptr;
  const Tensor* label_array = nullptr;
};

// `types` are the network's inputs. InputError for files that are not what they should be, for
// inputs of different numbers of samples, for no sample, and for labels as read_labels.
SampleSet read_sample_set(const SampleFiles& files, std::span<const TensorType> types,
                          const Preprocessing& how, int64_t classes);

// Only the inputs of the above, for calibration.
std::vector<InputSamples> read_input_samples(std::span<const std::string> files,
                                             std::span<const TensorType> types,
                                             const Preprocessing& how,
                                             const std::map<std::string, Tensor>* arrays = nullptr);

}  // namespace vta

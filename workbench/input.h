// What `--input` and `--calib` name, as tensors of the type that a network takes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/image.h"
#include "base/preprocessing.h"
#include "compiler/recipe/settle.h"

namespace vta::workbench {

// spec is one of
//   FILE.png, FILE.jpg   decoded, the shorter side resized to 256 (for 224), centre cropped,
//                        normalized; repeated for each image of the batch
//   FILE.npy             float32 (N, 3, H, W) as it is, or uint8 (N, H, W, 3) pixels, normalized;
//                        without the N where the batch is 1; any tensor of just the wanted type
//   random:SEED          normally distributed around 0, deviation 1 (integers: any value; those of
//                        a network with an alphabet are its tokens)
// InputError names the file, what it holds and what is wanted; UsageError for another spec.
// What each input is given by the arguments of --input (all_files_by_name). None, or one
// random:SEED without a name, is for all inputs.
std::vector<std::string> input_sources(const std::vector<std::string>& arguments,
                                       const std::vector<std::string>& names);

// For an input of this type; of anything but RGB images nothing is asked, for nothing is
// normalized. UsageError as normalization().
Normalization normalization_for(const TensorType& wanted, const Preprocessing& how);

struct LoadedInput {
  Tensor tensor;
  bool normalized = false;  // false: no pixels, taken as it is
};
LoadedInput load_input(const std::string& spec, const TensorType& wanted,
                       const Normalization& normalization = {});

// How the pixels of an input of so many channels are prepared.
using PreprocessingOf = std::function<Preprocessing(int64_t channels)>;
inline Preprocessing imagenet_preprocessing(int64_t) {
  return {};
}

// Samples that a caller has in memory, by the names that stand for them as files.
using SampleArrays = std::map<std::string, Tensor>;

struct SampleFiles {
  std::vector<std::string> files;  // FILE, or NAME=FILE per input
  SampleArrays arrays = {};        // what some of them stand for
  std::string said_by = "--calib";
};
// .npy files of many samples, or folders of pictures (evaluation/image_folder.h), one per input of
// the network (files_by_name), cut into tensors of the inputs' types in turn:
// CompileOptions::calibration. What does not fill a batch is left out. No files: none.
std::vector<Tensor> calibration_samples(const SampleFiles& from, const ModelSettings& settings,
                                        const std::string& model,
                                        const PreprocessingOf& how = imagenet_preprocessing);
// The same for a known input type.
std::vector<Tensor> split_samples(const std::string& path, const TensorType& wanted,
                                  const Normalization& normalization = {});

}  // namespace vta::workbench

// What `--input` and `--calib` name, as tensors of the type that a network takes.
#pragma once

#include <string>
#include <vector>

#include "base/image.h"
#include "compiler/compiler.h"

namespace vta::cli {

// spec is one of
//   FILE.png, FILE.jpg   decoded, the shorter side resized to 256 (for 224), centre cropped,
//                        normalised; repeated for each image of the batch
//   FILE.npy             float32 (N, 3, H, W) as it is, or uint8 (N, H, W, 3) pixels, normalised;
//                        without the N where the batch is 1; any tensor of just the wanted type
//   random:SEED          normally distributed around 0, deviation 1 (integers: any value)
// InputError names the file, what it holds and what is wanted; UsageError for another spec.
Tensor load_input(const std::string& spec, const TensorType& wanted,
                  const Normalisation& normalisation = {});

// A .npy file of many samples, cut into tensors of the network's first input; what does not fill a
// batch is left out. No path: none.
std::vector<Tensor> calibration_samples(const std::string& path, const CompileOptions& options,
                                        const std::string& model,
                                        const Normalisation& normalisation = {});
// The same for a known input type.
std::vector<Tensor> split_samples(const std::string& path, const TensorType& wanted,
                                  const Normalisation& normalisation = {});

}  // namespace vta::cli

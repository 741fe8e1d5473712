// Samples as arrays: from the content of files to a network's input.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "evaluation/preprocessing.h"

namespace vta {

// Whether an input takes images: float32 NCHW.
bool takes_images(const TensorType& input);

// The first `limit` images (all: 0) of a tensor as float32 (n, C, H, W), where `input` is the
// network's input. uint8 images are (n, H, W, C), or (n, C, H, W) where only that fits, and are
// preprocessed; float32 ones are (n, C, H, W) and taken as they are. For an input that takes no
// images the tensor has its type and shape but for n rows. InputError names `origin`, its shape and
// what is expected; UsageError when mean or std fit no channel count or std is 0.
Tensor network_images(const Tensor& images, const TensorType& input, const Preprocessing& how,
                      int64_t limit, const std::string& origin);

// Images (rows of whatever type) [first, first + batch) as one tensor; beyond the last, the first
// ones again.
Tensor image_batch(const Tensor& images, int64_t first, int64_t batch);

}  // namespace vta

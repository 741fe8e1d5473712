// Classes of samples, from the supported file formats.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/tensor.h"

namespace vta {

// Class indices, int64, int32 or uint8, (n) or (n, 1); InputError when there are fewer than `count`
// or one is outside [0, classes).
std::vector<int64_t> class_labels(const Tensor& labels, int64_t count, int64_t classes,
                                  const std::string& origin);

// A file of labels for samples of these names, in their order:
//   FILE.npy    class_labels; there may be more than samples
//   any other   text: a class index per line, in the order of the samples (there may be more); or a
//               sample's name, then a comma or blanks, then its class index, in any order, a first
//               line of titles allowed. Names are as in `names` or their last part.
// InputError names the file and line at fault, and a sample without a label.
std::vector<int64_t> read_labels(const std::string& path, std::span<const std::string> names,
                                 int64_t classes);

}  // namespace vta

// Metadata of an ONNX file.
#pragma once

#include <optional>
#include <string>

#include "base/preprocessing.h"

namespace vta {

// The key of ModelProto.metadata_props that holds a Preprocessing as JSON; `vta model` writes it.
inline constexpr const char* kPreprocessingKey = "vta.preprocessing";

// How images are prepared for the network; nullopt where the file does not say. The graph is
// skipped, not read. InputError when the entry is malformed, and when the file cannot be read or is
// no ONNX model.
std::optional<Preprocessing> onnx_preprocessing(const std::string& path);

}  // namespace vta

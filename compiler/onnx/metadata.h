// Metadata of an ONNX file.
#pragma once

#include <optional>
#include <string>

#include "base/alphabet.h"
#include "base/preprocessing.h"

namespace vta {

// The key of ModelProto.metadata_props that holds a Preprocessing as JSON; `vta model` writes it.
inline constexpr const char* kPreprocessingKey = "vta.preprocessing";

// How images are prepared for the network; nullopt where the file does not say. The graph is
// skipped, not read. InputError when the entry is malformed, and when the file cannot be read or is
// no ONNX model.
std::optional<Preprocessing> onnx_preprocessing(const std::string& path);

// The key of the characters that a network of text reads and writes, as a JSON string: token i is
// the i-th.
inline constexpr const char* kAlphabetKey = "vta.alphabet";

// The same of these, with the same errors.
std::optional<Alphabet> onnx_alphabet(const std::string& path);

}  // namespace vta

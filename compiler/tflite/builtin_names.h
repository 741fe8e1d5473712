// The operators of TensorFlow Lite by their numbers in files.
#pragma once

#include <cstdint>
#include <string>

namespace vta::tflite_import {

constexpr int64_t kCustomOperator = 32;

// "CONV_2D"; "number 260" of one that this list does not reach.
std::string builtin_name(int64_t code);

}  // namespace vta::tflite_import

// What a network of a sweep is, once it is imported: a row of the database.
#pragma once

#include <string>

namespace vta::explore {

struct NetworkInfo {
  std::string name;
  std::string model;          // "zoo:resnet18_v1", or the file as the specification names it
  std::string hash;           // of the model file's bytes
  std::string quantization;   // in words
  std::string accuracy = {};  // samples, labels and calibration by their contents; empty: none
  bool operator==(const NetworkInfo&) const = default;
  static constexpr bool kMessage = true;  // base/archive.h
};

}  // namespace vta::explore

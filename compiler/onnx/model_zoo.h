// Writes well-known architectures as ONNX with weights from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta {

std::vector<std::string> model_names();  // resnet18_v1, ..., mobilenet_v2, vgg11, alexnet
// He-initialized weights, batch norms with non-trivial statistics; the same file for the same name
// and seed on every machine. UsageError lists known names.
void write_model(const std::string& name, uint64_t seed, const std::string& path);

struct ModelInfo {
  std::string name, summary;
  int64_t extent = 0;   // input is (N, 3, extent, extent), float32
  int64_t classes = 0;  // output is (N, classes)
  int64_t params = 0;   // trained ones: running statistics are not counted
  int64_t macs = 0;     // of one image
  int64_t layers = 0;   // convolutions and dense layers
};
ModelInfo describe_model(const std::string& name);  // UsageError lists known names

}  // namespace vta

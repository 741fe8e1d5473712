// Writes well-known architectures as ONNX with weights from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta {

std::vector<std::string> model_names();  // resnet18_v1, ..., mobilenet_v2, vgg11, alexnet
// He-initialised weights, batch norms with non-trivial statistics. CompileError lists known names.
void write_model(const std::string& name, uint64_t seed, const std::string& path);

}  // namespace vta

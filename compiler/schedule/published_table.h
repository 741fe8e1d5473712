// The published ResNet-18 tiles (tables/resnet18_v1_published.json), embedded at build time.
#pragma once

#include <string_view>

namespace vta {

extern const std::string_view kPublishedResnet18Table;

}  // namespace vta

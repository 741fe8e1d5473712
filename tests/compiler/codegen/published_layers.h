// ResNet-18 v1 on the default configuration: published counters of each kind of layer.
#pragma once

#include <cstdint>

namespace vta::testing {

struct PublishedLayer {
  const char* name;
  int64_t hw, ic, oc, k, stride, pad;
  int64_t inp, wgt, acc, out, gemm;  // published, bytes and steps of one convolution
  int with_relu, without_relu;       // how many of each the network has
};

inline constexpr PublishedLayer kPublishedLayers[] = {
    {"C2", 56, 64, 64, 3, 1, 1, 487424, 258048, 1792, 200704, 451584, 2, 2},
    {"C3", 56, 64, 128, 3, 2, 1, 422912, 294912, 2048, 100352, 225792, 1, 0},
    {"C4", 56, 64, 128, 1, 2, 0, 366080, 32768, 2048, 100352, 25088, 0, 1},
    {"C5", 28, 128, 128, 3, 1, 1, 430080, 294912, 1024, 100352, 451584, 1, 2},
    {"C6", 28, 128, 256, 3, 2, 1, 401408, 294912, 1024, 50176, 225792, 1, 0},
    {"C7", 28, 128, 256, 1, 2, 0, 179712, 65536, 2048, 50176, 25088, 0, 1},
    {"C8", 14, 256, 256, 3, 1, 1, 200704, 589824, 1024, 50176, 451584, 1, 2},
    {"C9", 14, 256, 512, 3, 2, 1, 100352, 1179648, 2048, 25088, 225792, 1, 0},
    {"C10", 14, 256, 512, 1, 2, 0, 86528, 131072, 2048, 25088, 25088, 0, 1},
    {"C11", 7, 512, 512, 3, 1, 1, 50176, 2359296, 2048, 25088, 451584, 1, 2},
};

struct PublishedResidual {
  int64_t hw, channels, acc, out, alu;
};
inline constexpr PublishedResidual kPublishedResiduals[] = {{56, 64, 1605632, 200704, 50176},
                                                            {28, 128, 802816, 100352, 25088},
                                                            {14, 256, 401408, 50176, 12544},
                                                            {7, 512, 200704, 25088, 6272}};

}  // namespace vta::testing

// oneDNN's int8 convolutions of the same layers, on one thread.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/conv_layers.h"

namespace vta::bench {

// Milliseconds of one execution of each layer of kResNet18Body (the fastest of `runs`), with oneDNN
// capped to an instruction set ("ALL", "AVX512_CORE_VNNI", "AVX2"). Runs in a child process: the
// cap holds for a whole process.
std::vector<double> onednn_layer_ms(const std::string& max_isa, int runs);

}  // namespace vta::bench

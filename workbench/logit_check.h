// Whether a decoder's runs have the logits of the integer network on its whole context.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"

namespace vta::workbench {

struct LogitCheck {
  int64_t compared = 0, different = 0;
  std::string first = {};  // "token 17, logit 3: 0.125, expected 0.25"
};

// `logits`: of the last rows of `tokens`, a row of the network's output each; `graph` has one
// input, int64 (1, T), for at least as many tokens. Equal is equal to the bit.
LogitCheck check_logits(const Graph& graph, std::span<const int64_t> tokens,
                        std::span<const std::vector<float>> logits);

}  // namespace vta::workbench

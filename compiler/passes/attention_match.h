// Attention as exporters write it: two products with a softmax between them.
//
//   scores = batch_matmul(q, k)  [* or / numbers]  [+ masks]  [where(shown, scores, low)]
//   result = batch_matmul(softmax(scores), v)
//
// with reshapes between them that keep the last axis.
#pragma once

#include <optional>
#include <vector>

#include "compiler/graph/attention.h"
#include "compiler/graph/graph.h"

namespace vta {

// What is added to scores, or hides some of them.
struct ScoreMask {
  enum class Kind : uint8_t { Added, Shown, Hidden };
  Kind kind = Kind::Added;
  NodeId value = -1;  // floats to add, or bools: which are shown, or hidden
  double number = 1;  // the factor of what is added, or the score of what is hidden
  Shape scores;       // of the scores there
};

struct AttentionMatch {
  NodeId query = -1, key = -1, value = -1;        // (n, m, c), the products' operands
  bool key_turned = false, value_turned = false;  // (n, keys, c) and (n, c, keys)
  double scale = 1;
  std::vector<ScoreMask> masks;
  AttentionForm form;
  std::vector<NodeId> calls;  // from the scores to the result
};

// `product`: the second one. Nothing where anything between is read by others, too.
std::optional<AttentionMatch> match_attention(const Graph& graph, const std::vector<int>& uses,
                                              NodeId product);

}  // namespace vta

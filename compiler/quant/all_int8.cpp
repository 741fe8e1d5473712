#include "compiler/quant/all_int8.h"

#include <algorithm>

namespace vta {

double share_of_layers(const Graph& graph, const std::set<NodeId>& layers) {
  double all = 0, own = 0;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    if (n.kind != NodeKind::Call || (n.op != "nn.conv2d" && n.op != "nn.dense"))
      continue;
    const Shape& weight = graph.type(n.inputs[1]).shape;
    const auto work = static_cast<double>(num_elements(n.type().shape) * num_elements(weight)) /
                      static_cast<double>(std::max<int64_t>(1, weight.front()));
    all += work;
    own += layers.contains(id) ? work : 0;
  }
  return all == 0 ? 1 : own / all;
}

bool all_int8_is_good(const LogitScore& all_int8, const LogitScore& partly, double share) {
  if (!(all_int8.sqnr_db >= kInt8LeastDb))
    return false;
  if (share < kLeastCompared)
    return true;
  constexpr double kRounding = 1e-6;  // of percentages
  const double a_row = partly.rows > 0 ? 100.0 / static_cast<double>(partly.rows) : 0;
  const double most_lost = std::max(kInt8AgreementLoss, a_row) + kRounding;
  return all_int8.sqnr_db >= std::min(partly.sqnr_db, kInt8GoodDb) - kInt8LossDb &&
         all_int8.agreement >= partly.agreement - most_lost;
}

}  // namespace vta

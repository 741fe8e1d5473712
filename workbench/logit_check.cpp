#include "workbench/logit_check.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "compiler/interp/interpreter.h"

namespace vta::workbench {

LogitCheck check_logits(const Graph& graph, std::span<const int64_t> tokens,
                        std::span<const std::vector<float>> logits) {
  Tensor input = Tensor::zeros(DType::I64, graph.type(graph.inputs().front()).shape);
  const auto context = input.data<int64_t>().size();
  VTA_CHECK(tokens.size() <= context && logits.size() <= tokens.size(),
            "{} tokens and {} rows of logits, the context is {}", tokens.size(), logits.size(),
            context);
  std::ranges::copy(tokens, input.mutable_data<int64_t>().begin());
  const Tensor whole = interpret(graph, {{input}}).front();
  const auto expected = whole.data<float>();
  const size_t classes = expected.size() / context, first = tokens.size() - logits.size();
  LogitCheck check;
  for (size_t i = 0; i < logits.size(); ++i)
    for (size_t c = 0; c < classes; ++c) {
      const float own = logits[i][c], wanted = expected[(first + i) * classes + c];
      ++check.compared;
      if (std::bit_cast<uint32_t>(own) == std::bit_cast<uint32_t>(wanted))
        continue;
      if (check.different++ == 0)
        check.first = fmt::format("token {}, logit {}: {}, expected {}", first + i, c, own, wanted);
    }
  return check;
}

}  // namespace vta::workbench

// What a model that came quantized loses by its conversion to power-of-two scales.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/quant/logit_score.h"

namespace vta {

struct ModelLoss {
  LogitScore score;          // outputs of the conversion against those that the model defines
  int64_t samples = 0;       // batches that were run
  bool random = false;       // made up: no calibration samples were given
  int64_t exact_scales = 0;  // values whose scale was taken as it is,
  int64_t scales = 0;        // of so many
};

// `model` is the graph as imported, `converted` what the pass `quantize` made of it. On the first
// of the calibration samples; without any on random ones around the middle of the range that the
// model's own scales give its inputs ([-1, 1] where they give none). InputError as
// calibration_batches.
ModelLoss model_loss(const Graph& model, const ModelScales& scales, const Graph& converted,
                     std::span<const Tensor> calibration);

// "quantized model: 12 of 14 scales ...", and a warning where the loss is poor.
std::vector<std::string> model_loss_texts(const ModelLoss& loss);

}  // namespace vta

// The explicit table of passes. To add one: a header with a before/after example, a source, a row
// here at its place in the pipeline, a test.
#include "base/error.h"
#include "base/suggest.h"
#include "compiler/passes/attention_powers.h"
#include "compiler/passes/canonicalize.h"
#include "compiler/passes/channels_first.h"
#include "compiler/passes/combine_parallel_conv2d.h"
#include "compiler/passes/constant_channels.h"
#include "compiler/passes/constant_products.h"
#include "compiler/passes/dead_code.h"
#include "compiler/passes/drop_channels.h"
#include "compiler/passes/fold_constants.h"
#include "compiler/passes/fold_scale_axis.h"
#include "compiler/passes/fold_scale_forward.h"
#include "compiler/passes/fuse_operators.h"
#include "compiler/passes/hoist_elements.h"
#include "compiler/passes/im2col.h"
#include "compiler/passes/pack_layout.h"
#include "compiler/passes/partition.h"
#include "compiler/passes/pass.h"
#include "compiler/passes/quantize.h"
#include "compiler/passes/quantize_partition.h"
#include "compiler/passes/quantized_values.h"
#include "compiler/passes/realize_integers.h"
#include "compiler/passes/recognize_transformer.h"
#include "compiler/passes/simplify_inference.h"
#include "compiler/passes/whole_heads.h"

namespace vta {
namespace {

constexpr Pass kPasses[] = {
    {"take_quantized", Stage::Float, 0,
     "quantized models: take their scales, or their integers with --quant keep", take_quantized,
     "take_quantised"},
    {"channels_first", Stage::Float, 3,
     "convert NHWC and HWIO to NCHW and OIHW, remove transposes between them", channels_first},
    {"canonicalize", Stage::Float, 3,
     "unify the form of biases, pads and constants; remove identities", canonicalize,
     "canonicalise"},
    {"simplify_inference", Stage::Float, 0, "convert batch norms to multiply and add",
     simplify_inference},
    {"fold_constants", Stage::Float, 2, "compute nodes that depend on constants only",
     fold_constants},
    {"constant_products", Stage::Float, 0,
     "convert products with a constant, of any rank, to dense layers of rows", constant_products},
    {"hoist_elements", Stage::Float, 3,
     "move biases and activations across reshapes and transposes to their layer", hoist_elements},
    {"recognize_transformer", Stage::Float, 3,
     "convert what exporters write for attention, its norms and activations to one operator each",
     recognize_transformer},
    {"fold_scale_axis", Stage::Float, 3, "fold per-channel factors into weights, merge biases",
     fold_scale_axis},
    {"fold_scale_forward", Stage::Float, 3,
     "fold factors of batch norms of residual sums into the next weights", fold_scale_forward},
    {"combine_parallel_conv2d", Stage::Float, 3,
     "merge three or more similar convolutions of one tensor into one", combine_parallel_conv2d},
    {"dead_code", Stage::Float, 0, "leave out what no output needs", remove_dead_code},
    {"quantize", Stage::Quantize, 0, "realize int8 arithmetic with power-of-two scales", quantize},
    {"constant_channels", Stage::Gather, 2,
     "leave out the weights of channels of integer layers that have one value", constant_channels},
    {"drop_channels", Stage::Gather, 2,
     "leave out channels of integer layers that have one value, with their work", drop_channels},
    {"whole_heads", Stage::Gather, 1,
     "complete the heads of attention with zeros to whole blocks of channels", whole_heads},
    {"attention_powers", Stage::Gather, 0,
     "let attention take the instruction EXP2 where the machine has it", attention_powers},
    {"im2col", Stage::Gather, 1,
     "convert convolutions of few channels to 1x1 ones over windows gathered by the host", im2col},
    {"realize_integers", Stage::Lower, 0,
     "convert integer networks to sums without zero points, rescaled by RQ", realize_integers},
    {"partition", Stage::Lower, 0, "decide what runs on the accelerator", partition},
    {"pack_layout", Stage::Lower, 0, "give the accelerator's calls packed layouts", pack_layout},
    {"fuse_operators", Stage::Lower, 1,
     "compute several chains of operators in one kernel: sums, maxima, followers of a layer",
     fuse_operators},
    {"quantize_partition", Stage::ByName, 0, "mark the begin and the end of quantized kernels",
     quantize_partition},
};

}  // namespace

// Nothing to rewrite: its header says where it is carried out.
Graph fuse_operators(const Graph& graph, PassContext&) {
  return graph;
}

std::span<const Pass> all_passes() {
  return kPasses;
}

std::vector<const Pass*> passes_of(Stage first, Stage last) {
  std::vector<const Pass*> passes;
  for (const Pass& pass : kPasses)
    if (pass.stage >= first && pass.stage <= last)
      passes.push_back(&pass);
  return passes;
}

std::vector<const Pass*> pipeline() {
  return passes_of(Stage::Float, Stage::Lower);
}

const Pass& find_pass(std::string_view name) {
  std::vector<std::string> known;
  for (const Pass& pass : all_passes()) {
    if (pass.is_called(name))
      return pass;
    known.emplace_back(pass.name);
  }
  throw UsageError(fmt::format("unknown pass '{}': {}", name, known_names(name, known)));
}

}  // namespace vta

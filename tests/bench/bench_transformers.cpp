// What kernels of transformers take beside the steps that their formulas need: attention and layer
// normalisation of DeiT-Tiny (197 tokens, 192 channels, 3 heads).
//
//   bench_transformers
//
// Prints cycles by csim, steps of GEMM and ALU, and those of the bound (KernelKind::least_work), on
// the default machine with the extension round, with `ideal8`, without and with ACC_OVERLAP.
#include <fmt/format.h>

#include "compiler/kernels/kernels.h"
#include "config/memory_preset.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/codegen/kernel_fixture.h"

namespace vta::bench {
namespace {

constexpr int64_t kTokens = 197, kChannels = 192, kHeads = 3;

Kernel rows_kernel(Kernel::Kind kind, std::string name, int64_t tokens) {
  Kernel k;
  k.kind = kind;
  k.name = std::move(name);
  k.conv.ic = k.conv.oc = kChannels;
  k.conv.iw = k.conv.ow = tokens;
  return k;
}

Kernel attention() {
  Kernel k = rows_kernel(Kernel::Kind::Attention, "attention_0", kTokens);
  AttentionForm f;
  f.heads = f.kv_heads = kHeads;
  f.queries = f.keys = kTokens;
  f.depth = f.value_depth = kChannels / kHeads;
  f.fraction = 12;
  f.shift = 20;
  k.attention = f;
  return k;
}

Kernel layer_norm(int64_t tokens) {
  Kernel k = rows_kernel(Kernel::Kind::LayerNorm, "layer_norm_0", tokens);
  k.layer_norm = layer_norm_of({{"result_fraction", int64_t{5}}}, kChannels);
  return k;
}

void print(const Kernel& kernel, std::string_view what, size_t operands) {
  for (const int64_t overlap : {0, 1}) {
    VtaConfig config = named_config("default");
    config.isa_ext = 1;
    config.acc_overlap = overlap;
    config = apply_memory(config, "ideal8");
    const std::vector<Tensor> inputs(
        operands, Tensor::zeros(DType::I8, {1, kernel.conv.ic, 1, kernel.conv.iw}));
    const Program program =
        testing::compile_lowered(testing::lowered_kernel(kernel, inputs), "fast", config);
    const RunStats run = run_launches(program, make_device("csim", config));
    const LeastWork least = kind_of(kernel).least_work(kernel, nullptr, config);
    fmt::print("{:36} overlap {}: {:8} cycles, GEMM {} ({} least), ALU {} ({} least)\n", what,
               overlap, run.timing->cycles, run.counters.gemm_counter, least.gemm_steps,
               run.counters.alu_counter, least.imm_steps + least.vector_steps);
  }
}

}  // namespace
}  // namespace vta::bench

int main() {
  using namespace vta::bench;
  print(attention(), "attention, 197 tokens", 3);
  print(layer_norm(kTokens), "layer normalisation, 197 tokens", 1);
  print(layer_norm(208), "layer normalisation, 208 tokens", 1);
  return 0;
}

// Functional speed: the scalar control, fsim with each choice of kernels, oneDNN; in one run.
//
//   bench_fsim [runs] [PROGRAM.vta|layers [KERNELS]]
//
// Compiles ResNet-18 with both schedules and runs its launches; then the same layers' streams from
// a generator, layer by layer, beside oneDNN. With a program (vta compile) only that program, with
// `layers` only the generator's.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "hw/isa/codec.h"
#include "sim/factory/device_factory.h"
#include "sim/kernels/engine.h"
#include "tests/bench/control.h"
#include "tests/bench/conv_stream.h"
#include "tests/bench/cpu_timer.h"
#include "tests/bench/onednn_conv.h"
#include "tests/bench/program_run.h"

namespace vta::bench {
namespace {

constexpr int64_t kRegion = int64_t{1} << 23;  // bytes of each of UOP, INP, WGT, OUT, instructions
constexpr double kNetworkSteps = 6623232;      // GEMM steps of ResNet-18's convolutions

// One device with one layer's stream in its memory.
class LayerRun {
 public:
  LayerRun(const std::string& kernels, const ConvLayer& layer, StreamPart part)
      : device_(make_device("fsim", named_config("default"), {kernels, 6 * kRegion})),
        stream_(conv_stream(layer, part)) {
    const InsnCodec codec(device_->config());
    std::byte* memory = device_->memory().data();
    for (size_t k = 0; k < stream_.uops.size(); ++k) {
      const auto word = static_cast<uint32_t>(codec.encode_uop(stream_.uops[k]));
      std::memcpy(memory + 4 * k, &word, 4);
    }
    std::mt19937 rng(7);
    for (int64_t k = kRegion; k < 2 * kRegion; ++k)  // as after a relu
      memory[k] = static_cast<std::byte>(rng() & 0x7f);
    for (int64_t k = 2 * kRegion; k < 3 * kRegion; ++k)
      memory[k] = static_cast<std::byte>(rng() & 0xff);
    for (size_t k = 0; k < stream_.insns.size(); ++k) {
      const InsnBits bits = codec.encode(stream_.insns[k]);
      std::memcpy(memory + 4 * kRegion + 16 * static_cast<int64_t>(k), &bits, 16);
    }
    const auto at = [](int64_t region) { return static_cast<uint64_t>(region * kRegion); };
    device_->write_register(Register::InpBase, at(1));
    device_->write_register(Register::WgtBase, at(2));
    device_->write_register(Register::OutBase, at(3));
    device_->write_register(Register::InsnAddr, at(4));
    device_->write_register(Register::InsnCount, stream_.insns.size());
  }

  void run() {
    device_->write_register(Register::Control, 1);
    while (!device_->advance(int64_t{1} << 40)) {
    }
    if (device_->report().error != IsaError::None)
      throw std::runtime_error(device_->report().error_text);
  }
  int64_t steps() const { return stream_.gemm_steps; }

 private:
  std::unique_ptr<Device> device_;
  ConvStream stream_;
};

struct Times {
  std::vector<double> all_ms, gemm_ms;  // per layer
};

Times fsim_times(const std::string& kernels, int runs) {
  Times t;
  for (const ConvLayer& layer : kResNet18Body) {
    LayerRun all(kernels, layer, StreamPart::All);
    t.all_ms.push_back(fastest_ms(runs, [&] { all.run(); }));
    LayerRun gemm(kernels, layer, StreamPart::GemmOnly);
    t.gemm_ms.push_back(fastest_ms(runs, [&] { gemm.run(); }));
  }
  return t;
}

double network(const std::vector<double>& layer_ms) {
  double sum = 0;
  for (size_t k = 0; k < layer_ms.size(); ++k)
    sum += layer_ms[k] * static_cast<double>(kResNet18Body[k].repeats);
  return sum;
}

void print_layers(const Times& t, const std::vector<double>& onednn) {
  for (size_t k = 0; k < kResNet18Body.size(); ++k) {
    const ConvLayer& l = kResNet18Body[k];
    fmt::print(
        "    {:3}->{:3} {:2}x{:<2} {}x{}/{} x{}: all {:7.3f}  gemm {:7.3f}  oneDNN {:7.3f}"
        "  gemm/oneDNN {:.2f}\n",
        l.in_channels, l.out_channels, l.in_size, l.in_size, l.kernel, l.kernel, l.stride,
        l.repeats, t.all_ms[k], t.gemm_ms[k], onednn[k], t.gemm_ms[k] / onednn[k]);
  }
}

// The program's launches on fsim, without the host's part.
void run_program(const Program& program, const std::string& name, double control, int runs,
                 const std::string& only = {}) {
  for (const std::string kernels : {"amx", "avx512vnni", "avx2", "portable"}) {
    if (!engine_available(kernels) || (!only.empty() && only != kernels))
      continue;
    ProgramRun device(program, make_device("fsim", program.config, {kernels}));
    const std::vector<double> sorted =
        sorted_ms(kernels == "portable" ? std::max(3, runs / 4) : runs, [&] { device.run(); });
    const double ms = sorted.front();
    const Counters& c = device.counters();
    fmt::print("  {:<10} {:<10} {:7.2f} ms {:6.1f} x the control; median {:.2f} ms\n", name,
               kernels, ms, control * static_cast<double>(c.gemm_counter) / 1e6 / ms,
               sorted[sorted.size() / 2]);
  }
}

Program compile_resnet18(const std::string& model, const std::string& schedule) {
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set("schedule", schedule);
  return compile_model(model, options).program;
}

void run_resnet18(double control, int runs) {
  const auto model =
      std::filesystem::temp_directory_path() / fmt::format("bench_fsim_{}.onnx", getpid());
  write_model("resnet18_v1", 0, model.string());
  fmt::print("ResNet-18 as compiled, all launches of a run:\n");
  for (const std::string schedule : {"fast", "reference"})
    run_program(compile_resnet18(model.string(), schedule), schedule, control, runs);
  std::filesystem::remove(model);
}

void run_generated(double control, int runs, const std::string& only = {}) {
  const auto any = onednn_layer_ms("ALL", runs);
  const auto vnni = onednn_layer_ms("AVX512_CORE_VNNI", runs);
  const auto avx2 = onednn_layer_ms("AVX2", runs);
  fmt::print(
      "oneDNN int8 of the same layers: {:.2f} ms; capped to AVX512-VNNI {:.2f} ms, AVX2 {:.2f} "
      "ms\n",
      network(any), network(vnni), network(avx2));
  fmt::print("the same layers from a generator, one tile after the other:\n");
  for (const std::string kernels : {"amx", "avx512vnni", "avx2", "portable"}) {
    if (!only.empty() && only != kernels)
      continue;
    if (!engine_available(kernels)) {
      fmt::print("  {:<10} not on this CPU\n", kernels);
      continue;
    }
    const Times t = fsim_times(kernels, kernels == "portable" ? std::max(3, runs / 4) : runs);
    const double all = network(t.all_ms);
    const double gemm = network(t.gemm_ms);
    const auto& onednn = kernels == "amx" ? any : kernels == "avx512vnni" ? vnni : avx2;
    fmt::print(
        "  {:<10} {:7.2f} ms {:6.1f} x the control; gemm alone {:6.2f} ms = {:.2f} x oneDNN "
        "with the same cap, {:.2f} x uncapped\n",
        kernels, all, control * kNetworkSteps / 1e6 / all, gemm, gemm / network(onednn),
        gemm / network(any));
    print_layers(t, onednn);
  }
}

void run(int runs, const char* program, const char* kernels) {
  Control steps;
  const double control = fastest_ms(runs, [&] { steps.run(); }) * 1e6 / Control::kSteps;
  fmt::print("processor time of one thread, the fastest of {} runs\n", runs);
  fmt::print("control: {:.1f} ns per step, {:.0f} ms for ResNet-18's {:.0f} steps\n", control,
             control * kNetworkSteps / 1e6, kNetworkSteps);
  const std::string only = kernels == nullptr ? "" : kernels;
  if (program != nullptr && std::string(program) == "layers")
    return run_generated(control, runs, only);
  if (program != nullptr)
    return run_program(load_program(program), "program", control, runs, only);
  run_resnet18(control, runs);
  run_generated(control, runs);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  // One thread, also in oneDNN: OpenMP reads the environment when it is loaded.
  if (std::getenv("OMP_NUM_THREADS") == nullptr) {
    ::setenv("OMP_NUM_THREADS", "1", 1);
    ::execv("/proc/self/exe", argv);
  }
  vta::bench::run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 15, argc > 2 ? argv[2] : nullptr,
                  argc > 3 ? argv[3] : nullptr);
  return 0;
}

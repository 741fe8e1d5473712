// Images a second of an evaluation, float network included, on one thread, from the model file on.
//
//   bench_eval [runs] [MODEL.onnx IMAGES.npy]    float32 images, or uint8 ones as MODEL says
//
// ONEDNN_MAX_CPU_ISA=AVX2 beside VTA_BENCH_KERNELS=avx2 is what a machine without AVX512 does.
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "evaluation/evaluation.h"
#include "link/local_link.h"
#include "sim/factory/device_factory.h"
#include "tests/bench/control.h"
#include "tests/bench/cpu_timer.h"

namespace vta::bench {
namespace {

struct Job {
  std::string model = std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx";
  std::string images = std::string(VTA_SOURCE_DIR) + "/tests/data/digits_test_200_u8.npy";
  std::string kernels = "auto";
};

Evaluation evaluated(const Job& job) {
  CompileOptions options;
  options.config = named_config("default");
  FloatNetwork network(job.model, options);
  const Preprocessing how = preparation({}, known_preparation(job.model)).how;
  const SampleSet samples =
      read_sample_set({{job.images}, "", 0}, network.input_types(), how, network.classes());
  const CompileResult compiled = compile_model(job.model, options);
  const auto open = [&] {
    return std::make_unique<LocalLink>(
        make_device("fsim", compiled.program.config, {.kernels = job.kernels}));
  };
  return evaluate(network, samples, compiled, {.open_device = open});
}

void run(int runs, const Job& job) {
  Control steps;
  const double control = fastest_ms(runs, [&] { steps.run(); }) * 1e6 / Control::kSteps;
  fmt::print("processor time of one thread, the fastest of {} runs; control: {:.1f} ns a step\n",
             runs, control);
  Evaluation e;
  const double ms = fastest_ms(runs, [&] { e = evaluated(job); });
  const auto images = static_cast<double>(e.scores.samples);
  const double each = ms / images;
  fmt::print("{} images, kernels {}: {:.0f} images/s, {:.3f} ms or {:.0f} k control steps each\n",
             e.scores.samples, job.kernels, images / ms * 1e3, each, each * 1e3 / control);
  const EvaluationTimes& t = e.times;
  fmt::print(
      "  of the last run (wall): {:.0f} % float network, {:.0f} % device, {:.0f} % the host's "
      "operators, {:.0f} % preparing; {:.1f} dB\n",
      100 * t.float_seconds / t.wall_seconds, 100 * t.device_seconds / t.wall_seconds,
      100 * (t.int8_seconds - t.device_seconds) / t.wall_seconds,
      100 * t.prepare_seconds / t.wall_seconds, e.scores.sqnr_db);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  vta::bench::Job job;
  if (const char* kernels = std::getenv("VTA_BENCH_KERNELS"))
    job.kernels = kernels;
  if (argc > 3) {
    job.model = argv[2];
    job.images = argv[3];
  }
  vta::bench::run(argc > 1 ? std::atoi(argv[1]) : 7, job);
}

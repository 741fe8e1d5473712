// run_images PROGRAM.vta IMAGES.npy COUNT [DEVICE]: a compiled network on the first images of an
// array of uint8 pixels (images, rows, columns, channels), prepared as the network's file says.
//
// Prints for each image its counters, a checksum of every int8 tensor that a kernel stored, and
// every value of every output in nine digits, which are all that a float has: what two machines
// print is equal where they computed the same.
#include <cstdio>
#include <exception>
#include <string>

#include "base/hash.h"
#include "base/npy.h"
#include "link/devices/devices.h"
#include "runtime/executor.h"

namespace {

// (u8 * scale - mean) / std, channels first.
vta::Tensor prepared(const vta::Tensor& images, int64_t image, const vta::Program& program) {
  const vta::ProgramValue& input = program.values[static_cast<size_t>(program.inputs[0])];
  const vta::Preprocessing how = program.preprocessing.value_or(vta::Preprocessing{});
  const vta::Shape& shape = images.shape();
  const int64_t pixels = shape[1] * shape[2], channels = shape[3];
  vta::Tensor out = vta::Tensor::zeros(vta::DType::F32, input.shape);
  const auto from = images.data<uint8_t>().subspan(static_cast<size_t>(image * pixels * channels));
  const auto to = out.mutable_data<float>();
  const auto one = [](const std::vector<double>& values, int64_t channel) {
    return values[values.size() == 1 ? 0 : static_cast<size_t>(channel)];
  };
  for (int64_t c = 0; c < channels; ++c)
    for (int64_t p = 0; p < pixels; ++p)
      to[static_cast<size_t>(c * pixels + p)] = static_cast<float>(
          (from[static_cast<size_t>(p * channels + c)] * how.pixel_scale - one(how.mean, c)) /
          one(how.std, c));
  return out;
}

void print_run(const vta::Executor& executor, const std::string& kernels) {
  std::printf("counters");
  for (const vta::CounterField& field : vta::counter_fields())
    std::printf(" %lld", static_cast<long long>(executor.stats().counters.*field.member));
  std::printf("\nint8%s\n", kernels.c_str());
  for (size_t i = 0; i < executor.program().outputs.size(); ++i) {
    std::printf("float");
    for (const float value : executor.output(static_cast<int64_t>(i)).data<float>())
      std::printf(" %.9g", static_cast<double>(value));
    std::printf("\n");
  }
}

void run(const char* path, const char* images_path, int64_t count, const char* device) {
  const vta::Program program = vta::load_program(path);
  const vta::Tensor images = vta::read_npy(images_path);
  vta::Executor executor(program, vta::known_devices().open(device, program.config));
  std::string kernels;
  executor.observe_kernels([&](int64_t, int64_t, const vta::Tensor& nchw) {
    kernels += " " + vta::hash_hex(nchw.bytes());
  });
  for (int64_t image = 0; image < count; ++image) {
    kernels.clear();
    executor.set_input(0, prepared(images, image, program));
    executor.run();
    std::printf("image %lld\n", static_cast<long long>(image));
    print_run(executor, kernels);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: run_images PROGRAM.vta IMAGES.npy COUNT [DEVICE]\n");
    return 2;
  }
  try {
    run(argv[1], argv[2], std::stoll(argv[3]), argc > 4 ? argv[4] : "fsim");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 1;
  }
  return 0;
}

// Names what a picture shows, from C++: run_program PROGRAM.vta IMAGE [LABELS [DEVICE]]
//
//   vta compile resnet18.onnx -o resnet18.vta
//   run_program resnet18.vta cat.jpg imagenet.txt
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/class_names.h"
#include "base/image_input.h"
#include "link/devices/devices.h"
#include "runtime/executor.h"
#include "runtime/top_classes.h"

namespace {

// As the network was trained, or as ImageNet's are.
vta::Tensor input_of(const std::string& image, const vta::Program& program) {
  const vta::ProgramValue& input = program.values[static_cast<std::size_t>(program.inputs[0])];
  const vta::Preprocessing how = program.preprocessing.value_or(vta::Preprocessing{});
  return vta::image_input(vta::read_image(image), {input.shape, input.dtype},
                          vta::rgb_normalization(how), image);
}

void run(const std::vector<std::string>& arguments) {
  const vta::Program program = vta::load_program(arguments[0]);
  const std::string device = arguments.size() > 3 ? arguments[3] : "fsim";
  vta::Executor executor(program, vta::known_devices().open(device, program.config));
  executor.set_input(0, input_of(arguments[1], program));
  executor.run();

  std::vector<std::string> names;
  if (arguments.size() > 2)
    names = vta::read_class_names(arguments[2], executor.output(0).shape().back());
  for (const vta::TopClass& top : vta::top_classes(executor.output(0), 0, 5))
    std::printf("%d %s %.4f\n", static_cast<int>(top.index),
                names.empty() ? "" : names[static_cast<std::size_t>(top.index)].c_str(),
                static_cast<double>(top.value));
  std::printf("%lld GEMM steps\n", static_cast<long long>(executor.stats().counters.gemm_counter));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: run_program PROGRAM.vta IMAGE [LABELS [DEVICE]]\n");
    return 2;
  }
  try {
    run({argv + 1, argv + argc});
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 1;
  }
  return 0;
}

// Images a second of ResNet-18 in two parts on two csim devices, beside the whole on one.
//
//   bench_pipeline [runs] [images]
//
// Both through `vta pipeline`, in turn, so that other work on the machine falls on both.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "tests/cli/run_vta.h"

namespace vta::bench {
namespace {

double images_per_second(const std::string& model, int parts, int images) {
  const ApartResult run = run_vta_apart(
      fmt::format("pipeline {} --device csim --parts {} -n {} --json", model, parts, images));
  if (run.exit_code != 0)
    throw InputError(run.err);
  return boost::json::parse(run.out).at("wall").at("images_per_second").as_double();
}

void measure(int runs, int images) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("bench_pipeline_{}", ::getpid());
  std::filesystem::create_directories(folder);
  const std::string model = (folder / "resnet18.onnx").string();
  run_vta("model resnet18_v1 -o " + model);
  std::vector<double> ratios;
  fmt::print("images a second, {} images a run\n   one device  two devices  ratio\n", images);
  for (int run = 0; run < runs; ++run) {
    const double one = images_per_second(model, 1, images);
    const double two = images_per_second(model, 2, images);
    ratios.push_back(two / one);
    fmt::print("   {:10.2f}  {:11.2f}  {:5.2f}\n", one, two, ratios.back());
  }
  std::filesystem::remove_all(folder);
  std::ranges::sort(ratios);
  fmt::print("median ratio {:.2f}\n", ratios[ratios.size() / 2]);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  const int images = argc > 2 ? std::max(2, std::atoi(argv[2])) : 100;
  vta::bench::measure(runs, images);
}

// Images a second of ResNet-18 in two parts on two csim devices, beside the whole on one.
//
//   bench_pipeline [runs] [images] [servers]
//
// With "servers" each device is of a server of its own (vta serve), which this starts.
// Both through `vta pipeline`, in turn, so that other work on the machine falls on both.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "tests/cli/background_vta.h"
#include "tests/cli/run_vta.h"

namespace vta::bench {
namespace {

double images_per_second(const std::string& model, int parts, int images,
                         const std::string& devices) {
  const ApartResult run = run_vta_apart(fmt::format(
      "pipeline {} --device {} --parts {} -n {} --json", model, devices, parts, images));
  if (run.exit_code != 0)
    throw InputError(run.err);
  return boost::json::parse(run.out).at("wall").at("images_per_second").as_double();
}

void measure(int runs, int images, bool servers) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("bench_pipeline_{}", ::getpid());
  std::filesystem::create_directories(folder);
  const std::string model = (folder / "resnet18.onnx").string();
  run_vta("model resnet18_v1 -o " + model);
  std::string one_device = "csim", two_devices = "csim";
#ifdef VTA_HAS_SERVE
  std::optional<test::Background> first, second;
  if (servers) {
    const std::string serve = "serve --listen 127.0.0.1:0 --workers 1";
    const auto device = [](const test::Background& one) {
      return "grpc://" + one.address() + ",backend=csim";
    };
    one_device = device(first.emplace(serve, (folder / "first").string()));
    two_devices = one_device + "," + device(second.emplace(serve, (folder / "second").string()));
  }
#else
  if (servers)
    throw UsageError("servers: this build has none: it was made without gRPC");
#endif
  std::vector<double> ratios;
  fmt::print("images a second, {} images a run\n   one device  two devices  ratio\n", images);
  for (int run = 0; run < runs; ++run) {
    const double one = images_per_second(model, 1, images, one_device);
    const double two = images_per_second(model, 2, images, two_devices);
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
  vta::bench::measure(runs, images, argc > 3 && std::string_view(argv[3]) == "servers");
}

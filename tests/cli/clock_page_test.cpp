// docs/clock.md: what is published of the original, beside what the tool says of the same sizes.
#include "base/file.h"
#include "explore/cost/clock_times.h"
#include "hw/synth/clock_model.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

constexpr const char* kMachine = "pynq";
constexpr const char* kMemories[] = {"ideal8", "ddr"};

struct PublishedTime {
  const char *network, *title;
  double ms;  // a whole inference on a Pynq-Z1 at 100 MHz
};
constexpr PublishedTime kPublishedTimes[] = {{"resnet18_v2", "ResNet-18 v2", 371.68},
                                             {"resnet34_v2", "ResNet-34 v2", 470.86},
                                             {"resnet50_v2", "ResNet-50 v2", 662.13},
                                             {"resnet101_v2", "ResNet-101 v2", 916.26}};

class ClockPage : public NetworkCommand {
 protected:
  boost::json::object run(const std::string& network, const std::string& memory,
                          const std::string& clock) {
    const std::string file = path(network + ".vta");
    if (!std::filesystem::exists(file)) {
      write_model(network, 0, path("big.onnx"));
      const ApartResult compiled = run_vta_apart(
          fmt::format("compile {} --config {} -o {}", path("big.onnx"), kMachine, file));
      EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
    }
    return json_of(fmt::format("run {} --backend csim --timing-only --memory {} --clock {}", file,
                               memory, clock));
  }

  // A row of the page's table.
  std::string row(const PublishedTime& published) {
    std::string out = fmt::format("| {} | {:.2f} ", published.title, published.ms);
    for (const char* memory : kMemories) {
      const auto at_100 = run(published.network, memory, "100");
      if (memory == kMemories[0])
        out += fmt::format("| {:.1f} % ",
                           at_100.at("work").at("device_mac_percent").to_number<double>());
      out += fmt::format("| {} | {:.1f} ", at_100.at("cycles").as_int64(), ms_of(at_100));
      out += fmt::format("| {:.1f} ", ms_of(run(published.network, memory, "auto")));
    }
    return out + "|\n";
  }

  static double ms_of(const boost::json::object& run) {
    return run.at("times").at("milliseconds").to_number<double>();
  }

  static std::string header() {
    const auto config = named_config(kMachine);
    const double mhz = explore::estimated_clock(longest_path_ps(config)).mhz.value();
    std::string out = fmt::format(
        "`{}`: {} multipliers, {:.1f} GOPS at most at 100 MHz. Its longest path is {:.2f} ns of "
        "cell "
        "delay, {:.1f} MHz with\nthe allowance for routing: the estimate (\"est.\" below).\n\n",
        kMachine, config.macs(), 2e-3 * static_cast<double>(config.macs()) * 100,
        static_cast<double>(longest_path_ps(config)) / 1000, mhz);
    out += "| network | published, ms at 100 MHz | MACs on the accelerator ";
    for (const char* memory : kMemories)
      out += fmt::format("| cycles, `{}` | ms at 100 MHz | ms at est. ", memory);
    out += "|\n|---|---|---|---|---|---|---|---|---|\n";
    return out;
  }
};

TEST_F(ClockPage, HasWhatTheToolSays) {
  std::string table = header();
  for (const PublishedTime& published : kPublishedTimes)
    table += row(published);
  const std::string page = VTA_SOURCE_DIR "/docs/clock.md";
  std::string text = read_text_file(page);
  if (std::getenv("VTA_RENEW") != nullptr) {
    const size_t from = text.find("\n", text.find("<!-- clock table")) + 1;
    const size_t to = text.find("<!-- end of clock table -->");
    ASSERT_LE(from, to);
    text.replace(from, to - from, "\n" + table + "\n");
    write_text_file(page, text);
  }
  EXPECT_THAT(text, HasSubstr(table))
      << "docs/clock.md is stale: renew it with VTA_RENEW=1 cli_tests --gtest_filter='ClockPage.*'";
}

}  // namespace
}  // namespace vta

// `vta run --device board` from its arguments to what it prints, over the Verilated shell.
#include <boost/json.hpp>

#include "cli/commands.h"
#include "link/devices/devices.h"
#include "runtime/program.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/linux/verilated_board.h"

namespace vta {
namespace {

constexpr int64_t kMemoryBytes = int64_t{1} << 28;

std::string run_command(std::vector<const char*> arguments) {
  cli::Command app{"test"};
  app.require_subcommand();
  cli::register_run(app);
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(app.parse(static_cast<int>(arguments.size()), arguments.data()), 0);
  std::fflush(stdout);
  return ::testing::internal::GetCapturedStdout();
}

TEST(CommandOnBoard, RunVerifiesANetworkAndCounts) {
  const std::string file = ::testing::TempDir() + "command_on_board.vta";
  save_program(
      compile_graph(testing::zoo_network("resnet8_tiny"), testing::options_for("default")).program,
      file);
  known_devices().add(
      {.name = "board",
       .what = "the Verilated shell",
       .place = "UIO",
       .default_place = "vta",
       .open = [](const DeviceString&, const VtaConfig& config, const OpenOptions&) {
         return test::open_board(
             std::make_shared<test::VerilatedBoard<VAxi>>(0x10000000, kMemoryBytes), config);
       }});
  const auto result = [&](const char* device) {
    return boost::json::parse(
               run_command({"vta", "run", file.c_str(), "--device", device, "--verify", "--json"}))
        .as_object();
  };
  const boost::json::object board = result("board"), fsim = result("fsim");
  EXPECT_EQ(board.at("backend"), "board");
  EXPECT_EQ(board.at("counters"), fsim.at("counters"));
  EXPECT_EQ(board.at("verify").at("exact"), true);
}

}  // namespace
}  // namespace vta

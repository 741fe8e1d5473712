// `vta run --device board` from its arguments to what it prints, over the Verilated shell.
#include <boost/json.hpp>

#include "cli/commands.h"
#include "cli/run_program.h"
#include "compiler/onnx/model_zoo.h"
#include "link/devices/devices.h"
#include "tests/linux/verilated_board.h"

namespace vta {
namespace {

constexpr int64_t kBoardMemoryBytes = int64_t{1} << 28;

boost::json::object run_command(const std::string& model, const char* device) {
  const std::vector<const char*> arguments = {"vta",      "run",  model.c_str(),
                                              "--device", device, "--json"};
  cli::Command app{"test"};
  app.require_subcommand();
  cli::register_run(app);
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(app.parse(static_cast<int>(arguments.size()), arguments.data()), 0);
  std::fflush(stdout);
  return boost::json::parse(::testing::internal::GetCapturedStdout()).as_object();
}

TEST(CommandOnBoard, RunHasTheOutputsAndCountersOfFsim) {
  const std::string file = ::testing::TempDir() + "command_on_board.onnx";
  write_model("resnet8_tiny", 0, file);
  known_devices().add(
      {.name = "board",
       .what = "the Verilated shell",
       .place = "UIO",
       .default_place = "vta",
       .open = [](const DeviceString&, const VtaConfig& config, const OpenOptions&) {
         return test::open_board(
             std::make_shared<test::VerilatedBoard<VAxi>>(0x10000000, kBoardMemoryBytes), config);
       }});
  boost::json::object board, fsim;
  ASSERT_EQ(cli::run_program("vta",
                             [&] {
                               board = run_command(file, "board");
                               fsim = run_command(file, "fsim");
                               return 0;
                             }),
            0);
  EXPECT_EQ(board.at("backend"), "board");
  EXPECT_EQ(board.at("counters"), fsim.at("counters"));
  EXPECT_EQ(board.at("outputs"), fsim.at("outputs"));
  EXPECT_EQ(board.at("timing"), nullptr);
}

}  // namespace
}  // namespace vta

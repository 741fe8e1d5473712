// Networks divided between the cores of a board, by its driver: a window, an interrupt and a buffer
// each, one memory behind. Outputs are those of one core, bit by bit.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/run_program.h"
#include "compiler/onnx/model_zoo.h"
#include "link/devices/devices.h"
#include "link/local_link.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/cli/run_vta.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/linux/cores_board.h"

namespace vta {
namespace {

constexpr uint64_t kAddr = 0x10000000;
constexpr int64_t kBytesOfEach = int64_t{1} << 27;

Tensor image_of(const Program& program, int64_t image) {
  const ProgramValue& value = program.values[static_cast<size_t>(program.inputs.at(0))];
  Tensor input = testing::random_tensor({value.shape, value.dtype});
  std::span<std::byte> bytes = input.mutable_bytes();
  std::ranges::rotate(bytes, bytes.begin() + 64 * image);  // whole elements
  return input;
}

Tensor run(Executor& executor, int64_t image) {
  executor.set_input(0, image_of(executor.program(), image));
  executor.run();
  return executor.output(0);
}

// The next image goes to the core that is free.
struct BatchRun {
  std::vector<Tensor> outputs;
  std::vector<int64_t> cycles;  // CYCLES of each image's launches
  int64_t in_all = 0;
};

BatchRun run_batch(const std::shared_ptr<const Program>& program, int64_t images, int cores,
                   const AxiPace& pace = test::kFastMemory) {
  const auto one = std::make_shared<test::CoresBoard>(kAddr, kBytesOfEach, pace);
  std::vector<std::unique_ptr<Executor>> executors;
  for (int core = 0; core < cores; ++core)
    executors.push_back(
        std::make_unique<Executor>(program, test::open_core(one, core, program->config)));
  BatchRun result;
  result.outputs.resize(static_cast<size_t>(images));
  result.cycles.resize(static_cast<size_t>(images));
  int64_t next = 0;
  std::vector<std::function<void()>> hosts;
  for (int core = 0; core < cores; ++core)
    hosts.emplace_back([&, core] {
      Executor& executor = *executors[static_cast<size_t>(core)];
      while (next < images) {
        const auto image = static_cast<size_t>(next++);
        result.outputs[image] = run(executor, static_cast<int64_t>(image));
        EXPECT_EQ(executor.stats().launches, 1);
        result.cycles[image] = one->read32(core, offset_of(Register::Cycles));
      }
    });
  Turns turns(*one);
  one->take_turns(&turns);
  const int64_t before = one->cycles();
  turns.run(std::move(hosts));
  result.in_all = one->cycles() - before;
  one->take_turns(nullptr);
  EXPECT_TRUE(one->memory().idle());
  return result;
}

void expect_outputs_of_one_core(const std::string& network, int64_t images) {
  const auto program = std::make_shared<const Program>(
      compile_graph(testing::zoo_network(network), testing::options_for("default")).program);
  Executor alone(program, std::make_unique<LocalLink>(make_device("fsim", program->config,
                                                                  {.memory_bytes = kBytesOfEach})));
  const BatchRun both = run_batch(program, images, 2);
  for (int64_t image = 0; image < images; ++image) {
    const Tensor want = run(alone, image);
    const Tensor& got = both.outputs[static_cast<size_t>(image)];
    EXPECT_TRUE(std::ranges::equal(got.bytes(), want.bytes())) << "image " << image;
  }
  const BatchRun one = run_batch(program, 1, 1);
  EXPECT_LT(both.in_all, images * one.in_all);
  std::string cycles;
  for (const int64_t each : both.cycles)
    cycles += fmt::format(" {}", each);
  fmt::print("{}: {} images on 2 cores in {} cycles:{}; on 1 core {}\n", network, images,
             both.in_all, cycles, one.cycles[0]);
}

// Whether what takes minutes is done too: scripts/deep.sh.
bool deep() {
  return std::getenv("VTA_DEEP") != nullptr;
}

TEST(CoresOnBoard, AnImageACoreIsBitEqualToOneCore) {
  expect_outputs_of_one_core("resnet8_tiny", 5);
  if (deep())
    expect_outputs_of_one_core("resnet18_v1", 2);
}

// Answers to unequal cores come in any order, beats of reads mixed, all channels with pauses.
TEST(CoresOnBoard, AMemoryMayMixItsAnswersToTheCores) {
  const auto program = std::make_shared<const Program>(
      compile_graph(testing::zoo_network("resnet8_tiny"), testing::options_for("default")).program);
  AxiPace pace{60, 60, 60, 60, 60};
  const BatchRun fast = run_batch(program, 2, 2), in_order = run_batch(program, 2, 2, pace);
  pace.mixed = true;
  const BatchRun mixed = run_batch(program, 2, 2, pace);
  EXPECT_NE(mixed.in_all, in_order.in_all);
  for (const BatchRun* slow : {&in_order, &mixed})
    for (size_t image = 0; image < 2; ++image)
      EXPECT_TRUE(std::ranges::equal(slow->outputs[image].bytes(), fast.outputs[image].bytes()));
}

TEST(CoresOnBoard, AMemoryTooSmallForTheProgramIsNamed) {
  const auto program = std::make_shared<const Program>(
      compile_graph(testing::zoo_network("resnet8_tiny"), testing::options_for("default")).program);
  const auto one = std::make_shared<test::CoresBoard>(kAddr, 1 << 16);
  EXPECT_THAT([&] { Executor(program, test::open_core(one, 1, program->config)); },
              ::testing::ThrowsMessage<DeviceError>(
                  ::testing::HasSubstr("device memory exhausted: asked for")));
}

// Cores are reset alone: what one runs is as if nothing had been.
TEST(CoresOnBoard, TheResetOfOneCoreLeavesTheOtherAlone) {
  const auto program = std::make_shared<const Program>(
      compile_graph(testing::zoo_network("resnet8_tiny"), testing::options_for("default")).program);
  const auto one = std::make_shared<test::CoresBoard>(kAddr, kBytesOfEach);
  Executor first(program, test::open_core(one, 0, program->config));
  Executor second(program, test::open_core(one, 1, program->config));
  const Tensor want = run(first, 0);
  EXPECT_TRUE(std::ranges::equal(run(second, 0).bytes(), want.bytes()));
  test::CoreWindow window(one, 1);
  board::Shell shell(window);
  std::vector<std::pair<uint16_t, uint32_t>> settings;  // of the run that was
  for (const Register reg : {Register::InsnCount, Register::MemBurstBeats})
    settings.emplace_back(offset_of(reg), shell.read(reg));
  for (const Register reg :
       {Register::InsnAddr, Register::UopBase, Register::InpBase, Register::WgtBase,
        Register::AccBase, Register::OutBase, Register::MemLo, Register::MemHi})
    for (const int word : {0, 4}) {
      const auto at = static_cast<uint16_t>(offset_of(reg) + word);
      settings.emplace_back(at, window.read32(at));
    }
  Turns turns(*one);
  one->take_turns(&turns);
  Tensor got;
  int64_t resets = 0;
  bool done = false;
  turns.run({[&] {
               got = run(first, 0);
               done = true;
             },
             [&] {
               for (; !done; ++resets) {
                 for (const auto& [at, value] : settings)
                   window.write32(at, value);
                 shell.start();
                 turns.wait([&] { return done; }, 400 + 37 * resets);
                 shell.reset(test::patient_options().patience);
               }
             }});
  one->take_turns(nullptr);
  EXPECT_GT(resets, 10);
  EXPECT_TRUE(std::ranges::equal(got.bytes(), want.bytes()));
  EXPECT_TRUE(std::ranges::equal(run(second, 0).bytes(), want.bytes()));
}

// ---- parts of a network: the command

int pipeline_command(const std::vector<std::string>& arguments) {
  std::vector<const char*> words = {"vta", "pipeline"};
  for (const std::string& argument : arguments)
    words.push_back(argument.c_str());
  cli::Command app{"test"};
  app.require_subcommand();
  cli::register_pipeline(app);
  ::testing::internal::CaptureStdout();
  const int status = cli::run_program(
      "vta", [&] { return app.parse(static_cast<int>(words.size()), words.data()); });
  ::testing::internal::GetCapturedStdout();
  return status;
}

void expect_parts_as_one(const std::string& network, const std::string& images) {
  const auto one = std::make_shared<test::CoresBoard>(kAddr, kBytesOfEach);
  static std::shared_ptr<test::CoresBoard> opened;  // the table of devices stays
  opened = one;
  static const bool added = [] {
    known_devices().add(
        {.name = "board",
         .what = "the cores of a Verilated board",
         .place = "UIO",
         .default_place = "vta",
         .keys = {{"core", "its number"}},
         .open = [](const DeviceString& device, const VtaConfig& config, const OpenOptions&) {
           const int64_t core = device.get_int("core", 0, 0, 1);
           return test::open_core(opened, static_cast<int>(core), config);
         }});
    return true;
  }();
  ASSERT_TRUE(added);
  const std::string folder = ::testing::TempDir();
  const std::string model = folder + network + ".onnx", parts = folder + network + "_parts";
  const std::string board = folder + "board.npy", fsim = folder + "fsim.npy";
  write_model(network, 0, model);
  const CommandResult split = run_vta("split " + model + " --parts 2 -o " + parts);
  ASSERT_EQ(split.exit_code, 0) << split.text;
  const CommandResult whole =
      run_vta("pipeline " + model + " --parts 1 --device fsim -n " + images + " --output " + fsim);
  ASSERT_EQ(whole.exit_code, 0) << whole.text;
  ASSERT_EQ(pipeline_command({parts + "/split.json", "-n", images, "--device", "board,core=0",
                              "--device", "board,core=1", "--output", board}),
            0);
  EXPECT_EQ(read_text_file(board), read_text_file(fsim));
  opened.reset();
}

TEST(CoresOnBoard, PartsOfANetworkAreBitEqualToOneCore) {
  expect_parts_as_one("resnet8_tiny", "4");
  if (deep())
    expect_parts_as_one("resnet18_v1", "2");
}

}  // namespace
}  // namespace vta

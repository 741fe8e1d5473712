// Speed of the Verilated RTL beside a bare Verilated array of multipliers; in one run.
//
//   bench_tsim [PROGRAM.vta]
//
// A GEMM in every cycle at 1x16x16 and 1x32x32, then all launches of ResNet-18 (schedule `fast`, or
// the given program of the default configuration). Models are built first where the cache has none.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "compiler/compiler.h"
#include "compiler/onnx/model_zoo.h"
#include "hw/isa/codec.h"
#include "sim/factory/device_factory.h"
#include "sim/tsim/model_cache.h"
#include "sim/tsim/model_library.h"
#include "tests/bench/cpu_timer.h"
#include "tests/bench/program_run.h"

namespace vta::bench {
namespace {

constexpr int64_t kMemoryBytes = int64_t{1} << 22;

// Million cycles a second of processor time.
double speed(int64_t cycles, double ms) {
  return static_cast<double>(cycles) / 1e3 / ms;
}

// The array alone, in tsim's clock loop.
double control(const VtaConfig& config, uint32_t cycles) {
  const char* given = std::getenv("VTA_RTL_DIR");
  const std::string kept = given == nullptr ? "" : given;
  ::setenv("VTA_RTL_DIR", VTA_SOURCE_DIR "/tests/bench/mac_array", 1);
  const ModelLibrary library(find_or_build_model(model_recipe(config, {})).library);
  ::setenv("VTA_RTL_DIR", kept.c_str(), 1);  // empty: as if it were not there
  const tsim::Api& api = library.api();
  std::vector<uint8_t> memory(4096);
  void* instance = api.create(memory.data(), std::ssize(memory), nullptr, nullptr);
  const auto offset = [](Register reg) {
    return static_cast<uint32_t>(register_table()[static_cast<size_t>(reg)].offset);
  };
  api.write_register(instance, 0, offset(Register::InsnCount), cycles);
  const tsim::Launch launch{0, 0, nullptr, 0, -1, 0, 0};
  api.launch(instance, 0, &launch, offset(Register::Control));
  const double begin = thread_ms();
  const int64_t ran = api.run(instance, int64_t{1} << 40, 0)->edge;
  const double ms = thread_ms() - begin;
  api.destroy(instance);
  return speed(ran, ms);
}

// One long GEMM over all scratchpads.
double gemm(const VtaConfig& config, int64_t steps) {
  const auto device = make_device("tsim", config, {.memory_bytes = kMemoryBytes});
  const InsnCodec codec(config);
  Insn load, multiply, finish;
  load.memory_type = static_cast<int64_t>(MemoryType::Uop);
  load.x_size = load.y_size = load.x_stride = 1;
  load.dram_base = 1 << 12;
  multiply.opcode = static_cast<int64_t>(Opcode::Gemm);
  multiply.uop_end = 1;
  multiply.iter_in = 256;  // no more than any scratchpad holds
  multiply.iter_out = steps / multiply.iter_in;
  multiply.dst_in = multiply.src_in = 1;
  multiply.wgt_in = 1;
  finish.opcode = static_cast<int64_t>(Opcode::Finish);
  uint64_t at = 0;
  for (const Insn& insn : {load, multiply, finish}) {
    const InsnBits bits = codec.encode(insn);
    std::memcpy(device->memory().at(at, 16).data(), &bits, 16);
    at += 16;
  }
  device->write_register(Register::InsnCount, 3);
  device->write_register(Register::Control, 1);
  const double begin = thread_ms();
  device->advance(int64_t{1} << 40);
  const double ms = thread_ms() - begin;
  if (device->report().error != IsaError::None)
    throw DeviceError(device->report().error_text);
  return speed(*device->report().cycles, ms);
}

void print(const std::string& name, double mcycles, double bare) {
  fmt::print("{:<40}{:>8.2f} Mcycle/s{:>8.2f} x control\n", name, mcycles, mcycles / bare);
}

Program resnet18() {
  const std::filesystem::path model =
      std::filesystem::temp_directory_path() / fmt::format("bench_tsim_{}.onnx", getpid());
  write_model("resnet18_v1", 0, model.string());
  CompileOptions options;
  options.config = named_config("default");
  Program program = compile_model(model.string(), options).program;
  std::filesystem::remove(model);
  return program;
}

void run(const char* program_file) {
  double bare16 = 0;
  for (const auto& [name, steps] : {std::pair("default", 1 << 20), std::pair("1x32", 1 << 18)}) {
    const VtaConfig config = named_config(name);
    const double bare = control(config, static_cast<uint32_t>(steps));
    bare16 = bare16 == 0 ? bare : bare16;
    print(fmt::format("control: bare array {}", config.name()), bare, bare);
    print("  a GEMM step in every cycle", gemm(config, steps), bare);
  }
  const Program program = program_file != nullptr ? load_program(program_file) : resnet18();
  ProgramRun device(program, make_device("tsim", program.config));
  const double begin = thread_ms();
  device.run();
  const double ms = thread_ms() - begin;
  print(program_file != nullptr ? program_file : "ResNet-18, schedule fast, 1x16",
        speed(device.cycles(), ms), bare16);
  fmt::print("  {} cycles in {:.2f} s\n", device.cycles(), ms / 1e3);
}

}  // namespace
}  // namespace vta::bench

int main(int argc, char** argv) {
  vta::bench::run(argc > 1 ? argv[1] : nullptr);
  return 0;
}

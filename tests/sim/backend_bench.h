// Any backend with a stream that is written as assembly text; keeps every completion cycle.
#pragma once

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/isa/assembler.h"
#include "sim/factory/device_factory.h"

namespace vta::test {

inline std::vector<std::string> timed_backends() {
  std::vector<std::string> names = backend_names();
  std::erase(names, "fsim");
  return names;
}

// The stream at kStreamAddr; data in [kDataBegin, kDataEnd), the window of legal DRAM; all base
// registers are kDataBegin.
class BackendBench final : public TraceSink {
 public:
  static constexpr uint64_t kStreamAddr = 0x1000;
  static constexpr uint64_t kDataBegin = 0x20000, kDataEnd = 0x40000;

  BackendBench(const std::string& backend, const VtaConfig& config)
      : codec(config), device(make(backend, config)) {
    device->set_trace_sink(this);
    for (const Register reg : {Register::UopBase, Register::InpBase, Register::WgtBase,
                               Register::AccBase, Register::OutBase, Register::MemLo})
      device->write_register(reg, kDataBegin);
    device->write_register(Register::MemHi, kDataEnd);
  }

  // Puts the stream into memory and says where it is.
  void place(const std::string& assembly, uint64_t stream_addr = kStreamAddr) {
    const std::vector<Insn> insns = assemble(assembly, "test", codec).insns;
    for (size_t i = 0; i < insns.size(); ++i) {
      const InsnBits bits = codec.encode(insns[i]);
      std::memcpy(device->memory().at(stream_addr + 16 * i, 16).data(), &bits, 16);
    }
    device->write_register(Register::InsnAddr, stream_addr);
    device->write_register(Register::InsnCount, insns.size());
  }

  const RunReport& run(const std::string& assembly, uint64_t stream_addr = kStreamAddr) {
    completion.clear();
    place(assembly, stream_addr);
    device->write_register(Register::Control, 1);
    ended = device->advance(1000000);
    return device->report();
  }

  // Completion cycles in program order; -1 for what did not complete.
  std::vector<int64_t> completions() const {
    std::vector<int64_t> cycles;
    for (const auto& [index, cycle] : completion) {
      cycles.resize(static_cast<size_t>(index) + 1, -1);
      cycles.back() = cycle;
    }
    return cycles;
  }

  void on_retire(Unit, int64_t index, const Insn&, int64_t cycle) override {
    completion[index] = cycle;
  }

  // tsim's models are built once per build folder.
  static std::unique_ptr<Device> make(const std::string& backend, const VtaConfig& config) {
    ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);
    DeviceOptions options;
    options.memory_bytes = int64_t{1} << 22;
    return make_device(backend, config, options);
  }

  InsnCodec codec;
  std::unique_ptr<Device> device;
  std::map<int64_t, int64_t> completion;
  bool ended = false;
};

}  // namespace vta::test

#include "driver/testbench/testbench.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "driver/driver.h"
#include "sim/semantics/static_check.h"

namespace vta::testbench {
namespace {

struct Outcome {
  int error = 0;
  std::string text;
  int64_t cycles = -1;
};
thread_local Outcome last;

// The device of the last call's configuration, kept for its scratchpads.
struct Kept {
  std::mutex mutex;
  std::unique_ptr<Driver> driver;
};
Kept& kept() {
  static Kept instance;
  return instance;
}

Driver& driver_for(const VtaConfig& config) {
  std::unique_ptr<Driver>& driver = kept().driver;
  if (!driver || driver->config() != config) {
    driver.reset();
    driver = std::make_unique<Driver>(make_backend(config));
  }
  return *driver;
}

VtaConfig configuration() {
  const char* name = std::getenv("VTA_CONFIG");
  return find_config(name == nullptr || *name == '\0' ? "default" : name);
}

template <typename Word>
int64_t words(int64_t bytes) {
  return (bytes + static_cast<int64_t>(sizeof(Word)) - 1) / static_cast<int64_t>(sizeof(Word));
}

// One array of the caller as a region of device memory.
template <typename Word>
class Region {
 public:
  Region(Driver& driver, const char* name, const volatile Word* array, int64_t bytes)
      : count_(words<Word>(bytes)) {
    if (count_ == 0)
      return;
    if (array == nullptr)
      throw DeviceError(
          fmt::format("vta(): {} is null, and the stream reaches {} bytes into it", name, bytes));
    buffer_ = driver.alloc(count_ * static_cast<int64_t>(sizeof(Word)));
    buffer_.write_with(0, buffer_.size_bytes(), [&](std::span<std::byte> region) {
      std::byte* to = region.data();
      for (int64_t i = 0; i < count_; ++i, to += sizeof(Word)) {
        const Word word = array[i];
        std::memcpy(to, &word, sizeof(Word));
      }
    });
  }
  uint64_t phys_addr() const { return count_ == 0 ? 0 : buffer_.phys_addr(); }
  void copy_back(volatile Word* array) const {
    if (count_ == 0)
      return;
    buffer_.read_with(0, buffer_.size_bytes(), [&](std::span<const std::byte> region) {
      const std::byte* from = region.data();
      for (int64_t i = 0; i < count_; ++i, from += sizeof(Word)) {
        Word word = 0;
        std::memcpy(&word, from, sizeof(Word));
        array[i] = word;
      }
    });
  }

 private:
  int64_t count_;
  DeviceBuffer buffer_;
};

struct Arrays {
  const volatile uint64_t* insns;
  const volatile uint32_t* uops;
  const volatile uint64_t *inputs, *weights, *biases;
  volatile uint64_t* outputs;
};

std::vector<InsnBits> read_stream(const volatile uint64_t* words, int64_t count) {
  if (words == nullptr)
    throw DeviceError(fmt::format("vta(): insns is null, and insn_count is {}", count));
  std::vector<InsnBits> stream(static_cast<size_t>(count));
  for (InsnBits& bits : stream) {
    bits.lo = *words++;
    bits.hi = *words++;
  }
  return stream;
}

Outcome run(int64_t insn_count, const Arrays& arrays) {
  const VtaConfig config = configuration();
  if (insn_count == 0)
    return {static_cast<int>(IsaError::NoFinish),
            fault_report(IsaError::NoFinish, 0, "the stream is empty", nullptr), -1};
  const std::vector<InsnBits> stream = read_stream(arrays.insns, insn_count);
  const Extents extents = find_extents(config, stream);
  const auto extent = [&](MemoryType type) { return extents[static_cast<size_t>(type)]; };

  Driver& driver = driver_for(config);
  const Region insns(driver, "insns", arrays.insns, insn_count * 16);
  const Region uops(driver, "uops", arrays.uops, extent(MemoryType::Uop));
  const Region inputs(driver, "inputs", arrays.inputs, extent(MemoryType::Inp));
  const Region weights(driver, "weights", arrays.weights, extent(MemoryType::Wgt));
  const Region biases(driver, "biases", arrays.biases, extent(MemoryType::Acc));
  // Read too: words and rows that are stored in part keep the rest.
  const Region<uint64_t> outputs(driver, "outputs", arrays.outputs, extent(MemoryType::Out));

  LaunchRequest request;
  request.insn_addr = insns.phys_addr();
  request.insn_count = insn_count;
  request.bases = {uops.phys_addr(), inputs.phys_addr(), weights.phys_addr(), biases.phys_addr(),
                   outputs.phys_addr()};
  const LaunchReport report = driver.launch(request);
  outputs.copy_back(arrays.outputs);
  return {static_cast<int>(report.error), report.error_text, report.cycles.value_or(-1)};
}

}  // namespace
}  // namespace vta::testbench

extern "C" void vta_testbench_run(uint32_t insn_count, const volatile uint64_t* insns,
                                  const volatile uint32_t* uops, const volatile uint64_t* inputs,
                                  const volatile uint64_t* weights, const volatile uint64_t* biases,
                                  volatile uint64_t* outputs) {
  using namespace vta::testbench;
  const std::lock_guard lock(kept().mutex);
  try {
    last = run(insn_count, {insns, uops, inputs, weights, biases, outputs});
  } catch (const std::exception& e) {
    // A run that was given up would go on in the next call.
    kept().driver.reset();
    last = {-1, e.what(), -1};
  }
  if (last.error != 0)
    std::fprintf(stderr, "%s\n", last.text.c_str());
}

extern "C" int vta_error() {
  return vta::testbench::last.error;
}
extern "C" const char* vta_error_text() {
  return vta::testbench::last.text.c_str();
}
extern "C" int64_t vta_cycles() {
  return vta::testbench::last.cycles;
}

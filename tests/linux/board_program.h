// A driver with a program on it, for tests of a board: what it stores, moves and reports.
#pragma once

#include <numeric>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "hw/isa/assembler.h"
#include "hw/isa/codec.h"
#include "tests/driver/test_link.h"

namespace vta::test {

// 40 elements through ACC, stored row by row while inputs are loaded.
inline constexpr const char* kReadsBesideWrites =
    "load acc8 y_size=1 x_size=40 x_stride=40 push_next\n"
    "store out y_size=40 x_size=1 x_stride=2 pop_prev\n"
    "load inp dram_base=256 y_size=4 x_size=64 x_stride=64\n"
    "finish\n";
inline constexpr int64_t kSecondLoadAt = 4096;  // bytes from the start of the data

class BoardProgram {
 public:
  explicit BoardProgram(std::unique_ptr<DeviceLink> link, const char* assembly = kReadsBesideWrites)
      : driver_(std::move(link)) {
    std::vector<uint8_t> values(8192);
    std::iota(values.begin(), values.end(), uint8_t{3});
    data_.write(0, std::as_bytes(std::span(values)));
    load(assembly);
  }

  void load(const char* assembly) {
    const InsnCodec codec(driver_.config());
    std::vector<InsnBits> bits;
    for (const Insn& insn : assemble(assembly, "test", codec).insns)
      bits.push_back(codec.encode(insn));
    insns_.write(0, std::as_bytes(std::span(bits)));
    request_.insn_addr = insns_.phys_addr();
    request_.insn_count = std::ssize(bits);
    request_.bases = DramBases::all(data_.phys_addr());
    request_.bases.out = out_.phys_addr();
  }

  LaunchReport launch() { return driver_.launch(request_); }
  std::vector<std::byte> stored() const { return bytes_of(out_); }

  Driver& driver() { return driver_; }
  LaunchRequest& request() { return request_; }
  uint64_t data_at() const { return data_.phys_addr(); }
  uint64_t out_at() const { return out_.phys_addr(); }

 private:
  Driver driver_;
  DeviceBuffer insns_ = driver_.alloc(4096), data_ = driver_.alloc(8192),
               out_ = driver_.alloc(4096);
  LaunchRequest request_;
};

}  // namespace vta::test

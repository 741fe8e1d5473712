#include "driver/driver.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/plural.h"
#include "base/round.h"
#include "config/validate.h"
#include "driver/dram_check.h"
#include "driver/work_bound.h"

namespace vta {
namespace {

int64_t largest_element(const VtaConfig& config) {
  int64_t bytes = 1;
  for (const MemoryType type : {MemoryType::Uop, MemoryType::Wgt, MemoryType::Inp, MemoryType::Acc})
    bytes = std::max(bytes, config.element_bytes(type));
  return bytes;
}

[[noreturn]] void fail_bound(const std::string& what, int64_t max_cycles) {
  throw ResourceError(fmt::format("launch: {}; the bound is {} (--max-cycles)", what, max_cycles));
}

}  // namespace

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : driver_(std::exchange(other.driver_, nullptr)),
      phys_addr_(other.phys_addr_),
      size_bytes_(other.size_bytes_) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(driver_, other.driver_);
  std::swap(phys_addr_, other.phys_addr_);
  std::swap(size_bytes_, other.size_bytes_);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (driver_)
    driver_->allocator_.free(phys_addr_);
}

std::span<std::byte> DeviceBuffer::bytes() {
  VTA_CHECK(driver_, "the bytes of an empty DeviceBuffer");
  return driver_->device_->memory().at(phys_addr_, size_bytes_);
}

std::span<const std::byte> DeviceBuffer::bytes() const {
  VTA_CHECK(driver_, "the bytes of an empty DeviceBuffer");
  return std::as_const(*driver_->device_).memory().at(phys_addr_, size_bytes_);
}

Driver::Driver(std::unique_ptr<Device> device)
    : device_(std::move(device)), allocator_(device_->memory().size_bytes()) {
  check_memory_size(config(), device_->memory().size_bytes());
}

int64_t Driver::memory_for(const VtaConfig& config, int64_t bytes) {
  const int64_t first =
      std::max(static_cast<int64_t>(Allocator::kFirstAddress), largest_element(config));
  return first + align_up(std::max<int64_t>(bytes, 1), Allocator::kPageBytes);
}

DeviceBuffer Driver::alloc(int64_t bytes) {
  const uint64_t address = allocator_.allocate(bytes, largest_element(config()));
  DeviceBuffer buffer(this, address, bytes);
  const auto pages = allocator_.find(address);
  device_->memory().clear(address, static_cast<int64_t>(pages->end - address));
  return buffer;
}

DeviceBuffer Driver::alloc_at(uint64_t phys_addr, int64_t bytes) {
  allocator_.allocate_at(phys_addr, bytes);
  const auto pages = allocator_.find(phys_addr);
  const int64_t size = static_cast<int64_t>(pages->end - pages->begin);
  DeviceBuffer buffer(this, pages->begin, size);
  device_->memory().clear(pages->begin, size);
  return buffer;
}

void Driver::check_request(const LaunchRequest& request) const {
  if (request.insn_addr % 16 != 0)
    throw DeviceError(fmt::format("launch: instruction address 0x{:x} is not a multiple of 16",
                                  request.insn_addr));
  if (request.insn_count < 1 || request.insn_count > std::numeric_limits<uint32_t>::max())
    throw DeviceError(fmt::format("launch: {} instructions; a run has 1 to 4294967295 of them",
                                  request.insn_count));
  const auto pages = allocator_.find(request.insn_addr);
  if (!pages || request.insn_count > static_cast<int64_t>(pages->end - request.insn_addr) / 16)
    throw DeviceError(
        fmt::format("launch: {} at 0x{:x} {} not inside one allocation of device memory",
                    counted(request.insn_count, "instruction"), request.insn_addr,
                    request.insn_count == 1 ? "is" : "are"));
  const DramBases& b = request.bases;
  const auto check_base = [&](const char* name, uint64_t base, MemoryType type) {
    const auto element = static_cast<uint64_t>(config().element_bytes(type));
    if (base % element != 0)
      throw DeviceError(fmt::format(
          "launch: base register {} = 0x{:x} is not a multiple of its element of {} bytes", name,
          base, element));
  };
  check_base("uop", b.uop, MemoryType::Uop);
  check_base("inp", b.inp, MemoryType::Inp);
  check_base("wgt", b.wgt, MemoryType::Wgt);
  check_base("acc", b.acc, MemoryType::Acc);
  check_base("out", b.out, MemoryType::Out);
  if (request.max_cycles < 1)
    throw DeviceError(fmt::format(
        "launch: a bound of {} cycles (--max-cycles); it must be at least 1", request.max_cycles));
}

void Driver::program_registers(const LaunchRequest& request, int64_t insn_count) {
  const auto extent = allocator_.extent();
  device_->write_register(Register::InsnCount, static_cast<uint64_t>(insn_count));
  device_->write_register(Register::InsnAddr, request.insn_addr);
  device_->write_register(Register::UopBase, request.bases.uop);
  device_->write_register(Register::InpBase, request.bases.inp);
  device_->write_register(Register::WgtBase, request.bases.wgt);
  device_->write_register(Register::AccBase, request.bases.acc);
  device_->write_register(Register::OutBase, request.bases.out);
  device_->write_register(Register::MemLo, extent->begin);
  device_->write_register(Register::MemHi, extent->end);
}

RunReport Driver::run_device(const LaunchRequest& request, int64_t insn_count) {
  program_registers(request, insn_count);
  device_->set_kernels(request.kernel_first_insn);
  device_->write_register(Register::Control, 1);
  given_up_ = !device_->advance(request.max_cycles);
  if (given_up_)
    fail_bound(fmt::format("the run of {} did not end within {}",
                           counted(request.insn_count, "instruction"),
                           counted(request.max_cycles, "cycle")),
               request.max_cycles);
  return device_->report();
}

RunReport Driver::launch(const LaunchRequest& request) {
  if (given_up_)
    throw DeviceError(
        "launch: the device is still running a launch that was given up: make a new one");
  check_request(request);
  const std::byte* image = device_->memory().at(request.insn_addr, request.insn_count * 16).data();
  const std::span insns(reinterpret_cast<const InsnBits*>(image),
                        static_cast<size_t>(request.insn_count));
  const auto fault = find_dram_fault(config(), allocator_, insns, request);
  const auto run = fault ? insns.first(static_cast<size_t>(fault->insn)) : insns;
  if (const auto excess = find_excess_work(config(), run, request.max_cycles))
    fail_bound(*excess, request.max_cycles);
  if (!fault)
    return run_device(request, request.insn_count);

  // What precedes the fault runs as hardware would run it, and may raise an error of its own that
  // comes first; the cut stream's missing FINISH stands for the fault.
  RunReport report;
  if (fault->insn > 0)
    report = run_device(request, fault->insn);
  if (fault->insn > 0 && report.error != IsaError::NoFinish)
    return report;
  report.error = IsaError::DramRange;
  report.error_insn = fault->insn;
  report.error_text = fault->text;
  return report;
}

}  // namespace vta

#include "driver/driver.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/plural.h"
#include "base/round.h"
#include "config/validate.h"
#include "driver/dram_check.h"
#include "driver/work_bound.h"
#include "hw/isa/codec.h"
#include "link/local_link.h"
#include "sim/races/race_check.h"

namespace vta {
namespace {

int64_t largest_element(const VtaConfig& config) {
  int64_t bytes = 1;
  for (const MemoryType type : {MemoryType::Uop, MemoryType::Wgt, MemoryType::Inp, MemoryType::Acc})
    bytes = std::max(bytes, config.element_bytes(type));
  return bytes;
}

// Bytes on their way to or from a device without a view; not set.
class HostCopy {
 public:
  explicit HostCopy(int64_t size_bytes)
      : size_(static_cast<size_t>(size_bytes)),
        bytes_(std::make_unique_for_overwrite<std::byte[]>(size_)) {}
  std::span<std::byte> bytes() const { return {bytes_.get(), size_}; }

 private:
  size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

// The stream of a request: where it is, or a copy.
class StreamImage {
 public:
  StreamImage(DeviceLink& link, const LaunchRequest& request) {
    const auto count = static_cast<size_t>(request.insn_count);
    const auto memory = link.view(request.insn_addr, request.insn_count * kInsnBytes);
    if (!memory.empty()) {
      insns_ = {reinterpret_cast<const InsnBits*>(memory.data()), count};
      return;
    }
    copy_.resize(count);
    link.read(request.insn_addr, std::as_writable_bytes(std::span(copy_)));
    insns_ = copy_;
  }
  StreamImage(const StreamImage&) = delete;
  StreamImage& operator=(const StreamImage&) = delete;
  std::span<const InsnBits> insns() const { return insns_; }

 private:
  std::vector<InsnBits> copy_;
  std::span<const InsnBits> insns_;
};

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

DeviceLink& DeviceBuffer::link() const {
  VTA_CHECK(driver_, "the bytes of an empty DeviceBuffer");
  return *driver_->link_;
}

uint64_t DeviceBuffer::checked(int64_t offset, int64_t size_bytes) const {
  if (offset < 0 || size_bytes < 0 || offset > size_bytes_ || size_bytes > size_bytes_ - offset)
    throw DeviceError(fmt::format("bytes [{}, {}) of a buffer of {}", offset,
                                  static_cast<uint64_t>(offset) + static_cast<uint64_t>(size_bytes),
                                  size_bytes_));
  return phys_addr_ + static_cast<uint64_t>(offset);
}

void DeviceBuffer::write(int64_t offset, std::span<const std::byte> bytes) {
  link().write(checked(offset, std::ssize(bytes)), bytes);
}

void DeviceBuffer::read(int64_t offset, std::span<std::byte> bytes) const {
  link().read(checked(offset, std::ssize(bytes)), bytes);
}

void DeviceBuffer::fill(int64_t offset, int64_t size_bytes, std::byte value) {
  link().fill(checked(offset, size_bytes), size_bytes, value);
}

std::span<std::byte> DeviceBuffer::view(int64_t offset, int64_t size_bytes) const {
  return link().view(checked(offset, size_bytes), size_bytes);
}

void DeviceBuffer::write_with(int64_t offset, int64_t size_bytes,
                              const std::function<void(std::span<std::byte>)>& make) {
  if (const auto memory = view(offset, size_bytes); !memory.empty())
    return make(memory);
  const HostCopy copy(size_bytes);
  make(copy.bytes());
  write(offset, copy.bytes());
}

void DeviceBuffer::read_with(int64_t offset, int64_t size_bytes,
                             const std::function<void(std::span<const std::byte>)>& use) const {
  if (const auto memory = view(offset, size_bytes); !memory.empty())
    return use(memory);
  const HostCopy copy(size_bytes);
  read(offset, copy.bytes());
  use(copy.bytes());
}

Driver::Driver(std::unique_ptr<DeviceLink> link)
    : link_(std::move(link)), allocator_(link_->info().memory.begin, link_->info().memory.end) {
  check_memory_size(config(), static_cast<int64_t>(link_->info().memory.end));
}

Driver::Driver(std::unique_ptr<Device> device)
    : Driver(std::make_unique<LocalLink>(std::move(device))) {}

int64_t Driver::memory_for(const VtaConfig& config, int64_t bytes) {
  const int64_t first =
      std::max(static_cast<int64_t>(Allocator::kFirstAddress), largest_element(config));
  return first + align_up(std::max<int64_t>(bytes, 1), Allocator::kPageBytes);
}

DeviceBuffer Driver::alloc(int64_t bytes) {
  const uint64_t address = allocator_.allocate(bytes, largest_element(config()));
  DeviceBuffer buffer(this, address, bytes);
  const auto pages = allocator_.find(address);
  link_->fill(address, static_cast<int64_t>(pages->end - address), std::byte{0});
  return buffer;
}

DeviceBuffer Driver::alloc_at(uint64_t phys_addr, int64_t bytes) {
  allocator_.allocate_at(phys_addr, bytes);
  const auto pages = allocator_.find(phys_addr);
  const int64_t size = static_cast<int64_t>(pages->end - pages->begin);
  DeviceBuffer buffer(this, pages->begin, size);
  link_->fill(pages->begin, size, std::byte{0});
  return buffer;
}

DeviceBuffer Driver::adopt(uint64_t phys_addr, int64_t bytes) {
  allocator_.allocate_at(phys_addr, bytes);
  return {this, phys_addr, bytes};
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

void Driver::check_read_backs(const LaunchRequest& request) const {
  for (const ReadBack& one : request.read_backs) {
    if (one.after_insn < 0 || one.after_insn >= request.insn_count)
      throw DeviceError(
          fmt::format("launch: the read-back asks for memory after instruction {} of {}",
                      one.after_insn, request.insn_count));
    const auto pages = allocator_.find(one.phys_addr);
    if (!pages || one.size_bytes < 1 ||
        static_cast<uint64_t>(one.size_bytes) > pages->end - one.phys_addr)
      throw DeviceError(
          fmt::format("launch: the read-back of {} at 0x{:x} after instruction {} is not inside "
                      "one allocation of device memory",
                      counted(one.size_bytes, "byte"), one.phys_addr, one.after_insn));
  }
}

void Driver::look_for_races(std::span<const InsnBits> stream, const DramBases& bases) {
  const InsnCodec codec(config());
  std::vector<Insn> insns;
  insns.reserve(stream.size());
  for (const InsnBits& bits : stream)
    insns.push_back(codec.decode(bits));
  races_->launch(insns, {bases.uop, bases.inp, bases.wgt, bases.acc, bases.out},
                 [this](uint64_t address, std::span<std::byte> to) { link_->read(address, to); });
}

LaunchReport Driver::run(const LaunchRequest& request, int64_t insn_count, TraceSink* sink) {
  LaunchRequest run = request;
  run.insn_count = insn_count;
  const auto extent = allocator_.extent();
  run.window = {extent->begin, extent->end};
  LaunchReport report = link_->launch(run, sink);
  if (!report.ended)
    fail_bound(fmt::format("the run of {} did not end within {}",
                           counted(request.insn_count, "instruction"),
                           counted(request.max_cycles, "cycle")),
               request.max_cycles);
  return report;
}

LaunchReport Driver::launch(const LaunchRequest& request, TraceSink* sink) {
  check_request(request);
  check_read_backs(request);
  const StreamImage stream(*link_, request);
  const std::span insns = stream.insns();
  const auto fault = find_dram_fault(config(), allocator_, insns, request);
  const auto legal = fault ? insns.first(static_cast<size_t>(fault->insn)) : insns;
  if (const auto excess = find_excess_work(config(), legal, request.max_cycles))
    fail_bound(*excess, request.max_cycles);
  if (races_ != nullptr)
    look_for_races(legal, request.bases);
  if (!fault)
    return run(request, request.insn_count, sink);

  // What precedes the fault runs as hardware would run it, and may raise an error of its own that
  // comes first; the cut stream's missing FINISH stands for the fault.
  LaunchReport report;
  report.read_backs.resize(request.read_backs.size());
  if (fault->insn > 0)
    report = run(request, fault->insn, sink);
  if (fault->insn > 0 && report.error != IsaError::NoFinish)
    return report;
  report.error = IsaError::DramRange;
  report.error_insn = fault->insn;
  report.error_text = fault->text;
  return report;
}

}  // namespace vta

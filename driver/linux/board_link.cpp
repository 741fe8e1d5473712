#include "driver/linux/board_link.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "driver/linux/stream_account.h"
#include "hw/isa/codec.h"

namespace vta::board {
namespace {

VtaConfig opened(Shell& shell, const VtaConfig& program, Milliseconds patience) {
  shell.check_identity();
  shell.reset(patience);
  return shell.hardware_of(program);
}

MemoryRange range_of(BoardMemory& memory) {
  return {memory.phys_addr(), memory.phys_addr() + memory.bytes().size()};
}

}  // namespace

BoardLink::BoardLink(std::unique_ptr<RegisterWindow> window, std::unique_ptr<BoardMemory> memory,
                     const VtaConfig& program, const BoardOptions& options)
    : window_(std::move(window)),
      memory_(std::move(memory)),
      options_(options),
      shell_(*window_),
      info_{"board", opened(shell_, program, options.patience), range_of(*memory_)} {}

std::span<std::byte> BoardLink::view(uint64_t phys_addr, int64_t size_bytes) {
  const MemoryRange& all = info_.memory;
  if (size_bytes < 0 || phys_addr < all.begin || phys_addr > all.end ||
      static_cast<uint64_t>(size_bytes) > all.end - phys_addr)
    throw DeviceError(
        fmt::format("board: {} bytes at 0x{:x} are outside of device memory [0x{:x}, 0x{:x})",
                    size_bytes, phys_addr, all.begin, all.end));
  return memory_->bytes().subspan(phys_addr - all.begin, static_cast<size_t>(size_bytes));
}

void BoardLink::write(uint64_t phys_addr, std::span<const std::byte> bytes) {
  const auto to = view(phys_addr, std::ssize(bytes));
  if (!bytes.empty())
    std::memmove(to.data(), bytes.data(), bytes.size());
}

void BoardLink::read(uint64_t phys_addr, std::span<std::byte> bytes) {
  const auto from = view(phys_addr, std::ssize(bytes));
  if (!bytes.empty())
    std::memmove(bytes.data(), from.data(), bytes.size());
}

void BoardLink::fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) {
  std::ranges::fill(view(phys_addr, size_bytes), value);
}

std::vector<std::byte> BoardLink::read_scratchpad(MemoryType, int64_t, int64_t) {
  throw DeviceError("board: scratchpads of the hardware cannot be read; use a simulator");
}

std::vector<Insn> BoardLink::stream_of(const LaunchRequest& request) {
  const auto bytes = view(request.insn_addr, request.insn_count * kInsnBytes);
  const InsnCodec codec(info_.config);
  std::vector<Insn> insns;
  insns.reserve(static_cast<size_t>(request.insn_count));
  for (size_t at = 0; at < bytes.size(); at += kInsnBytes) {
    InsnBits bits;
    std::memcpy(&bits, &bytes[at], sizeof bits);
    insns.push_back(codec.decode(bits));
  }
  return insns;
}

// Everything, every time: a reset in between forgets it.
void BoardLink::program(const LaunchRequest& request) {
  shell_.write(ShellRegister::Watchdog, options_.watchdog);
  const VtaConfig& c = info_.config;
  shell_.write(Register::MemMaxOutstanding, static_cast<uint32_t>(c.mem_max_outstanding));
  shell_.write(Register::MemBurstBeats, static_cast<uint32_t>(c.mem_burst_beats));
  shell_.write(Register::InsnCount, static_cast<uint32_t>(request.insn_count));
  shell_.write64(Register::InsnAddr, request.insn_addr);
  shell_.write64(Register::UopBase, request.bases.uop);
  shell_.write64(Register::InpBase, request.bases.inp);
  shell_.write64(Register::WgtBase, request.bases.wgt);
  shell_.write64(Register::AccBase, request.bases.acc);
  shell_.write64(Register::OutBase, request.bases.out);
  shell_.write64(Register::MemLo, request.window.begin);
  shell_.write64(Register::MemHi, request.window.end);
}

Milliseconds BoardLink::bound_of(const LaunchRequest& request) const {
  const auto& mhz = info_.config.clock.mhz;
  if (!mhz)
    return options_.timeout;
  const double ms = std::ceil(static_cast<double>(request.max_cycles) / (*mhz * 1000));
  return ms < static_cast<double>(options_.timeout.count()) ? Milliseconds(static_cast<int64_t>(ms))
                                                            : options_.timeout;
}

void BoardLink::abort() {
  shell_.write(ShellRegister::ShellControl, kShellAbort);
  if (!shell_.wait_for_end(options_.patience))
    throw DeviceError(fmt::format(
        "board: the launch was aborted, and {} are still in flight {} ms later: memory does not "
        "respond; set watchdog=CYCLES to end such a launch",
        in_flight_text(shell_.read(ShellRegister::ShellStatus)), options_.patience.count()));
}

void BoardLink::sync(const MemoryRange& range, void (BoardMemory::*how)(int64_t, int64_t)) {
  const uint64_t begin = std::max(range.begin, info_.memory.begin);
  const uint64_t end = std::min(range.end, info_.memory.end);
  if (begin < end)
    (memory_.get()->*how)(static_cast<int64_t>(begin - info_.memory.begin),
                          static_cast<int64_t>(end - begin));
}

RunReport BoardLink::results() {
  RunReport report;
  const uint32_t status = shell_.read(Register::Status);
  for (const CounterField& field : machine_counters())
    report.counters.*field.member = static_cast<int64_t>(shell_.read64(*field.reg));
  report.cycles = static_cast<int64_t>(shell_.read64(Register::Cycles));
  if ((status & kStatusError) == 0)
    return report;
  const uint32_t code = shell_.read(Register::ErrorCode);
  if (code == 0 || code > static_cast<uint32_t>(kLastError))
    throw DeviceError(fmt::format("board: ERROR_CODE is {}, expected 1 to {} with STATUS 0x{:x}",
                                  code, static_cast<int>(kLastError), status));
  report.error = static_cast<IsaError>(code);
  const bool stopped = report.error == IsaError::Timeout || report.error == IsaError::Aborted;
  report.error_insn = stopped ? -1 : int64_t{shell_.read(Register::ErrorInsn)};
  if (stopped)
    report.cycles.reset();  // a core that was stopped has counted nothing
  return report;
}

std::string BoardLink::error_text(const RunReport& report, const std::string& insn) const {
  const auto what = [&]() -> std::string {
    switch (report.error) {
      case IsaError::Timeout:
        return fmt::format("nothing moved on the bus for {} cycles (watchdog=)", options_.watchdog);
      case IsaError::Aborted:
        return fmt::format("no end within {} ms (timeout_ms=)", options_.timeout.count());
      case IsaError::BusError:
        return fmt::format("memory refused a burst (SLVERR or DECERR): {}", insn);
      default:
        return fmt::format("said the hardware: {}", insn);
    }
  };
  return fmt::format("{}: {}; kernels and opcodes are not counted in a run that ends with an error",
                     isa_error_name(report.error), what());
}

// What precedes the instruction of an error has completed, but where the units stopped at once.
void BoardLink::take_read_backs(const LaunchRequest& request, LaunchReport& report) {
  report.read_backs.assign(request.read_backs.size(), std::nullopt);
  for (size_t i = 0; i < request.read_backs.size(); ++i) {
    const ReadBack& one = request.read_backs[i];
    if (report.error != IsaError::None &&
        (stops_at_once(report.error) || one.after_insn >= report.error_insn))
      continue;
    const auto bytes = view(one.phys_addr, one.size_bytes);
    report.read_backs[i].emplace(bytes.begin(), bytes.end());
  }
}

LaunchReport BoardLink::launch(const LaunchRequest& request, TraceSink* sink) {
  if (sink)
    throw DeviceError("board: hardware does not report the events of a run; use a simulator");
  const StreamAccount stream(info_.config, request, stream_of(request));
  stream.check_read_backs();
  for (const ReadBack& one : request.read_backs)
    view(one.phys_addr, one.size_bytes);  // must be inside
  if (!shell_.idle())                     // stopped, and answers were awaited
    shell_.reset(options_.patience);
  sync(request.window, &BoardMemory::sync_for_device);
  program(request);
  shell_.start();
  LaunchReport report;
  const Milliseconds bound = bound_of(request);
  const bool in_time = shell_.wait_for_end(bound);
  if (!in_time)
    abort();
  sync(request.window, &BoardMemory::sync_for_cpu);
  static_cast<RunReport&>(report) = results();
  report.ended = in_time || report.error != IsaError::Aborted || bound == options_.timeout;
  if (report.error == IsaError::None)
    stream.complete(report, static_cast<int64_t>(shell_.read64(Register::TokensLeft)));
  else
    report.error_text = error_text(report, stream.text_of(report.error_insn));
  take_read_backs(request, report);
  return report;
}

}  // namespace vta::board

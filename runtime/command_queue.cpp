#include "runtime/command_queue.h"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/plural.h"

namespace vta {
namespace {

constexpr std::array<const char*, 3> kUnitNames = {"load", "compute", "store"};

size_t counter_index(Unit from, Unit to) {
  return static_cast<size_t>(from) * 3 + static_cast<size_t>(to);
}

void check_neighbours(Unit from, Unit to) {
  const int distance = std::abs(static_cast<int>(from) - static_cast<int>(to));
  if (distance != 1)
    throw DeviceError(fmt::format(
        "dependency {} -> {}: tokens pass between load and compute and between compute and store",
        kUnitNames[static_cast<size_t>(from)], kUnitNames[static_cast<size_t>(to)]));
}

}  // namespace

void UopRecorder::loop_begin(int64_t extent, int64_t dst, int64_t src, int64_t wgt) {
  if (loops_ == 2)
    throw InputError("a third loop in a micro-op kernel; the hardware has two");
  if (!kernel_.uops.empty())
    throw InputError("a loop behind a micro-op; loops enclose all micro-ops of a kernel");
  Insn& i = kernel_.insn;
  if (loops_ == 0) {
    i.iter_out = extent;
    i.dst_out = dst;
    i.src_out = src;
    i.wgt_out = wgt;
  } else {
    i.iter_in = extent;
    i.dst_in = dst;
    i.src_in = src;
    i.wgt_in = wgt;
  }
  ++loops_;
  ++open_loops_;
}

void UopRecorder::loop_end() {
  if (open_loops_ == 0)
    throw InputError("the end of a loop that was not begun");
  --open_loops_;
}

void UopRecorder::push(const Step& step) {
  if (open_loops_ != loops_)
    throw InputError("a micro-op behind a closed loop; loops enclose all micro-ops of a kernel");
  Insn insn = kernel_.insn;
  const bool alu = step.mode == Mode::Alu;
  insn.opcode = static_cast<int64_t>(alu ? Opcode::Alu : Opcode::Gemm);
  insn.reset = step.reset;
  insn.alu_opcode = alu ? static_cast<int64_t>(step.alu) : 0;
  insn.use_imm = alu && step.use_imm;
  const AluOperation* operation = alu ? alu_operation(insn.alu_opcode) : nullptr;
  const bool parameters = operation != nullptr && operation->form == AluForm::Parameters;
  insn.imm = insn.use_imm != 0 || parameters ? step.imm : 0;
  if (mode_ && (*mode_ != step.mode || insn != kernel_.insn))
    throw InputError("micro-ops of different kinds in one kernel");
  mode_ = step.mode;
  kernel_.insn = insn;
  kernel_.uops.push_back(step.uop);
}

UopKernel UopRecorder::finish(Mode mode) {
  if (open_loops_ != 0)
    throw InputError(fmt::format(
        "{} not ended",
        counted(open_loops_, "loop of a micro-op kernel is", "loops of a micro-op kernel are")));
  if (mode_ && *mode_ != mode)
    throw InputError("a GEMM kernel holds ALU micro-ops, or the reverse");
  Insn& i = kernel_.insn;
  i.opcode = static_cast<int64_t>(mode == Mode::Alu ? Opcode::Alu : Opcode::Gemm);
  if (loops_ < 1)
    i.iter_out = 1;
  if (loops_ < 2)
    i.iter_in = 1;
  if (mode == Mode::Alu)
    i.wgt_out = i.wgt_in = 0;
  return std::move(kernel_);
}

CommandQueue::CommandQueue(Driver& driver) : driver_(driver), uops_(driver.config()) {}

int64_t CommandQueue::num_recorded() const {
  return std::ssize(kernels_);
}

void CommandQueue::emit(Insn insn) {
  const Unit unit = unit_of(insn);
  UnitState& s = state(unit);
  insn.pop_prev = s.pop_prev;
  insn.pop_next = s.pop_next;
  insn.push_prev = insn.push_next = 0;
  s = {false, false, std::ssize(insns_)};
  insns_.push_back(insn);
}

void CommandQueue::emit_nop(Unit unit) {
  Insn nop;
  nop.opcode = static_cast<int64_t>(unit == Unit::Store ? Opcode::Store : Opcode::Load);
  nop.memory_type = static_cast<int64_t>(unit == Unit::Store  ? MemoryType::Out
                                         : unit == Unit::Load ? MemoryType::Inp
                                                              : MemoryType::Uop);
  emit(nop);
  ++num_nops_;
}

void CommandQueue::transfer(const Transfer& t) {
  Insn insn = t.insn;
  VTA_CHECK(insn.op() == Opcode::Load || insn.op() == Opcode::Store, "opcode {}", insn.opcode);
  if (insn.memory_type < 0 || insn.memory_type > 5)
    throw DeviceError(fmt::format("memory type {}; legal are 0..5", insn.memory_type));
  const auto element = static_cast<uint64_t>(driver_.config().element_bytes(insn.memory()));
  if (t.dram_addr % element != 0)
    throw DeviceError(fmt::format("address 0x{:x} is not a multiple of its element of {} bytes",
                                  t.dram_addr, element));
  insn.dram_base += static_cast<int64_t>(t.dram_addr / element);
  emit(insn);
}

void CommandQueue::run_kernel(const UopKernel& kernel) {
  const UopCache::Placement placement = uops_.use(kernel.uops);
  const auto count = std::ssize(kernel.uops);
  const UnitState waiting = std::exchange(state(Unit::Compute), UnitState{});
  for (int64_t done = 0; placement.load && done < count; done += kMaxTransferExtent) {
    Insn load;
    load.opcode = static_cast<int64_t>(Opcode::Load);
    load.memory_type = static_cast<int64_t>(MemoryType::Uop);
    load.sram_base = placement.sram_base + done;
    load.dram_base = placement.word + done;
    load.y_size = 1;
    load.x_size = load.x_stride = std::min(count - done, kMaxTransferExtent);
    emit(load);
  }
  // Micro-ops come from memory that nothing in the stream writes, so only their user waits.
  state(Unit::Compute) = waiting;
  Insn insn = kernel.insn;
  insn.uop_bgn = placement.sram_base;
  insn.uop_end = placement.sram_base + count;
  emit(insn);
}

const UopKernel& CommandQueue::kernel(uint64_t site, const std::string& signature,
                                      UopRecorder::Mode mode, const Record& record) {
  const auto key = std::pair(site, signature);
  auto it = kernels_.find(key);
  if (it == kernels_.end()) {
    UopRecorder recorder;
    record(recorder);
    it = kernels_.emplace(key, recorder.finish(mode)).first;
  }
  return it->second;
}

void CommandQueue::dep_pop(Unit from, Unit to) {
  check_neighbours(from, to);
  UnitState& s = state(to);
  bool& slot = from < to ? s.pop_prev : s.pop_next;
  if (slot)
    emit_nop(to);
  (from < to ? state(to).pop_prev : state(to).pop_next) = true;
  --balance_[counter_index(from, to)];
}

void CommandQueue::dep_push(Unit from, Unit to) {
  check_neighbours(from, to);
  const auto bit = to > from ? &Insn::push_next : &Insn::push_prev;
  const UnitState& s = state(from);
  // A push behind a pop must not be given before the pop is served.
  if (s.pending() || s.last < 0 || insns_[static_cast<size_t>(s.last)].*bit)
    emit_nop(from);
  insns_[static_cast<size_t>(state(from).last)].*bit = 1;
  ++balance_[counter_index(from, to)];
}

void CommandQueue::check_balance() const {
  for (const Unit from : {Unit::Load, Unit::Compute, Unit::Store})
    for (const Unit to : {Unit::Load, Unit::Compute, Unit::Store})
      if (const int64_t left = balance_[counter_index(from, to)])
        throw DeviceError(fmt::format(
            "synchronize: {} more {} than {} of tokens {} -> {}", std::abs(left),
            left > 0 ? "pushes" : "pops", left > 0 ? "pops" : "pushes",
            kUnitNames[static_cast<size_t>(from)], kUnitNames[static_cast<size_t>(to)]));
}

RunReport CommandQueue::launch(int64_t max_cycles) {
  const InsnCodec codec(driver_.config());
  std::vector<InsnBits> stream;
  for (const Insn& insn : insns_)
    stream.push_back(codec.encode(insn));
  DeviceBuffer insns = driver_.alloc(std::ssize(stream) * kInsnBytes);
  insns.write(0, std::as_bytes(std::span(stream)));
  LaunchRequest request;
  DeviceBuffer uops;
  const auto uop_bytes = static_cast<size_t>(codec.uop_bytes());
  if (const std::vector<uint64_t>& words = uops_.words(); !words.empty()) {
    std::vector<std::byte> packed(words.size() * uop_bytes);
    for (size_t i = 0; i < words.size(); ++i)
      std::memcpy(packed.data() + i * uop_bytes, &words[i], uop_bytes);
    uops = driver_.alloc(std::ssize(packed));
    uops.write(0, packed);
    request.bases.uop = uops.phys_addr();
  }
  request.insn_addr = insns.phys_addr();
  request.insn_count = std::ssize(insns_);
  request.max_cycles = max_cycles;
  return driver_.launch(request);
}

void CommandQueue::clear() {
  insns_.clear();
  units_ = {};
  balance_ = {};
  uops_ = UopCache(driver_.config());  // others may use the device before the next stream
}

RunReport CommandQueue::synchronize(int64_t max_cycles) {
  struct Clear {
    CommandQueue& queue;
    ~Clear() { queue.clear(); }
  } clear_at_end{*this};
  check_balance();
  for (const Unit unit : {Unit::Load, Unit::Store})
    if (state(unit).pending())
      emit_nop(unit);
  Insn finish;
  finish.opcode = static_cast<int64_t>(Opcode::Finish);
  emit(finish);
  const RunReport report = launch(max_cycles);
  if (report.error != IsaError::None)
    throw DeviceError(report.error_text);
  return report;
}

}  // namespace vta

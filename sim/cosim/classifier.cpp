#include "sim/cosim/classifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "config/config_keys.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/kernel_classes.h"
#include "sim/cosim/limit_classes.h"
#include "sim/cosim/memory_layout.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr int64_t kLongLoop = 1000;
constexpr int64_t kManyTokens = 256;
constexpr uint64_t kMiB = uint64_t{1} << 20;

// One program's instructions, class by class; of several launches those of the last one.
class Classifier {
 public:
  explicit Classifier(const TestProgram& program)
      : program_(program),
        config_(program.config),
        codec_(program.config),
        uops_(program),
        kernels_(program, names_) {}

  ClassNames run(const RunResult& result) {
    whole_program();
    memory_parameters();
    add_config_classes(config_, names_);
    launches(result);
    const RunReport& report = result.report;
    if (report.error != IsaError::None)
      names_.insert(fmt::format("error {}", isa_error_name(report.error)));
    for (size_t q = 0; q < kTokenQueues.size(); ++q)
      if (report.error == IsaError::None && report.tokens_left[q] > 0)
        names_.insert(fmt::format("tokens left {}", kTokenQueues[q]));
    if (report.error == IsaError::None && std::ranges::max(report.tokens_left) >= kManyTokens)
      names_.insert("tokens: 256 left");
    if (report.timing && report.timing->units[static_cast<size_t>(TimedUnit::Fetch)]
                                             [static_cast<size_t>(UnitState::Slot)] > 0)
      names_.insert(config_.cmd_queue_depth <= kDeepQueue ? "full queue" : "full deep queue");
    return std::move(names_);
  }

 private:
  void whole_program() {
    const int64_t size = std::ssize(program_.insns);
    if (size >= 512)
      names_.insert(size < 10000 ? "program: 512 to 9999 instructions"
                                 : "program: 10000 instructions and more");
    if (program_.racy)
      names_.insert("racy");
    if (program_.unused_bits != 0)
      names_.insert("program: unused bits set");
    if (program_.slice != 0)
      names_.insert("program: advanced in slices");
    if (program_.slice == 1)
      names_.insert("program: advanced a cycle at a time");
    reaches("instructions", program_.insn_addr, program_.insn_addr + 16 * program_.insns.size());
  }

  void reaches(std::string_view part, uint64_t begin, uint64_t end) {
    if (begin >= kMiB)
      names_.insert(fmt::format("beyond 1 MiB: {}", part));
    if (begin >= kBorder4GiB)
      names_.insert(fmt::format("beyond 4 GiB: {}", part));
    else if (end > kBorder4GiB)
      names_.insert(fmt::format("across 4 GiB: {}", part));
  }

  void memory_parameters() {
    for (const IntegerKey& key : keys_of(KeyRole::Memory)) {
      if (config_.*key.member == key.min)
        names_.insert(fmt::format("{}: least", key.name));
      if (config_.*key.member == greatest(key, config_))
        names_.insert(fmt::format("{}: greatest", key.name));
    }
  }

  void launches(const RunResult& result) {
    const std::vector<LaunchRange> all = launches_of(program_);
    for (size_t k = 0; k < all.size(); ++k) {
      if (all[k].fresh)
        uops_.clear();
      if (k > 0)
        relaunch(all[k], result.earlier[k - 1]);
      if (k + 1 == all.size())
        last_launch(all[k], result);
      else if (!all[k + 1].fresh)
        keep_uops(all[k], result.earlier[k]);
    }
  }

  // What a launch leaves in the scratchpad.
  void keep_uops(const LaunchRange& launch, const RunReport& report) {
    const bool failed = report.error != IsaError::None;
    const int64_t end = failed ? launch.first + report.error_insn : launch.end;
    for (int64_t i = launch.first; i < std::min(end, launch.end); ++i)
      uops_.load(program_.insns[static_cast<size_t>(i)]);
  }

  void relaunch(const LaunchRange& launch, const RunReport& before) {
    if (before.error != IsaError::None)
      names_.insert("launch: after an error");
    if (before.error == IsaError::BusError)
      names_.insert("launch: after BUS_ERROR");
    if (!launch.fresh)
      names_.insert("launch: without zeroing");
    if (before.error == IsaError::None && before.total_tokens_left() > 0)
      names_.insert("launch: after tokens were left");
  }

  // What fetch takes of it.
  int64_t fetched_end(const LaunchRange& launch, const RunReport& report) const {
    const int64_t refused =
        refused_fetch(program_.insn_addr, launch, program_.refused).value_or(launch.end);
    const bool fetch_error = report.error != IsaError::None && report.error != IsaError::Deadlock &&
                             !stops_at_once(report.error);
    return fetch_error ? std::min(launch.end, launch.first + report.error_insn) : refused;
  }

  void limits(const LaunchRange& launch, const RunReport& report) {
    const int64_t named = launch.first + report.error_insn;
    if (report.error != IsaError::None && named < launch.end)
      add_range_classes(config_, program_.insns[static_cast<size_t>(named)], report.error, names_);
    if (report.error == IsaError::BusError)
      add_refusal_classes(program_, named, names_);
    else if (report.error == IsaError::None && !program_.refused.empty())
      add_refusal_classes(program_, std::nullopt, names_);
  }

  void last_launch(const LaunchRange& launch, const RunResult& result) {
    const RunReport& report = result.report;
    limits(launch, report);
    const int64_t end = fetched_end(launch, report);
    for (int64_t i = launch.first; i < end; ++i) {
      const Insn& n = program_.insns[static_cast<size_t>(i)];
      if (report.error == IsaError::IndexRange && i == launch.first + report.error_insn)
        index_error(n);
      insn(n);
      tokens(n);
      if (config_.acc_overlap != 0 && result.timed() && unit_of(n) == Unit::Compute)
        overlap(n, result.completion[static_cast<size_t>(i)]);
      kernels_.see(n, uops_.uops());
      uops_.load(n);
    }
  }

  // Compute completes something in every cycle only where it had finished before.
  void overlap(const Insn& n, int64_t completion) {
    const bool behind = completion > 0 && completion == last_completion_ + 1;
    last_completion_ = completion;
    in_a_row_ = behind ? in_a_row_ + 1 : 1;
    if (in_a_row_ == 4)
      names_.insert("overlap: four in a row");
    if (behind && n.op() != Opcode::Finish)
      names_.insert(
          fmt::format("overlap: {} finished first", kOpcodeNames[static_cast<size_t>(n.opcode)]));
  }

  // At most so many wait, whatever the timing, but for what is on its way through the queues.
  void tokens(const Insn& n) {
    const QueueTag tag = queue_tag(n);
    for (size_t q = 0; q < waiting_.size(); ++q) {
      waiting_[q] += (tag.pushes >> q & 1) - (tag.pops >> q & 1);
      if (waiting_[q] >= kManyTokens)
        names_.insert("tokens: 256 waiting");
    }
  }

  // The first step of an instruction one of whose indices is too far.
  void index_error(const Insn& n) {
    if (config_.acc_overlap != 0)
      names_.insert(n.op() == Opcode::Gemm && n.reset == 0 ? "INDEX_RANGE: pipe G"
                                                           : "INDEX_RANGE: pipe A");
    for (int64_t o = 0; o < n.iter_out; ++o)
      for (int64_t i = 0; i < n.iter_in; ++i)
        for (int64_t u = n.uop_bgn; u < n.uop_end; ++u)
          if (const char* operand = too_far(n, uops_.uops()[static_cast<size_t>(u)], o, i)) {
            names_.insert(fmt::format("INDEX_RANGE: {}", operand));
            if (o > 0)
              names_.insert("INDEX_RANGE: outer loop");
            if (i > 0)
              names_.insert("INDEX_RANGE: inner loop");
            if (o == 0 && i == 0)
              names_.insert("INDEX_RANGE: no loop");
            if (u > n.uop_bgn)
              names_.insert("INDEX_RANGE: behind the first micro-op");
            return;
          }
  }

  const char* too_far(const Insn& n, const Uop& uop, int64_t o, int64_t i) const {
    const bool gemm = n.op() == Opcode::Gemm;
    if (uop.dst + o * n.dst_out + i * n.dst_in >= config_.depth(MemoryType::Acc))
      return "dst";
    if (gemm ? n.reset != 0 : n.use_imm != 0)
      return nullptr;
    const int64_t depth = config_.depth(gemm ? MemoryType::Inp : MemoryType::Acc);
    const int64_t further = std::max<int64_t>(src_vectors(n) - 1, 0);
    if (uop.src + o * n.src_out + i * n.src_in + further >= depth)
      return gemm ? "src of GEMM" : "src of ALU";
    if (gemm && uop.wgt + o * n.wgt_out + i * n.wgt_in >= config_.depth(MemoryType::Wgt))
      return "wgt";
    return nullptr;
  }

  void insn(const Insn& n) {
    for (const PlacedField& f : codec_.fields(n.opcode))
      if (has_value_classes(f))
        names_.insert(fmt::format("{} {}: {}", kOpcodeNames[static_cast<size_t>(n.opcode)], f.name,
                                  value_class(f, n.*f.member)));
    const Unit unit = unit_of(n);
    const char* unit_name = kUnitNames[static_cast<size_t>(unit)];
    names_.insert(fmt::format("tokens of {}: {:04b}", unit_name,
                              n.pop_prev | n.pop_next << 1 | n.push_prev << 2 | n.push_next << 3));
    if (n.op() == Opcode::Gemm || n.op() == Opcode::Alu)
      return steps(n);
    if (n.op() == Opcode::Finish)
      return;
    if (is_nop(n))
      names_.insert(fmt::format("NOP of {}", unit_name));
    else
      transfer(n);
  }

  void transfer(const Insn& n) {
    const std::string name =
        (n.op() == Opcode::Store ? "STORE " : "LOAD ") + memory_class(n.memory_type);
    const auto hit = [&](std::string_view form) {
      names_.insert(fmt::format("{}: {}", name, form));
    };
    const int64_t elements = scratchpad_elements(n);
    if (n.sram_base + elements == config_.depth(n.memory()))
      hit("to the last element");
    if (n.x_size == 0 || n.y_size == 0)
      return hit("pads only");
    if (n.y_pad_0 > 0)
      hit("y_pad_0");
    if (n.y_pad_1 > 0)
      hit("y_pad_1");
    if (n.x_pad_0 > 0)
      hit("x_pad_0");
    if (n.x_pad_1 > 0)
      hit("x_pad_1");
    const bool padded = n.x_pad_0 + n.x_pad_1 > 0;
    if (n.y_size == 1)
      hit("one row");
    else if (n.x_stride == 0)
      hit("stride 0");
    else if (n.x_stride < n.x_size)
      hit("stride below x_size");
    else if (n.x_stride > n.x_size)
      hit("rows with gaps");
    else if (!padded)
      hit("merged rows");
    bursts(n, n.y_size > 1 && n.x_stride == n.x_size && !padded ? n.y_size : 1, hit);
  }

  template <typename Hit>
  void bursts(const Insn& n, int64_t merged_rows, Hit hit) {
    const auto element = static_cast<uint64_t>(config_.element_bytes(n.memory()));
    const auto bus = static_cast<uint64_t>(config_.bus_bytes());
    const uint64_t burst = bus * static_cast<uint64_t>(config_.mem_burst_beats);
    const uint64_t begin =
        program_.bases.of(n.memory()) + static_cast<uint64_t>(n.dram_base) * element;
    const uint64_t end = begin + static_cast<uint64_t>(merged_rows * n.x_size) * element;
    const auto last_row = static_cast<uint64_t>((n.y_size - 1) * n.x_stride + n.x_size);
    reaches(n.op() == Opcode::Store         ? "STORE"
            : n.memory() == MemoryType::Uop ? "micro-ops"
                                            : "LOAD",
            begin, begin + last_row * element);
    if (begin / burst != (end - 1) / burst)
      hit("several bursts");
    if (begin % bus != 0)
      names_.insert("burst that begins inside a bus word");
    if (end % bus != 0)
      names_.insert("burst that ends inside a bus word");
    if (begin / bus == (end - 1) / bus)
      names_.insert("run within one bus word");
  }

  void steps(const Insn& n) {
    add_index_classes(config_, n, uops_.uops(), names_);
    const char* op = kOpcodeNames[static_cast<size_t>(n.opcode)];
    const auto hit = [&](std::string_view form) { names_.insert(fmt::format("{}: {}", op, form)); };
    if (n.iter_out == 0)
      hit("iter_out 0");
    if (n.iter_in == 0)
      hit("iter_in 0");
    if (n.uop_bgn == n.uop_end)
      hit("no micro-ops");
    if (n.uop_bgn > n.uop_end)
      hit("reversed micro-ops");
    const int64_t count = step_count(n);
    if (count == 0)
      return;
    if (count == 1)
      hit("one step");
    if (count >= kLongLoop)
      hit("long loop");
    if (count > kSliceSteps)
      names_.insert("steps: in slices");
    if (n.uop_end == config_.depth(MemoryType::Uop))
      hit("last micro-op");
    if (n.uop_end == n.uop_bgn + 1 && n.iter_in > 1 && n.dst_in == 0)
      hit("same dst again");
    if (n.op() == Opcode::Gemm) {
      if (n.reset != 0)
        hit("reset");
      return;
    }
    names_.insert(
        fmt::format("ALU {} {}", alu_class(n.alu_opcode), n.use_imm != 0 ? "immediate" : "vector"));
    if (n.alu() == AluOp::Rq)
      for (const std::string& name : rq_classes(rq_parameters(n.imm)))
        names_.insert(name);
    if ((n.alu() == AluOp::Shr || n.alu() == AluOp::Rshr) && n.use_imm != 0)
      names_.insert(fmt::format("ALU {} immediate {}", alu_class(n.alu_opcode),
                                n.imm < 0    ? "to the left"
                                : n.imm == 0 ? "by 0"
                                : n.imm > 31 ? "by more than 31"
                                             : "to the right"));
  }

  const TestProgram& program_;
  const VtaConfig& config_;
  InsnCodec codec_;
  UopReplay uops_;
  ClassNames names_;
  KernelClasses kernels_;
  std::array<int64_t, 4> waiting_{};
  int64_t last_completion_ = -2, in_a_row_ = 1;  // of compute
};

}  // namespace

ClassNames classes_of(const TestProgram& program, const RunResult& result) {
  return Classifier(program).run(result);
}

}  // namespace vta::cosim

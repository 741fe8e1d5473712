#include "sim/cosim/hit_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "config/config_keys.h"
#include "hw/isa/mnemonics.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/kernel_classes.h"
#include "sim/cosim/memory_layout.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr std::array<const char*, 5> kOpcodes = {"LOAD", "STORE", "GEMM", "FINISH", "ALU"};
constexpr std::array<const char*, 4> kTokenQueues = {"load->compute", "compute->load",
                                                     "compute->store", "store->compute"};
constexpr std::array<const char*, 3> kUnitNames = {"load", "compute", "store"};
constexpr int64_t kLongLoop = 1000;
constexpr int64_t kDeepQueue = 64;  // deeper ones fill only where a program means it
constexpr int64_t kManyTokens = 256;
constexpr uint64_t kMiB = uint64_t{1} << 20;

using Names = std::set<std::string>;

bool is_token(std::string_view name) {
  return name == "pop_prev" || name == "pop_next" || name == "push_prev" || name == "push_next";
}

// Fields that the instruction's own classes below do not cover.
bool has_value_classes(const PlacedField& f) {
  return f.name != "opcode" && f.name != "memory_type" && f.name != "alu_opcode" &&
         !is_token(f.name);
}

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return out;
}

std::string memory_name(int64_t type) {
  return upper(mnemonic_of(memory_mnemonics(), type));
}

std::string alu_name(int64_t op) {
  return upper(mnemonic_of(alu_mnemonics(), op));
}

int64_t greatest(const PlacedField& f) {
  if (f.name == "uop_end")  // the depth; all above is an error
    return int64_t{1} << (f.width - 1);
  return (int64_t{1} << (f.is_signed ? f.width - 1 : f.width)) - 1;
}

const char* value_class(const PlacedField& f, int64_t value) {
  const int64_t high = greatest(f);
  const int64_t low = f.is_signed ? -high - 1 : 0;
  if (value == 0)
    return "zero";
  if (f.width == 1)
    return "set";
  if (value == high)
    return "greatest";
  if (f.is_signed && value == low)
    return "least";
  if (value < 0)
    return value < low / 2 ? "large negative" : "negative";
  return value <= 8 ? "small" : value > high / 2 ? "large" : "middle";
}

void field_classes(const VtaConfig& config, Names& names) {
  const InsnCodec codec(config);
  for (int64_t op = 0; op < 5; ++op)
    for (const PlacedField& f : codec.fields(op)) {
      if (!has_value_classes(f))
        continue;
      const int64_t high = greatest(f);
      std::vector<int64_t> values = {0, high};
      if (f.width > 1)
        values.insert(values.end(), {1, high - 1});
      if (f.is_signed)
        values.insert(values.end(), {-high - 1, -1, -high});
      for (const int64_t v : values)
        names.insert(
            fmt::format("{} {}: {}", kOpcodes[static_cast<size_t>(op)], f.name, value_class(f, v)));
    }
}

void token_classes(Names& names) {
  for (int tokens = 0; tokens < 16; ++tokens)
    for (const char* unit : kUnitNames) {
      const std::string_view u = unit;
      if ((u == "load" && (tokens & 5) != 0) || (u == "store" && (tokens & 10) != 0))
        continue;
      names.insert(fmt::format("tokens of {}: {:04b}", unit, tokens));
    }
  for (const char* queue : kTokenQueues)
    names.insert(fmt::format("tokens left {}", queue));
}

void memory_classes(Names& names) {
  for (const int64_t type : {0, 1, 2, 3, 4, 5}) {
    const std::string name = (type == 4 ? "STORE " : "LOAD ") + memory_name(type);
    for (const char* form : {"one row", "rows with gaps", "merged rows", "stride 0",
                             "stride below x_size", "several bursts", "to the last element"})
      names.insert(fmt::format("{}: {}", name, form));
    if (type == 0 || type == 4)
      continue;
    for (const char* pad : {"y_pad_0", "y_pad_1", "x_pad_0", "x_pad_1", "pads only"})
      names.insert(fmt::format("{}: {}", name, pad));
  }
  names.insert({"burst that begins inside a bus word", "burst that ends inside a bus word",
                "run within one bus word"});
  for (const char* unit : kUnitNames)
    names.insert(fmt::format("NOP of {}", unit));
}

void step_classes(bool extensions, Names& names) {
  for (const char* op : {"GEMM", "ALU"}) {
    for (const char* form : {"iter_out 0", "iter_in 0", "no micro-ops", "reversed micro-ops",
                             "long loop", "one step", "last micro-op", "same dst again"})
      names.insert(fmt::format("{}: {}", op, form));
  }
  names.insert("GEMM: reset");
  for (int64_t op = 0; op < (extensions ? 8 : 5); ++op) {
    names.insert(fmt::format("ALU {} immediate", alu_name(op)));
    if (static_cast<AluOp>(op) != AluOp::Clip)
      names.insert(fmt::format("ALU {} vector", alu_name(op)));
    if (static_cast<AluOp>(op) == AluOp::Shr || static_cast<AluOp>(op) == AluOp::Rshr)
      for (const char* shift : {"to the left", "by 0", "by more than 31", "to the right"})
        names.insert(fmt::format("ALU {} immediate {}", alu_name(op), shift));
  }
}

void error_classes(const VtaConfig& config, Names& names) {
  names.insert({"INDEX_RANGE: outer loop", "INDEX_RANGE: inner loop", "INDEX_RANGE: dst",
                "INDEX_RANGE: src of GEMM", "INDEX_RANGE: src of ALU", "INDEX_RANGE: wgt",
                "INDEX_RANGE: behind the first micro-op"});
  // Only then does a micro-op's field reach past a scratchpad.
  if (config.depth(MemoryType::Inp) != config.depth(MemoryType::Acc))
    names.insert("INDEX_RANGE: no loop");
  for (int e = 1; e <= static_cast<int>(IsaError::FinishNotLast); ++e)
    names.insert(fmt::format("error {}", isa_error_name(static_cast<IsaError>(e))));
}

// Two pipes: an instruction that waited, finished, for the one before; errors of either pipe.
void overlap_classes(const HitScope& scope, Names& names) {
  names.insert({"INDEX_RANGE: pipe A", "INDEX_RANGE: pipe G"});
  if (scope.timed)
    names.insert({"overlap: GEMM finished first", "overlap: ALU finished first",
                  "overlap: LOAD finished first", "overlap: four in a row"});
}

void program_classes(Names& names) {
  names.insert({"program: 512 to 9999 instructions", "program: 10000 instructions and more",
                "program: unused bits set", "program: advanced in slices",
                "program: advanced a cycle at a time", "launch: after an error",
                "launch: without zeroing", "launch: after tokens were left", "tokens: 256 waiting",
                "tokens: 256 left"});
  for (const char* part : {"instructions", "micro-ops", "LOAD", "STORE"}) {
    names.insert(fmt::format("beyond 1 MiB: {}", part));
    names.insert(fmt::format("beyond 4 GiB: {}", part));
    names.insert(fmt::format("across 4 GiB: {}", part));
  }
}

// Configurations at the end of what is legal.
void config_classes(const VtaConfig& config, Names& names) {
  for (const auto& [name, type] :
       {std::pair{"UOP", MemoryType::Uop}, std::pair{"INP", MemoryType::Inp},
        std::pair{"WGT", MemoryType::Wgt}, std::pair{"ACC", MemoryType::Acc}})
    if (config.depth(type) == 2)
      names.insert(fmt::format("configuration: 2 elements of {}", name));
  if (config.cmd_queue_depth == 2)
    names.insert("configuration: queues of 2");
}

void memory_end_classes(Names& names) {
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    names.insert({fmt::format("{}: least", key.name), fmt::format("{}: greatest", key.name)});
}

// One program's instructions, class by class; of several launches those of the last one.
class Classifier {
 public:
  explicit Classifier(const TestProgram& program)
      : program_(program),
        config_(program.config),
        codec_(program.config),
        uops_(program),
        kernels_(program, names_) {}

  Names run(const RunResult& result) {
    whole_program();
    memory_parameters();
    config_classes(config_, names_);
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
    if (!launch.fresh)
      names_.insert("launch: without zeroing");
    if (before.error == IsaError::None && before.total_tokens_left() > 0)
      names_.insert("launch: after tokens were left");
  }

  // What fetch takes of it.
  void last_launch(const LaunchRange& launch, const RunResult& result) {
    const RunReport& report = result.report;
    const bool fetch_error = report.error != IsaError::None && report.error != IsaError::Deadlock &&
                             report.error != IsaError::IndexRange;
    const int64_t end = fetch_error ? launch.first + report.error_insn : launch.end;
    for (int64_t i = launch.first; i < std::min(end, launch.end); ++i) {
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
          fmt::format("overlap: {} finished first", kOpcodes[static_cast<size_t>(n.opcode)]));
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
    if (uop.src + o * n.src_out + i * n.src_in >= depth)
      return gemm ? "src of GEMM" : "src of ALU";
    if (gemm && uop.wgt + o * n.wgt_out + i * n.wgt_in >= config_.depth(MemoryType::Wgt))
      return "wgt";
    return nullptr;
  }

  void insn(const Insn& n) {
    for (const PlacedField& f : codec_.fields(n.opcode))
      if (has_value_classes(f))
        names_.insert(fmt::format("{} {}: {}", kOpcodes[static_cast<size_t>(n.opcode)], f.name,
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
        (n.op() == Opcode::Store ? "STORE " : "LOAD ") + memory_name(n.memory_type);
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
    const char* op = kOpcodes[static_cast<size_t>(n.opcode)];
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
        fmt::format("ALU {} {}", alu_name(n.alu_opcode), n.use_imm != 0 ? "immediate" : "vector"));
    if ((n.alu() == AluOp::Shr || n.alu() == AluOp::Rshr) && n.use_imm != 0)
      names_.insert(fmt::format("ALU {} immediate {}", alu_name(n.alu_opcode),
                                n.imm < 0    ? "to the left"
                                : n.imm == 0 ? "by 0"
                                : n.imm > 31 ? "by more than 31"
                                             : "to the right"));
  }

  const TestProgram& program_;
  const VtaConfig& config_;
  InsnCodec codec_;
  UopReplay uops_;
  Names names_;
  KernelClasses kernels_;
  std::array<int64_t, 4> waiting_{};
  int64_t last_completion_ = -2, in_a_row_ = 1;  // of compute
};

// What a class belongs to: its name up to the colon or the second word.
std::string group_of(const std::string& name) {
  if (const size_t colon = name.find(':'); colon != std::string::npos)
    return name.substr(0, colon);
  const size_t space = name.find(' ');
  return name.substr(0, name.starts_with("ALU ") ? name.find(' ', space + 1) : space);
}

}  // namespace

HitTable::HitTable(std::span<const VtaConfig> configs, const HitScope& scope) {
  Names names;
  bool extensions = false, shallow = false, deep = false, inside_words = false, wide = false;
  bool sliced = false;
  for (const VtaConfig& config : configs) {
    field_classes(config, names);
    error_classes(config, names);
    config_classes(config, names);
    if (scope.memory_varies)
      memory_end_classes(names);
    if (config.acc_overlap != 0)
      overlap_classes(scope, names);
    extensions = extensions || config.isa_ext != 0;
    shallow = shallow || config.cmd_queue_depth <= kDeepQueue;
    deep = deep || config.cmd_queue_depth > kDeepQueue;
    wide = wide || has_wide_kernels(config);
    sliced = sliced || makes_long_insns(config);
    inside_words =
        inside_words || std::min(config.element_bytes(MemoryType::Uop),
                                 config.element_bytes(MemoryType::Out)) < config.bus_bytes();
  }
  token_classes(names);
  memory_classes(names);
  step_classes(extensions, names);
  program_classes(names);
  for (const std::string& name : kernel_class_names(wide))
    names.insert(name);
  names.insert("racy");
  if (sliced)
    names.insert("steps: in slices");
  if (scope.timed && shallow)
    names.insert("full queue");
  if (scope.timed && deep)
    names.insert("full deep queue");
  if (!inside_words)
    std::erase_if(names, [](const std::string& n) { return n.find("bus word") != n.npos; });
  for (const std::string& name : names)
    classes_.push_back({name, 0});
}

std::vector<int32_t> HitTable::classify(const TestProgram& program, const RunResult& result) const {
  std::vector<int32_t> indices;
  for (const std::string& name : Classifier(program).run(result)) {
    const auto at =
        std::lower_bound(classes_.begin(), classes_.end(), name,
                         [](const HitClass& c, const std::string& n) { return c.name < n; });
    if (at != classes_.end() && at->name == name)
      indices.push_back(static_cast<int32_t>(at - classes_.begin()));
  }
  return indices;
}

void HitTable::add(std::span<const int32_t> classes) {
  for (const int32_t index : classes)
    ++classes_.at(static_cast<size_t>(index)).hits;
}

std::vector<std::string> HitTable::fewer_than(int64_t hits) const {
  std::vector<std::string> names;
  for (const HitClass& c : classes_)
    if (c.hits < hits)
      names.push_back(fmt::format("{} ({})", c.name, c.hits));
  return names;
}

std::string hit_text(std::span<const HitClass> classes) {
  std::string out;
  std::string group;
  for (const HitClass& c : classes) {
    const std::string now = group_of(c.name);
    const std::string rest = c.name.size() > now.size() ? c.name.substr(now.size() + 1) : "";
    if (now != group)
      out += fmt::format("{}{:<24}", group.empty() ? "" : "\n", now);
    else
      out += ",";
    group = now;
    out += fmt::format(" {}{}{}", rest.starts_with(' ') ? rest.substr(1) : rest,
                       rest.empty() ? "" : " ", c.hits);
  }
  return out + "\n";
}

}  // namespace vta::cosim

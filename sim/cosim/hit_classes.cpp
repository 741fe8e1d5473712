#include "sim/cosim/hit_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "hw/isa/mnemonics.h"
#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr std::array<const char*, 5> kOpcodes = {"LOAD", "STORE", "GEMM", "FINISH", "ALU"};
constexpr std::array<const char*, 4> kTokenQueues = {"load->compute", "compute->load",
                                                     "compute->store", "store->compute"};
constexpr std::array<const char*, 3> kUnits = {"load", "compute", "store"};
constexpr int64_t kLongLoop = 1000;
constexpr int64_t kDeepQueue = 64;  // deeper ones never fill with the programs made here

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
    for (const char* unit : kUnits) {
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
  for (const char* unit : kUnits)
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

void error_classes(Names& names) {
  for (int e = 1; e <= static_cast<int>(IsaError::FinishNotLast); ++e)
    names.insert(fmt::format("error {}", isa_error_name(static_cast<IsaError>(e))));
}

// One program's instructions, class by class.
class Classifier {
 public:
  explicit Classifier(const TestProgram& program)
      : program_(program), config_(program.config), codec_(program.config) {}

  Names run(const RunResult& result) {
    const RunReport& report = result.report;
    const bool fetch_error = report.error != IsaError::None && report.error != IsaError::Deadlock &&
                             report.error != IsaError::IndexRange;
    const int64_t end = fetch_error ? report.error_insn : std::ssize(program_.insns);
    for (int64_t i = 0; i < std::min(end, std::ssize(program_.insns)); ++i)
      insn(program_.insns[static_cast<size_t>(i)]);
    if (report.error != IsaError::None)
      names_.insert(fmt::format("error {}", isa_error_name(report.error)));
    for (size_t q = 0; q < kTokenQueues.size(); ++q)
      if (report.error == IsaError::None && report.tokens_left[q] > 0)
        names_.insert(fmt::format("tokens left {}", kTokenQueues[q]));
    if (program_.racy)
      names_.insert("racy");
    if (report.timing && report.timing->units[static_cast<size_t>(TimedUnit::Fetch)]
                                             [static_cast<size_t>(UnitState::Slot)] > 0)
      names_.insert("full queue");
    return std::move(names_);
  }

 private:
  void insn(const Insn& n) {
    for (const PlacedField& f : codec_.fields(n.opcode))
      if (has_value_classes(f))
        names_.insert(fmt::format("{} {}: {}", kOpcodes[static_cast<size_t>(n.opcode)], f.name,
                                  value_class(f, n.*f.member)));
    const Unit unit = unit_of(n);
    const char* unit_name = kUnits[static_cast<size_t>(unit)];
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
    const int64_t elements =
        (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1);
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
  Names names_;
};

// What a class belongs to: its name up to the colon or the second word.
std::string group_of(const std::string& name) {
  if (const size_t colon = name.find(':'); colon != std::string::npos)
    return name.substr(0, colon);
  const size_t space = name.find(' ');
  return name.substr(0, name.starts_with("ALU ") ? name.find(' ', space + 1) : space);
}

}  // namespace

HitTable::HitTable(std::span<const VtaConfig> configs, bool timed) {
  Names names;
  bool extensions = false, shallow = false, inside_words = false;
  for (const VtaConfig& config : configs) {
    field_classes(config, names);
    extensions = extensions || config.isa_ext != 0;
    shallow = shallow || config.cmd_queue_depth <= kDeepQueue;
    inside_words =
        inside_words || std::min(config.element_bytes(MemoryType::Uop),
                                 config.element_bytes(MemoryType::Out)) < config.bus_bytes();
  }
  token_classes(names);
  memory_classes(names);
  step_classes(extensions, names);
  error_classes(names);
  names.insert("racy");
  if (timed && shallow)
    names.insert("full queue");
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

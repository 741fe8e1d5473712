#include "sim/cosim/class_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "config/config_keys.h"
#include "hw/isa/mnemonics.h"
#include "sim/cosim/generator.h"
#include "sim/cosim/kernel_classes.h"
#include "sim/cosim/limit_classes.h"

namespace vta::cosim {
namespace {

bool is_token(std::string_view name) {
  return name == "pop_prev" || name == "pop_next" || name == "push_prev" || name == "push_next";
}

std::string upper(std::string_view word) {
  std::string out(word);
  for (char& c : out)
    c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return out;
}

int64_t greatest(const PlacedField& f) {
  if (f.name == "uop_end")  // the depth; all above is an error
    return int64_t{1} << (f.width - 1);
  return (int64_t{1} << (f.is_signed ? f.width - 1 : f.width)) - 1;
}

}  // namespace

bool has_value_classes(const PlacedField& f) {
  return f.name != "opcode" && f.name != "memory_type" && f.name != "alu_opcode" &&
         !is_token(f.name);
}

std::string memory_class(int64_t type) {
  return upper(mnemonic_of(memory_mnemonics(), type));
}

std::string alu_class(int64_t op) {
  return upper(mnemonic_of(alu_mnemonics(), op));
}

std::vector<std::string> rq_classes(const RqParameters& p) {
  constexpr std::array kRoundings{"single", "double", "even"};
  std::vector<std::string> names{
      fmt::format("ALU RQ {}", kRoundings.at(static_cast<size_t>(p.rounding)))};
  if (p.relu)
    names.emplace_back("ALU RQ relu");
  if (p.wide)
    names.emplace_back("ALU RQ wide");
  return names;
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

void add_config_classes(const VtaConfig& config, ClassNames& names) {
  for (const auto& [name, type] :
       {std::pair{"UOP", MemoryType::Uop}, std::pair{"INP", MemoryType::Inp},
        std::pair{"WGT", MemoryType::Wgt}, std::pair{"ACC", MemoryType::Acc}})
    if (config.depth(type) == 2)
      names.insert(fmt::format("configuration: 2 elements of {}", name));
  if (config.cmd_queue_depth == 2)
    names.insert("configuration: queues of 2");
}

namespace {

void field_classes(const VtaConfig& config, ClassNames& names) {
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
        names.insert(fmt::format("{} {}: {}", kOpcodeNames[static_cast<size_t>(op)], f.name,
                                 value_class(f, v)));
    }
}

void token_classes(ClassNames& names) {
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

void memory_classes(ClassNames& names) {
  for (const int64_t type : {0, 1, 2, 3, 4, 5}) {
    const std::string name = (type == 4 ? "STORE " : "LOAD ") + memory_class(type);
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

void step_classes(int64_t isa_ext, ClassNames& names) {
  for (const char* op : {"GEMM", "ALU"}) {
    for (const char* form : {"iter_out 0", "iter_in 0", "no micro-ops", "reversed micro-ops",
                             "long loop", "one step", "last micro-op", "same dst again"})
      names.insert(fmt::format("{}: {}", op, form));
  }
  names.insert("GEMM: reset");
  for (const AluOperation& operation : kAluOperations) {
    const auto op = static_cast<int64_t>(operation.op);
    if (!is_legal_alu_code(op, isa_ext))
      continue;
    if (operation.form != AluForm::Parameters)
      names.insert(fmt::format("ALU {} immediate", alu_class(op)));
    if (operation.form != AluForm::Immediate)
      names.insert(fmt::format("ALU {} vector", alu_class(op)));
    if (operation.op == AluOp::Rq)
      for (const Rounding rounding : {Rounding::Single, Rounding::Double, Rounding::Even})
        for (const bool set : {false, true})
          for (const std::string& name : rq_classes({0, rounding, set, set}))
            names.insert(name);
    if (operation.op == AluOp::Shr || operation.op == AluOp::Rshr)
      for (const char* shift : {"to the left", "by 0", "by more than 31", "to the right"})
        names.insert(fmt::format("ALU {} immediate {}", alu_class(op), shift));
  }
}

void error_classes(const VtaConfig& config, ClassNames& names) {
  names.insert({"INDEX_RANGE: outer loop", "INDEX_RANGE: inner loop", "INDEX_RANGE: dst",
                "INDEX_RANGE: src of GEMM", "INDEX_RANGE: src of ALU", "INDEX_RANGE: wgt",
                "INDEX_RANGE: behind the first micro-op"});
  // Only then does a micro-op's field reach past a scratchpad.
  if (config.depth(MemoryType::Inp) != config.depth(MemoryType::Acc))
    names.insert("INDEX_RANGE: no loop");
  for (int e = 1; e <= static_cast<int>(IsaError::BusError); ++e)
    names.insert(fmt::format("error {}", isa_error_name(static_cast<IsaError>(e))));
}

// Two pipes: an instruction that waited, finished, for the one before; errors of either pipe.
void overlap_classes(const HitScope& scope, ClassNames& names) {
  names.insert({"INDEX_RANGE: pipe A", "INDEX_RANGE: pipe G"});
  if (scope.timed)
    names.insert({"overlap: GEMM finished first", "overlap: ALU finished first",
                  "overlap: LOAD finished first", "overlap: four in a row"});
}

void program_classes(ClassNames& names) {
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

void memory_end_classes(ClassNames& names) {
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    names.insert({fmt::format("{}: least", key.name), fmt::format("{}: greatest", key.name)});
}

}  // namespace

ClassNames possible_classes(std::span<const VtaConfig> configs, const HitScope& scope) {
  ClassNames names;
  bool shallow = false, deep = false, inside_words = false, wide = false;
  bool sliced = false;
  int64_t extensions = 0;  // of all
  for (const VtaConfig& config : configs) {
    field_classes(config, names);
    error_classes(config, names);
    add_limit_class_names(config, names);
    add_config_classes(config, names);
    if (scope.memory_varies)
      memory_end_classes(names);
    if (config.acc_overlap != 0)
      overlap_classes(scope, names);
    extensions |= config.isa_ext;
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
  return names;
}

}  // namespace vta::cosim

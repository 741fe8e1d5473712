// check_program: what has to hold for any Program before its indices and offsets are used.
#include "runtime/program.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/resource_policy.h"
#include "compiler/graph/shape_util.h"
#include "hw/isa/insn.h"
#include "runtime/host_ops.h"
#include "runtime/work_share.h"

namespace vta {
namespace {

constexpr int64_t kMaxBytes = int64_t{1} << 40;
constexpr int64_t kMostContext = int64_t{1} << 17;  // as many keys as an attention may have
constexpr int64_t kMaxCount = int64_t{1}
                              << 53;  // of operations, for reports: sums and ratios stay exact

struct Region {
  std::string_view name;
  int64_t offset = 0, bytes = 0;
};

template <typename T>
int64_t count_of(const std::vector<T>& v) {
  return static_cast<int64_t>(v.size());
}

class Checker {
 public:
  explicit Checker(const Program& p)
      : p_(p),
        regions_{{{"constants", p.constants_offset, count_of(p.constants)},
                  {"uops", p.uops_offset, count_of(p.uops)},
                  {"insns", p.insns_offset, count_of(p.insns)}}},
        made_(p.values.size(), false),
        given_(p.values.size(), false),
        launched_(p.kernels.size(), false) {}

  void run() {
    p_.config.validate();
    counts();
    regions();
    values();
    positions();
    for (size_t i = 0; i < p_.device_tensors.size(); ++i)
      device_tensor(p_.device_tensors[i], fmt::format("device tensor {}", i));
    for (size_t i = 0; i < p_.kernels.size(); ++i)
      kernel(p_.kernels[i], fmt::format("kernel {} ({})", i, p_.kernels[i].name));
    for (size_t i = 0; i < p_.steps.size(); ++i) {
      where_ = fmt::format("step {}", i);
      std::visit([this](const auto& s) { step(s); }, p_.steps[i]);
    }
    launches();
    for (int64_t v : p_.outputs)
      reads(v, "output");
    names();
  }

 private:
  [[noreturn]] static void fail(const std::string& what) {
    throw InputError(fmt::format("not a valid program: {}", what));
  }

  void names() const {
    if (p_.output_names.empty())
      return;
    if (p_.output_names.size() != p_.outputs.size())
      fail(fmt::format("output_names has {} (legal: one for each of the {} outputs, or none)",
                       p_.output_names.size(), p_.outputs.size()));
    std::set<std::string_view> seen;
    for (const std::string& name : p_.output_names)
      if (!seen.insert(name).second)
        fail(fmt::format("output_names has '{}' twice (legal: names that all differ)", name));
  }

  static void index(int64_t i, int64_t count, std::string_view table, std::string_view where) {
    if (i < 0 || i >= count)
      fail(fmt::format("{}: index {} is outside {} (legal: 0 to {})", where, i, table, count - 1));
  }

  // [first, first + count) within [0, total).
  static void range(int64_t first, int64_t count, int64_t total, std::string_view table,
                    std::string_view where) {
    if (first < 0 || count < 0 || first > total || count > total - first)
      fail(fmt::format("{}: {} from {} lie outside {} (there are {})", where, count, first, table,
                       total));
  }

  static void count(int64_t value, std::string_view where) {
    if (value < 0 || value > kMaxCount)
      fail(fmt::format("{} {} (legal: 0 to {})", where, value, kMaxCount));
  }

  // Adds to a sum that stays in the same bounds.
  static void add(int64_t& sum, int64_t value, std::string_view what, const std::string& where) {
    count(value, fmt::format("{}: {}", where, what));
    sum += value;
    count(sum, fmt::format("{}: {} of all up to here", where, what));
  }

  void counts() const {
    count(p_.host_macs, "host_macs");
    count(p_.device_macs, "device_macs");
    count(p_.host_ops, "host_ops");
    count(p_.device_ops, "device_ops");
  }

  void regions() const {
    if (p_.arena_bytes < 0 || p_.arena_bytes > kMaxBytes)
      fail(fmt::format("arena_bytes {} (legal: 0 to {})", p_.arena_bytes, kMaxBytes));
    resources().require_bytes(p_.arena_bytes, "the device memory of the program");
    for (const Region& r : regions_)
      range(r.offset, r.bytes, p_.arena_bytes, "the arena", fmt::format("bytes of {}", r.name));
    for (size_t i = 0; i < regions_.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        apart(regions_[i], regions_[j]);
    if (p_.insns_offset % kInsnBytes != 0 || count_of(p_.insns) % kInsnBytes != 0)
      fail(fmt::format("insns: offset {} and size {} must be multiples of {}", p_.insns_offset,
                       p_.insns.size(), kInsnBytes));
  }

  static void apart(const Region& a, const Region& b) {
    if (a.bytes > 0 && b.bytes > 0 && a.offset < b.offset + b.bytes &&
        b.offset < a.offset + a.bytes)
      fail(fmt::format("{} at {} ({} bytes) overlaps {} at {} ({} bytes)", a.name, a.offset,
                       a.bytes, b.name, b.offset, b.bytes));
  }

  void values() {
    for (size_t i = 0; i < p_.values.size(); ++i) {
      const ProgramValue& v = p_.values[i];
      check_extents(type_of(static_cast<int64_t>(i)), fmt::format("value {} ({})", i, v.name),
                    v.constant.valid() ? 0 : 1);
      if (v.constant.valid() && (v.constant.dtype() != v.dtype || v.constant.shape() != v.shape))
        fail(fmt::format("value {} ({}): constant does not have type {} {}", i, v.name,
                         dtype_name(v.dtype), shape_text(v.shape)));
      made_[i] = v.constant.valid();
    }
    for (int64_t v : p_.inputs)
      input(v);
  }

  void input(int64_t value) {
    index(value, count_of(p_.values), "values", "input");
    const auto v = static_cast<size_t>(value);
    if (given_[v] || p_.values[v].constant.valid())
      fail(fmt::format("input: value {} ({}) is {} already (legal: a value of its own)", value,
                       p_.values[v].name, given_[v] ? "an input" : "a constant"));
    made_[v] = given_[v] = true;
  }

  TensorType type_of(int64_t value) const {
    const ProgramValue& v = p_.values[static_cast<size_t>(value)];
    return {v.shape, v.dtype};
  }

  static void check_extents(const TensorType& type, const std::string& where, int64_t least = 1) {
    try {
      shapes::check_type(type, least);
    } catch (const CompileError& e) {
      fail(fmt::format("{}: {}", where, e.what()));
    }
  }

  // Rounded up to whole blocks as they are stored, a layout has no more elements than a host tensor
  // may: then none of its products can overflow.
  static void check_layout(const PackedLayout& l, const std::string& where) {
    check_extents({{l.n, l.c, l.h, l.w, l.batch, l.block, l.sub}, l.dtype}, where + ": layout");
    check_extents({{l.batches(), l.groups(), l.h, l.w, l.sub, l.batch, l.block}, l.dtype},
                  where + ": packed layout");
    if (l.image_groups == 0)
      return;
    if (l.image_groups < l.groups())
      fail(fmt::format("{}: image_groups {} (legal: 0, or at least its {} channel groups)", where,
                       l.image_groups, l.groups()));
    check_extents({{l.batches(), l.image_groups, l.h, l.w, l.sub, l.batch, l.block}, l.dtype},
                  where + ": packed layout with what lies between its batches");
  }

  void device_tensor(const DeviceTensor& t, const std::string& where) const {
    const PackedLayout& l = t.layout;
    check_layout(l, fmt::format("{} ({})", where, t.name));
    if (l.dtype != DType::I8 && l.dtype != DType::I32)
      fail(
          fmt::format("{} ({}): type {} (legal: int8, int32)", where, t.name, dtype_name(l.dtype)));
    range(t.offset_bytes, l.span_bytes(), p_.arena_bytes, "the arena",
          fmt::format("{} ({}): bytes", where, t.name));
    if (t.position_bytes != 0)
      every_position(t, where);
    if (t.offset_bytes % dtype_bytes(l.dtype) != 0)
      fail(fmt::format("{} ({}): offset {} is not a multiple of {}", where, t.name, t.offset_bytes,
                       dtype_bytes(l.dtype)));
    if (t.part_of != -1)
      part(t, where);
  }

  // What the host sends for all positions lies in the arena, none in another's place.
  void every_position(const DeviceTensor& t, const std::string& where) const {
    if (!p_.positions || t.position_bytes < t.layout.span_bytes() || t.position_bytes > kMaxBytes)
      fail(
          fmt::format("{} ({}): position_bytes {} (legal: 0, or its size, {}, and more, in a "
                      "program with positions)",
                      where, t.name, t.position_bytes, t.layout.span_bytes()));
    range(t.offset_bytes, t.position_bytes * p_.positions->context, p_.arena_bytes, "the arena",
          fmt::format("{} ({}): bytes of all positions", where, t.name));
  }

  void positions() {
    if (!p_.positions)
      return;
    const Positions& p = *p_.positions;
    if (p.context < 1 || p.context > kMostContext || p.block < 1 || p.block > kMostContext)
      fail(fmt::format("positions: context {}, block {} (legal: 1 to {})", p.context, p.block,
                       kMostContext));
    input(p.value);
    if (type_of(p.value) != TensorType{{1}, DType::I64})
      fail(fmt::format("positions: value {} is {} (legal: int64 (1))", p.value,
                       type_text(type_of(p.value))));
    for (const int64_t state : p.states)
      index(state, count_of(p_.device_tensors), "device tensors", "positions: state");
    int64_t before = 0;
    for (const MovedField& f : p.fields) {
      index(f.insn, count_of(p_.insns) / kInsnBytes, "the instructions", "positions: field");
      if (f.insn < before || f.lsb < 0 || f.width < 1 || f.width > 63 ||
          f.lsb % 64 + f.width > 64 || f.lsb >= 8 * kInsnBytes ||
          std::abs(f.per_position) > kMaxBytes || std::abs(f.per_block) > kMaxBytes)
        fail(
            fmt::format("positions: a field of instruction {} at bit {}, {} wide, by {} and {} "
                        "(legal: in the order of the instructions, within one of their two words)",
                        f.insn, f.lsb, f.width, f.per_position, f.per_block));
      before = f.insn;
    }
  }

  void part(const DeviceTensor& t, const std::string& where) const {
    index(t.part_of, count_of(p_.device_tensors), "device tensors", where + ": part_of");
    const DeviceTensor& whole = p_.device_tensors[static_cast<size_t>(t.part_of)];
    if (whole.part_of != -1)
      fail(fmt::format("{} ({}): part_of {} is a part itself (legal: a tensor that is none)", where,
                       t.name, t.part_of));
    check_layout(whole.layout, fmt::format("{} ({})", where, whole.name));
    range(t.offset_bytes - whole.offset_bytes, t.layout.span_bytes(), whole.layout.span_bytes(),
          fmt::format("the tensor {} that it is part of", t.part_of),
          fmt::format("{} ({}): bytes", where, t.name));
  }

  void kernel(const ProgramKernel& k, const std::string& where) {
    range(k.first_insn, k.insn_count, count_of(p_.insns) / kInsnBytes, "the instructions", where);
    index(k.output_tensor, count_of(p_.device_tensors), "device tensors", where);
    add(macs_, k.macs, "macs", where);
    add(least_bytes_, k.least_bytes, "least_bytes", where);
    if (k.least_work)
      least_work(*k.least_work, k.macs, where);
    written(k.output_tensor);
    for (const KernelOutput& o : k.more_outputs)
      written(o.tensor);
  }

  void least_work(const LeastWork& w, int64_t macs, const std::string& where) {
    add(least_gemm_, w.gemm_steps, "least_work.gemm_steps", where);
    add(least_imm_, w.imm_steps, "least_work.imm_steps", where);
    add(least_vector_, w.vector_steps, "least_work.vector_steps", where);
    if (w.useful_macs < 0 || w.useful_macs > macs)
      fail(fmt::format("{}: least_work.useful_macs {} (legal: 0 to its macs, {})", where,
                       w.useful_macs, macs));
  }

  // The host and the kernels write activations only.
  void written(int64_t tensor) const {
    index(tensor, count_of(p_.device_tensors), "device tensors", where_);
    const DeviceTensor& t = p_.device_tensors[static_cast<size_t>(tensor)];
    for (const Region& r : regions_)
      apart({t.name, t.offset_bytes, t.layout.span_bytes()}, r);
  }

  void reads(int64_t value, std::string_view where) const {
    index(value, count_of(p_.values), "values", where);
    if (!made_[static_cast<size_t>(value)])
      fail(fmt::format("{}: value {} ({}) is read but nothing has made it", where, value,
                       p_.values[static_cast<size_t>(value)].name));
  }

  void writes(int64_t value) {
    index(value, count_of(p_.values), "values", where_);
    if (p_.values[static_cast<size_t>(value)].constant.valid())
      fail(fmt::format("{}: value {} is a constant and cannot be written", where_, value));
    if (given_[static_cast<size_t>(value)])
      fail(fmt::format("{}: value {} is an input and cannot be written", where_, value));
    made_[static_cast<size_t>(value)] = true;
  }

  // A host value and a device tensor hold the same elements; batch-flattened values do too.
  void same_elements(int64_t value, int64_t tensor) const {
    index(value, count_of(p_.values), "values", where_);
    index(tensor, count_of(p_.device_tensors), "device tensors", where_);
    const ProgramValue& v = p_.values[static_cast<size_t>(value)];
    const PackedLayout& l = p_.device_tensors[static_cast<size_t>(tensor)].layout;
    if (v.dtype != l.dtype || num_elements(v.shape) != l.n * l.c * l.h * l.w)
      fail(fmt::format("{}: value {} {} {} does not fit device tensor {} ({}, {}, {}, {}) {}",
                       where_, value, dtype_name(v.dtype), shape_text(v.shape), tensor, l.n, l.c,
                       l.h, l.w, dtype_name(l.dtype)));
  }

  void step(const HostOpStep& s) {
    std::vector<TensorType> operands;
    for (int64_t v : s.inputs) {
      reads(v, where_);
      operands.push_back(type_of(v));
    }
    for (int64_t v : s.outputs)
      writes(v);
    results(s, host_types(s, operands));
    add(macs_, host_macs(p_, s), "macs", fmt::format("{} ({})", where_, s.op));
  }

  std::vector<TensorType> host_types(const HostOpStep& s,
                                     std::span<const TensorType> operands) const {
    try {
      return host_op_types(s.op, s.attrs, operands);
    } catch (const InputError& e) {
      fail(fmt::format("{}: {}", where_, e.what()));
    }
  }

  void results(const HostOpStep& s, const std::vector<TensorType>& types) const {
    if (s.outputs.size() > types.size())
      fail(fmt::format("{}: {} has {} results, the program asks for {}", where_, s.op, types.size(),
                       s.outputs.size()));
    for (size_t i = 0; i < s.outputs.size(); ++i) {
      if (const TensorType said = type_of(s.outputs[i]); said != types[i])
        fail(fmt::format("{}: result {} of {} is {}, the program says {}", where_, i, s.op,
                         type_text(types[i]), type_text(said)));
    }
  }

  void step(const ToDeviceStep& s) {
    same_elements(s.value, s.device_tensor);
    reads(s.value, where_);
    written(s.device_tensor);
  }

  void step(const FromDeviceStep& s) {
    same_elements(s.value, s.device_tensor);
    writes(s.value);
  }

  void step(const ConvertStep& s) {
    index(s.source, count_of(p_.device_tensors), "device tensors", where_);
    index(s.target, count_of(p_.device_tensors), "device tensors", where_);
    const PackedLayout& a = p_.device_tensors[static_cast<size_t>(s.source)].layout;
    const PackedLayout& b = p_.device_tensors[static_cast<size_t>(s.target)].layout;
    if (a.n != b.n || a.c != b.c || a.h != b.h || a.w != b.w)
      fail(fmt::format("{}: cannot convert ({}, {}, {}, {}) to ({}, {}, {}, {})", where_, a.n, a.c,
                       a.h, a.w, b.n, b.c, b.h, b.w));
    if (a.dtype == DType::I32 && b.dtype == DType::I8)
      fail(fmt::format("{}: a conversion does not narrow int32 to int8", where_));
    written(s.target);
  }

  void step(const LaunchStep& s) {
    range(s.first_insn, s.insn_count, count_of(p_.insns) / kInsnBytes, "the instructions", where_);
    range(s.first_kernel, s.kernel_count, count_of(p_.kernels), "the kernels", where_);
    if (s.kernel_count > 0 && s.insn_count == 0)
      fail(fmt::format("{}: launches {} kernels with no instruction (legal: 1 or more)", where_,
                       s.kernel_count));
    int64_t at = s.first_insn;
    for (int64_t k = s.first_kernel; k < s.first_kernel + s.kernel_count; ++k) {
      const ProgramKernel& kernel = p_.kernels[static_cast<size_t>(k)];
      if (kernel.first_insn < at ||
          kernel.first_insn + kernel.insn_count > s.first_insn + s.insn_count)
        fail(fmt::format("{}: kernel {} ({}) lies outside the launch or before its predecessor",
                         where_, k, kernel.name));
      at = kernel.first_insn + kernel.insn_count;
      if (launched_[static_cast<size_t>(k)])
        fail(fmt::format("{}: kernel {} ({}) is launched a second time (legal: once)", where_, k,
                         kernel.name));
      launched_[static_cast<size_t>(k)] = true;
    }
  }

  // What is said of kernels, times above all, is of those that run.
  void launches() const {
    const auto idle = std::ranges::find(launched_, false);
    if (idle == launched_.end())
      return;
    const auto k = idle - launched_.begin();
    fail(fmt::format("kernel {} ({}) is in no launch (legal: in one)", k,
                     p_.kernels[static_cast<size_t>(k)].name));
  }

  const Program& p_;
  std::array<Region, 3> regions_;
  std::vector<bool> made_, given_;  // by value
  std::vector<bool> launched_;      // by kernel
  // Of what was checked already.
  int64_t macs_ = 0, least_bytes_ = 0;
  int64_t least_gemm_ = 0, least_imm_ = 0, least_vector_ = 0;
  std::string where_;
};

}  // namespace

const std::string& input_name(const Program& program, size_t i) {
  return program.values[static_cast<size_t>(program.inputs[i])].name;
}

const std::string& output_name(const Program& program, size_t i) {
  return program.output_names.empty() ? program.values[static_cast<size_t>(program.outputs[i])].name
                                      : program.output_names[i];
}

std::vector<std::string> input_names(const Program& program) {
  std::vector<std::string> names;
  for (size_t i = 0; i < program.inputs.size(); ++i)
    names.push_back(input_name(program, i));
  return names;
}

std::vector<std::string> output_names(const Program& program) {
  std::vector<std::string> names;
  for (size_t i = 0; i < program.outputs.size(); ++i)
    names.push_back(output_name(program, i));
  return names;
}

void check_program(const Program& program) {
  Checker(program).run();
}

}  // namespace vta

#include "explore/profile/accesses.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "hw/isa/codec.h"

namespace vta::explore {
namespace {

void sort_and_merge(std::vector<ByteRange>& ranges) {
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  std::vector<ByteRange> merged;
  for (const ByteRange& range : ranges) {
    if (!merged.empty() && range.begin <= merged.back().end)
      merged.back().end = std::max(merged.back().end, range.end);
    else
      merged.push_back(range);
  }
  ranges = std::move(merged);
}

void insert_unique(std::vector<int64_t>& values, int64_t value) {
  if (std::ranges::find(values, value) == values.end())
    values.push_back(value);
}

// Keeps which tensor was written last where, while positions are walked in order.
class Walker {
 public:
  explicit Walker(const Program& program)
      : program_(program), codec_(program.config), written_(program.device_tensors.size(), -1) {}

  std::vector<Position> walk() {
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      if (const auto* launch = std::get_if<LaunchStep>(&program_.steps[s])) {
        for (int64_t k = launch->first_kernel; k < launch->first_kernel + launch->kernel_count; ++k)
          add_kernel(s, k);
        continue;
      }
      Position position{.step = s};
      std::visit([&](const auto& step) { describe(step, position); }, program_.steps[s]);
      finish(std::move(position));
    }
    return std::move(out_);
  }

 private:
  static void describe(const HostOpStep&, Position&) {}
  static void describe(const LaunchStep&, Position&) {}
  static void describe(const ToDeviceStep& step, Position& p) { p.writes = {step.device_tensor}; }
  static void describe(const FromDeviceStep& step, Position& p) { p.reads = {step.device_tensor}; }
  static void describe(const ConvertStep& step, Position& p) {
    p.reads = {step.source};
    p.writes = {step.target};
  }

  void add_kernel(size_t step, int64_t k) {
    const ProgramKernel& kernel = program_.kernels[static_cast<size_t>(k)];
    Position position{.step = step, .kernel = k, .writes = {kernel.output_tensor}};
    for (const KernelOutput& more : kernel.more_outputs)
      position.writes.push_back(more.tensor);
    const std::vector<ByteRange> own = own_memory(kernel);
    for (int64_t i = kernel.first_insn; i < kernel.first_insn + kernel.insn_count; ++i) {
      InsnBits bits;
      std::memcpy(&bits, program_.insns.data() + i * kInsnBytes, sizeof(bits));
      const Insn insn = codec_.decode(bits);
      if (insn.op() == Opcode::Load)
        add_load(insn, own, position);
    }
    sort_and_merge(position.constants);
    sort_and_merge(position.micro_ops);
    finish(std::move(position));
  }

  // What a kernel alone stores and reads again, in this run or in the next: tensors that have its
  // name and are nobody's result.
  std::vector<ByteRange> own_memory(const ProgramKernel& kernel) const {
    std::vector<ByteRange> own;
    for (const DeviceTensor& t : program_.device_tensors)
      if (t.name == kernel.name + ".scratch" || t.name == kernel.name + ".state")
        own.push_back({t.offset_bytes, t.offset_bytes + t.layout.size_bytes()});
    return own;
  }

  void add_load(const Insn& insn, const std::vector<ByteRange>& own, Position& position) const {
    const int64_t element = program_.config.element_bytes(insn.memory());
    for (int64_t y = 0; y < insn.y_size && insn.x_size > 0; ++y) {
      const int64_t begin = (insn.dram_base + y * insn.x_stride) * element;
      const ByteRange row{begin, begin + insn.x_size * element};
      if (insn.memory() == MemoryType::Uop)
        position.micro_ops.push_back(row);
      else if (row.begin >= program_.constants_offset)
        position.constants.push_back(row);
      else if (std::ranges::none_of(own, [&](const ByteRange& range) {
                 return range.begin <= row.begin && row.end <= range.end;
               }))
        insert_unique(position.reads, owner_of(row));
    }
  }

  int64_t owner_of(const ByteRange& row) const {
    int64_t owner = -1;
    for (size_t t = 0; t < written_.size(); ++t) {
      const DeviceTensor& tensor = program_.device_tensors[t];
      const bool holds = tensor.offset_bytes <= row.begin &&
                         row.end <= tensor.offset_bytes + tensor.layout.size_bytes();
      if (holds && written_[t] >= 0 &&
          (owner < 0 || written_[t] > written_[static_cast<size_t>(owner)]))
        owner = static_cast<int64_t>(t);
    }
    if (owner < 0)
      throw InputError(fmt::format(
          "the program '{}' loads bytes {} to {} of its arena, to which no tensor was written",
          program_.provenance.model, row.begin, row.end - 1));
    return owner;
  }

  void finish(Position position) {
    for (const int64_t tensor : position.writes) {
      const int64_t whole = program_.device_tensors[static_cast<size_t>(tensor)].part_of;
      written_[static_cast<size_t>(whole >= 0 ? whole : tensor)] =
          static_cast<int64_t>(out_.size());
    }
    out_.push_back(std::move(position));
  }

  const Program& program_;
  InsnCodec codec_;
  // Per tensor that is no part of another: the position that wrote it last, -1: none.
  std::vector<int64_t> written_;
  std::vector<Position> out_;
};

}  // namespace

std::vector<Position> positions(const Program& program) {
  return Walker(program).walk();
}

int64_t total_bytes(const std::vector<ByteRange>& ranges) {
  int64_t sum = 0;
  for (const ByteRange& range : ranges)
    sum += range.end - range.begin;
  return sum;
}

}  // namespace vta::explore

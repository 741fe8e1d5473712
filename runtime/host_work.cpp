#include "runtime/host_work.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace vta {
namespace {

void add_up(int64_t& sum, int64_t more) {
  if (__builtin_add_overflow(sum, more, &sum))
    sum = std::numeric_limits<int64_t>::max();
}

const ProgramValue& value_of(const Program& program, int64_t id) {
  return program.values[static_cast<size_t>(id)];
}

int64_t bytes_of(const ProgramValue& value) {
  return checked_bytes(value.shape, dtype_bytes(value.dtype))
      .value_or(std::numeric_limits<int64_t>::max());
}

// Who made what a step reads. A value may be written again, so it is not the value that counts but
// the step that wrote it last.
class HostSteps {
 public:
  explicit HostSteps(const Program& program)
      : program_(program), kinds_(program.steps.size()), reads_(program.steps.size()) {
    std::vector<int64_t> maker(program.values.size(), kNone);
    readers_.assign(program.steps.size(), 0);
    for (size_t i = 0; i < program.steps.size(); ++i) {
      const auto made = [&](int64_t value) {
        maker[static_cast<size_t>(value)] = static_cast<int64_t>(i);
      };
      const auto read = [&](int64_t value) {
        const int64_t from = maker[static_cast<size_t>(value)];
        reads_[i].push_back(from);
        if (from != kNone)
          ++readers_[static_cast<size_t>(from)];
      };
      if (const auto* s = std::get_if<HostOpStep>(&program.steps[i])) {
        std::ranges::for_each(s->inputs, read);
        std::ranges::for_each(s->outputs, made);
      } else if (const auto* to = std::get_if<ToDeviceStep>(&program.steps[i])) {
        read(to->value);
      } else if (const auto* from = std::get_if<FromDeviceStep>(&program.steps[i])) {
        made(from->value);
      }
    }
  }

  std::vector<std::optional<HostStepKind>> kinds() {
    for (size_t i = 0; i < program_.steps.size(); ++i)
      kinds_[i] = std::visit([](const auto& s) { return kind_of(s); }, program_.steps[i]);
    for (size_t i = 0; i < program_.steps.size(); ++i) {
      if (casts(i, DType::F32, DType::I8))
        mark_quantization(i);
      if (casts(i, DType::I8, DType::F32) || scales_a_cast(i))
        kinds_[i] = HostStepKind::Dequantize;
    }
    return std::move(kinds_);
  }

 private:
  static constexpr int64_t kNone = -1;

  static std::optional<HostStepKind> kind_of(const HostOpStep& s) {
    return s.op == "nn.im2col" ? HostStepKind::Im2col : HostStepKind::Other;
  }
  static std::optional<HostStepKind> kind_of(const ToDeviceStep&) { return HostStepKind::Pack; }
  static std::optional<HostStepKind> kind_of(const FromDeviceStep&) { return HostStepKind::Unpack; }
  static std::optional<HostStepKind> kind_of(const ConvertStep&) { return HostStepKind::Convert; }
  static std::optional<HostStepKind> kind_of(const LaunchStep&) { return std::nullopt; }

  const HostOpStep* operator_at(size_t step, std::string_view op) const {
    const auto* s = std::get_if<HostOpStep>(&program_.steps[step]);
    return s != nullptr && s->op == op && !s->inputs.empty() && !s->outputs.empty() ? s : nullptr;
  }

  bool casts(size_t step, DType from, DType to) const {
    const HostOpStep* s = operator_at(step, "cast");
    return s != nullptr && value_of(program_, s->inputs[0]).dtype == from &&
           value_of(program_, s->outputs[0]).dtype == to;
  }

  bool is_scale(int64_t id) const {
    const ProgramValue& value = value_of(program_, id);
    return value.constant.valid() && value.dtype == DType::F32 && num_elements(value.shape) == 1;
  }

  // Of a float multiplication by one constant which operand the other one is; none of others.
  std::optional<size_t> scaled_operand(size_t step) const {
    const HostOpStep* s = operator_at(step, "multiply");
    if (s == nullptr || s->inputs.size() != 2)
      return std::nullopt;
    if (is_scale(s->inputs[1]))
      return 0;
    return is_scale(s->inputs[0]) ? std::optional<size_t>(1) : std::nullopt;
  }

  bool scales_a_cast(size_t step) const {
    const std::optional<size_t> operand = scaled_operand(step);
    const int64_t from = operand ? reads_[step][*operand] : kNone;
    return from != kNone && readers_[static_cast<size_t>(from)] == 1 &&
           casts(static_cast<size_t>(from), DType::I8, DType::F32);
  }

  void mark_quantization(size_t cast) {
    kinds_[cast] = HostStepKind::Quantize;
    int64_t at = reads_[cast][0];
    for (const std::string_view op : {"clip", "round", "round_even", "multiply"}) {
      const auto step = static_cast<size_t>(at);
      if (at == kNone || readers_[step] != 1)
        return;
      if (operator_at(step, op) == nullptr || (op == "multiply" && !scaled_operand(step)))
        continue;
      kinds_[step] = HostStepKind::Quantize;
      at = reads_[step][0];
    }
  }

  const Program& program_;
  std::vector<std::optional<HostStepKind>> kinds_;  // by step, as all below
  std::vector<std::vector<int64_t>> reads_;  // of each operand the step that made it, or kNone
  std::vector<int64_t> readers_;
};

class StepBytes {
 public:
  explicit StepBytes(const Program& program) : program_(program) {}

  HostWork operator()(const HostOpStep& s) const {
    HostWork work{.steps = 1};
    for (const int64_t value : s.inputs)
      add_up(work.read_bytes, bytes_of(value_of(program_, value)));
    for (const int64_t value : s.outputs)
      add_up(work.written_bytes, bytes_of(value_of(program_, value)));
    return work;
  }
  HostWork operator()(const ToDeviceStep& s) const {
    return {1, bytes_of(value_of(program_, s.value)), stored(s.device_tensor)};
  }
  HostWork operator()(const FromDeviceStep& s) const {
    return {1, stored(s.device_tensor), bytes_of(value_of(program_, s.value))};
  }
  HostWork operator()(const ConvertStep& s) const {
    return {1, stored(s.source), stored(s.target)};
  }
  HostWork operator()(const LaunchStep&) const { return {}; }

 private:
  int64_t stored(int64_t tensor) const {
    return program_.device_tensors[static_cast<size_t>(tensor)].layout.size_bytes();
  }

  const Program& program_;
};

}  // namespace

std::string_view host_step_kind_name(HostStepKind kind) {
  switch (kind) {
    case HostStepKind::Quantize:
      return "quantize";
    case HostStepKind::Im2col:
      return "im2col";
    case HostStepKind::Pack:
      return "pack";
    case HostStepKind::Convert:
      return "convert";
    case HostStepKind::Unpack:
      return "unpack";
    case HostStepKind::Dequantize:
      return "dequantize";
    case HostStepKind::Other:
      return "other";
  }
  VTA_CHECK(false, "host step kind {}", static_cast<int>(kind));
}

std::vector<std::optional<HostStepKind>> host_step_kinds(const Program& program) {
  return HostSteps(program).kinds();
}

HostWork& HostWork::operator+=(const HostWork& more) {
  steps += more.steps;
  add_up(read_bytes, more.read_bytes);
  add_up(written_bytes, more.written_bytes);
  if (more.seconds)
    seconds = seconds.value_or(0) + *more.seconds;
  return *this;
}

HostWork host_work_of(const Program& program, const Step& step) {
  return std::visit(StepBytes(program), step);
}

std::array<HostWork, kHostStepKinds.size()> host_work(const Program& program,
                                                      std::span<const double> seconds) {
  std::array<HostWork, kHostStepKinds.size()> sums;
  if (!seconds.empty())
    for (HostWork& sum : sums)
      sum.seconds = 0;
  const auto kinds = host_step_kinds(program);
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (!kinds[i])
      continue;
    HostWork step = host_work_of(program, program.steps[i]);
    if (!seconds.empty())
      step.seconds = seconds[i];
    sums[static_cast<size_t>(*kinds[i])] += step;
  }
  return sums;
}

HostWork total(std::span<const HostWork> work) {
  HostWork sum;
  for (const HostWork& one : work)
    sum += one;
  return sum;
}

}  // namespace vta

#include "explore/profile/profile.h"

#include <algorithm>

#include "base/error.h"
#include "explore/profile/memory_profile.h"
#include "explore/record/run_record.h"

namespace vta::explore {
namespace {

ProfileTensor value_tensor(const Program& program, int64_t id) {
  const ProgramValue& value = program.values[static_cast<size_t>(id)];
  return {value.name, std::string(dtype_name(value.dtype)), "host", value.shape,
          num_elements(value.shape) * dtype_bytes(value.dtype)};
}

ProfileTensor device_tensor(const Program& program, int64_t id) {
  const DeviceTensor& tensor = program.device_tensors[static_cast<size_t>(id)];
  const PackedLayout& l = tensor.layout;
  return {tensor.name,
          std::string(dtype_name(l.dtype)),
          "device",
          {l.n, l.c, l.h, l.w},
          l.size_bytes()};
}

void widen(std::optional<Interval>& to, int64_t start, int64_t end) {
  to = to ? Interval{std::min(to->start, start), std::max(to->end, end)} : Interval{start, end};
}

class Maker {
 public:
  Maker(const Program& program, const RunStats& stats, const IntervalLog& log)
      : program_(program), stats_(stats), log_(log), positions_(positions(program)) {}

  Profile make() {
    VTA_CHECK(stats_.timing.has_value(), "a profile of a run without timing");
    out_.memory = memory_profile(program_, positions_);
    for (size_t p = 0; p < positions_.size(); ++p)
      add_operator(p);
    add_launches();
    out_.cycles = stats_.timing->cycles;
    out_.result = point_result(program_, stats_);
    out_.config = program_.config;
    out_.images = images_of(program_);
    return std::move(out_);
  }

 private:
  void add_operator(size_t p) {
    OperatorProfile op;
    op.position = static_cast<int64_t>(p);
    const Position& position = positions_[p];
    for (const int64_t tensor : position.reads)
      op.inputs.push_back(device_tensor(program_, tensor));
    for (const int64_t tensor : position.writes)
      op.outputs.push_back(device_tensor(program_, tensor));
    if (position.kernel >= 0)
      describe_kernel(position, op);
    else
      describe_host(position, op);
    out_.operators.push_back(std::move(op));
  }

  void describe_kernel(const Position& position, OperatorProfile& op) const {
    const auto k = static_cast<size_t>(position.kernel);
    const ProgramKernel& kernel = program_.kernels[k];
    op.name = kernel.name;
    op.op = kernel.kind;
    op.where = "accelerator";
    op.description = kernel.description.text();
    op.onnx_nodes = kernel.onnx_nodes;
    op.macs = kernel.macs;
    op.kernel = position.kernel;
    op.first_insn = kernel.first_insn;
    op.insns = kernel.insn_count;
    op.counters = stats_.kernels[k];
    op.alu_ops = op.counters.alu_counter * program_.config.batch() * program_.config.block_out();
    op.cycles = stats_.timing->kernels[k].cycles;
    if (!position.constants.empty())
      op.inputs.push_back(
          {kernel.name + ".constants", "packed", "constants", {}, total_bytes(position.constants)});
  }

  void describe_host(const Position& position, OperatorProfile& op) const {
    op.name = fmt::format("host_{}", op.position);
    op.where = "host";
    const Step& step = program_.steps[position.step];
    if (const auto* host = std::get_if<HostOpStep>(&step)) {
      op.op = host->op;
      op.attrs = host->attrs;
      op.onnx_nodes = host->onnx_nodes;
      op.macs = host_macs(program_, *host);
      for (const int64_t id : host->inputs)
        op.inputs.push_back(value_tensor(program_, id));
      for (const int64_t id : host->outputs)
        op.outputs.push_back(value_tensor(program_, id));
    } else if (const auto* to = std::get_if<ToDeviceStep>(&step)) {
      op.op = "to_device";
      op.inputs.push_back(value_tensor(program_, to->value));
    } else if (const auto* from = std::get_if<FromDeviceStep>(&step)) {
      op.op = "from_device";
      op.outputs.push_back(value_tensor(program_, from->value));
    } else {
      op.op = "convert";
    }
  }

  // Launches without instructions are not executed, and not in the log.
  void add_launches() {
    size_t logged = 0;
    int64_t origin = 0;
    for (const Step& step : program_.steps) {
      const auto* launch = std::get_if<LaunchStep>(&step);
      if (launch == nullptr || launch->insn_count == 0)
        continue;
      VTA_CHECK(logged < log_.launches().size(), "the log lacks launch {}", logged);
      add_launch(*launch, static_cast<int64_t>(logged), origin);
      origin += log_.launches()[logged++].cycles;
    }
  }

  void add_launch(const LaunchStep& launch, int64_t number, int64_t origin) {
    const std::vector<int64_t> owner = owners_of(launch, number);
    const IntervalLog::Launch& log = log_.launches()[static_cast<size_t>(number)];
    for (const Execution& e : log.executions) {
      const int64_t op = owner[static_cast<size_t>(e.index)];
      const int64_t start = origin + e.start, end = origin + e.done;
      out_.insns.push_back(
          {launch.first_insn + e.index, op, e.unit, origin + e.dispatched, start, end});
      if (op < 0)
        continue;
      OperatorProfile& profile = out_.operators[static_cast<size_t>(op)];
      widen(profile.run, start, end);
      widen(profile.units[static_cast<size_t>(e.unit)], start, end);
    }
  }

  // Per instruction of the launch, the operator that it belongs to.
  std::vector<int64_t> owners_of(const LaunchStep& launch, int64_t number) {
    std::vector<int64_t> owner(static_cast<size_t>(launch.insn_count), -1);
    for (size_t p = 0; p < out_.operators.size(); ++p) {
      OperatorProfile& op = out_.operators[p];
      if (op.kernel < launch.first_kernel || op.kernel >= launch.first_kernel + launch.kernel_count)
        continue;
      op.launch = number;
      for (int64_t i = 0; i < op.insns; ++i)
        owner[static_cast<size_t>(op.first_insn - launch.first_insn + i)] = static_cast<int64_t>(p);
    }
    return owner;
  }

  const Program& program_;
  const RunStats& stats_;
  const IntervalLog& log_;
  std::vector<Position> positions_;
  Profile out_;
};

}  // namespace

Profile make_profile(const Program& program, const RunStats& stats, const IntervalLog& log) {
  return Maker(program, stats, log).make();
}

void add_host_times(Profile& profile, const Program& program, std::span<const double> seconds) {
  const std::vector<Position> all = positions(program);
  VTA_CHECK(seconds.size() == program.steps.size() && all.size() == profile.operators.size(),
            "times of {} steps, the program has {}", seconds.size(), program.steps.size());
  for (size_t p = 0; p < all.size(); ++p)
    if (all[p].kernel < 0)
      profile.operators[p].host_seconds = seconds[all[p].step];
}

}  // namespace vta::explore

// Code generation in three stages: lay out tensors and steps, place constants, emit.
#include "compiler/codegen/codegen.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/elapsed.h"
#include "base/interruption.h"
#include "base/plural.h"
#include "base/resource_step.h"
#include "base/round.h"
#include "compiler/codegen/kernel_plan.h"
#include "compiler/codegen/least_work.h"
#include "compiler/codegen/plan_text.h"
#include "compiler/graph/operations.h"
#include "compiler/schedule/schedule.h"
#include "hw/isa/codec.h"

namespace vta {
namespace {

class Generator {
 public:
  Generator(const LoweredGraph& lowered, const NetworkSchedule& schedule, const VtaConfig& config)
      : lowered_(lowered), schedule_(schedule), config_(config), codec_(config) {
    for (const MemoryType t : {MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc})
      alignment_ = std::max(alignment_, config.element_bytes(t));
  }

  Program run(const CodegenOptions& options, CodegenTimes* times) {
    Stopwatch watch;
    layout_ = lay_out_program(lowered_, schedule_, config_);
    for (const auto& step : layout_.steps)
      if (const auto* kernel = std::get_if<KernelStep>(&step))
        plans_.push_back({.step = kernel});
    if (options.plan != nullptr)
      *options.plan = plan_text(layout_, plans_, schedule_, config_);
    place_constants();
    emit_steps();
    describe();
    const double codegen = watch.lap();
    if (options.constants)
      pack_constants();
    program_.device_tensors = std::move(layout_.device_tensors);
    if (times != nullptr)
      *times = {codegen, watch.lap()};
    return std::move(program_);
  }

 private:
  const DeviceTensor& tensor(int64_t index) const {
    return layout_.device_tensors[static_cast<size_t>(index)];
  }

  TensorPlace place(int64_t index) const {
    return {tensor(index).offset_bytes, tensor(index).layout.group_pitch()};
  }

  // Activations first, then constants: offsets of everything but micro-ops and instructions.
  void place_constants() {
    int64_t end = 0;
    for (const DeviceTensor& t : layout_.device_tensors)
      end = std::max(end, t.offset_bytes + t.layout.span_bytes());
    program_.constants_offset = align_up(end, alignment_);
    int64_t at = program_.constants_offset;
    auto place = [&](int64_t bytes) {
      const int64_t offset = at;
      at = align_up(at + bytes, alignment_);
      return offset;
    };
    for (KernelPlan& plan : plans_) {
      const ConvGeometry& g = plan.step->kernel->conv;
      if (plan.is_conv())
        plan.weight_offset = place(packed_weight_bytes(g, config_));
      if (plan.step->kernel->has_residual())
        plan.identity_offset = place(packed_identity_bytes(config_));
      if (plan.num_vectors() > 0)
        plan.vector_offset = place(packed_vector_bytes(g.oc, plan.num_vectors(), config_));
    }
    constants_bytes_ = at - program_.constants_offset;
    program_.uops_offset = at;
  }

  void emit_kernel(const KernelPlan& plan, TaskStream& stream, AccBounds& bounds) {
    check_interruption();
    const KernelStep& step = *plan.step;
    stream.begin_kernel(step.kernel->name);
    if (plan.has_pool()) {
      emit_conv_pool({ConvDims::of(step.kernel->conv, config_), step.pool->conv,
                      plan.tiles<ConvPoolTiles>(), plan.steps(), place(step.inputs[0]),
                      place(step.output), plan.weight_offset, plan.vector_offset},
                     config_, stream);
      bounds.write(0, config_.depth(MemoryType::Acc), AccBounds::kUnknown);
      return;
    }
    if (plan.is_pool())
      return emit_pool_kernel(plan, stream, bounds);
    if (plan.is_conv()) {
      ConvPlan conv{ConvDims::of(step.kernel->conv, config_),
                    plan.tiles<ConvTiles>(),
                    plan.steps(),
                    results_of(plan),
                    place(step.inputs[0]),
                    plan.weight_offset,
                    plan.vector_offset};
      conv.halves = config_.acc_overlap != 0 && order() == TaskMerger::Order::Merged;
      if (step.kernel->has_residual()) {
        conv.residual = place(step.inputs[1]);
        conv.identity_offset = plan.identity_offset;
      }
      emit_conv(conv, config_, stream, bounds);
      return;
    }
    const PackedLayout& out = tensor(step.output).layout;
    AluPlan alu{
        out.batches(), out.groups(), out.h * out.w,      out.sub,           plan.tiles<AluTiles>(),
        plan.steps(),  {},           place(step.output), plan.vector_offset};
    for (size_t i = 0; i < step.inputs.size(); ++i)
      alu.operands.push_back(
          {place(step.inputs[i]), step.widened[i], step.kernel->inputs[i].shift_left});
    emit_alu(alu, config_, stream, bounds);
  }

  std::vector<ConvResult> results_of(const KernelPlan& plan) const {
    const KernelStep& step = *plan.step;
    std::vector<ConvResult> results;
    if (step.early)
      results.push_back({*step.schedule->own_steps, place(*step.early)});
    results.push_back({plan.steps().size(), place(step.output)});
    return results;
  }

  void emit_pool_kernel(const KernelPlan& plan, TaskStream& stream, AccBounds& bounds) {
    const KernelStep& step = *plan.step;
    const DeviceTensor& out = tensor(step.output);
    emit_pool({step.kernel->conv, step.kernel->pool, out.layout.batches(), out.layout.groups(),
               plan.tiles<PoolTiles>(), plan.steps(), place(step.inputs[0]), place(step.output),
               plan.vector_offset},
              config_, stream);
    bounds.write(0, config_.depth(MemoryType::Acc), AccBounds::kUnknown);
  }

  TaskMerger::Order order() const {
    return schedule_.facts.merge_tasks ? TaskMerger::Order::Merged : TaskMerger::Order::AsItComes;
  }

  // Consecutive kernels share a launch; any other step ends it.
  void emit_steps() {
    size_t next_plan = 0;
    for (size_t i = 0; i < layout_.steps.size();) {
      if (!std::holds_alternative<KernelStep>(layout_.steps[i])) {
        std::visit([&](auto& step) { append_host_step(step); }, layout_.steps[i++]);
        continue;
      }
      const int64_t uop_base =
          (program_.uops_offset + static_cast<int64_t>(program_.uops.size())) / codec_.uop_bytes();
      StreamBuilder stream(config_, uop_base);
      TaskMerger merger(order(), config_, stream, spare_tasks_);
      TaskStream tasks(config_, merger);
      AccBounds bounds;
      LaunchStep launch;
      launch.first_insn = num_insns();
      launch.first_kernel = static_cast<int64_t>(program_.kernels.size());
      const size_t first_plan = next_plan;
      for (; i < layout_.steps.size() && std::holds_alternative<KernelStep>(layout_.steps[i]); ++i)
        emit_kernel(plans_[next_plan++], tasks, bounds);
      tasks.end_tile();
      merger.flush();
      append_stream(stream.finish(), launch, first_plan);
    }
    program_.insns_offset =
        align_up(program_.uops_offset + static_cast<int64_t>(program_.uops.size()), 4096);
    program_.arena_bytes = program_.insns_offset + static_cast<int64_t>(program_.insns.size());
  }

  template <typename T>
  void append_host_step(const T& step) {
    if constexpr (!std::is_same_v<T, KernelStep>)
      program_.steps.emplace_back(step);
  }

  int64_t num_insns() const {
    return static_cast<int64_t>(program_.insns.size() / sizeof(InsnBits));
  }

  void append_stream(const Stream& stream, LaunchStep launch, size_t first_plan) {
    launch.insn_count = static_cast<int64_t>(stream.insns.size());
    launch.kernel_count = static_cast<int64_t>(stream.kernels.size());
    for (size_t k = 0; k < stream.kernels.size(); ++k) {
      const int64_t end = k + 1 < stream.kernels.size() ? stream.kernels[k + 1].first_insn
                                                        : launch.insn_count - 1;  // without FINISH
      program_.kernels.push_back(describe_kernel(plans_[first_plan + k]));
      program_.kernels.back().first_insn = launch.first_insn + stream.kernels[k].first_insn;
      program_.kernels.back().insn_count = end - stream.kernels[k].first_insn;
    }
    append_insns(stream.insns);
    append_uops(stream.uop_words);
    program_.uops.resize(
        static_cast<size_t>(align_up(static_cast<int64_t>(program_.uops.size()), 64)));
    program_.steps.emplace_back(launch);
  }

  // Little-endian hosts only, as the ISA.
  void append_insns(std::span<const Insn> insns) {
    size_t at = program_.insns.size();
    program_.insns.resize(at + insns.size() * sizeof(InsnBits));
    for (const Insn& insn : insns) {
      const InsnBits bits = codec_.encode(insn);
      std::memcpy(program_.insns.data() + at, &bits, sizeof(bits));
      at += sizeof(bits);
    }
  }

  void append_uops(std::span<const uint64_t> words) {
    const auto bytes = static_cast<size_t>(codec_.uop_bytes());
    size_t at = program_.uops.size();
    program_.uops.resize(at + words.size() * bytes);
    for (const uint64_t word : words) {
      std::memcpy(program_.uops.data() + at, &word, bytes);
      at += bytes;
    }
  }

  void describe_pool(const KernelPlan& plan, ProgramKernel& out) const {
    const Kernel& k = *plan.step->kernel;
    const auto& t = plan.tiles<PoolTiles>();
    out.kind = "pool";
    out.description = {
        fmt::format("{} of {}", k.pool == AluOp::Max ? "maximum" : "sum", geometry_text(k.conv)),
        fmt::format("tile h{} w{} of {}", t.h, t.w, counted(t.groups, "channel group"))};
    out.least_bytes = tensor(plan.step->inputs[0]).layout.size_bytes() +
                      tensor(plan.step->output).layout.size_bytes();
  }

  static KernelDescription conv_description(const ConvGeometry& g, const ConvTiles& t) {
    return {geometry_text(g), fmt::format("tile h{} w{} co{} ci{}", t.h, t.w, t.co, t.ci)};
  }

  static void describe_with_pool(const KernelPlan& plan, ProgramKernel& out) {
    const Kernel& pool = *plan.step->pool;
    const auto& t = plan.tiles<ConvPoolTiles>();
    out.oracle = pool.oracle;
    join_onnx_nodes(out.onnx_nodes, pool.onnx_nodes);
    out.description = {fmt::format("{}, then maximum of {}", geometry_text(plan.step->kernel->conv),
                                   geometry_text(pool.conv)),
                       fmt::format("rows w{} co{}", t.columns, t.co)};
  }

  // The kernel's own result, where it is stored, is the first one.
  void describe_follower(const KernelPlan& plan, ProgramKernel& out) const {
    const KernelStep& step = *plan.step;
    join_onnx_nodes(out.onnx_nodes, step.follower->onnx_nodes);
    const LeastWork more = least_work(*step.follower, config_);
    out.least_work->gemm_steps += more.gemm_steps;
    out.least_work->imm_steps += more.imm_steps;
    out.least_work->vector_steps += more.vector_steps;
    if (!step.early) {
      out.oracle = step.follower->oracle;
      return;
    }
    out.output_tensor = *step.early;
    out.more_outputs = {{step.output, step.follower->oracle}};
    out.least_bytes += tensor(*step.early).layout.size_bytes();
  }

  ProgramKernel describe_kernel(const KernelPlan& plan) const {
    const Kernel& k = *plan.step->kernel;
    ProgramKernel out;
    out.name = k.name;
    out.onnx_nodes = k.onnx_nodes;
    out.oracle = k.oracle;
    out.output_tensor = plan.step->output;
    out.least_work =
        plan.has_pool() ? least_work(k, *plan.step->pool, config_) : least_work(k, config_);
    const ConvGeometry& g = k.conv;
    const PackedLayout& result = tensor(plan.step->output).layout;
    if (plan.is_alu()) {
      out.kind = "alu";
      out.description = {
          fmt::format("{}, {}x{}x{}x{}", counted(std::ssize(k.inputs), "operand"), g.n, g.oc, g.oh,
                      g.ow),
          fmt::format("tiles of {}", counted(plan.tiles<AluTiles>().elements, "element"))};
      out.least_bytes = static_cast<int64_t>(k.inputs.size() + 1) * result.size_bytes();
      return out;
    }
    if (plan.is_pool()) {
      describe_pool(plan, out);
      return out;
    }
    out.kind = k.kind == Kernel::Kind::Conv ? "conv2d" : "dense";
    if (plan.has_pool())
      describe_with_pool(plan, out);
    else
      out.description = conv_description(g, plan.tiles<ConvTiles>());
    if (plan.step->follower != nullptr)
      describe_follower(plan, out);
    out.macs = k.macs();
    if (k.has_residual())
      out.least_bytes += tensor(plan.step->inputs[1]).layout.size_bytes();
    out.least_bytes += input_touched_bytes(ConvDims::of(g, config_), config_) +
                       result.size_bytes() + packed_weight_bytes(g, config_) +
                       packed_vector_bytes(g.oc, plan.num_vectors(), config_);
    return out;
  }

  void describe() {
    program_.config = config_;
    program_.values = std::move(layout_.values);
    program_.inputs = layout_.inputs;
    program_.outputs = layout_.outputs;
    program_.output_names = lowered_.graph.output_names();
    for (const KernelPlan& plan : plans_) {
      program_.device_macs += plan.is_conv() ? plan.step->kernel->macs() : 0;
      for (const Kernel* kernel : {plan.step->kernel, plan.step->pool, plan.step->follower})
        if (kernel != nullptr)
          program_.device_ops += 1 + static_cast<int64_t>(kernel->steps.size());
    }
    program_.device_ops += std::ssize(lowered_.concats);
    for (const auto& item : lowered_.items)
      if (const auto* host = std::get_if<HostItem>(&item)) {
        program_.host_macs += operations_of(lowered_.graph, host->node).macs;
        ++program_.host_ops;
      }
  }

  void pack_constants() {
    program_.constants.resize(static_cast<size_t>(constants_bytes_));
    auto region = [&](int64_t offset, int64_t bytes) {
      return std::span(program_.constants)
          .subspan(static_cast<size_t>(offset - program_.constants_offset),
                   static_cast<size_t>(bytes));
    };
    for (const KernelPlan& plan : plans_) {
      check_interruption();
      const Kernel& k = *plan.step->kernel;
      if (plan.is_conv() && k.weight.valid())
        pack_weights(k.weight, k.conv, config_,
                     region(plan.weight_offset, packed_weight_bytes(k.conv, config_)));
      if (k.has_residual())
        pack_identity(k.inputs[1].shift_left, config_,
                      region(plan.identity_offset, packed_identity_bytes(config_)));
      const std::vector<Tensor> vectors = channel_vectors(plan.steps());
      if (!vectors.empty() && vectors[0].valid())
        pack_vectors(
            plan.steps(), k.conv.oc, config_,
            region(plan.vector_offset,
                   packed_vector_bytes(k.conv.oc, static_cast<int64_t>(vectors.size()), config_)));
    }
  }

  const LoweredGraph& lowered_;
  const NetworkSchedule& schedule_;
  const VtaConfig& config_;
  InsnCodec codec_;
  int64_t alignment_ = 64;
  int64_t constants_bytes_ = 0;
  ProgramLayout layout_;
  std::vector<KernelPlan> plans_;  // in the order of kernel steps
  std::vector<TileTask> spare_tasks_;
  Program program_;
};

}  // namespace

Program generate_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                         const VtaConfig& config, const CodegenOptions& options,
                         CodegenTimes* times) {
  const ResourceStep step("code generation");
  return Generator(lowered, schedule, config).run(options, times);
}

}  // namespace vta

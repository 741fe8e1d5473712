// Code generation in four stages: lay out tensors and steps, choose tiles, place constants, emit.
#include "compiler/codegen/codegen.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>

#include "base/plural.h"
#include "base/round.h"
#include "compiler/codegen/kernel_plan.h"
#include "compiler/codegen/least_work.h"
#include "compiler/codegen/plan_text.h"
#include "hw/isa/codec.h"

namespace vta {
namespace {

class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - start_).count();
    start_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// "3x3/2 64x56x56 -> 128x28x28"
std::string geometry_text(const ConvGeometry& g) {
  std::string text = fmt::format("{}x{}/{} {}x{}x{} -> {}x{}x{}", g.kh, g.kw, g.stride_h, g.ic,
                                 g.ih, g.iw, g.oc, g.oh, g.ow);
  if (g.groups > 1)
    text += fmt::format(" in {} groups", g.groups);
  if (g.dilation_h != 1 || g.dilation_w != 1)
    text += fmt::format(" dilated {}x{}", g.dilation_h, g.dilation_w);
  return text;
}

class Generator {
 public:
  Generator(const LoweredGraph& lowered, SchedulePolicy& policy, const VtaConfig& config)
      : lowered_(lowered), policy_(policy), config_(config), codec_(config) {
    for (const MemoryType t : {MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc})
      alignment_ = std::max(alignment_, config.element_bytes(t));
  }

  Program run(const CodegenOptions& options, CodegenTimes* times) {
    Stopwatch watch;
    layout_ = lay_out_program(lowered_, policy_, config_);
    choose_tiles();
    if (options.notes != nullptr)
      note_fallbacks(*options.notes);
    if (options.plan != nullptr)
      *options.plan = plan_text(layout_, plans_, policy_, config_);
    const double schedule = watch.lap();
    place_constants();
    emit_steps();
    describe();
    const double codegen = watch.lap();
    if (options.constants)
      pack_constants();
    program_.device_tensors = std::move(layout_.device_tensors);
    if (times != nullptr)
      *times = {schedule, codegen, watch.lap()};
    return std::move(program_);
  }

 private:
  void choose_tiles() {
    for (const auto& step : layout_.steps) {
      const auto* kernel_step = std::get_if<KernelStep>(&step);
      if (kernel_step == nullptr)
        continue;
      KernelPlan plan;
      plan.step = kernel_step;
      const ConvGeometry& g = kernel_step->kernel->conv;
      const auto vectors = static_cast<int64_t>(channel_vectors(kernel_step->steps).size());
      if (plan.is_alu()) {
        const PackedLayout& out = tensor(kernel_step->output).layout;
        plan.alu_tiles =
            policy_.alu_tiles(out.num_elements() / (out.batch * out.block),
                              static_cast<int64_t>(kernel_step->inputs.size()), vectors, config_);
      } else if (plan.has_pool()) {
        // Decided with as many vectors as there are steps: fewer fit as well.
        const std::optional<ConvPoolTiles> tiles =
            conv_pool_tiles(g, kernel_step->pool->conv, vectors, config_);
        VTA_CHECK(tiles.has_value(), "{} no longer fits with its pool", kernel_step->kernel->name);
        plan.conv_pool_tiles = *tiles;
      } else if (plan.is_pool()) {
        plan.pool_tiles = choose_pool_tiles(g, vectors, config_);
      } else {
        plan.conv_tiles = policy_.conv_tiles(g, kernel_step->epilogue_shape(), config_);
      }
      plans_.push_back(plan);
    }
  }

  // Layers of one geometry share their tiles, and so their note.
  void note_fallbacks(std::vector<std::string>& notes) const {
    std::vector<std::pair<std::string, std::vector<std::string>>>
        layers;  // by what is said of them
    for (const KernelPlan& plan : plans_) {
      if (!plan.is_conv() || plan.has_pool())
        continue;
      const ConvGeometry& g = plan.step->kernel->conv;
      const std::string reason = policy_.fallback_reason(g, plan.step->epilogue_shape(), config_);
      if (reason.empty())
        continue;
      const std::string what = fmt::format("({}): {}; they were searched, every tile loaded afresh",
                                           geometry_text(g), reason);
      auto at = std::ranges::find(layers, what, [](const auto& layer) { return layer.first; });
      if (at == layers.end())
        at = layers.insert(at, {what, {}});
      at->second.push_back(plan.step->kernel->name);
    }
    for (const auto& [what, names] : layers)
      notes.push_back(fmt::format("{} {}", fmt::join(names, ", "), what));
  }

  const DeviceTensor& tensor(int64_t index) const {
    return layout_.device_tensors[static_cast<size_t>(index)];
  }

  // Activations first, then constants: offsets of everything but micro-ops and instructions.
  void place_constants() {
    int64_t end = 0;
    for (const DeviceTensor& t : layout_.device_tensors)
      end = std::max(end, t.offset_bytes + t.layout.size_bytes());
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
      const auto vectors = static_cast<int64_t>(channel_vectors(plan.step->steps).size());
      if (vectors > 0)
        plan.vector_offset = place(packed_vector_bytes(g.oc, vectors, config_));
    }
    constants_bytes_ = at - program_.constants_offset;
    program_.uops_offset = at;
  }

  void emit_kernel(const KernelPlan& plan, TaskStream& stream, AccBounds& bounds) {
    const KernelStep& step = *plan.step;
    stream.begin_kernel(step.kernel->name);
    if (plan.has_pool()) {
      emit_conv_pool({ConvDims::of(step.kernel->conv, config_), step.pool->conv,
                      plan.conv_pool_tiles, step.steps, tensor(step.inputs[0]).offset_bytes,
                      tensor(step.output).offset_bytes, plan.weight_offset, plan.vector_offset},
                     config_, stream);
      bounds.write(0, config_.depth(MemoryType::Acc), AccBounds::kUnknown);
      return;
    }
    if (plan.is_pool())
      return emit_pool_kernel(plan, stream, bounds);
    if (plan.is_conv()) {
      ConvPlan conv{ConvDims::of(step.kernel->conv, config_),
                    plan.conv_tiles,
                    step.steps,
                    results_of(step),
                    tensor(step.inputs[0]).offset_bytes,
                    plan.weight_offset,
                    plan.vector_offset};
      conv.halves = config_.acc_overlap != 0 && order() == TaskMerger::Order::Merged;
      if (step.kernel->has_residual()) {
        conv.residual_offset = tensor(step.inputs[1]).offset_bytes;
        conv.identity_offset = plan.identity_offset;
      }
      emit_conv(conv, config_, stream, bounds);
      return;
    }
    const PackedLayout& out = tensor(step.output).layout;
    AluPlan alu{out.batches(),
                out.groups(),
                out.h * out.w,
                out.sub,
                plan.alu_tiles,
                step.steps,
                {},
                tensor(step.output).offset_bytes,
                plan.vector_offset};
    for (size_t i = 0; i < step.inputs.size(); ++i)
      alu.operands.push_back({tensor(step.inputs[i]).offset_bytes, step.widened[i],
                              step.kernel->inputs[i].shift_left});
    emit_alu(alu, config_, stream, bounds);
  }

  std::vector<ConvResult> results_of(const KernelStep& step) const {
    std::vector<ConvResult> results;
    if (step.early)
      results.push_back({step.early->steps, tensor(step.early->tensor).offset_bytes});
    results.push_back({step.steps.size(), tensor(step.output).offset_bytes});
    return results;
  }

  void emit_pool_kernel(const KernelPlan& plan, TaskStream& stream, AccBounds& bounds) {
    const KernelStep& step = *plan.step;
    const DeviceTensor& out = tensor(step.output);
    emit_pool({step.kernel->conv, step.kernel->pool, out.layout.batches(), out.layout.groups(),
               plan.pool_tiles, step.steps, tensor(step.inputs[0]).offset_bytes, out.offset_bytes,
               plan.vector_offset},
              config_, stream);
    bounds.write(0, config_.depth(MemoryType::Acc), AccBounds::kUnknown);
  }

  // Published schedules are not merged.
  TaskMerger::Order order() const {
    return policy_.epilogue_style() == EpilogueStyle::Published ? TaskMerger::Order::AsItComes
                                                                : TaskMerger::Order::Merged;
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
      TaskMerger merger(order(), config_, stream);
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
    for (const Insn& insn : stream.insns)
      append_bytes(program_.insns, codec_.encode(insn), sizeof(InsnBits));
    for (const uint64_t word : stream.uop_words)
      append_bytes(program_.uops, word, static_cast<size_t>(codec_.uop_bytes()));
    program_.uops.resize(
        static_cast<size_t>(align_up(static_cast<int64_t>(program_.uops.size()), 64)));
    program_.steps.emplace_back(launch);
  }

  template <typename T>
  static void append_bytes(std::vector<std::byte>& out, const T& value, size_t bytes) {
    const size_t at = out.size();
    out.resize(at + bytes);
    std::memcpy(out.data() + at, &value, bytes);  // little-endian hosts only, as the ISA
  }

  void describe_pool(const KernelPlan& plan, ProgramKernel& out) const {
    const Kernel& k = *plan.step->kernel;
    const PoolTiles& t = plan.pool_tiles;
    out.kind = "pool";
    out.description =
        fmt::format("{} of {}, tile h{} w{} of {}", k.pool == AluOp::Max ? "maximum" : "sum",
                    geometry_text(k.conv), t.h, t.w, counted(t.groups, "channel group"));
    out.least_bytes = tensor(plan.step->inputs[0]).layout.size_bytes() +
                      tensor(plan.step->output).layout.size_bytes();
  }

  static void describe_with_pool(const KernelPlan& plan, ProgramKernel& out) {
    const Kernel& pool = *plan.step->pool;
    const ConvPoolTiles& t = plan.conv_pool_tiles;
    out.oracle = pool.oracle;
    join_onnx_nodes(out.onnx_nodes, pool.onnx_nodes);
    out.description =
        fmt::format("{}, then maximum of {}, rows w{} co{}", geometry_text(plan.step->kernel->conv),
                    geometry_text(pool.conv), t.columns, t.co);
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
    out.output_tensor = step.early->tensor;
    out.more_outputs = {{step.output, step.follower->oracle}};
    out.least_bytes += tensor(step.early->tensor).layout.size_bytes();
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
      out.description =
          fmt::format("{}, {}x{}x{}x{}, tiles of {}", counted(std::ssize(k.inputs), "operand"), g.n,
                      g.oc, g.oh, g.ow, counted(plan.alu_tiles.elements, "element"));
      out.least_bytes = static_cast<int64_t>(k.inputs.size() + 1) * result.size_bytes();
      return out;
    }
    if (plan.is_pool()) {
      describe_pool(plan, out);
      return out;
    }
    const ConvTiles& t = plan.conv_tiles;
    out.kind = k.kind == Kernel::Kind::Conv ? "conv2d" : "dense";
    out.description =
        fmt::format("{}, tile h{} w{} co{} ci{}", geometry_text(g), t.h, t.w, t.co, t.ci);
    if (plan.has_pool())
      describe_with_pool(plan, out);
    if (plan.step->follower != nullptr)
      describe_follower(plan, out);
    out.macs = g.macs();
    const auto vectors = static_cast<int64_t>(channel_vectors(plan.step->steps).size());
    if (k.has_residual())
      out.least_bytes += tensor(plan.step->inputs[1]).layout.size_bytes();
    out.least_bytes += input_touched_bytes(ConvDims::of(g, config_), config_) +
                       result.size_bytes() + packed_weight_bytes(g, config_) +
                       packed_vector_bytes(g.oc, vectors, config_);
    return out;
  }

  void describe() {
    program_.config = config_;
    program_.values = std::move(layout_.values);
    program_.inputs = layout_.inputs;
    program_.outputs = layout_.outputs;
    for (const KernelPlan& plan : plans_) {
      program_.device_macs += plan.step->kernel->conv.macs() * (plan.is_conv() ? 1 : 0);
      for (const Kernel* kernel : {plan.step->kernel, plan.step->pool, plan.step->follower})
        if (kernel != nullptr)
          program_.device_ops += 1 + static_cast<int64_t>(kernel->steps.size());
    }
    for (const auto& item : lowered_.items)
      if (const auto* host = std::get_if<HostItem>(&item)) {
        program_.host_macs += host_macs(lowered_.graph.node(host->node));
        ++program_.host_ops;
      }
  }

  int64_t host_macs(const Node& node) const {
    if (node.op != "nn.conv2d" && node.op != "nn.dense")
      return 0;
    const int64_t outputs = num_elements(node.type().shape);
    const Shape& weight = lowered_.graph.type(node.inputs[1]).shape;
    if (node.op == "nn.dense")
      return outputs * weight[1];
    const bool hwio = node.attrs.get_string("kernel_layout", "OIHW") == "HWIO";
    const int64_t oc = hwio ? weight[3] : weight[0];
    return outputs * (num_elements(weight) / oc);
  }

  void pack_constants() {
    program_.constants.resize(static_cast<size_t>(constants_bytes_));
    auto region = [&](int64_t offset, int64_t bytes) {
      return std::span(program_.constants)
          .subspan(static_cast<size_t>(offset - program_.constants_offset),
                   static_cast<size_t>(bytes));
    };
    for (const KernelPlan& plan : plans_) {
      const Kernel& k = *plan.step->kernel;
      if (plan.is_conv() && k.weight.valid())
        pack_weights(k.weight, k.conv, config_,
                     region(plan.weight_offset, packed_weight_bytes(k.conv, config_)));
      if (k.has_residual())
        pack_identity(k.inputs[1].shift_left, config_,
                      region(plan.identity_offset, packed_identity_bytes(config_)));
      const std::vector<Tensor> vectors = channel_vectors(plan.step->steps);
      if (!vectors.empty() && vectors[0].valid())
        pack_vectors(
            plan.step->steps, k.conv.oc, config_,
            region(plan.vector_offset,
                   packed_vector_bytes(k.conv.oc, static_cast<int64_t>(vectors.size()), config_)));
    }
  }

  const LoweredGraph& lowered_;
  SchedulePolicy& policy_;
  const VtaConfig& config_;
  InsnCodec codec_;
  int64_t alignment_ = 64;
  int64_t constants_bytes_ = 0;
  ProgramLayout layout_;
  std::vector<KernelPlan> plans_;  // in the order of kernel steps
  Program program_;
};

}  // namespace

Program generate_program(const LoweredGraph& lowered, SchedulePolicy& policy,
                         const VtaConfig& config, const CodegenOptions& options,
                         CodegenTimes* times) {
  return Generator(lowered, policy, config).run(options, times);
}

}  // namespace vta

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
#include "compiler/codegen/moved_fields.h"
#include "compiler/codegen/plan_text.h"
#include "compiler/codegen/program_kernel.h"
#include "compiler/codegen/program_layout.h"
#include "compiler/emit/work_sink.h"
#include "compiler/graph/operations.h"
#include "compiler/kernels/kernels.h"
#include "compiler/kernels/pack.h"
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
    share_ = options.share;
    lay_out();
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

  Program outline(std::vector<OutlineKernel>* kernels) {
    lay_out();
    if (kernels != nullptr)
      for (const KernelPlan& plan : plans_)
        kernels->push_back({plan.kernel, plan.pool});
    size_t next_plan = 0;
    for (size_t i = 0; i < layout_.steps.size();) {
      LaunchStep launch;
      launch.first_kernel = static_cast<int64_t>(next_plan);
      for (const size_t end = end_of_launch(i); i < end; ++i)
        program_.kernels.push_back(describe_kernel(next_plan++));
      launch.kernel_count = static_cast<int64_t>(next_plan) - launch.first_kernel;
      if (launch.kernel_count > 0)
        program_.steps.emplace_back(launch);
      else
        ++i;
    }
    program_.config = config_;
    return std::move(program_);
  }

  bool walk(WorkSink& sink) {
    lay_out();
    if (layout_.positions)
      return false;
    place_constants();
    size_t next_plan = 0;
    for (size_t i = 0; i < layout_.steps.size();) {
      if (!std::holds_alternative<KernelStep>(layout_.steps[i])) {
        ++i;
        continue;
      }
      sink.begin_launch();
      TaskStream tasks(config_, sink);
      for (const size_t end = end_of_launch(i); i < end; ++i)
        emit_kernel(plans_[next_plan++], tasks);
    }
    return true;
  }

 private:
  void lay_out() {
    layout_ = lay_out_program(lowered_, schedule_, config_);
    for (const auto& step : layout_.steps)
      if (const auto* kernel = std::get_if<KernelStep>(&step); kernel && computes(*kernel)) {
        steps_.push_back(kernel);
        plans_.push_back(plan_of(*kernel, last_position()));
      }
  }

  const DeviceTensor& tensor(int64_t index) const {
    return layout_.device_tensors[static_cast<size_t>(index)];
  }

  TensorPlace place(int64_t index, int64_t position, int64_t first_channel = 0) const {
    const DeviceTensor& t = tensor(index);
    const int64_t group = first_channel / (t.layout.sub * t.layout.block);
    return {t.offset_bytes + position * t.position_bytes + group * t.layout.group_bytes(),
            t.layout.group_pitch(), t.layout.size_bytes(), t.layout.h == 1 ? t.layout.w : 0};
  }

  // Of a core of several: its part of a kernel, or nullptr.
  const KernelPart* part_of(const KernelStep& step) const {
    if (share_ == nullptr)
      return nullptr;
    const auto part = share_->parts.find(step.schedule->item);
    return part == share_->parts.end() ? nullptr : &part->second;
  }
  bool computes(const KernelStep& step) const {
    return share_ == nullptr || part_of(step) != nullptr;
  }

  // Streams are made for the last position, where every range is the longest: what has to wait for
  // what there has to anywhere.
  int64_t last_position() const { return layout_.positions ? layout_.positions->context - 1 : 0; }

  KernelPlan plan_at(size_t index, int64_t position) const {
    KernelPlan plan = plans_[index];
    plan.position = position;
    for (size_t i = 0; i < plan.inputs.size(); ++i)
      plan.inputs[i] = place(steps_[index]->inputs[i], position);
    return plan;
  }

  KernelPlan plan_of(const KernelStep& step, int64_t position) const {
    const KernelPart* part = part_of(step);
    const KernelSchedule& schedule = part != nullptr ? part->schedule : *step.schedule;
    const ChannelRange channels = part != nullptr ? part->channels : ChannelRange{};
    KernelPlan plan{.kernel = step.kernel,
                    .pool = step.pool,
                    .layer = &schedule.layer,
                    .tiles = &schedule.tiles,
                    .steps = schedule.steps};
    if (part != nullptr) {
      plan.kernel = &part->kernel;
      plan.pool = part->pool ? &*part->pool : nullptr;
    }
    for (size_t i = 0; i < step.inputs.size(); ++i)
      plan.inputs.push_back(
          place(step.inputs[i], position,
                part != nullptr ? first_channel_read(*step.kernel, i, channels) : 0));
    if (step.early)
      plan.results.push_back({*schedule.own_steps, place(*step.early, 0, channels.begin)});
    plan.results.push_back({plan.steps.size(), place(step.output, 0, channels.begin)});
    if (step.scratch)
      plan.scratch_offset = tensor(*step.scratch).offset_bytes;
    if (step.state)
      plan.state_offset = tensor(*step.state).offset_bytes;
    plan.position = position;
    plan.halves = config_.acc_overlap != 0 && order() == TaskMerger::Order::Merged;
    return plan;
  }

  // Activations first, then constants: offsets of everything but micro-ops and instructions.
  void place_constants() {
    int64_t end = 0;
    for (const DeviceTensor& t : layout_.device_tensors)
      end = std::max(end, t.offset_bytes + t.layout.span_bytes());
    if (share_ != nullptr)
      end = std::max(end, share_->begin);
    program_.constants_offset = align_up(end, alignment_);
    int64_t at = program_.constants_offset;
    auto place = [&](int64_t bytes) {
      const int64_t offset = at;
      at = align_up(at + bytes, alignment_);
      return offset;
    };
    for (KernelPlan& plan : plans_) {
      const ConvGeometry& g = plan.geometry();
      if (plan.kernel->multiplies())
        plan.weight_offset = place(packed_weight_bytes(g, config_));
      if (plan.kernel->has_residual())
        plan.identity_offset = place(packed_identity_bytes(config_));
      if (const int64_t bytes = packed_vector_bytes(plan.steps, g.oc, config_); bytes > 0)
        plan.vector_offset = place(bytes);
      if (const auto bytes = kind_of(plan).constant_bytes)
        plan.constants_offset = place(bytes(*plan.kernel, config_));
    }
    constants_bytes_ = at - program_.constants_offset;
    program_.uops_offset = at;
  }

  void emit_kernel(const KernelPlan& plan, TaskStream& stream) {
    check_interruption();
    stream.begin_kernel(plan.kernel->name);
    kind_of(plan).emit(plan, config_, stream);
  }

  TaskMerger::Order order() const {
    return schedule_.facts.merge_tasks ? TaskMerger::Order::Merged : TaskMerger::Order::AsItComes;
  }

  // Of an element, for orders that go through compute; 0 where those stay as they were published.
  int64_t store_cycles() const {
    return schedule_.facts.merge_tasks
               ? ceil_div(config_.element_bytes(MemoryType::Out), config_.bus_bytes())
               : 0;
  }

  // Consecutive kernels share a launch; any other step ends it. Of cores that compute together each
  // kernel has its own: between two they wait for each other.
  size_t end_of_launch(size_t first) const {
    if (share_ != nullptr)
      return first + 1;
    size_t end = first;
    while (end < layout_.steps.size() && std::holds_alternative<KernelStep>(layout_.steps[end]))
      ++end;
    return end;
  }

  void emit_steps() {
    size_t next_plan = 0;
    for (size_t i = 0; i < layout_.steps.size();) {
      if (!std::holds_alternative<KernelStep>(layout_.steps[i])) {
        std::visit([&](auto& step) { append_host_step(step); }, layout_.steps[i++]);
        continue;
      }
      const int64_t uop_base =
          (program_.uops_offset + static_cast<int64_t>(program_.uops.size())) / codec_.uop_bytes();
      StreamBuilder stream(config_, uop_base, store_cycles());
      TaskMerger merger(order(), config_, stream, spare_tasks_);
      TaskStream tasks(config_, merger);
      LaunchStep launch;
      launch.first_insn = num_insns();
      launch.first_kernel = static_cast<int64_t>(program_.kernels.size());
      const size_t first_plan = next_plan;
      const size_t end = end_of_launch(i);
      for (; i < end; ++i)
        next_plan += computes(std::get<KernelStep>(layout_.steps[i])) ? 1 : 0;
      if (next_plan == first_plan) {
        program_.steps.emplace_back(launch);
        continue;
      }
      std::vector<int64_t> places;
      if (layout_.positions)
        merger.record_places(&places);
      emit_kernels(first_plan, next_plan, last_position(), tasks, merger);
      Stream made = stream.finish();
      if (layout_.positions)
        move_fields(made.insns, places, first_plan, next_plan);
      append_stream(made, launch, first_plan);
    }
    program_.insns_offset =
        align_up(program_.uops_offset + static_cast<int64_t>(program_.uops.size()), 4096);
    program_.arena_bytes = program_.insns_offset + static_cast<int64_t>(program_.insns.size());
  }

  void emit_kernels(size_t first, size_t end, int64_t position, TaskStream& tasks,
                    TaskMerger& merger) {
    for (size_t k = first; k < end; ++k)
      if (layout_.positions)
        emit_kernel(plan_at(k, position), tasks);
      else
        emit_kernel(plans_[k], tasks);
    tasks.end_tile();
    merger.flush();
  }

  EmittedInsns emitted(size_t first, size_t end, int64_t position) {
    EmittedInsns all;
    StreamBuilder stream(config_, 0, store_cycles());
    TaskMerger merger(order(), config_, stream, spare_tasks_);
    TaskStream tasks(config_, merger);
    tasks.observe([&](const Insn& insn, std::span<const Uop> uops) {
      all.push_back({insn, {uops.begin(), uops.end()}});
    });
    emit_kernels(first, end, position, tasks, merger);
    return all;
  }

  // The instructions of a launch become those of position 0, and the program says what others
  // change.
  void move_fields(std::vector<Insn>& insns, const std::vector<int64_t>& places, size_t first,
                   size_t end) {
    Positions& positions = *layout_.positions;
    const auto moves = field_moves([&](int64_t position) { return emitted(first, end, position); },
                                   positions.context, positions.block);
    std::vector<MovedField> fields;
    for (const FieldMove& move : moves) {
      const int64_t at = places[static_cast<size_t>(move.op)];
      Insn& insn = insns[static_cast<size_t>(at)];
      insn.*move.member = move.at_first;
      const auto coded = codec_.fields(insn.opcode);
      const auto field = std::ranges::find(coded, move.member, &PlacedField::member);
      VTA_CHECK(field != coded.end(), "a field of opcode {} moves that it does not have",
                insn.opcode);
      fields.push_back(
          {num_insns() + at, field->lsb, field->width, move.per_position, move.per_block});
    }
    std::ranges::sort(fields, {}, &MovedField::insn);
    positions.fields.insert(positions.fields.end(), fields.begin(), fields.end());
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
      program_.kernels.push_back(describe_kernel(first_plan + k));
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

  ProgramKernel describe_kernel(size_t index) const {
    const KernelStep& step = *steps_[index];
    const KernelPart* part = part_of(step);
    const bool of_part = part != nullptr && step.follower != nullptr;
    return program_kernel(plans_[index], step, of_part ? &*part->follower : step.follower, config_);
  }

  void describe() {
    program_.config = config_;
    program_.values = std::move(layout_.values);
    program_.inputs = layout_.inputs;
    program_.outputs = layout_.outputs;
    program_.positions = std::move(layout_.positions);
    program_.output_names = lowered_.graph.output_names();
    for (const KernelStep* step : steps_) {
      const KernelPart* part = part_of(*step);
      program_.device_macs += (part != nullptr ? part->kernel : *step->kernel).macs();
      for (const Kernel* kernel : {step->kernel, step->pool, step->follower})
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
      const Kernel& k = *plan.kernel;
      if (k.multiplies() && k.weight.valid())
        pack_weights(k.weight, k.conv, config_,
                     region(plan.weight_offset, packed_weight_bytes(k.conv, config_)));
      if (k.has_residual())
        pack_identity(k.inputs[1].shift_left, config_,
                      region(plan.identity_offset, packed_identity_bytes(config_)));
      if (const KernelKind& kind = kind_of(plan); kind.constant_bytes != nullptr)
        kind.pack_constants(k, config_,
                            region(plan.constants_offset, kind.constant_bytes(k, config_)));
      const auto constant = std::ranges::find_if(
          plan.steps, [](const AluStep& s) { return s.vectors() + s.scalars() > 0; });
      if (constant != plan.steps.end() && constant->channel.valid())
        pack_vectors(
            plan.steps, k.conv.oc, config_,
            region(plan.vector_offset, packed_vector_bytes(plan.steps, k.conv.oc, config_)));
    }
  }

  const LoweredGraph& lowered_;
  const NetworkSchedule& schedule_;
  const VtaConfig& config_;
  InsnCodec codec_;
  int64_t alignment_ = 64;
  const CoreShare* share_ = nullptr;
  int64_t constants_bytes_ = 0;
  ProgramLayout layout_;
  // In order.
  std::vector<const KernelStep*> steps_;
  std::vector<KernelPlan> plans_;  // of these
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

bool walk_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                  const VtaConfig& config, WorkSink& sink) {
  const ResourceStep step("a bound of cycles");
  return Generator(lowered, schedule, config).walk(sink);
}

Program outline_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                        const VtaConfig& config, std::vector<OutlineKernel>* kernels) {
  return Generator(lowered, schedule, config).outline(kernels);
}

}  // namespace vta

#include "compiler/slices.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/round.h"
#include "compiler/codegen/codegen.h"
#include "compiler/graph/decoding.h"
#include "compiler/kernels/slice.h"

namespace vta {
namespace {

constexpr int64_t kProgramMultiple = 4096;  // bytes of the arena: where a core's program may begin

KernelGroup group_of(const KernelPart& part) {
  return {&part.kernel, part.pool ? &*part.pool : nullptr,
          part.follower ? &*part.follower : nullptr};
}

class Slicer {
 public:
  Slicer(const LoweredGraph& lowered, const NetworkSchedule& whole, SchedulePolicy& policy,
         const SliceOptions& options)
      : lowered_(lowered),
        whole_(whole),
        policy_(policy),
        options_(options),
        common_(common_config(options.cores)) {}

  std::vector<Program> run() {
    measure();
    std::vector<CoreShare> shares(options_.cores.size());
    for (const KernelSchedule& s : whole_.kernels)
      divide(s, shares);
    std::vector<Program> programs;
    for (size_t core = 0; core < shares.size(); ++core) {
      if (!programs.empty())
        shares[core].begin = align_up(programs.back().arena_bytes, kProgramMultiple);
      programs.push_back(
          generate_program(lowered_, whole_, options_.cores[core], {.share = &shares[core]}));
    }
    for (Program& program : programs)
      program.arena_bytes = programs.back().arena_bytes;
    return programs;
  }

 private:
  const Kernel& kernel_at(size_t item) const { return std::get<Kernel>(lowered_.items[item]); }

  KernelPart part_of(const KernelSchedule& s, const ChannelRange& channels,
                     const VtaConfig& core) const {
    const Kernel& kernel = kernel_at(s.item);
    KernelPart part{.channels = channels,
                    .kernel = slice_of(kernel, channels),
                    .pool = {},
                    .follower = {},
                    .schedule = s};
    if (s.pool)
      part.pool = slice_of(kernel_at(*s.pool), channels);
    if (s.follower)
      part.follower = slice_of(kernel_at(*s.follower), channels);
    // What cannot be cut may have memory of its own, whose size follows from its tiles.
    if (channels.size() != kernel.conv.oc || slice_borders(kernel, common_).size() > 2)
      part.schedule = schedule_part(s, group_of(part), policy_, whole_.facts, core);
    return part;
  }

  // Each kernel on each of the different cores, by name.
  void measure() {
    const auto same = [&](const VtaConfig& core) { return core == options_.cores.front(); };
    if (!options_.kernel_cycles || std::ranges::all_of(options_.cores, same))
      return;
    std::map<std::string, std::map<std::string, int64_t>> by_config;
    for (const VtaConfig& core : options_.cores) {
      const auto [cycles, is_new] = by_config.try_emplace(core.hash());
      if (is_new)
        cycles->second = cycles_on(core);
      cycles_.push_back(cycles->second);
    }
  }

  std::map<std::string, int64_t> cycles_on(const VtaConfig& core) const {
    CoreShare all;
    for (const KernelSchedule& s : whole_.kernels)
      all.parts.emplace(s.item, part_of(s, {0, kernel_at(s.item).conv.oc}, core));
    const Program program =
        generate_program(lowered_, whole_, core, {.constants = false, .share = &all});
    const std::vector<int64_t> cycles = options_.kernel_cycles(program);
    std::map<std::string, int64_t> out;
    for (size_t k = 0; k < program.kernels.size(); ++k)
      out[program.kernels[k].name] = std::max<int64_t>(cycles[k], 1);
    return out;
  }

  int64_t cycles(size_t core, const std::string& kernel) const {
    return cycles_.empty() ? 1 : cycles_[core].at(kernel);
  }

  // Pieces of equal work, one after the other to the core that is done with it first.
  std::vector<int64_t> pieces_by_core(const std::string& kernel, int64_t pieces) const {
    std::vector<int64_t> counts(options_.cores.size());
    for (int64_t piece = 0; piece < pieces; ++piece) {
      size_t first = 0;
      for (size_t core = 1; core < counts.size(); ++core)
        if ((counts[core] + 1) * cycles(core, kernel) < (counts[first] + 1) * cycles(first, kernel))
          first = core;
      ++counts[first];
    }
    return counts;
  }

  void divide(const KernelSchedule& s, std::vector<CoreShare>& shares) const {
    const std::vector<int64_t> borders = slice_borders(kernel_at(s.item), common_);
    const std::vector<int64_t> counts = pieces_by_core(s.name, std::ssize(borders) - 1);
    size_t at = 0;
    for (size_t core = 0; core < shares.size(); ++core) {
      const size_t end = at + static_cast<size_t>(counts[core]);
      if (end > at)
        shares[core].parts.emplace(s.item,
                                   part_of(s, {borders[at], borders[end]}, options_.cores[core]));
      at = end;
    }
  }

  const LoweredGraph& lowered_;
  const NetworkSchedule& whole_;
  SchedulePolicy& policy_;
  const SliceOptions& options_;
  VtaConfig common_;
  std::vector<std::map<std::string, int64_t>> cycles_;  // by core; empty: all are alike
};

}  // namespace

VtaConfig common_config(std::span<const VtaConfig> cores) {
  VtaConfig common = cores.front();
  struct SameKey {
    const char* name;
    int64_t (VtaConfig::*value)() const;
  };
  constexpr SameKey kSame[] = {{"BATCH", &VtaConfig::batch},
                               {"BLOCK_IN", &VtaConfig::block_in},
                               {"BLOCK_OUT", &VtaConfig::block_out}};
  for (size_t core = 1; core < cores.size(); ++core)
    for (const SameKey& key : kSame)
      if ((cores[core].*key.value)() != (common.*key.value)())
        throw ConfigError(
            fmt::format("{} of core {} is {}, of core 0 {}: cores that compute one image together "
                        "read and write the same tensors, so BATCH, BLOCK_IN and BLOCK_OUT must be "
                        "the same in all; buffers, bus and extensions may differ",
                        key.name, core, (cores[core].*key.value)(), (common.*key.value)()));
  int64_t uops = common.log_depth(MemoryType::Uop);
  for (const VtaConfig& core : cores) {
    uops = std::min(uops, core.log_depth(MemoryType::Uop));
    for (int64_t VtaConfig::*key :
         {&VtaConfig::log_uop_width, &VtaConfig::log_inp_buff_size, &VtaConfig::log_wgt_buff_size,
          &VtaConfig::log_acc_buff_size, &VtaConfig::log_bus_width})
      common.*key = std::min(common.*key, core.*key);
    common.acc_overlap = std::max(common.acc_overlap, core.acc_overlap);  // halves of ACC
    common.isa_ext &= core.isa_ext;
  }
  common.log_uop_buff_size = uops + common.log_uop_width - 3;
  common.validate();
  return common;
}

std::vector<Program> slice_network(const LoweredGraph& lowered, const NetworkSchedule& whole,
                                   SchedulePolicy& policy, const SliceOptions& options) {
  if (decode_context(lowered.graph) > 0)
    throw UsageError(
        "a network that is computed position by position keeps what it has stored to its one core: "
        "it is not divided by channels (--decode context is)");
  return Slicer(lowered, whole, policy, options).run();
}

}  // namespace vta

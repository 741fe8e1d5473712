#include "compiler/schedule/network_schedule.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/interruption.h"
#include "base/plural.h"
#include "base/resource_step.h"
#include "compiler/kernels/kernels.h"
#include "compiler/lower/follower.h"
#include "compiler/schedule/borders.h"

namespace vta {
namespace {

// Limits at the start of int8 values that any of these keeps do nothing.
std::vector<AluStep> needed_steps(const Kernel& kernel, const FirstValues& first) {
  const auto idle = [](const AluStep& s) {
    return s.operand == AluStep::Operand::Imm &&
           ((s.op == AluOp::Max && s.imm <= -128) || (s.op == AluOp::Min && s.imm >= 127));
  };
  std::vector<AluStep> steps = kernel.steps;
  if (first.int8)
    steps.erase(steps.begin(), std::ranges::find_if_not(steps, idle));
  return steps;
}

// The epilogue, rewritten, and the layer.
void set_layer(KernelSchedule& s, const KernelGroup& of, bool own_result,
               const ScheduleFacts& facts, const VtaConfig& config) {
  const Kernel& kernel = *of.kernel;
  const bool extended = has_extension(config.isa_ext, Extension::Round);
  // With its pool, a layer's maximum is taken before anything is added.
  const bool move = extended && of.pool == nullptr;
  const FirstValues first = kind_of(kernel).first_values(kernel);
  EpilogueOfTwo epilogue = rewrite_epilogue(
      needed_steps(kernel, first),
      of.follower == nullptr ? std::vector<AluStep>{} : of.follower->steps, facts.epilogue,
      {kernel.conv.oc, first.largest_magnitude, kernel.multiplies(), extended, move});
  s.steps = std::move(epilogue.steps);
  s.own_steps = own_result ? std::optional(epilogue.of_first) : std::nullopt;
  s.layer = layer_id(kernel, s.steps, of.pool, facts.widen_alu_operands);
  s.layer.epilogue.results = s.own_steps ? 2 : 1;
}

class Scheduler {
 public:
  Scheduler(const LoweredGraph& lowered, SchedulePolicy& policy, const ScheduleFacts& facts,
            const VtaConfig& config, bool searches)
      : lowered_(lowered), policy_(policy), facts_(facts), config_(config), searches_(searches) {}

  NetworkSchedule run() {
    out_ = {policy_.name(), config_.name(), facts_, {}, {}};
    for (size_t i = 0; i < lowered_.items.size(); ++i)
      if (const auto* kernel = std::get_if<Kernel>(&lowered_.items[i]))
        items_[kernel] = i;
    if (facts_.fuse_pools)
      find_pools();
    if (facts_.fuse_followers)
      find_followers();
    for (size_t i = 0; i < lowered_.items.size(); ++i)
      if (const auto* kernel = std::get_if<Kernel>(&lowered_.items[i]);
          kernel != nullptr && !elsewhere_.contains(i))
        schedule(i, *kernel);
    if (searches_ && facts_.search_reuse && facts_.merge_tasks)
      overlap_borders(lowered_, config_, policy_, searched_, out_.kernels);
    note_fallbacks();
    note_unused();
    return std::move(out_);
  }

 private:
  void find_pools() {
    for (const auto& [conv, pool] : pools_of_convolutions(lowered_, config_)) {
      pool_of_[items_.at(conv)] = items_.at(pool);
      elsewhere_.insert(items_.at(pool));
    }
  }

  // Where the two still fit as one kernel, and no pool is computed with the layer.
  void find_followers() {
    reads_ = device_value_reads(lowered_);
    for (const auto& [layer, follower] : followers_of_layers(lowered_)) {
      Kernel both = *layer;
      std::ranges::copy(follower->steps, std::back_inserter(both.steps));
      if (pool_of_.contains(items_.at(layer)) ||
          !policy_.least_tiles_problem(both, config_).empty())
        continue;
      follower_of_[items_.at(layer)] = items_.at(follower);
      elsewhere_.insert(items_.at(follower));
    }
  }

  const Kernel* kernel_at(std::optional<size_t> item) const {
    return item ? &std::get<Kernel>(lowered_.items[*item]) : nullptr;
  }

  static std::optional<size_t> find(const std::map<size_t, size_t>& items, size_t item) {
    const auto found = items.find(item);
    return found == items.end() ? std::nullopt : std::optional(found->second);
  }

  void schedule(size_t item, const Kernel& kernel) {
    check_interruption();
    KernelSchedule s;
    s.item = item;
    s.name = kernel.name;
    s.pool = find(pool_of_, item);
    s.follower = find(follower_of_, item);
    // The follower is one of the readers.
    const bool own_result = s.follower && reads_.at(kernel.output) > 1;
    set_layer(s, {&kernel, kernel_at(s.pool), kernel_at(s.follower)}, own_result, facts_, config_);
    const KernelKind& kind = kind_of(s.layer);
    SchedulePolicy::Choice choice =
        searches_ || kind.scratch_bytes != nullptr || kind.state_bytes != nullptr
            ? policy_.tiles(s.layer, s.name, config_)
            : SchedulePolicy::Choice{kind.empty, ""};
    s.tiles = choice.tiles;
    if (!choice.fallback.empty())
      keep_fallback(s, choice.fallback);
    searched_.push_back(choice.searched);
    out_.kernels.push_back(std::move(s));
  }

  // Layers of one geometry share their tiles, and so their note.
  void keep_fallback(const KernelSchedule& s, const std::string& reason) {
    const std::string what =
        fmt::format("({}): {}; they were searched{}", geometry_text(s.layer.geometry), reason,
                    facts_.search_reuse ? "" : ", every tile loaded afresh");
    auto at = std::ranges::find(fallbacks_, what, [](const auto& layer) { return layer.first; });
    if (at == fallbacks_.end())
      at = fallbacks_.insert(at, {what, {}});
    at->second.push_back(s.name);
  }

  void note_fallbacks() {
    for (const auto& [what, names] : fallbacks_)
      out_.notes.push_back(fmt::format("{} {}", fmt::join(names, ", "), what));
  }

  void note_unused() {
    std::vector<LayerId> used;
    for (const KernelSchedule& s : out_.kernels)
      used.push_back(s.layer);
    const std::vector<std::string> unused = policy_.unused_layers(used);
    if (!unused.empty())
      out_.notes.push_back(fmt::format("schedule '{}' has tiles for {} that no kernel uses: {}",
                                       policy_.name(), counted(std::ssize(unused), "layer"),
                                       fmt::join(unused, "; ")));
  }

  const LoweredGraph& lowered_;
  SchedulePolicy& policy_;
  const ScheduleFacts& facts_;
  const VtaConfig& config_;
  bool searches_;
  std::map<const Kernel*, size_t> items_;
  std::map<size_t, size_t> pool_of_, follower_of_;  // by the item of what they are computed with
  std::set<size_t> elsewhere_;                      // those pools and followers
  std::map<NodeId, int> reads_;                     // where there may be followers
  std::vector<std::pair<std::string, std::vector<std::string>>> fallbacks_;  // by what is said
  std::vector<bool> searched_;  // by kernel of the schedule
  NetworkSchedule out_;
};

}  // namespace

std::string NetworkSchedule::text() const {
  ScheduleFile file;
  file.config = config;
  file.facts = facts;
  for (const KernelSchedule& s : kernels) {
    const auto same = [&](const ScheduleFile::Entry& entry) {
      return entry.layer == s.layer && entry.tiles == s.tiles;
    };
    auto entry = std::ranges::find_if(file.layers, same);
    if (entry == file.layers.end())
      entry = file.layers.insert(entry, {s.layer, {}, s.tiles});
    entry->kernels.push_back(s.name);
  }
  return file.text();
}

std::string NetworkSchedule::identity() const {
  return hash_hex(text());
}

NetworkSchedule schedule_network(const LoweredGraph& lowered, SchedulePolicy& policy,
                                 const ScheduleFacts& facts, const VtaConfig& config) {
  const ResourceStep step("the choice of tiles");
  return Scheduler(lowered, policy, facts, config, true).run();
}

NetworkSchedule schedule_outline(const LoweredGraph& lowered, SchedulePolicy& policy,
                                 const ScheduleFacts& facts, const VtaConfig& config) {
  return Scheduler(lowered, policy, facts, config, false).run();
}

NetworkSchedule schedule_network(const LoweredGraph& lowered, SchedulePolicy& policy,
                                 const VtaConfig& config) {
  return schedule_network(lowered, policy, policy.facts(), config);
}

KernelSchedule schedule_part(const KernelSchedule& whole, const KernelGroup& part,
                             SchedulePolicy& policy, const ScheduleFacts& facts,
                             const VtaConfig& config) {
  KernelSchedule s{.item = whole.item,
                   .pool = whole.pool,
                   .follower = whole.follower,
                   .own_steps = {},
                   .name = whole.name,
                   .layer = {},
                   .tiles = {},
                   .steps = {}};
  set_layer(s, part, whole.own_steps.has_value(), facts, config);
  s.tiles = policy.tiles(s.layer, s.name, config).tiles;
  return s;
}

void check_capacity(const LoweredGraph& lowered, const SchedulePolicy& policy,
                    const VtaConfig& config) {
  for (const auto& item : lowered.items)
    if (const auto* kernel = std::get_if<Kernel>(&item))
      if (const std::string problem = policy.least_tiles_problem(*kernel, config); !problem.empty())
        throw CompileError(fmt::format("{} '{}': not even its smallest tile fits {}: {}",
                                       kernel->name, kernel->oracle, config.name(), problem));
}

}  // namespace vta

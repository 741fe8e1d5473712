#include "compiler/schedule/policy.h"

#include <algorithm>
#include <limits>

#include "base/file.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/suggest.h"
#include "compiler/kernels/kernels.h"
#include "compiler/schedule/published_table.h"

namespace vta {
namespace {

// Channel vectors of a kernel's epilogue, whatever its values turn out to be.
int64_t most_vectors(const Kernel& kernel, EpilogueStyle style) {
  int64_t most = 0;
  for (const int64_t magnitude : {0, std::numeric_limits<int32_t>::max()}) {
    const EpilogueInput input{kernel.conv.oc, magnitude, kernel.multiplies()};
    most = std::max(most, count_vectors(rewrite_epilogue(kernel.steps, style, input)));
  }
  return most;
}

// Whether files of the first format have tiles for it.
bool has_conv_tiles(const LayerId& layer) {
  return std::holds_alternative<ConvTiles>(kind_of(layer).empty);
}

// Channels that a unit of a file's tiles counts, against those of a configuration.
std::string group_problem(int64_t group, const VtaConfig& config) {
  const int64_t here = std::max(config.block_in(), config.block_out());
  return group == here ? std::string()
                       : fmt::format("they count blocks of {}, the configuration has {}",
                                     counted(group, "channel"), here);
}

}  // namespace

SchedulePolicy SchedulePolicy::named(const std::string& name) {
  SchedulePolicy p;
  p.name_ = name;
  if (name == "fast")
    return p;
  if (name == "reference") {
    p.facts_ = ScheduleFacts::published();
    p.text_ = kPublishedResnet18Table;
    p.table_ = TileFile::published_resnet18();
    return p;
  }
  if (name.find('.') == std::string::npos && name.find('/') == std::string::npos)
    throw UsageError(fmt::format(
        "unknown schedule '{}': {}; or the path of a tile file or a saved schedule (.json)", name,
        known_names(name, std::vector<std::string>{"reference", "fast"})));
  const auto [path, identity] = split_identity(name);
  p.read(path);
  if (!identity.empty() && p.identity() != identity)
    throw InputError(fmt::format(
        "schedule '{}' has changed: its identity is {}, and it was taken with identity {}", path,
        p.identity(), identity));
  return p;
}

SchedulePolicy SchedulePolicy::tuned(const std::string& name,
                                     std::shared_ptr<const TunedTiles> tiles) {
  SchedulePolicy p;
  p.name_ = name;
  p.text_ = tiles->identity();
  p.tuned_ = std::move(tiles);
  return p;
}

void SchedulePolicy::read(const std::string& path) {
  strict_ = true;
  text_ = read_text_file(path, kMostTextBytes);
  const boost::json::value text = parse_json(text_, path);
  if (ScheduleFile::is_one(text)) {
    file_ = ScheduleFile::parse(text, path);
    facts_ = file_->facts;
    text_ = file_->text();
  } else {
    table_ = TileFile::parse(text_, path);
    facts_ = ScheduleFacts::published();
  }
}

std::pair<std::string, std::string> split_identity(const std::string& name) {
  constexpr size_t kDigits = 16;
  const size_t at = name.rfind('#');
  if (at == std::string::npos || name.size() - at != kDigits + 1 ||
      name.find_first_not_of("0123456789abcdef", at + 1) != std::string::npos)
    return {name, ""};
  return {name.substr(0, at), name.substr(at + 1)};
}

std::string pinned_schedule(const std::string& name) {
  const SchedulePolicy policy = SchedulePolicy::named(name);
  return policy.of_file() ? fmt::format("{}#{}", name, policy.identity()) : name;
}

ScheduleFacts SchedulePolicy::unfused_facts() const {
  const bool fuses = facts_.fuse_residuals || facts_.fuse_pools || facts_.fuse_followers;
  if (of_file() && fuses)
    throw UsageError(
        fmt::format("schedule '{}' has tiles of fused kernels: it needs the pass fuse_operators "
                    "(--opt-level 1 and more)",
                    name_));
  ScheduleFacts facts = facts_;
  facts.fuse_residuals = facts.fuse_pools = facts.fuse_followers = false;
  return facts;
}

std::string SchedulePolicy::identity() const {
  ScheduleFile facts;
  facts.facts = facts_;
  return hash_hex(fmt::format("{} {}{}", strict_, facts.text(), text_));
}

std::optional<SchedulePolicy::Found> SchedulePolicy::find(const LayerId& layer,
                                                          std::string_view kernel) const {
  if (file_) {
    const KernelTiles* tiles = file_->find(layer, kernel);
    return tiles == nullptr ? std::nullopt : std::optional(Found{*tiles, file_->channel_group});
  }
  const ConvTiles* tiles = table_ && has_conv_tiles(layer) ? table_->find(layer.geometry) : nullptr;
  return tiles == nullptr ? std::nullopt : std::optional(Found{*tiles, table_->block()});
}

SchedulePolicy::Choice SchedulePolicy::tiles(const LayerId& layer, std::string_view kernel,
                                             const VtaConfig& config) {
  if (tuned_ != nullptr) {
    const KernelTiles* tiles = tuned_->find(layer, config);
    return tiles != nullptr ? Choice{*tiles, ""}
                            : Choice{searched(layer, config), tuned_->missing(config), true};
  }
  const std::optional<Found> found = find(layer, kernel);
  if (!found) {
    const bool expected = file_ || (table_ && has_conv_tiles(layer));
    return {searched(layer, config),
            expected ? fmt::format("schedule '{}' has no tiles for it", name_) : "", true};
  }
  std::string problem = group_problem(found->channel_group, config);
  if (problem.empty())
    problem = tiles_problem(layer, found->tiles, config);
  if (problem.empty())
    return {found->tiles, ""};
  if (strict_)
    throw CompileError(fmt::format("schedule '{}': tiles of {}, layer '{}', do not fit {}: {}",
                                   name_, kernel, layer_text(layer), config.name(), problem));
  return {
      searched(layer, config),
      fmt::format("the tiles of schedule '{}' do not fit {}: {}", name_, config.name(), problem),
      true};
}

KernelTiles SchedulePolicy::searched(const LayerId& layer, const VtaConfig& config) {
  memo_.reuse = facts_.search_reuse;
  return kind_of(layer).search(layer, config, memo_);
}

std::vector<KernelTiles> SchedulePolicy::others(const LayerId& layer, const VtaConfig& config) {
  memo_.reuse = facts_.search_reuse;
  return kind_of(layer).others(layer, config, memo_);
}

std::string SchedulePolicy::least_tiles_problem(const Kernel& kernel,
                                                const VtaConfig& config) const {
  LayerId layer = layer_id(kernel, kernel.steps, nullptr, facts_.widen_alu_operands);
  layer.epilogue.vectors = most_vectors(kernel, facts_.epilogue);
  return kind_of(layer).least_tiles_problem(layer, config);
}

std::vector<std::string> SchedulePolicy::unused_layers(const std::vector<LayerId>& used) const {
  std::vector<std::string> unused;
  if (file_)
    for (const ScheduleFile::Entry& entry : file_->layers)
      if (std::ranges::find(used, entry.layer) == used.end())
        unused.push_back(layer_text(entry.layer));
  return unused;
}

}  // namespace vta

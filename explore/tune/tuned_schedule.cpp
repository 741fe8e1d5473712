#include "explore/tune/tuned_schedule.h"

#include <map>

#include "base/error.h"
#include "base/hash.h"
#include "explore/tune/tiles_text.h"
#include "explore/tune/tuning_file.h"

namespace vta::explore {
namespace {

// All of a database's choices, read once.
class DatabaseTiles : public TunedTiles {
 public:
  explicit DatabaseTiles(const std::string& path) : path_(path) {
    TuningReader reader(path);
    header_ = reader.header();
    std::string all;
    for (const TunedConfig& config : reader.configs()) {
      if (config.layers.empty())
        continue;
      all += config.hash + "\n";
      known_ += fmt::format("{}{} with {}", known_.empty() ? "" : "; ", config.name, config.memory);
      auto& layers = configs_[config.hash];
      for (const TunedRow& row : config.layers) {
        all += fmt::format("{}: {}\n", layer_text(row.layer), tiles_text(row.tiles));
        layers.emplace(row.layer, row.tiles);
      }
    }
    identity_ = hash_hex(all);
  }

  const KernelTiles* find(const LayerId& layer, const VtaConfig& config) const override {
    const auto layers = configs_.find(config.hash());
    if (layers == configs_.end())
      return nullptr;
    const auto found = layers->second.find(layer);
    if (found == layers->second.end())
      return nullptr;
    if (header_.schema_version < kTuningSchemaVersion && config.block_in() != config.block_out())
      throw InputError(fmt::format(
          "{} has tiles for {} that vta {} tuned while kernels of blocks that differ worked on "
          "elements without channels, too: tune again into another database",
          path_, config.name(), header_.tool_version));
    if (const std::string problem = tiles_problem(layer, found->second, config); !problem.empty())
      throw InputError(fmt::format("{} is damaged: the tiles of '{}' do not fit {}: {}", path_,
                                   layer_text(layer), config.name(), problem));
    return &found->second;
  }

  std::string missing(const VtaConfig& config) const override {
    if (configs_.contains(config.hash()))
      return fmt::format("{} has no tiles for it", path_);
    return fmt::format("{} has no tiles for {} with {}; it has {}", path_, config.name(),
                       memory_text(config), known_.empty() ? "none at all" : known_);
  }

  std::string identity() const override { return identity_; }

 private:
  std::string path_, known_, identity_;
  TuningHeader header_;
  std::map<std::string, std::map<LayerId, KernelTiles>> configs_;  // by hash
};

}  // namespace

bool is_tuned_schedule(const std::string& name) {
  return split_identity(name).first.ends_with(".db");
}

SchedulePolicy schedule_by_name(const std::string& name) {
  if (!is_tuned_schedule(name))
    return SchedulePolicy::named(name);
  const auto [path, identity] = split_identity(name);
  const auto tiles = std::make_shared<DatabaseTiles>(path);
  if (!identity.empty() && tiles->identity() != identity)
    throw InputError(fmt::format(
        "schedule '{}' has changed: its identity is {}, and it was taken with identity {}", path,
        tiles->identity(), identity));
  return SchedulePolicy::tuned(name, tiles);
}

std::string pinned_schedule_name(const std::string& name) {
  if (!is_tuned_schedule(name))
    return pinned_schedule(name);
  const auto [path, identity] = split_identity(name);
  return identity.empty() ? fmt::format("{}#{}", path, DatabaseTiles(path).identity()) : name;
}

}  // namespace vta::explore

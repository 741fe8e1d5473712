// The database of tuning: every trial ever made, and the tiles that were chosen, by layer and by
// configuration with its memory. docs/tuning.md has its tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/kernels/kernel_tiles.h"
#include "explore/store/sqlite.h"
#include "explore/store/writer_lock.h"
#include "explore/tune/cost.h"

namespace vta::explore {

// The tables of version 1 are the same; its tiles of blocks that differ were measured with steps
// for elements without channels, which kernels leave out now.
inline constexpr int64_t kTuningSchemaVersion = 2, kFirstTuningSchemaVersion = 1;
// "VTAt": SQLite's application_id of these files.
inline constexpr int64_t kTuningApplicationId = 0x56544174;

std::string_view tuning_schema_sql();

// "bus=8,read=0,write=0,gap=0,outstanding=16,burst=16".
std::string memory_text(const VtaConfig& config);

// What a tile cost; without a cost: why it cannot be used.
struct TrialRow {
  std::string layer, tiles;
  std::optional<Cost> cost;
  std::string reason = {};
};

struct TunedRow {
  LayerId layer;
  KernelTiles tiles;
  Cost cost, fast;  // of the layer alone: with these tiles, with those of `fast`
};

struct TunedNetworkRow {
  std::string name;
  Cost cost, fast;
  int64_t least_cycles = 0;
};

struct TuningHeader {
  Objective objective = Objective::Cycles;
  std::string tool_version, build;
  int64_t schema_version = kTuningSchemaVersion;
};

// One configuration's part of a database.
struct TunedConfig {
  std::string hash, name, memory;
  std::vector<TunedRow> layers;
  std::vector<TunedNetworkRow> networks;
  int64_t trials = 0;
};

// InputError: no such file, none of SQLite, another program's, of another schema or version,
// damaged.
class TuningReader {
 public:
  explicit TuningReader(const std::string& path);
  TuningHeader header();
  // In the order of the hashes; within, in the order of the layers' texts.
  std::vector<TunedConfig> configs();

 private:
  Database database_;
};

// A put_* is one transaction; OutputError where it cannot be written.
class TuningWriter {
 public:
  // Makes the file where there is none. InputError as TuningReader's, for another objective than
  // the file's, and for another build, whose cycles may be others; or where another process writes
  // it.
  TuningWriter(const std::string& path, Objective objective);

  std::map<std::string, TrialRow> trials(const VtaConfig& config, const std::string& layer);
  void put_trials(const VtaConfig& config, std::span<const TrialRow> rows);
  void put_result(const VtaConfig& config, std::span<const TunedRow> layers,
                  const TunedNetworkRow& network);

 private:
  void put_config(const VtaConfig& config);
  void require_file() const;

  WriterLock lock_;
  Database database_;
};

}  // namespace vta::explore

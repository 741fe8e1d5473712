#include "explore/tune/tuning_file.h"

#include "base/build_identity.h"
#include "base/error.h"
#include "base/version.h"
#include "config/config_keys.h"
#include "config/dram_file.h"
#include "explore/store/draft.h"
#include "explore/store/schema_check.h"
#include "explore/tune/tiles_text.h"

namespace vta::explore {
namespace {

constexpr std::string_view kMaker = "vta tune";

std::string meta_value(Database& database, std::string_view key) {
  Statement statement = database.prepare("SELECT value FROM meta WHERE key = ?");
  statement.bind(key);
  if (!statement.step())
    throw InputError(
        fmt::format("{} is damaged: its meta table has no '{}'", database.path(), key));
  return statement.text(0);
}

void put_meta(Database& database, std::string_view key, std::string_view value) {
  database.prepare("INSERT INTO meta (key, value) VALUES (?, ?)").bind(key).bind(value).run();
}

// application_id is read first: it is what tells a foreign file from a damaged one.
void check_kind(Database& database) {
  const int64_t id = database.integer("PRAGMA application_id");
  if (id != kTuningApplicationId)
    throw InputError(fmt::format(
        "{} is an SQLite database, but not one of {} (application_id is {:#x}, expected "
        "{:#x})",
        database.path(), kMaker, id, kTuningApplicationId));
  const std::string version = meta_value(database, "schema_version");
  if (version != fmt::format("{}", kTuningSchemaVersion) &&
      version != fmt::format("{}", kFirstTuningSchemaVersion))
    throw InputError(fmt::format(
        "{} has schema version {}, this program reads versions {} and {}: use the vta that wrote "
        "it (tool_version {}), or tune again into another database",
        database.path(), version, kFirstTuningSchemaVersion, kTuningSchemaVersion,
        meta_value(database, "tool_version")));
}

void check_whole(Database& database) {
  const std::string found = database.text("PRAGMA quick_check(1)");
  if (found != "ok")
    throw InputError(fmt::format("{} is damaged ({}): restore a copy, or delete it and tune again",
                                 database.path(), found));
}

Database open_tuning_file(const std::string& path, Database::Mode mode) {
  Database database(path, mode);
  check_kind(database);
  require_schema(database, std::string(tuning_schema_sql()), kMaker);
  check_whole(database);
  if (mode != Database::Mode::Read)
    prepare_writing(database);
  return database;
}

void make_tuning_file(const std::string& path, Objective objective, const std::string& called) {
  Database database(path, Database::Mode::Create, called);
  Transaction transaction(database);
  database.run(std::string(tuning_schema_sql()));
  database.run(fmt::format("PRAGMA application_id = {}", kTuningApplicationId));
  put_meta(database, "schema_version", fmt::format("{}", kTuningSchemaVersion));
  put_meta(database, "tool_version", version());
  put_meta(database, "build", build_identity());
  put_meta(database, "objective", objective_name(objective));
  transaction.commit();
}

bool is_new(const std::string& path) {
  if (is_absent_or_empty(path))
    return true;
  Database database(path, Database::Mode::Read);
  return is_bare(database);
}

Objective stored_objective(Database& database) {
  const std::string name = meta_value(database, "objective");
  if (name == objective_name(Objective::Cycles))
    return Objective::Cycles;
  if (name == objective_name(Objective::Bytes))
    return Objective::Bytes;
  throw InputError(
      fmt::format("{} is damaged: 'objective' of its meta table is '{}'", database.path(), name));
}

Database open_for_writing(const std::string& path, Objective objective) {
  if (is_absent_or_empty(path)) {
    const Draft draft(path);
    make_tuning_file(draft.path(), objective, path);
    draft.publish();
  } else if (is_new(path)) {
    make_tuning_file(path, objective, path);
  }
  Database database = open_tuning_file(path, Database::Mode::Write);
  if (const Objective stored = stored_objective(database); stored != objective)
    throw InputError(
        fmt::format("cannot continue {}: it was tuned for {}, not for {}; name another database",
                    database.path(), objective_name(stored), objective_name(objective)));
  const std::string build = meta_value(database, "build");
  if (build != build_identity())
    throw InputError(fmt::format(
        "cannot continue {}: it was made by build {} of vta, not by build {}: their sources "
        "differ, so cycles of both may not be comparable; use the vta that made it (vta "
        "--version), or tune again into another database",
        database.path(), build, build_identity()));
  return database;
}

int64_t count_of(const Statement& row, int column, std::string_view what,
                 const std::string& where) {
  const int64_t value = row.integer(column);
  if (value < 0)
    throw InputError(fmt::format("{} is damaged: {} is {}", where, what, value));
  return value;
}

Cost cost_of(const Statement& row, int column, const std::string& where) {
  return {count_of(row, column, "a number of cycles", where),
          count_of(row, column + 1, "a number of bytes", where)};
}

std::vector<TunedRow> tuned_rows(Database& database, const std::string& hash) {
  Statement rows = database.prepare(
      "SELECT layer, tiles, cycles, nbytes, fast_cycles, fast_nbytes FROM tuned WHERE config = ? "
      "ORDER BY layer");
  rows.bind(hash);
  std::vector<TunedRow> out;
  while (rows.step()) {
    LayerId layer = parse_layer(rows.text(0), database.path());
    const KernelTiles tiles = parse_tiles(layer, rows.text(1), database.path());
    out.push_back({std::move(layer), tiles, cost_of(rows, 2, database.path()),
                   cost_of(rows, 4, database.path())});
  }
  return out;
}

}  // namespace

std::string memory_text(const VtaConfig& c) {
  const bool dram = !c.mem_dram.empty();  // it has no latencies of its own
  std::string text = fmt::format("bus={}", c.bus_bytes());
  if (dram)
    text = fmt::format("{},mhz={:g},{}", dram_name(c.mem_dram),
                       static_cast<double>(c.mem_clock_khz) / 1000, text);
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    if (!dram ||
        (key.member != &VtaConfig::mem_read_latency && key.member != &VtaConfig::mem_write_latency))
      text += fmt::format(",{}={}", key.word, c.*key.member);
  return text;
}

TuningReader::TuningReader(const std::string& path)
    : database_(open_tuning_file(path, Database::Mode::Read)) {}

TuningHeader TuningReader::header() {
  return {stored_objective(database_), meta_value(database_, "tool_version"),
          meta_value(database_, "build"),
          std::atoll(meta_value(database_, "schema_version").c_str())};
}

std::vector<TunedConfig> TuningReader::configs() {
  const Transaction snapshot(database_, Transaction::Kind::Read);
  std::vector<TunedConfig> configs;
  {
    Statement rows = database_.prepare("SELECT hash, name, memory FROM config ORDER BY hash");
    while (rows.step())
      configs.push_back({rows.text(0), rows.text(1), rows.text(2), {}, {}, 0});
  }
  for (TunedConfig& config : configs) {
    config.layers = tuned_rows(database_, config.hash);
    Statement networks = database_.prepare(
        "SELECT name, cycles, nbytes, fast_cycles, fast_nbytes, least_cycles FROM network WHERE "
        "config = ? ORDER BY name");
    networks.bind(config.hash);
    while (networks.step())
      config.networks.push_back({networks.text(0), cost_of(networks, 1, database_.path()),
                                 cost_of(networks, 3, database_.path()),
                                 count_of(networks, 5, "a bound", database_.path())});
    Statement trials = database_.prepare("SELECT count(*) FROM trial WHERE config = ?");
    trials.bind(config.hash);
    if (trials.step())
      config.trials = trials.integer(0);
  }
  return configs;
}

TuningWriter::TuningWriter(const std::string& path, Objective objective)
    : lock_(path), database_(open_for_writing(path, objective)) {}

std::map<std::string, TrialRow> TuningWriter::trials(const VtaConfig& config,
                                                     const std::string& layer) {
  Statement rows = database_.prepare(
      "SELECT tiles, cycles, nbytes, reason FROM trial WHERE config = ? AND layer = ?");
  rows.bind(config.hash()).bind(layer);
  std::map<std::string, TrialRow> found;
  while (rows.step()) {
    TrialRow row{layer, rows.text(0), std::nullopt, rows.text(3)};
    if (!rows.is_null(1))
      row.cost = cost_of(rows, 1, database_.path());
    found.emplace(row.tiles, std::move(row));
  }
  return found;
}

void TuningWriter::put_config(const VtaConfig& config) {
  database_.prepare("INSERT OR IGNORE INTO config (hash, name, memory, json) VALUES (?, ?, ?, ?)")
      .bind(config.hash())
      .bind(config.name())
      .bind(memory_text(config))
      .bind(config.identity_json())
      .run();
}

void TuningWriter::require_file() const {
  if (!database_.has_its_name())
    throw OutputError(fmt::format(
        "{} was removed or replaced while it was written: the results are lost", database_.path()));
}

void TuningWriter::put_trials(const VtaConfig& config, std::span<const TrialRow> rows) {
  require_file();
  Transaction transaction(database_);
  put_config(config);
  Statement insert = database_.prepare(
      "INSERT OR IGNORE INTO trial (config, layer, tiles, cycles, nbytes, reason) VALUES (?, ?, ?, "
      "?, ?, ?)");
  for (const TrialRow& row : rows) {
    insert.bind(config.hash()).bind(row.layer).bind(row.tiles);
    if (row.cost)
      insert.bind(row.cost->cycles).bind(row.cost->bytes).bind(std::optional<int64_t>());
    else
      insert.bind(std::optional<int64_t>()).bind(std::optional<int64_t>()).bind(row.reason);
    insert.run();
  }
  transaction.commit();
}

void TuningWriter::put_result(const VtaConfig& config, std::span<const TunedRow> layers,
                              const TunedNetworkRow& network) {
  require_file();
  Transaction transaction(database_);
  put_config(config);
  Statement insert = database_.prepare(
      "INSERT OR REPLACE INTO tuned (config, layer, tiles, cycles, nbytes, fast_cycles, "
      "fast_nbytes) VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const TunedRow& row : layers)
    insert.bind(config.hash())
        .bind(layer_text(row.layer))
        .bind(tiles_text(row.tiles))
        .bind(row.cost.cycles)
        .bind(row.cost.bytes)
        .bind(row.fast.cycles)
        .bind(row.fast.bytes)
        .run();
  database_
      .prepare(
          "INSERT OR REPLACE INTO network (config, name, cycles, nbytes, fast_cycles, fast_nbytes, "
          "least_cycles) VALUES (?, ?, ?, ?, ?, ?, ?)")
      .bind(config.hash())
      .bind(network.name)
      .bind(network.cost.cycles)
      .bind(network.cost.bytes)
      .bind(network.fast.cycles)
      .bind(network.fast.bytes)
      .bind(network.least_cycles)
      .run();
  transaction.commit();
}

}  // namespace vta::explore

#include "explore/store/writer.h"

#include "base/error.h"
#include "explore/store/row_codec.h"
#include "explore/store/sweep_file.h"
#include "explore/store/upgrade.h"

namespace vta::explore {
namespace {

constexpr std::string_view kEffortSql =
    "INSERT OR REPLACE INTO effort (idx, seconds, worker, finished_at) VALUES (?, ?, ?, ?)";

Database open_for_writing(const std::string& path, const SweepHeader& header,
                          const std::string& called) {
  Database database = create_sweep_file(path, header, called);
  const SweepHeader there = read_header(database);
  require_same_sweep(header, there, path, "continue");
  if (there.schema_version < kSweepSchemaVersion)
    upgrade_sweep(database, there.schema_version);
  return database;
}

void insert_excluded(Database& database, std::span<const ExcludedRow> rows) {
  Statement insert = database.prepare(
      "INSERT OR IGNORE INTO excluded (idx, kind, rule, reason) VALUES (?, ?, ?, ?)");
  for (const ExcludedRow& row : rows)
    insert.bind(row.idx).bind(row.kind).bind(row.rule).bind(row.reason).run();
}

void forget_failure(Database& database, int64_t idx) {
  database.prepare("DELETE FROM failure WHERE idx = ?").bind(idx).run();
}

void insert_network(Database& database, const NetworkInfo& row) {
  database
      .prepare(
          "INSERT INTO network (name, model, hash, quantization, accuracy) VALUES (?, ?, ?, ?, ?)")
      .bind(row.name)
      .bind(row.model)
      .bind(row.hash)
      .bind(row.quantization)
      .bind(row.accuracy)
      .run();
}

Statement find_network(Database& database, const std::string& name) {
  Statement known =
      database.prepare("SELECT hash, quantization, accuracy FROM network WHERE name = ?");
  known.bind(name);
  return known;
}

void require_same_network(Statement& known, const NetworkInfo& row, const std::string& path) {
  if (known.text(0) != row.hash || known.text(1) != row.quantization)
    throw InputError(fmt::format(
        "{} was made with another network '{}' (hash {}, {}) than {} (hash {}, {}): "
        "use the original model, or another database",
        path, row.name, known.text(0), known.text(1), row.model, row.hash, row.quantization));
  const auto or_none = [](const std::string& text) { return text.empty() ? "none" : text; };
  if (known.text(2) != row.accuracy)
    throw InputError(
        fmt::format("{} was made with other samples of network '{}' ({}) than the present ones "
                    "({}): use the original files, or another database",
                    path, row.name, or_none(known.text(2)), or_none(row.accuracy)));
}

}  // namespace

SweepWriter::SweepWriter(const std::string& path, const SweepHeader& header,
                         const std::string& called)
    : lock_(path),
      database_(open_for_writing(path, header, called)),
      shared_(database_),
      point_(database_.prepare(insert_point_sql())),
      layer_(database_.prepare(insert_layer_sql())),
      effort_(database_.prepare(kEffortSql)) {}

void SweepWriter::check_networks(std::span<const NetworkInfo> rows) {
  for (const NetworkInfo& row : rows) {
    Statement known = find_network(database_, row.name);
    if (known.step())
      require_same_network(known, row, database_.path());
  }
}

void SweepWriter::put_networks(std::span<const NetworkInfo> rows) {
  check_networks(rows);
  Transaction transaction(database_);
  for (const NetworkInfo& row : rows)
    if (!find_network(database_, row.name).step())
      insert_network(database_, row);
  transaction.commit();
}

void SweepWriter::put_excluded(std::span<const ExcludedRow> rows) {
  Transaction transaction(database_);
  insert_excluded(database_, rows);
  transaction.commit();
}

void SweepWriter::put_effort(const EffortRow& effort) {
  effort_.bind(effort.idx).bind(effort.seconds).bind(effort.worker).bind(effort.finished_at).run();
}

void SweepWriter::insert_point(const PointRow& row) {
  bind_point(point_, row, shared_);
  point_.run();
  int64_t ordinal = 0;
  for (const LayerResult& layer : row.result.layers) {
    bind_layer(layer_, row.idx, ordinal++, layer, shared_);
    layer_.run();
  }
}

void SweepWriter::put_point(const PointRow& row, const EffortRow& effort) try {
  require_file();
  Transaction transaction(database_);
  forget_failure(database_, row.idx);
  insert_point(row);
  put_effort(effort);
  transaction.commit();
} catch (...) {
  shared_.forget();
  throw;
}

void SweepWriter::put_uncompilable(const ExcludedRow& row, const EffortRow& effort) {
  require_file();
  Transaction transaction(database_);
  forget_failure(database_, row.idx);
  insert_excluded(database_, std::span(&row, 1));
  put_effort(effort);
  transaction.commit();
}

void SweepWriter::put_failure(const FailureRow& row, const EffortRow& effort) {
  require_file();
  Transaction transaction(database_);
  database_.prepare("INSERT OR REPLACE INTO failure (idx, reason) VALUES (?, ?)")
      .bind(row.idx)
      .bind(row.reason)
      .run();
  put_effort(effort);
  transaction.commit();
}

void SweepWriter::put_confirmation(const ConfirmationRow& row) {
  std::optional<int64_t> equal;
  if (row.status != "unconfirmed")
    equal = row.status == "confirmed" ? 1 : 0;
  database_
      .prepare(
          "INSERT OR REPLACE INTO confirmation (idx, status, csim_cycles, tsim_cycles, equal, "
          "reason) VALUES (?, ?, ?, ?, ?, ?)")
      .bind(row.idx)
      .bind(row.status)
      .bind(row.csim_cycles)
      .bind(row.tsim_cycles)
      .bind(equal)
      .bind(row.reason)
      .run();
}

void SweepWriter::put_confirmation(const ConfirmationRow& row, const ConfirmEffortRow& effort) {
  require_file();
  Transaction transaction(database_);
  put_confirmation(row);
  database_
      .prepare(
          "INSERT OR REPLACE INTO confirm_effort (idx, built, build_seconds, build_peak_mb, "
          "run_seconds, run_peak_mb) VALUES (?, ?, ?, ?, ?, ?)")
      .bind(effort.idx)
      .bind(int64_t{effort.built})
      .bind(effort.build_seconds)
      .bind(effort.build_peak_mb)
      .bind(effort.run_seconds)
      .bind(effort.run_peak_mb)
      .run();
  transaction.commit();
}

void SweepWriter::require_file() const {
  if (!database_.has_its_name())
    throw OutputError(fmt::format(
        "{} was removed or replaced while it was written: the results are lost", database_.path()));
}

void SweepWriter::finish() {
  database_.prepare("PRAGMA wal_checkpoint(TRUNCATE)").step();
}

std::optional<PointRow> SweepWriter::point(int64_t idx) {
  Statement row = database_.prepare(select_points_sql(kSweepSchemaVersion) + " WHERE idx = ?");
  row.bind(idx);
  if (!row.step())
    return std::nullopt;
  PointRow point = read_point(row, database_.path());
  Statement layers = database_.prepare(select_layers_sql(kSweepSchemaVersion));
  layers.bind(idx);
  while (layers.step())
    point.result.layers.push_back(read_layer(layers, database_.path()));
  return point;
}

std::optional<int64_t> SweepWriter::index_of(const PointSpec& spec) {
  Statement row = database_.prepare(fmt::format("SELECT idx FROM point{}", where_same_point()));
  bind_same_point(row, spec);
  return row.step() ? std::optional(row.integer(0)) : std::nullopt;
}

std::set<int64_t> SweepWriter::finished() {
  std::set<int64_t> indices;
  Statement rows = database_.prepare(
      "SELECT idx FROM point_data UNION SELECT idx FROM excluded WHERE kind = 'uncompilable' OR "
      "rule IN "
      "('min_top1', 'min_top5', 'min_agreement', 'min_sqnr_db')");
  while (rows.step())
    indices.insert(rows.integer(0));
  return indices;
}

}  // namespace vta::explore

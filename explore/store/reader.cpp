#include "explore/store/reader.h"

#include <fmt/format.h>

#include "base/error.h"
#include "explore/cost/clock_times.h"
#include "explore/store/row_codec.h"
#include "explore/store/sweep_file.h"

namespace vta::explore {
namespace {

template <typename Row>
std::vector<Row> rows(Database& database, std::string_view sql, Row (*make)(const Statement&)) {
  std::vector<Row> found;
  Statement statement = database.prepare(sql);
  while (statement.step())
    found.push_back(make(statement));
  return found;
}

ConfirmationRow read_confirmation(const Statement& s) {
  const auto cycles = [&s](int column) {
    return s.is_null(column) ? std::nullopt : std::optional(s.integer(column));
  };
  return {s.integer(0), s.text(1), cycles(2), cycles(3), s.text(4)};
}

ConfirmEffortRow read_confirm_effort(const Statement& s) {
  return {s.integer(0), s.integer(1) != 0, s.real(2), s.real(3), s.real(4), s.real(5)};
}

}  // namespace

SweepReader::SweepReader(const std::string& path)
    : database_(open_sweep_file(path, Database::Mode::Read)),
      snapshot_(database_, Transaction::Kind::Read),
      header_(read_header(database_)) {}

void SweepReader::set_clock(ClockLabel clock) {
  if (clock.estimated && header_.before_gemm_pipeline())
    throw InputError(
        fmt::format("{} was made by a vta without clock estimates (schema version {}): give "
                    "--clock in MHz, or sweep again",
                    path(), header_.schema_version));
  header_.clock = clock;
}

PointRow SweepReader::read(const Statement& statement) const {
  PointRow row = read_point(statement, database_.path());
  if (header_.clock.estimated && row.cost.path_ps == 0)
    throw InputError(fmt::format("{} is damaged: path_ps of point {} is 0", path(), row.idx));
  row.spec.config.clock =
      header_.clock.estimated ? estimated_clock(row.cost.path_ps) : header_.clock;
  return row;
}

std::vector<NetworkInfo> SweepReader::networks() {
  return rows<NetworkInfo>(
      database_,
      fmt::format("SELECT name, model, hash, quantization, {} FROM network ORDER BY name",
                  header_.schema_version >= 5 ? "accuracy" : "''"),
      [](const Statement& s) {
        return NetworkInfo{s.text(0), s.text(1), s.text(2), s.text(3), s.text(4)};
      });
}

std::vector<ExcludedRow> SweepReader::excluded() {
  return rows<ExcludedRow>(database_, "SELECT idx, kind, rule, reason FROM excluded ORDER BY idx",
                           [](const Statement& s) {
                             return ExcludedRow{s.integer(0), s.text(1), s.text(2), s.text(3)};
                           });
}

std::vector<PointRow> SweepReader::points() {
  std::vector<PointRow> found;
  Statement statement =
      database_.prepare(select_points_sql(header_.schema_version) + " ORDER BY idx");
  while (statement.step())
    found.push_back(read(statement));
  return found;
}

std::optional<PointRow> SweepReader::point(int64_t idx) {
  Statement statement =
      database_.prepare(select_points_sql(header_.schema_version) + " WHERE idx = ?");
  statement.bind(idx);
  if (!statement.step())
    return std::nullopt;
  return read(statement);
}

std::optional<PointRow> SweepReader::point_of(const PointSpec& spec) {
  Statement statement = database_.prepare(select_points_sql(header_.schema_version) +
                                          std::string(where_same_point()));
  bind_same_point(statement, spec);
  if (!statement.step())
    return std::nullopt;
  return read_point(statement, database_.path());
}

std::vector<std::pair<std::string, int64_t>> SweepReader::keys() {
  std::vector<std::pair<std::string, int64_t>> found;
  Statement statement = database_.prepare("SELECT key, idx FROM point ORDER BY idx");
  while (statement.step())
    found.emplace_back(statement.text(0), statement.integer(1));
  return found;
}

std::vector<LayerResult> SweepReader::layers(int64_t idx) {
  std::vector<LayerResult> found;
  Statement statement = database_.prepare(select_layers_sql(header_.schema_version));
  statement.bind(idx);
  while (statement.step())  // ordinals are unique, and read_layer bounds them
    found.push_back(read_layer(statement, database_.path()));
  return found;
}

std::vector<FailureRow> SweepReader::failures() {
  return rows<FailureRow>(database_, "SELECT idx, reason FROM failure ORDER BY idx",
                          [](const Statement& s) {
                            return FailureRow{s.integer(0), s.text(1)};
                          });
}

std::vector<ConfirmationRow> SweepReader::confirmations() {
  return rows<ConfirmationRow>(
      database_,
      "SELECT idx, status, csim_cycles, tsim_cycles, reason FROM confirmation ORDER BY idx",
      read_confirmation);
}

std::vector<EffortRow> SweepReader::efforts() {
  return rows<EffortRow>(database_,
                         "SELECT idx, seconds, worker, finished_at FROM effort ORDER BY idx",
                         [](const Statement& s) {
                           return EffortRow{s.integer(0), s.real(1), s.integer(2), s.text(3)};
                         });
}

std::optional<EffortRow> SweepReader::effort(int64_t idx) {
  Statement s =
      database_.prepare("SELECT idx, seconds, worker, finished_at FROM effort WHERE idx = ?");
  s.bind(idx);
  if (!s.step())
    return std::nullopt;
  return EffortRow{s.integer(0), s.real(1), s.integer(2), s.text(3)};
}

std::vector<ConfirmEffortRow> SweepReader::confirm_efforts() {
  return rows<ConfirmEffortRow>(
      database_,
      "SELECT idx, built, build_seconds, build_peak_mb, run_seconds, run_peak_mb FROM "
      "confirm_effort ORDER BY idx",
      read_confirm_effort);
}

int64_t SweepReader::count(std::string_view table) {
  return database_.integer(fmt::format("SELECT count(*) FROM {}", table));
}

}  // namespace vta::explore

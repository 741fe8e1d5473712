#include "explore/store/sweep_file.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "explore/cost/metrics.h"
#include "explore/store/draft.h"
#include "explore/store/json_difference.h"
#include "explore/store/row_codec.h"
#include "explore/store/schema.h"
#include "explore/store/schema_check.h"

namespace vta::explore {

namespace {

std::optional<std::string> optional_meta(Database& database, std::string_view key) {
  Statement statement = database.prepare("SELECT value FROM meta WHERE key = ?");
  statement.bind(key);
  return statement.step() ? std::optional(statement.text(0)) : std::nullopt;
}

std::string meta_value(Database& database, std::string_view key) {
  if (std::optional<std::string> value = optional_meta(database, key))
    return *std::move(value);
  throw InputError(fmt::format("{} is damaged: its meta table has no '{}'", database.path(), key));
}

int64_t meta_integer(Database& database, std::string_view key) {
  const std::string text = meta_value(database, key);
  try {
    size_t used = 0;
    const int64_t value = std::stoll(text, &used);
    if (used == text.size() && value >= 0)
      return value;
  } catch (const std::logic_error&) {
  }
  throw InputError(fmt::format("{} is damaged: '{}' of its meta table is '{}', expected a number",
                               database.path(), key, text));
}

// Absent from most files.
ClockLabel meta_clock(Database& database) {
  Statement statement = database.prepare("SELECT value FROM meta WHERE key = 'clock_mhz'");
  if (!statement.step())
    return {};
  const std::string text = statement.text(0);
  try {
    return parse_clock(text);
  } catch (const UsageError&) {
    throw InputError(
        fmt::format("{} is damaged: 'clock_mhz' of its meta table is '{}'", database.path(), text));
  }
}

void put_meta(Database& database, std::string_view key, std::string_view value) {
  database.prepare("INSERT INTO meta (key, value) VALUES (?, ?)").bind(key).bind(value).run();
}

// A JSON list of names.
std::vector<std::string> names_in(const std::string& text, const std::string& where) {
  const boost::json::value list = parse_json(text, where);
  if (!list.is_array())
    throw InputError(fmt::format("{} are {}, expected a list", where, json_kind(list)));
  std::vector<std::string> names;
  for (const boost::json::value& name : list.as_array()) {
    if (!name.is_string())
      throw InputError(fmt::format("{}: {} is not a name", where, json_kind(name)));
    names.emplace_back(name.as_string());
  }
  return names;
}

std::string known_metric(const std::string& name, const std::string& where) {
  try {
    return std::string(find_metric(name).name);
  } catch (const ConfigError& e) {
    throw InputError(fmt::format("{}: {}", where, e.what()));
  }
}

// application_id is read first: it is what tells a foreign file from a damaged one.
int64_t check_kind(Database& database, Database::Mode mode) {
  const int64_t id = database.integer("PRAGMA application_id");
  if (id != kSweepApplicationId)
    throw InputError(
        fmt::format("{} is an SQLite database, but not one of vta sweep (application_id is {:#x}, "
                    "expected {:#x})",
                    database.path(), id, kSweepApplicationId));
  const int64_t version = meta_integer(database, "schema_version");
  if (version > kSweepSchemaVersion || version < kOldestSweepSchemaVersion)
    throw InputError(fmt::format(
        "{} has schema version {}, this program reads versions {} to {}: use the vta that wrote it "
        "(tool_version {})",
        database.path(), version, kOldestSweepSchemaVersion, kSweepSchemaVersion,
        meta_value(database, "tool_version")));
  if (mode != Database::Mode::Read)
    require_current_schema(version, database.path());
  return version;
}

void check_whole(Database& database) {
  const std::string found = database.text("PRAGMA quick_check(1)");
  if (found != "ok")
    throw InputError(fmt::format("{} is damaged ({}): restore a copy, or delete it and sweep again",
                                 database.path(), found));
}

// What rows share with others is there: the views show no row without it.
void check_references(Database& database) {
  Statement lost = database.prepare("PRAGMA foreign_key_check");
  if (lost.step())
    throw InputError(fmt::format(
        "{} is damaged: a row of {} names one of {} that is not there; restore a copy, or delete "
        "it and sweep again",
        database.path(), lost.text(0), lost.text(2)));
}

// Rows that belong together: a row without the other is what is left of a point.
void check_rows(Database& database, int64_t version) {
  const auto refuse_first = [&](const std::string& sql, std::string_view what) {
    Statement rows = database.prepare(sql + " LIMIT 1");
    if (rows.step())
      throw InputError(
          fmt::format("{} is damaged: {}; restore a copy, or delete it and sweep again",
                      database.path(), fmt::format(fmt::runtime(what), rows.integer(0))));
  };
  const std::string_view points = version < 7 ? "point" : "point_data";
  const std::string_view layers = version < 7 ? "layer" : "layer_data";
  refuse_first(
      fmt::format("SELECT idx FROM {} WHERE idx NOT IN (SELECT idx FROM {})", layers, points),
      "it has layers of point {}, but not the point");
  refuse_first(
      fmt::format("SELECT idx FROM confirmation WHERE idx NOT IN (SELECT idx FROM {})", points),
      "it has the confirmation of point {}, but not the point");
  refuse_first(
      fmt::format("SELECT idx FROM {} WHERE network NOT IN (SELECT name FROM network)", points),
      "it has point {}, but not its network");
  check_references(database);
  // Numbers that no layer has are for whoever reads them.
  const std::string fewer = version >= 2 ? "OR (l.fewest >= 0 AND l.macs < p.device_macs)" : "";
  refuse_first(
      fmt::format(
          "SELECT p.idx FROM point p LEFT JOIN (SELECT idx, count(*) AS n, min(ordinal) AS "
          "first, max(ordinal) AS last, total(macs) AS macs, min(macs) AS fewest FROM layer "
          "GROUP BY idx) l ON l.idx = p.idx WHERE (l.n IS NULL AND p.{} > 0) OR (l.first "
          ">= 0 AND l.last < {} AND l.last + 1 <> l.n) {}",
          version < 6 ? "insns" : "instructions", kMostLayers, fewer),
      "layers of point {} are missing");
}

std::string build_text(const std::string& build) {
  return build.empty() ? "an older build, which is not recorded," : fmt::format("build {}", build);
}

struct ChangedSchedule {
  std::string name, there, here;
};

// A file of both that has two identities.
std::optional<ChangedSchedule> changed_schedule(const SweepHeader& header,
                                                const SweepHeader& other) {
  const auto parts = [](const std::string& schedule) {
    const size_t at = schedule.rfind('#');
    return at == std::string::npos ? std::pair(schedule, std::string())
                                   : std::pair(schedule.substr(0, at), schedule.substr(at + 1));
  };
  for (const std::string& mine : header.schedules)
    for (const std::string& theirs : other.schedules) {
      const auto [name, here] = parts(mine);
      const auto [other_name, there] = parts(theirs);
      if (name == other_name && here != there)
        return ChangedSchedule{name, there, here};
    }
  return std::nullopt;
}

void write_header(Database& database, const SweepHeader& header) {
  put_meta(database, "schema_version", fmt::format("{}", kSweepSchemaVersion));
  put_meta(database, "tool_version", header.tool_version);
  put_meta(database, "build", header.build);
  put_meta(database, "spec", header.spec);
  put_meta(database, "spec_hash", header.spec_hash);
  put_meta(database, "schedules",
           boost::json::serialize(boost::json::value_from(header.schedules)));
  put_meta(database, "provenance", header.provenance);
  put_meta(database, "objectives",
           boost::json::serialize(boost::json::value_from(header.objectives)));
  put_meta(database, "space_points", fmt::format("{}", header.space_points));
  if (header.clock.mhz)
    put_meta(database, "clock_mhz", fmt::format("{}", *header.clock.mhz));
}

// In one transaction, without a log beside it.
void make_sweep_file(const std::string& path, const SweepHeader& header,
                     const std::string& called) {
  Database database(path, Database::Mode::Create, called);
  database.run("PRAGMA page_size = 8192");  // the kernels of a point are about two kilobytes
  Transaction transaction(database);
  database.run(sweep_schema_of(kSweepSchemaVersion));
  database.run(fmt::format("PRAGMA application_id = {}", kSweepApplicationId));
  write_header(database, header);
  transaction.commit();
}

}  // namespace

Database open_sweep_file(const std::string& path, Database::Mode mode, const std::string& called) {
  Database database(path, mode, called);
  const int64_t version = check_kind(database, mode);
  require_schema(database, sweep_schema_of(version), "vta sweep");
  database.allow_views();
  check_whole(database);
  check_rows(database, version);
  if (mode != Database::Mode::Read)
    prepare_writing(database);
  return database;
}

bool is_new_sweep_file(const std::string& path) {
  if (is_absent_or_empty(path))
    return true;
  Database database(path, Database::Mode::Read);
  return is_bare(database);
}

Database create_sweep_file(const std::string& path, const SweepHeader& header,
                           const std::string& called) {
  const std::string& name = called.empty() ? path : called;
  if (is_absent_or_empty(path)) {
    const Draft draft(path);
    make_sweep_file(draft.path(), header, name);
    draft.publish();
  } else if (is_new_sweep_file(path)) {
    make_sweep_file(path, header, name);
  }
  return open_sweep_file(path, Database::Mode::Write, name);
}

SweepHeader read_header(Database& database) {
  SweepHeader header;
  header.schema_version = meta_integer(database, "schema_version");
  header.tool_version = meta_value(database, "tool_version");
  header.build = optional_meta(database, "build").value_or("");
  header.spec = meta_value(database, "spec");
  header.spec_hash = meta_value(database, "spec_hash");
  if (const auto schedules = optional_meta(database, "schedules"))
    header.schedules = names_in(*schedules, database.path() + ": schedules");
  header.provenance = meta_value(database, "provenance");
  header.space_points = meta_integer(database, "space_points");
  header.clock = meta_clock(database);
  const std::string where = database.path() + ": objectives";
  for (const std::string& name : names_in(meta_value(database, "objectives"), where))
    header.objectives.push_back(known_metric(name, where));
  if (header.objectives.empty())
    throw InputError(fmt::format("{} are empty, expected at least one", where));
  return header;
}

void require_current_schema(int64_t version, const std::string& path) {
  if (version < kOldestContinuedVersion)
    throw InputError(
        fmt::format("{} has schema version {}: it can be read, but neither continued nor merged "
                    "(this needs version {} or {}); sweep again into another database",
                    path, version, kOldestContinuedVersion, kSweepSchemaVersion));
}

void require_same_build(const SweepHeader& header, const SweepHeader& other,
                        const std::string& path, std::string_view doing) {
  if (other.tool_version != header.tool_version)
    throw InputError(fmt::format(
        "cannot {} {}: it was made by version {} of vta, this is version {}; points of both would "
        "not be comparable",
        doing, path, other.tool_version, header.tool_version));
  if (other.build != header.build)
    throw InputError(fmt::format(
        "cannot {} {}: it was made by {} of vta, not by {}: their sources differ, so points of "
        "both "
        "may not be comparable; use the vta that made it (vta --version), or sweep again into "
        "another database",
        doing, path, build_text(other.build), build_text(header.build)));
}

void require_same_sweep(const SweepHeader& header, const SweepHeader& other,
                        const std::string& path, std::string_view doing) {
  if (const auto changed = changed_schedule(header, other))
    throw InputError(fmt::format(
        "cannot {} {}: the file of its schedule '{}' has changed: identity {} there and {} here; "
        "give the changed schedule another name, or sweep again into another database",
        doing, path, changed->name, changed->there, changed->here));
  if (other.spec_hash != header.spec_hash)
    throw InputError(
        fmt::format("cannot {} {}: it belongs to another specification: {}; a new database can "
                    "take over the common points: --db NEW.db --reuse {}",
                    doing, path, first_difference(other.spec, header.spec), path));
  require_same_build(header, other, path, doing);
}

}  // namespace vta::explore

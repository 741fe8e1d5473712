#include "explore/store/upgrade.h"

#include <fmt/format.h>

#include <array>
#include <ranges>
#include <string_view>

#include "explore/store/row_codec.h"
#include "explore/store/schema.h"
#include "explore/store/shared_rows.h"

namespace vta::explore {
namespace {

// In an order in which they can be filled: what others refer to comes first.
constexpr std::array kAllTables = {"meta",           "network", "excluded", "failure",     "effort",
                                   "confirm_effort", "point",   "layer",    "confirmation"};

void copy_points(Database& database, int64_t version) {
  SharedRows shared(database);
  Statement points = database.prepare(select_points_sql(version) + " ORDER BY idx");
  Statement layers = database.prepare(select_layers_sql(version));
  Statement point = database.prepare(insert_point_sql());
  Statement layer = database.prepare(insert_layer_sql());
  while (points.step()) {
    const PointRow row = read_point(points, database.path());
    bind_point(point, row, shared);
    point.run();
    layers.bind(row.idx);
    for (int64_t ordinal = 0; layers.step(); ++ordinal) {
      bind_layer(layer, row.idx, ordinal, read_layer(layers, database.path()), shared);
      layer.run();
    }
  }
}

}  // namespace

// Names of temporary tables come before those of the file.
void upgrade_sweep(Database& database, int64_t version) {
  Transaction transaction(database);
  for (const std::string_view table : kAllTables | std::views::reverse)
    database.run(
        fmt::format("CREATE TEMP TABLE {0} AS SELECT * FROM main.{0}; DROP TABLE main.{0}", table));
  database.run("CREATE UNIQUE INDEX temp.layers ON layer (idx, ordinal)");
  database.run(sweep_schema_of(kSweepSchemaVersion));
  for (const std::string_view table : kAllTables)
    if (table == "point")
      copy_points(database, version);
    else if (table != "layer")
      database.run(fmt::format("INSERT INTO main.{0} SELECT * FROM temp.{0}", table));
  for (const std::string_view table : kAllTables)
    database.run(fmt::format("DROP TABLE temp.{}", table));
  database.run(fmt::format("UPDATE meta SET value = '{}' WHERE key = 'schema_version'",
                           kSweepSchemaVersion));
  transaction.commit();
}

}  // namespace vta::explore

#include "explore/store/upgrade.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "explore/store/row_codec.h"
#include "explore/store/schema.h"
#include "explore/store/shared_rows.h"

namespace vta::explore {
namespace {

// Tables and views that say all, in an order in which they can be filled: what others refer to
// comes first.
constexpr std::array kAllShown = {"meta",           "network", "excluded", "failure",     "effort",
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

// In the reverse of the order in which a schema makes them: what others refer to goes last.
void drop_all(Database& database) {
  std::vector<std::string> drops;
  {
    Statement rows = database.prepare(
        "SELECT upper(type), name FROM main.sqlite_schema WHERE type IN ('table', 'view') "
        "ORDER BY type = 'table', rowid DESC");
    while (rows.step())
      drops.push_back(fmt::format("DROP {} main.{}", rows.text(0), rows.text(1)));
  }
  for (const std::string& drop : drops)
    database.run(drop);
}

}  // namespace

// Names of temporary tables come before those of the file.
void upgrade_sweep(Database& database, int64_t version) {
  Transaction transaction(database);
  for (const std::string_view shown : kAllShown)
    database.run(fmt::format("CREATE TEMP TABLE {0} AS SELECT * FROM main.{0}", shown));
  drop_all(database);
  database.run("CREATE UNIQUE INDEX temp.layers ON layer (idx, ordinal)");
  database.run(sweep_schema_of(kSweepSchemaVersion));
  for (const std::string_view table : kAllShown)
    if (table == "point")
      copy_points(database, version);
    else if (table != "layer")
      database.run(fmt::format("INSERT INTO main.{0} SELECT * FROM temp.{0}", table));
  for (const std::string_view table : kAllShown)
    database.run(fmt::format("DROP TABLE temp.{}", table));
  database.run(fmt::format("UPDATE meta SET value = '{}' WHERE key = 'schema_version'",
                           kSweepSchemaVersion));
  transaction.commit();
}

}  // namespace vta::explore

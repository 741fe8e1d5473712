// A folder of its own for each test, and databases in it.
#pragma once

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "explore/store/schema.h"
#include "explore/store/sqlite.h"
#include "tests/explore/store/synthetic_sweep.h"

namespace vta::explore {

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Changes a database behind the store's back.
  static void sql(const std::string& file, const std::string& statements) {
    Database(file, Database::Mode::Create).run(statements);
  }

  // Turns a database into one of before rows shared what they have in common, whose points and
  // layers are what the views of today show.
  static void make_schema_version_6(const std::string& file) {
    Database database(file, Database::Mode::Create);
    database.allow_views();
    constexpr std::array kShown = {"meta",  "network", "excluded",     "failure",       "effort",
                                   "point", "layer",   "confirmation", "confirm_effort"};
    for (const char* table : kShown)
      database.run(fmt::format("CREATE TEMP TABLE {0} AS SELECT * FROM main.{0}", table));
    database.run("DROP VIEW main.layer; DROP VIEW main.point");
    for (const char* table :
         {"confirmation", "confirm_effort", "layer_data", "point_data", "work", "config",
          "shared_text", "meta", "network", "excluded", "failure", "effort"})
      database.run(fmt::format("DROP TABLE main.{}", table));
    database.run(sweep_schema_of(6));
    for (const char* table : kShown)
      database.run(fmt::format("INSERT INTO main.{0} SELECT * FROM temp.{0}", table));
    database.run("UPDATE main.meta SET value = '6' WHERE key = 'schema_version'");
  }

  // Turns a database into one of before quantities had one name everywhere.
  static void make_schema_version_5(const std::string& file) {
    make_schema_version_6(file);
    sql(file,
        "ALTER TABLE point DROP COLUMN least_compute;"
        "ALTER TABLE point DROP COLUMN least_memory;"
        "ALTER TABLE point RENAME COLUMN total_nbytes TO dram_bytes;"
        "ALTER TABLE layer RENAME COLUMN least_nbytes TO least_bytes;");
    for (const std::string table : {"point", "layer"})
      sql(file, fmt::format("ALTER TABLE {0} RENAME COLUMN instructions TO insns;"
                            "ALTER TABLE {0} RENAME COLUMN issued_compute TO bound_compute;"
                            "ALTER TABLE {0} RENAME COLUMN issued_memory TO bound_memory;",
                            table));
    sql(file, "UPDATE meta SET value = '5' WHERE key = 'schema_version'");
  }

  // Turns a database into one of before there was accuracy.
  static void make_schema_version_4(const std::string& file) {
    make_schema_version_5(file);
    sql(file,
        "ALTER TABLE network DROP COLUMN accuracy;"
        "ALTER TABLE point DROP COLUMN chosen_quantization;"
        "ALTER TABLE point DROP COLUMN values_key;"
        "ALTER TABLE point DROP COLUMN samples;"
        "ALTER TABLE point DROP COLUMN float_top1;"
        "ALTER TABLE point DROP COLUMN top1;"
        "ALTER TABLE point DROP COLUMN float_top5;"
        "ALTER TABLE point DROP COLUMN top5;"
        "ALTER TABLE point DROP COLUMN agreement;"
        "ALTER TABLE point DROP COLUMN sqnr_db;"
        "UPDATE meta SET value = '4' WHERE key = 'schema_version'");
  }

  // Turns a database into one of before there were bounds of layers.
  static void make_schema_version_3(const std::string& file) {
    make_schema_version_4(file);
    sql(file,
        "ALTER TABLE point DROP COLUMN least_cycles;"
        "ALTER TABLE point DROP COLUMN useful_macs;"
        "ALTER TABLE layer DROP COLUMN least_compute;"
        "ALTER TABLE layer DROP COLUMN least_memory;"
        "ALTER TABLE layer DROP COLUMN useful_macs;"
        "UPDATE meta SET value = '3' WHERE key = 'schema_version'");
  }

  // What a point reads as from there.
  static PointRow without_layer_bounds(PointRow point) {
    point.result.least_cycles = point.result.useful_macs = 0;
    point.result.least_compute = point.result.least_memory = 0;
    for (LayerResult& layer : point.result.layers)
      layer.least_compute = layer.least_memory = layer.useful_macs = 0;
    return point;
  }

  // Turns a database into one of the version of the schema before GEMM_PIPELINE,
  // PRODUCTS_PER_MULTIPLIER, ACC_OVERLAP and estimated clocks: without the columns and without the
  // keys in the configurations and their hashes.
  static void make_schema_version_2(const std::string& file) {
    make_schema_version_3(file);
    Database database(file, Database::Mode::Create);
    database.run(
        "ALTER TABLE point DROP COLUMN gemm_pipeline;"
        "ALTER TABLE point DROP COLUMN products_per_multiplier;"
        "ALTER TABLE point DROP COLUMN acc_overlap;"
        "ALTER TABLE point DROP COLUMN path_ps;"
        "UPDATE meta SET value = '2' WHERE key = 'schema_version'");
    const std::string lines = fmt::format(
        "  \"GEMM_PIPELINE\": {},\n  \"PRODUCTS_PER_MULTIPLIER\": {},\n  \"ACC_OVERLAP\": {},\n",
        VtaConfig{}.gemm_pipeline, VtaConfig{}.products_per_multiplier, VtaConfig{}.acc_overlap);
    database.prepare("UPDATE point SET config = replace(config, ?, '')").bind(lines).run();
    std::vector<std::string> configs;
    Statement rows = database.prepare("SELECT DISTINCT config FROM point");
    while (rows.step())
      configs.push_back(rows.text(0));
    for (const std::string& config : configs)
      database.prepare("UPDATE point SET config_hash = ? WHERE config = ?")
          .bind(hash_hex(config))
          .bind(config)
          .run();
  }

  // Turns a database into one that the first version of the schema wrote: without columns in two
  // tables, whose CREATE statements say so, and without a build.
  static void make_schema_version_1(const std::string& file) {
    make_schema_version_2(file);
    sql(file,
        "ALTER TABLE point DROP COLUMN acc_load_nbytes_vta;"
        "ALTER TABLE layer DROP COLUMN acc_load_nbytes_vta;"
        "ALTER TABLE point DROP COLUMN network_macs;"
        "ALTER TABLE point DROP COLUMN host_operators;"
        "ALTER TABLE layer DROP COLUMN onnx_nodes;"
        "DELETE FROM meta WHERE key = 'build';"
        "UPDATE meta SET value = '1' WHERE key = 'schema_version'");
  }

  // What `action` is refused with.
  template <typename Action>
  static std::string refusal(Action action) {
    try {
      action();
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing was refused";
  }

  // What `work`, done by another process, returns.
  static std::string in_child(const std::function<std::string()>& work) {
    int ends[2];
    if (pipe(ends) != 0)
      return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
      const std::string text = work();
      [[maybe_unused]] const ssize_t n = write(ends[1], text.data(), text.size());
      _exit(0);
    }
    waitpid(child, nullptr, 0);
    close(ends[1]);
    std::array<char, 4000> buffer{};
    const ssize_t n = read(ends[0], buffer.data(), buffer.size());
    close(ends[0]);
    return {buffer.data(), static_cast<size_t>(std::max<ssize_t>(n, 0))};
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->test_suite_name()) + "." +
       testing::UnitTest::GetInstance()->current_test_info()->name());
};

}  // namespace vta::explore

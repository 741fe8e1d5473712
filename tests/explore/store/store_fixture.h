// A folder of its own for each test, and databases in it.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/error.h"
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

  // Turns a database into one that the first version of the schema wrote: without a column in two
  // tables, whose CREATE statements say so, and without a build.
  static void make_schema_version_1(const std::string& file) {
    sql(file,
        "ALTER TABLE point DROP COLUMN acc_load_nbytes_vta;"
        "ALTER TABLE layer DROP COLUMN acc_load_nbytes_vta;"
        "DELETE FROM meta WHERE key = 'build';"
        "UPDATE meta SET value = '1' WHERE key = 'schema_version'");
  }

  // What `action` is refused with.
  template <typename Action>
  static std::string refusal(Action action) {
    try {
      action();
    } catch (const InputError& e) {
      return e.what();
    }
    return "nothing was refused";
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->test_suite_name()) + "." +
       testing::UnitTest::GetInstance()->current_test_info()->name());
};

}  // namespace vta::explore

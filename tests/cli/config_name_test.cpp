// A point of a sweep is taken wherever a configuration is.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <filesystem>
#include <map>
#include <sstream>

#include "base/file.h"
#include "config/config_keys.h"
#include "config/vta_config.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kNetwork = std::string(VTA_SOURCE_DIR) + "/tests/data/digits_resnet8.onnx";

// Two points, LOG_BLOCK 3 and 4; the third is excluded.
class ConfigName : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder() = testing::TempDir() + "/config_name_" + std::to_string(::getpid());
    std::filesystem::create_directories(folder());
    write_text_file(folder() + "/spec.json",
                    R"({"networks": [{"name": "digits", "model": ")" + kNetwork +
                        R"("}], "base": "1x8", "constraints": {"max_macs": 256},
                        "axes": {"LOG_BLOCK": [3, 4, 5], "memory": ["ideal8"]}})");
    const CommandResult run =
        run_vta("sweep " + folder() + "/spec.json --db " + database() + " --jobs 1");
    ASSERT_EQ(run.exit_code, 0) << run.text;
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder()); }

  static std::string& folder() {
    static std::string value;
    return value;
  }
  static std::string database() { return folder() + "/sweep.db"; }
  static std::string point(int index) { return database() + "#" + std::to_string(index); }
};

TEST_F(ConfigName, ShowPrintsEveryKeyOfThePoint) {
  const ApartResult run = run_vta_apart("config show " + point(0) + " --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto config = boost::json::parse(run.out).as_object().at("config").as_object();
  EXPECT_EQ(config.at("LOG_BLOCK_IN"), 3);
  EXPECT_EQ(config.at("MEM_READ_LATENCY"), 0);
  const CommandResult text = run_vta("config show " + point(1));
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.text, HasSubstr("\"LOG_BLOCK_IN\": 4"));
}

TEST_F(ConfigName, EveryCommandTakesIt) {
  const std::string program = folder() + "/p.vta";
  for (const std::string& command :
       {"run " + kNetwork + " --backend csim --timing-only --config " + point(0),
        "compile " + kNetwork + " -o " + program + " --config " + point(0),
        "rtl area --model --config " + point(0), "rtl files --config " + point(0),
        "config package " + point(0),
        "cosim --random 1 --backends fsim,csim --config " + point(0) + ",tiny"}) {
    const CommandResult run = run_vta(command);
    EXPECT_EQ(run.exit_code, 0) << command << "\n" << run.text;
  }
}

TEST_F(ConfigName, TheRunTakesTheCyclesOfThePoint) {
  const ApartResult run = run_vta_apart(
      "run " + kNetwork + " --backend csim --timing-only --json --config " + point(1));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  write_text_file(folder() + "/run.json", run.out);
  EXPECT_EQ(run_vta("compare " + folder() + "/run.json " + point(1) +
                    " --fail-if 'cycles>+0' --fail-if 'cycles<-0'")
                .exit_code,
            0);
}

TEST_F(ConfigName, WhatIsNoPointIsSaid) {
  const auto refused = [](const std::string& name, int exit_code, const std::string& words) {
    const ApartResult run = run_vta_apart("config show '" + name + "'");
    EXPECT_EQ(run.exit_code, exit_code) << name;
    EXPECT_THAT(run.err, HasSubstr(words)) << name;
    EXPECT_TRUE(run.out.empty());
  };
  refused(point(2), 3, "no point 2: constraint (max_macs)");
  refused(point(3), 3, "no point 3: the space has 3, numbered from 0");
  refused(database() + "#x", 3, "is not the index of a point");
  refused(folder() + "/none.db#1", 3, "none.db");
  refused(folder() + "/spec.json#1", 3, "spec.json");
  refused(database(), 4,
          database() + ": not valid JSON: it is a database (SQLite); a point of a sweep is " +
              database() + "#135");
  refused("no-such", 4, "sweep.db#135");
  refused("defualt", 4, "'defualt' is neither a configuration file nor a known name; known are ");
  refused("defualt", 4, "; the nearest is default; a point of a sweep is sweep.db#135");
}

// One page says what a program depends on, key by key; its table is that of config/config_keys.cpp.
TEST(ProgramsPage, HasEveryKeyInItsRow) {
  std::istringstream page(read_text_file(std::string(VTA_SOURCE_DIR) + "/docs/programs.md"));
  std::map<std::string, std::string> rows;  // "yes", "no": text
  for (std::string line; std::getline(page, line);)
    for (const char* answer : {"| no |", "| yes |"})
      if (line.ends_with(answer))
        rows[answer] += line;
  for (const IntegerKey& key : integer_keys()) {
    const bool free = key.role != KeyRole::Stream;
    const std::string name = fmt::format("`{}`", key.name);
    EXPECT_THAT(rows[free ? "| yes |" : "| no |"], HasSubstr(name));
    EXPECT_THAT(rows[free ? "| no |" : "| yes |"], Not(HasSubstr(name)));
  }
}

// Two configurations of one name: only ISA_EXT tells them apart.
TEST_F(ConfigName, AProgramIsRefusedByTheKeysThatDiffer) {
  const std::string plain = folder() + "/plain.json", extended = folder() + "/extended.json";
  VtaConfig config = named_config("1x8");
  config.isa_ext = 0;
  write_text_file(plain, config.to_json());
  config.isa_ext = 1;
  write_text_file(extended, config.to_json());
  const std::string program = folder() + "/refused.vta";
  ASSERT_EQ(run_vta("compile " + kNetwork + " -o " + program + " --config " + plain).exit_code, 0);
  const ApartResult run = run_vta_apart("run " + program + " --config " + extended);
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("'" + program +
                                 "' cannot run on the configuration of --config: "
                                 "its instructions depend on ISA_EXT (0 in the program, 1 in "
                                 "--config)"));
}

TEST_F(ConfigName, AFileMayHaveTheSignInItsName) {
  const std::string file = folder() + "/my#1.json";
  write_text_file(file, named_config("tiny").to_json());
  EXPECT_EQ(run_vta("config show " + file).exit_code, 0);
}

}  // namespace
}  // namespace vta

#include "workbench/sweep_request.h"

#include <gmock/gmock.h>

#include "base/json.h"
#include "tests/compiler/error_text.h"

namespace vta::workbench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

SweepRequest parsed(const std::string& members) {
  return parse_sweep_request(
      parse_json(R"({"spec": "s.json", "database": "a.db")" + members + "}", "sweep"),
      Face::Keywords);
}

std::string refusal(const std::string& members) {
  return error_text<UsageError>([&] { check_sweep_request(parsed(members)); });
}

TEST(SweepRequest, HasAMemberForEveryRow) {
  const SweepRequest plain = parsed("");
  EXPECT_EQ(plain.spec, "s.json");
  EXPECT_EQ(plain.database, "a.db");
  EXPECT_EQ(plain.confirm, "none");
  EXPECT_TRUE(plain.given.empty());
  const SweepRequest all = parsed(
      R"(, "jobs": 3, "resume": true, "reuse": ["b.db", "c.db"], "confirm": "pareto",
      "confirm_macs": 0, "confirm_above": 16777216, "max_cycles": 9, "launcher": "slurm",
      "tasks": 7, "sbatch_option": "--time=1", "submit_only": true, "collect": false, "ranks": 2,
      "mpirun_option": [])");
  EXPECT_EQ(all.given.size(), sweep_options().size()) << "a row without a place in this test";
  EXPECT_EQ(all.jobs, 3);
  EXPECT_EQ(all.workers(), 3);
  EXPECT_TRUE(all.resume);
  EXPECT_THAT(all.reuse, ElementsAre("b.db", "c.db"));
  EXPECT_EQ(all.confirm_above, 16777216);
  EXPECT_EQ(all.max_cycles, 9);
  EXPECT_EQ(all.tasks, 7);
  EXPECT_THAT(all.sbatch_options, ElementsAre("--time=1"));
  EXPECT_TRUE(all.submit_only);
}

TEST(SweepRequest, WhatIsNoneIsRefusedInTheWordsOfWhoAsks) {
  EXPECT_THAT(refusal(R"(, "job": 3)"), HasSubstr("jobs"));
  EXPECT_THAT(refusal(R"(, "jobs": 0)"), HasSubstr("jobs = 0 is out of range (legal: 1..256)"));
  EXPECT_THAT(refusal(R"(, "jobs": "2")"), HasSubstr("jobs"));
  EXPECT_THAT(refusal(R"(, "resume": 1)"), HasSubstr("resume"));
  EXPECT_THAT(refusal(R"(, "reuse": [1])"), HasSubstr("reuse"));
  EXPECT_EQ(refusal(R"(, "confirm": "all")"), "confirm is 'all', legal are pareto, none");
  EXPECT_EQ(refusal(R"(, "confirm_macs": 9)"),
            "confirm_macs belongs to confirm pareto, this is none");
  EXPECT_EQ(refusal(R"(, "tasks": 4)"), "tasks belongs to launcher slurm, this is local");
  EXPECT_EQ(refusal(R"(, "ranks": 4, "launcher": "slurm")"),
            "ranks belongs to launcher mpi, this is slurm");
  EXPECT_EQ(refusal(R"(, "jobs": 4, "launcher": "mpi")"),
            "jobs belongs to launcher local or slurm; ranks is of mpi");
  EXPECT_EQ(refusal(R"(, "launcher": "slurm", "collect": true, "submit_only": true)"),
            "submit_only and collect are two steps: submit first, collect later");
}

}  // namespace
}  // namespace vta::workbench

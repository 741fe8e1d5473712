// docs/cost.md gives the energy's formula, once in words and once as a query over the database:
// what the query makes of a sweep is what vta stored.
#include <boost/json.hpp>
#include <cmath>
#include <map>
#include <set>

#include "explore/store/reader.h"
#include "explore/sweep/local_runner.h"
#include "explore/sweep/session.h"
#include "explore/sweep/setup.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

std::string query_of_the_page() {
  const std::string page = read_text_file(VTA_SOURCE_DIR "/docs/cost.md");
  const std::string begin = "```sql\n";
  const size_t at = page.find(begin);
  EXPECT_NE(at, std::string::npos);
  return page.substr(at + begin.size(), page.find("```", at + begin.size()) - at - begin.size());
}

// Batches, unequal blocks, narrow and wide buses, 32- and 64-bit micro-ops; the network's pool
// loads int8 into ACC.
std::string machines_of_all_kinds() {
  return R"("shape": [{"LOG_BATCH": 0, "LOG_BLOCK_IN": 3, "LOG_BLOCK_OUT": 4},
                      {"LOG_BATCH": 0, "LOG_BLOCK_IN": 4, "LOG_BLOCK_OUT": 4},
                      {"LOG_BATCH": 1, "LOG_BLOCK_IN": 4, "LOG_BLOCK_OUT": 3}],
            "more": [{"LOG_UOP_WIDTH": 5, "LOG_ACC_BUFF_SIZE": 16},
                     {"LOG_UOP_WIDTH": 6, "LOG_ACC_BUFF_SIZE": 15}],
            "LOG_BUS_WIDTH": [6, 9], "ISA_EXT": [0, 1])";
}

class EnergyPage : public SweepTest {};

TEST_F(EnergyPage, ItsFormulaGivesWhatTheDatabaseHas) {
  const std::string file = spec("all.json", machines_of_all_kinds(), R"("images": "batch")");
  std::string text = read_text_file(file);
  constexpr std::string_view kName = R"("name": "digits")";
  text.replace(text.find(kName), kName.size(), R"("name": "digits", "all_int8": true)");
  write_text_file(file, text);
  const Space space = load_space(file);
  Evaluator evaluator(space.spec().networks);
  LocalRunner runner([&](int64_t index) { return evaluate_index(space, evaluator, index); }, {});
  run_sweep({.database = path("a.db")}, space, evaluator, runner);

  std::map<int64_t, std::map<std::string, double>> page;
  Database database(path("a.db"), Database::Mode::Read);
  database.allow_views();
  Statement rows = database.prepare(query_of_the_page());
  while (rows.step())
    page[rows.integer(0)][rows.text(1)] = rows.real(2);

  const std::vector<PointRow> points = SweepReader(path("a.db")).points();
  EXPECT_GE(points.size(), 10U);
  std::set<int64_t> buses, batches;
  int64_t widened = 0;
  for (const PointRow& point : points) {
    buses.insert(point.spec.config.bus_bytes());
    batches.insert(point.spec.config.batch());
    const Counters& counters = point.result.counters;
    widened += counters.acc_load_nbytes_vta != counters.acc_load_nbytes ? 1 : 0;
    ASSERT_EQ(page[point.idx].size(), point.cost.energy.size());
    double sum = 0;
    for (const auto& [part, picojoules] : point.cost.energy) {
      EXPECT_NEAR(page[point.idx].at(part), picojoules, 1e-12 * picojoules)
          << part << " of " << space.describe(point.idx);
      sum += page[point.idx].at(part);
    }
    EXPECT_NEAR(sum, point.cost.energy_pj, 1e-12 * sum);
  }
  EXPECT_EQ(buses.size(), 2U);
  EXPECT_EQ(batches.size(), 2U);
  EXPECT_GT(widened, 0) << "no point loads int8 values into ACC: the test is blind there";
}

}  // namespace
}  // namespace vta::explore

// vta sweep and its subcommands as a user runs them.
#include <boost/json.hpp>
#include <map>

#include "explore/store/digest.h"
#include "explore/store/reader.h"
#include "explore/store/sqlite.h"
#include "tests/cli/run_vta.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace json = boost::json;

class SweepCommand : public SweepTest {
 protected:
  static json::object json_of(const std::string& arguments) {
    const ApartResult run = run_vta_apart("sweep " + arguments);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return json::parse(run.out).as_object();
  }
  static void refused(const std::string& arguments, const std::string& words, int code) {
    const ApartResult run = run_vta_apart("sweep " + arguments);
    EXPECT_EQ(run.exit_code, code) << arguments;
    EXPECT_THAT(run.err, HasSubstr(words)) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
  }
};

TEST_F(SweepCommand, PlanCountsWithoutRunning) {
  const json::object plan = json_of("plan --json " + small_spec());
  EXPECT_EQ(plan.at("space_points"), 6);
  EXPECT_EQ(plan.at("legal"), 4);
  EXPECT_EQ(plan.at("illegal"), 2);
  EXPECT_EQ(plan.at("points"), 4);
  EXPECT_EQ(plan.at("provenance").at("schema"), "vta.sweep_plan");
  const ApartResult text = run_vta_apart("sweep plan " + small_spec());
  EXPECT_THAT(text.out, AllOf(HasSubstr("a space of 6 points, 4 of them legal"),
                              HasSubstr("2 points illegal"), HasSubstr("4 points would be run")));
}

TEST_F(SweepCommand, OneAndTwoPipesAreComparedByAreaAndClock) {
  const std::string both = spec("overlap.json", R"("ACC_OVERLAP": [0, 1])");
  const ApartResult plan = run_vta_apart("sweep plan " + both);
  EXPECT_THAT(plan.out, AllOf(HasSubstr("a space of 2 points, 2 of them legal"),
                              HasSubstr("2 points would be run")));
  const ApartResult swept = run_vta_apart("sweep " + both + " --jobs 1 --db " + path("a.db"));
  EXPECT_EQ(swept.exit_code, 0) << swept.err;
  EXPECT_THAT(swept.out, HasSubstr("2 points; 0 illegal, 0 constraint, 0 uncompilable, 0 failed"));
  const json::object listed = json_of("list --json --clock auto " + path("a.db"));
  std::map<int64_t, json::object> metrics;
  for (const json::value& point : listed.at("points").as_array())
    metrics[point.at("keys").at("ACC_OVERLAP").as_int64()] = point.at("metrics").as_object();
  ASSERT_EQ(metrics.size(), 2u);
  for (const char* name : {"lut", "ff", "dsp", "bram36"})
    EXPECT_LT(metrics[0].at(name).to_number<double>(), metrics[1].at(name).to_number<double>());
  EXPECT_GT(metrics[1].at("period_ns").to_number<double>(), 0);
}

TEST_F(SweepCommand, OnePointIsOne) {
  const std::string one = spec("one.json", R"("LOG_BLOCK": [4])");
  EXPECT_THAT(run_vta_apart("sweep plan " + one).out,
              AllOf(HasSubstr("a space of 1 point, 1 of them"), HasSubstr("1 point would be run")));
  EXPECT_THAT(run_vta_apart("sweep " + one + " --jobs 1 --db " + path("a.db")).out,
              HasSubstr(", 1 process;"));
  EXPECT_THAT(run_vta_apart("sweep digest --tables " + path("a.db")).out, HasSubstr(" 1 row\n"));
}

TEST_F(SweepCommand, SweepsListsAndCompares) {
  const json::object swept = json_of(small_spec() + " --json --jobs 2 --db " + path("a.db"));
  EXPECT_EQ(swept.at("points"), 4);
  EXPECT_EQ(swept.at("this_run").at("evaluated"), 4);
  EXPECT_EQ(swept.at("provenance").at("schema"), "vta.sweep");
  const json::array& front = swept.at("pareto").as_array();
  ASSERT_GE(front.size(), 1U);
  EXPECT_GT(front[0].at("metrics").at("cycles_per_image").to_number<double>(), 0);

  const ApartResult again =
      run_vta_apart("sweep " + small_spec() + " --resume --db " + path("a.db"));
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.out, AllOf(HasSubstr("4 points; 2 illegal"), HasSubstr("nothing was missing"),
                               HasSubstr("Pareto front by cycles_per_image, zynq7020_share")));

  const ApartResult list = run_vta_apart("sweep list --csv --sort lut " + path("a.db"));
  EXPECT_THAT(list.out, StartsWith("point,network,images,schedule,configuration,macs,bus,memory,"));
  EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 5);
  const ApartResult most = run_vta_apart("sweep list --most 2 " + path("a.db"));
  EXPECT_EQ(std::count(most.out.begin(), most.out.end(), '\n'), 5);
  EXPECT_THAT(most.out, AllOf(HasSubstr("energy_uj_per_image~"), HasSubstr("~ an estimate"),
                              HasSubstr("digits: the cycles are of "),
                              HasSubstr("of the network's MACs; on the host: 1 nn.conv2d (")));
  EXPECT_THAT(most.out, Not(HasSubstr("images_per_second")));
  const ApartResult timed = run_vta_apart("sweep list --clock 100 " + path("a.db"));
  EXPECT_THAT(timed.out, AllOf(HasSubstr("ms_per_image"), HasSubstr("energy_delay_uj_ms~")));
  const json::object estimated = json_of("list --json --clock auto " + path("a.db"));
  for (const json::value& point : estimated.at("points").as_array()) {
    EXPECT_EQ(point.at("times").at("clock_estimated"), true);
    EXPECT_DOUBLE_EQ(point.at("times").at("ms_per_image").to_number<double>(),
                     point.at("metrics").at("estimated_ms_per_image").to_number<double>());
    EXPECT_DOUBLE_EQ(point.at("times").at("clock_mhz").to_number<double>(),
                     1000 / point.at("metrics").at("period_ns").to_number<double>());
  }
  const json::object listed = json_of("list --json --most 3 " + path("a.db"));
  EXPECT_EQ(listed.at("points").as_array().size(), 3U);
  const ApartResult pareto = run_vta_apart("sweep list --pareto " + path("a.db"));
  EXPECT_EQ(std::count(pareto.out.begin(), pareto.out.end(), '\n'),
            3 + static_cast<int64_t>(front.size()));

  const ApartResult digest = run_vta_apart("sweep digest " + path("a.db"));
  EXPECT_EQ(digest.out, sweep_digest(path("a.db")).hash + "\n");
  const json::object tables = json_of("digest --json " + path("a.db"));
  EXPECT_EQ(tables.at("tables").as_array().size(), 7U);
  const ApartResult merged =
      run_vta_apart("sweep merge " + path("b.db") + " " + path("a.db") + " " + path("a.db"));
  EXPECT_THAT(merged.out, HasSubstr("4 points from 2 databases, 4 more were there already"));
  EXPECT_EQ(json_of("merge --json " + path("b.db") + " " + path("a.db")).at("repeated"), 4);
  EXPECT_EQ(sweep_digest(path("b.db")).hash, sweep_digest(path("a.db")).hash);
}

TEST_F(SweepCommand, ANetworkThatCannotBeImportedIsSaidOnceAndTheRestIsThere) {
  write_text_file(path("bad.onnx"), "no network");
  const std::string both = two_networks(path("bad.onnx"));
  const ApartResult run = run_vta_apart("sweep " + both + " --db " + path("a.db"));
  EXPECT_EQ(run.exit_code, 7) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("4 points; "), HasSubstr("4 failed"),
                    HasSubstr("4 points failed, the first is"),
                    HasSubstr("network 'other' cannot be imported"), HasSubstr("bad.onnx")));
  EXPECT_THAT(run.err, HasSubstr("vta: error: 4 points failed"));
  const ApartResult plan = run_vta_apart("sweep plan " + both);
  EXPECT_EQ(plan.exit_code, 7);
  EXPECT_THAT(plan.out, AllOf(HasSubstr("8 points would be run"), HasSubstr("network 'digits': "),
                              Not(HasSubstr("cannot be imported"))));
  EXPECT_THAT(plan.err, HasSubstr("vta: error: network 'other' cannot be imported"));
  EXPECT_THAT(run_vta_apart("sweep plan --json " + both).err,
              HasSubstr("vta: error: network 'other'"));
  write_text_file(path("list"), "8\n9\n2\n");
  const ApartResult task = run_vta_apart("sweep-task " + both + " --points " + path("list") +
                                         " --share " + path("share"));
  EXPECT_EQ(task.exit_code, 0) << task.err;
  EXPECT_THAT(task.out, HasSubstr("3 points computed"));
}

TEST_F(SweepCommand, ANameWithALineBreakDoesNotBreakTheTable) {
  write_text_file(
      path("s.json"),
      fmt::format(
          R"({{"networks": [{{"name": "a\nb", "model": "{}/tests/data/digits_resnet8.onnx"}}]}})",
          VTA_SOURCE_DIR));
  const ApartResult run = run_vta_apart("sweep " + path("s.json") + " --db " + path("a.db"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("a\\x0ab"));
  for (const char* command : {"sweep plan s.json", "sweep list a.db"}) {
    const std::string text(command);
    const size_t file = text.rfind(' ') + 1;
    EXPECT_THAT(run_vta_apart(text.substr(0, file) + path(text.substr(file))).out,
                AllOf(HasSubstr("a\\x0ab"), Not(HasSubstr("a\nb"))));
  }
}

TEST_F(SweepCommand, GrowsFromOtherDatabases) {
  ASSERT_EQ(run_vta("sweep " + small_spec() + " --db " + path("a.db")).exit_code, 0);
  const std::string more = spec("more.json", R"("LOG_BUS_WIDTH": [6, 7, 8], "LOG_BLOCK": [4])");
  const ApartResult grown =
      run_vta_apart("sweep " + more + " --db " + path("b.db") + " --reuse " + path("a.db"));
  EXPECT_EQ(grown.exit_code, 0) << grown.err;
  EXPECT_THAT(grown.out, AllOf(HasSubstr("taken over: 2 points"), HasSubstr("this run: 1 point")));
  const ApartResult merged =
      run_vta_apart("sweep merge " + path("c.db") + " " + path("a.db") + " " + path("b.db"));
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("5 points from 2 databases, 2 more were there already"));
  EXPECT_EQ(run_vta("sweep list " + path("c.db")).exit_code, 0);
  EXPECT_EQ(run_vta("report " + path("c.db") + " -o " + path("c.html")).exit_code, 0);
  refused(more + " --resume --db " + path("c.db"), "--reuse", 3);
}

TEST_F(SweepCommand, ListsEveryKeyAndWhatIsAskedFor) {
  ASSERT_EQ(run_vta("sweep " + small_spec() + " --db " + path("a.db")).exit_code, 0);
  const auto list = [&](const std::string& more) {
    const ApartResult run = run_vta_apart("sweep list " + path("a.db") + " " + more);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out;
  };
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_THAT(list(""), AllOf(HasSubstr("LOG_BLOCK_IN"), HasSubstr("LOG_BUS_WIDTH"),
                              Not(HasSubstr("LOG_UOP_WIDTH"))));
  const std::string csv = list("--csv");
  for (const char* column : {"LOG_BATCH", "LOG_UOP_WIDTH", "MEM_BURST_BEATS", "ISA_EXT", "cycles",
                             "area_source", "energy_uj_per_image~", "zynq7020_share"})
    EXPECT_THAT(csv, HasSubstr(fmt::format(",{}", column)));
  EXPECT_EQ(lines(list("--csv --where LOG_BLOCK_IN=4")), 3);
  EXPECT_EQ(lines(list("--csv --where 'LOG_BLOCK_IN = 4' --where 'bus<=8'")), 2);
  EXPECT_EQ(lines(list("--csv --where network!=digits")), 1);
  EXPECT_EQ(lines(list("--csv --where 'cycles_per_image<1e12'")), 5);
  EXPECT_EQ(lines(list("--csv --sort LOG_BUS_WIDTH --most 1")), 2);
  for (const CounterField& field : machine_counters())
    EXPECT_THAT(csv, HasSubstr("," + std::string(field.name))) << "is no column";
  EXPECT_EQ(lines(list("--csv --where 'gemm_counter>0' --sort bus_beats")), 5);
  const json::object listed = json_of("list --json --where LOG_BLOCK_IN=5 " + path("a.db"));
  EXPECT_EQ(listed.at("estimates"),
            (json::array{"energy_uj_per_image", "period_ns", "estimated_ms_per_image"}));
  const json::object& point = listed.at("points").at(0).as_object();
  EXPECT_GT(point.at("counters").at("gemm_counter").as_int64(), 0);
  EXPECT_EQ(point.at("keys").at("LOG_BLOCK_IN"), 5);
  EXPECT_TRUE(point.at("keys").as_object().contains("MEM_GAP"));
  refused("list --where speed=3 " + path("a.db"), "unknown column 'speed'", 4);
  refused("list --where macs " + path("a.db"), "is no condition", 2);
  refused("list --where macs=many " + path("a.db"), "'many' is none", 2);
  refused("list --where 'network<x' " + path("a.db"), "compared by = and !=", 2);
}

TEST_F(SweepCommand, OneFileIsLeft) {
  EXPECT_EQ(run_vta("sweep " + small_spec() + " --db " + path("a.db")).exit_code, 0);
  for (const char* more : {"-wal", "-shm", "-lock"})
    EXPECT_FALSE(std::filesystem::exists(path(std::string("a.db") + more))) << more;
}

TEST_F(SweepCommand, ConfirmsOnTheRtlAndFailsWhereItDiffers) {
  const std::string tiny =
      spec("tiny.json", R"("memory": ["ideal8"])", R"("base": "tiny")") + " --db " + path("a.db");
  const ApartResult equal = run_vta_apart("sweep --confirm pareto " + tiny);
  EXPECT_EQ(equal.exit_code, 0) << equal.err;
  EXPECT_THAT(equal.out, AllOf(HasSubstr("on the RTL (tsim):"), HasSubstr("0 confirmed")));
  Database(path("a.db"), Database::Mode::Write)
      .run("UPDATE point_data SET cycles = cycles + 1; DELETE FROM confirmation");
  const ApartResult different = run_vta_apart("sweep --resume --confirm pareto " + tiny);
  EXPECT_EQ(different.exit_code, 1) << different.err;
  EXPECT_THAT(different.out, AllOf(HasSubstr("0 different"), HasSubstr("the database has")));
  const ApartResult kept = run_vta_apart(
      "sweep --resume --confirm pareto --confirm-macs 0 --confirm-above 0 --json " + tiny);
  EXPECT_EQ(kept.exit_code, 1) << kept.err;
  EXPECT_EQ(json::parse(kept.out).at("confirmations").at(0).at("status"), "different");
}

TEST_F(SweepCommand, WrongCommandLinesAreRefused) {
  refused("", "needs a specification, SPEC.json", 2);
  refused(small_spec(), "needs --db", 2);
  refused(small_spec() + " --db x --jobs 0", "--jobs", 2);
  refused(small_spec() + " --db x --confirm all", "--confirm", 2);
  for (const char* launcher : {"", " --launcher slurm", " --launcher mpi"}) {
    const std::string command = small_spec() + " --db x" + launcher;
    refused(command + " --confirm-macs 9",
            "--confirm-macs belongs to --confirm pareto, this is none", 2);
    refused(command + " --confirm-above 9", "belongs to --confirm pareto, this is none", 2);
  }
  refused(path("none.json") + " --db " + path("a.db"), "none.json", 3);
  refused("plan " + path("none.json"), "none.json", 3);
  refused("digest", "DB", 2);
  refused("list --csv --json " + path("a.db"), "--csv", 2);
  refused("list --most 0 " + path("a.db"), "--most", 2);
}

TEST_F(SweepCommand, ARequestIsTheOptionsAsOneObject) {
  const json::object request = {
      {"spec", small_spec()}, {"database", path("a.db")}, {"jobs", 2}, {"max_cycles", 100000000}};
  write_text_file(path("request.json"), json::serialize(request));
  const std::string asked = "--request " + path("request.json");
  EXPECT_EQ(json_of(asked + " --json").at("points"), 4);
  json_of(small_spec() + " --json --jobs 1 --db " + path("b.db"));
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("b.db")).hash);
  refused(asked, "resume", 3);
  refused(asked + " --jobs 2", "--jobs has no effect beside --request", 2);
  refused(small_spec() + " " + asked, "has no effect beside --request", 2);
  write_text_file(path("request.json"), R"({"spec": "s.json", "database": "a.db", "job": 2})");
  refused(asked, "job", 2);
  write_text_file(path("request.json"), "{");
  refused(asked, "request.json", 3);
}

TEST_F(SweepCommand, DatabasesThatAreNoneAreRefused) {
  write_text_file(path("text.db"), std::string(5000, 'x'));
  for (const char* command : {"digest", "list"}) {
    refused(fmt::format("{} {}", command, path("none.db")), "the database does not exist", 3);
    refused(fmt::format("{} {}", command, path("text.db")), "is not an SQLite database", 3);
  }
  refused("merge " + path("out.db") + " " + path("text.db"), "is not an SQLite database", 3);
  refused(small_spec() + " --resume --db " + path("text.db"), "is not an SQLite database", 3);
}

// The bound is of a run of the sweep: what met it is tried again by the next.
TEST_F(SweepCommand, ALaunchIsBoundedAndResultsDoNotDependOnTheBound) {
  const std::string sweep = small_spec() + " --jobs 2 --db ";
  const ApartResult bounded = run_vta_apart("sweep " + sweep + path("a.db") + " --max-cycles 1000");
  EXPECT_EQ(bounded.exit_code, 7) << bounded.err;
  EXPECT_THAT(bounded.out, AllOf(HasSubstr("0 points; 2 illegal"), HasSubstr("4 failed"),
                                 HasSubstr("the bound is 1000 (--max-cycles)")));
  EXPECT_EQ(json_of(sweep + path("a.db") + " --resume --json").at("points"), 4);
  EXPECT_EQ(json_of(sweep + path("b.db") + " --max-cycles 100000000 --json").at("points"), 4);
  EXPECT_EQ(sweep_digest(path("a.db")).hash, sweep_digest(path("b.db")).hash);
}

TEST_F(SweepCommand, ADatabaseOverAnInputIsRefused) {
  const std::string input = small_spec(), text = read_text_file(input);
  std::filesystem::create_symlink("small.json", path("link.db"));
  std::filesystem::create_hard_link(input, path("second.db"));
  for (const std::string& output : {input, path("link.db"), path("second.db")}) {
    refused("merge " + output + " " + path("none.db") + " " + input, "which is the same file", 2);
    refused(input + " --db " + output, "which is the same file", 2);
    refused(input + " --resume --db " + output + " --reuse " + input, "the same file", 2);
  }
  EXPECT_EQ(read_text_file(input), text);
}

TEST_F(SweepCommand, AnotherSweepsDatabaseIsRefused) {
  ASSERT_EQ(run_vta("sweep " + small_spec() + " --db " + path("a.db")).exit_code, 0);
  refused(small_spec() + " --db " + path("a.db"), "add the missing ones with --resume", 3);
  const std::string other = spec("other.json", R"("LOG_BLOCK": [4])");
  refused(other + " --resume --db " + path("a.db"), "another specification", 3);
  ASSERT_EQ(run_vta("sweep " + other + " --db " + path("b.db")).exit_code, 0);
  refused("merge " + path("a.db") + " " + path("b.db"), "cannot merge", 3);
  refused("list --sort speed " + path("a.db"), "speed", 4);
}

TEST_F(SweepCommand, AMissingModelIsNamed) {
  write_text_file(
      path("x.json"),
      R"({"networks": [{"name": "x", "model": "nowhere.onnx"}], "axes": {"LOG_BLOCK": [4]}})");
  refused(path("x.json") + " --db " + path("a.db"), "nowhere.onnx", 3);
}

}  // namespace
}  // namespace vta::explore

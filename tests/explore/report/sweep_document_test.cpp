#include "explore/report/sweep_document.h"
#include "explore/report/thinning.h"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "explore/cost/clock_times.h"
#include "explore/record/lost_cycles.h"
#include "explore/report/point_tables.h"
#include "explore/store/writer.h"
#include "tests/explore/report/decode_page.h"
#include "tests/explore/report/large_sweep.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;

std::string database(const std::string& name, size_t points,
                     const std::string& network = "resnet18_v1") {
  const std::string path = testing::TempDir() + "/report_" + name + ".db";
  write_large_sweep(path, {.points = large_points(points, network)});
  return path;
}

ReportDocument document_of(const std::string& path, const SweepReportOptions& options = {}) {
  SweepReader reader(path);
  return sweep_document(reader, path, options);
}

DecodedPage page_of(const std::string& path, const SweepReportOptions& options = {}) {
  return decode_page(report_page(document_of(path, options)));
}

TEST(SweepDocument, PointsEqualTheDatabase) {
  const std::string path = database("points", 60);
  const DecodedPage page = page_of(path);
  SweepReader reader(path);
  const std::vector<PointRow> points = reader.points();
  ASSERT_EQ(page.integers("point", "idx").size(), points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    const PointRow& p = points[i];
    const VtaConfig& config = p.spec.config;
    EXPECT_EQ(page.integers("point", "idx")[i], p.idx);
    EXPECT_EQ(page.texts("point", "config_hash")[i], config.hash());
    EXPECT_EQ(page.integers("point", "bus_bytes")[i], config.bus_bytes());
    EXPECT_EQ(page.integers("point", "wgt_bytes")[i], int64_t{1} << config.log_wgt_buff_size);
    EXPECT_EQ(page.integers("point", "cycles")[i], p.result.timing.cycles);
    EXPECT_EQ(page.integers("point", "device_macs")[i], p.result.work.device_macs);
    EXPECT_EQ(page.integers("point", "network_macs")[i], p.result.work.network_macs);
    EXPECT_EQ(page.texts("point", "host_operators")[i], host_operators_text(p.result.work));
    EXPECT_EQ(page.integers("point", "total_nbytes")[i], p.result.counters.total_bytes());
    EXPECT_EQ(page.integers("point", "load_mem_data")[i], p.result.timing.units[1][5]);
    EXPECT_EQ(page.integers("point", "bram18")[i], p.cost.bram18);
    EXPECT_EQ(page.numbers("point", "energy_pj")[i], p.cost.energy_pj);
    EXPECT_EQ(page.numbers("point", "cycles_per_image")[i],
              static_cast<double>(p.result.timing.cycles) / static_cast<double>(p.spec.images));
  }
}

TEST(SweepDocument, AccuracyAndQuantizationsAreThereWhereTheSweepHasThem) {
  std::vector<PointRow> points = large_points(10, "net");
  for (PointRow& p : points) {
    p.spec.quantization = p.idx % 2 == 0 ? "global" : "max";
    p.accuracy = Accuracy{.samples = 200,
                          .float_top1 = 98.5,
                          .top1 = 90.0 + static_cast<double>(p.idx) / 2,
                          .agreement = 99,
                          .sqnr_db = 20};
  }
  const std::string path =
      testing::TempDir() + "/report_accuracy." + std::to_string(getpid()) + ".db";
  write_large_sweep(path, {.points = points});
  const DecodedPage page = page_of(path);
  EXPECT_EQ(page.texts("point", "quantization")[1], "max");
  EXPECT_EQ(page.numbers("point", "top1")[2], 91);
  EXPECT_EQ(page.numbers("point", "top1_error")[2], 9);
  EXPECT_EQ(page.numbers("point", "noise_percent")[0], 10);
  EXPECT_EQ(page.numbers("point", "sqnr_db")[0], 20);
  const auto names = [](const DecodedPage& p) {
    std::set<std::string> out;
    for (const auto& table : p.header.at("tables").as_array())
      if (table.at("name") == "point")
        for (const auto& column : table.at("columns").as_array())
          out.emplace(column.at("name").as_string());
    return out;
  };
  EXPECT_FALSE(names(page).contains("top5"));  // nobody knows it
  std::filesystem::remove(path);
  const DecodedPage plain = page_of(database("plain", 5));
  for (const char* name : {"quantization", "top1", "agreement", "noise_percent"})
    EXPECT_FALSE(names(plain).contains(name)) << name;
}

// The page has no names of its own: the header says what each column is called.
TEST(SweepDocument, EveryColumnHasALabel) {
  const DecodedPage page = page_of(database("labels", 5));
  std::map<std::string, boost::json::object> fields;
  for (const auto& field : page.header.at("fields").as_array()) {
    const std::string name(field.at("name").as_string());
    EXPECT_FALSE(field.at("label").as_string().empty()) << name;
    EXPECT_TRUE(fields.emplace(name, field.as_object()).second) << name << " twice";
  }
  for (const auto& table : page.header.at("tables").as_array())
    if (table.at("name") == "point")
      for (const auto& column : table.at("columns").as_array()) {
        const std::string name(column.at("name").as_string());
        const bool states =
            std::ranges::any_of(std::array{"fetch_", "load_", "compute_", "store_"},
                                [&](const char* unit) { return name.starts_with(unit); });
        EXPECT_TRUE(states || name == "device_fit" || fields.contains(name)) << name;
      }
  for (const CounterField& counter : machine_counters()) {
    EXPECT_EQ(fields.at(std::string(counter.name)).at("label").as_string(), counter.label);
    EXPECT_EQ(fields.at(std::string(counter.name)).at("unit").as_string(), counter.unit);
  }
}

// One row of the page's table of layers against the database's.
void expect_layer(const DecodedPage& page, size_t row, const LayerResult& layer) {
  EXPECT_EQ(page.texts("layer", "name")[row], layer.name);
  EXPECT_EQ(page.texts("layer", "kind")[row], layer.kind);
  EXPECT_EQ(page.texts("layer", "onnx_nodes")[row],
            fmt::format("{}", fmt::join(layer.onnx_nodes, ", ")));
  EXPECT_EQ(page.integers("layer", "macs")[row], layer.macs);
  EXPECT_EQ(page.integers("layer", "least_nbytes")[row], layer.least_bytes);
  EXPECT_EQ(page.integers("layer", "instructions")[row], layer.insns);
  EXPECT_EQ(page.integers("layer", "cycles")[row], layer.timing.cycles);
  EXPECT_EQ(page.integers("layer", "issued_compute")[row], layer.bound_compute);
  EXPECT_EQ(page.integers("layer", "issued_memory")[row], layer.bound_memory);
  EXPECT_EQ(page.integers("layer", "wgt_load_nbytes")[row], layer.counters.wgt_load_nbytes);
  EXPECT_EQ(page.integers("layer", "alu_counter")[row], layer.counters.alu_counter);
  for (int u = 0; u < kNumTimedUnits; ++u)
    for (int s = 0; s < kNumUnitStates; ++s) {
      const std::string name = std::string(timed_unit_name(static_cast<TimedUnit>(u))) + "_" +
                               std::string(unit_state_name(static_cast<UnitState>(s)));
      EXPECT_EQ(page.integers("layer", name)[row], layer.timing.units[u][s]) << name;
    }
}

TEST(SweepDocument, LayersEqualTheDatabase) {
  const std::string path = database("layers", 25);
  const DecodedPage page = page_of(path);
  SweepReader reader(path);
  const std::vector<int64_t>& points = page.integers("layer", "point");
  size_t expected = 0;
  for (const int64_t idx : page.integers("point", "idx"))
    expected += reader.layers(idx).size();
  ASSERT_EQ(points.size(), expected);
  for (size_t row = 0; row < points.size(); ++row) {
    const int64_t idx = page.integers("point", "idx")[points[row]];
    const std::vector<LayerResult> layers = reader.layers(idx);
    expect_layer(page, row, layers.at(page.integers("layer", "ordinal")[row]));
  }
}

TEST(SweepDocument, TimesAreThereWithAClock) {
  const std::string path = database("clock", 5);
  EXPECT_FALSE(page_of(path).tables.at("point").contains("ms_per_image"));
  SweepReader reader(path);
  reader.set_clock({250});
  const DecodedPage page = decode_page(report_page(sweep_document(reader, path, {})));
  const std::vector<PointRow> points = reader.points();
  for (size_t i = 0; i < points.size(); ++i) {
    const ClockTimes times =
        clock_times(points[i].spec.config, points[i].result, points[i].spec.images).value();
    EXPECT_EQ(page.numbers("point", "ms_per_image")[i], times.milliseconds_per_image);
    EXPECT_EQ(page.numbers("point", "energy_delay_uj_ms")[i], times.energy_delay);
  }
  EXPECT_EQ(page.numbers("layer", "milliseconds")[0],
            milliseconds(page.integers("layer", "cycles")[0], 250));
}

TEST(SweepDocument, WithEstimatedClocksThePageChoosesByTime) {
  const std::string path = database("estimated", 5);
  EXPECT_EQ(page_of(path).header.at("fastest_by"), "cycles_per_image");
  SweepReader reader(path);
  reader.set_clock({.mhz = std::nullopt, .estimated = true});
  const DecodedPage page = decode_page(report_page(sweep_document(reader, path, {})));
  EXPECT_EQ(page.header.at("fastest_by"), "ms_per_image");
  const std::vector<double> by_clock = page.numbers("point", "ms_per_image");
  const std::vector<double> estimated = page.numbers("point", "estimated_ms_per_image");
  const std::vector<double> period = page.numbers("point", "period_ns");
  const std::vector<double> clock = page.numbers("point", "clock_mhz");
  ASSERT_EQ(by_clock.size(), 5u);
  const FpgaDevice device = find_device(kDefaultDevice);
  for (size_t i = 0; i < by_clock.size(); ++i) {
    EXPECT_DOUBLE_EQ(clock[i], device_clock(device, 1e3 / period[i]));  // one that the PLL makes
    EXPECT_DOUBLE_EQ(by_clock[i], estimated[i] * (1e3 / period[i]) / clock[i]);
    EXPECT_LE(clock[i], 1e3 / period[i] + 1e-9);
  }
}

TEST(SweepDocument, AGoalIsTheOptionsOrTheSpecifications) {
  const std::string path = database("goal", 60);
  SweepReportOptions options;
  EXPECT_TRUE(page_of(path, options).header.at("goal_ms").is_null());
  options.goal_ms = 1e6;
  const DecodedPage page = page_of(path, options);
  EXPECT_EQ(page.header.at("goal_ms"), 1e6);
  EXPECT_EQ(page.header.at("fastest_by"), "ms_per_image") << "a goal of time needs a clock";
  const boost::json::object& set = page.header.at("sets").at(0).as_object();
  const std::vector<double> share = page.numbers("point", "zynq7020_share");
  const std::vector<int64_t> fits = page.integers("point", "fits");
  const auto cheapest = static_cast<size_t>(set.at("cheapest").as_int64());
  for (size_t i = 0; i < share.size(); ++i)
    EXPECT_TRUE(fits[i] == 0 || share[i] >= share[cheapest]);
  options.goal_ms = 1e-3;
  EXPECT_TRUE(page_of(path, options).header.at("sets").at(0).at("cheapest").is_null());
}

TEST(SweepDocument, KeysAreTheConfigurationsKeys) {
  const std::string path = database("keys", 10);
  const DecodedPage page = page_of(path);
  SweepReader reader(path);
  const std::vector<PointRow> points = reader.points();
  for (size_t i = 0; i < points.size(); ++i) {
    boost::json::object keys;
    for (const auto& [name, column] : page.tables.at("config")) {
      if (const auto* texts = std::get_if<std::vector<std::string>>(&column))
        keys[name] = (*texts)[i];
      else
        keys[name] = std::get<std::vector<int64_t>>(column)[i];
    }
    EXPECT_EQ(parse_config(boost::json::serialize(keys), "page"), points[i].spec.config);
  }
}

TEST(SweepDocument, ConfirmationsAndFrontAreMarked) {
  const std::string path = database("marks", 30);
  const DecodedPage page = page_of(path);
  const std::vector<std::string>& status = page.texts("point", "confirmation");
  EXPECT_EQ(status[0], "confirmed");
  EXPECT_EQ(status[15], "unconfirmed");
  EXPECT_EQ(status[1], "not tried");
  EXPECT_THAT(page.texts("point", "pareto"), ::testing::Contains("yes"));
}

TEST(SweepDocument, TotalsAndReasonsAreThere) {
  const DecodedPage page = page_of(database("totals", 12));
  const boost::json::object& header = page.header;
  EXPECT_EQ(header.at("title"), "Sweep of resnet18_v1: 12 points");
  EXPECT_EQ(header.at("totals").at("excluded"), 3);
  EXPECT_EQ(header.at("totals").at("failed"), 1);
  EXPECT_EQ(header.at("excluded").as_array().size(), 2u);  // two rules
  EXPECT_EQ(header.at("excluded").at(1).at("count"), 2);
  EXPECT_EQ(header.at("failures").at(0).at("reason"), "the worker died twice");
}

TEST(SweepDocument, WhatWasNotRunIsInTheTitle) {
  const auto header_of = [](const std::string& name, const std::string& spec) {
    const std::string path = testing::TempDir() + "/report_" + name + ".db";
    write_large_sweep(path, {.points = large_points(12), .spec = spec});
    return page_of(path).header;
  };
  const boost::json::object stopped = header_of("stopped", R"({"networks": []})");
  const int64_t space = stopped.at("totals").at("space").as_int64();
  EXPECT_EQ(stopped.at("totals").at("not_run").as_int64(), space - 12 - 3 - 1);
  EXPECT_EQ(
      stopped.at("title").as_string(),
      fmt::format("Sweep of resnet18_v1: 12 points; {} points of its space not run or pending",
                  space - 16));
  for (const char* spec : {R"({"sampling": {"method": "pareto", "points": 9}})", "", "no JSON"})
    EXPECT_EQ(header_of("asked", spec).at("title"), "Sweep of resnet18_v1: 12 points") << spec;
}

TEST(SweepDocument, OfManyPointsTheFrontAndTheNearestHaveLayers) {
  const std::string path = database("many", 40);
  const DecodedPage page = page_of(path, {.all_layers_up_to = 10, .nearest = 5});
  const std::vector<std::string>& pareto = page.texts("point", "pareto");
  std::set<int64_t> with_layers;
  for (const int64_t row : page.integers("layer", "point"))
    with_layers.insert(row);
  size_t front = 0;
  for (size_t i = 0; i < pareto.size(); ++i)
    if (pareto[i] == "yes") {
      ++front;
      EXPECT_TRUE(with_layers.contains(static_cast<int64_t>(i)));
    }
  EXPECT_EQ(with_layers.size(), front + 5);
  EXPECT_THAT(std::string(page.header.at("layers_missing").as_string()),
              HasSubstr(fmt::format("the layers of {} of its 40 points", front + 5)));
}

// Rows of the report by the numbers of their points.
std::map<int64_t, size_t> rows_by_idx(const DecodedPage& page) {
  std::map<int64_t, size_t> rows;
  for (const int64_t idx : page.integers("point", "idx"))
    rows.emplace(idx, rows.size());
  return rows;
}

// Every point's states sum to its cycles.
TEST(SweepDocument, WhatFollowsFromOtherColumnsIsLeftOut) {
  const DecodedPage page = page_of(database("sums", 60));
  const boost::json::value& points = page.header.at("tables").at(0);
  ASSERT_EQ(points.at("name"), "point");
  std::set<std::string> left_out;
  for (const boost::json::value& column : points.at("columns").as_array())
    if (column.as_object().contains("plus")) {
      left_out.emplace(column.at("name").as_string());
      EXPECT_EQ(column.at("width"), 0) << "nothing is left over";
    }
  EXPECT_THAT(left_out, testing::IsSupersetOf({"cycles", "total_nbytes", "load_token_next"}));
}

TEST(SweepDocument, OfVeryManyPointsFrontQuantilesAndWhatIsNamedAreKept) {
  const std::string path = database("very_many", 1000);
  const SweepReportOptions few{.all_layers_up_to = 10, .nearest = 5, .most_points = 400};
  const DecodedPage all = page_of(path, {.all_layers_up_to = 10, .nearest = 5});
  const DecodedPage page = page_of(path, few);
  EXPECT_FALSE(all.header.contains("points_missing"));
  const std::map<int64_t, size_t> here = rows_by_idx(page), there = rows_by_idx(all);
  EXPECT_LE(here.size(), 400U);
  EXPECT_GE(here.size(), 390U) << "there was room for so many";
  EXPECT_THAT(std::string(page.header.at("points_missing").as_string()),
              HasSubstr(fmt::format("{} of the 1000 points", here.size())));
  EXPECT_EQ(page.header.at("totals"), all.header.at("totals"));
  EXPECT_EQ(page.header.at("totals").at("simulated"), 1000);
  EXPECT_EQ(page.tables.at("sensitivity"), all.tables.at("sensitivity"));

  // A point says the same in both.
  for (const auto& [idx, row] : here) {
    EXPECT_EQ(page.integers("point", "cycles")[row],
              all.integers("point", "cycles")[there.at(idx)]);
    EXPECT_EQ(page.integers("config", "LOG_BUS_WIDTH")[row],
              all.integers("config", "LOG_BUS_WIDTH")[there.at(idx)]);
  }
  for (const auto& [idx, row] : there)
    EXPECT_TRUE(here.contains(idx) || all.texts("point", "pareto")[row] != "yes") << idx;
  for (const char* objective : {"cycles_per_image", "zynq7020_share"}) {
    std::vector<double> values = all.numbers("point", objective);
    std::ranges::sort(values);
    const std::vector<double> kept = page.numbers("point", objective);
    for (size_t k = 0; k < kKeptQuantiles; ++k)
      EXPECT_THAT(kept, testing::Contains(values[k * 999 / (kKeptQuantiles - 1)])) << objective;
  }
  const auto named = [](const DecodedPage& in, const char* who) {
    const int64_t row = in.header.at("sets").at(0).at(who).as_int64();
    return in.integers("point", "idx").at(row);
  };
  for (const char* who : {"fastest", "cheapest"})
    EXPECT_EQ(named(page, who), named(all, who));
  const auto layers = [](const DecodedPage& in) {
    std::multiset<std::pair<int64_t, int64_t>> found;
    for (size_t k = 0; k < in.integers("layer", "point").size(); ++k)
      found.emplace(in.integers("point", "idx").at(in.integers("layer", "point")[k]),
                    in.integers("layer", "cycles")[k]);
    return found;
  };
  EXPECT_EQ(layers(page), layers(all));
}

TEST(SweepDocument, MachinesOfVeryManyPointsAreWhole) {
  std::vector<PointRow> points = large_points(200, "one");
  for (PointRow& other : large_points(200, "two")) {
    other.idx += 100'000;
    points.push_back(std::move(other));
  }
  const std::string path = testing::TempDir() + "/machines.db";
  write_large_sweep(path, {.points = points});
  const SweepReportOptions few{.all_layers_up_to = 10, .nearest = 1, .most_points = 300};
  const DecodedPage page = page_of(path, few), all = page_of(path);
  const std::vector<int64_t>& first = page.integers("machine", "point_0");
  const std::vector<int64_t>& second = page.integers("machine", "point_1");
  EXPECT_EQ(page.integers("point", "idx").size(), 2 * first.size());
  EXPECT_LT(first.size(), 200U);
  for (size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(page.texts("point", "network").at(first[k]), "one");
    EXPECT_EQ(page.texts("point", "network").at(second[k]), "two");
    EXPECT_EQ(page.texts("point", "config_hash").at(first[k]),
              page.texts("point", "config_hash").at(second[k]));
  }
  const auto fastest = [](const DecodedPage& in) {
    const boost::json::value& set = in.header.at("sets").at(2);
    EXPECT_EQ(set.at("table"), "machine");
    return in.texts("machine", "config_hash").at(set.at("fastest").as_int64());
  };
  EXPECT_EQ(fastest(page), fastest(all));
}

TEST(SweepDocument, ThousandPointsWithAllLayersStayUnderThreeMegabytes) {
  const std::string path = database("thousand", 1000);
  const ReportDocument document = document_of(path);
  EXPECT_FALSE(document.header.contains("layers_missing"));
  EXPECT_LT(report_page(document).size(), 3'000'000u);
}

TEST(SweepDocument, NamesStayInsideTheDataSection) {
  const std::string path = database("hostile", 5, "</script><script>alert(1)</script>");
  const ReportDocument document = document_of(path);
  const std::string html = report_page(document);
  EXPECT_EQ(html.find("alert(1)"), std::string::npos);
  EXPECT_EQ(decode_page(html).texts("point", "network")[0], "</script><script>alert(1)</script>");
}

TEST(SweepDocument, TheChosenDeviceIsWhatPointsAreToFit) {
  const std::string path = database("device", 60);
  SweepReportOptions options;
  EXPECT_EQ(page_of(path).header.at("device").at("share"), "zynq7020_share");
  options.device = find_device("zu3eg");
  const DecodedPage page = page_of(path, options);
  EXPECT_EQ(page.header.at("device").at("name"), "zu3eg");
  EXPECT_EQ(page.header.at("device").at("share"), "device_share");
  const std::vector<double> shares = page.numbers("point", "device_share");
  const std::vector<double> dsp = page.numbers("point", "dsp"),
                            bram = page.numbers("point", "bram18");
  for (size_t i = 0; i < shares.size(); ++i) {
    EXPECT_GE(shares[i], dsp[i] / 360);
    EXPECT_GE(shares[i], bram[i] / 432);
    const std::string& words = page.texts("point", "device_fit")[i];
    EXPECT_EQ(words.starts_with("it fits"), page.integers("point", "fits")[i] == 1) << words;
  }
  EXPECT_EQ(page.header.at("devices").as_array().size(), named_devices().size());
  options.device.name = "own";
  options.device.lut = 1;
  EXPECT_EQ(page_of(path, options).header.at("devices").at(0).at("name"), "own");
}

TEST(SweepDocument, TheRecommendationIsTrueOfTheTable) {
  const DecodedPage page = page_of(database("choice", 200));
  const boost::json::object& set = page.header.at("sets").at(0).as_object();
  const std::vector<double> cycles = page.numbers("point", "cycles_per_image");
  std::vector<double> share = page.numbers("point", "zynq7020_share");
  const std::vector<int64_t> fits = page.integers("point", "fits");
  for (size_t i = 0; i < share.size(); ++i)
    if (fits[i] == 0)
      share[i] = std::max(share[i], 2.0);  // or its bus is too wide
  const auto fastest = static_cast<size_t>(set.at("fastest").as_int64());
  const auto cheapest = static_cast<size_t>(set.at("cheapest").as_int64());
  int64_t fitting = 0;
  for (size_t i = 0; i < cycles.size(); ++i) {
    fitting += share[i] <= 1 ? 1 : 0;
    if (share[i] <= 1) {
      EXPECT_GE(cycles[i], cycles[fastest]);
      EXPECT_TRUE(cycles[i] > 1.05 * cycles[fastest] || share[i] >= share[cheapest]);
    }
  }
  EXPECT_EQ(set.at("fitting").as_int64(), fitting);
  EXPECT_FALSE(page.texts("sensitivity", "axis").empty());
}

TEST(SweepDocument, SeveralNetworksHaveMachines) {
  const std::string path = testing::TempDir() + "/report_networks.db";
  std::vector<PointRow> points = large_points(12, "one");
  for (PointRow point : large_points(12, "two")) {
    point.idx += 1000;
    point.result.timing.cycles *= 4;
    points.push_back(std::move(point));
  }
  write_large_sweep(path, {.points = points});
  const DecodedPage page = page_of(path);
  EXPECT_EQ(page.header.at("sets").as_array().size(), 3u);
  EXPECT_TRUE(page.header.at("sets").at(2).at("network").is_null());
  const std::vector<double> cycles = page.numbers("point", "cycles_per_image");
  const std::vector<double> frame = page.numbers("machine", "cycles_per_image");
  ASSERT_EQ(frame.size(), 12u);
  for (size_t i = 0; i < frame.size(); ++i) {
    EXPECT_EQ(page.integers("machine", "point_0")[i], static_cast<int64_t>(i));
    EXPECT_EQ(page.integers("machine", "point_1")[i], static_cast<int64_t>(i) + 12);
    EXPECT_NEAR(frame[i], 5 * cycles[i], 1e-6 * frame[i]);  // one, and four times as much
  }
}

// Cycles of another contract are not to be taken for today's.
TEST(SweepDocument, CyclesFromBeforeGemmPipelineAreMarked) {
  const auto origin = [](const std::string& path) {
    return json_text(page_of(path).header.at("origin"));
  };
  const auto mark = HasSubstr("made by a vta without GEMM_PIPELINE");
  EXPECT_THAT(origin(VTA_SOURCE_DIR "/tests/data/older/sweep_schema_2.db"), mark);
  EXPECT_THAT(origin(database("marked", 2)), ::testing::Not(mark));
}

TEST(SweepDocument, WithoutPointsThereIsNothingToReport) {
  const std::string path = testing::TempDir() + "/report_empty.db";
  std::filesystem::remove(path);
  {
    SweepWriter writer(path, {.tool_version = "0",
                              .build = "",
                              .spec = "{}",
                              .spec_hash = "0",
                              .provenance = "{}",
                              .objectives = {"cycles_per_image"},
                              .space_points = 0});
  }
  try {
    document_of(path);
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_EQ(e.what(), path + ": no point has been simulated yet");
  }
}

TEST(LostPattern, IsTheTextWithAPlaceForThePercentage) {
  UnitCycles units{};
  units[2] = {80, 15, 5, 0, 0, 0, 0, 0};
  units[1] = {0, 0, 0, 10, 0, 60, 0, 30};
  EXPECT_EQ(lost_text(units),
            "compute waits for load (15.0 % of its cycles), load moves data at the bus rate");
  EXPECT_EQ(lost_pattern(units),
            "compute waits for load ({} % of its cycles), load moves data at the bus rate");
  units[2] = {100, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(lost_pattern(units), lost_text(units));
}

}  // namespace
}  // namespace vta::explore

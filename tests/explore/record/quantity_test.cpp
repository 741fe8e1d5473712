// The table of quantities: every row is a member of its own, and stands in the document of a run at
// its path.
#include "explore/record/quantity.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>
#include <utility>

#include "base/file.h"
#include "explore/record/run_record.h"
#include "explore/record/work_json.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

const json::value& at_place(const json::object& owner, const Quantity& quantity) {
  return (quantity.group.empty() ? owner : owner.at(quantity.group).as_object()).at(quantity.name);
}

TEST(Quantities, NamesAndMembersAreTheirOwn) {
  std::set<std::string_view> names;
  PointResult run;
  LayerResult kernel;
  for (const Quantity& quantity : quantities()) {
    EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name;
    EXPECT_FALSE(quantity.label.empty()) << quantity.name;
    EXPECT_TRUE(quantity.of_runs() || quantity.of_kernels()) << quantity.name;
    for (const std::string_view other : quantity.other_names) {
      EXPECT_TRUE(names.insert(other).second) << other;
      EXPECT_EQ(name_today(other), quantity.name);
    }
    EXPECT_TRUE(!quantity.in_run || quantity.of_run) << quantity.name;
    if (quantity.in_run) {
      EXPECT_EQ(quantity.in_run(run)++, 0) << quantity.name << " shares its member";
      EXPECT_EQ(quantity.of_run(run), 1) << quantity.name;
    }
    if (quantity.in_kernel) {
      EXPECT_EQ(quantity.in_kernel(kernel)++, 0) << quantity.name << " shares its member";
      EXPECT_EQ(quantity.of_kernel(kernel), 1) << quantity.name;
    }
  }
}

TEST(Quantities, EveryCounterIsOneOfRunsAndKernels) {
  for (const CounterField& field : counter_fields()) {
    const auto found = std::ranges::find(quantities(), field.name, &Quantity::name);
    ASSERT_NE(found, quantities().end()) << field.name;
    EXPECT_TRUE(found->in_run && found->in_kernel);
    EXPECT_EQ(found->kind == QuantityKind::Reading, !field.reg.has_value());
  }
}

TEST(Quantities, StandInTheDocumentOfARunAtTheirPlaces) {
  test::SmallRun small = test::small_run();
  small.program.config.clock.mhz = 100;
  const json::object document = small.json();
  const RunRecord record = small.record("");
  for (const Quantity& quantity : quantities()) {
    if (quantity.of_runs()) {
      EXPECT_EQ(at_place(document, quantity), figure_json(figure_of(quantity, record.view())))
          << quantity.name;
    }
    for (size_t k = 0; quantity.of_kernels() && k < record.result.layers.size(); ++k)
      EXPECT_EQ(at_place(document.at("kernels").at(k).as_object(), quantity),
                figure_json(figure_of(quantity, record.view(), record.result.layers[k])))
          << quantity.name;
  }
}

// The contract with scripts and files of before, apart from the table.
TEST(Quantities, FormerNamesMeanWhatTheyMeant) {
  const std::vector<std::pair<const char*, const char*>> names = {
      {"insns", "instructions"},
      {"dram_bytes", "total_nbytes"},
      {"least_bytes", "least_nbytes"},
      {"bound_compute", "issued_compute"},
      {"bound_memory", "issued_memory"},
      {"bound_cycles", "issued_cycles"},
      {"bound_percent", "issued_percent"},
      {"layer_bound_cycles", "least_cycles"},
      {"layer_bound_compute", "least_compute"},
      {"layer_bound_memory", "least_memory"},
      {"layer_bound_percent", "least_percent"},
      {"milliseconds_per_image", "ms_per_image"},
      {"bus_utilization_percent", "bus_percent"}};
  for (const auto& [then, today] : names)
    EXPECT_EQ(name_today(then), today) << then;
  // Until version 6 these two also said of a kernel what its roofline is.
  EXPECT_EQ(find_quantity("least_cycles")->of_kernels_today, "roofline_cycles");
  EXPECT_EQ(find_quantity("layer_bound_percent")->of_kernels_today, "roofline_percent");
  for (const Quantity& quantity : quantities())
    if (!quantity.of_kernels_today.empty()) {
      EXPECT_FALSE(quantity.of_kernels()) << quantity.name;
      EXPECT_TRUE(find_quantity(quantity.of_kernels_today)->of_kernels()) << quantity.name;
    }
}

TEST(Quantities, ADocumentWithFormerNamesKeepsItsNumbers) {
  const std::string text = read_text_file(VTA_SOURCE_DIR "/tests/data/older/run_5.json");
  const json::value document = json::parse(text);
  const RunRecord record = parse_run(text, "run_5.json");
  const std::vector<std::pair<const char*, const char*>> places = {
      {"/instructions", "instructions"},
      {"/useful_macs", "useful_macs"},
      {"/timing/cycles", "cycles"},
      {"/timing/bound/compute", "issued_compute"},
      {"/timing/bound/memory", "issued_memory"},
      {"/timing/layer_bound/compute", "least_compute"},
      {"/timing/layer_bound/memory", "least_memory"},
      {"/timing/layer_bound/cycles", "least_cycles"}};
  for (const auto& [place, name] : places) {
    EXPECT_EQ(number_of(name, record.view()), document.at_pointer(place).to_number<double>())
        << place;
    const std::string_view renamed = find_quantity(name)->of_kernels_today;
    EXPECT_EQ(
        number_of(renamed.empty() ? name : renamed, record.view(), record.result.layers.at(0)),
        document.at("kernels").at(0).at_pointer(place).to_number<double>())
        << "kernel, " << place;
  }
  EXPECT_EQ(number_of("total_nbytes", record.view()), document.at("total_nbytes").as_int64());
}

// By hand: 80 cycles of 4 x 4 products a cycle, 60 of them busy, 15 GEMM steps.
TEST(Quantities, SharesAreOfTheirNumbers) {
  PointResult run;
  run.timing.cycles = 80;
  run.timing.bus_beats = 32;
  StateCycles& compute = run.timing.units[static_cast<size_t>(TimedUnit::Compute)];
  compute[static_cast<size_t>(UnitState::Busy)] = 60;
  compute[static_cast<size_t>(UnitState::TokenPrev)] = 20;
  run.counters.gemm_counter = 15;
  run.bound_compute = 26;
  run.bound_memory = 28;
  run.work.device_macs = 1200;
  run.work.network_macs = 2400;
  const VtaConfig config = named_config("default");
  const RunView view{config, 2, run};
  const auto lanes = static_cast<double>(config.macs());
  EXPECT_EQ(number_of("issued_cycles", view), 28);
  EXPECT_EQ(number_of("issued_percent", view), 35);
  EXPECT_EQ(number_of("gemm_percent", view), 18.75);
  EXPECT_EQ(number_of("bus_percent", view), 40);
  EXPECT_EQ(number_of("lost_cycles", view), 20);
  EXPECT_EQ(number_of("cycles_per_image", view), 40);
  EXPECT_EQ(number_of("device_mac_percent", view), 50);
  EXPECT_DOUBLE_EQ(*number_of("mac_percent", view), 100 * 1200 / (80 * lanes));
  for (const char* unknown : {"least_cycles", "least_percent", "useful_macs", "useful_mac_percent",
                              "idle_lane_percent", "ms_per_image"})
    EXPECT_EQ(number_of(unknown, view), std::nullopt) << unknown;
  run.least_cycles = 20;
  run.useful_macs = 600;
  EXPECT_EQ(number_of("least_percent", view), 25);
  const double useful = *number_of("useful_mac_percent", view);
  EXPECT_DOUBLE_EQ(useful, 100 * 600 / (80 * lanes));
  EXPECT_DOUBLE_EQ(*number_of("idle_lane_percent", view), 18.75 - useful);
  EXPECT_DOUBLE_EQ(*number_of("other_step_percent", view), 75 - 18.75);
  EXPECT_DOUBLE_EQ(*number_of("step_utilization_percent", view), 100 * 600 / (15 * lanes));
}

}  // namespace
}  // namespace vta::explore

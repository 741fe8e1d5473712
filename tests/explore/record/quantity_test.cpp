// The table of quantities: every row is a member of its own, and stands in the document of a run at
// its path.
#include "explore/quantity.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <set>

#include "explore/record/run_record.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

// "timing.bound.compute".
int64_t at_path(const json::object& owner, std::string_view path) {
  const size_t dot = path.find('.');
  const json::value& value = owner.at(path.substr(0, dot));
  return dot == std::string_view::npos ? value.as_int64()
                                       : at_path(value.as_object(), path.substr(dot + 1));
}

TEST(Quantities, NamesAndMembersAreTheirOwn) {
  std::set<std::string_view> names;
  PointResult run;
  LayerResult kernel;
  for (const Quantity& quantity : quantities()) {
    EXPECT_TRUE(names.insert(quantity.name).second) << quantity.name;
    EXPECT_FALSE(quantity.label.empty() || quantity.path.empty()) << quantity.name;
    EXPECT_TRUE(quantity.of_run || quantity.of_kernel) << quantity.name;
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

TEST(Quantities, StandInTheDocumentOfARunAtTheirPaths) {
  const test::SmallRun small = test::small_run();
  const json::object document = small.json();
  const PointResult result = small.record("").result;
  for (const Quantity& quantity : quantities()) {
    if (quantity.of_run) {
      EXPECT_EQ(at_path(document, quantity.path), quantity.of_run(result)) << quantity.name;
    }
    for (size_t k = 0; quantity.in_kernel && k < result.layers.size(); ++k)
      EXPECT_EQ(at_path(document.at("kernels").at(k).as_object(), quantity.path),
                quantity.of_kernel(result.layers[k]))
          << quantity.name;
  }
}

}  // namespace
}  // namespace vta::explore

#include "hw/synth/cell_timing.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/synth/netlist_text.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

CellTiming timing_of(const ModuleText& text) {
  const json::value module = text.value();
  return read_cell_timing("CELL", JsonReader(module, "test"));
}

// One delay, under the condition that `cell`, a type of Yosys with inputs A and B, drives.
size_t delays_under(const char* type, const json::object& inputs) {
  ModuleText text;
  text.port("I", "input", {2}).port("O", "output", {3}).port("S", "input", {4});
  json::object connections = inputs;
  connections["Y"] = bits_json({9});
  text.cell("$condition", type, connections);
  text.through({2}, {3}, 100, false, {9});
  return timing_of(text).through.size();
}

constexpr int kSignal = 4;  // a port: may be 0 or 1

json::object inputs(const char* a, const char* b) {
  const auto bit = [](const char* text) {
    return text[0] == 's' ? json::value(kSignal) : json::value(text);
  };
  json::object out{{"A", json::array{bit(a)}}};
  if (b != nullptr)
    out["B"] = json::array{bit(b)};
  return out;
}

TEST(CellTiming, ConditionsThatParametersExcludeAreLeftOut) {
  EXPECT_EQ(delays_under("$logic_not", inputs("1", nullptr)), 0u);
  EXPECT_EQ(delays_under("$logic_not", inputs("0", nullptr)), 1u);
  EXPECT_EQ(delays_under("$logic_and", inputs("0", "s")), 0u);
  EXPECT_EQ(delays_under("$logic_and", inputs("1", "s")), 1u);
  EXPECT_EQ(delays_under("$logic_or", inputs("1", "s")), 1u);
  EXPECT_EQ(delays_under("$logic_or", inputs("0", "0")), 0u);
  EXPECT_EQ(delays_under("$eq", inputs("1", "0")), 0u);
  EXPECT_EQ(delays_under("$ne", inputs("1", "0")), 1u);
  EXPECT_EQ(delays_under("$ne", inputs("1", "1")), 0u);
  EXPECT_EQ(delays_under("$eq", inputs("s", "0")), 1u);       // may hold
  EXPECT_EQ(delays_under("$unknown", inputs("0", "0")), 1u);  // not understood: may hold
  EXPECT_EQ(delays_under("$reduce_or", {{"A", json::array{"0", "0"}}}), 0u);
  EXPECT_EQ(delays_under("$reduce_bool", {{"A", json::array{"0", "1"}}}), 1u);
}

TEST(CellTiming, ParallelAndFullConnections) {
  ModuleText text;
  text.port("A", "input", {2, 3}).port("P", "output", {4, 5}).port("Q", "output", {6, 7, 8});
  text.through({2, 3}, {4, 5}, 10);
  text.through({2, 3}, {6, 7, 8}, 20, true);
  const CellTiming timing = timing_of(text);
  EXPECT_EQ(timing.through.size(), 2u + 6u);
  EXPECT_EQ(timing.pins[1].name, "A[1]");
}

TEST(CellTiming, TheLongestOfSeveralCounts) {
  ModuleText text;
  text.port("C", "input", {2}).port("Q", "output", {3}).port("D", "input", {4});
  text.launch(2, {3}, 303).launch(2, {3}, 500).launch(2, {3}, 400).setup({4}, 2, 0);
  const CellTiming timing = timing_of(text);
  ASSERT_EQ(timing.launches.size(), 1u);
  EXPECT_EQ(timing.launches[0].ps, 500);
  ASSERT_EQ(timing.setups.size(), 1u);  // 0 ps is a setup
  EXPECT_TRUE(timing.is_clock(0));
  EXPECT_FALSE(timing.is_clock(2));
}

TEST(CellTiming, SaysWhatItCannotUse) {
  const auto error_of = [](const ModuleText& text) {
    try {
      timing_of(text);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  ModuleText unknown;
  unknown.port("C", "input", {2}).port("D", "input", {3}).setup({3}, 2, "00xx");
  EXPECT_THAT(error_of(unknown), HasSubstr("type CELL: T_LIMIT_MAX is '00xx', not a number"));
  ModuleText falling;
  falling.port("C", "input", {2}).port("Q", "output", {3}).launch(2, {3}, 1, false);
  EXPECT_THAT(error_of(falling), HasSubstr("clocked by a falling edge"));
  ModuleText inside;
  inside.port("I", "input", {2}).through({2}, {7}, 1);
  EXPECT_THAT(error_of(inside), HasSubstr("of a signal that is no port"));
}

}  // namespace
}  // namespace vta

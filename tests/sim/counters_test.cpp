// The table of counters: a row for every member, and what is made from it.
#include "sim/counters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>
#include <string>

namespace vta {
namespace {

std::string capitals(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::toupper(c); });
  return out;
}

TEST(CounterTable, EveryMemberHasOneRow) {
  std::set<std::string_view> names;
  Counters all;
  for (const CounterField& field : counter_fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_EQ(all.*field.member, 0) << field.name << " shares its member";
    all.*field.member = 1;
    EXPECT_FALSE(field.label.empty() || field.heading.empty() || field.meaning.empty());
  }
  all.insn_count.fill(1);
  int64_t words[sizeof(Counters) / sizeof(int64_t)];
  std::memcpy(words, &all, sizeof all);
  EXPECT_TRUE(std::ranges::all_of(words, [](int64_t word) { return word == 1; }));
}

TEST(CounterTable, RegistersHaveTheNamesOfTheirCounters) {
  for (const CounterField& field : machine_counters())
    EXPECT_EQ(register_table()[static_cast<size_t>(*field.reg)].name, capitals(field.name));
  EXPECT_EQ(std::ranges::count_if(counter_fields(),
                                  [](const CounterField& f) { return f.reg.has_value(); }),
            std::ssize(machine_counters()));
}

TEST(CounterTable, SumsAndComparesEveryRow) {
  for (const CounterField& field : counter_fields()) {
    Counters one, sum;
    one.*field.member = 5;
    EXPECT_NE(one, sum) << field.name;
    sum += one;
    sum += one;
    EXPECT_EQ(sum.*field.member, 10) << field.name;
  }
}

}  // namespace
}  // namespace vta

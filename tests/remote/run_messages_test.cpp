// Statistics of a run as a message: values go by the counters' names.
#include "remote/messages/run_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace vta::remote {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Counters numbered(int64_t first) {
  Counters counters;
  for (const CounterField& field : counter_fields())
    counters.*field.member = first++;
  for (int64_t& count : counters.insn_count)
    count = first++;
  return counters;
}

RunStats some_stats() {
  RunStats stats;
  stats.counters = numbered(100);
  stats.kernels = {numbered(200), Counters{}, numbered(int64_t{1} << 60)};
  return stats;
}

v1::Stats some_message() {
  v1::Stats message;
  put_stats(some_stats(), message);
  return message;
}

// Of every message in it, the value at `place`.
template <typename Change>
void change_counters(v1::Stats& message, const Change& change) {
  change(*message.mutable_counters()->mutable_values());
  for (v1::Counters& kernel : *message.mutable_kernels())
    change(*kernel.mutable_values());
}

TEST(RunMessages, EveryCounterComesBack) {
  const RunStats back = stats_of(some_message());
  EXPECT_EQ(back.counters, some_stats().counters);
  EXPECT_EQ(back.kernels, some_stats().kernels);
}

// A server of another version: its own order, and a counter that is not known here.
TEST(RunMessages, ValuesGoByNamesInWhateverOrder) {
  v1::Stats message = some_message();
  std::ranges::reverse(*message.mutable_counter_names());
  message.add_counter_names("of_tomorrow");
  change_counters(message, [](auto& values) {
    std::reverse(values.begin(), values.end());
    values.Add(-1);
  });
  EXPECT_EQ(stats_of(message).counters, some_stats().counters);
  EXPECT_EQ(stats_of(message).kernels, some_stats().kernels);
}

TEST(RunMessages, AMissingCounterIsNamed) {
  v1::Stats message = some_message();
  const std::string name = message.counter_names(6);
  message.set_counter_names(6, "of_yesterday");
  EXPECT_THAT([&] { stats_of(message); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("no counter " + name + " among inp_load_nbytes, "),
                        HasSubstr("of_yesterday"), HasSubstr("come from another version of vta"))));
  message.clear_counter_names();
  EXPECT_THAT([&] { stats_of(message); }, ThrowsMessage<InputError>(HasSubstr("among none: ")));
}

TEST(RunMessages, AsManyValuesAsNames) {
  v1::Stats message = some_message();
  message.mutable_kernels(1)->add_values(7);
  EXPECT_THAT([&] { stats_of(message); },
              ThrowsMessage<InputError>(HasSubstr("9 numbers of counters, 8 must be")));
  message.mutable_kernels(1)->clear_values();
  EXPECT_THAT([&] { stats_of(message); },
              ThrowsMessage<InputError>(HasSubstr("0 numbers of counters, 8 must be")));
}

}  // namespace
}  // namespace vta::remote

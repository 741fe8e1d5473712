// vta_queues against deques and counters, under random dispatches, starts and completions.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <random>

#include "VQueues.h"
#include "wide.h"

namespace vta {
namespace {

constexpr size_t kUnits = 3;                            // load, compute, store
constexpr size_t kDepth = 3;                            // of the queues in extended.json
constexpr int64_t kIndexLsb = 128, kCommandBits = 160;  // unit_head_t, command_t
constexpr size_t kHeadBits = 163, kStatusBits = 5;
constexpr int kPopPrev = 3, kPopNext = 4;  // bits of an instruction

struct QueuedCommand {
  uint32_t index = 0;
  std::array<uint64_t, 2> insn = {};

  bool pops_prev() const { return (insn[0] >> kPopPrev & 1) != 0; }
  bool pops_next() const { return (insn[0] >> kPopNext & 1) != 0; }
};

// What a unit does in a cycle.
struct UnitAction {
  bool dispatch = false, start = false, done = false, push_prev = false, push_next = false;
};
using Actions = std::array<UnitAction, kUnits>;

// The page: tokens go between neighbours, one counter for each direction.
struct QueuesModel {
  std::array<std::deque<QueuedCommand>, kUnits> queue;
  std::array<uint32_t, kUnits - 1> to_next = {}, to_prev = {};
  std::array<uint32_t, kUnits> started = {};

  bool token_prev(size_t u) const { return u > 0 && to_next[u - 1] > 0; }
  bool token_next(size_t u) const { return u + 1 < kUnits && to_prev[u] > 0; }
  uint64_t tokens() const { return uint64_t{to_next[0]} + to_next[1] + to_prev[0] + to_prev[1]; }

  bool can_start(size_t u) const {
    return !queue[u].empty() && (!queue[u][0].pops_prev() || token_prev(u)) &&
           (!queue[u][0].pops_next() || token_next(u));
  }

  void edge(size_t u, const UnitAction& action, const QueuedCommand& command) {
    if (action.start) {
      to_next[u - 1 < kUnits ? u - 1 : 0] -= queue[u][0].pops_prev() ? 1 : 0;
      to_prev[u < kUnits - 1 ? u : 0] -= queue[u][0].pops_next() ? 1 : 0;
      started[u] = queue[u][0].index;
      queue[u].pop_front();
    }
    if (action.dispatch)
      queue[u].push_back(command);
    if (action.done && action.push_next)
      ++to_next[u];
    if (action.done && action.push_prev)
      ++to_prev[u - 1];
  }
};

class QueuesBench {
 public:
  QueuesBench() { clear(); }

  void clear() {
    drive({}, {});
    model_.clear = 1;
    clock_edge(model_);
    model_.clear = 0;
    expected_ = {};
    known_ = {};
    compare();
  }

  void cycle(const Actions& actions, const QueuedCommand& command) {
    drive(actions, command);
    clock_edge(model_);
    for (size_t u = 0; u < kUnits; ++u) {
      known_[u] = known_[u] || actions[u].start;
      expected_.edge(u, actions[u], command);
    }
    compare();
  }

  const QueuesModel& expected() const { return expected_; }

 private:
  void drive(const Actions& actions, const QueuedCommand& command) {
    set_bits(model_.dispatch_command, 0, 64, command.insn[0]);
    set_bits(model_.dispatch_command, 64, 64, command.insn[1]);
    set_bits(model_.dispatch_command, kIndexLsb, 32, command.index);
    uint32_t dispatch = 0, status = 0;
    for (size_t u = 0; u < kUnits; ++u) {
      const UnitAction& a = actions[u];
      dispatch |= uint32_t{a.dispatch} << u;
      // unit_status_t: start, done, push_prev, push_next, executing
      const uint32_t bits = uint32_t{a.start} << 4 | uint32_t{a.done} << 3 |
                            uint32_t{a.push_prev} << 2 | uint32_t{a.push_next} << 1;
      status |= bits << (kStatusBits * u);
    }
    model_.dispatch = static_cast<uint8_t>(dispatch);
    model_.status = static_cast<uint16_t>(status);
  }

  void compare() {
    EXPECT_EQ(model_.tokens, expected_.tokens());
    for (size_t u = 0; u < kUnits; ++u) {
      SCOPED_TRACE(testing::Message() << "unit " << u);
      const auto at = static_cast<int64_t>(kHeadBits * u);
      const auto& queue = expected_.queue[u];
      EXPECT_EQ((model_.room >> u) & 1, queue.size() < kDepth ? 1 : 0);
      EXPECT_EQ(get_bits(model_.head, at + kCommandBits, 1), expected_.token_next(u));
      EXPECT_EQ(get_bits(model_.head, at + kCommandBits + 1, 1), expected_.token_prev(u));
      ASSERT_EQ(get_bits(model_.head, at + kCommandBits + 2, 1), !queue.empty());
      if (!queue.empty()) {
        EXPECT_EQ(get_bits(model_.head, at, 64), queue[0].insn[0]);
        EXPECT_EQ(get_bits(model_.head, at + 64, 64), queue[0].insn[1]);
        EXPECT_EQ(get_bits(model_.head, at + kIndexLsb, 32), queue[0].index);
      }
      if (known_[u]) {
        EXPECT_EQ(get_bits(model_.started_index, static_cast<int64_t>(32 * u), 32),
                  expected_.started[u]);
      }
    }
  }

  VQueues model_;
  QueuesModel expected_;
  std::array<bool, kUnits> known_ = {};  // has started something
};

// A command whose token bits are legal for a unit: load has no unit before, store none behind.
QueuedCommand random_command(std::mt19937_64& random, size_t unit, uint32_t index) {
  QueuedCommand command = {index, {random(), random()}};
  if (unit == 0)
    command.insn[0] &= ~(uint64_t{1} << kPopPrev);
  if (unit == kUnits - 1)
    command.insn[0] &= ~(uint64_t{1} << kPopNext);
  return command;
}

Actions random_actions(std::mt19937_64& random, const QueuesModel& model, size_t dispatched) {
  Actions actions;
  for (size_t u = 0; u < kUnits; ++u) {
    UnitAction& a = actions[u];
    a.dispatch = u == dispatched && model.queue[u].size() < kDepth;
    a.start = model.can_start(u) && random() % 4 != 0;
    a.done = random() % 2 != 0;
    a.push_prev = u > 0 && random() % 2 != 0;
    a.push_next = u + 1 < kUnits && random() % 2 != 0;
  }
  return actions;
}

TEST(Queues, RandomRunsMatchDequesAndCounters) {
  constexpr int kRuns = 20, kCycles = 500;
  constexpr uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937_64 random(kSeed);
  QueuesBench bench;
  for (int run = 0; run < kRuns; ++run) {
    for (uint32_t i = 0; i < kCycles && !testing::Test::HasFailure(); ++i) {
      const size_t unit = random() % kUnits;
      bench.cycle(random_actions(random, bench.expected(), unit), random_command(random, unit, i));
    }
    bench.clear();  // with instructions and tokens left
  }
}

TEST(Queues, ATokenMayBeTakenAtTheEdgeAfterItsPush) {
  QueuesBench bench;
  Actions actions;
  actions[0] = {.done = true, .push_next = true};
  actions[1].dispatch = true;
  bench.cycle(actions, {7, {uint64_t{1} << kPopPrev, 0}});
  EXPECT_TRUE(bench.expected().can_start(1));
  actions = {};
  actions[1].start = true;
  bench.cycle(actions, {});
  EXPECT_EQ(bench.expected().tokens(), 0u);
}

TEST(Queues, AFullQueueLeavesTheOthersRoom) {
  QueuesBench bench;
  Actions actions;
  actions[1].dispatch = true;
  for (uint32_t i = 0; i < kDepth; ++i)
    bench.cycle(actions, {i, {}});
  actions[1].dispatch = false;
  actions[1].start = true;
  for (uint32_t i = 0; i < kDepth; ++i)
    bench.cycle(actions, {});
}

}  // namespace
}  // namespace vta

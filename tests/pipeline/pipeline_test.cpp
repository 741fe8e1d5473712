// The engine with parts that are functions: order, back-pressure, values that skip a part,
// failures.
#include "pipeline/pipeline.h"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>
#include <numeric>

#include "base/error.h"
#include "pipeline/bounded_queue.h"

namespace vta::piped {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const TensorType kNumber = {{}, DType::I32};

std::shared_ptr<const Program> numbers(int64_t inputs, int64_t outputs) {
  auto program = std::make_shared<Program>();
  for (int64_t i = 0; i < inputs + outputs; ++i) {
    program->values.push_back({fmt::format("v{}", i), DType::I32, {}, {}});
    (i < inputs ? program->inputs : program->outputs).push_back(i);
  }
  return program;
}

// Outputs are the sum of the inputs plus the output's number and a thousand times the part's.
class Adder final : public PartRunner {
 public:
  explicit Adder(int64_t outputs, std::function<void(int32_t sum)> look = {})
      : outputs_(outputs), look_(std::move(look)) {}
  PartRun run(const std::vector<Tensor>& inputs) override {
    int32_t sum = 0;
    for (const Tensor& t : inputs)
      sum += t.data<int32_t>()[0];
    if (look_)
      look_(sum);
    PartRun done;
    for (int64_t i = 0; i < outputs_; ++i)
      done.outputs.push_back(Tensor::scalar(sum + static_cast<int32_t>(i)));
    done.cycles = 10;
    return done;
  }

 private:
  int64_t outputs_;
  std::function<void(int32_t)> look_;
};

// x -> part 0 -> (a, b);  a -> part 1 -> c;  b, c, x -> part 2 -> y.  Outputs: y, a.
Plan skipping() {
  Plan plan;
  plan.parts = {numbers(1, 2), numbers(1, 1), numbers(3, 1)};
  plan.inputs = {{"x", kNumber, {{0, 0}, {2, 2}}}};
  plan.links = {{{0, 0}, {1, 0}}, {{0, 1}, {2, 0}}, {{1, 0}, {2, 1}}};
  plan.outputs = {{"y", kNumber, {2, 0}}, {"a", kNumber, {0, 0}}};
  check_plan(plan, "plan");
  return plan;
}

using Runners = std::vector<std::unique_ptr<PartRunner>>;

Runners adders(const std::vector<int64_t>& outputs) {
  Runners runners;
  for (const int64_t count : outputs)
    runners.push_back(std::make_unique<Adder>(count));
  return runners;
}

std::vector<Tensor> number_of(int64_t image) {
  return {Tensor::scalar(static_cast<int32_t>(100 * image))};
}

struct Taken {
  std::vector<int64_t> images;
  std::vector<std::vector<int32_t>> values;
};

Work work_into(Taken& taken, int64_t images, int64_t queue) {
  Work work;
  work.images = images;
  work.queue = queue;
  work.input = number_of;
  work.output = [&taken](int64_t image, const std::vector<Tensor>& outputs) {
    taken.images.push_back(image);
    taken.values.emplace_back();
    for (const Tensor& t : outputs)
      taken.values.back().push_back(t.data<int32_t>()[0]);
  };
  return work;
}

TEST(Pipeline, ValuesThatSkipAPartArriveWithTheirImage) {
  for (const int64_t queue : {1, 2, 100}) {
    Taken taken;
    const Outcome outcome = run_parts(skipping(), adders({2, 1, 1}), work_into(taken, 50, queue));
    EXPECT_EQ(outcome.images, 50);
    EXPECT_FALSE(outcome.failure);
    ASSERT_EQ(taken.images.size(), 50u);
    for (int32_t i = 0; i < 50; ++i) {
      EXPECT_EQ(taken.images[static_cast<size_t>(i)], i);
      EXPECT_THAT(taken.values[static_cast<size_t>(i)],
                  ElementsAre(100 * i + 1 + 100 * i + 100 * i, 100 * i));
    }
    for (const int64_t longest : outcome.longest_queue)
      EXPECT_LE(longest, queue);
    EXPECT_EQ(outcome.cycles.front(), (std::vector<std::optional<int64_t>>{10, 10, 10}));
  }
}

// The last part does not go on before as many images as there are places have begun: no more may.
TEST(Pipeline, NoMoreImagesAreOnTheirWayThanQueuesHold) {
  Plan plan;
  plan.parts = {numbers(1, 1), numbers(1, 1)};
  plan.inputs = {{"x", kNumber, {{0, 0}}}};
  plan.links = {{{0, 0}, {1, 0}}};
  plan.outputs = {{"y", kNumber, {1, 0}}};
  constexpr int64_t kQueue = 2;
  std::atomic<int64_t> begun = 0, ended = 0, most = 0;
  Runners runners;
  runners.push_back(std::make_unique<Adder>(1, [&](int32_t) {
    ++begun;
    most = std::max<int64_t>(most, begun - ended);
  }));
  runners.push_back(std::make_unique<Adder>(1, [&](int32_t sum) {
    // In the queue, in the first part waiting for room, and this one.
    const int64_t there = std::min<int64_t>(20, sum / 100 + 1 + kQueue + 1);
    while (begun < there) {
    }
    ++ended;
  }));
  Taken taken;
  const Outcome outcome = run_parts(plan, runners, work_into(taken, 20, kQueue));
  EXPECT_EQ(outcome.images, 20);
  EXPECT_EQ(outcome.longest_queue[1], kQueue);
  EXPECT_LE(most, kQueue + 3);
}

TEST(Pipeline, WhatWasBeforeAFailureComesOutAndNothingBehindIt) {
  for (const size_t failing : {0, 1, 2})
    for (const int64_t image : {0, 1, 7, 19}) {
      Runners runners = adders({2, 1, 1});
      std::atomic<int64_t> seen = 0;
      runners[failing] = std::make_unique<Adder>(failing == 0 ? 2 : 1, [&](int32_t) {
        if (seen++ == image)
          throw DeviceError("gone");
      });
      Taken taken;
      const Outcome outcome = run_parts(skipping(), runners, work_into(taken, 20, 2));
      EXPECT_EQ(outcome.images, image);
      EXPECT_EQ(std::ssize(taken.images), image);
      ASSERT_TRUE(outcome.failure);
      EXPECT_EQ(outcome.failure->part, static_cast<int64_t>(failing));
      EXPECT_EQ(outcome.failure->image, image);
      EXPECT_THAT([&] { std::rethrow_exception(outcome.failure->error); },
                  ThrowsMessage<DeviceError>(HasSubstr("gone")));
    }
}

// Part 0 fails for image 5 while part 2 has not yet failed for image 1: that is the one to name.
TEST(Pipeline, OfSeveralFailuresTheEarliestImageCounts) {
  Runners runners = adders({2, 1, 1});
  std::atomic<bool> first_failed = false;
  std::atomic<int64_t> fed = 0, seen = 0;
  runners[0] = std::make_unique<Adder>(2, [&](int32_t) {
    if (fed++ == 5) {
      first_failed = true;
      throw DeviceError("later");
    }
  });
  runners[2] = std::make_unique<Adder>(1, [&](int32_t) {
    if (seen++ == 1) {
      while (!first_failed) {
      }
      throw DeviceError("earlier");
    }
  });
  Taken taken;
  const Outcome outcome = run_parts(skipping(), runners, work_into(taken, 20, 4));
  EXPECT_EQ(outcome.images, 1);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->part, 2);
  EXPECT_EQ(outcome.failure->image, 1);
}

TEST(Pipeline, InputsThatCannotBeHadEndIt) {
  Taken taken;
  Work work = work_into(taken, 10, 2);
  work.input = [](int64_t image) {
    if (image == 4)
      throw InputError("no such picture");
    return number_of(image);
  };
  const Outcome outcome = run_parts(skipping(), adders({2, 1, 1}), work);
  EXPECT_EQ(outcome.images, 4);
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->part, -1);
  EXPECT_EQ(outcome.failure->image, 4);
}

TEST(Pipeline, OutputsThatCannotBeTakenEndIt) {
  Taken taken;
  Work work = work_into(taken, 1000000, 1);
  int64_t count = 0;
  work.output = [&](int64_t, const std::vector<Tensor>&) {
    if (++count == 3)
      throw OutputError("full");
  };
  EXPECT_THROW(run_parts(skipping(), adders({2, 1, 1}), work), OutputError);
  EXPECT_EQ(count, 3);
}

TEST(Plan, SaysWhatDoesNotHoldTogether) {
  const auto expect = [](const std::string& words, const std::function<void(Plan&)>& change) {
    Plan plan = skipping();
    change(plan);
    EXPECT_THAT([&] { check_plan(plan, "plan"); }, ThrowsMessage<InputError>(HasSubstr(words)));
  };
  expect("there are no parts", [](Plan& p) { p.parts.clear(); });
  expect("part 0 has no output 2: it has 2", [](Plan& p) { p.links[0].from.port = 2; });
  expect("there is no part 3: they are 0 to 2", [](Plan& p) { p.links[0].to.part = 3; });
  expect("part 1 has no input 1: it has 1", [](Plan& p) { p.links[0].to.port = 1; });
  expect("input 0 of part 1 is given twice", [](Plan& p) { p.links.push_back(p.links[0]); });
  expect("no connection leads to input 0 of part 1",
         [](Plan& p) { p.links.erase(p.links.begin()); });
  expect("output 0 of part 1 goes to part 1: outputs go to later parts", [](Plan& p) {
    p.links[0].from = {1, 0};
  });
  expect("input 'x' is Tensor[(2), int32], and input 0 of part 0 takes",
         [](Plan& p) { p.inputs[0].type.shape = {2}; });
  expect("output 'y' is int8, and output 0 of part 2 is",
         [](Plan& p) { p.outputs[0].type.dtype = DType::I8; });
}

TEST(BoundedQueue, GivesWhatIsInItAfterItsEnd) {
  BoundedQueue<int> queue(2);
  EXPECT_TRUE(queue.push(1));
  EXPECT_TRUE(queue.push(2));
  queue.finish();
  EXPECT_EQ(queue.pop(), 1);
  EXPECT_EQ(queue.pop(), 2);
  EXPECT_EQ(queue.pop(), std::nullopt);
  EXPECT_EQ(queue.longest(), 2);
  BoundedQueue<int> left(1);
  left.abandon();
  EXPECT_FALSE(left.push(1));
}

}  // namespace
}  // namespace vta::piped

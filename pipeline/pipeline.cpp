#include "pipeline/pipeline.h"

#include <chrono>
#include <mutex>
#include <thread>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/resource_policy.h"
#include "pipeline/bounded_queue.h"

namespace vta::piped {
namespace {

using Clock = std::chrono::steady_clock;

// An image on its way. What nobody reads any more is empty.
struct Image {
  int64_t number = 0;
  Clock::time_point begin;
  std::vector<Tensor> inputs;             // of the network
  std::vector<std::vector<Tensor>> made;  // by part
  std::vector<std::optional<int64_t>> cycles;
};

// The last part that reads each value; the number of parts: it is an output.
class LastUse {
 public:
  explicit LastUse(const Plan& plan) : inputs_(plan.inputs.size(), -1) {
    for (const auto& part : plan.parts)
      made_.emplace_back(part->outputs.size(), -1);
    for (size_t i = 0; i < plan.inputs.size(); ++i)
      for (const Port& to : plan.inputs[i].to)
        inputs_[i] = std::max(inputs_[i], to.part);
    for (const Plan::Link& link : plan.links)
      at(link.from) = std::max(at(link.from), link.to.part);
    for (const Plan::Output& output : plan.outputs)
      at(output.from) = std::ssize(plan.parts);
  }
  // What no part behind this one reads.
  void drop(Image& image, int64_t part) const {
    for (size_t i = 0; i < image.inputs.size(); ++i)
      if (inputs_[i] <= part)
        image.inputs[i] = {};
    for (size_t p = 0; p < image.made.size(); ++p)
      for (size_t i = 0; i < image.made[p].size(); ++i)
        if (made_[p][i] <= part)
          image.made[p][i] = {};
  }

 private:
  int64_t& at(const Port& port) {
    return made_[static_cast<size_t>(port.part)][static_cast<size_t>(port.port)];
  }
  std::vector<int64_t> inputs_;
  std::vector<std::vector<int64_t>> made_;
};

const Tensor& value_of(const Image& image, const Port& port) {
  return image.made[static_cast<size_t>(port.part)][static_cast<size_t>(port.port)];
}

std::vector<Tensor> inputs_for(const Plan& plan, const Image& image, int64_t part) {
  std::vector<Tensor> given(plan.parts[static_cast<size_t>(part)]->inputs.size());
  for (size_t i = 0; i < plan.inputs.size(); ++i)
    for (const Port& to : plan.inputs[i].to)
      if (to.part == part)
        given[static_cast<size_t>(to.port)] = image.inputs[i];
  for (const Plan::Link& link : plan.links)
    if (link.to.part == part)
      given[static_cast<size_t>(link.to.port)] = value_of(image, link.from);
  return given;
}

class Run {
 public:
  Run(const Plan& plan, const std::vector<std::unique_ptr<PartRunner>>& runners, const Work& work)
      : plan_(plan), runners_(runners), work_(work), last_use_(plan) {
    // Before each part, and behind the last: there a place is enough.
    for (size_t i = 0; i <= runners.size(); ++i)
      queues_.push_back(std::make_unique<BoundedQueue<Image>>(i < runners.size() ? work.queue : 1));
    outcome_.busy_seconds.assign(runners.size(), 0);
  }

  Outcome outcome() {
    const Clock::time_point begin = Clock::now();
    start();
    try {
      take_outputs();
    } catch (...) {
      queues_.back()->abandon();
      join();
      throw;
    }
    join();
    outcome_.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    for (size_t i = 0; i < runners_.size(); ++i)
      outcome_.longest_queue.push_back(i > 0 ? queues_[i]->longest() : 0);
    return std::move(outcome_);
  }

 private:
  void start() {
    const auto meter = scoped_meter();
    const auto in_scope = [meter](auto body) {
      return [meter, body] {
        std::optional<ResourceScope> scope;
        if (meter)
          scope.emplace(meter);
        body();
      };
    };
    try {
      threads_.emplace_back(in_scope([this] { feed(); }));
      for (size_t part = 0; part < runners_.size(); ++part)
        threads_.emplace_back(in_scope([this, part] { serve(part); }));
    } catch (...) {
      for (auto& queue : queues_) {
        queue->abandon();
        queue->finish();
      }
      join();
      throw;
    }
  }
  void join() {
    for (std::thread& thread : threads_)
      thread.join();
    threads_.clear();
  }

  void feed() {
    for (int64_t i = 0; i < work_.images; ++i) {
      Image image;
      image.number = i;
      try {
        image.inputs = work_.input(i);
      } catch (...) {
        fail(-1, i);
        break;
      }
      if (!queues_.front()->push(std::move(image)))
        break;
    }
    queues_.front()->finish();
  }

  void serve(size_t part) {
    BoundedQueue<Image>&from = *queues_[part], &to = *queues_[part + 1];
    while (std::optional<Image> image = from.pop()) {
      const Clock::time_point begin = Clock::now();
      if (part == 0)
        image->begin = begin;
      try {
        run(*image, static_cast<int64_t>(part));
      } catch (...) {
        fail(static_cast<int64_t>(part), image->number);
        break;
      }
      outcome_.busy_seconds[part] += std::chrono::duration<double>(Clock::now() - begin).count();
      if (!to.push(std::move(*image)))
        break;
    }
    from.abandon();
    to.finish();
  }

  void run(Image& image, int64_t part) const {
    PartRun done = runners_[static_cast<size_t>(part)]->run(inputs_for(plan_, image, part));
    VTA_CHECK(done.outputs.size() == plan_.parts[static_cast<size_t>(part)]->outputs.size(),
              "{} outputs of part {}", done.outputs.size(), part);
    image.made.push_back(std::move(done.outputs));
    image.cycles.push_back(done.cycles);
    last_use_.drop(image, part);
  }

  void take_outputs() {
    Clock::time_point first;
    while (std::optional<Image> image = queues_.back()->pop()) {
      const Clock::time_point now = Clock::now();
      if (outcome_.images == 0)
        first = now;
      outcome_.steady_seconds = std::chrono::duration<double>(now - first).count();
      outcome_.latency_seconds.push_back(std::chrono::duration<double>(now - image->begin).count());
      outcome_.cycles.push_back(std::move(image->cycles));
      std::vector<Tensor> outputs;
      for (const Plan::Output& output : plan_.outputs)
        outputs.push_back(value_of(*image, output.from));
      ++outcome_.images;
      work_.output(image->number, std::move(outputs));
    }
  }

  void fail(int64_t part, int64_t image) {
    const std::lock_guard lock(failing_);
    if (!outcome_.failure || image < outcome_.failure->image)
      outcome_.failure = Failure{part, image, std::current_exception()};
  }

  const Plan& plan_;
  const std::vector<std::unique_ptr<PartRunner>>& runners_;
  const Work& work_;
  const LastUse last_use_;
  std::vector<std::unique_ptr<BoundedQueue<Image>>> queues_;
  std::vector<std::thread> threads_;
  std::mutex failing_;
  Outcome outcome_;
};

}  // namespace

Outcome run_parts(const Plan& plan, const std::vector<std::unique_ptr<PartRunner>>& runners,
                  const Work& work) {
  VTA_CHECK(runners.size() == plan.parts.size(), "{} runners for {} parts", runners.size(),
            plan.parts.size());
  VTA_CHECK(work.queue >= 1, "a queue of {}", work.queue);
  return Run(plan, runners, work).outcome();
}

}  // namespace vta::piped

// A piece of work is as many samples as the float network takes at once: each is prepared once, in
// the thread that runs both networks on it, so that no more is in memory than threads have at hand.
#include "evaluation/evaluation.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "base/elapsed.h"
#include "base/interruption.h"
#include "base/progress.h"
#include "base/resource_policy.h"
#include "base/round.h"
#include "compiler/oracle.h"
#include "evaluation/logits.h"
#include "evaluation/samples.h"

namespace vta {
namespace {

class Evaluator {
 public:
  Evaluator(FloatNetwork& network, const SampleSet& samples, const CompileResult& compiled,
            const EvaluationOptions& options)
      : network_(network),
        samples_(samples),
        compiled_(compiled),
        options_(options),
        progress_(options.progress, samples.count) {
    const std::vector<Tensor> first = samples_.rows(0, network_.batch());
    network_.prepare(samples_.count, first);
    chunks_ = ceil_div(samples_.count, network_.at_once());
    const auto values = static_cast<size_t>(samples_.count * network_.classes());
    result_.float_logits.resize(values);
    result_.int8_logits.resize(values);
    result_.threads = std::clamp<int64_t>(options_.threads, 1, chunks_);
    progress_.show_rate();
  }

  Evaluation run() {
    const Stopwatch watch;
    run_threads();
    result_.times.wall_seconds = watch.seconds();
    if (options_.verify)
      result_.verified = verified_;
    result_.scores =
        score_rows(result_.float_logits, result_.int8_logits, network_.classes(), samples_.labels);
    return std::move(result_);
  }

 private:
  void run_threads() {
    const auto meter = scoped_meter();
    const auto interruption = scoped_interruption();
    const auto share = [&] {
      const InterruptionScope joined(interruption);
      std::optional<ResourceScope> scope;
      if (meter != nullptr)
        scope.emplace(meter);
      run_chunks();
    };
    std::vector<std::thread> others;
    for (int64_t t = 1; t < result_.threads; ++t)
      others.emplace_back(share);
    run_chunks();
    for (std::thread& t : others)
      t.join();
    if (error_)
      std::rethrow_exception(error_);
  }

  void run_chunks() {
    try {
      Executor executor(compiled_.program, options_.open_device());
      executor.set_max_cycles(options_.max_cycles);
      for (int64_t chunk = next_++; chunk < chunks_; chunk = next_++)
        run_chunk(executor, chunk);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_)
        error_ = std::current_exception();
      next_ = chunks_;
    }
  }

  void run_chunk(Executor& executor, int64_t chunk) {
    EvaluationTimes times;
    const int64_t first = chunk * network_.at_once();
    const int64_t count = std::min(network_.at_once(), samples_.count - first);
    Stopwatch watch;
    const std::vector<Tensor> rows = samples_.rows(first, network_.at_once());
    times.prepare_seconds = watch.lap();
    keep(network_.logits(rows), result_.float_logits, first, count);
    times.float_seconds = watch.lap();
    for (int64_t at = 0; at < count; at += network_.batch())
      run_batch(executor, rows, first, at, times);
    const std::lock_guard lock(mutex_);
    result_.times += times;
    progress_.step(count);
  }

  void run_batch(Executor& executor, const std::vector<Tensor>& rows, int64_t first, int64_t at,
                 EvaluationTimes& times) {
    Stopwatch watch;
    for (size_t i = 0; i < rows.size(); ++i)
      executor.set_input(static_cast<int64_t>(i), image_batch(rows[i], at, network_.batch()));
    executor.run();
    const int64_t count = std::min(network_.batch(), samples_.count - first - at);
    keep(logit_values(executor.output(0)), result_.int8_logits, first + at, count);
    times.int8_seconds += watch.lap();
    times.device_seconds += executor.stats().device_seconds;
    if (first + at == 0)
      result_.stats = executor.stats();
    if (options_.verify)
      verify(executor, (first + at) / network_.batch());
    times.verify_seconds += watch.lap();
  }

  // The same inputs again, watched.
  void verify(Executor& executor, int64_t batch) {
    Oracle oracle(compiled_.quantized, executor);
    const Tensor before = executor.output(0);
    executor.run();
    const VerifyReport report = oracle.compare();
    const std::lock_guard lock(mutex_);
    verified_.elements += report.elements;
    verified_.mismatched_elements += report.mismatched_elements;
    verified_.output_error = std::max(verified_.output_error, report.output_error);
    verified_.differing_runs +=
        std::ranges::equal(before.bytes(), executor.output(0).bytes()) ? 0 : 1;
    if (report.mismatched_elements > 0 && (first_wrong_ < 0 || batch < first_wrong_)) {
      first_wrong_ = batch;
      verified_.first_mismatch = fmt::format("batch {}: {}", batch, report.first_mismatch);
    }
  }

  // Rows are written by the thread that has them: no other one has these.
  void keep(std::span<const float> logits, std::vector<float>& all, int64_t first,
            int64_t count) const {
    std::ranges::copy(logits.first(static_cast<size_t>(count * network_.classes())),
                      all.begin() + first * network_.classes());
  }

  FloatNetwork& network_;
  const SampleSet& samples_;
  const CompileResult& compiled_;
  const EvaluationOptions& options_;
  int64_t chunks_ = 0;
  std::atomic<int64_t> next_ = 0;
  std::mutex mutex_;  // guards all below
  Progress progress_;
  Evaluation result_;  // its logits are not guarded
  VerifiedRuns verified_;
  int64_t first_wrong_ = -1;  // batch
  std::exception_ptr error_;
};

}  // namespace

EvaluationTimes& EvaluationTimes::operator+=(const EvaluationTimes& more) {
  prepare_seconds += more.prepare_seconds;
  float_seconds += more.float_seconds;
  int8_seconds += more.int8_seconds;
  device_seconds += more.device_seconds;
  verify_seconds += more.verify_seconds;
  wall_seconds += more.wall_seconds;
  return *this;
}

Evaluation evaluate(FloatNetwork& network, const SampleSet& samples, const CompileResult& compiled,
                    const EvaluationOptions& options) {
  return Evaluator(network, samples, compiled, options).run();
}

}  // namespace vta

#include "sim/cosim/bench.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace vta::cosim {

int64_t Verdict::cycles() const {
  return results.empty() ? 0 : detailed().report.cycles.value_or(0);
}

const RunResult& Verdict::detailed() const {
  for (const RunResult& r : results)
    if (r.timed())
      return r;
  return results.front();
}

Bench::Bench(std::vector<std::string> backends, DeviceMaker make_device)
    : backends_(std::move(backends)), make_device_(std::move(make_device)) {
  VTA_CHECK(!backends_.empty(), "no backend to run on");
}

void Bench::prepare(const VtaConfig& config, int64_t wanted_bytes) {
  const VtaConfig wanted = device_config(config);
  const int64_t memory_bytes = std::max(wanted_bytes, kLeastMemory);
  if (!devices_.empty() && !broken_ && wanted == built_ &&
      devices_.front()->memory().size_bytes() >= memory_bytes)
    return;
  devices_.clear();
  for (const std::string& backend : backends_) {
    devices_.push_back(make_device_(backend, wanted, memory_bytes));
    devices_.back()->memory().expect_sparse_use();
  }
  built_ = wanted;
  broken_ = false;
}

Verdict Bench::run(const TestProgram& program) {
  prepare(program.config, program.memory_bytes);
  Verdict verdict;
  for (size_t d = 0; d < devices_.size(); ++d) {
    verdict.results.push_back(run_program(program, *devices_[d]));
    verdict.results.back().backend = backends_[d];
    broken_ = broken_ || !verdict.results.back().failure.empty();
  }
  verdict.difference = find_difference({program.config, program.insns, program.bases, program.racy,
                                        launches_of(program), program.refused, program.insn_addr},
                                       verdict.results);
  return verdict;
}

TestProgram Bench::shrink(const TestProgram& program, const ShrinkLimits& limits) {
  return shrink_program(
      program, [this](const TestProgram& p) { return run(p).difference; }, limits);
}

}  // namespace vta::cosim

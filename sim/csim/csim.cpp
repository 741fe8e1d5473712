#include "sim/csim/csim.h"

#include <algorithm>
#include <utility>

namespace vta {
namespace {

const RegisterSpec& spec_of(Register reg) {
  return register_table()[static_cast<size_t>(reg)];
}

}  // namespace

Csim::Csim(const VtaConfig& config, std::unique_ptr<Engine> engine, const CsimOptions& options)
    : config_(config),
      every_burst_(options.every_burst),
      memory_(options.memory_bytes),
      engine_(std::move(engine)),
      bytes_(*engine_, memory_),
      machine_(config, *engine_, bytes_, *this, {options.memory_bytes, options.timing_only}),
      dram_{{memory_.data(), static_cast<size_t>(memory_.size_bytes())}},
      timed_(make_dram_memory({&config, 1})),
      bench_(csim::SystemcBench::of_process()) {}

csim::Borrower Csim::borrower() {
  return {machine_, dram_};
}

void Csim::write_register(Register reg, uint64_t value) {
  if (machine_.running())
    return;
  machine_.check_register(reg, value);
  if (reg == Register::Control && value == 1) {
    const auto latency = [&](Register which) {
      return static_cast<int64_t>(machine_.read_register_at(spec_of(which).offset));
    };
    dram_.read_latency = latency(Register::MemReadLatency);
    dram_.write_latency = latency(Register::MemWriteLatency);
    if (timed_)
      timed_->launch();
  }
  bench_.write_register(borrower(), spec_of(reg), value);
}

uint64_t Csim::read_register(Register reg) const {
  return bench_.read_register(const_cast<Csim*>(this)->borrower(), spec_of(reg));
}

int64_t Csim::transfer(const csim::Granted& granted) {
  if (!timed_)
    return bench_.transfer(granted);
  const csim::Burst& burst = granted.request.burst;
  timed_->grant({granted.edge, burst.address, burst.beats, granted.write()});
  return kUnanswered;
}

std::optional<Csim::Answer> Csim::answer_before(int64_t edge) {
  if (!timed_)
    return std::nullopt;
  const auto answer = timed_->answer_before(edge);
  return answer ? std::optional(Answer{answer->write, answer->latency}) : std::nullopt;
}

DramStatistics Csim::statistics(int64_t edge) {
  return timed_ ? timed_->finish(edge) : DramStatistics{};
}

bool Csim::advance(int64_t max_cycles) {
  if (machine_.running())
    bench_.run(borrower(), std::max<int64_t>(max_cycles, 1));
  return !machine_.running();
}

std::unique_ptr<Device> make_csim(const VtaConfig& config, std::string_view kernels,
                                  const CsimOptions& options) {
  config.validate();
  return std::make_unique<Csim>(config, make_engine(kernels, config), options);
}

}  // namespace vta

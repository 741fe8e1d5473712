#include "sim/tsim/tsim_machine.h"

#include <algorithm>

#include "base/error.h"
#include "sim/tsim/tsim_core.h"

namespace vta {
namespace {

// Edges between two looks at the completions, so that they stay few.
constexpr int64_t kSliceEdges = int64_t{1} << 16;
constexpr int64_t kWidestBus = 64;

const RegisterSpec& spec(Register reg) {
  return register_table()[static_cast<size_t>(reg)];
}

tsim::BurstTimes burst_times(DramMemory& dram) {
  return {&dram,
          [](void* self, const tsim::BurstGrant* burst) {
            static_cast<DramMemory*>(self)->grant({.edge = burst->edge,
                                                   .address = burst->address,
                                                   .beats = burst->beats,
                                                   .write = burst->write != 0,
                                                   .port = burst->core});
          },
          [](void* self, int64_t edge, tsim::BurstAnswer* out) -> int32_t {
            const auto answer = static_cast<DramMemory*>(self)->answer_before(edge);
            if (!answer)
              return 0;
            *out = {answer->latency, answer->write ? 1 : 0, static_cast<int32_t>(answer->port)};
            return 1;
          }};
}

}  // namespace

TsimMachine::TsimMachine(std::span<const VtaConfig> cores, std::shared_ptr<ModelLibrary> library,
                         int64_t memory_bytes, const WaveOptions& wave)
    : memory_(memory_bytes),
      dram_(make_dram_memory(cores)),
      library_(std::move(library)),
      api_(library_->api()),
      hosts_(cores.size()) {
  VTA_CHECK(api_.num_cores == std::ssize(cores), "a model of {} cores for {}", api_.num_cores,
            cores.size());
  const tsim::Wave window{wave.file.empty() ? nullptr : wave.file.c_str(),
                          wave.first_cycle,
                          wave.end_cycle,
                          wave.launch,
                          wave.first_insn,
                          wave.end_insn};
  const tsim::BurstTimes times = dram_ ? burst_times(*dram_) : tsim::BurstTimes{};
  // Whole pages are mapped, so the last bus word is there whatever the size.
  const int64_t whole_words = (memory_bytes + kWidestBus - 1) / kWidestBus * kWidestBus;
  instance_ = api_.create(reinterpret_cast<uint8_t*>(memory_.data()), whole_words, &times, &window);
}

TsimMachine::~TsimMachine() {
  api_.destroy(instance_);
}

std::span<const tsim::Ram> TsimMachine::rams(int64_t core) const {
  const tsim::Ram* first = nullptr;
  const int64_t count = api_.rams(instance_, static_cast<int32_t>(core), &first);
  return {first, static_cast<size_t>(count)};
}

void TsimMachine::write(int64_t core, Register reg, uint64_t value) {
  const RegisterSpec& r = spec(reg);
  const auto offset = static_cast<uint32_t>(r.offset);
  const auto index = static_cast<int32_t>(core);
  api_.write_register(instance_, index, offset, static_cast<uint32_t>(value));
  if (r.bits == 64)
    api_.write_register(instance_, index, offset + 4, static_cast<uint32_t>(value >> 32));
  if (any_runs())
    go_on(0);
}

uint64_t TsimMachine::read(int64_t core, Register reg) const {
  const RegisterSpec& r = spec(reg);
  const auto offset = static_cast<uint32_t>(r.offset);
  const auto index = static_cast<int32_t>(core);
  uint64_t value = api_.read_register(instance_, index, offset);
  if (r.bits == 64)
    value |= uint64_t{api_.read_register(instance_, index, offset + 4)} << 32;
  return value;
}

void TsimMachine::launch(int64_t core, const tsim::Launch& launch) {
  const auto runs = [](const TsimCore* host) { return host != nullptr && host->running(); };
  if (dram_ && std::ranges::count_if(hosts_, runs) == 1)
    dram_->launch();
  api_.launch(instance_, static_cast<int32_t>(core), &launch,
              static_cast<uint32_t>(spec(Register::Control).offset));
  go_on(0);
}

bool TsimMachine::any_runs() const {
  return std::ranges::any_of(
      hosts_, [](const TsimCore* host) { return host != nullptr && host->running(); });
}

// What has come of the edges since the last look is told to the cores, too.
void TsimMachine::go_on(int64_t edges) {
  const bool traced = std::ranges::any_of(
      hosts_, [](const TsimCore* host) { return host != nullptr && host->traced(); });
  const tsim::Progress& progress = *api_.run(instance_, edges, traced ? 1 : 0);
  now_ = progress.edge + 1;
  const std::span cores(progress.cores, hosts_.size());
  const auto runs = [](const tsim::CoreProgress& core) { return core.running != 0; };
  if (dram_ && std::ranges::none_of(cores, runs))
    dram_statistics_ = dram_->finish(progress.edge);
  for (size_t k = 0; k < hosts_.size(); ++k)
    if (hosts_[k] != nullptr && hosts_[k]->running())
      hosts_[k]->take(cores[k]);
}

void TsimMachine::advance(const TsimCore& core, int64_t edges) {
  int64_t left = std::max<int64_t>(edges, 1);
  while (core.running() && left > 0) {
    const int64_t before = now_;
    go_on(std::min(left, kSliceEdges));
    left -= now_ - before;
  }
}

void TsimMachine::run_through(int64_t edge) {
  const auto runs = [](const TsimCore* host) { return host != nullptr && host->running(); };
  const auto count = std::ranges::count_if(hosts_, runs);
  while (now_ <= edge && count > 0 && std::ranges::count_if(hosts_, runs) == count)
    go_on(std::min(edge - now_ + 1, kSliceEdges));
}

}  // namespace vta

#include "compiler/emit/pipe_model.h"

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

constexpr int64_t kStages = 6;       // of the pipeline, the dot product's own not counted
constexpr int64_t kLook = 6;         // without the scan of micro-ops
constexpr int64_t kLoadLatency = 8;  // of a LOAD by compute, in an empty memory system

}  // namespace

PipeModel::PipeModel(const VtaConfig& config) : config_(config) {}

unsigned PipeModel::halves(std::span<const Access> accesses) const {
  const int64_t half = config_.depth(MemoryType::Acc) / 2;
  unsigned touched = 0;
  for (const Access& a : accesses)
    if (a.space == Space::Acc && a.begin < a.end)
      touched |= (a.begin < half ? 1U : 0U) | (a.end > half ? 2U : 0U);
  return touched;
}

PipeModel::Work PipeModel::work(const Insn& insn, int64_t num_uops,
                                std::span<const Access> accesses) const {
  Work w;
  w.halves = halves(accesses);
  w.look = kLook + num_uops;
  if (insn.op() == Opcode::Load) {
    const int64_t bytes = insn.y_size * insn.x_size * config_.element_bytes(insn.memory());
    w.pipe = 1;
    w.cycles = kLoadLatency + ceil_div(bytes, config_.bus_bytes());
    return w;
  }
  const int64_t steps = insn.iter_out * insn.iter_in * num_uops;
  const bool product = pipe_of(insn) == vta::Pipe::G;
  w.pipe = product ? 0 : 1;
  w.cycles = step_cycles(insn, config_.acc_read_ports) * steps +
             drain_cycles(insn, config_.acc_read_ports) + (product ? config_.gemm_pipeline : 0);
  return w;
}

int64_t PipeModel::start(const Work& next) const {
  const Pipe& other = pipes_[1 - next.pipe];
  return std::max({last_start_ + next.look, pipes_[next.pipe].finish + 1,
                   (other.halves & next.halves) != 0 ? other.finish + 1 : 0});
}

int64_t PipeModel::start_behind(const Work& first, const Work& next) const {
  PipeModel after = *this;
  after.issue(first);
  return after.start(next);
}

void PipeModel::issue(const Work& work) {
  const int64_t at = start(work);
  pipes_[work.pipe] = {at + work.cycles, work.halves};
  last_start_ = at;
}

}  // namespace vta

// When the compute unit could start an instruction with ACC_OVERLAP 1, by the rules of
// hw/rtl/compute/overlap.md, if loads and stores caused no waits. The order of tasks is chosen by
// this model.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "compiler/emit/tile_task.h"
#include "config/vta_config.h"

namespace vta {

class PipeModel {
 public:
  explicit PipeModel(const VtaConfig& config);

  // An instruction of compute as this model sees it.
  struct Work {
    size_t pipe = 0;      // 0: sums of products; 1: everything else
    int64_t cycles = 0;   // from its start to its finish
    int64_t look = 0;     // from the start of the one before, at least
    unsigned halves = 0;  // of ACC that it touches
  };
  Work work(const Insn& insn, int64_t num_uops, std::span<const Access> accesses) const;

  // The start of `next`; of `next` behind `first`, when that is issued before it.
  int64_t start(const Work& next) const;
  int64_t start_behind(const Work& first, const Work& next) const;
  void issue(const Work& work);

 private:
  unsigned halves(std::span<const Access> accesses) const;

  struct Pipe {
    int64_t finish = 0;
    unsigned halves = 0;
  };
  const VtaConfig& config_;
  std::array<Pipe, 2> pipes_{};
  int64_t last_start_ = 0;
};

}  // namespace vta

// Engine over the vector kernels of one instruction set.
//
// GEMMs that sum into one lattice of rows (sum_lattice.h) wait until an instruction needs the sums
// or changes their operands. They are then planned as one (cell_plan.h; gemm_plan.h for what is no
// lattice), their operands are packed where they have changed (packed_operands.h), and every column
// runs over its strips. Configurations whose blocks do not fill the vectors fall back to the
// reference semantics.
#pragma once

#include <memory>

#include "sim/kernels/alu_tail.h"
#include "sim/kernels/engine.h"
#include "sim/kernels/packed_operands.h"
#include "sim/kernels/plan_cache.h"

namespace vta {

class FastEngine : public Engine {
 public:
  FastEngine(const VtaConfig& config, const kernels::IsaTable& table);

  std::string_view name() const override { return table_.name; }
  void load(const Insn& insn, const std::byte* dram_base) override;
  void store(const Insn& insn, std::byte* dram_base) override;
  void expect_load(const Insn& insn, const std::byte* dram_base) override;
  void gemm(const Insn& insn, const LoopRange& range) override;
  void alu(const Insn& insn, const LoopRange& range) override;

 private:
  // A form of GEMM that this configuration can use.
  struct Form {
    Form(const kernels::GemmForm& f, const VtaConfig& config) : form(f), operands(f, config) {}
    const kernels::GemmForm& form;
    kernels::PackedOperands operands;
    kernels::PlanCache plans;
  };

  // What is left to fetch ahead of the next LOAD.
  struct Ahead {
    const std::byte* row = nullptr;
    int64_t rows = 0, pitch = 0, row_bytes = 0, at = 0;
  };

  void settle() override;
  void fetch_ahead(int64_t lines);
  void load_acc8(const Insn& insn, const std::byte* dram);
  bool load_packed(const Insn& insn, const std::byte* dram);
  void note_changes(const Insn& insn);
  void clear_rows();
  void reset(const Insn& insn, const LoopRange& range);
  void note_signs(kernels::ElementRange range);
  bool any_negative(kernels::ElementRange range) const;
  bool sums_meet(kernels::ElementRange kernels::GemmUse::*which, kernels::ElementRange range) const;
  void put_off(std::shared_ptr<const kernels::GemmUse> use);
  void run_sums();
  bool run_form(Form& form);
  void run_columns(const Form& form, const kernels::GemmPlan& plan, size_t first, size_t count,
                   bool from_zero);
  kernels::PanelArgs panel_of(const Form& form, const kernels::GemmPlan& plan, size_t first,
                              size_t count, bool from_zero);

  const kernels::IsaTable& table_;
  // Put off: rows to be cleared, then sums into them or others, and the steps of the tail, never on
  // rows of the first two.
  kernels::ElementRange cleared_;
  kernels::GemmBatch sums_;
  kernels::AluTail tail_;
  kernels::GemmUses uses_;
  std::vector<int32_t> zeros_;
  std::vector<std::unique_ptr<Form>> forms_;
  bool packs_at_load_ = false;  // see PackedOperands::can_load
  bool wants_signs_ = false;
  std::vector<uint8_t> negative_;  // per INP element: some value is negative
  std::vector<int32_t> corrections_;
  std::vector<kernels::PanelArgs> panels_;  // of one instruction
  Ahead ahead_;
  const Insn* expected_ = nullptr;
  int64_t ahead_lines_ = 0;  // cache lines to fetch beside each strip
};

}  // namespace vta

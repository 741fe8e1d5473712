#include "sim/cosim/kernel_classes.h"

#include <algorithm>
#include <unordered_map>

#include "sim/semantics/execute.h"

namespace vta::cosim {
namespace {

constexpr int64_t kLookedAt = 4096;  // steps of an instruction

bool is_load_of_acc(const Insn& n) {
  return n.op() == Opcode::Load &&
         (n.memory() == MemoryType::Acc || n.memory() == MemoryType::Acc8);
}

// Two micro-ops that add the products of neighbours to one row.
bool are_neighbours(const std::vector<Uop>& uops, int64_t first) {
  const Uop &a = uops[static_cast<size_t>(first)], &b = uops[static_cast<size_t>(first) + 1];
  return a.dst == b.dst && a.src + 1 == b.src && a.wgt + 1 == b.wgt;
}

}  // namespace

bool has_wide_kernels(const VtaConfig& config) {
  return config.block_in() >= 16 && config.block_out() >= 16;
}

std::vector<std::string> kernel_class_names(bool wide) {
  std::vector<std::string> names = {
      "ALU run: three of the same rows",  "ALU run: addends",
      "ALU run: addends among its rows",  "ALU run: one addend a trip",
      "ALU run: then LOAD into its rows", "ALU run: then LOAD into its addends",
      "ALU run: then STORE of all",       "ALU run: then STORE of the first",
      "ALU run: then STORE of others",    "ALU run: then GEMM",
      "GEMM run: fills what was reset",   "GEMM run: other rows than were reset"};
  if (wide) {
    names.emplace_back("GEMM run: positions that meet");
    names.emplace_back("GEMM run: three neighbours summed");
  }
  return names;
}

// One micro-op, rows one after the other.
KernelClasses::Rows KernelClasses::run_of(const Insn& n, const std::vector<Uop>& uops) {
  const bool row_by_row = n.dst_in == 1 || n.iter_in == 1;
  const bool dense = n.iter_out == 1 || n.dst_out == n.iter_in;
  if (n.uop_end != n.uop_bgn + 1 || step_count(n) == 0 || !row_by_row || !dense)
    return {};
  const int64_t first = uops[static_cast<size_t>(n.uop_bgn)].dst;
  return {first, first + n.iter_out * n.iter_in};
}

KernelClasses::Rows KernelClasses::addends_of(const Insn& n, const std::vector<Uop>& uops) {
  const int64_t first = uops[static_cast<size_t>(n.uop_bgn)].src;
  return {first, first + (n.iter_out - 1) * n.src_out + (n.iter_in - 1) * n.src_in + 1};
}

void KernelClasses::see(const Insn& n, const std::vector<Uop>& uops) {
  if (n.op() == Opcode::Alu)
    alu(n, uops);
  else if (n.op() == Opcode::Gemm)
    gemm(n, uops);
  else if (is_load_of_acc(n) && !is_nop(n))
    load(n);
  else if (n.op() == Opcode::Store && !is_nop(n))
    store(n);
}

void KernelClasses::alu(const Insn& n, const std::vector<Uop>& uops) {
  const Rows rows = run_of(n, uops);
  chain_ = !rows.empty() && rows == pending_ ? chain_ + 1 : 1;
  if (chain_ == 1)
    addends_ = {};
  pending_ = rows;
  if (chain_ >= 3)
    names_.insert("ALU run: three of the same rows");
  if (rows.empty() || n.use_imm != 0 || n.alu() != AluOp::Add)
    return;
  const Rows addends = addends_of(n, uops);
  if (addends.meets(rows)) {
    names_.insert("ALU run: addends among its rows");
    return;
  }
  names_.insert("ALU run: addends");
  if (n.src_in == 0 && n.iter_in > 1 && n.iter_out > 1)
    names_.insert("ALU run: one addend a trip");
  addends_ = addends;
}

void KernelClasses::gemm(const Insn& n, const std::vector<Uop>& uops) {
  if (step_count(n) == 0)
    return;
  const Rows rows = run_of(n, uops);
  if (!pending_.empty() && rows.meets(pending_))
    names_.insert("ALU run: then GEMM");
  pending_ = addends_ = {};
  if (n.reset != 0) {
    reset_ = rows;
    return;
  }
  if (!reset_.empty() && !rows.empty())
    names_.insert(rows == reset_ ? "GEMM run: fills what was reset"
                                 : "GEMM run: other rows than were reset");
  reset_ = {};
  if (!wide_)
    return;
  if (!names_.contains("GEMM run: positions that meet") && positions_meet(n, uops))
    names_.insert("GEMM run: positions that meet");
  for (int64_t u = n.uop_bgn; u + 2 < n.uop_end; ++u)
    if (are_neighbours(uops, u) && are_neighbours(uops, u + 1))
      names_.insert("GEMM run: three neighbours summed");
}

// Whether two micro-ops of equal weights and different rows come to the same row in some trips that
// leave the weights as they are.
bool KernelClasses::positions_meet(const Insn& n, const std::vector<Uop>& uops) const {
  if (step_count(n) > kLookedAt || (n.iter_out > 1 && n.wgt_out != 0) ||
      (n.iter_in > 1 && n.wgt_in != 0))
    return false;
  std::unordered_map<int64_t, const Uop*> owners;
  for (int64_t u = n.uop_bgn; u < n.uop_end; ++u) {
    const Uop& uop = uops[static_cast<size_t>(u)];
    for (int64_t o = 0; o < n.iter_out; ++o)
      for (int64_t i = 0; i < n.iter_in; ++i) {
        const auto [at, is_new] = owners.try_emplace(uop.dst + o * n.dst_out + i * n.dst_in, &uop);
        if (!is_new && at->second->dst != uop.dst && at->second->wgt == uop.wgt)
          return true;
      }
  }
  return false;
}

void KernelClasses::load(const Insn& n) {
  const int64_t elements = scratchpad_elements(n);
  const Rows rows{n.sram_base, n.sram_base + elements};
  if (!pending_.empty() && rows.meets(pending_))
    names_.insert("ALU run: then LOAD into its rows");
  if (!pending_.empty() && !addends_.empty() && rows.meets(addends_))
    names_.insert("ALU run: then LOAD into its addends");
}

void KernelClasses::store(const Insn& n) {
  const Rows rows{n.sram_base, n.sram_base + n.y_size * n.x_size};
  if (pending_.empty() || !rows.meets(pending_))
    return;
  const bool all = rows == pending_;
  const bool first = rows.begin == pending_.begin && rows.end < pending_.end;
  names_.insert(all     ? "ALU run: then STORE of all"
                : first ? "ALU run: then STORE of the first"
                        : "ALU run: then STORE of others");
}

}  // namespace vta::cosim

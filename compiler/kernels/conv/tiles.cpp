// Bytes that a convolution moves whatever its tiles, and why tiles do not fit.
#include <algorithm>
#include <string>
#include <utility>

#include "base/round.h"
#include "compiler/kernels/conv/costing.h"
#include "compiler/kernels/field_range.h"
#include "hw/isa/insn.h"

namespace vta {

int64_t input_once_bytes(const ConvDims& d, const TileTotals& totals, const VtaConfig& config) {
  return totals.rows.read * totals.cols.read * d.batches * d.ci * d.sub_in *
         config.element_bytes(MemoryType::Inp);
}

int64_t weights_once_bytes(const ConvDims& d, const VtaConfig& config) {
  return d.blocks() * d.kh * d.kw * config.element_bytes(MemoryType::Wgt);
}

KernelCost conv_cost(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                     const TileTotals& totals, const VtaConfig& config) {
  return ConvCosting(d, t, epilogue, totals, config).of(t);
}

// Sizes and strides of LOAD and STORE are fields of 16 bits.
static std::string transfer_problem(const ConvDims& d, const ConvTiles& t,
                                    const EpilogueShape& epilogue) {
  const std::pair<const char*, int64_t> fields[] = {
      {"an image row", std::max(d.iw * d.sub_in, d.ow * d.sub_out)},
      {"a row of the residual operand", epilogue.residual ? d.ow * d.sub_in : 0},
      {"the channels of a vector", epilogue.vectors > 0 ? d.out.count : 0},
      {"the rows of an input tile", (t.h - 1) * d.stride_h + (d.kh - 1) * d.dilation_h + 1},
      {"a row of weights", t.ci * d.sub_in * d.kh * d.kw},
  };
  for (const auto& [what, count] : fields)
    if (count > kMaxTransferExtent)
      return fmt::format("{}: {} elements, a transfer counts to {}", what, count,
                         kMaxTransferExtent);
  return {};
}

std::string conv_tiles_problem(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                               const VtaConfig& config) {
  auto beyond = [](const char* what, int64_t need, int64_t have) {
    return need > have
               ? fmt::format("{} needs {} elements, the scratchpad has {}", what, need, have)
               : std::string();
  };
  const FieldRange fields[] = {
      {"h", t.h, 1, d.oh},
      {"w", t.w, 1, d.ow},
      {"co", t.co, 1, d.co},
      {"ci", t.ci, 1, d.ci},
      {"kh", t.kh, 0, d.kh},
      {"kw", t.kw, 0, d.kw},
      {"threads", t.threads, 1, 2},
      {"inp_slots", t.inp_slots, 1, config.depth(MemoryType::Inp)},
      {"wgt_slots", t.wgt_slots, 1, config.depth(MemoryType::Wgt)},
      {"residual_groups", t.residual_groups, epilogue.residual ? 1 : 0,
       epilogue.residual ? t.co : 0},
      {"residual_slots", t.residual_slots, epilogue.residual ? 1 : 0,
       epilogue.residual ? config.depth(MemoryType::Inp) : 0},
      {"residual_rows", t.residual_rows, 0, epilogue.residual ? t.h : 0},
      {"single_pixels", t.single_pixels ? 1 : 0, 0, t.exact_taps ? 1 : 0},
  };
  if (std::string p = range_problem(fields); !p.empty())
    return p;
  if (std::string p =
          beyond("input tiles", t.inp_slots * inp_tile_elements(d, t) + residual_elements(d, t),
                 config.depth(MemoryType::Inp));
      !p.empty())
    return p;
  if (std::string p =
          beyond("weight tiles", t.wgt_slots * wgt_tile_elements(d, t) + identity_elements(d, t),
                 config.depth(MemoryType::Wgt));
      !p.empty())
    return p;
  const int64_t acc = t.threads * acc_slot_elements(d, t, epilogue);
  if (std::string p = beyond("accumulator tiles", acc, config.depth(MemoryType::Acc)); !p.empty())
    return p;
  if (std::string p = transfer_problem(d, t, epilogue); !p.empty())
    return p;
  if (t.h > kMaxIterations || t.w > kMaxIterations)
    return fmt::format("tile of {} x {} outputs exceeds {} loop iterations", t.h, t.w,
                       kMaxIterations);
  return {};
}

}  // namespace vta

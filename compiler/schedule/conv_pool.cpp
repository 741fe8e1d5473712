#include "compiler/schedule/conv_pool.h"

#include <algorithm>
#include <limits>
#include <set>

#include "base/round.h"
#include "compiler/lower/follower.h"
#include "compiler/schedule/conv_dims.h"
#include "compiler/schedule/field_range.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

bool is_plain_1x1(const ConvGeometry& g) {
  return g.kh == 1 && g.kw == 1 && g.stride_h == 1 && g.stride_w == 1 && g.pad_top == 0 &&
         g.pad_left == 0 && g.oh == g.ih && g.ow == g.iw && g.groups == 1;
}

bool keeps_order(const AluStep& s) {
  switch (s.op) {
    case AluOp::Add:
      return s.operand != AluStep::Operand::Tensor;
    case AluOp::Min:
    case AluOp::Max:
      return s.operand == AluStep::Operand::Imm;
    case AluOp::Shr:
      return s.operand == AluStep::Operand::Imm && s.imm >= 0;
    default:
      return false;
  }
}

// Largest magnitude that a step adds; a vector without data adds anything.
int64_t added(const AluStep& s) {
  if (s.op != AluOp::Add)
    return 0;
  if (s.operand == AluStep::Operand::Imm)
    return std::abs(s.imm);
  if (!s.channel.valid())
    return std::numeric_limits<int32_t>::max();
  int64_t largest = 0;
  for (const int32_t v : s.channel.data<int32_t>())
    largest = std::max(largest, std::abs(int64_t{v}));
  return largest;
}

// Sums that wrapped around would not keep their order.
bool keeps_order(const Kernel& conv) {
  int64_t largest = conv.conv.ic * 128 * 128;
  for (const AluStep& s : conv.steps) {
    if (!keeps_order(s))
      return false;
    largest += added(s);
  }
  return largest <= std::numeric_limits<int32_t>::max();
}

bool changes_nothing(const AluStep& s) {
  return s.operand == AluStep::Operand::Imm &&
         ((s.op == AluOp::Max && s.imm <= -128) || (s.op == AluOp::Min && s.imm >= 127));
}

std::string scratchpad_problem(const ConvGeometry& conv, const ConvGeometry& pool,
                               const ConvPoolTiles& t, int64_t num_vectors,
                               const VtaConfig& config) {
  const ConvDims d = ConvDims::of(conv, config);
  const struct {
    std::string_view what;
    int64_t need;
    MemoryType type;
  } needs[] = {
      {"two loads of the data", 2 * t.columns * d.ci * d.sub_in, MemoryType::Inp},
      {"the weights", t.co * d.sub_out * d.ci * d.sub_in, MemoryType::Wgt},
      {"rows of sums and vectors",
       t.row_slots * row_slot_elements(conv, pool, t.co, config) + num_vectors * t.co * d.sub_out,
       MemoryType::Acc},
  };
  for (const auto& [what, need, type] : needs)
    if (need > config.depth(type))
      return fmt::format("{} take {} elements, the scratchpad has {}", what, need,
                         config.depth(type));
  return {};
}

// Whatever the tiles.
bool can_be_together(const ConvGeometry& conv, const ConvGeometry& pool, const VtaConfig& config) {
  const int64_t plane = conv.ih * conv.iw * sub_in(config);
  return is_plain_1x1(conv) && plane <= kMaxTransferExtent &&
         pool.oh * pool.ow * sub_out(config) <= kMaxTransferExtent &&
         base_tap(pool.kh, pool.stride_h, pool.pad_top, pool.ih, pool.oh) &&
         base_tap(pool.kw, pool.stride_w, pool.pad_left, pool.iw, pool.ow);
}

class ConvPoolSearch {
 public:
  ConvPoolSearch(const ConvGeometry& conv, const ConvGeometry& pool, int64_t num_vectors,
                 const VtaConfig& config)
      : conv_(conv),
        pool_(pool),
        config_(config),
        num_vectors_(num_vectors),
        dims_(ConvDims::of(conv, config)) {}

  std::optional<ConvPoolTiles> run() const {
    for (int64_t parts = 1; parts <= dims_.co && pays(parts); ++parts)
      for (const int64_t rows : {pool_.kh + 1, pool_.kh}) {
        const ConvPoolTiles t{ceil_div(dims_.co, parts), columns(), rows};
        if (t.columns > 0 && fits(t))
          return t;
      }
    return std::nullopt;
  }

 private:
  // As many columns as leave room for two loads, in equal parts.
  int64_t columns() const {
    const int64_t room = config_.depth(MemoryType::Inp) / (2 * dims_.ci * dims_.sub_in);
    if (room >= conv_.iw)
      return conv_.iw;
    const int64_t most = room / pool_.stride_w * pool_.stride_w;
    return most == 0 ? 0 : align_up(ceil_div(conv_.iw, ceil_div(conv_.iw, most)), pool_.stride_w);
  }

  bool fits(const ConvPoolTiles& t) const {
    return scratchpad_problem(conv_, pool_, t, num_vectors_, config_).empty();
  }

  // Apart, the data would be read at least once as well.
  bool pays(int64_t parts) const {
    if (parts == 1)
      return true;
    const int64_t pixels = dims_.batches * conv_.ih * conv_.iw;
    const int64_t elements = pixels * dims_.ci * dims_.sub_in;
    const int64_t load = parts * elements * config_.element_bytes(MemoryType::Inp);
    return load <= elements * dims_.co * dims_.sub_out * config_.bus_bytes();
  }

  const ConvGeometry& conv_;
  const ConvGeometry& pool_;
  const VtaConfig& config_;
  int64_t num_vectors_;
  ConvDims dims_;
};

}  // namespace

std::optional<int64_t> base_tap(int64_t kernel, int64_t stride, int64_t pad, int64_t image,
                                int64_t outputs) {
  for (int64_t tap = pad; tap < std::min(kernel, pad + stride); ++tap) {
    const bool alone = tap < stride && tap + stride >= kernel;
    if (alone && (outputs - 1) * stride + tap - pad < image)
      return tap;
  }
  return std::nullopt;
}

int64_t row_slot_elements(const ConvGeometry& conv, const ConvGeometry& pool, int64_t co,
                          const VtaConfig& config) {
  return pool.stride_w * co * ceil_div(conv.ow, pool.stride_w) * sub_out(config);
}

std::string conv_pool_tiles_problem(const ConvGeometry& conv, const ConvGeometry& pool,
                                    const ConvPoolTiles& t, int64_t num_vectors,
                                    const VtaConfig& config) {
  if (!can_be_together(conv, pool, config))
    return "the convolution and its pool cannot be computed together: that is for 1x1 "
           "convolutions and windows that have a tap of their own";
  const FieldRange fields[] = {
      {"co", t.co, 1, ConvDims::of(conv, config).co},
      {"columns", t.columns, 1, conv.iw},
      {"row_slots", t.row_slots, pool.kh, config.depth(MemoryType::Acc)},
  };
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  if (t.columns < conv.iw && t.columns % pool.stride_w != 0)
    return fmt::format("columns is {}, legal are multiples of the stride {} and all {}", t.columns,
                       pool.stride_w, conv.iw);
  return scratchpad_problem(conv, pool, t, num_vectors, config);
}

std::optional<ConvPoolTiles> conv_pool_tiles(const ConvGeometry& conv, const ConvGeometry& pool,
                                             int64_t num_vectors, const VtaConfig& config) {
  if (!can_be_together(conv, pool, config))
    return std::nullopt;
  return ConvPoolSearch(conv, pool, num_vectors, config).run();
}

std::map<const Kernel*, const Kernel*> pools_of_convolutions(const LoweredGraph& lowered,
                                                             const VtaConfig& config) {
  std::map<const Kernel*, const Kernel*> found;
  std::map<NodeId, const Kernel*> convs;
  const std::map<NodeId, int> read = device_value_reads(lowered);
  for (const auto& item : lowered.items) {
    const auto* kernel = std::get_if<Kernel>(&item);
    if (kernel == nullptr)
      continue;
    if (kernel->kind == Kernel::Kind::Conv && keeps_order(*kernel))
      convs[kernel->output] = kernel;
    if (kernel->kind != Kernel::Kind::Pool || kernel->pool != AluOp::Max ||
        !std::ranges::all_of(kernel->steps, changes_nothing))
      continue;
    const auto conv = convs.find(kernel->inputs.front().node);
    // Vectors: at most those of the steps, one of which a merged rounding may become.
    if (conv != convs.end() && read.at(conv->first) == 1 &&
        conv_pool_tiles(conv->second->conv, kernel->conv, std::ssize(conv->second->steps), config))
      found[conv->second] = kernel;
  }
  return found;
}

}  // namespace vta

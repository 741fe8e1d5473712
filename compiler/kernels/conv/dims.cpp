#include "compiler/kernels/conv/dims.h"

#include <algorithm>
#include <numeric>

#include "base/round.h"

namespace vta {
namespace {

std::vector<Range> split(const Range& whole, int64_t size) {
  std::vector<Range> parts;
  for (int64_t begin = whole.begin; begin < whole.end(); begin += size)
    parts.push_back({begin, std::min(size, whole.end() - begin)});
  return parts;
}

std::vector<Range> split(int64_t total, int64_t size) {
  return split(Range{0, total}, size);
}

Range overlap(const Range& a, const Range& b) {
  const int64_t begin = std::max(a.begin, b.begin);
  return {begin, std::max<int64_t>(0, std::min(a.end(), b.end()) - begin)};
}

// The input groups of each output group, `lanes` channels a group.
void connect(ConvDims& d, int64_t lanes) {
  const int64_t outputs = d.oc / d.groups, inputs = d.ic / d.groups;  // of one of d.groups
  d.blocks_before.push_back(0);
  for (int64_t o = 0; o < d.co; ++o) {
    const int64_t first = o * lanes / outputs;
    const int64_t last = (std::min((o + 1) * lanes, d.oc) - 1) / outputs;
    const int64_t begin = first * inputs / lanes, end = ceil_div((last + 1) * inputs, lanes);
    d.inputs.push_back({begin, end - begin});
    d.blocks_before.push_back(d.blocks_before.back() + d.out.of({o, 1}) * d.in.of(d.inputs.back()));
  }
}

void add_tap(std::vector<TapGroup>& groups, const Range& used, int64_t tap) {
  auto group = std::ranges::find(groups, used.size, &TapGroup::outputs);
  if (group == groups.end())
    group = groups.insert(group, {used.size, 1, {}});
  group->first.push_back({used.begin, tap});
}

// Taps that follow each other and are used by the same outputs become one run.
void join_run(TapGroup& group) {
  const Tap& first = group.first.front();
  const int64_t taps = std::ssize(group.first);
  for (int64_t i = 1; i < taps; ++i)
    if (group.first[static_cast<size_t>(i)] != Tap{first.out, first.k + i})
      return;
  group.run = taps;
  group.first.resize(1);
}

// Outputs that follow each other, with inputs at one distance, become one run.
void join_run(LinkGroup& group) {
  const int64_t outputs = std::ssize(group.first);
  if (outputs == 1)
    return;
  const Link first = group.first.front();
  const int64_t advance = group.first[1].input - first.input;
  for (int64_t i = 1; i < outputs; ++i)
    if (group.first[static_cast<size_t>(i)] != Link{first.output + i, first.input + i * advance,
                                                    first.before + i * group.out_depth * group.row})
      return;
  group.run = outputs;
  group.advance = advance;
  group.first.resize(1);
}

// Whether two tiles of an axis need the same micro-ops, apart from where they lie.
bool same_taps(const AxisStep& a, int64_t a_begin, const AxisStep& b, int64_t b_begin) {
  if (a.window.size != b.window.size || a.groups.size() != b.groups.size())
    return false;
  for (size_t g = 0; g < a.groups.size(); ++g) {
    const TapGroup &x = a.groups[g], &y = b.groups[g];
    if (x.outputs != y.outputs || x.run != y.run || x.first.size() != y.first.size())
      return false;
    for (size_t i = 0; i < x.first.size(); ++i)
      if (x.first[i].k != y.first[i].k || x.first[i].out - a_begin != y.first[i].out - b_begin)
        return false;
  }
  return true;
}

}  // namespace

ConvDims ConvDims::of(const ConvGeometry& g, const VtaConfig& c) {
  ConvDims d;
  static_cast<ConvGeometry&>(d) = g;
  d.batches = ceil_div(g.n, c.batch());
  d.ci = channel_groups(g.ic, c);
  d.co = channel_groups(g.oc, c);
  d.sub_in = vta::sub_in(c);
  d.sub_out = vta::sub_out(c);
  d.in = ChannelElements::inp(g.ic, c);
  d.out = ChannelElements::acc(g.oc, c);
  d.residual = ChannelElements::inp(g.oc, c);
  if (g.groups > 1)
    connect(d, std::max(c.block_in(), c.block_out()));
  return d;
}

Range ConvDims::inputs_of(const Range& outputs) const {
  const Range first = inputs_of(outputs.begin), last = inputs_of(outputs.end() - 1);
  return {first.begin, last.end() - first.begin};
}

int64_t ConvDims::blocks() const {
  return dense() ? out.count * in.count : blocks_before.back();
}

int64_t ConvDims::weight_block(int64_t output, int64_t sub, int64_t input) const {
  const Range own = inputs_of(output);
  const int64_t before =
      dense() ? output * sub_out * in.count : blocks_before[static_cast<size_t>(output)];
  return before + sub * in.of(own) + (input - own.begin) * sub_in;
}

Pixels row_pixels(const ConvTiles& t) {
  return t.exact_taps ? Pixels::Read : Pixels::Padded;
}

Pixels column_pixels(const ConvTiles& t) {
  if (!t.exact_taps)
    return Pixels::Padded;
  return t.single_pixels ? Pixels::Read : Pixels::Inside;
}

int64_t window_pitch(const ConvAxis& axis, int64_t taps, Pixels pixels) {
  if (pixels != Pixels::Read)
    return 1;
  return taps == 1 ? axis.stride : std::gcd(axis.stride, axis.dilation);
}

bool leaves_out(const ConvAxis& axis, int64_t taps) {
  return window_pitch(axis, taps, Pixels::Read) > 1;
}

AxisStep axis_step(const ConvAxis& axis, const Range& out, const Range& k, Pixels pixels) {
  AxisStep step;
  step.k = k;
  if (pixels == Pixels::Padded) {
    step.window = input_window(out, k, axis.stride, axis.pad_before, axis.image, axis.dilation);
    step.groups.push_back({out.size, k.size, {{out.begin, k.begin}}});
    return step;
  }
  int64_t first = axis.image, end = 0;  // of the pixels used
  for (int64_t tap = k.begin; tap < k.end(); ++tap) {
    const Range used = outputs_in_image(axis, out, tap);
    if (used.size == 0)
      continue;
    add_tap(step.groups, used, tap);
    first = std::min(first, axis.pixel(used.begin, tap));
    end = std::max(end, axis.pixel(used.end() - 1, tap) + 1);
  }
  for (TapGroup& group : step.groups)
    join_run(group);
  if (first < end) {
    step.pitch = window_pitch(axis, k.size, pixels);
    const int64_t size = ceil_div(end - first, step.pitch);
    step.window = {first, size, 0, size, 0, first};
  }
  return step;
}

AxisTotals axis_totals(const ConvAxis& axis, int64_t tile, int64_t kernel_part, Pixels pixels) {
  AxisTotals totals;
  totals.pitch = window_pitch(axis, kernel_part, pixels);
  const bool exact = pixels != Pixels::Padded;
  for (const Range& k : split(axis.kernel, kernel_part)) {
    AxisStep last;
    int64_t last_begin = 0, kinds = 0;
    for (const Range& out : split(axis.out, tile)) {
      AxisStep step = axis_step(axis, out, k, pixels);
      totals.read += step.window.load;
      totals.widest = std::max(totals.widest, step.window.size);
      totals.gemms += std::ssize(step.groups);
      for (const TapGroup& group : step.groups)
        totals.taps += group.outputs * group.taps();
      kinds += kinds == 0 || (exact && !same_taps(last, last_begin, step, out.begin)) ? 1 : 0;
      last = std::move(step);
      last_begin = out.begin;
    }
    totals.kinds = std::max(totals.kinds, kinds);
  }
  return totals;
}

int64_t count_blocks(std::span<const LinkGroup> groups) {
  int64_t blocks = 0;
  for (const LinkGroup& group : groups)
    blocks += group.blocks();
  return blocks;
}

namespace {

// Collects the links of a step: those of some outputs with some inputs, each of which have equally
// many elements.
class LinkGroups {
 public:
  LinkGroups(const ConvDims& d, const Range& inputs) : d_(d), inputs_(inputs) {}

  // Consecutive outputs of which each sums the same of the inputs.
  void add(const ChannelElements::Part& outputs, const Range& summed) {
    const Range used = overlap(summed, inputs_);
    if (used.size == 0)
      return;
    const int64_t row = d_.in.of(used);
    for (const auto& [inputs, depth] : d_.in.parts(used)) {
      LinkGroup& group = group_of({inputs.size,
                                   outputs.groups.size,
                                   0,
                                   {},
                                   outputs.depth,
                                   depth,
                                   row,
                                   (inputs.begin - used.begin) * d_.sub_in});
      group.first.push_back({outputs.groups.begin, inputs.begin, before_ + group.column});
    }
    before_ += outputs.groups.size * outputs.depth * row;
  }

  std::vector<LinkGroup> take() {
    for (LinkGroup& group : groups_)
      join_run(group);
    return std::move(groups_);
  }

 private:
  LinkGroup& group_of(const LinkGroup& wanted) {
    const auto alike = [&](const LinkGroup& g) {
      return g.inputs == wanted.inputs && g.run == 1 && wanted.run == 1 &&
             g.out_depth == wanted.out_depth && g.in_depth == wanted.in_depth &&
             g.row == wanted.row && g.column == wanted.column;
    };
    const auto found = std::ranges::find_if(groups_, alike);
    return found != groups_.end() ? *found : groups_.emplace_back(wanted);
  }

  const ConvDims& d_;
  Range inputs_;
  std::vector<LinkGroup> groups_;
  int64_t before_ = 0;
};

}  // namespace

std::vector<LinkGroup> link_groups(const ConvDims& d, const Range& outputs, const Range& inputs) {
  LinkGroups groups(d, inputs);
  for (const ChannelElements::Part& part : d.out.parts(outputs))
    if (d.dense())
      groups.add(part, {0, d.ci});
    else
      for (int64_t o = part.groups.begin; o < part.groups.end(); ++o)
        groups.add({{o, 1}, part.depth}, d.inputs_of(o));
  return groups.take();
}

ChannelTotals ChannelTotals::of(const ConvDims& d, int64_t co, int64_t ci) {
  if (d.dense()) {
    const int64_t tiles = ceil_div(d.co, co), steps = ceil_div(d.ci, ci);
    return {tiles * d.ci, steps, d.out.most(co) * d.in.most(ci),
            (tiles + d.out.split_ranges(co)) * (steps + d.in.split_ranges(ci))};
  }
  ChannelTotals totals;
  for (const Range& outputs : split(d.co, co)) {
    const Range inputs = d.inputs_of(outputs);
    const std::vector<Range> steps = split(inputs, ci);
    totals.read += inputs.size;
    totals.most_steps = std::max<int64_t>(totals.most_steps, std::ssize(steps));
    for (const Range& step : steps) {
      const std::vector<LinkGroup> groups = link_groups(d, outputs, step);
      totals.most_blocks = std::max(totals.most_blocks, count_blocks(groups));
      totals.gemms += std::ssize(groups);
    }
  }
  return totals;
}

TileTotals TileTotals::of(const ConvDims& d, const ConvTiles& t) {
  return {axis_totals(row_axis(d), t.h, step_kh(d, t), row_pixels(t)),
          axis_totals(column_axis(d), t.w, step_kw(d, t), column_pixels(t)),
          ChannelTotals::of(d, t.co, t.ci)};
}

int64_t step_kh(const ConvDims& d, const ConvTiles& t) {
  return t.kh == 0 ? d.kh : t.kh;
}
int64_t step_kw(const ConvDims& d, const ConvTiles& t) {
  return t.kw == 0 ? d.kw : t.kw;
}

int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t, const TileTotals& totals) {
  // At least one: a slot is counted in the scratchpad even where a kernel reads padding alone.
  return t.ci * d.sub_in * std::max<int64_t>(1, totals.rows.widest * totals.cols.widest);
}

int64_t inp_tile_elements(const ConvDims& d, const ConvTiles& t) {
  return inp_tile_elements(d, t, TileTotals::of(d, t));
}

int64_t wgt_tile_elements(const ConvDims& d, const ConvTiles& t, const TileTotals& totals) {
  return totals.channels.most_blocks * step_kh(d, t) * step_kw(d, t);
}

int64_t wgt_tile_elements(const ConvDims& d, const ConvTiles& t) {
  return wgt_tile_elements(d, t, {{}, {}, ChannelTotals::of(d, t.co, t.ci)});
}

int64_t acc_tile_elements(const ConvDims& d, const ConvTiles& t) {
  return d.out.most(t.co) * t.h * t.w;
}

int64_t vector_tile_elements(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue) {
  return epilogue.vectors * d.out.most(t.co) + epilogue.scalars;
}

int64_t acc_slot_elements(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue) {
  return acc_tile_elements(d, t) * (epilogue.others ? 2 : 1) + vector_tile_elements(d, t, epilogue);
}

int64_t residual_elements(const ConvDims& d, const ConvTiles& t) {
  return t.residual_slots * t.residual_groups * residual_rows(t) * t.w * d.sub_in;
}

int64_t residual_rows(const ConvTiles& t) {
  return t.residual_rows == 0 ? t.h : t.residual_rows;
}

int64_t residual_parts(const ConvTiles& t) {
  return ceil_div(t.co, t.residual_groups) * ceil_div(t.h, residual_rows(t));
}

int64_t identity_elements(const ConvDims& d, const ConvTiles& t) {
  return t.residual_groups > 0 ? std::max(d.sub_in, d.sub_out) : 0;
}

int64_t residual_pairs(const ConvDims& d) {
  return std::max(d.residual.count, d.out.count);
}

std::vector<OutputTile> output_tiles(const ConvDims& d, const ConvTiles& t) {
  const auto hs = split(d.oh, t.h);
  const auto ws = split(d.ow, t.w);
  const auto cos = split(d.co, t.co);
  std::vector<OutputTile> tiles;
  tiles.reserve(hs.size() * ws.size() * cos.size() * static_cast<size_t>(d.batches));
  auto add = [&](int64_t n, const Range& h, const Range& w, const Range& co) {
    tiles.push_back({static_cast<int64_t>(tiles.size()), n, h, w, co});
  };
  if (t.order == LoopOrder::HeightChannelWidth) {
    for (int64_t n = 0; n < d.batches; ++n)
      for (const Range& h : hs)
        for (const Range& co : cos)
          for (const Range& w : ws)
            add(n, h, w, co);
  } else {
    for (const Range& co : cos)
      for (int64_t n = 0; n < d.batches; ++n)
        for (const Range& h : hs)
          for (const Range& w : ws)
            add(n, h, w, co);
  }
  return tiles;
}

const std::vector<AxisStep>& ReductionWalk::along(AxisSteps& known, const ConvAxis& axis,
                                                  const Range& out, int64_t kernel_part,
                                                  Pixels pixels) {
  const auto [at, added] = known.try_emplace(out.begin);
  if (added)
    for (const Range& k : split(axis.kernel, kernel_part))
      if (AxisStep step = axis_step(axis, out, k, pixels); !step.groups.empty())
        at->second.push_back(std::move(step));
  return at->second;
}

const std::vector<ReductionWalk::Channels>& ReductionWalk::channels_of(const Range& co) {
  const auto [at, added] = channels_.try_emplace(co.begin);
  if (added)
    for (const Range& ci : split(d_.inputs_of(co), t_.ci))
      at->second.push_back({ci, link_groups(d_, co, ci)});
  return at->second;
}

const std::vector<ReductionStep>& ReductionWalk::steps(const OutputTile& tile) {
  const auto& rows = along(rows_, row_axis(d_), tile.h, step_kh(d_, t_), row_pixels(t_));
  const auto& cols = along(cols_, column_axis(d_), tile.w, step_kw(d_, t_), column_pixels(t_));
  const std::vector<Channels>& channels = channels_of(tile.co);
  const size_t each = rows.size() * cols.size(), count = channels.size() * each;
  steps_.clear();
  for (size_t k = 0; k < count; ++k) {
    const size_t i = t_.reuse && tile.index % 2 == 1 ? count - 1 - k : k;
    const Channels& c = channels[i / each];
    steps_.push_back({c.ci, c.links, rows[i % each / cols.size()], cols[i % cols.size()]});
  }
  return steps_;
}

}  // namespace vta

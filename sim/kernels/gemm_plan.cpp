#include "sim/kernels/gemm_plan.h"

#include <algorithm>
#include <unordered_set>

#include "base/round.h"
#include "sim/kernels/uop_groups.h"

namespace vta::kernels {
namespace {

// One of the two loops of the instruction.
struct Loop {
  int64_t begin = 0, end = 1;
  int64_t dst = 0, src = 0, wgt = 0;
  int64_t count() const { return end - begin; }
};

enum class Role : uint8_t { Position, Reduction, Sweep };

Role role_of(const Loop& loop) {
  if (loop.dst == 0)
    return Role::Reduction;
  return loop.wgt == 0 ? Role::Position : Role::Sweep;
}

constexpr Loop kOnce{};

class Planner {
 public:
  Planner(const Insn& n, const LoopRange& range, const FormSizes& sizes) : sizes_(sizes) {
    const Loop outer{range.o_begin, range.o_end, n.dst_out, n.src_out, n.wgt_out};
    const Loop inner{range.i_begin, range.i_end, n.dst_in, n.src_in, n.wgt_in};
    place(outer, 0);
    place(inner, 1);
  }

  GemmPlan plan(std::span<const UopEntry> uops) {
    const std::vector<UopGroup> groups = group_uops(uops);
    for (const UopGroup& g : groups)
      shapes_.push_back(shape_of(groups, g));
    for (int64_t a = sweep_[0].begin; a < sweep_[0].end; ++a)
      for (int64_t b = sweep_[1].begin; b < sweep_[1].end; ++b)
        for (size_t g = 0; g < groups.size(); ++g)
          add_columns(groups[g], shapes_[g],
                      {.begin = 0,
                       .end = 0,
                       .dst = a * sweep_[0].dst + b * sweep_[1].dst,
                       .src = a * sweep_[0].src + b * sweep_[1].src,
                       .wgt = a * sweep_[0].wgt + b * sweep_[1].wgt});
    pair_columns();
    for (size_t k = 0; k < out_.columns.size(); k += out_.columns[k].pair_with_next ? 2 : 1)
      out_.strip_runs += out_.columns[k].strip_count;
    find_fill();
    return std::move(out_);
  }

 private:
  // Where a group's strips and steps are in the plan.
  struct Shape {
    int32_t first_step, step_count, first_strip, strip_count, inputs;
  };
  struct Row {
    int64_t dst, src;  // lanes, bytes
  };
  struct RowRange {
    int64_t low, high;
  };

  void place(const Loop& loop, int which) {
    position_[which] = reduction_[which] = sweep_[which] = kOnce;
    switch (role_of(loop)) {
      case Role::Position:
        position_[which] = loop;
        break;
      case Role::Reduction:
        reduction_[which] = loop;
        break;
      case Role::Sweep:
        sweep_[which] = loop;
        break;
    }
  }

  // Strips are shared by groups of equal positions, inputs are equal where steps' src are too.
  Shape shape_of(const std::vector<UopGroup>& groups, const UopGroup& g) {
    Shape shape = add_steps(g);
    shape.inputs = static_cast<int32_t>(shapes_.size());
    for (size_t k = 0; k < shapes_.size(); ++k) {
      if (groups[k].positions != g.positions)
        continue;
      shape.first_strip = shapes_[k].first_strip;
      shape.strip_count = shapes_[k].strip_count;
      if (same_sources(shapes_[k], shape)) {
        shape.inputs = shapes_[k].inputs;
        return shape;
      }
    }
    if (shape.strip_count == 0)
      add_strips(g, shape);
    return shape;
  }

  std::span<const ReductionStep> steps_of(const Shape& shape) const {
    return std::span(out_.steps)
        .subspan(static_cast<size_t>(shape.first_step), static_cast<size_t>(shape.step_count));
  }

  bool same_sources(const Shape& a, const Shape& b) const {
    return std::ranges::equal(steps_of(a), steps_of(b), [](const auto& x, const auto& y) {
      return x.src == y.src && x.bytes == y.bytes;
    });
  }

  Shape add_steps(const UopGroup& g) {
    const auto first = static_cast<int32_t>(out_.steps.size());
    std::vector<ReductionStep> steps;
    for (int64_t a = reduction_[0].begin; a < reduction_[0].end; ++a)
      for (int64_t b = reduction_[1].begin; b < reduction_[1].end; ++b) {
        const int64_t src = a * reduction_[0].src + b * reduction_[1].src;
        const int64_t wgt = a * reduction_[0].wgt + b * reduction_[1].wgt;
        for (const UopGroup::Step& s : g.steps)
          steps.push_back({(src + s.src) * sizes_.inp_elem_bytes(),
                           (wgt + s.wgt) * sizes_.wgt_column_bytes, sizes_.inp_row_bytes});
      }
    if (sizes_.tile_bytes > 0)
      steps = tile_steps(std::move(steps), sizes_);
    out_.steps.insert(out_.steps.end(), steps.begin(), steps.end());
    return {first, static_cast<int32_t>(out_.steps.size()) - first, 0, 0, 0};
  }

  // All positions, the longest of the inner loop and the group's own list innermost.
  std::vector<Row> rows_of(const UopGroup& g) const {
    std::vector<Row> rows;
    const bool loop_inside = position_[1].count() >= static_cast<int64_t>(g.positions.size());
    for (int64_t b = 0; b < sizes_.batch; ++b)
      for (int64_t o = position_[0].begin; o < position_[0].end; ++o) {
        const auto add = [&](int64_t i, const UopGroup::Position& p) {
          const int64_t dst = p.dst + o * position_[0].dst + i * position_[1].dst;
          const int64_t src = p.src + o * position_[0].src + i * position_[1].src;
          rows.push_back({dst * sizes_.acc_elem() + b * sizes_.acc_row(),
                          src * sizes_.inp_elem_bytes() + b * sizes_.inp_row_bytes});
        };
        if (loop_inside)
          for (const auto& p : g.positions)
            for (int64_t i = position_[1].begin; i < position_[1].end; ++i)
              add(i, p);
        else
          for (int64_t i = position_[1].begin; i < position_[1].end; ++i)
            for (const auto& p : g.positions)
              add(i, p);
      }
    return rows;
  }

  void add_strips(const UopGroup& g, Shape& shape) {
    const std::vector<Row> rows = rows_of(g);
    shape.first_strip = static_cast<int32_t>(out_.strips.size());
    std::unordered_set<int64_t> held;
    for (size_t begin = 0; begin < rows.size();) {
      held.clear();
      size_t end = begin;
      const int64_t stride = begin + 1 < rows.size() ? rows[begin + 1].src - rows[begin].src : 0;
      while (end < rows.size() && (end == begin || rows[end].src - rows[end - 1].src == stride) &&
             held.insert(rows[end].dst).second)
        ++end;
      cut(std::span(rows).subspan(begin, end - begin), stride);
      begin = end;
    }
    shape.strip_count = static_cast<int32_t>(out_.strips.size()) - shape.first_strip;
    if (sizes_.tile_bytes > 0)  // neighbours of equal length share a shape of tiles
      std::ranges::stable_sort(out_.strips.begin() + shape.first_strip, out_.strips.end(), {},
                               &StripPlace::positions);
    for (int32_t s = shape.first_strip; s + 1 < shape.first_strip + shape.strip_count; ++s) {
      const RowRange rows_here = range_of(s, 1), rows_next = range_of(s + 1, 1);
      StripPlace& strip = out_.strips[static_cast<size_t>(s)];
      strip.with_next = strip.positions == out_.strips[static_cast<size_t>(s) + 1].positions &&
                        (rows_here.high < rows_next.low || rows_next.high < rows_here.low);
    }
  }

  // The lowest and the highest accumulator row of some strips, relative to the column.
  RowRange range_of(int32_t first_strip, int32_t count) const {
    RowRange range{INT64_MAX, INT64_MIN};
    for (int32_t s = first_strip; s < first_strip + count; ++s) {
      const StripPlace& strip = out_.strips[static_cast<size_t>(s)];
      for (int32_t k = strip.first; k < strip.first + strip.positions; ++k) {
        range.low = std::min<int64_t>(range.low, out_.dst[static_cast<size_t>(k)]);
        range.high = std::max<int64_t>(range.high, out_.dst[static_cast<size_t>(k)]);
      }
    }
    return range;
  }

  // Nearly equal strips of at most max_positions.
  void cut(std::span<const Row> rows, int64_t stride) {
    const auto count = static_cast<int64_t>(rows.size());
    const int64_t strips = ceil_div(count, sizes_.max_positions);
    for (int64_t s = 0; s < strips; ++s) {
      const int64_t begin = count * s / strips;
      const int64_t end = count * (s + 1) / strips;
      const auto strip = rows.subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
      out_.strips.push_back({strip.front().src, stride, static_cast<int32_t>(out_.dst.size()),
                             static_cast<int32_t>(end - begin), dst_stride(strip), false});
      for (const Row& row : strip)
        out_.dst.push_back(static_cast<int32_t>(row.dst));
    }
  }

  static int32_t dst_stride(std::span<const Row> rows) {
    const int64_t stride = rows.size() > 1 ? rows[1].dst - rows[0].dst : 1;
    for (size_t k = 1; k < rows.size(); ++k)
      if (rows[k].dst - rows[k - 1].dst != stride)
        return 0;
    return static_cast<int32_t>(stride);
  }

  void add_columns(const UopGroup& g, const Shape& shape, const Loop& base) {
    for (int64_t s = 0; s < sizes_.slices; ++s) {
      Column c;
      c.acc = (base.dst + g.dst0) * sizes_.acc_elem() + s * sizes_.lanes;
      c.src = (base.src + g.src0) * sizes_.inp_elem_bytes();
      c.wgt = base.wgt * sizes_.wgt_column_bytes + s * sizes_.wgt_slice_bytes;
      c.first_step = shape.first_step;
      c.step_count = shape.step_count;
      c.first_strip = shape.first_strip;
      c.strip_count = shape.strip_count;
      c.inputs = shape.inputs;
      c.strips_in_twos = true;
      out_.columns.push_back(c);
    }
  }

  void pair_columns() {
    auto& columns = out_.columns;
    for (size_t k = 0; k + 1 < columns.size(); ++k) {
      if (columns[k].inputs != columns[k + 1].inputs || columns[k].src != columns[k + 1].src ||
          rows_meet(columns[k], columns[k + 1], 1))
        continue;
      columns[k].pair_with_next = true;
      columns[k].strips_in_twos = !rows_meet(columns[k], columns[k + 1], 2);
      ++k;
    }
  }

  std::vector<int64_t> all_rows() const {  // in units of a column's lanes
    std::vector<int64_t> rows;
    for (const Column& c : out_.columns)
      for (int32_t s = c.first_strip; s < c.first_strip + c.strip_count; ++s) {
        const StripPlace& strip = out_.strips[static_cast<size_t>(s)];
        for (int64_t k = 0; k < strip.positions; ++k)
          rows.push_back((c.acc + out_.dst[static_cast<size_t>(strip.first + k)]) / sizes_.lanes);
      }
    return rows;
  }

  void find_fill() {
    std::vector<int64_t> rows = all_rows();
    std::sort(rows.begin(), rows.end());
    const int64_t per_element = sizes_.acc_elem() / sizes_.lanes;
    const auto count = static_cast<int64_t>(rows.size());
    const bool dense = rows.back() - rows.front() + 1 == count &&
                       std::adjacent_find(rows.begin(), rows.end()) == rows.end();
    if (dense && rows.front() % per_element == 0 && count % per_element == 0)
      out_.fills = {rows.front() / per_element, (rows.back() + 1) / per_element};
  }

  // Whether some neighbouring strips may hold a row of column a that is also one of column b.
  bool rows_meet(const Column& a, const Column& b, int32_t neighbours) const {
    const int64_t delta = b.acc - a.acc;
    if (delta % sizes_.acc_row() != 0)
      return false;
    const int32_t end = a.first_strip + a.strip_count;
    for (int32_t s = a.first_strip; s < end; ++s) {
      const RowRange rows = range_of(s, std::min(neighbours, end - s));
      if (std::abs(delta) <= rows.high - rows.low)
        return true;
    }
    return false;
  }

  FormSizes sizes_;
  Loop position_[2], reduction_[2], sweep_[2];
  std::vector<Shape> shapes_;
  GemmPlan out_;
};

}  // namespace

std::vector<ReductionStep> tile_steps(std::vector<ReductionStep> steps, const FormSizes& sizes) {
  std::ranges::sort(steps, {}, [](const auto& s) { return std::pair(s.src, s.wgt); });
  const int64_t lane_bytes = sizes.lanes;  // of the weights, for each byte of an input row
  std::vector<ReductionStep> pieces;
  for (size_t k = 0; k < steps.size();) {
    ReductionStep run = steps[k++];
    while (k < steps.size() && steps[k].src == run.src + run.bytes &&
           steps[k].wgt == run.wgt + run.bytes * lane_bytes)
      run.bytes += steps[k++].bytes;
    const int64_t words = run.bytes / 16;
    const int64_t count = (run.bytes + sizes.tile_bytes - 1) / sizes.tile_bytes;
    for (int64_t p = 0; p < count; ++p) {
      const int64_t begin = words * p / count * 16, end = words * (p + 1) / count * 16;
      pieces.push_back({run.src + begin, run.wgt + begin * lane_bytes, end - begin});
    }
  }
  std::ranges::stable_sort(pieces, std::ranges::greater{}, &ReductionStep::bytes);
  return pieces;
}

GemmPlan plan_gemm(const Insn& insn, const LoopRange& range, std::span<const UopEntry> uops,
                   const FormSizes& sizes) {
  return Planner(insn, range, sizes).plan(uops);
}

}  // namespace vta::kernels

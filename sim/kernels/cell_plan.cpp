#include "sim/kernels/cell_plan.h"

#include <algorithm>
#include <tuple>

#include "base/round.h"

namespace vta::kernels {
namespace {

// A block with its rectangle, [row, row_end) x [column, column_end).
struct Rectangle {
  int64_t row, row_end, column, column_end;
  int64_t src, wgt;
};

struct Cell {
  int64_t row = 0, column = 0;
  int64_t src = 0, wgt = 0;  // of its first point and first step: elements
  int32_t shape = 0;
};

// What equal cells share: steps relative to the first one, and strips.
struct CellShape {
  int64_t rows = 0, columns = 0;
  std::vector<ReductionStep> elements;  // src and wgt in elements
  int32_t first_step = 0, step_count = 0, first_strip = 0, strip_count = 0;
  int32_t inputs = 0;
};

class CellPlanner {
 public:
  CellPlanner(std::span<const SumLattice* const> lattices, const FormSizes& sizes)
      : lattice_(*lattices.front()), sizes_(sizes) {
    for (const SumLattice* l : lattices)
      for (const SumBlock& b : l->blocks)
        blocks_.push_back({b.row, b.row + l->rows, b.column, b.column + l->columns, b.src, b.wgt});
    // Then the steps of every cell are in this order too.
    std::ranges::sort(blocks_, {}, [](const Rectangle& b) { return std::tuple(b.src, b.wgt); });
  }

  GemmPlan plan() {
    cut_rows();
    // Shapes in their order, before cells are sorted by `inputs`: a shape takes strips and inputs
    // over from earlier ones.
    for (CellShape& shape : shapes_)
      add_shape(shape);
    std::ranges::stable_sort(cells_, {}, [&](const Cell& c) {
      return std::tuple(shapes_[static_cast<size_t>(c.shape)].inputs, c.src);
    });
    for (const Cell& cell : cells_)
      add_columns(cell);
    pair_columns();
    find_fill();
    return std::move(out_);
  }

 private:
  static void unique(std::vector<int64_t>& cuts) {
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  }

  void cut_rows() {
    std::vector<int64_t> cuts;
    for (const Rectangle& b : blocks_) {
      cuts.push_back(b.row);
      cuts.push_back(b.row_end);
    }
    unique(cuts);
    for (size_t k = 0; k + 1 < cuts.size(); ++k) {
      band_.clear();
      for (const Rectangle& b : blocks_)
        if (b.row <= cuts[k] && b.row_end > cuts[k])
          band_.push_back(&b);
      cut_columns(cuts[k], cuts[k + 1]);
    }
  }

  void cut_columns(int64_t row, int64_t row_end) {
    std::vector<int64_t> cuts;
    for (const Rectangle* b : band_) {
      cuts.push_back(b->column);
      cuts.push_back(b->column_end);
    }
    unique(cuts);
    for (size_t k = 0; k + 1 < cuts.size(); ++k) {
      steps_.clear();
      for (const Rectangle* b : band_)
        if (b->column <= cuts[k] && b->column_end > cuts[k])
          steps_.push_back({b->src, b->wgt, 0});
      if (!steps_.empty())
        add_cell(row, row_end, cuts[k], cuts[k + 1]);
    }
  }

  void add_cell(int64_t row, int64_t row_end, int64_t column, int64_t column_end) {
    Cell cell{row, column, steps_.front().src, steps_.front().wgt, 0};
    for (ReductionStep& step : steps_)
      step = {step.src - cell.src, step.wgt - cell.wgt, 0};
    cell.src += row * lattice_.src_row + column * lattice_.src_column;
    cell.shape = shape_of(row_end - row, column_end - column);
    cells_.push_back(cell);
  }

  int32_t shape_of(int64_t rows, int64_t columns) {
    const auto same = std::ranges::find_if(shapes_, [&](const CellShape& s) {
      return s.rows == rows && s.columns == columns && s.elements == steps_;
    });
    if (same == shapes_.end()) {
      CellShape shape;
      shape.rows = rows;
      shape.columns = columns;
      shape.elements = steps_;
      shapes_.push_back(std::move(shape));
      return static_cast<int32_t>(shapes_.size()) - 1;
    }
    return static_cast<int32_t>(same - shapes_.begin());
  }

  void add_shape(CellShape& shape) {
    std::vector<ReductionStep> steps;
    for (const ReductionStep& s : shape.elements)
      steps.push_back(
          {s.src * sizes_.inp_elem_bytes(), s.wgt * sizes_.wgt_column_bytes, sizes_.inp_row_bytes});
    // Before the comparison below: joined steps are what must be equal for a pair of columns.
    if (sizes_.tile_bytes > 0)
      steps = tile_steps(std::move(steps), sizes_);
    shape.first_step = static_cast<int32_t>(out_.steps.size());
    shape.step_count = static_cast<int32_t>(steps.size());
    out_.steps.insert(out_.steps.end(), steps.begin(), steps.end());
    const auto index = static_cast<int32_t>(&shape - shapes_.data());
    shape.inputs = index;
    for (int32_t k = 0; k < index; ++k) {
      const CellShape& other = shapes_[static_cast<size_t>(k)];
      if (other.rows != shape.rows || other.columns != shape.columns)
        continue;
      shape.first_strip = other.first_strip;
      shape.strip_count = other.strip_count;
      if (same_sources(other, shape)) {
        shape.inputs = other.inputs;
        return;
      }
    }
    if (shape.strip_count == 0)
      add_strips(shape);
  }

  std::span<const ReductionStep> steps_of(const CellShape& shape) const {
    return std::span(out_.steps)
        .subspan(static_cast<size_t>(shape.first_step), static_cast<size_t>(shape.step_count));
  }

  bool same_sources(const CellShape& a, const CellShape& b) const {
    return std::ranges::equal(steps_of(a), steps_of(b), [](const auto& x, const auto& y) {
      return x.src == y.src && x.bytes == y.bytes;
    });
  }

  // Lines of points at a constant distance from each other in ACC and in INP.
  struct Lines {
    int64_t count, dst, src;         // of lines; elements from one to the next
    int64_t points, dst_in, src_in;  // of a line
  };

  Lines lines_of(const CellShape& shape) const {
    const Lines along{shape.rows, lattice_.pitch,     lattice_.src_row, shape.columns,
                      1,          lattice_.src_column};
    if (shape.columns == lattice_.pitch && lattice_.src_row == shape.columns * lattice_.src_column)
      return {1, 0, 0, shape.rows * shape.columns, 1, lattice_.src_column};
    const Lines across{along.points, 1, along.src_in, along.count, along.dst, along.src};
    const auto strips = [&](const Lines& l) {
      return l.count * ceil_div(l.points, sizes_.max_positions);
    };
    return strips(across) < strips(along) ? across : along;
  }

  void add_strips(CellShape& shape) {
    const Lines lines = lines_of(shape);
    shape.first_strip = static_cast<int32_t>(out_.strips.size());
    for (int64_t b = 0; b < sizes_.batch; ++b)
      for (int64_t k = 0; k < lines.count; ++k)
        cut(lines, k * lines.dst * sizes_.acc_elem() + b * sizes_.acc_row(),
            k * lines.src * sizes_.inp_elem_bytes() + b * sizes_.inp_row_bytes);
    shape.strip_count = static_cast<int32_t>(out_.strips.size()) - shape.first_strip;
    if (sizes_.tile_bytes > 0)  // neighbours of equal length share a shape of tiles
      std::ranges::stable_sort(out_.strips.begin() + shape.first_strip, out_.strips.end(), {},
                               &StripPlace::positions);
    for (size_t s = static_cast<size_t>(shape.first_strip); s + 1 < out_.strips.size(); ++s)
      out_.strips[s].with_next = out_.strips[s].positions == out_.strips[s + 1].positions;
  }

  // Nearly equal strips of at most max_positions.
  void cut(const Lines& lines, int64_t dst, int64_t src) {
    const int64_t dst_stride = lines.dst_in * sizes_.acc_elem();
    const int64_t src_stride = lines.src_in * sizes_.inp_elem_bytes();
    const int64_t strips = ceil_div(lines.points, sizes_.max_positions);
    for (int64_t s = 0; s < strips; ++s) {
      const int64_t begin = lines.points * s / strips;
      const int64_t end = lines.points * (s + 1) / strips;
      out_.strips.push_back(
          {src + begin * src_stride, src_stride, static_cast<int32_t>(out_.dst.size()),
           static_cast<int32_t>(end - begin), static_cast<int32_t>(dst_stride), false});
      for (int64_t p = begin; p < end; ++p)
        out_.dst.push_back(static_cast<int32_t>(dst + p * dst_stride));
    }
  }

  void add_columns(const Cell& cell) {
    const CellShape& shape = shapes_[static_cast<size_t>(cell.shape)];
    for (int64_t s = 0; s < sizes_.slices; ++s) {
      Column c;
      c.acc = (cell.row * lattice_.pitch + cell.column) * sizes_.acc_elem() + s * sizes_.lanes;
      c.src = cell.src * sizes_.inp_elem_bytes();
      c.wgt = cell.wgt * sizes_.wgt_column_bytes + s * sizes_.wgt_slice_bytes;
      c.first_step = shape.first_step;
      c.step_count = shape.step_count;
      c.first_strip = shape.first_strip;
      c.strip_count = shape.strip_count;
      c.inputs = shape.inputs;
      c.strips_in_twos = true;
      out_.columns.push_back(c);
    }
  }

  // Cells share no point and slices no lane, so rows never meet.
  void pair_columns() {
    auto& columns = out_.columns;
    for (size_t k = 0; k < columns.size(); ++k) {
      out_.strip_runs += columns[k].strip_count;
      if (k + 1 == columns.size() || columns[k].inputs != columns[k + 1].inputs ||
          columns[k].src != columns[k + 1].src)
        continue;
      columns[k++].pair_with_next = true;  // past its partner, which is in this pair alone
    }
  }

  void find_fill() {
    ElementRange range{INT64_MAX, INT64_MIN};
    int64_t points = 0;
    for (const Cell& cell : cells_) {
      const CellShape& shape = shapes_[static_cast<size_t>(cell.shape)];
      const int64_t first = cell.row * lattice_.pitch + cell.column;
      range.begin = std::min(range.begin, first);
      range.end = std::max(range.end, first + (shape.rows - 1) * lattice_.pitch + shape.columns);
      points += shape.rows * shape.columns;
    }
    if (points == range.end - range.begin)
      out_.fills = range;
  }

  const SumLattice& lattice_;
  FormSizes sizes_;
  std::vector<Rectangle> blocks_;
  std::vector<const Rectangle*> band_;
  std::vector<ReductionStep> steps_;  // of a cell
  std::vector<Cell> cells_;
  std::vector<CellShape> shapes_;
  GemmPlan out_;
};

}  // namespace

GemmPlan plan_cells(std::span<const SumLattice* const> lattices, const FormSizes& sizes) {
  return CellPlanner(lattices, sizes).plan();
}

}  // namespace vta::kernels

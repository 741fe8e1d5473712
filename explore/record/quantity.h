// What a run can say: a row per quantity, with its one name. Documents of runs and comparisons,
// columns of databases, outcomes between processes, limits, tables for people and the tables of
// reports walk it; a new quantity is a member of PointResult or LayerResult and a row, or, where it
// follows from others, a row alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "explore/cost/clock_times.h"
#include "explore/point.h"

namespace vta::explore {

enum class QuantityKind : uint8_t {
  Counted,  // by the accelerator, or from the program
  Reading,  // another reading of a counter: in documents and databases, in no table for people
  Cycles,
  Issued,  // cycles that what was issued takes at least
  Least,   // what no schedule avoids; not known where a program does not say
  Share,   // percent
  Time,    // and what else follows from a clock or an image: the smaller the better
  Rate,    // the larger the better
  Area,    // of the configuration on a 7-series FPGA
};

// A run, as its quantities are read from it.
struct RunView {
  const VtaConfig& config;
  int64_t images;
  const PointResult& result;
};
// Nothing: it is not known of this run or kernel.
using Figure = std::variant<std::monostate, int64_t, double>;

struct Quantity {
  std::string_view name;   // "issued_compute": in documents, of columns, in conditions
  std::string_view group;  // "timing": the object of a document that it is a member of; "": of none
  std::string_view label;  // "Compute bound of what was issued": for people
  std::string_view unit;   // "cycles"; "": the label says what is counted
  std::string_view meaning;
  QuantityKind kind;

  // Kept numbers. Nothing: it is not of runs, or not of kernels.
  std::function<int64_t(const PointResult&)> of_run = {};
  std::function<int64_t(const LayerResult&)> of_kernel = {};
  // The member itself; nothing where the number follows from others.
  std::function<int64_t&(PointResult&)> in_run = {};
  std::function<int64_t&(LayerResult&)> in_kernel = {};

  // Numbers that follow from kept ones, and that nothing keeps.
  std::function<Figure(const RunView&)> from_run = {};
  std::function<Figure(const RunView&, const LayerResult&)> from_kernel = {};
  double ClockTimes::*of_clock = nullptr;

  // Names until version 5 of vta.run and of databases, which are still read: in a document, and of
  // a column (both empty: as today), and what else it was called.
  std::string_view old_path = {}, old_column = {};
  std::vector<std::string_view> other_names = {};
  // Until version 6 the name said something of kernels, too, which has this one today.
  std::string_view of_kernels_today = {};

  bool of_runs() const { return of_run || from_run; }
  bool of_kernels() const { return of_kernel || from_kernel; }
  // Whether there is nothing to say without timing.
  bool needs_time() const {
    return group == "timing" || group == "times" || kind == QuantityKind::Time;
  }
};
const std::vector<Quantity>& quantities();

// The quantity of this name, or that had it; nullptr: none.
const Quantity* find_quantity(std::string_view name);
// The name today of what had this one; the same for any other text.
std::string_view name_today(std::string_view name);

// What the quantity is of a run or of a kernel of it; nothing where it is not of such.
Figure figure_of(const Quantity& quantity, const RunView& run);
Figure figure_of(const Quantity& quantity, const RunView& run, const LayerResult& kernel);
std::optional<double> number_in(const Figure& figure);
// By its name, which must be one of the table; nothing where it is not known.
std::optional<double> number_of(std::string_view name, const RunView& run);
std::optional<double> number_of(std::string_view name, const RunView& run,
                                const LayerResult& kernel);

}  // namespace vta::explore

// Where two runs of a network differ: tensor by tensor, and what made the first one that does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explore/diff/tensor_set.h"

namespace vta::explore {

inline constexpr double kLeastSqnrDb = 15;  // below, a quantized value is poor

// How two tensors of one value are compared.
enum class Comparison {
  Exact,    // integers: every element
  Rounded,  // float32 on both sides: to what another order of sums may change (float_bound)
  Noise,    // in float on one side, in integers on the other: by SQNR, integers as real values
};
const char* comparison_name(Comparison comparison);  // "exact", "rounded", "noise"

struct ElementDifference {
  int64_t element = -1;  // the element's index in the flat tensor; -1: there is no such element
  double a = 0, b = 0;
};

struct TensorDifference {
  size_t tensor = 0;  // of the network
  Comparison comparison = Comparison::Exact;
  bool differs = false;
  int64_t elements = 0;
  // Unequal ones; of Noise those that are more than a step apart, where the step is known.
  int64_t differing = 0;
  ElementDifference first = {};    // of these
  ElementDifference largest = {};  // of all with numbers on both sides; the first of equals
  double largest_difference = 0;
  int64_t not_numbers = 0;  // elements with a number on one side alone: they differ
  // The power of A's real values over that of the differences; infinite where A and B are equal.
  // The stored values take the place of the real ones where their scale is not known.
  double sqnr_db = 0;
};

// An operand of what made a tensor.
struct Operand {
  size_t tensor = 0;
  bool equal = true;  // A and B; of Noise: it does not differ
};

struct NetworkDifference {
  std::string a, b;
  double least_sqnr_db = kLeastSqnrDb;
  std::vector<TensorDifference> tensors = {};  // of both runs, in the network's order
  std::optional<size_t> first = {};            // of these, the first that differs
  // Of the first: the tensors made since the ones that are compared, itself last; and those.
  std::vector<size_t> makers = {};
  std::vector<Operand> operands = {};
  std::vector<size_t> missing_a = {}, missing_b = {};  // layers that files lack
  std::vector<std::string> unknown_a = {}, unknown_b = {};
  // No unit is known of these, so that float and integers could not be compared.
  std::vector<size_t> no_unit = {};

  int64_t differing() const;  // tensors that differ
};

// InputError where the runs have no tensor in common that can be compared.
NetworkDifference difference(const NetworkTensors& network, const RunTensors& a,
                             const RunTensors& b, double least_sqnr_db = kLeastSqnrDb);

// "(0, 3, 14, 2)" of element 1234.
std::string place_text(int64_t element, const Shape& shape);

}  // namespace vta::explore

#include "compiler/graph/gelu.h"

#include <algorithm>

#include "base/error.h"
#include "compiler/graph/alu_arithmetic.h"

namespace vta {
namespace {

// Knees and shifts are those of least error, found by trying all near the optimum in real numbers.
constexpr GeluForm kForms[] = {
    {"gelu", "quadratic", 13, 21392, {16, 0, 0}, 1, 0, 14, 0.0158},
    {"gelu", "quartic", 13, 30316, {16, 14, 0}, 3, 20, 16, 0.00391},
    {"silu", "eighth", 11, 23440, {15, 13, 16}, 1, 0, 15, 0.00693},
    {"quick_gelu", "eighth", 11, 13920, {14, 14, 14}, 1, 0, 13, 0.00406},
};

constexpr int64_t kMostFraction = 31, kLeastResult = -17;

std::string known_forms() {
  std::string text;
  for (const GeluForm& f : kForms)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", f.function, f.form);
  return text;
}

}  // namespace

std::span<const GeluForm> gelu_forms() {
  return kForms;
}

GeluOf gelu_of(const Attrs& attrs) {
  const std::string function = attrs.get_string("function", "gelu"),
                    form = attrs.get_string("form", "quartic");
  GeluOf of{.fraction = attrs.get_int("fraction", 0),
            .result_fraction = attrs.get_int("result_fraction", 0)};
  for (const GeluForm& f : kForms)
    if (f.function == function && f.form == form)
      of.form = &f;
  if (of.form == nullptr)
    throw CompileError(fmt::format("qnn.gelu: function {} in the form {}: must be one of {}",
                                   function, form, known_forms()));
  if (of.fraction < -kMostFraction || of.fraction > kMostFraction)
    throw CompileError(fmt::format("qnn.gelu: fraction {} must be in {}..{}", of.fraction,
                                   -kMostFraction, kMostFraction));
  if (of.result_fraction < kLeastResult || of.result_fraction > of.form->fraction)
    throw CompileError(fmt::format("qnn.gelu: result_fraction {} must be in {}..{}",
                                   of.result_fraction, kLeastResult, of.form->fraction));
  return of;
}

int32_t integer_gelu(const GeluOf& of, int32_t value) {
  using alu::rounded;
  using alu::wrapped;
  const GeluForm& f = *of.form;
  const int32_t x = rounded(value, of.fraction - f.fraction);
  int32_t w = std::max(wrapped(f.knee + std::min(x, wrapped(-int64_t{x}))), 0);
  for (size_t i = 0; i < f.squarings.size() && f.squarings[i] > 0; ++i) {
    const bool last = i + 1 == f.squarings.size() || f.squarings[i + 1] == 0;
    w = rounded(wrapped(int64_t{w} * w * (last ? f.factor : 1)), f.squarings[i]);
  }
  w = std::max(wrapped(w - f.taken), 0);
  const int32_t part = rounded(wrapped(int64_t{x} * w), f.gate_bits);
  return rounded(std::max(wrapped(int64_t{x} - part), part), f.fraction - of.result_fraction);
}

}  // namespace vta

#include "compiler/graph/gelu.h"

#include <algorithm>

#include "base/error.h"

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

int32_t wrapped(int64_t x) {
  return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(x)));
}

// Half up; to the left for a negative n.
int64_t rounded(int64_t x, int64_t n) {
  if (n <= 0)
    return wrapped(static_cast<int64_t>(static_cast<uint64_t>(x) << -n));
  return wrapped(x + (int64_t{1} << (n - 1))) >> n;
}

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
  const GeluForm& f = *of.form;
  const int64_t x = rounded(value, of.fraction - f.fraction);
  int64_t w = std::max<int64_t>(wrapped(f.knee + std::min<int64_t>(x, wrapped(-x))), 0);
  for (size_t i = 0; i < f.squarings.size() && f.squarings[i] > 0; ++i) {
    const bool last = i + 1 == f.squarings.size() || f.squarings[i + 1] == 0;
    w = rounded(w * w * (last ? f.factor : 1), f.squarings[i]);
  }
  w = std::max<int64_t>(w - f.taken, 0);
  const int64_t part = rounded(wrapped(x * w), f.gate_bits);
  return wrapped(rounded(std::max(x - part, part), f.fraction - of.result_fraction));
}

}  // namespace vta

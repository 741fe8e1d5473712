// How far the integers of transformers are from real numbers: attention, GELU and its
// relatives, LayerNorm.
//
//   bench_integers
//
// Prints the largest error of a weight of the softmax, in 127ths, for every fraction and exponent;
// that of the reciprocal; and the signal to noise of a head's result before it is rounded to int8,
// against a softmax in double of the same int8 queries, keys and values. Of GELU the largest error
// over all values, in steps of an int8 result of which 127 stands for 4, 2 and 1.
#include <fmt/format.h>

#include "compiler/graph/gelu.h"
#include "tests/compiler/interp/attention_reference.h"
#include "tests/compiler/interp/layer_norm_reference.h"

namespace vta::bench {
namespace {

void print_weights() {
  double most = 0;
  for (int fraction = 1; fraction <= 15; ++fraction)
    most = std::max(most, power_error(fraction));
  fmt::print("softmax: a weight is at most {:.3f} of 127 from 127 * 2^-t\n", most);
}

void print_reciprocal() {
  double most = 0;
  for (int64_t w = 1 << 15; w < 1 << 16; ++w) {
    const double real = std::exp2(30) / static_cast<double>(w);
    most = std::max(most, std::abs(static_cast<double>(interp::reciprocal(w)) / real - 1));
  }
  fmt::print("reciprocal: relative error at most {:.2e}\n", most);
}

void print_heads() {
  constexpr int kSeeds = 6;
  struct Case {
    int64_t tokens, depth;
    double deviation;
  };
  for (const Case& c : {Case{197, 64, 2.8}, Case{197, 64, 5.6}, Case{64, 32, 2.8},
                        Case{64, 32, 5.6}, Case{300, 96, 2.8}, Case{16, 16, 1.4}}) {
    double least = 1e9, sum = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const double db =
          head_error(gaussian_head(c.tokens, c.depth, c.deviation, static_cast<uint64_t>(seed)))
              .db();
      least = std::min(least, db);
      sum += db;
    }
    fmt::print("head of {} tokens, d {}, deviation {}: {:.1f} dB, at least {:.1f} in {} seeds\n",
               c.tokens, c.depth, c.deviation, sum / kSeeds, least, kSeeds);
  }
}

double real_value(std::string_view function, double x) {
  if (function == "gelu")
    return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
  return x / (1 + std::exp(-(function == "silu" ? 1 : 1.702) * x));
}

void print_gelu() {
  for (const GeluForm& form : gelu_forms())
    for (const int64_t result : {5, 6, 7}) {
      const GeluOf of{.form = &form, .fraction = form.fraction, .result_fraction = result};
      double most = 0;
      for (int32_t x = -20 << form.fraction; x <= 20 << form.fraction; ++x) {
        const double real =
            std::exp2(result) *
            real_value(form.function, std::ldexp(x, static_cast<int>(-form.fraction)));
        if (real <= 127)
          most = std::max(most, std::abs(integer_gelu(of, x) - real));
      }
      fmt::print("{} {}, 127 for {:.0f}: {:.2f} steps at most\n", form.function, form.form,
                 std::exp2(7 - static_cast<double>(result)), most);
    }
}

void print_layer_norm() {
  std::mt19937_64 random(1);
  for (const int64_t channels : {8, 64, 192, 511, 512, 768, 3072, 12288})
    for (const int64_t rms : {0, 1}) {
      const LayerNormOf of =
          layer_norm_of({{"rms", rms}, {"result_fraction", int64_t{5}}}, channels);
      double most = 0;
      for (int row = 0; row < 2000; ++row) {
        const LayerNormError error = layer_norm_error(of, random_row(random, channels));
        most = std::max(most, error.steps);
      }
      fmt::print("{} of {} channels: {:.3f} steps at most\n", rms != 0 ? "RMSNorm" : "LayerNorm",
                 channels, most);
    }
}

}  // namespace
}  // namespace vta::bench

int main() {
  vta::bench::print_weights();
  vta::bench::print_reciprocal();
  vta::bench::print_heads();
  vta::bench::print_gelu();
  vta::bench::print_layer_norm();
  return 0;
}

// nn.rnn, nn.gru, nn.lstm: products of all steps' data at once, then a product of the states of all
// sequences at each step.
//
// `sums` of a step are [batch][gates][hidden]: data's part with both biases, and the state's part.
// A sequence that is over takes part in the products, and nothing of it is written.
#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/graph/recurrent.h"
#include "runtime/host_op_float.h"
#include "runtime/host_op_util.h"

namespace vta::host {
namespace {

float curve_at(const GateFunction& f, float x) {
  const auto alpha = static_cast<float>(f.alpha), beta = static_cast<float>(f.beta);
  switch (f.curve) {
    case GateCurve::Affine:
      return alpha * x + beta;
    case GateCurve::Elu:
      return x < 0 ? alpha * std::expm1(x) : x;
    case GateCurve::HardSigmoid:
      return alpha * x + beta < 0 ? 0.0F : alpha * x + beta > 1 ? 1.0F : alpha * x + beta;
    case GateCurve::LeakyRelu:
      return x < 0 ? alpha * x : x;
    case GateCurve::Relu:
      return x < 0 ? 0.0F : x;
    case GateCurve::ScaledTanh:
      return alpha * std::tanh(beta * x);
    case GateCurve::Sigmoid:
      return 1 / (1 + std::exp(-x));
    case GateCurve::Softplus:
      return std::max(x, 0.0F) + std::log1p(std::exp(-std::fabs(x)));
    case GateCurve::Softsign:
      return x / (1 + std::fabs(x));
    case GateCurve::Tanh:
      return std::tanh(x);
    case GateCurve::ThresholdedRelu:
      return x <= alpha ? 0.0F : x;
  }
  return x;
}

// One sequence at one step.
struct RecurrentStep {
  const float* data = nullptr;    // [gates][hidden], the weight's bias in it
  const float* past = nullptr;    // the same of the state before, the recurrence's bias in it
  const float* before = nullptr;  // the state before, [hidden]
  float* state = nullptr;         // the state then
  float* cell = nullptr;          // both
};

class Recurrence {
 public:
  Recurrence(std::string_view op, Operands in, const Attrs& attrs)
      : in_(in),
        kind_(*recurrent_kind(op)),
        functions_(gate_functions(kind_, attrs)),
        clip_(static_cast<float>(
            attrs.get_double("clip", static_cast<double>(std::numeric_limits<float>::infinity())))),
        reverse_(attrs.get_bool("reverse", false)),
        steps_(in[0].shape()[0]),
        batch_(in[0].shape()[1]),
        hidden_(in[2].shape()[1]),
        rows_(kind_.gates * hidden_) {}

  int64_t hidden() const { return hidden_; }
  int64_t batch() const { return batch_; }
  const float* operand(size_t i) const { return in_[i].data<float>().data(); }

  // Activation `f` of a sum within the clip.
  float gate(size_t f, float sum) const {
    return curve_at(functions_[f], sum < -clip_ ? -clip_ : sum > clip_ ? clip_ : sum);
  }
  float unlimited(size_t f, float x) const { return curve_at(functions_[f], x); }

  // [batch][units] of states, by rows of the recurrence from `first` on, with their bias.
  void of_states(const float* states, int64_t first, int64_t units, float* out) const {
    float_kernels().dense({batch_, hidden_, units}, states, operand(2) + first * hidden_, out);
    add_bias(operand(3) + rows_ + first, batch_, units, out);
  }

  // `advance` of every sequence that is not over yet; `prepare(states)` once before each step.
  template <typename Prepare, typename Advance>
  Results run(const Prepare& prepare, const Advance& advance) const {
    check_lengths();
    const bool cells = kind_.operands > 6;
    Results results{Tensor::zeros(DType::F32, {steps_, batch_, hidden_}), copied(in_[5])};
    if (cells)
      results.push_back(copied(in_[6]));
    const Tensor data = of_data();
    Tensor past = Tensor::zeros(DType::F32, {batch_, rows_}), before = copied(in_[5]);
    float* state = results[1].mutable_data<float>().data();
    for (int64_t n = 0; n < steps_; ++n) {
      std::copy_n(state, batch_ * hidden_, before.mutable_data<float>().data());
      of_states(state, 0, rows_, past.mutable_data<float>().data());
      prepare(n, data, past, before);
      for (int64_t b = 0; b < batch_; ++b) {
        if (n >= length(b))
          continue;
        const int64_t at = place(n, b);
        advance(b,
                RecurrentStep{
                    data.data<float>().data() + at * rows_, past.data<float>().data() + b * rows_,
                    before.data<float>().data() + b * hidden_, state + b * hidden_,
                    cells ? results[2].mutable_data<float>().data() + b * hidden_ : nullptr});
        std::copy_n(state + b * hidden_, hidden_,
                    results[0].mutable_data<float>().data() + at * hidden_);
      }
    }
    return results;
  }

  bool is_over(int64_t n, int64_t b) const { return n >= length(b); }
  // Where sequence b is after n steps, as a row of steps and batch.
  int64_t place(int64_t n, int64_t b) const {
    return (reverse_ ? length(b) - 1 - n : n) * batch_ + b;
  }

 private:
  static Tensor copied(const Tensor& t) {
    return Tensor::from_span<float>(t.shape(), t.data<float>());
  }

  static void add_bias(const float* bias, int64_t rows, int64_t units, float* out) {
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t u = 0; u < units; ++u)
        out[r * units + u] += bias[u];
  }

  Tensor of_data() const {
    Tensor out = Tensor::zeros(DType::F32, {steps_, batch_, rows_});
    float* to = out.mutable_data<float>().data();
    float_kernels().dense({steps_ * batch_, in_[0].shape()[2], rows_}, operand(0), operand(1), to);
    add_bias(operand(3), steps_ * batch_, rows_, to);
    return out;
  }

  int64_t length(int64_t b) const { return in_[4].data<int32_t>()[static_cast<size_t>(b)]; }

  void check_lengths() const {
    for (int64_t b = 0; b < batch_; ++b)
      if (length(b) < 0 || length(b) > steps_)
        fail("length {} of sequence {}: must be 0 to {}", length(b), b, steps_);
  }

  Operands in_;
  const RecurrentKind& kind_;
  std::vector<GateFunction> functions_;
  float clip_;
  bool reverse_;
  int64_t steps_, batch_, hidden_, rows_;
};

void nothing_before(int64_t, const Tensor&, const Tensor&, const Tensor&) {}

Results rnn(Operands in, const Attrs& attrs) {
  const Recurrence layer("nn.rnn", in, attrs);
  return layer.run(nothing_before, [&](int64_t, const RecurrentStep& s) {
    for (int64_t u = 0; u < layer.hidden(); ++u)
      s.state[u] = layer.gate(0, s.data[u] + s.past[u]);
  });
}

Results lstm(Operands in, const Attrs& attrs) {
  const Recurrence layer("nn.lstm", in, attrs);
  const bool coupled = attrs.get_bool("input_forget", false);
  const float* peephole = layer.operand(7);
  const int64_t o = layer.hidden(), f = 2 * o, c = 3 * o;  // where the gates begin
  return layer.run(nothing_before, [&](int64_t, const RecurrentStep& s) {
    for (int64_t u = 0; u < layer.hidden(); ++u) {
      const float old = s.cell[u];
      const float in_gate = layer.gate(0, s.data[u] + s.past[u] + peephole[u] * old);
      const float forget =
          coupled ? 1 - in_gate
                  : layer.gate(0, s.data[f + u] + s.past[f + u] + peephole[f + u] * old);
      const float cell = forget * old + in_gate * layer.gate(1, s.data[c + u] + s.past[c + u]);
      const float out = layer.gate(0, s.data[o + u] + s.past[o + u] + peephole[o + u] * cell);
      s.cell[u] = cell;
      s.state[u] = out * layer.unlimited(2, cell);
    }
  });
}

// The reset gate of every sequence, times what it resets: the state, whose product with the third
// gate's recurrence it then takes part in, or that product.
class ResetStates {
 public:
  ResetStates(const Recurrence& layer, bool linear)
      : layer_(layer),
        linear_(linear),
        kept_(Tensor::zeros(DType::F32, {layer.batch(), layer.hidden()})),
        past_(Tensor::zeros(DType::F32, {layer.batch(), layer.hidden()})) {}

  void prepare(int64_t n, const Tensor& data, const Tensor& past, const Tensor& before) {
    const int64_t h = layer_.hidden();
    const float* states = before.data<float>().data();
    float* out = (linear_ ? past_ : kept_).mutable_data<float>().data();
    for (int64_t b = 0; b < layer_.batch(); ++b) {
      if (layer_.is_over(n, b))
        continue;
      const float* of_data = data.data<float>().data() + layer_.place(n, b) * 3 * h;
      const float* of_state = past.data<float>().data() + b * 3 * h;
      for (int64_t u = 0; u < h; ++u)
        out[b * h + u] = layer_.gate(0, of_data[h + u] + of_state[h + u]) *
                         (linear_ ? of_state[2 * h + u] : states[b * h + u]);
    }
    if (!linear_)
      layer_.of_states(out, 2 * h, h, past_.mutable_data<float>().data());
  }
  const float* past(int64_t b) const { return past_.data<float>().data() + b * layer_.hidden(); }

 private:
  const Recurrence& layer_;
  bool linear_;
  Tensor kept_, past_;
};

Results gru(Operands in, const Attrs& attrs) {
  const Recurrence layer("nn.gru", in, attrs);
  ResetStates reset(layer, attrs.get_bool("linear_before_reset", false));
  return layer.run([&](int64_t n, const Tensor& data, const Tensor& past,
                       const Tensor& before) { reset.prepare(n, data, past, before); },
                   [&](int64_t b, const RecurrentStep& s) {
                     const int64_t h = layer.hidden();
                     for (int64_t u = 0; u < h; ++u) {
                       const float update = layer.gate(0, s.data[u] + s.past[u]);
                       const float fresh = layer.gate(1, s.data[2 * h + u] + reset.past(b)[u]);
                       s.state[u] = (1 - update) * fresh + update * s.before[u];
                     }
                   });
}

constexpr HostOp kRecurrentOps[] = {{"nn.rnn", rnn}, {"nn.gru", gru}, {"nn.lstm", lstm}};

}  // namespace

std::span<const HostOp> recurrent_ops() {
  return kRecurrentOps;
}

}  // namespace vta::host

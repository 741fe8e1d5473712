// Recurrent layers by the formulas of ONNX's pages, a sequence, a step and a unit at a time.
#include <algorithm>
#include <cmath>

#include "compiler/graph/recurrent.h"
#include "compiler/interp/eval.h"

namespace vta::interp {
namespace {

using Row = std::vector<double>;  // a value for each hidden unit

double value_of(const GateFunction& f, double x) {
  switch (f.curve) {
    case GateCurve::Affine:
      return f.alpha * x + f.beta;
    case GateCurve::Elu:
      return x >= 0 ? x : f.alpha * (std::exp(x) - 1);
    case GateCurve::HardSigmoid:
      return std::min(std::max(f.alpha * x + f.beta, 0.0), 1.0);
    case GateCurve::LeakyRelu:
      return x >= 0 ? x : f.alpha * x;
    case GateCurve::Relu:
      return x > 0 || std::isnan(x) ? x : 0;
    case GateCurve::ScaledTanh:
      return f.alpha * std::tanh(f.beta * x);
    case GateCurve::Sigmoid:
      return 1 / (1 + std::exp(-x));
    case GateCurve::Softplus:
      return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
    case GateCurve::Softsign:
      return x / (1 + std::fabs(x));
    case GateCurve::Tanh:
      return std::tanh(x);
    case GateCurve::ThresholdedRelu:
      return x > f.alpha || std::isnan(x) ? x : 0;
  }
  return x;
}

class Layer {
 public:
  explicit Layer(const Call& call)
      : call_(call),
        functions_(gate_functions(*recurrent_kind(call.op), call.attrs)),
        inputs_(call.in(0).shape()[2]),
        hidden_(call.in(2).shape()[1]) {}

  int64_t steps() const { return call_.in(0).shape()[0]; }
  int64_t batch() const { return call_.in(0).shape()[1]; }
  int64_t hidden() const { return hidden_; }

  double limited(double x) const {
    const double most = call_.attrs.get_double("clip", INFINITY);
    return std::isnan(x) ? x : std::clamp(x, -most, most);
  }
  // Activation `f` of a limited sum.
  double activated(size_t f, double x) const { return value_of(functions_[f], limited(x)); }
  double plainly_activated(size_t f, double x) const { return value_of(functions_[f], x); }

  // What a gate's unit gets of the data, and of a state; each with its bias.
  double of_data(int64_t gate, int64_t unit, int64_t step, int64_t b) const {
    const int64_t row = gate * hidden_ + unit;
    double sum = number(3, row);
    for (int64_t i = 0; i < inputs_; ++i)
      sum += number(1, row * inputs_ + i) * number(0, (step * batch() + b) * inputs_ + i);
    return sum;
  }
  double of_state(int64_t gate, int64_t unit, const Row& state) const {
    const int64_t row = gate * hidden_ + unit, rows = call_.in(2).shape()[0];
    double sum = number(3, rows + row);
    for (int64_t i = 0; i < hidden_; ++i)
      sum += number(2, row * hidden_ + i) * state[static_cast<size_t>(i)];
    return sum;
  }

  double number(size_t operand, int64_t place) const {
    return static_cast<double>(call_.in(operand).data<float>()[static_cast<size_t>(place)]);
  }
  Row first(size_t operand, int64_t b) const {
    Row row;
    for (int64_t u = 0; u < hidden_; ++u)
      row.push_back(number(operand, b * hidden_ + u));
    return row;
  }
  int64_t length(int64_t b) const {
    const int64_t length = call_.in(4).data<int32_t>()[static_cast<size_t>(b)];
    if (length < 0 || length > steps())
      throw CompileError(fmt::format("{}: length {} of sequence {}: must be 0 to {}", call_.op,
                                     length, b, steps()));
    return length;
  }

 private:
  const Call& call_;
  std::vector<GateFunction> functions_;
  int64_t inputs_, hidden_;
};

void put(Tensor& to, int64_t row, const Row& values) {
  auto out = to.mutable_data<float>().subspan(static_cast<size_t>(row) * values.size());
  std::ranges::transform(values, out.begin(), [](double v) { return static_cast<float>(v); });
}

// Every sequence through its steps: `advance(step, sequence, state, cell)`.
template <typename Advance>
std::vector<Tensor> through_steps(const Call& call, const Layer& layer, const Advance& advance) {
  std::vector<Tensor> results;
  for (size_t i = 0; i < call.types.size(); ++i)
    results.push_back(call.result(i));
  const bool cells = results.size() > 2, reverse = call.attrs.get_bool("reverse", false);
  for (int64_t b = 0; b < layer.batch(); ++b) {
    const int64_t length = layer.length(b);
    Row state = layer.first(5, b), cell = cells ? layer.first(6, b) : Row{};
    for (int64_t n = 0; n < length; ++n) {
      const int64_t step = reverse ? length - 1 - n : n;
      advance(step, b, state, cell);
      put(results[0], step * layer.batch() + b, state);
    }
    put(results[1], b, state);
    if (cells)
      put(results[2], b, cell);
  }
  return results;
}

std::vector<Tensor> rnn(const Call& call) {
  const Layer layer(call);
  return through_steps(call, layer, [&](int64_t step, int64_t b, Row& state, Row&) {
    Row next;
    for (int64_t u = 0; u < layer.hidden(); ++u)
      next.push_back(
          layer.activated(0, layer.of_data(0, u, step, b) + layer.of_state(0, u, state)));
    state = next;
  });
}

std::vector<Tensor> gru(const Call& call) {
  const Layer layer(call);
  const bool linear = call.attrs.get_bool("linear_before_reset", false);
  return through_steps(call, layer, [&](int64_t step, int64_t b, Row& state, Row&) {
    const auto gate = [&](int64_t g, int64_t u) {
      return layer.activated(0, layer.of_data(g, u, step, b) + layer.of_state(g, u, state));
    };
    Row reset, kept, next;
    for (int64_t u = 0; u < layer.hidden(); ++u) {
      reset.push_back(gate(1, u));
      kept.push_back(reset.back() * state[static_cast<size_t>(u)]);
    }
    for (int64_t u = 0; u < layer.hidden(); ++u) {
      const auto at = static_cast<size_t>(u);
      const double past =
          linear ? reset[at] * layer.of_state(2, u, state) : layer.of_state(2, u, kept);
      const double fresh = layer.activated(1, layer.of_data(2, u, step, b) + past);
      const double update = gate(0, u);
      next.push_back((1 - update) * fresh + update * state[at]);
    }
    state = next;
  });
}

std::vector<Tensor> lstm(const Call& call) {
  const Layer layer(call);
  const bool coupled = call.attrs.get_bool("input_forget", false);
  return through_steps(call, layer, [&](int64_t step, int64_t b, Row& state, Row& cell) {
    Row next;
    for (int64_t u = 0; u < layer.hidden(); ++u) {
      double& c = cell[static_cast<size_t>(u)];
      const auto sum = [&](int64_t gate) {
        return layer.of_data(gate, u, step, b) + layer.of_state(gate, u, state);
      };
      const auto peephole = [&](int64_t gate) {
        return layer.number(7, gate * layer.hidden() + u) * c;
      };
      const double in = layer.activated(0, sum(0) + peephole(0));
      const double forget = coupled ? 1 - in : layer.activated(0, sum(2) + peephole(2));
      c = forget * c + in * layer.activated(1, sum(3));
      const double out = layer.activated(0, sum(1) + peephole(1));
      next.push_back(out * layer.plainly_activated(2, c));
    }
    state = next;
  });
}

constexpr Evaluator kRecurrentOps[] = {{"nn.rnn", rnn}, {"nn.gru", gru}, {"nn.lstm", lstm}};

}  // namespace

std::span<const Evaluator> recurrent_evaluators() {
  return kRecurrentOps;
}

}  // namespace vta::interp

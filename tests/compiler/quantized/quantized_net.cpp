#include "tests/compiler/quantized/quantized_net.h"

#include <algorithm>
#include <cmath>

namespace vta::testing {
namespace {

struct Value {
  Shape shape;
  std::vector<int> steps;  // zero points still in them
  ValueForm form;
};

int quantize(double steps, const ValueForm& form) {
  const double low = form.is_signed ? -128 : 0;
  return static_cast<int>(std::clamp(std::nearbyint(steps) + form.zero, low, low + 255));
}

// What a relu or Clip of real values leaves of steps; a QLinear model's Relu is one of int8 values.
int limited(int steps, const QuantizedLayer& l, Form form) {
  if (!l.relu)
    return steps;
  const int above = std::max(steps, form == Form::QLinear ? 0 : l.out.zero);
  return l.most > 0 ? std::min(above, quantize(static_cast<double>(l.most / l.out.scale), l.out))
                    : above;
}

// Of sums at a scale, which has 48 bits at most, divided by a count.
int requantize(int64_t sum, double scale, int64_t count, const QuantizedLayer& l, Form form,
               double bias = 0) {
  const double unit = static_cast<double>(count) * static_cast<double>(l.out.scale);
  const double real = static_cast<double>(static_cast<int32_t>(sum)) * scale + bias;
  return limited(quantize(real / unit, l.out), l, form);
}

float weight_scale(const QuantizedLayer& l, int64_t output) {
  return l.weight_scale[l.weight_scale.size() == 1 ? 0 : static_cast<size_t>(output)];
}

// A dense layer is a convolution of one value.
Value convolve(const QuantizedLayer& l, Form form, const Value& x) {
  Shape w = l.shape, d = x.shape;
  w.resize(4, 1);
  d.resize(4, 1);
  const int64_t oh = (d[2] + l.pads[0] + l.pads[2] - w[2]) / l.stride + 1;
  const int64_t ow = (d[3] + l.pads[1] + l.pads[3] - w[3]) / l.stride + 1;
  Value y{{d[0], w[0], oh, ow}, {}, l.out};
  for (int64_t n = 0; n < d[0]; ++n)
    for (int64_t o = 0; o < w[0]; ++o)
      for (int64_t oy = 0; oy < oh; ++oy)
        for (int64_t ox = 0; ox < ow; ++ox) {
          int64_t sum = l.bias.empty() ? 0 : l.bias[static_cast<size_t>(o)];
          for (int64_t c = 0; c < w[1]; ++c)
            for (int64_t ky = 0; ky < w[2]; ++ky)
              for (int64_t kx = 0; kx < w[3]; ++kx) {
                const int64_t iy = oy * l.stride + ky - l.pads[0];
                const int64_t ix = ox * l.stride + kx - l.pads[1];
                if (iy < 0 || iy >= d[2] || ix < 0 || ix >= d[3])
                  continue;
                const int64_t from = o / (w[0] / l.groups) * w[1] + c;
                const auto at = static_cast<size_t>(((n * d[1] + from) * d[2] + iy) * d[3] + ix);
                const auto tap = static_cast<size_t>(((o * w[1] + c) * w[2] + ky) * w[3] + kx);
                sum += int64_t{x.steps[at] - x.form.zero} * (l.weight[tap] - l.weight_zero);
              }
          y.steps.push_back(requantize(
              sum, static_cast<double>(x.form.scale) * static_cast<double>(weight_scale(l, o)), 1,
              l, form,
              l.float_bias.empty() ? 0
                                   : static_cast<double>(l.float_bias[static_cast<size_t>(o)])));
        }
  if (l.kind == Layer::Dense)
    y.shape = {d[0], w[0]};
  return y;
}

Value average(const QuantizedLayer& l, Form form, const Value& x) {
  const int64_t count = x.shape[2] * x.shape[3];
  Value y{{x.shape[0], x.shape[1], 1, 1}, {}, l.out};
  for (size_t plane = 0; plane < static_cast<size_t>(x.shape[0] * x.shape[1]); ++plane) {
    int64_t sum = 0;
    for (size_t i = 0; i < static_cast<size_t>(count); ++i)
      sum += x.steps[plane * static_cast<size_t>(count) + i] - x.form.zero;
    y.steps.push_back(requantize(sum, static_cast<double>(x.form.scale), count, l, form));
  }
  return y;
}

double real(const Value& v, size_t i) {
  return (v.steps[i] - v.form.zero) * static_cast<double>(v.form.scale);
}

// Of two values, which need not round: a sum or a product of them has at most 65 bits.
Value combined(const QuantizedLayer& l, Form form, const Value& a, const Value& b) {
  Value y{a.shape, {}, l.out};
  for (size_t i = 0; i < a.steps.size(); ++i) {
    const double both = l.kind == Layer::Add ? real(a, i) + real(b, i) : real(a, i) * real(b, i);
    y.steps.push_back(limited(quantize(both / static_cast<double>(l.out.scale), l.out), l, form));
  }
  return y;
}

// Along channels, of one image.
Value concat(const QuantizedLayer& l, const std::vector<Value>& parts) {
  Value y{parts.front().shape, {}, l.out};
  y.shape[1] = 0;
  for (const Value& part : parts) {
    y.shape[1] += part.shape[1];
    for (size_t i = 0; i < part.steps.size(); ++i)
      y.steps.push_back(quantize(real(part, i) / static_cast<double>(l.out.scale), l.out));
  }
  return y;
}

// 2x2, stride 2; at the input's scale.
Value max_pool(const Value& x) {
  Value y{{x.shape[0], x.shape[1], x.shape[2] / 2, x.shape[3] / 2}, {}, x.form};
  for (int64_t plane = 0; plane < x.shape[0] * x.shape[1]; ++plane)
    for (int64_t oy = 0; oy < y.shape[2]; ++oy)
      for (int64_t ox = 0; ox < y.shape[3]; ++ox) {
        const auto at = [&](int64_t dy, int64_t dx) {
          return x.steps[static_cast<size_t>((plane * x.shape[2] + 2 * oy + dy) * x.shape[3] +
                                             2 * ox + dx)];
        };
        y.steps.push_back(std::max({at(0, 0), at(0, 1), at(1, 0), at(1, 1)}));
      }
  return y;
}

Value computed(const QuantizedLayer& l, Form form, const std::vector<Value>& in) {
  switch (l.kind) {
    case Layer::Conv:
    case Layer::Dense:
      return convolve(l, form, in[0]);
    case Layer::Add:
    case Layer::Multiply:
      return combined(l, form, in[0], in[1]);
    case Layer::GlobalAverage:
      return average(l, form, in[0]);
    case Layer::Concat:
      return concat(l, in);
    case Layer::MaxPool:
      return max_pool(in[0]);
  }
  return {};
}

}  // namespace

std::vector<float> defined_output(const QuantizedNet& net, Form form, const Tensor& input) {
  std::vector<Value> values = {{net.input, {}, net.in}};
  for (const float x : input.data<float>())
    values[0].steps.push_back(quantize(static_cast<double>(x / net.in.scale), net.in));
  for (const QuantizedLayer& l : net.layers) {
    std::vector<Value> in;
    for (const size_t i : l.inputs)
      in.push_back(values[i]);
    values.push_back(computed(l, form, in));
  }
  std::vector<float> out;
  for (size_t i = 0; i < values.back().steps.size(); ++i)
    out.push_back(static_cast<float>(real(values.back(), i)));
  return out;
}

}  // namespace vta::testing

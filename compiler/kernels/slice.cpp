#include "compiler/kernels/slice.h"

#include <algorithm>

#include "base/error.h"

namespace vta {
namespace {

bool whole_alone(const Kernel& kernel) {
  return kernel.kind == Kernel::Kind::Attention || kernel.kind == Kernel::Kind::AttentionStep ||
         kernel.kind == Kernel::Kind::LayerNorm;
}

// Where the operand of a slice begins that begins at this output.
int64_t input_channel(const Kernel& kernel, int64_t output) {
  const ConvGeometry& g = kernel.conv;
  if (!kernel.multiplies())
    return output;
  return g.groups == 1 ? 0 : output / (g.oc / g.groups) * g.inputs_per_output();
}

bool may_begin(const Kernel& kernel, int64_t channel, int64_t block) {
  const ConvGeometry& g = kernel.conv;
  if (channel % block != 0)
    return false;
  if (!kernel.multiplies() || g.groups == 1)
    return true;
  return channel % (g.oc / g.groups) == 0 && input_channel(kernel, channel) % block == 0;
}

// Channels [begin, end) of each of `rows` rows of `channels`.
Tensor columns_of(const Tensor& values, int64_t channels, const ChannelRange& some) {
  if (!values.valid())
    return values;
  const int64_t rows = values.size() / channels;
  VTA_CHECK(values.size() == rows * channels, "{} values of {} channels", values.size(), channels);
  Tensor out = Tensor::zeros(DType::I32, rows > 1 ? Shape{rows, some.size()} : Shape{some.size()});
  const auto from = values.data<int32_t>();
  const auto to = out.mutable_data<int32_t>();
  for (int64_t row = 0; row < rows; ++row)
    std::copy_n(from.begin() + row * channels + some.begin, some.size(),
                to.begin() + row * some.size());
  return out;
}

Tensor rows_of(const Tensor& weight, const ChannelRange& some) {
  if (!weight.valid())
    return weight;
  Shape shape = weight.shape();
  const int64_t row = weight.size() / shape.front();
  shape.front() = some.size();
  return Tensor::from_span<int8_t>(
      std::move(shape), weight.data<int8_t>().subspan(static_cast<size_t>(some.begin * row),
                                                      static_cast<size_t>(some.size() * row)));
}

}  // namespace

std::vector<int64_t> slice_borders(const Kernel& kernel, const VtaConfig& config) {
  const int64_t channels = kernel.conv.oc;
  const int64_t block = std::max(config.block_in(), config.block_out());
  std::vector<int64_t> borders = {0};
  if (!whole_alone(kernel))
    for (int64_t channel = block; channel < channels; channel += block)
      if (may_begin(kernel, channel, block))
        borders.push_back(channel);
  borders.push_back(channels);
  return borders;
}

Kernel slice_of(const Kernel& kernel, const ChannelRange& channels) {
  if (channels == ChannelRange{0, kernel.conv.oc})
    return kernel;
  Kernel out = kernel;
  ConvGeometry& g = out.conv;
  g.oc = channels.size();
  if (kernel.multiplies() && g.groups > 1) {
    g.ic = input_channel(kernel, channels.end) - input_channel(kernel, channels.begin);
    g.groups = channels.size() / (kernel.conv.oc / kernel.conv.groups);
  } else if (!kernel.multiplies() && g.ic == kernel.conv.oc) {
    g.ic = channels.size();
  }
  // Channels that complete something are counted as the network's own.
  out.own_ic = g.ic == kernel.conv.ic ? kernel.own_ic : 0;
  out.own_oc = 0;
  out.weight = rows_of(kernel.weight, channels);
  for (AluStep& step : out.steps)
    if (step.operand == AluStep::Operand::Channel) {
      step.channel = columns_of(step.channel, kernel.conv.oc, channels);
      step.shifts = columns_of(step.shifts, kernel.conv.oc, channels);
    }
  return out;
}

int64_t first_channel_read(const Kernel& kernel, size_t input, const ChannelRange& channels) {
  if (kernel.multiplies() && input == 0)
    return input_channel(kernel, channels.begin);
  return channels.begin;
}

}  // namespace vta

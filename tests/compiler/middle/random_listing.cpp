#include "tests/compiler/middle/random_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace vta::testing {
namespace {

struct Value {
  int line = -1;  // %line
  std::array<int64_t, 4> nchw{};
};

class Writer {
 public:
  Writer(std::mt19937_64& random, const VtaConfig& config) : random_(random), config_(config) {}

  std::string run() {
    const bool wide = draw(random_, 0, 5) == 0;
    const std::array<int64_t, 4> shape = {draw(random_, 1, 2 * config_.batch()), channels(),
                                          wide ? draw(random_, 1, 3) : draw(random_, 1, 15),
                                          wide ? 225 : draw(random_, 1, 15)};
    text_ = fmt::format("def @main(%data: Tensor[({}), float32]) {{\n", fmt::join(shape, ", "));
    int x = line("multiply(%data, 16f /* ty=float32 */)");
    x = line(fmt::format("round(%{})", x));
    x = line(fmt::format("clip(%{}, a_min=-127f, a_max=127f)", x));
    Value value{line(fmt::format("cast(%{}, dtype=\"int8\")", x)), shape};
    for (int64_t layers = draw(random_, 1, 4); layers > 0; --layers)
      value = draw(random_, 0, 2) == 0 ? residual(value) : convolution(value);
    return text_ + fmt::format("  cast(%{}, dtype=\"float32\")\n}}", value.line);
  }

 private:
  int line(const std::string& call) {
    text_ += fmt::format("  %{} = {};\n", lines_, call);
    return lines_++;
  }

  std::string constant(const std::string& type) {
    return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[{}] */", constants_++, type);
  }

  int64_t channels() {
    const std::array<int64_t, 6> awkward = {1, 3, 16, 17, 33, 40};
    return draw(random_, 0, 1) == 0 ? awkward[static_cast<size_t>(draw(random_, 0, 5))]
                                    : draw(random_, 1, 40);
  }

  // The int8 value of an int32 one: shifted, clipped, cast.
  int narrowed(int x) {
    if (draw(random_, 0, 1) == 0)
      x = line(fmt::format("nn.relu(%{})", x));
    const int64_t shift = draw(random_, 0, 9);
    if (shift > 0) {
      x = line(fmt::format("add(%{}, {} /* ty=int32 */)", x, int64_t{1} << (shift - 1)));
      x = line(fmt::format("right_shift(%{}, {} /* ty=int32 */)", x, shift));
    }
    x = line(fmt::format("clip(%{}, a_min=-127f, a_max=127f)", x));
    return line(fmt::format("cast(%{}, dtype=\"int8\")", x));
  }

  Value convolution(const Value& x) {
    const auto [n, c, h, w] = x.nchw;
    const int64_t kh = draw(random_, 1, 5),
                  kw = draw(random_, 0, 2) == 0 ? draw(random_, 1, 5) : kh;
    // No more padding than kernel, and an image that the kernel fits into.
    std::array<int64_t, 4> pad{};
    for (size_t side = 0; side < 4; ++side)
      pad[side] = draw(random_, 0, (side % 2 == 0 ? kh : kw) - 1);
    if (h + pad[0] + pad[2] < kh || w + pad[1] + pad[3] < kw)
      return convolve(x, c, {1, 1}, {1, 1}, {});
    return convolve(x, channels(), {kh, kw}, {draw(random_, 1, 3), draw(random_, 1, 3)}, pad);
  }

  Value convolve(const Value& x, int64_t oc, std::array<int64_t, 2> kernel,
                 std::array<int64_t, 2> stride, const std::array<int64_t, 4>& pad) {
    const auto [n, c, h, w] = x.nchw;
    const std::string weight =
        constant(fmt::format("({}, {}, {}, {}), int8", oc, c, kernel[0], kernel[1]));
    int y = line(
        fmt::format("nn.conv2d(%{}, {}, strides=[{}], padding=[{}], channels={}, kernel_size=[{}], "
                    "out_dtype=\"int32\")",
                    x.line, weight, fmt::join(stride, ", "), fmt::join(pad, ", "), oc,
                    fmt::join(kernel, ", ")));
    if (draw(random_, 0, 3) > 0)
      y = line(fmt::format("add(%{}, {})", y, constant(fmt::format("({}, 1, 1), int32", oc))));
    return {narrowed(y),
            {n, oc, (h + pad[0] + pad[2] - kernel[0]) / stride[0] + 1,
             (w + pad[1] + pad[3] - kernel[1]) / stride[1] + 1}};
  }

  // x + convolution of x, both widened to int32.
  Value residual(const Value& x) {
    const Value branch = convolve(x, x.nchw[1], {3, 3}, {1, 1}, {1, 1, 1, 1});
    const int a = line(fmt::format("cast(%{}, dtype=\"int32\")", x.line));
    const int b = line(fmt::format("cast(%{}, dtype=\"int32\")", branch.line));
    return {narrowed(line(fmt::format("add(%{}, %{})", a, b))), x.nchw};
  }

  std::mt19937_64& random_;
  const VtaConfig& config_;
  std::string text_;
  int lines_ = 0, constants_ = 0;
};

}  // namespace

std::string random_listing(std::mt19937_64& random, const VtaConfig& config) {
  return Writer(random, config).run();
}

}  // namespace vta::testing

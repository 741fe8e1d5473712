#include "tests/compiler/codegen/random_network.h"

#include <algorithm>

#include "compiler/kernels/conv/dims.h"
#include "tests/compiler/codegen/kernel_fixture.h"

namespace vta::testing {
namespace {

class NetworkMaker {
 public:
  NetworkMaker(std::mt19937_64& random, const VtaConfig& config, Features& features, Layers layers)
      : random_(random), config_(config), features_(features), layers_(layers) {}

  Graph run() {
    const int64_t n = pick(random_, 1, 5);
    if (n % config_.batch() != 0)
      ++features_["batch not divisible by BATCH"];
    const Shape shape = {n, pick(random_, 1, 40), pick(random_, 1, 14), pick(random_, 1, 14)};
    NodeId x = graph_.add_input("data", {shape, DType::F32});
    x = call("multiply", {x, scalar(16.0F)});
    x = call("cast", {call("clip", {call("round", {x})}, {{"a_min", -127.0}, {"a_max", 127.0}})},
             {{"dtype", std::string("int8")}});
    graph_.node(x).name = "data.int8";
    for (int64_t layers = pick(random_, 1, 4); layers > 0; --layers)
      x = layer(x);
    x = call("multiply", {call("cast", {x}, {{"dtype", std::string("float32")}}), scalar(0.0625F)});
    graph_.set_outputs({x});
    return std::move(graph_);
  }

 private:
  NodeId call(std::string_view op, std::vector<NodeId> inputs, Attrs attrs = {}) {
    return graph_.add_call(op, std::move(inputs), std::move(attrs));
  }
  template <typename T>
  NodeId scalar(T value) {
    return graph_.add_constant(Tensor::scalar(value));
  }

  NodeId layer(NodeId x) {
    const Shape shape = graph_.type(x).shape;
    if (layers_ == Layers::PoolsAndJoins && values_ > 0)
      switch (pick(random_, 0, 7)) {
        case 0:
        case 1:
          return pooled(x);
        case 2:
          return concatenated(x);
        default:
          break;
      }
    const int64_t kind = pick(random_, 0, 9);
    if (kind == 0 && shape[2] * shape[3] * shape[1] <= 600)
      return dense(x);
    if (kind <= 3)
      return residual(x);
    return convolution(x, false);
  }

  // The largest of a window, or its sum times a factor.
  NodeId pooled(NodeId x) {
    const Shape s = graph_.type(x).shape;
    const bool largest = pick(random_, 0, 1) == 0, whole = pick(random_, 0, 3) == 0;
    const int64_t kh = whole ? s[2] : pick(random_, 1, std::min<int64_t>(3, s[2]));
    const int64_t kw = whole ? s[3] : pick(random_, 1, std::min<int64_t>(3, s[3]));
    const int64_t top = pick(random_, 0, kh / 2), left = pick(random_, 0, kw / 2);
    const Attrs window{{"pool_size", IntList{kh, kw}},
                       {"strides", IntList{pick(random_, 1, 3), pick(random_, 1, 3)}},
                       {"padding", IntList{top, left, top, left}}};
    const NodeId wide = call("cast", {x}, {{"dtype", std::string("int32")}});
    ++features_[largest ? "max pool" : "sum pool"];
    if (largest)
      return narrowed(call("nn.max_pool2d", {wide}, window));
    const NodeId sum = call("nn.sum_pool2d", {wide}, window);
    const int64_t factor = pick(random_, 1, 100);
    int64_t shift = 1;
    while (int64_t{1} << shift < kh * kw * factor)
      ++shift;
    return narrowed(shifted(call("multiply", {sum, scalar(static_cast<int32_t>(factor))}), shift));
  }

  // Of two convolutions of one tensor, or of one and its input.
  NodeId concatenated(NodeId x) {
    ++features_["concatenation"];
    const NodeId first = convolution(x, true);
    const NodeId second = pick(random_, 0, 1) == 0 ? x : convolution(x, true);
    return call("concatenate", {first, second}, {{"axis", int64_t{1}}});
  }

  // Convolution that keeps the extents, added to its own input.
  NodeId residual(NodeId x) {
    if (pick(random_, 0, 1) == 0)
      return fused_residual(x);
    const NodeId branch = convolution(x, true);
    if (graph_.type(branch).shape != graph_.type(x).shape)
      return branch;
    ++features_["residual add"];
    NodeId a = widened(x);
    NodeId b = widened(branch);
    const NodeId sum = relu_or_not(call("add", {a, b}));
    const int64_t shift = pick(random_, 0, 3);
    return narrowed(shift == 0 ? sum : shifted(sum, shift));
  }

  // The input is added to the convolution's own sums.
  NodeId fused_residual(NodeId x) {
    ++features_["fused residual add"];
    const Shape s = graph_.type(x).shape;
    ConvGeometry g{.n = s[0], .ic = s[1], .ih = s[2], .iw = s[3], .oc = s[1]};
    choose_window(g, true);
    NodeId sum =
        shifted(biased(sums_of(x, with_output(g)), {g.oc, 1, 1}), shift_of(g.ic * g.kh * g.kw));
    const int64_t left = pick(random_, -3, kMostResidualShift);
    NodeId wide = call("cast", {x}, {{"dtype", std::string("int32")}});
    if (left > 0)
      wide = call("left_shift", {wide, scalar(static_cast<int32_t>(left))});
    sum = pick(random_, 0, 1) == 0 ? call("add", {sum, wide}) : call("add", {wide, sum});
    sum = relu_or_not(sum);
    const int64_t right = pick(random_, -3, 6);
    return narrowed(right <= 0 ? sum : shifted(sum, right));
  }

  NodeId relu_or_not(NodeId sum) {
    const bool relu = pick(random_, 0, 1) == 0;
    ++features_[relu ? "residual with relu" : "residual without relu"];
    return relu ? call("nn.relu", {sum}) : sum;
  }

  NodeId widened(NodeId x) {
    const NodeId wide = call("cast", {x}, {{"dtype", std::string("int32")}});
    const int64_t left = pick(random_, -2, 3);
    return left <= 0 ? wide : call("left_shift", {wide, scalar(static_cast<int32_t>(left))});
  }

  NodeId shifted(NodeId x, int64_t shift) {
    x = call("add", {x, scalar(static_cast<int32_t>(int64_t{1} << (shift - 1)))});
    return call("right_shift", {x, scalar(static_cast<int32_t>(shift))});
  }

  NodeId narrowed(NodeId x) {
    x = call("clip", {x}, {{"a_min", -127.0}, {"a_max", 127.0}});
    x = call("cast", {x}, {{"dtype", std::string("int8")}});
    graph_.node(x).name = fmt::format("value{}", values_++);
    return x;
  }

  NodeId weights(Shape shape) {
    return graph_.add_constant(random_int8(random_, std::move(shape)));
  }

  NodeId epilogue(NodeId acc, int64_t channels, int64_t reduction, Shape bias_shape) {
    if (channels % std::max(config_.block_in(), config_.block_out()) != 0)
      ++features_["channels not divisible by the block"];
    acc = biased(acc, std::move(bias_shape));
    if (pick(random_, 0, 1) == 0)
      acc = call("nn.relu", {acc});
    return narrowed(shifted(acc, shift_of(reduction)));
  }

  NodeId biased(NodeId acc, Shape shape) {
    Tensor bias = Tensor::zeros(DType::I32, std::move(shape));
    for (int32_t& v : bias.mutable_data<int32_t>())
      v = static_cast<int32_t>(pick(random_, -20000, 20000));
    return call("add", {acc, graph_.add_constant(bias)});
  }

  // So that most sums of so many products are int8.
  int64_t shift_of(int64_t products) {
    int64_t shift = pick(random_, 5, 8);
    for (int64_t n = products; n > 1; n /= 4)
      ++shift;
    return shift;
  }

  NodeId dense(NodeId x) {
    ++features_["dense"];
    const Shape s = graph_.type(x).shape;
    const int64_t in = s[1] * s[2] * s[3], out = pick(random_, 1, 90);
    if (s.size() == 4)
      x = call("nn.batch_flatten", {x});
    const NodeId acc = call("nn.dense", {x, weights({out, in})},
                            {{"units", out}, {"out_dtype", std::string("int32")}});
    const NodeId y = epilogue(acc, out, in, {out});
    return call("reshape", {y}, {{"newshape", IntList{s[0], out, 1, 1}}});
  }

  NodeId convolution(NodeId x, bool keep_extents) {
    const Shape s = graph_.type(x).shape;
    ConvGeometry g;
    g.n = s[0];
    g.ic = s[1];
    g.ih = s[2];
    g.iw = s[3];
    g.oc = keep_extents ? g.ic : pick(random_, 1, 70);
    choose_groups(g, keep_extents);
    choose_window(g, keep_extents);
    g = with_output(g);
    return epilogue(sums_of(x, g), g.oc, g.inputs_per_output() * g.kh * g.kw, {g.oc, 1, 1});
  }

  // Depthwise, of any number of groups, or dense. The first layer is: a kernel of every schedule.
  void choose_groups(ConvGeometry& g, bool keep_extents) {
    const int64_t form = pick(random_, 0, 5);
    if (form > 1 || g.ic == 1 || values_ == 0)
      return;
    g.groups = g.ic;
    while (form == 1 && (g.groups == g.ic || g.ic % g.groups != 0) && g.groups > 1)
      --g.groups;
    if (!keep_extents)
      g.oc = g.groups * pick(random_, 1, std::max<int64_t>(1, 70 / g.groups));
    ++features_[form == 0 ? "depthwise" : "groups"];
  }

  NodeId sums_of(NodeId x, const ConvGeometry& g) {
    note(g);
    Attrs attrs{{"strides", IntList{g.stride_h, g.stride_w}},
                {"padding", IntList{g.pad_top, g.pad_left, g.pad_bottom, g.pad_right}},
                {"dilation", IntList{g.dilation_h, g.dilation_w}},
                {"groups", g.groups},
                {"channels", g.oc},
                {"kernel_size", IntList{g.kh, g.kw}},
                {"out_dtype", std::string("int32")}};
    return call("nn.conv2d", {x, weights({g.oc, g.inputs_per_output(), g.kh, g.kw})},
                std::move(attrs));
  }

  void choose_window(ConvGeometry& g, bool keep_extents) {
    if (keep_extents) {
      const int64_t half = pick(random_, 0, 2);
      g.kh = g.kw = 2 * half + 1;
      g.pad_top = g.pad_left = g.pad_bottom = g.pad_right = half;
      return;
    }
    const int64_t form = pick(random_, 0, 9);
    g.kh = form == 0 ? 1 : pick(random_, 1, 5);
    g.kw = form == 1 ? 1 : form == 0 ? pick(random_, 2, 7) : g.kh;
    g.stride_h = pick(random_, 1, 3);
    g.stride_w = form == 2 ? pick(random_, 1, 3) : g.stride_h;
    auto pad = [&](int64_t k) { return pick(random_, 0, k); };
    g.pad_top = pad(g.kh / 2);
    g.pad_left = pad(g.kw / 2);
    g.pad_bottom = form >= 6 ? g.pad_top : pad(g.kh - 1);
    g.pad_right = form >= 6 ? g.pad_left : pad(g.kw - 1);
    if (form == 9 && values_ > 0) {
      g.dilation_h = pick(random_, 1, 3);
      g.dilation_w = pick(random_, 1, 3);
    }
    const int64_t rows = (g.kh - 1) * g.dilation_h + 1, columns = (g.kw - 1) * g.dilation_w + 1;
    g.pad_bottom += std::max<int64_t>(0, rows - g.ih - g.pad_top - g.pad_bottom);
    g.pad_right += std::max<int64_t>(0, columns - g.iw - g.pad_left - g.pad_right);
  }

  void note(const ConvGeometry& g) {
    ++features_["convolution"];
    if (g.pad_top != g.pad_bottom || g.pad_left != g.pad_right)
      ++features_["uneven pads"];
    if (g.stride_h > g.kh || g.stride_w > g.kw)
      ++features_["stride > kernel"];
    if (g.kh != g.kw)
      ++features_["1xN or Nx1 kernel"];
    if (g.dilation_h > 1 || g.dilation_w > 1)
      ++features_["dilation"];
    const ConvDims d = ConvDims::of(g, config_);
    ConvTiles whole;
    whole.h = d.oh;
    whole.w = d.ow;
    whole.co = d.co;
    whole.ci = d.ci;
    if (inp_tile_elements(d, whole) > config_.depth(MemoryType::Inp))
      ++features_["layer larger than the INP scratchpad"];
    if (wgt_tile_elements(d, whole) > config_.depth(MemoryType::Wgt))
      ++features_["layer larger than the WGT scratchpad"];
    if (acc_tile_elements(d, whole) > config_.depth(MemoryType::Acc))
      ++features_["layer larger than the ACC scratchpad"];
    if (d.blocks() * d.kh * d.kw > config_.depth(MemoryType::Uop))
      ++features_["layer larger than the UOP scratchpad"];
  }

  std::mt19937_64& random_;
  const VtaConfig& config_;
  Features& features_;
  Layers layers_;
  Graph graph_;
  int values_ = 0;
};

}  // namespace

int64_t pick(std::mt19937_64& random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
}

VtaConfig random_config(std::mt19937_64& random) {
  for (;;) {
    VtaConfig c;
    c.log_batch = pick(random, 0, 2);
    c.log_block_in = pick(random, 2, 6);
    c.log_block_out = pick(random, 0, 2) == 0 ? pick(random, 2, 6) : c.log_block_in;
    c.log_uop_width = pick(random, 5, 6);
    // Depths of 2^4 and up: a tile of one output with its vectors must fit.
    c.log_inp_buff_size = c.log_batch + c.log_block_in + pick(random, 5, 10);
    c.log_wgt_buff_size = c.log_block_in + c.log_block_out + pick(random, 5, 9);
    c.log_acc_buff_size = c.log_batch + c.log_block_out + 2 + pick(random, 6, 10);
    c.log_uop_buff_size = c.log_uop_width - 3 + pick(random, 5, 10);
    c.log_bus_width = pick(random, 6, 9);
    c.cmd_queue_depth = pick(random, 0, 1) == 0 ? 512 : pick(random, 2, 8);
    std::mt19937_64 own =
        random;  // what is drawn behind the configuration does not depend on these
    own.discard(1000);
    c.acc_overlap = pick(own, 0, 1);
    c.acc_read_ports = pick(own, 1, 2);
    c.gemm_pipeline = pick(own, 1, 6);
    c.isa_ext = pick(own, 0, 1);
    try {
      c.validate();
      return c;
    } catch (const ConfigError&) {  // draw again
    }
  }
}

Graph random_network(std::mt19937_64& random, const VtaConfig& config, Features& features,
                     Layers layers) {
  return NetworkMaker(random, config, features, layers).run();
}

}  // namespace vta::testing

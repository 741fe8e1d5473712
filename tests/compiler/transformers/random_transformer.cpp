#include "tests/compiler/transformers/random_transformer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/text/text.h"

namespace vta::testing {
namespace {

// A listing's calls, one after the other.
class Listing {
 public:
  std::string call(std::string_view text) {
    text_ += fmt::format("  %{} = {};\n", next_, text);
    return fmt::format("%{}", next_++);
  }
  std::string constant(std::string_view shape) {
    return fmt::format("meta[relay.Constant][{}] /* ty=Tensor[({}), float32] */", constants_++,
                       shape);
  }
  std::string layer(const std::string& x, int64_t in, int64_t out) {
    const std::string product = call(fmt::format("nn.dense({}, {}, units={})", x,
                                                 constant(fmt::format("{}, {}", out, in)), out));
    return call(fmt::format("add({}, {})", product, constant(fmt::format("{}", out))));
  }
  std::string norm(const std::string& x, int64_t channels, bool rms) {
    const std::string shape = fmt::format("{}", channels), gamma = constant(shape);
    return call(
        rms ? fmt::format("nn.rms_norm({}, {}, epsilon=1e-05f)", x, gamma)
            : fmt::format("nn.layer_norm({}, {}, {}, epsilon=1e-05f)", x, gamma, constant(shape)));
  }
  // x cos + (-second half, first half) sin of every head.
  std::string rotated(const std::string& x, int64_t rows, int64_t heads, int64_t depth) {
    const std::string apart =
        call(fmt::format("reshape({}, newshape=[{}, {}, {}])", x, rows, heads, depth));
    const auto half = [&](int64_t begin) {
      return call(fmt::format("strided_slice({}, begin=[{}], end=[{}], axes=[2])", apart, begin,
                              begin + depth / 2));
    };
    const std::string first = half(0), second = call(fmt::format("negative({})", half(depth / 2)));
    const std::string other = call(fmt::format("concatenate(({}, {}), axis=2)", second, first));
    const std::string cosines = constant(fmt::format("{}, 1, {}", rows, depth));
    const std::string sines =
        call(fmt::format("reshape({}, newshape=[{}, 1, {}])",
                         constant(fmt::format("1, 1, {}, 1, {}", rows, depth)), rows, depth));
    const std::string sum =
        call(fmt::format("add({}, {})", call(fmt::format("multiply({}, {})", apart, cosines)),
                         call(fmt::format("multiply({}, {})", other, sines))));
    return call(fmt::format("reshape({}, newshape=[{}, {}])", sum, rows, heads * depth));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  int64_t next_ = 0, constants_ = 0;
};

// The last third of the keys of each image.
float padding(size_t key, int64_t tokens) {
  return static_cast<int64_t>(key) % tokens >= tokens - tokens / 3 ? -1e9F : 0;
}

// By how much a pair of channels is turned at a row.
double angle(size_t at, int64_t depth, int64_t tokens) {
  const int64_t token = static_cast<int64_t>(at) / depth % tokens;
  const int64_t pair = static_cast<int64_t>(at) % (depth / 2);
  return static_cast<double>(token) *
         std::pow(10000.0, -2.0 * static_cast<double>(pair) / static_cast<double>(depth));
}

// Masks have four axes, cosines three and sines five.
void set_tables(Graph& graph, int64_t tokens) {
  for (NodeId id = 0; id < graph.size(); ++id) {
    Node& n = graph.node(id);
    const Shape& shape = n.type().shape;
    if (n.kind != NodeKind::Constant || shape.size() < 3)
      continue;
    Tensor table = Tensor::zeros(DType::F32, shape);
    const auto values = table.mutable_data<float>();
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = shape.size() == 4   ? padding(i, tokens)
                  : shape.size() == 3 ? static_cast<float>(std::cos(angle(i, shape[2], tokens)))
                                      : static_cast<float>(std::sin(angle(i, shape[4], tokens)));
    n.constant = table;
  }
}

// Rows of a table by tokens, and of another by positions.
std::string embedded(Listing& l, const RandomTransformer& net) {
  const std::string rows = l.call(fmt::format(
      "take({}, %x, axis=0)", l.constant(fmt::format("{}, {}", net.vocabulary, net.data))));
  const std::string placed = l.call(
      fmt::format("add({}, {})", rows, l.constant(fmt::format("{}, {}", net.tokens, net.data))));
  return l.call(fmt::format("reshape({}, newshape=[{}, {}])", placed, net.tokens, net.data));
}

}  // namespace

std::string RandomTransformer::text() const {
  constexpr std::string_view kMasks[] = {"no mask", "causal", "padding"};
  return fmt::format("{} x {} tokens, {} to {} wide, {} heads of {} of {}, hidden {}, {}, {}, {}{}",
                     images, tokens, data, width, heads, kv_heads, depth, hidden,
                     kMasks[static_cast<size_t>(mask)], rms ? "RMSNorm" : "LayerNorm", activation,
                     rotary ? ", rotary" : "");
}

Graph RandomTransformer::graph() const {
  Listing l;
  const std::string first = l.layer(vocabulary > 0 ? embedded(l, *this) : "%x", data, width);
  const std::string y = l.norm(first, width, rms);
  const auto projected = [&](int64_t of_heads, bool turned) {
    const std::string rows = l.layer(y, width, of_heads * depth);
    return turned ? l.rotated(rows, images * tokens, of_heads, depth) : rows;
  };
  std::string operands = projected(heads, rotary);
  operands += ", " + projected(kv_heads, rotary);
  operands += ", " + projected(kv_heads, false);
  if (mask == RandomMask::Padding)
    operands += ", " + l.constant(fmt::format("{}, 1, 1, {}", images, tokens));
  const std::string mixed = l.call(
      fmt::format("nn.attention({}, batch={}, num_heads={}, kv_heads={}, scale={}f, causal={})",
                  operands, images, heads, kv_heads, 1 / std::sqrt(static_cast<double>(depth)),
                  mask == RandomMask::Causal ? "True" : "False"));
  const std::string sum =
      l.call(fmt::format("add({}, {})", first, l.layer(mixed, heads * depth, width)));
  const std::string middle = l.layer(l.norm(sum, width, rms), width, hidden);
  const std::string back =
      l.layer(l.call(fmt::format("{}({})", activation, middle)), hidden, width);
  const std::string input = vocabulary > 0
                                ? fmt::format("(1, {}), int64", tokens)
                                : fmt::format("({}, {}), float32", images * tokens, data);
  std::string result = fmt::format("add({}, {})", sum, back);
  if (vocabulary > 0)
    result = fmt::format("reshape({}, newshape=[1, {}, {}])",
                         l.layer(l.call(result), width, vocabulary), tokens, vocabulary);
  const std::string listing =
      fmt::format("def @main(%x: Tensor[{}]) {{\n{}  {}\n}}", input, l.text(), result);
  Graph graph = parse_graph(listing, "random_transformer.ir");
  fill_constants(graph, seed);
  set_tables(graph, tokens);
  return graph;
}

RandomTransformer random_transformer(std::mt19937_64& random, int64_t most_tokens,
                                     int64_t most_channels) {
  const auto pick = [&](int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  };
  RandomTransformer t;
  t.tokens = pick(1, most_tokens);
  t.images = pick(1, 2);
  t.data = pick(1, 40);
  t.width = pick(8, most_channels);
  t.hidden = pick(8, 2 * most_channels);
  do
    t.depth = pick(8, std::min<int64_t>(96, most_channels));
  while (t.depth % 16 == 0);
  t.heads = pick(1, std::clamp<int64_t>(4 * most_channels / t.depth, 1, 8));
  t.kv_heads = t.heads;
  if (pick(0, 2) == 0)
    while (t.heads % t.kv_heads != 0 || t.kv_heads == t.heads) {
      if (t.heads == 1)
        break;
      t.kv_heads = pick(1, t.heads - 1);
    }
  if (pick(0, 3) == 0)
    t.mask = pick(0, 1) == 0 ? RandomMask::Causal : RandomMask::Padding;
  t.rms = pick(0, 3) == 0;
  t.rotary = pick(0, 3) == 0 && t.depth % 2 == 0;
  t.activation = pick(0, 2) == 0 ? "nn.silu" : "nn.gelu";
  t.seed = random();
  return t;
}

RandomTransformer random_decoder(std::mt19937_64& random, int64_t most_tokens,
                                 int64_t most_channels) {
  RandomTransformer t = random_transformer(random, most_tokens, most_channels);
  t.images = 1;
  t.tokens = std::max<int64_t>(t.tokens, 2);
  t.mask = RandomMask::Causal;
  t.rotary = false;
  t.vocabulary = 1 + static_cast<int64_t>(random() % 40);
  return t;
}

}  // namespace vta::testing

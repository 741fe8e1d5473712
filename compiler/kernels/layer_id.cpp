#include "compiler/kernels/layer_id.h"

#include <array>
#include <charconv>
#include <vector>

#include <fmt/ranges.h>

#include "base/error.h"
#include "compiler/kernels/border_classes.h"
#include "compiler/kernels/kernels.h"

namespace vta {
namespace {

constexpr int64_t kMost = 1 << 20;  // of any number in a text

constexpr std::string_view kFusedPool = "max_pool";

std::string_view word_of(const LayerId& layer) {
  for (const LayerWord& word : kind_of(layer).words)
    if (word.taps == layer.taps)
      return word.text;
  VTA_CHECK(false, "no layer of kind {} has taps {}", static_cast<int>(layer.kind),
            static_cast<int>(layer.taps));
  return {};
}

std::string window_text(const ConvGeometry& g) {
  std::string text =
      fmt::format("-> {}x{}x{} kernel {}x{} stride {}x{} pad {},{},{},{}", g.oc, g.oh, g.ow, g.kh,
                  g.kw, g.stride_h, g.stride_w, g.pad_top, g.pad_left, g.pad_bottom, g.pad_right);
  if (g.dilation_h != 1 || g.dilation_w != 1)
    text += fmt::format(" dilation {}x{}", g.dilation_h, g.dilation_w);
  if (g.groups != 1)
    text += fmt::format(" groups {}", g.groups);
  return text;
}

// Reads words from the left.
class LayerParser {
 public:
  LayerParser(std::string_view text, std::string_view where)
      : text_(text), rest_(text), where_(where) {}

  LayerId run() {
    LayerId layer;
    read_kind(layer);
    read_numbers<4>('x', 1,
                    {&layer.geometry.n, &layer.geometry.ic, &layer.geometry.ih, &layer.geometry.iw},
                    "the input as IMAGESxCHANNELSxHEIGHTxWIDTH");
    if (layer.kind == Kernel::Kind::LayerNorm) {
      read_layer_norm(layer);
      check_written(layer);
      return layer;
    }
    if (layer.kind == Kernel::Kind::Attention || layer.kind == Kernel::Kind::AttentionStep) {
      read_attention(layer);
      check_written(layer);
      return layer;
    }
    if (kind_of(layer).window)
      read_window(layer.geometry);
    else
      read_operands(layer);
    read_epilogue(layer.epilogue);
    if (find_kind(layer.kind, true) != nullptr && take("then"))
      layer.pool = read_pool(layer.geometry);
    if (!rest_.empty())
      fail("nothing more");
    check(layer);
    return layer;
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    const std::string found = rest_.empty() ? "it ends" : fmt::format("'{}' stands", next());
    throw InputError(
        fmt::format("{}: layer '{}': {} where {} is expected", where_, text_, found, expected));
  }

  std::string_view next() const { return rest_.substr(0, rest_.find(' ')); }

  bool take(std::string_view word) {
    if (word.empty() || next() != word)
      return false;
    rest_.remove_prefix(word.size());
    if (rest_.size() > 1 && rest_[0] == ' ' && rest_[1] != ' ')
      rest_.remove_prefix(1);
    return true;
  }

  void need(std::string_view word) {
    if (!take(word))
      fail(fmt::format("'{}'", word));
  }

  void read_kind(LayerId& layer) {
    std::vector<std::string_view> known;
    for (const KernelKind* kind : kernel_kinds())
      for (const LayerWord& word : kind->with_pool ? std::span<const LayerWord>() : kind->words) {
        known.push_back(word.text);
        if (!take(word.text))
          continue;
        layer.kind = kind->kind;
        layer.taps = word.taps;
        return;
      }
    fail(fmt::format("one of {}", fmt::join(known, ", ")));
  }

  // One word of N numbers. Only as they are written: no sign, no leading zero.
  template <size_t N>
  void read_numbers(char separator, int64_t least, const std::array<int64_t*, N>& out,
                    std::string_view expected) {
    const std::string_view word = next();
    const char* at = word.data();
    const char* const end = at + word.size();
    for (size_t i = 0; i < N; ++i) {
      const char* const begin = at;
      const auto [stop, error] = std::from_chars(at, end, *out[i]);
      const bool separated = i + 1 < N ? stop != end && *stop == separator : stop == end;
      if (error != std::errc{} || !separated || *begin == '-' || *out[i] < least ||
          *out[i] > kMost || (*begin == '0' && stop - begin > 1))
        fail(fmt::format("{}, each number {} to {},", expected, least, kMost));
      at = stop + 1;
    }
    take(word);
  }

  void read_window(ConvGeometry& g) {
    need("->");
    read_numbers<3>('x', 1, {&g.oc, &g.oh, &g.ow}, "the output as CHANNELSxHEIGHTxWIDTH");
    need("kernel");
    read_numbers<2>('x', 1, {&g.kh, &g.kw}, "ROWSxCOLUMNS");
    need("stride");
    read_numbers<2>('x', 1, {&g.stride_h, &g.stride_w}, "ROWSxCOLUMNS");
    need("pad");
    read_numbers<4>(',', 0, {&g.pad_top, &g.pad_left, &g.pad_bottom, &g.pad_right},
                    "TOP,LEFT,BOTTOM,RIGHT");
    if (take("dilation"))
      read_numbers<2>('x', 1, {&g.dilation_h, &g.dilation_w}, "ROWSxCOLUMNS");
    if (take("groups"))
      read_numbers<1>(' ', 2, {&g.groups}, "their number");
  }

  void read_operands(LayerId& layer) {
    ConvGeometry& g = layer.geometry;
    g.oc = g.ic, g.oh = g.ih, g.ow = g.iw;
    need("operands");
    read_numbers<1>(' ', 1, {&layer.operands}, "their number");
    layer.wide_operands = take("int32");
  }

  void read_layer_norm(LayerId& layer) {
    ConvGeometry& g = layer.geometry;
    int64_t epsilon = 1, fraction = 0;
    need("epsilon");
    read_numbers<1>(' ', 1, {&epsilon}, "a number");
    need("fraction");
    read_numbers<1>(' ', 0, {&fraction}, "a number");
    const bool rms = take("rms");
    if (!rest_.empty())
      fail("nothing more");
    if (g.ih != 1)
      fail("a layer normalisation of rows");
    g.oc = g.ic, g.oh = g.ih, g.ow = g.iw;
    try {
      layer.layer_norm = layer_norm_of(
          {{"rms", int64_t{rms}}, {"epsilon", epsilon}, {"result_fraction", fraction}}, g.ic);
    } catch (const CompileError& error) {
      refuse(error.what());
    }
  }

  void read_attention(LayerId& layer) {
    ConvGeometry& g = layer.geometry;
    AttentionForm f;
    int64_t fraction = 0, shift = 0;
    const auto number = [&](std::string_view word, int64_t least, int64_t& out) {
      need(word);
      read_numbers<1>(' ', least, {&out}, "a number");
    };
    number("images", 1, f.batch);
    number("heads", 1, f.heads);
    number("of", 1, f.kv_heads);
    number("keys", 1, f.keys);
    need("depths");
    read_numbers<2>('x', 1, {&f.depth, &f.value_depth}, "KEYSxVALUES");
    number("fraction", 1, fraction);
    number("shift", 0, shift);
    f.causal = take("causal");
    f.power = take("exp2") ? PowerForm::Exp2 : PowerForm::Steps;
    f.fraction = static_cast<int>(fraction);
    f.shift = static_cast<int>(shift);
    f.queries = g.iw / f.batch;
    g.oc = f.heads * f.value_depth, g.oh = g.ih, g.ow = g.iw;
    layer.operands = 3;
    layer.attention = f;
    if (!rest_.empty())
      fail("nothing more");
    if (g.n != 1 || g.ih != 1 || g.iw % f.batch != 0 || g.ic != f.heads * f.depth ||
        f.heads % f.kv_heads != 0)
      fail("an attention of these heads and rows");
    if (layer.kind == Kernel::Kind::AttentionStep && (g.iw != 1 || !f.causal))
      fail("a step of one row, causal");
  }

  void read_epilogue(EpilogueShape& epilogue) {
    need("steps");
    read_numbers<1>(' ', 0, {&epilogue.steps}, "their number");
    if (take("vectors"))
      read_numbers<1>(' ', 1, {&epilogue.vectors}, "their number");
    if (take("rescales"))
      read_numbers<1>(' ', 1, {&epilogue.rescales}, "their number");
    if (take("scalars"))
      read_numbers<1>(' ', 2, {&epilogue.scalars}, "their number");
    if (take("classes"))
      read_numbers<1>(' ', 2, {&epilogue.classes}, "their number");
    epilogue.others = take("others");
    epilogue.residual = take("residual");
    if (take("results"))
      read_numbers<1>(' ', 2, {&epilogue.results}, "their number");
  }

  ConvGeometry read_pool(const ConvGeometry& conv) {
    need(kFusedPool);
    ConvGeometry g;
    g.n = conv.n, g.ic = conv.oc, g.ih = conv.oh, g.iw = conv.ow;
    read_window(g);
    return g;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("{}: layer '{}': {}", where_, text_, what));
  }

  void check_written(const LayerId& layer) const {
    if (layer_text(layer) != text_)  // "dilation 1x1", say
      refuse(fmt::format("it is written '{}'", layer_text(layer)));
  }

  void check(const LayerId& layer) const {
    const ConvGeometry& g = layer.geometry;
    if (kind_of(layer).reads_acc && g.ic != g.oc)
      refuse(fmt::format("a pool has {} channels and makes {}", g.ic, g.oc));
    if (g.ic % g.groups != 0 || g.oc % g.groups != 0)
      refuse(fmt::format("{} groups do not divide {} and {} channels", g.groups, g.ic, g.oc));
    check_written(layer);
    if (layer.pool && layer.pool->oc != g.oc)
      refuse(fmt::format("a pool has {} channels and makes {}", g.oc, layer.pool->oc));
    const EpilogueShape& e = layer.epilogue;
    if (e.classes > 1 && e.classes != BorderClasses::of(g).count())
      refuse(fmt::format("{} classes of outputs, where its pads make {}", e.classes,
                         BorderClasses::of(g).count()));
    const int64_t read = e.vectors + e.scalars - (e.classes - 1);
    if (e.rescales > e.steps || read > e.steps + e.rescales || read < 2 * e.rescales ||
        e.scalars > 2 * e.rescales || e.scalars % 2 != 0)
      refuse(e.rescales == 0 && e.scalars == 0
                 ? fmt::format("{} vectors in {} steps", e.vectors, e.steps)
                 : fmt::format("{} vectors, {} scalars and {} rescales in {} steps", e.vectors,
                               e.scalars, e.rescales, e.steps));
  }

  std::string_view text_, rest_, where_;
};

}  // namespace

LayerId layer_id(const Kernel& kernel, std::span<const AluStep> steps, const Kernel* pool,
                 bool wide_operands) {
  LayerId id;
  id.kind = kernel.kind;
  id.geometry = kernel.conv;
  id.epilogue = EpilogueShape::of(steps);
  id.taps = kernel.pool;
  if (!kind_of(kernel).window) {
    id.operands = static_cast<int64_t>(kernel.inputs.size());
    id.wide_operands = wide_operands && kind_of(kernel).reads_acc;
    id.epilogue.residual = false;  // `operands` says it
  }
  id.attention = kernel.attention;
  id.layer_norm = kernel.layer_norm;
  if (pool != nullptr)
    id.pool = pool->conv;
  return id;
}

std::string geometry_text(const ConvGeometry& g) {
  std::string text = fmt::format("{}x{}/{} {}x{}x{} -> {}x{}x{}", g.kh, g.kw, g.stride_h, g.ic,
                                 g.ih, g.iw, g.oc, g.oh, g.ow);
  if (g.groups > 1)
    text += fmt::format(" in {} groups", g.groups);
  if (g.dilation_h != 1 || g.dilation_w != 1)
    text += fmt::format(" dilated {}x{}", g.dilation_h, g.dilation_w);
  return text;
}

static std::string attention_text(const AttentionForm& f) {
  return fmt::format("images {} heads {} of {} keys {} depths {}x{} fraction {} shift {}{}{}",
                     f.batch, f.heads, f.kv_heads, f.keys, f.depth, f.value_depth, f.fraction,
                     f.shift, f.causal ? " causal" : "", f.power == PowerForm::Exp2 ? " exp2" : "");
}

std::string layer_text(const LayerId& layer) {
  const ConvGeometry& g = layer.geometry;
  std::string text = fmt::format("{} {}x{}x{}x{} ", word_of(layer), g.n, g.ic, g.ih, g.iw);
  if (layer.layer_norm)
    return text + fmt::format("epsilon {} fraction {}{}", layer.layer_norm->epsilon,
                              layer.layer_norm->result_fraction,
                              layer.layer_norm->rms ? " rms" : "");
  if (layer.attention)
    return text + attention_text(*layer.attention);
  text += kind_of(layer).window
              ? window_text(g)
              : fmt::format("operands {}{}", layer.operands, layer.wide_operands ? " int32" : "");
  text += fmt::format(" steps {}", layer.epilogue.steps);
  if (layer.epilogue.vectors > 0)
    text += fmt::format(" vectors {}", layer.epilogue.vectors);
  if (layer.epilogue.rescales > 0)
    text += fmt::format(" rescales {}", layer.epilogue.rescales);
  if (layer.epilogue.scalars > 0)
    text += fmt::format(" scalars {}", layer.epilogue.scalars);
  if (layer.epilogue.classes > 1)
    text += fmt::format(" classes {}", layer.epilogue.classes);
  if (layer.epilogue.others)
    text += " others";
  if (layer.epilogue.residual)
    text += " residual";
  if (layer.epilogue.results != 1)
    text += fmt::format(" results {}", layer.epilogue.results);
  if (layer.pool)
    text += fmt::format(" then {} {}", kFusedPool, window_text(*layer.pool));
  return text;
}

LayerId parse_layer(std::string_view text, std::string_view where) {
  return LayerParser(text, where).run();
}

}  // namespace vta

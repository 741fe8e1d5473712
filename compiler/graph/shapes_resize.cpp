// image.resize: sampling at coordinates that the attributes name, axis by axis.
#include <algorithm>
#include <array>

#include "base/plural.h"
#include "compiler/graph/shapes.h"

namespace vta::shapes {
namespace {

void require_word(const Attrs& attrs, std::string_view name, std::string_view absent,
                  std::span<const std::string_view> legal) {
  const std::string word = attrs.get_string(name, absent);
  if (std::ranges::find(legal, word) == legal.end())
    fail("{} '{}' is unknown: {}", name, word, fmt::join(legal, ", "));
}

void require_vector(const TensorType& type, std::string_view what, size_t size) {
  if (type != TensorType{{static_cast<int64_t>(size)}, DType::F32})
    fail("the {} {} must be {} float32", what, type_text(type),
         counted(static_cast<int64_t>(size), "value"));
}

}  // namespace

Types resize(Operands in, const Attrs& attrs) {
  static constexpr std::array<std::string_view, 3> kMethods = {"nearest", "linear", "cubic"};
  static constexpr std::array<std::string_view, 7> kCoordinates = {
      "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
      "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"};
  static constexpr std::array<std::string_view, 5> kRoundings = {
      "round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"};
  same_float(in.first(1), attrs);
  require_word(attrs, "method", "nearest", kMethods);
  require_word(attrs, "coordinates", "half_pixel", kCoordinates);
  require_word(attrs, "rounding", "round_prefer_floor", kRoundings);
  attrs.get_double("cubic_alpha", 0);
  attrs.get_double("extrapolation_value", 0);
  attrs.get_bool("exclude_outside", false);
  attrs.get_bool("antialias", false);
  const size_t rank = in[0].shape.size();
  const IntList size = read_ints(attrs, "size", {});
  if (size.size() != rank)
    fail("size has {}, data {} has rank {}", counted(std::ssize(size), "value"), type_text(in[0]),
         rank);
  if (in.size() > 1)
    require_vector(in[1], "scales", rank);
  if (in.size() > 2)
    require_vector(in[2], "region", 2 * rank);
  return {{size, DType::F32}};
}

}  // namespace vta::shapes

#include "workbench/views/run_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "evaluation/logits.h"
#include "runtime/top_classes.h"
#include "workbench/views/picture.h"

namespace vta::workbench {

Image image_to_show(const Program& program, const std::vector<InputUse>& inputs) {
  const ProgramValue& output = program.values[static_cast<size_t>(program.outputs.front())];
  if (output.dtype != DType::F32 || logit_shape(output.shape).classes == 0)
    throw UsageError(fmt::format("--picture shows classes, and output '{}' is {}, no row of them",
                                 output_name(program, 0), type_text({output.shape, output.dtype})));
  for (const InputUse& input : inputs)
    if (std::optional<Image> image = shown_image(input.source))
      return *std::move(image);
  throw UsageError(
      "--picture shows an image, and --input names none: give it a .png, a .jpg or uint8 images "
      "(.npy)");
}

std::vector<std::byte> run_picture(const Image& image, const std::string& model,
                                   const Tensor& logits, int64_t count,
                                   const std::vector<std::string>& labels) {
  constexpr int64_t kMostRows = 20;
  const std::vector<double> likely = probabilities(logits, 0);
  std::vector<PictureRow> rows;
  const int64_t shown = std::min({count, kMostRows, std::ssize(likely)});
  for (const TopClass& one : top_classes(logits, 0, shown)) {
    const double share = likely[static_cast<size_t>(one.index)];
    rows.push_back({class_label(one.index, labels), share, fmt::format("{:.1f} %", 100 * share)});
  }
  const std::string title = std::filesystem::path(model).filename().string();
  return png_bytes(classes_picture(image, title, rows));
}

}  // namespace vta::workbench

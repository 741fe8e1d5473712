#include "workbench/run_expect.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/standard_streams.h"
#include "base/suggest.h"
#include "base/text_safety.h"
#include "evaluation/logits.h"

namespace vta::workbench {
namespace {

size_t class_of(const std::string& text, int64_t classes, const std::vector<std::string>& labels) {
  if (const auto name = std::ranges::find(labels, text); name != labels.end())
    return static_cast<size_t>(name - labels.begin());
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  if (is_number && number >= 0 && number < classes)
    return static_cast<size_t>(number);
  const std::vector<std::string_view> names(labels.begin(), labels.end());
  const std::string nearest =
      labels.empty() ? std::string("; names need --labels")
                     : ", or a name of --labels" + printable(nearest_words(text, names));
  throw UsageError(fmt::format("--expect '{}' is no class: legal are 0 to {}{}", printable(text),
                               classes - 1, nearest));
}

std::string class_text(size_t number, float value, const std::vector<std::string>& labels) {
  const std::string name = number < labels.size() ? printable(labels[number]) : std::string();
  return fmt::format("class {}{} ({:g})", number, name.empty() ? "" : ", " + name + ",", value);
}

}  // namespace

std::vector<size_t> expected_classes(const std::vector<std::string>& expected,
                                     const Program& program,
                                     const std::vector<std::string>& labels) {
  if (expected.empty())
    return {};
  const ProgramValue& output = program.values[static_cast<size_t>(program.outputs.front())];
  const auto [images, classes] = logit_shape(output.shape);
  if (output.dtype != DType::F32 || classes == 0)
    throw UsageError(fmt::format("--expect compares classes, and output '{}' is {}, no row of them",
                                 output.name, type_text({output.shape, output.dtype})));
  if (expected.size() > 1 && std::ssize(expected) != images)
    throw UsageError(fmt::format("--expect is given {} times, legal for {} images are 1 and {}",
                                 expected.size(), images, images));
  std::vector<size_t> out;
  for (int64_t image = 0; image < images; ++image)
    out.push_back(
        class_of(expected[expected.size() == 1 ? 0 : static_cast<size_t>(image)], classes, labels));
  return out;
}

bool tops_as_expected(const Tensor& output, const std::vector<size_t>& expected,
                      const std::vector<std::string>& labels) {
  const auto classes = static_cast<size_t>(logit_shape(output.shape()).classes);
  const auto values = output.data<float>();
  bool all = true;
  for (size_t image = 0; image < expected.size(); ++image) {
    const auto row = values.subspan(image * classes, classes);
    const auto top = static_cast<size_t>(std::ranges::max_element(row) - row.begin());
    if (row[top] == row[expected[image]])
      continue;
    all = false;
    write_standard_error(
        fmt::format("vta: failed: the top-1{} is {}, expected {}\n",
                    expected.size() > 1 ? fmt::format(" of image {}", image) : std::string(),
                    class_text(top, row[top], labels),
                    class_text(expected[image], row[expected[image]], labels)));
  }
  return all;
}

}  // namespace vta::workbench

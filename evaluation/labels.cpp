#include "evaluation/labels.h"

#include <charconv>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/npy.h"
#include "base/plural.h"
#include "base/text_safety.h"

namespace vta {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<int64_t> number_in(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

struct Line {
  int64_t number = 0;            // in the file, from 1
  std::string name;              // empty: a label alone
  std::string_view label;        // as it stands there
  std::optional<int64_t> value;  // of that
};

Line parse_line(std::string_view text, int64_t number) {
  size_t cut = text.rfind(',');
  if (cut == std::string_view::npos)
    cut = text.find_last_of(kBlanks);
  Line line{number, {}, text, {}};
  if (cut != std::string_view::npos) {
    line.name = std::string(trimmed(text.substr(0, cut)));
    line.label = trimmed(text.substr(cut + 1));
  }
  line.value = number_in(line.label);
  return line;
}

std::vector<Line> lines_of(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf"))
    text.remove_prefix(3);
  std::vector<Line> lines;
  int64_t number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (!line.empty())
      lines.push_back(parse_line(line, number));
  }
  if (lines.size() > 1 && !lines[0].name.empty() && !lines[0].value)
    lines.erase(lines.begin());  // titles
  return lines;
}

class LabelText {
 public:
  LabelText(const std::string& path, std::span<const std::string> names, int64_t classes)
      : path_(printable(path)),
        names_(names),
        classes_(classes),
        text_(read_text_file(path, kMostTextBytes)),
        lines_(lines_of(text_)) {}

  std::vector<int64_t> labels() const {
    if (lines_.empty())
      throw InputError(
          fmt::format("{} holds no labels: expected a class index per line, or lines "
                      "of NAME,INDEX",
                      path_));
    const bool named = !lines_.front().name.empty();
    for (const Line& line : lines_)
      if (line.name.empty() == named)
        refuse(line, named ? "has no name, the lines before have"
                           : "has a name, the lines before have none");
    return named ? by_name() : in_order();
  }

 private:
  [[noreturn]] void refuse(const Line& line, const std::string& why) const {
    throw InputError(fmt::format("{}, line {}: '{}' {}", path_, line.number,
                                 printable(line.name.empty() ? std::string(line.label) : line.name),
                                 why));
  }

  int64_t value_of(const Line& line) const {
    if (!line.value)
      throw InputError(fmt::format("{}, line {}: '{}' is no class index (legal: 0 to {})", path_,
                                   line.number, printable(line.label), classes_ - 1));
    if (*line.value < 0 || *line.value >= classes_)
      throw InputError(fmt::format("{}, line {}: label {} is outside the network's {}", path_,
                                   line.number, *line.value, counted(classes_, "class")));
    return *line.value;
  }

  std::vector<int64_t> in_order() const {
    if (lines_.size() < names_.size())
      throw InputError(fmt::format("{} holds {}, there are {}", path_,
                                   counted(std::ssize(lines_), "label"),
                                   counted(std::ssize(names_), "sample")));
    std::vector<int64_t> labels;
    for (size_t i = 0; i < names_.size(); ++i)
      labels.push_back(value_of(lines_[i]));
    return labels;
  }

  std::vector<int64_t> by_name() const {
    std::map<std::string, const Line*> lines;
    for (const Line& line : lines_)
      if (!lines.emplace(line.name, &line).second)
        refuse(line, "has a label already");
    std::vector<int64_t> labels;
    for (const std::string& name : names_) {
      auto found = lines.find(name);
      if (found == lines.end())
        found = lines.find(name.substr(name.rfind('/') + 1));
      if (found == lines.end())
        throw InputError(fmt::format("{} has no label for '{}'", path_, printable(name)));
      labels.push_back(value_of(*found->second));
    }
    return labels;
  }

  std::string path_;
  std::span<const std::string> names_;
  int64_t classes_;
  std::string text_;
  std::vector<Line> lines_;
};

}  // namespace

std::vector<int64_t> read_labels(const std::string& path, std::span<const std::string> names,
                                 int64_t classes) {
  if (path.ends_with(".npy"))
    return class_labels(read_npy(path), std::ssize(names), classes, path);
  return LabelText(path, names, classes).labels();
}

std::vector<int64_t> class_labels(const Tensor& labels, int64_t count, int64_t classes,
                                  const std::string& origin) {
  const bool integers =
      labels.dtype() == DType::I64 || labels.dtype() == DType::I32 || labels.dtype() == DType::U8;
  if (!integers || labels.size() < count)
    throw InputError(fmt::format("{} holds {} {}: expected {}, int64 or int32", origin,
                                 dtype_name(labels.dtype()), shape_text(labels.shape()),
                                 counted(count, "class index", "class indices")));
  std::vector<int64_t> result;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const int64_t label = labels.dtype() == DType::I64   ? labels.data<int64_t>()[i]
                          : labels.dtype() == DType::I32 ? labels.data<int32_t>()[i]
                                                         : labels.data<uint8_t>()[i];
    if (label < 0 || label >= classes)
      throw InputError(fmt::format("{}: label {} of image {} is outside the network's {}", origin,
                                   label, i, counted(classes, "class")));
    result.push_back(label);
  }
  return result;
}

}  // namespace vta

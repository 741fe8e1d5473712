#include "workbench/views/diff_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/html_text.h"
#include "base/plural.h"
#include "base/svg_theme.h"
#include "base/text_table.h"

namespace vta::workbench {
namespace {

using explore::TensorDifference;

class Chart {
 public:
  explicit Chart(const DiffResult& r) : r_(r), tensors_(r.difference.tensors) {
    pitch_ = std::clamp(900.0 / static_cast<double>(tensors_.size()), kLeastBar, kMostBar);
    width_ = std::max(kLeastWidth, kLeft + pitch_ * static_cast<double>(tensors_.size()) + 24);
    for (const TensorDifference& d : tensors_)
      if (std::isfinite(d.sqnr_db))
        most_ = std::max(most_, std::ceil(d.sqnr_db / kTickDb) * kTickDb);
  }

  std::string draw() {
    const auto& n = r_.difference;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\" "
        "fill=\"#1f2937\">\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#ffffff\"/>\n",
        width_, kHeight);
    out_ += kSvgDarkStyle;
    fitted_text(30, 18,
                fmt::format("{}: {} and {}",
                            std::filesystem::path(r_.tensors.model).filename().string(), n.a, n.b),
                "font-weight=\"600\"");
    const std::string all = counted(std::ssize(tensors_), "tensor"), grey = "fill=\"#4b5563\"";
    if (n.first) {
      const size_t first = tensors_[*n.first].tensor;
      text(kLeft, 50,
           fmt::format("{} of {} differ; the first is {}", n.differing(), all,
                       r_.tensors.tensors[first].name),
           grey);
      fitted_text(66, 12, "made by " + r_.tensors.maker(first), grey);
    } else {
      text(kLeft, 50, all + ", none differs", grey);
    }
    grid();
    for (size_t i = 0; i < tensors_.size(); ++i)
      bar(i);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  static constexpr double kLeft = 64, kTop = 96, kBottom = 420, kHeight = 580;
  static constexpr double kLeastWidth = 640, kMostBar = 40, kLeastBar = 6;
  static constexpr double kTickDb = 20, kLeastTopDb = 60;
  static constexpr const char* kAlike = "#1f6feb";
  static constexpr const char* kUnlike = "#d97706";
  static constexpr const char* kEqual = "#6b7280";

  double y(double db) const {
    return kBottom - std::clamp(db, 0.0, most_) / most_ * (kBottom - kTop);
  }

  void text(double x, double at, const std::string& words, const std::string& style = {}) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, at, style,
                        html_text(words));
  }

  // Without their middle where there is no room; a letter is about 0.6 of its size wide.
  void fitted_text(double at, double size, const std::string& words, const std::string& style) {
    const auto letters = static_cast<size_t>((width_ - kLeft - 16) / (0.6 * size));
    text(kLeft, at, shorten_middle(words, letters),
         fmt::format("font-size=\"{:g}\" {}", size, style));
  }

  void grid() {
    for (double db = 0; db <= most_; db += kTickDb) {
      out_ += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#e5e7eb\"/>\n",
          kLeft, y(db), width_ - 16, y(db));
      text(kLeft - 8, y(db) + 4, fmt::format("{:g}", db), "text-anchor=\"end\"");
    }
    text(kLeft - 8, kTop - 12, "dB", "text-anchor=\"end\"");
  }

  void bar(size_t i) {
    const TensorDifference& d = tensors_[i];
    const bool equal = std::isinf(d.sqnr_db) && d.sqnr_db > 0 && !d.differs;
    const double x = kLeft + pitch_ * static_cast<double>(i) + pitch_ * 0.1;
    const double top =
        equal ? kTop : std::min(y(std::isnan(d.sqnr_db) ? 0 : d.sqnr_db), kBottom - 2);
    const std::string sqnr = std::isfinite(d.sqnr_db) ? fmt::format("{:.1f} dB", d.sqnr_db) : "";
    out_ += fmt::format(
        "<g><title>{}: {}, {} of {} differ</title>\n<rect x=\"{:.1f}\" y=\"{:.1f}\" "
        "width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/></g>\n",
        html_text(r_.tensors.text(d.tensor)), equal ? "equal" : sqnr, d.differing,
        counted(d.elements, "element"), x, top, pitch_ * 0.8, kBottom - top,
        d.differs ? kUnlike
        : equal   ? kEqual
                  : kAlike);
    // Names where there is room for them, and of the first that differs.
    if (pitch_ < 12 && i != r_.difference.first)
      return;
    const double middle = x + pitch_ * 0.4 + 4;
    constexpr size_t kMostLetters = 22;
    const std::string& name = r_.tensors.tensors[d.tensor].name;
    text(middle, kBottom + 8,
         name.size() <= kMostLetters ? name : "..." + name.substr(name.size() - kMostLetters),
         fmt::format("text-anchor=\"end\" transform=\"rotate(-60 {:.1f} {:.1f})\"{}", middle,
                     kBottom + 8, d.differs ? " font-weight=\"600\"" : ""));
  }

  const DiffResult& r_;
  const std::vector<TensorDifference>& tensors_;
  double pitch_ = 0, width_ = 0, most_ = kLeastTopDb;
  std::string out_;
};

}  // namespace

std::string diff_svg(const DiffResult& result) {
  return Chart(result).draw();
}

}  // namespace vta::workbench

#include "compiler/quant/report/report_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/html_text.h"

namespace vta {
namespace {

// At most `most` characters; UTF-8 is not cut inside one.
std::string shortened(const std::string& text, size_t most) {
  if (text.size() <= most)
    return text;
  size_t begin = text.size() - most;
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    ++begin;
  return "\u2026" + text.substr(begin);
}

std::string db(double value) {
  return std::isfinite(value) ? fmt::format("{:+.2f} dB", value) : "all noise";
}

// What a drawing has to show of numbers that may be infinite.
double drawable(double value) {
  constexpr double kMost = 200;
  return std::isfinite(value) ? std::clamp(value, -kMost, kMost) : kMost;
}

}  // namespace

std::string histogram_svg(const ValueReport& value) {
  constexpr double kWidth = 160, kHeight = 32;
  const ValueHistogram& h = value.histogram;
  if (h.counts.empty())
    return "";
  const double most =
      std::sqrt(static_cast<double>(std::max<int64_t>(1, std::ranges::max(h.counts))));
  const double bar = kWidth / static_cast<double>(h.counts.size());
  const double step = (h.to - h.from) / static_cast<double>(h.counts.size());
  std::string within, beyond;
  for (size_t i = 0; i < h.counts.size(); ++i) {
    if (h.counts[i] == 0)
      continue;
    const double height =
        std::max(1.0, kHeight * std::sqrt(static_cast<double>(h.counts[i])) / most);
    const double middle = h.from + (static_cast<double>(i) + 0.5) * step;
    const bool clipped = value.is_int8 && std::abs(middle) > kInt8Limit + step / 2;
    (clipped ? beyond : within) +=
        fmt::format("M{:.1f} {:.0f}v-{:.1f}h{:.1f}v{:.1f}z", static_cast<double>(i) * bar, kHeight,
                    height, bar * 0.9, height);
  }
  std::string lines;
  for (const double limit : {-kInt8Limit, kInt8Limit})
    if (value.is_int8 && limit >= h.from && limit <= h.to)
      lines +=
          fmt::format("M{:.1f} 0v{:.0f}", (limit - h.from) / (h.to - h.from) * kWidth, kHeight);
  return fmt::format(
      "<svg class=\"hist\" viewBox=\"-1 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"histogram\">"
      "<path class=\"in\" d=\"{}\"/><path class=\"out\" d=\"{}\"/><path class=\"lim\" "
      "d=\"{}\"/></svg>",
      kWidth + 2, kHeight, within, beyond, lines);
}

std::string gain_svg(const std::vector<const LayerReport*>& ranked, size_t most) {
  constexpr double kRow = 20, kNames = 330, kBars = 330, kNumbers = 90;
  const size_t rows = std::min(ranked.size(), most);
  double least = 0, greatest = 0;
  for (size_t i = 0; i < rows; ++i) {
    least = std::min(least, drawable(*ranked[i]->gain_db));
    greatest = std::max(greatest, drawable(*ranked[i]->gain_db));
  }
  const double span = std::max(greatest - least, 1e-9), zero = kNames + 8 - least / span * kBars;
  std::string out =
      fmt::format("<svg class=\"chart\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">",
                  kNames + kBars + kNumbers + 16, kRow * static_cast<double>(rows) + 4);
  for (size_t i = 0; i < rows; ++i) {
    const LayerReport& layer = *ranked[i];
    const double gain = drawable(*layer.gain_db), top = kRow * static_cast<double>(i) + 2;
    const double length = std::abs(gain) / span * kBars;
    out += fmt::format(
        "<g><title>{}</title><text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"end\">{}</text>"
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\"/>"
        "<text x=\"{:.0f}\" y=\"{:.0f}\">{}{}</text></g>\n",
        html_text(layer.name), kNames, top + 14, html_text(shortened(layer.name, 44)),
        gain > 0 ? "out" : "in", gain < 0 ? zero - length : zero, top + 3, length, kRow - 6,
        kNames + kBars + 14, top + 14, db(*layer.gain_db),
        layer.place == LayerPlace::HostFloat ? ", float" : "");
  }
  return out + fmt::format("<path class=\"lim\" d=\"M{:.1f} 0v{:.0f}\"/></svg>\n", zero,
                           kRow * static_cast<double>(rows) + 4);
}

std::string sqnr_svg(const std::vector<ValueReport>& values) {
  constexpr double kWidth = 760, kHeight = 180, kLeft = 40, kGrid = 10;
  std::vector<const ValueReport*> shown;
  for (const ValueReport& v : values)
    if (v.is_int8)
      shown.push_back(&v);
  if (shown.empty())
    return "";
  double least = 0, greatest = kGrid;
  for (const ValueReport* v : shown)
    if (std::isfinite(v->sqnr_db)) {
      least = std::min(least, drawable(v->sqnr_db));
      greatest = std::max(greatest, drawable(v->sqnr_db));
    }
  least = std::floor(least / kGrid) * kGrid;
  greatest = std::ceil(greatest / kGrid) * kGrid;
  const auto height_of = [&](double level) {
    const double at = std::clamp(std::isfinite(level) ? level : greatest, least, greatest);
    return 6 + (kHeight - 12) * (greatest - at) / (greatest - least);
  };
  std::string out = fmt::format("<svg class=\"chart\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\">",
                                kWidth, kHeight);
  for (double level = least; level <= greatest; level += kGrid)
    out += fmt::format(
        "<path class=\"grid\" d=\"M{0:.0f} {1:.1f}H{2:.0f}\"/><text x=\"{3:.0f}\" "
        "y=\"{4:.1f}\" text-anchor=\"end\">{5:.0f}</text>",
        kLeft, height_of(level), kWidth, kLeft - 6, height_of(level) + 4, level);
  std::string line, dots;
  const double step =
      (kWidth - kLeft - 16) / static_cast<double>(std::max<size_t>(1, shown.size() - 1));
  for (size_t i = 0; i < shown.size(); ++i) {
    const double x = kLeft + 8 + step * static_cast<double>(i), y = height_of(shown[i]->sqnr_db);
    line += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x, y);
    dots += fmt::format(
        "<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"><title>{}: "
        "{}</title></circle>",
        x, y, html_text(shown[i]->name),
        std::isfinite(shown[i]->sqnr_db) ? fmt::format("{:.1f} dB", shown[i]->sqnr_db) : "exact");
  }
  return out + fmt::format("<path class=\"line\" d=\"{}\"/>{}</svg>\n", line, dots);
}

}  // namespace vta

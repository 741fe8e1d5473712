#include "workbench/views/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/html_text.h"
#include "base/percent.h"
#include "base/plural.h"
#include "base/svg_theme.h"
#include "workbench/views/layer_report.h"

namespace vta::workbench {
namespace {

constexpr double kWidth = 960, kHeight = 620;
constexpr double kLeft = 84, kRight = 930, kTop = 76, kBottom = 530;

struct KindColour {
  const char *kind, *colour;
};
constexpr std::array<KindColour, 3> kColours = {
    {{"conv2d", "#1f6feb"}, {"dense", "#d97706"}, {"", "#6b7280"}}};

const char* colour_of(const std::string& kind) {
  const auto* found = std::ranges::find_if(kColours, [&](const KindColour& c) {
    return c.kind == kind || std::string_view(c.kind).empty();
  });
  return found->colour;
}

// A logarithmic axis from `low` to `high` over [from, to] of the picture.
class Axis {
 public:
  Axis(double low, double high, double from, double to)
      : low_(low), high_(high), from_(from), to_(to) {}
  double at(double value) const {
    return from_ + std::log(value / low_) / std::log(high_ / low_) * (to_ - from_);
  }
  double low() const { return low_; }
  // 1, 2, 5, 10, ... inside.
  std::vector<double> ticks() const {
    std::vector<double> out;
    for (double decade = std::pow(10, std::floor(std::log10(low_))); decade < high_; decade *= 10)
      for (const double tick : {decade, 2 * decade, 5 * decade})
        if (tick >= low_ && tick <= high_)
          out.push_back(tick);
    return out;
  }

 private:
  double low_, high_, from_, to_;
};

class Picture {
 public:
  explicit Picture(const Roofline& r)
      : r_(r), x_(least_x(), most_x(), kLeft, kRight), y_(least_y(), r.peak * 1.4, kBottom, kTop) {}

  std::string draw() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
        "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2937\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
        kWidth, kHeight);
    out_ += kSvgDarkStyle;
    text(kLeft, 30, r_.title, "font-size=\"18\" font-weight=\"600\"");
    text(kLeft, 50, r_.subtitle, "fill=\"#4b5563\"");
    grid();
    roof();
    for (const RooflinePoint* p : by_size())
      point(*p);
    labels();
    legend();
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  double ridge() const { return r_.peak / r_.bus_bytes; }
  template <typename Pick>
  double least(double value, Pick pick) const {
    for (const RooflinePoint& p : r_.points)
      value = std::min(value, pick(p));
    return value;
  }
  template <typename Pick>
  double most(double value, Pick pick) const {
    for (const RooflinePoint& p : r_.points)
      value = std::max(value, pick(p));
    return value;
  }
  double least_x() const {
    return least(ridge() / 4, [](const auto& p) { return p.macs_per_byte; }) / 1.3;
  }
  double most_x() const {
    return most(ridge() * 4,
                [](const auto& p) { return std::max(p.macs_per_byte, p.best_per_byte); }) *
           1.4;
  }
  double least_y() const {
    return least(r_.peak / 4, [](const auto& p) { return p.macs_per_cycle; }) / 2;
  }

  void text(double x, double y, const std::string& words, const std::string& style = {}) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                        html_text(words));
  }
  void line(double x1, double y1, double x2, double y2, const char* style) {
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1,
                        y1, x2, y2, style);
  }

  void grid() {
    constexpr const char* kLine = "stroke=\"#e5e7eb\"";
    for (const double v : x_.ticks()) {
      line(x_.at(v), kTop, x_.at(v), kBottom, kLine);
      text(x_.at(v), kBottom + 18, fmt::format("{:g}", v), "text-anchor=\"middle\"");
    }
    for (const double v : y_.ticks()) {
      line(kLeft, y_.at(v), kRight, y_.at(v), kLine);
      text(kLeft - 8, y_.at(v) + 4, fmt::format("{:g}", v), "text-anchor=\"end\"");
    }
    text((kLeft + kRight) / 2, kBottom + 40, "useful multiplications for each byte moved",
         "text-anchor=\"middle\"");
    const double middle = (kTop + kBottom) / 2;
    text(24, middle, "useful multiplications a cycle",
         fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 24 {:.1f})\"", middle));
  }

  // The bus up to where it meets the multipliers, those from there on.
  void roof() {
    const double from = std::max(x_.low(), y_.low() / r_.bus_bytes);
    out_ += fmt::format(
        "<polyline fill=\"none\" stroke=\"#111827\" stroke-width=\"2\" points=\"{:.1f},{:.1f} "
        "{:.1f},{:.1f} {:.1f},{:.1f}\"/>\n",
        x_.at(from), y_.at(from * r_.bus_bytes), x_.at(ridge()), y_.at(r_.peak), kRight,
        y_.at(r_.peak));
    text(kRight, y_.at(r_.peak) - 7, fmt::format("{:g} multiplications a cycle", r_.peak),
         "text-anchor=\"end\"");
    const double x = std::sqrt(from * ridge());
    const double slope =
        std::atan2(y_.at(r_.peak) - y_.at(from * r_.bus_bytes), x_.at(ridge()) - x_.at(from)) *
        180 / 3.14159265358979;
    const double tx = x_.at(x) - 6, ty = y_.at(x * r_.bus_bytes) - 8;
    text(tx, ty, fmt::format("bus: {:g} bytes a cycle", r_.bus_bytes),
         fmt::format("text-anchor=\"middle\" transform=\"rotate({:.1f} {:.1f} {:.1f})\"", slope, tx,
                     ty));
  }

  // Large ones first, so that small ones stay in sight.
  std::vector<const RooflinePoint*> by_size() const {
    std::vector<const RooflinePoint*> out;
    for (const RooflinePoint& p : r_.points)
      out.push_back(&p);
    std::ranges::stable_sort(
        out, [](const RooflinePoint* a, const RooflinePoint* b) { return a->share > b->share; });
    return out;
  }

  static double radius(const RooflinePoint& p) {
    return std::clamp(46 * std::sqrt(p.share), 3.0, 24.0);
  }

  void point(const RooflinePoint& p) {
    const double x = x_.at(p.macs_per_byte), y = y_.at(p.macs_per_cycle);
    const double bx = x_.at(p.best_per_byte), by = y_.at(p.best_per_cycle);
    const char* colour = colour_of(p.kind);
    out_ += fmt::format(
        "<g><title>{}: {:.1f} multiplications a cycle, {:.1f} a byte, {:.1f} % of the cycles; "
        "roofline {:.1f} a cycle, {:.1f} a byte</title>\n",
        html_text(p.name), p.macs_per_cycle, p.macs_per_byte, p.share * 100, p.best_per_cycle,
        p.best_per_byte);
    line(x, y, bx, by, fmt::format("stroke=\"{}\" stroke-opacity=\"0.5\"", colour).c_str());
    out_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#ffffff\" stroke=\"{}\"/>\n", bx, by,
        colour);
    out_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" fill-opacity=\"0.35\" "
        "stroke=\"{}\"/></g>\n",
        x, y, radius(p), colour, colour);
  }

  struct Box {
    double x0, y0, x1, y1;
    bool meets(const Box& o) const { return x0 < o.x1 && o.x0 < x1 && y0 < o.y1 && o.y0 < y1; }
  };

  // Names below their points, farther down where another stands; the rest is told by the tooltip.
  void labels() {
    std::vector<Box> taken;
    for (const RooflinePoint* p : by_size()) {
      const double x = x_.at(p->macs_per_byte);
      const double width = 6.2 * static_cast<double>(p->name.size());
      double y = y_.at(p->macs_per_cycle) + radius(*p) + 13;
      const double first = y;
      const auto box = [&] { return Box{x - width / 2, y - 11, x + width / 2, y + 3}; };
      while (y < kBottom - 4 &&
             std::ranges::any_of(taken, [&](const Box& b) { return b.meets(box()); }))
        y += 14;
      if (y >= kBottom - 4 || x - width / 2 < kLeft || x + width / 2 > kRight + 20)
        continue;
      taken.push_back(box());
      if (y > first)
        line(x, first - 12, x, y - 11, "stroke=\"#9ca3af\" stroke-width=\"0.5\"");
      text(x, y, p->name, "text-anchor=\"middle\" font-size=\"11\"");
    }
  }

  void legend() {
    double x = kLeft;
    for (const KindColour& c : kColours) {
      const bool there = std::ranges::any_of(
          r_.points, [&](const RooflinePoint& p) { return colour_of(p.kind) == c.colour; });
      if (!there)
        continue;
      const std::string name = *c.kind == '\0' ? "other" : c.kind;
      out_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"{}\" "
          "fill-opacity=\"0.35\" stroke=\"{}\"/>\n",
          x + 6, kHeight - 34, c.colour, c.colour);
      text(x + 17, kHeight - 30, name);
      x += 90;
    }
    text(x, kHeight - 30,
         "area: share of the cycles; the small ring on a line: the layer's roofline, every byte "
         "moved once");
    text(kLeft, kHeight - 10, r_.note, "fill=\"#4b5563\"");
  }

  const Roofline& r_;
  Axis x_, y_;
  std::string out_;
};

double ratio(int64_t a, int64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

}  // namespace

Roofline roofline_of(const explore::RunRecord& record) {
  const explore::PointResult& result = record.result;
  if (result.least_cycles == 0 && !result.layers.empty())
    throw UsageError(
        fmt::format("--roofline: the rooflines of its kernels are {}", kBoundNotKnown));
  if (!record.timed)
    throw UsageError(
        "--roofline: the program runs nothing on the accelerator, and there are no cycles");
  const Timing& timing = result.timing;
  Roofline out;
  out.title = record.model;
  out.subtitle =
      fmt::format("{}, schedule {}: {} cycles, bound {} ({:.1f} %)", record.config.name(),
                  record.schedule, timing.cycles, result.least_cycles,
                  explore::number_of("least_percent", record.view()).value_or(0));
  out.peak = static_cast<double>(record.config.macs());
  out.bus_bytes = static_cast<double>(record.config.bus_bytes());
  int64_t others = 0, other_cycles = timing.outside.cycles;
  for (const explore::LayerResult& layer : result.layers) {
    const int64_t macs = layer.useful_macs, cycles = layer.timing.cycles;
    const int64_t bytes = layer.counters.total_bytes();
    if (macs == 0 || cycles == 0 || bytes == 0 || layer.least_bytes == 0) {
      ++others;
      other_cycles += cycles;
      continue;
    }
    out.points.push_back({layer.name, layer.kind, ratio(macs, bytes), ratio(macs, cycles),
                          ratio(cycles, timing.cycles), ratio(macs, layer.least_bytes),
                          ratio(macs, layer.roofline_cycles())});
  }
  out.note = fmt::format(
      "not shown: {} without multiplications and what is outside of kernels, "
      "{:.1f} % of the cycles",
      counted(others, "kernel"), percent_of(other_cycles, timing.cycles));
  return out;
}

std::string roofline_svg(const Roofline& roofline) {
  return Picture(roofline).draw();
}

}  // namespace vta::workbench

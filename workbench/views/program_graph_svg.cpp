// Boxes lie by layers: one below all that it reads. Two lanes, the host's and the accelerator's;
// boxes of one layer and lane stand side by side. An arrow to the next layer is a curve; one that
// passes layers by goes around them on the right of its lane, each on a track of its own as far as
// there are tracks.
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/html_text.h"
#include "base/svg_theme.h"
#include "workbench/views/program_graph.h"

namespace vta::workbench {
namespace {

constexpr double kBoxWidth = 300, kBoxHeight = 73, kGapX = 24, kGapY = 30;
constexpr double kMargin = 24, kLanesTop = 96, kLaneGap = 40, kLaneHead = 30;
constexpr double kTrack = 9, kTracks = 6;
constexpr size_t kLineChars = 50;

struct Style {
  const char *fill, *stroke;
};
Style style_of(BoxPlace place) {
  switch (place) {
    case BoxPlace::Network:
      return {"#f3f4f6", "#6b7280"};
    case BoxPlace::Host:
      return {"#fef3c7", "#b45309"};
    case BoxPlace::Accelerator:
      return {"#dbeafe", "#1d4ed8"};
  }
  return {};
}

// What fits into a box; UTF-8 is not cut inside a character.
std::string shortened(const std::string& text) {
  if (text.size() <= kLineChars)
    return text;
  size_t end = kLineChars - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return text.substr(0, end) + "...";
}

class Drawing {
 public:
  explicit Drawing(const ProgramGraph& graph) : graph_(graph), places_(graph.boxes.size()) {}

  std::string draw() {
    place();
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"11\" "
        "fill=\"#1f2937\">\n<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
        "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" "
        "fill=\"#4b5563\"/></marker></defs>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "fill=\"#ffffff\"/>\n",
        width_, height_);
    out_ += kSvgDarkStyle;
    text(kMargin, 30, graph_.title, "font-size=\"18\" font-weight=\"600\"");
    text(kMargin, 50, graph_.subtitle, "fill=\"#4b5563\"");
    for (size_t lane = 0; lane < lanes_.size(); ++lane)
      draw_lane(lane);
    for (const GraphArrow& arrow : graph_.arrows)
      draw_arrow(arrow);
    for (size_t box = 0; box < graph_.boxes.size(); ++box)
      draw_box(box);
    out_ += "</svg>\n";
    return std::move(out_);
  }

 private:
  struct Place {
    size_t layer = 0, lane = 0, column = 0;
    double x = 0, y = 0;
  };
  struct Lane {
    const char* name;
    size_t columns = 0;
    double left = 0, right = 0;  // of its boxes; tracks come behind
  };

  void place() {
    for (const GraphArrow& arrow : graph_.arrows)
      places_[arrow.to].layer = std::max(places_[arrow.to].layer, places_[arrow.from].layer + 1);
    std::map<std::pair<size_t, size_t>, size_t> used;
    size_t layers = 0;
    for (size_t b = 0; b < places_.size(); ++b) {
      Place& p = places_[b];
      p.lane = graph_.boxes[b].place == BoxPlace::Accelerator ? 1 : 0;
      p.column = used[{p.layer, p.lane}]++;
      lanes_[p.lane].columns = std::max(lanes_[p.lane].columns, p.column + 1);
      layers = std::max(layers, p.layer + 1);
    }
    double x = kMargin;
    for (Lane& lane : lanes_) {
      lane.left = x + 12;
      const auto columns = static_cast<double>(std::max<size_t>(lane.columns, 1));
      lane.right = lane.left + columns * (kBoxWidth + kGapX) - kGapX;
      x = lane.right + kTrack * (kTracks + 2) + kLaneGap;
    }
    for (Place& p : places_) {
      p.x = lanes_[p.lane].left + static_cast<double>(p.column) * (kBoxWidth + kGapX);
      p.y = kLanesTop + kLaneHead + static_cast<double>(p.layer) * (kBoxHeight + kGapY);
    }
    width_ = x - kLaneGap + kMargin;
    height_ = kLanesTop + kLaneHead + static_cast<double>(layers) * (kBoxHeight + kGapY) + kMargin;
  }

  void text(double x, double y, const std::string& words, const std::string& style = {}) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
                        html_text(words));
  }

  void draw_lane(size_t number) {
    const Lane& lane = lanes_[number];
    const Style style = style_of(number == 1 ? BoxPlace::Accelerator : BoxPlace::Host);
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"8\" "
        "fill=\"{}\" fill-opacity=\"0.25\"/>\n",
        lane.left - 12, kLanesTop - 8, lane.right - lane.left + 12 + kTrack * (kTracks + 2),
        height_ - kLanesTop - kMargin + 16, style.fill);
    text(lane.left, kLanesTop + 12, lane.name, "font-size=\"14\" font-weight=\"600\"");
  }

  void draw_box(size_t number) {
    const GraphBox& box = graph_.boxes[number];
    const Place& p = places_[number];
    const Style style = style_of(box.place);
    out_ += fmt::format("<g><title>{}</title>\n", html_text(tooltip(box)));
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\" "
        "stroke=\"{}\"/>\n",
        p.x, p.y, kBoxWidth, kBoxHeight, box.place == BoxPlace::Network ? 20 : 5, style.fill,
        style.stroke);
    const double x = p.x + 10;
    text(x, p.y + 16,
         shortened(box.name == box.op ? box.name : fmt::format("{}  {}", box.op, box.name)),
         "font-weight=\"600\"");
    text(x, p.y + 31, shortened(box.parameters));
    text(x, p.y + 46,
         shortened(box.weights.empty() ? box.shapes
                                       : fmt::format("{}, constants {}", box.shapes, box.weights)),
         "fill=\"#4b5563\"");
    text(x, p.y + 61, shortened(fmt::format("{}", fmt::join(box.onnx_nodes, " + "))));
    out_ += "</g>\n";
  }

  static std::string tooltip(const GraphBox& box) {
    std::string words = fmt::format("{} {}", box.op, box.name);
    for (const std::string& more :
         {box.parameters, box.tiles, box.shapes,
          box.weights.empty() ? std::string() : "constants: " + box.weights,
          box.launch < 0 ? std::string() : fmt::format("launch {}", box.launch)})
      if (!more.empty())
        words += "; " + more;
    for (size_t i = 0; i < box.onnx_nodes.size(); ++i)
      words += (i == 0 ? "; ONNX: " : ", ") + box.onnx_nodes[i];
    return words;
  }

  void draw_arrow(const GraphArrow& arrow) {
    const Place &from = places_[arrow.from], &to = places_[arrow.to];
    constexpr const char* kLine =
        "fill=\"none\" stroke=\"#4b5563\" stroke-width=\"1.2\" marker-end=\"url(#head)\"";
    if (to.layer - from.layer > 1 && from.lane == to.lane) {
      const double x = lanes_[from.lane].right + kTrack * (1 + static_cast<double>(next_track()));
      const double y0 = from.y + kBoxHeight / 2 + 8, y1 = to.y + kBoxHeight / 2 - 8;
      out_ += fmt::format(
          "<path d=\"M{:.1f},{:.1f} H{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f} V{:.1f} Q{:.1f},{:.1f} "
          "{:.1f},{:.1f} H{:.1f}\" {}><title>{}</title></path>\n",
          from.x + kBoxWidth, y0, x - 6, x, y0, x, y0 + 6, y1 - 6, x, y1, x - 6, y1,
          to.x + kBoxWidth, kLine, html_text(arrow.value));
      return;
    }
    if (from.lane != to.lane)
      return draw_crossing(arrow, kLine);
    const double x0 = from.x + kBoxWidth / 2, y0 = from.y + kBoxHeight;
    const double x1 = to.x + kBoxWidth / 2, y1 = to.y, bend = (y1 - y0) / 2;
    out_ += fmt::format(
        "<path d=\"M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" {}>"
        "<title>{}</title></path>\n",
        x0, y0, x0, y0 + bend, x1, y1 - bend, x1, y1, kLine, html_text(arrow.value));
  }

  // From one lane to the other, through the gap between them: from side edges that face each other,
  // and by way of the space below or above boxes that stand behind others.
  void draw_crossing(const GraphArrow& arrow, const char* line) {
    const Place &from = places_[arrow.from], &to = places_[arrow.to];
    const bool right = to.lane > from.lane;
    const double x = lanes_[1].left - 30, side = right ? 6 : -6;
    const bool out_below = right ? from.column + 1 < lanes_[0].columns : from.column > 0;
    const bool in_above = right ? to.column > 0 : to.column + 1 < lanes_[0].columns;
    const double y0 = out_below ? from.y + kBoxHeight + kGapY / 3 : from.y + kBoxHeight / 2;
    const double y1 = in_above ? to.y - kGapY / 3 : to.y + kBoxHeight / 2;
    const std::string start =
        out_below
            ? fmt::format("M{:.1f},{:.1f} V{:.1f}", from.x + kBoxWidth / 2, from.y + kBoxHeight, y0)
            : fmt::format("M{:.1f},{:.1f}", from.x + (right ? kBoxWidth : 0), y0);
    const std::string end = in_above ? fmt::format("H{:.1f} V{:.1f}", to.x + kBoxWidth / 2, to.y)
                                     : fmt::format("H{:.1f}", to.x + (right ? 0 : kBoxWidth));
    out_ += fmt::format(
        "<path d=\"{} H{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f} V{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f} "
        "{}\" {}><title>{}</title></path>\n",
        start, x - side, x, y0, x, y0 + 6, y1 - 6, x, y1, x + side, y1, end, line,
        html_text(arrow.value));
  }

  size_t next_track() { return track_++ % static_cast<size_t>(kTracks); }

  const ProgramGraph& graph_;
  std::vector<Place> places_;
  std::array<Lane, 2> lanes_ = {Lane{.name = "host"}, Lane{.name = "accelerator"}};
  double width_ = 0, height_ = 0;
  size_t track_ = 0;
  std::string out_;
};

}  // namespace

std::string program_graph_svg(const ProgramGraph& graph) {
  return Drawing(graph).draw();
}

}  // namespace vta::workbench

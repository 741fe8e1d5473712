#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/html_text.h"
#include "base/plural.h"
#include "compiler/quant/report/report_charts.h"
#include "compiler/quant/report/report_document.h"

namespace vta {
namespace {

constexpr size_t kMostBars = 30;

constexpr const char* kHead = R"(<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; --line: #8885; --soft: #8882; --bad: #c2410c; --bar: #2563eb; }
@media (prefers-color-scheme: dark) { :root { --bad: #fb923c; --bar: #60a5fa; } }
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
p { max-width: 55rem; } .soft { opacity: .75; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
.warning { border-left: 4px solid var(--bad); padding-left: .7rem; margin: .3rem 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
th { text-align: left; font-weight: 600; vertical-align: bottom; border-bottom: 1px solid var(--line); }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--bar); }
th[aria-sort=ascending] button::after { content: " \25B2"; }
th[aria-sort=descending] button::after { content: " \25BC"; }
td, th { padding: .2rem .5rem; } tbody tr:nth-child(even) { background: var(--soft); }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.t { max-width: 22rem; overflow-wrap: anywhere; } td.t:not(:empty) { min-width: 9rem; }
svg { fill: currentColor; } svg.chart { width: 100%; max-width: 56rem; height: auto; font-size: 12px; }
svg.hist { width: 10rem; height: 2rem; }
.in { fill: var(--bar); } .out { fill: var(--bad); }
.lim { stroke: currentColor; stroke-width: 1; opacity: .7; } .grid { stroke: var(--line); }
.line { fill: none; stroke: var(--bar); stroke-width: 1.5; } .dot { fill: var(--bar); }
ol { padding-left: 1.5rem; } li { overflow-wrap: anywhere; }
</style>
)";

// Numbers sort by data-v, the unknown ones last; a second click turns the order.
constexpr const char* kScript = R"(<script>
for (const th of document.querySelectorAll('table.sortable th')) {
  const button = document.createElement('button');
  button.textContent = th.textContent;
  th.replaceChildren(button);
  button.addEventListener('click', () => {
    const down = th.getAttribute('aria-sort') !== 'descending';
    for (const other of th.parentNode.children) other.removeAttribute('aria-sort');
    th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const body = th.closest('table').tBodies[0], column = th.cellIndex;
    const key = row => {
      const cell = row.cells[column];
      return cell.classList.contains('n') ? (cell.dataset.v === '' ? NaN : Number(cell.dataset.v))
                                          : cell.textContent;
    };
    const order = (a, b) => {
      const x = key(a), y = key(b);
      if (typeof x === 'string' || typeof y === 'string')
        return down ? String(y).localeCompare(String(x)) : String(x).localeCompare(String(y));
      if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
      return x === y ? 0 : (x < y ? -1 : 1) * (down ? -1 : 1);
    };
    body.append(...[...body.rows].sort(order));
  });
}
</script>
)";

// A cell of a number; without one it is empty and sorts behind all others.
std::string cell(std::optional<double> number, std::string_view shown) {
  std::string key;
  if (number)
    key = std::isinf(*number) ? (*number > 0 ? "Infinity" : "-Infinity")
                              : fmt::format("{:.6g}", *number);
  return fmt::format("<td class=\"n\" data-v=\"{}\">{}</td>", key, shown);
}

std::string decibel(std::optional<double> level, bool with_sign = false) {
  if (!level)
    return cell(level, "");
  if (std::isinf(*level))
    return cell(level, *level > 0 ? "exact" : "none left");
  return cell(level, with_sign ? fmt::format("{:+.2f}", *level) : fmt::format("{:.1f}", *level));
}

std::string percent_cell(double share) {
  return cell(share, share == 0 ? "0" : share < 0.01 ? "&lt; 0.01" : fmt::format("{:.2f}", share));
}

std::string words(std::string_view text) {
  return fmt::format("<td class=\"t\">{}</td>", html_text(text));
}

std::string step_text(const ValueReport& v) {
  if (!v.is_int8)
    return "float";
  if (v.least_factor == 1 && v.most_factor == 1)
    return fmt::format("2^{}", v.exponent);
  if (v.least_factor == v.most_factor)
    return fmt::format("{:.4g} \u00b7 2^{}", v.least_factor, v.exponent);
  return fmt::format("{:.3g}\u2026{:.3g} \u00b7 2^{}", v.least_factor, v.most_factor, v.exponent);
}

std::string value_cells(const ValueReport& v) {
  const double step = v.is_int8 ? std::ldexp(v.most_factor, v.exponent) : 0;
  std::string out = decibel(v.sqnr_db);
  out += cell(v.most - v.least, fmt::format("{:.4g} to {:.4g}", v.least, v.most));
  out += cell(v.is_int8 ? std::optional(step) : std::nullopt, step_text(v));
  out += v.is_int8 ? percent_cell(v.clipped_percent) + percent_cell(v.at_limits_percent)
                   : cell({}, "") + cell({}, "");
  return out + "<td>" + histogram_svg(v) + "</td>";
}

constexpr const char* kValueHeads =
    "<th>SQNR dB</th><th>range in float</th><th>step</th><th>clipped %</th><th>at \u00b1127 %</th>"
    "<th>values (lines: \u00b1127)</th>";
constexpr size_t kValueColumns = 6;

std::string weight_cells(const WeightReport& w) {
  std::string out = cell(w.most - w.least, fmt::format("{:.3g} to {:.3g}", w.least, w.most));
  if (w.exponents.empty()) {
    out += cell({}, "");
  } else {
    const auto [least, most] = std::ranges::minmax(w.exponents);
    out += cell(most - least, least == most ? fmt::format("2^{}", most)
                                            : fmt::format("2^{} to 2^{}", least, most));
  }
  out += cell(static_cast<double>(w.dead_channels),
              fmt::format("{} of {}", w.dead_channels, w.channels));
  return out + decibel(w.sqnr_db);
}

std::string correction_cell(const std::vector<double>& correction) {
  double most = 0;
  int64_t channels = 0;
  for (const double c : correction) {
    most = std::max(most, std::abs(c));
    channels += c != 0 ? 1 : 0;
  }
  return cell(most, channels == 0 ? "none" : fmt::format("\u2264 {:.3g}, {} ch.", most, channels));
}

class Page {
 public:
  explicit Page(const QuantReportDocument& d) : d_(d) {}

  std::string text() {
    const std::string title = "Quantization of " + html_text(d_.network);
    out_ = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<title>{}</title>\n{}<h1>{}</h1>\n",
                       title, kHead, title);
    put_facts();
    for (const std::string& warning : d_.warnings)
      out_ += fmt::format("<p class=\"warning\">{}</p>\n", html_text(warning));
    put_ranking();
    put_values_along();
    put_modes();
    put_layers();
    put_other_values();
    put_lines("Steps of the search", d_.steps);
    put_lines("Notes of the compilation", d_.notes);
    return std::move(out_) + kScript + "</html>\n";
  }

 private:
  void put_fact(std::string_view name, std::string_view value) {
    out_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(name), html_text(value));
  }

  void put_facts() {
    const auto in_float =
        std::ranges::count(d_.report.layers, LayerPlace::HostFloat, &LayerReport::place);
    out_ += "<dl>\n";
    put_fact("configuration", d_.machine);
    put_fact("samples", fmt::format("{} searched on, {} held out: all that is measured here but "
                                    "the ranking is of the latter",
                                    d_.searched, d_.held_out));
    put_fact("logits", fmt::format("{} of float, agreement {:.1f} %",
                                   std::isfinite(d_.score.sqnr_db)
                                       ? fmt::format("{:.2f} dB", d_.score.sqnr_db)
                                       : "exact",
                                   d_.score.agreement));
    put_fact("lost", fmt::format("{:.2f} points of {}, at most {} (all layers in int8: {:.2f})",
                                 d_.drop, d_.measure == "top1" ? "top-1" : d_.measure, d_.max_drop,
                                 d_.drop_all_int8));
    put_fact("layers", fmt::format("{} of {} in float", in_float,
                                   counted(std::ssize(d_.report.layers), "layer")));
    out_ += "</dl>\n";
  }

  void put_ranking() {
    const std::vector<const LayerReport*> ranked = ranking(d_.report);
    if (ranked.empty())
      return;
    out_ +=
        "<h2>Which layers cost most accuracy</h2>\n<p class=\"soft\">SQNR that the logits gain if "
        "this layer alone is in float, on the samples of the search. Below zero: the other layers "
        "were fitted to its errors.</p>\n";
    out_ += gain_svg(ranked, kMostBars);
    if (ranked.size() > kMostBars)
      out_ += fmt::format("<p>The first {} of {} are drawn; the table below has all.</p>\n",
                          kMostBars, ranked.size());
  }

  void put_values_along() {
    out_ +=
        "<h2>Along the network</h2>\n<p class=\"soft\">SQNR in dB of every int8 value against the "
        "float network, in the order of the graph.</p>\n";
    out_ += sqnr_svg(d_.report.values);
  }

  void put_modes() {
    out_ +=
        "<h2>Modes</h2>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr><th>--quant</th>"
        "<th>SQNR dB</th><th>agreement %</th><th>note</th></tr></thead><tbody>\n";
    for (const ModeReport& m : d_.report.modes) {
      out_ += "<tr>" + words(m.name);
      out_ += m.score ? decibel(m.score->sqnr_db) +
                            cell(m.score->agreement, fmt::format("{:.1f}", m.score->agreement))
                      : cell({}, "") + cell({}, "");
      out_ += words(m.note) + "</tr>\n";
    }
    out_ += "</tbody></table></div>\n";
  }

  void put_layers() {
    out_ += fmt::format(
        "<h2>Layers</h2>\n<p class=\"soft\">Click a column's name to sort by it. The value is the "
        "one in which a layer's result is first stored: its own, or that of the residual sum that "
        "takes its int32 sums. "
        "Clipped: float values beyond \u00b1127 steps. The height of a bar is the root of its "
        "count.</p>\n<div class=\"wide\"><table class=\"sortable\" "
        "id=\"layers\"><thead><tr><th>#</th>"
        "<th>layer</th><th>gain dB</th><th>where</th><th>why</th><th>value</th>{}<th>sums SQNR "
        "dB</th><th>weights</th><th>their steps</th><th>dead channels</th><th>weights SQNR "
        "dB</th><th>bias correction</th></tr></thead><tbody>\n",
        kValueHeads);
    int64_t number = 0;
    for (const LayerReport& l : d_.report.layers) {
      const ValueReport* value = l.value ? &d_.report.values[*l.value] : nullptr;
      out_ += "<tr>" + cell(static_cast<double>(number), fmt::format("{}", number)) +
              words(l.name) + decibel(l.gain_db, true) +
              words(l.kernel.empty() ? std::string(place_name(l.place))
                                     : fmt::format("{}: {}", place_name(l.place), l.kernel)) +
              words(l.why) + words(value != nullptr ? value->name : "");
      ++number;
      if (value != nullptr)
        out_ += value_cells(*value);
      else
        for (size_t i = 0; i < kValueColumns; ++i)
          out_ += cell({}, "");
      out_ += decibel(l.sums_sqnr_db) + weight_cells(l.weights) +
              correction_cell(l.bias_correction) + "</tr>\n";
    }
    out_ += "</tbody></table></div>\n";
  }

  void put_other_values() {
    std::vector<bool> of_layer(d_.report.values.size(), false);
    for (const LayerReport& l : d_.report.layers)
      if (l.value)
        of_layer[*l.value] = true;
    out_ += fmt::format(
        "<h2>Other int8 values</h2>\n<div class=\"wide\"><table "
        "class=\"sortable\"><thead><tr><th>value"
        "</th><th>of</th>{}</tr></thead><tbody>\n",
        kValueHeads);
    for (size_t i = 0; i < of_layer.size(); ++i)
      if (!of_layer[i])
        out_ += "<tr>" + words(d_.report.values[i].name) + words(d_.report.values[i].op) +
                value_cells(d_.report.values[i]) + "</tr>\n";
    out_ += "</tbody></table></div>\n";
  }

  void put_lines(std::string_view title, const std::vector<std::string>& lines) {
    if (lines.empty())
      return;
    out_ += fmt::format("<h2>{}</h2>\n<ol>\n", title);
    for (const std::string& line : lines)
      out_ += fmt::format("<li>{}</li>\n", html_text(line));
    out_ += "</ol>\n";
  }

  const QuantReportDocument& d_;
  std::string out_;
};

}  // namespace

std::string quant_report_page(const QuantReportDocument& document) {
  return Page(document).text();
}

}  // namespace vta

#include "workbench/views/quantize_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "base/plural.h"
#include "explore/record/run_writer.h"

namespace vta::workbench {

boost::json::object quantize_json(const QuantizeResult& shown) {
  const auto& [output, max_drop, labelled, compiled, q] = shown;
  boost::json::array layers;
  for (const LayerSensitivity& layer : q.drop.layers)
    layers.push_back(
        {{"name", layer.name}, {"gain_db", layer.gain_db}, {"in_float", layer.in_float}});
  boost::json::object out = {
      {"provenance", explore::provenance_block(compiled.program, "vta.quantize")},
      {"output", output},
      {"max_drop", max_drop},
      {"measure", labelled ? "top1" : "agreement"},
      {"drop_all_int8", q.drop.drop_before},
      {"drop", q.drop.drop},
      {"sqnr_db", q.score.sqnr_db},
      {"agreement_percent", q.score.agreement},
      {"searched_samples", q.searched},
      {"held_out_samples", q.held_out},
      {"layers", std::move(layers)},
      {"steps", boost::json::value_from(q.steps)},
      {"warnings", boost::json::value_from(q.warnings)},
      {"notes", boost::json::value_from(compiled.notes)}};
  return out;
}

void print_quantize(const QuantizeResult& shown) {
  const auto& [output, max_drop, labelled, compiled, q] = shown;
  fmt::print("{}: {}\n", output, counted(std::ssize(compiled.program.kernels), "kernel"));
  fmt::print("samples      {} searched, {} held out\n", q.searched, q.held_out);
  fmt::print("held out     {:.2f} dB, agreement {:.1f} %\n", q.score.sqnr_db, q.score.agreement);
  fmt::print("drop         {:.2f} points of {}, at most {} (all layers in int8: {:.2f})\n",
             q.drop.drop, labelled ? "top-1" : "agreement", max_drop, q.drop.drop_before);
  fmt::print(
      "layers, the most sensitive first (gain in dB of the logits if it alone is in float):\n");
  for (const LayerSensitivity& layer : q.drop.layers)
    fmt::print("  {:+7.2f}  {}  {}\n", layer.gain_db, layer.in_float ? "float" : "int8 ",
               layer.name);
  for (const auto* lines : {&q.steps, &q.warnings, &compiled.notes})
    for (const std::string& line : *lines)
      fmt::print("note: {}\n", line);
}

QuantReportDocument quantize_document(const QuantizeResult& shown) {
  const auto& [output, max_drop, labelled, compiled, q] = shown;
  QuantReportDocument d{.network = compiled.program.provenance.model,
                        .machine = compiled.program.config.name(),
                        .searched = q.searched,
                        .held_out = q.held_out,
                        .measure = labelled ? "top1" : "agreement",
                        .max_drop = max_drop,
                        .drop_all_int8 = q.drop.drop_before,
                        .drop = q.drop.drop,
                        .score = q.score,
                        .report = *q.report,
                        .steps = q.steps,
                        .warnings = q.warnings,
                        .notes = compiled.notes};
  place_layers(d.report, compiled.program, compiled.notes);
  return d;
}

}  // namespace vta::workbench

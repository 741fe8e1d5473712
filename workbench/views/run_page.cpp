#include "workbench/views/run_page.h"

#include "base/json.h"
#include "evaluation/logits.h"
#include "workbench/views/host_time_report.h"
#include "workbench/views/layer_report.h"
#include "workbench/views/race_report.h"
#include "workbench/views/run_brief.h"
#include "workbench/views/statistics.h"
#include "workbench/views/timing_report.h"

namespace vta::workbench {
namespace {

std::string tops_text(const RunPage& page) {
  const int64_t rows = page.logits.shape()[0];
  const int64_t classes = rows == 0 ? 0 : page.logits.size() / rows;
  std::string text;
  for (int64_t row = 0; row < rows; ++row)
    text += fmt::format("Top {}{}\n{}\n", std::min(page.top, classes),
                        rows > 1 ? fmt::format(" of image {}", row) : "",
                        top_text(page.logits, row, page.top, page.labels));
  return text;
}

std::string details_text(const RunOutcome& outcome) {
  std::string text = fmt::format("\n{}\n{}\n{}", summary_text(outcome), host_table(outcome),
                                 execution_statistics(outcome.record.result.counters));
  if (outcome.host_time)
    text += "\n" + host_time_table(*outcome.host_time);
  if (outcome.record.timed)
    text += "\n" + state_table(outcome.record.result.timing);
  return text;
}

}  // namespace

Tensor logits_of(const Tensor& output) {
  const auto [images, classes] = logit_shape(output.shape());
  return output.dtype() == DType::F32 && classes > 0 ? output.reshaped({images, classes})
                                                     : Tensor::zeros(DType::F32, {0, 1});
}

std::string run_page_text(const RunPage& page, size_t width) {
  const RunOutcome& outcome = page.outcome;
  std::string text = host_time_line(outcome) + tops_text(page) + brief_text(outcome) +
                     notes_text(page.notes, page.details);
  if (page.times.any())
    text += "\n" + page.times.text(outcome.record.config);
  if (page.details)
    text += details_text(outcome);
  if (page.per_layer)
    text += "\n" + layer_tables(outcome, width);
  if (outcome.races != nullptr && outcome.races->count() > 0)
    text += "\nRaces:\n";
  if (outcome.races != nullptr)
    text += races_text(*outcome.races, outcome.kernel_of);
  if (!page.details)
    text += "--details has traffic, counters, units and the host's steps\n";
  return text;
}

boost::json::object run_page_json(const RunPage& page) {
  boost::json::object out = outcome_json(page.outcome);
  out["notes"] = boost::json::value_from(page.notes);
  out["measurements"] = page.times.json(page.outcome.record.config);
  if (!page.outcome.idle_before.empty()) {
    boost::json::object& idle = out["idle_before"].emplace_object();
    const auto& layers = page.outcome.record.result.layers;
    for (size_t k = 0; k < layers.size(); ++k)
      idle[layers[k].name] = page.outcome.idle_before[k];
  }
  boost::json::array top;
  for (int64_t row = 0; row < page.logits.shape()[0]; ++row)
    top.push_back(top_json(page.logits, row, page.top, page.labels));
  out["top"] = top;
  return out;
}

}  // namespace vta::workbench

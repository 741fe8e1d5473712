#include "workbench/views/run_brief.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plural.h"

namespace vta::workbench {
namespace {

constexpr size_t kMostNotes = 5;

// Of what the multipliers could have done, where that is known; else of compute's cycles.
std::string lost_words(const explore::Finding& run) {
  if (!run.array)
    return run.lost_text;
  return fmt::format("{:.1f} % of what the multipliers could do: {}", 100 * (1 - run.array->useful),
                     run.array_text);
}

std::string inputs_words(const RunOutcome& o) {
  std::string out;
  for (const InputUse& input : o.inputs)
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ",
                       o.inputs.size() == 1 ? "" : input.name + ": ", input.source);
  return out;
}

template <typename Line>
void timing_brief(const RunOutcome& o, const Line& line) {
  const explore::RunRecord& record = o.record;
  line("Cycles", run_cycles_text(o));
  if (o.findings.times)
    line("At the clock", o.findings.times_text);
  if (record.images > 1)
    line("Cycles per image",
         fmt::format("{:.1f} ({} images)", *explore::number_of("cycles_per_image", record.view()),
                     record.images));
  line("Bound", network_bound_text(o));
  line("Lost", lost_words(o.findings.run));
}

}  // namespace

std::string brief_text(const RunOutcome& o) {
  const explore::RunRecord& record = o.record;
  std::string out;
  const auto line = [&](const char* key, const std::string& value) {
    out += summary_line(key, value);
  };
  line("Network", record.model);
  line("Accelerator", fmt::format("{}, {}", record.config.name(), record.backend));
  if (!o.inputs.empty())
    line("Input", inputs_words(o));
  line("MACs on the accelerator", macs_text(o));
  line("On the host", o.findings.host_operators);
  if (record.timed)
    timing_brief(o, line);
  else
    line("Simulated time",
         record.result.layers.empty()
             ? "none: no kernel runs on the accelerator"
             : fmt::format("none: {} models no time, --backend csim does", record.backend));
  if (!o.findings.idle_batch.empty())
    line("Warning", o.findings.idle_batch);
  result_lines(o, line);
  line("Time here", time_text(o));
  return out;
}

std::string notes_text(const std::vector<std::string>& notes, bool all) {
  const size_t shown = all ? notes.size() : std::min(notes.size(), kMostNotes);
  std::string out;
  for (size_t i = 0; i < shown; ++i)
    out += fmt::format("note: {}\n", notes[i]);
  if (shown < notes.size())
    out += fmt::format("note: {} of {} notes; --details has all\n", shown, notes.size());
  return out;
}

}  // namespace vta::workbench

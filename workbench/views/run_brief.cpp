#include "workbench/views/run_brief.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plural.h"
#include "explore/record/array_use.h"
#include "explore/record/batch_use.h"
#include "explore/record/layer_sums.h"
#include "explore/record/lost_cycles.h"

namespace vta::workbench {
namespace {

constexpr size_t kMostNotes = 5;

// Of what the multipliers could have done, where that is known; else of compute's cycles.
std::string lost_words(const explore::RunRecord& record) {
  const explore::PointResult& r = record.result;
  const auto use = explore::array_use(
      {record.config.macs(), explore::at_least(r).useful_macs, r.counters.gemm_counter},
      r.timing.units);
  if (!use)
    return explore::lost_text(r.timing.units);
  return fmt::format("{:.1f} % of what the multipliers could do: {}", 100 * (1 - use->useful),
                     explore::lost_text(*use));
}

std::string inputs_words(const RunOutcome& o) {
  std::string out;
  for (const InputUse& input : o.inputs)
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ",
                       o.inputs.size() == 1 ? "" : input.name + ": ", input.source);
  return out;
}

template <typename Line>
void timing_brief(const explore::RunRecord& record, const Line& line) {
  line("Cycles", run_cycles_text(record));
  if (const std::string clock = clock_words(record); !clock.empty())
    line("At the clock", clock);
  if (record.images > 1)
    line("Cycles per image",
         fmt::format("{:.1f} ({} images)", *explore::number_of("cycles_per_image", record.view()),
                     record.images));
  line("Bound", network_bound_text(record));
  line("Lost", lost_words(record));
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
  line("MACs on the accelerator", macs_text(record.result.work));
  line("On the host", host_operators_text(record.result.work));
  if (record.timed)
    timing_brief(record, line);
  else
    line("Simulated time",
         fmt::format("none: {} models no time, --backend csim does", record.backend));
  if (const std::string note = explore::idle_batch_note(record.config, record.images);
      !note.empty())
    line("Warning", note);
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

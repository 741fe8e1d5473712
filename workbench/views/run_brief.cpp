#include "workbench/views/run_brief.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/plural.h"
#include "explore/record/array_use.h"
#include "explore/record/batch_use.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/run_record.h"
#include "explore/record/work_json.h"
#include "runtime/bound.h"
#include "workbench/views/race_report.h"

namespace vta::workbench {
namespace {

constexpr size_t kMostNotes = 5;

// Of what the multipliers could have done, where that is known; else of compute's cycles.
std::string lost_words(const RunOutcome& o) {
  const UnitCycles& units = o.stats->timing->units;
  const auto use = explore::array_use(
      {o.program->config.macs(), useful_macs(*o.program), o.stats->counters.gemm_counter}, units);
  if (!use)
    return explore::lost_text(units);
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
void timing_brief(const RunOutcome& o, const Line& line) {
  const int64_t cycles = o.stats->timing->cycles;
  line("Cycles", cycles_text(o));
  if (const std::string clock = clock_words(o); !clock.empty())
    line("At the clock", clock);
  if (const int64_t images = explore::images_of(*o.program); images > 1)
    line("Cycles per image",
         fmt::format("{:.1f} ({} images)",
                     static_cast<double>(cycles) / static_cast<double>(images), images));
  line("Bound", network_bound_text(o, cycles));
  line("Lost", lost_words(o));
}

}  // namespace

std::string brief_text(const RunOutcome& o) {
  const Program& p = *o.program;
  std::string out;
  const auto line = [&](const char* key, const std::string& value) {
    out += summary_line(key, value);
  };
  line("Network", p.provenance.model);
  line("Accelerator", fmt::format("{}, {}", p.config.name(), o.backend));
  if (!o.inputs.empty())
    line("Input", inputs_words(o));
  const WorkShare work = work_share(p);
  line("MACs on the accelerator", macs_text(work));
  line("On the host", host_operators_text(work));
  if (o.stats->timing)
    timing_brief(o, line);
  else
    line("Simulated time", fmt::format("none: {} models no time, --backend csim does", o.backend));
  if (const std::string note = explore::idle_batch_note(p.config, explore::images_of(p));
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

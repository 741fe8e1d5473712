#include "workbench/views/generate_report.h"

#include <boost/json.hpp>
#include <cmath>

#include "base/number_text.h"
#include "base/plural.h"
#include "explore/cost/clock_times.h"
#include "explore/record/run_writer.h"
#include "workbench/views/run_brief.h"

namespace vta::workbench {
namespace {

bool by_steps(const GenerateOutcome& o) {
  return o.program.positions.has_value();
}

// 0: without cycles, or without a clock.
double tokens_per_second(const GenerateOutcome& o) {
  const ClockLabel& clock = o.program.config.clock;
  return o.cycles > 0 && clock.mhz ? *clock.mhz * 1e6 / o.cycles_per_token() : 0;
}

boost::json::value times_json(const GenerateOutcome& o) {
  if (tokens_per_second(o) == 0)
    return nullptr;
  return boost::json::object{{"mhz", *o.program.config.clock.mhz},
                             {"estimated", o.program.config.clock.estimated},
                             {"ms_per_token", 1e3 / tokens_per_second(o)},
                             {"tokens_per_second", tokens_per_second(o)}};
}

std::string pace(const GenerateOutcome& o) {
  const std::string count = counted(o.tokens, "character");
  if (!o.timed)
    return fmt::format("{}; no cycles: {}", count,
                       o.launches > 0 ? o.backend + " models no time, --backend csim does"
                                      : "no kernel runs on the accelerator");
  const ClockLabel& clock = o.program.config.clock;
  return fmt::format("{}, {} cycles each on the accelerator: {:.2f} a second at {}{}", count,
                     thousands(std::llround(o.cycles_per_token())), tokens_per_second(o),
                     explore::clock_words(clock.mhz.value_or(0), clock.estimated),
                     by_steps(o)
                         ? fmt::format("; the prompt {} cycles, in {}", thousands(o.prompt_cycles),
                                       counted(o.prompt_launches, "launch", "launches"))
                         : "");
}

// A character on host and accelerator, one after the other; 0 without either.
double answer_ms(const GenerateOutcome& o) {
  return o.host && tokens_per_second(o) > 0 ? o.host->host_ms + 1e3 / tokens_per_second(o) : 0;
}

std::string host_text(const GenerateOutcome& o) {
  if (answer_ms(o) == 0)
    return {};
  return fmt::format(
      "With the host, an estimate: {:.3f} ms a character on {} ({}), of which the host takes "
      "{:.3f}: "
      "{:.2f} a second\n",
      answer_ms(o), o.host->host.name, o.host->host.basis(), o.host->host_ms, 1e3 / answer_ms(o));
}

boost::json::value host_json(const GenerateOutcome& o) {
  if (answer_ms(o) == 0)
    return nullptr;
  return boost::json::object{{"estimate", true},
                             {"name", o.host->host.name},
                             {"basis", o.host->host.basis()},
                             {"ms_per_token", answer_ms(o)},
                             {"host_ms", o.host->host_ms},
                             {"tokens_per_second", 1e3 / answer_ms(o)}};
}

std::string check_text(const GenerateOutcome& o) {
  if (!o.check)
    return {};
  return o.check->different == 0
             ? fmt::format("Verified: {} logits are equal\n", thousands(o.check->compared))
             : fmt::format("VERIFY FAILED: {} of {} logits differ\n", thousands(o.check->different),
                           thousands(o.check->compared));
}

boost::json::value check_json(const std::optional<LogitCheck>& check) {
  if (!check)
    return nullptr;
  return boost::json::object{{"compared_logits", check->compared},
                             {"mismatched_logits", check->different},
                             {"first_mismatch", check->first}};
}

// What the accelerator keeps from one position to the next.
boost::json::value state_json(const Program& program) {
  if (!program.positions)
    return nullptr;
  boost::json::array tensors;
  for (const int64_t state : program.positions->states) {
    const DeviceTensor& t = program.device_tensors[static_cast<size_t>(state)];
    tensors.push_back(boost::json::object{{"name", t.name}, {"bytes", t.layout.size_bytes()}});
  }
  return boost::json::object{{"context", program.positions->context},
                             {"tensors", std::move(tensors)}};
}

double bits_per_character(const TextScore& score) {
  return std::log2(score.perplexity());
}

std::string score_text(const TextScore& score) {
  return fmt::format("perplexity {:.4f} ({:.4f} bits a character) of {} characters",
                     score.perplexity(), bits_per_character(score), thousands(score.characters));
}

boost::json::value score_json(const std::optional<TextScore>& score) {
  if (!score)
    return nullptr;
  return boost::json::object{{"characters", score->characters},
                             {"perplexity", score->perplexity()},
                             {"bits_per_character", bits_per_character(*score)}};
}

}  // namespace

void GenerateOutcome::add(const std::string& character, const RunStats& run) {
  text += character;
  ++tokens;
  launches += run.launches;
  timed = timed || run.timing;
  cycles += run.timing ? run.timing->cycles : 0;
  if (tokens == 1) {
    prompt_cycles = cycles;
    prompt_launches = launches;
  }
}

double GenerateOutcome::cycles_per_token() const {
  const bool apart = program.positions && tokens > 1;
  const int64_t own = apart ? cycles - prompt_cycles : cycles, count = apart ? tokens - 1 : tokens;
  return count > 0 ? static_cast<double>(own) / static_cast<double>(count) : 0;
}

boost::json::object generate_json(const GenerateOutcome& o) {
  boost::json::object out;
  out["provenance"] = explore::provenance_block(o.program, "vta.generate");
  out["network"] = o.program.provenance.model;
  out["quantization"] = o.program.provenance.quantization;
  out["backend"] = o.backend;
  out["prompt"] = o.prompt;
  out["text"] = o.text;
  out["tokens"] = o.tokens;
  out["temperature"] = o.temperature;
  out["seed"] = o.seed;
  out["score"] = score_json(o.score);
  out["launches"] = o.launches;
  out["cycles"] = o.timed ? boost::json::value(o.cycles) : nullptr;
  out["cycles_per_token"] = o.timed ? boost::json::value(o.cycles_per_token()) : nullptr;
  out["prompt_cycles"] = o.timed && by_steps(o) ? boost::json::value(o.prompt_cycles) : nullptr;
  out["times"] = times_json(o);
  if (o.host)
    out["host_time"] = host_json(o);
  out["state"] = state_json(o.program);
  out["verify"] = check_json(o.check);
  out["notes"] = boost::json::value_from(o.notes);
  return out;
}

std::string generate_text(const GenerateOutcome& o, bool all_notes) {
  return (o.score ? score_text(*o.score) : pace(o)) + "\n" + host_text(o) + check_text(o) +
         notes_text(o.notes, all_notes);
}

}  // namespace vta::workbench

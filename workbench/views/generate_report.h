// What a generated text took.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explore/host/host_timeline.h"
#include "runtime/text_decoder.h"
#include "workbench/logit_check.h"

namespace vta::workbench {

struct GenerateOutcome {
  const Program& program;
  std::string backend;
  std::string prompt = {}, text = {};   // text: what came behind the prompt
  std::optional<TextScore> score = {};  // of a file's text, where one was asked for
  double temperature = 0;
  uint64_t seed = 0;
  std::vector<std::string> notes = {};
  std::optional<LogitCheck> check = {};  // of all that were chosen by
  int64_t tokens = 0;                    // of the text
  int64_t launches = 0;
  int64_t cycles = 0;         // of all runs with time
  int64_t prompt_cycles = 0;  // of those for the prompt, whose last one makes the first character
  int64_t prompt_launches = 0;
  bool timed = false;
  // With --host: the host's part of a run.
  std::optional<explore::HostTimeline> host = {};

  void add(const std::string& character, const RunStats& run);
  // With the network's steps those behind the first character, which the prompt has; 0 of no
  // tokens.
  double cycles_per_token() const;
};

// Schema vta.generate.
boost::json::object generate_json(const GenerateOutcome& outcome);
// "64 characters, 2,345,678 cycles each on the accelerator: 85.20 a second at 200 MHz", of steps
// with the prompt's cycles behind it, or of a
// score "perplexity 4.1234 (2.0438 bits a character) of 37,932 characters"; then notes, the first
// ones or all.
std::string generate_text(const GenerateOutcome& outcome, bool all_notes = false);

}  // namespace vta::workbench

// What a generated text took.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/text_decoder.h"

namespace vta::workbench {

struct GenerateOutcome {
  const Program& program;
  std::string backend;
  std::string prompt = {}, text = {};   // text: what came behind the prompt
  std::optional<TextScore> score = {};  // of a file's text, where one was asked for
  double temperature = 0;
  uint64_t seed = 0;
  std::vector<std::string> notes = {};
  int64_t tokens = 0;  // of the text, a run of the network each
  int64_t launches = 0;
  int64_t cycles = 0;  // of all runs with time
  bool timed = false;

  void add(const std::string& character, const RunStats& run);
  double cycles_per_token() const;  // 0 of no tokens
};

// Schema vta.generate.
boost::json::object generate_json(const GenerateOutcome& outcome);
// "64 characters, 2,345,678 cycles each on the accelerator: 85.20 a second at 200 MHz", or of a
// score "perplexity 4.1234 (2.0438 bits a character) of 37,932 characters"; then notes, the first
// ones or all.
std::string generate_text(const GenerateOutcome& outcome, bool all_notes = false);

}  // namespace vta::workbench

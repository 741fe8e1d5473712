// vta generate: text from a decoder, a character for each run of the network.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/device_flags.h"
#include "cli/resource_limits.h"
#include "runtime/text_decoder.h"
#include "workbench/machine.h"
#include "workbench/session.h"
#include "workbench/views/generate_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct GenerateFlags {
  CompileFlags compile;
  std::string model, prompt, score;
  DeviceFlags device;
  ClockFlag clock;
  HostFlag host;
  int64_t tokens = 0;  // 0: what the context has left
  double temperature = 0;
  bool json = false, details = false, verify = false;

  uint64_t seed() const { return model_settings(compile.recipe()).seed; }
};

constexpr const char* kGenerateExamples = R"(Examples:
  vta generate pages_decoder.onnx --prompt "A configuration "
  vta generate pages_decoder.onnx --prompt "The accelerator" --tokens 40 --backend csim
  vta generate pages_decoder.onnx --prompt "# " --temperature 0.8 --seed 7
  vta generate pages_decoder.onnx --prompt "vta run" --all-int8 --quant auto --calib tokens.npy
  vta generate pages_decoder.onnx --prompt "vta run" --backend csim --clock 100 --json
  vta generate pages_decoder.onnx --prompt "vta run" --all-int8 --verify
  vta generate pages_decoder.onnx --score pages_heldout.txt --all-int8 --quant auto
  vta compile pages_decoder.onnx -o decoder.vta && vta generate decoder.vta --prompt "vta run"

MODEL has one input, int64 (1, T), of tokens, and one output, float32 (1, T, V), of logits; its
metadata say with vta.alphabet, a JSON string, which characters the tokens are. Where the accelerator
has all of its attention, it runs token after token and keeps keys and values; else, and with
--decode context, the whole context is computed for every character.

Exit codes: 0 done; 1 --verify found a difference; 2 wrong options; 3 unreadable input, a network that is no decoder, a
  prompt that it cannot read; 4 illegal configuration; 5 cannot be compiled;
  6 the device reported an error; 8 more than --max-memory, --max-seconds or --max-cycles
  allow; 9 results cannot be written.)";

// The machine has the estimated clock where neither an option nor the configuration gives one.
VtaConfig machine(const GenerateFlags& flags, VtaConfig config) {
  config = flags.clock.on(flags.device.with_memory(flags.clock.on(std::move(config))));
  return config.clock.given()
             ? config
             : with_clock(std::move(config), {.mhz = std::nullopt, .estimated = true});
}

Network network_of(const GenerateFlags& flags) {
  const auto on_machine = [&](VtaConfig config) { return machine(flags, std::move(config)); };
  if (flags.model.ends_with(".vta")) {
    if (flags.verify)
      throw UsageError(
          "--verify needs the network that the program was compiled from (.onnx or .ir): a .vta "
          "file does not contain it");
    flags.compile.require_none_given(flags.model);
    return load_network(
        {.path = flags.model, .config = flags.compile.given_config(), .machine = on_machine});
  }
  flags.compile.require_program("generate");
  CompileOptions options = flags.compile.options_for(flags.model);
  options.prefer_steps = true;
  options.config = on_machine(options.config);
  Network network = compile_network(flags.model, options, flags.compile.pixels);
  flags.compile.write_recipe();
  return network;
}

void check_usage(const GenerateFlags& flags) {
  if (flags.host.costs && flags.device.scheme() == "fsim")
    throw UsageError("--host needs cycles: backend fsim models no time; use --backend csim");
  if (flags.host.costs && !flags.score.empty())
    throw UsageError("--host tells the time of a character, and --score writes none");
  if (flags.prompt.empty() && flags.score.empty())
    throw UsageError(
        "--prompt gives the text to go on from, or --score a text to be measured by: one of them "
        "is needed");
  flags.device.named();  // before anything takes time
  if (flags.device.timing_only())
    throw UsageError(
        "the key timing_only computes no values, and characters are chosen by them: leave it out");
}

std::vector<std::string> notes_of(const GenerateFlags& flags, std::vector<std::string> notes) {
  for (std::string& note : flags.device.notes(flags.clock))
    notes.push_back(std::move(note));
  return notes;
}

void show(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

void write(const GenerateFlags& flags, const Network& network, Executor& executor,
           GenerateOutcome& outcome) {
  TextDecoder decoder(executor);
  if (!flags.score.empty()) {
    outcome.score = decoder.score(read_text_file(flags.score));
    return;
  }
  Sampler sampler(flags.temperature, flags.seed());
  std::vector<std::vector<float>> logits;
  decoder.start(flags.prompt, std::max<int64_t>(flags.tokens, 1));
  const int64_t count = flags.tokens > 0 ? flags.tokens : decoder.places_left();
  if (!flags.json)
    show(flags.prompt);
  for (int64_t i = 0; i < count; ++i) {
    const std::string& character = decoder.next(sampler);
    if (!flags.json)
      show(character);
    outcome.add(character, executor.stats());
    if (flags.verify)
      logits.push_back(decoder.logits());
  }
  if (flags.verify)
    outcome.check = check_logits(network.compiled.quantized,
                                 decoder.tokens().first(decoder.tokens().size() - 1), logits);
}

int generate(const GenerateFlags& flags) {
  check_usage(flags);
  const auto network = std::make_shared<const Network>(network_of(flags));
  const Program& program = network->program();
  decoder_context(program);  // before a device is opened
  Session session(network, flags.device.named(), {.max_cycles = flags.device.max_cycles});
  GenerateOutcome outcome{.program = program,
                          .backend = flags.device.scheme(),
                          .prompt = flags.prompt,
                          .temperature = flags.temperature,
                          .seed = flags.seed(),
                          .notes = notes_of(flags, network->compiled.notes)};
  if (flags.host.costs)
    outcome.host = explore::host_part(program, *flags.host.costs);
  write(flags, *network, session.executor(), outcome);
  const char* const apart = flags.score.empty() ? "\n\n" : "";
  show(flags.json ? json_text(generate_json(outcome)) + "\n"
                  : apart + generate_text(outcome, flags.details));
  if (!outcome.check || outcome.check->different == 0)
    return static_cast<int>(ExitCode::Ok);
  spdlog::error("--verify: {}", outcome.check->first);
  return static_cast<int>(ExitCode::Mismatch);
}

}  // namespace

void register_generate(Command& app) {
  auto flags = std::make_shared<GenerateFlags>();
  Command* command = app.add_subcommand("generate", "go on with a text, by a network that decodes");
  command
      ->add_option("model", flags->model,
                   "decoder of characters (.onnx), or program (.vta) compiled from one")
      ->required();
  flags->compile.add_to(*command);
  flags->compile.take_seed(*command, "seed of the characters that a temperature above 0 draws");
  {
    const OptionGroup group = command->group("Text");
    const Option* prompt = command->add_option("--prompt", flags->prompt, "text to go on from");
    const Option* tokens =
        command
            ->add_option("--tokens", flags->tokens,
                         "number of characters (default: as many as the context has left)")
            ->check(range(1, 1000000));
    const Option* temperature =
        command
            ->add_option("--temperature", flags->temperature,
                         "0: always the likeliest character; 1: as likely as the network says; "
                         "above: more evenly")
            ->check(not_negative())
            ->capture_default_str();
    Option* score = command->add_option("--score", flags->score,
                                        "write nothing, and print the perplexity of this file's "
                                        "text instead");
    score->input_file();
    const Option* verify = command->add_flag("--verify", flags->verify,
                                             "compare the logits of every character with the "
                                             "integer interpreter's of the whole context");
    for (const Option* other : {prompt, tokens, temperature, verify})
      score->excludes(other);
  }
  explain_program_config(*command);
  flags->device.add_to(*command);
  flags->clock.add_to(*command);
  flags->host.add_to(*command);
  const OptionGroup group = command->group("Output");
  command->add_flag("--details", flags->details, "print all notes of the compilation");
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->footer(kGenerateExamples + device_footer());
  command->callback(limited(*command, [flags] {
    flags->host.read();
    return generate(*flags);
  }));
}

}  // namespace vta::cli

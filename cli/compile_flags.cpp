#include "cli/compile_flags.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/file.h"
#include "base/plural.h"
#include "workbench/config_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

constexpr const char* kCompileGroup = "Compile";

// Unsigned options of the parser take -1 for the largest number.
uint64_t seed_value(const std::string& text) {
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc{} || end != text.data() + text.size() ||
      seed > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    throw UsageError(fmt::format("--seed is '{}', legal are 0 to {}", text,
                                 std::numeric_limits<int64_t>::max()));
  return seed;
}

bool is_of_network(const Setting& setting) {
  return setting.level != SettingLevel::Program;
}

}  // namespace

void CompileFlags::add_calibration(Command& command) {
  command
      .add_option("--calib", calib,
                  "sample inputs (.npy) for --quant auto, max and percentile; NAME=FILE for each "
                  "input of several")
      ->expected(1)
      ->take_all();
}

void CompileFlags::add_settings(Command& command, Sides sides, bool (*of)(const Setting&)) {
  const OptionGroup group = command.group(kCompileGroup);
  settings_.add_to(command, sides, of);
  add_calibration(command);
}

void CompileFlags::add_network(Command& command) {
  add_settings(command, Sides::One, is_of_network);
}

void CompileFlags::add_sides(Command& command) {
  add_settings(command, Sides::Two, [](const Setting&) { return true; });
}

void CompileFlags::add_pixels(Command& command) {
  const OptionGroup group = command.group("Input");
  command
      .add_option("--pixel-scale", pixels.pixel_scale,
                  "uint8 images become (pixel * pixel-scale - mean) / std (default: the values in "
                  "the network's file, else 1/255 and ImageNet's mean and std)")
      ->expected(1);
  command.add_option("--mean", pixels.mean, "one value, or one per channel")->delimiter(',');
  command.add_option("--std", pixels.std, "one value, or one per channel")->delimiter(',');
}

void CompileFlags::add_to(Command& command) {
  const OptionGroup group = command.group(kCompileGroup);
  config_option_ = command.add_option("--config", config, kConfigHelp)->capture_default_str();
  add_settings(command, Sides::One, [](const Setting&) { return true; });
  command
      .add_option("--save-recipe", save_recipe,
                  "write the settings of this compilation as JSON, for --recipe (docs/settings.md)")
      ->output_file();
  command.add_option("--dump-ir", dump_ir, "write the graph after each pass into this folder");
  command.add_option("--stop-after", stop_after, "stop the pipeline after this pass");
  for (const Option* option : command.options())
    if (!option->positional() && option != config_option_)
      compiling_.push_back(option);
  add_pixels(command);
}

void CompileFlags::add_save_schedule(Command& command) {
  const OptionGroup group = command.group(kCompileGroup);
  const Option* option =
      command
          .add_option("--save-schedule", save_schedule,
                      "write the schedule as JSON, for --schedule (compiler/schedule/README.md)")
          ->output_file();
  compiling_.push_back(option);
}

void CompileFlags::take_seed(Command& command, const std::string& help) {
  std::erase(compiling_, command.get_option("--seed"));
  command.get_option("--seed")->description(help);
}

void CompileFlags::write_schedule(const CompileResult& compiled) const {
  if (!save_schedule.empty())
    write_text_file(save_schedule, compiled.schedule.text());
}

void CompileFlags::write_recipe() const {
  if (!save_recipe.empty())
    vta::save_recipe(recipe(), save_recipe);
}

void CompileFlags::require_program(const char* command) const {
  if (!stop_after.empty())
    throw UsageError(
        fmt::format("--stop-after {} leaves no complete program, and vta {} needs one; to see the "
                    "graph, use vta compile MODEL --stop-after {} --dump-ir FOLDER",
                    stop_after, command, stop_after));
}

void CompileFlags::require_none_given(const std::string& program) const {
  for (const Option* option : compiling_)
    if (option->count() > 0)
      throw UsageError(fmt::format(
          "{} has no effect on '{}', which is already compiled: give the option to vta compile",
          option->name(), program));
}

std::string CompileFlags::given_config() const {
  return config_option_ != nullptr && config_option_->count() > 0 ? config : "";
}

std::string CompileFlags::quant_mode() const {
  return std::string(mode_name(vta::quant_mode(recipe(), !calib.empty())));
}

workbench::CompileRequest CompileFlags::request(const std::string& model, size_t side) const {
  return {.model = model,
          .config = config_by_name(config),
          .recipe = recipe(side),
          .calibration = {.files = calib},
          .pixels = pixels,
          .dump_dir = dump_ir,
          .stop_after = stop_after};
}

CompileOptions CompileFlags::options() const {
  return workbench::options_without_samples(request("", 0));
}

CompileOptions CompileFlags::options_for(const std::string& model, size_t side) const {
  return workbench::compile_options(request(model, side));
}

CompileOptions CompileFlags::options_for_parts(const char* command, const std::string& model,
                                               const std::string& memory) const {
  require_program(command);
  CompileOptions o = options_for(model);
  o.config = with_memory(std::move(o.config), memory);
  return o;
}

void add_seed(Command& command, uint64_t& seed, const std::string& what) {
  command
      .add_option_function(
          "--seed", [&seed](const std::string& text) { seed = seed_value(text); }, what)
      ->default_str(std::to_string(seed))
      ->type_name("UINT");
}

void report_passes(CompileOptions& options, bool verbose) {
  if (!verbose)
    return;
  options.observe = [](std::string_view name, double seconds, const Graph& graph) {
    spdlog::info("{:<24} {:8.1f} ms, {}", name, seconds * 1e3, counted(graph.size(), "node"));
  };
}

}  // namespace vta::cli

#include "workbench/network.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/part_progress.h"
#include "config/config_keys.h"
#include "explore/tune/tuned_schedule.h"
#include "runtime/parameters.h"
#include "workbench/config_name.h"

namespace vta::workbench {
namespace {

// A name does not contain every key, so different configurations can share one.
[[noreturn]] void refuse_machine(const std::string& path, const VtaConfig& compiled_for,
                                 const VtaConfig& machine) {
  const std::string names =
      compiled_for.name() == machine.name()
          ? fmt::format("'{}' cannot run on the configuration of --config", path)
          : fmt::format("'{}' was compiled for {} and cannot run on {}", path, compiled_for.name(),
                        machine.name());
  throw ConfigError(fmt::format(
      "{}: its instructions depend on {}", names,
      different_keys(compiled_for, machine, KeyRole::Stream, "the program", "--config")));
}

Program loaded_program(const LoadRequest& r) {
  Program program =
      r.params.empty() ? load_program(r.path) : load_program(r.path, load_parameters(r.params));
  VtaConfig machine = r.config.empty() ? program.config : config_by_name(r.config);
  if (r.machine)
    machine = r.machine(std::move(machine));
  if (machine.stream_hash() != program.config.stream_hash())
    refuse_machine(r.path, program.config, machine);
  program.config = machine;
  program.provenance.config_hash = machine.hash();
  return program;
}

}  // namespace

CompileOptions options_without_samples(const CompileRequest& request) {
  CompileOptions options;
  options.config = request.config;
  options.recipe = request.recipe;
  check_recipe(options.recipe, !request.calibration.files.empty());
  options.named_schedule = explore::schedule_by_name;
  options.search_progress = part_progress("searching scales", request.progress);
  options.dump_dir = request.dump_dir;
  options.stop_after = request.stop_after;
  return options;
}

CompileOptions compile_options(const CompileRequest& request) {
  CompileOptions options = options_without_samples(request);
  preparation(request.pixels, std::nullopt);  // checked although nothing may be prepared
  if (request.calibration.files.empty())
    return options;
  const auto how = [&, known = known_preparation(request.model)](int64_t channels) {
    return preparation(request.pixels, known, channels).how;
  };
  options.calibration =
      calibration_samples(request.calibration, model_settings(request.recipe), request.model, how);
  return options;
}

ImagePreparation Network::preparation(int64_t channels) const {
  return vta::preparation(pixels, known, channels);
}

Network compile_network(const std::string& model, const CompileOptions& options,
                        const PixelFlags& pixels) {
  const Stopwatch watch;
  Network network{.compiled = compile_model(model, options), .pixels = pixels};
  network.known = known_preparation(model);
  network.seconds = watch.seconds();
  return network;
}

Network load_network(const LoadRequest& request) {
  const Stopwatch watch;
  Network network;
  Program& program = network.compiled.program = loaded_program(request);
  network.loaded = true;
  network.pixels = request.pixels;
  network.known =
      program.preprocessing
          ? std::optional(ImagePreparation{*program.preprocessing, "as the program says"})
          : known_preparation(request.path);
  if (!request.params.empty())
    network.compiled.notes.push_back(fmt::format("parameters of '{}', content hash {}",
                                                 request.params,
                                                 parameters_of(program).content_hash()));
  network.seconds = watch.seconds();
  return network;
}

Program compile_with_notes_logged(const std::string& model, const CompileOptions& options) {
  CompileResult result = compile_model(model, options);
  for (const std::string& note : result.notes)
    spdlog::info("note: {}", note);
  return std::move(result.program);
}

void require_kernels(const CompileResult& compiled, const std::string& what) {
  if (!compiled.program.kernels.empty())
    return;
  // Why, but not what became of the weights' type.
  const auto why = std::ranges::find_if(compiled.notes, [](const std::string& note) {
    return note.find(" becomes float32: ") == std::string::npos;
  });
  throw UsageError(
      fmt::format("{} has nothing to compare: no kernel of '{}' runs on the accelerator{}", what,
                  compiled.program.provenance.model,
                  why == compiled.notes.end() ? "" : fmt::format(" ({})", *why)));
}

}  // namespace vta::workbench

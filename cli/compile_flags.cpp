#include "cli/compile_flags.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

#include "base/file.h"
#include "base/plural.h"
#include "cli/config_name.h"
#include "cli/input_shapes.h"
#include "explore/tune/tuned_schedule.h"

namespace vta::cli {
namespace {

constexpr const char* kCompileGroup = "How the network is compiled";

constexpr int64_t kMaxBatch = 1024, kMaxOptLevel = 3;
constexpr int64_t kSearchParts = 1000;  // of a line of progress

QuantMode mode_by_name(const std::string& name) {
  if (name == "global")
    return QuantMode::Global;
  if (name == "max")
    return QuantMode::Max;
  if (name == "percentile")
    return QuantMode::Percentile;
  if (name == "auto")
    return QuantMode::Auto;
  if (name == "keep")
    return QuantMode::Keep;
  throw UsageError(fmt::format(
      "--quant '{}' is not known: legal are auto, global, keep, max, percentile", name));
}

// "auto, max and percentile"
std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2)
    return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

bool is_number(const std::string& text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

int64_t convolution_index(const std::string& digits) {
  int64_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error != std::errc{})
    throw UsageError(fmt::format("--skip-conv {}: no network has so many convolutions", digits));
  return index;
}

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

}  // namespace

std::function<void(double)> part_progress(const std::string& what, Progress::Output output) {
  struct Shown {
    std::optional<Progress> progress;
    int64_t done = 0;
  };
  return [what, output = std::move(output), shown = std::make_shared<Shown>()](double part) {
    if (!shown->progress) {
      shown->progress.emplace(what, kSearchParts, output);
      shown->done = 0;
    }
    const auto now = static_cast<int64_t>(part * static_cast<double>(kSearchParts));
    if (now > shown->done)
      shown->progress->step(now - shown->done);
    shown->done = std::max(shown->done, now);
    if (part >= 1)
      shown->progress.reset();
  };
}

void CompileFlags::add_network(Command& command) {
  const OptionGroup group = command.group(kCompileGroup);
  command
      .add_option("--shape", shapes,
                  "extents of an input that an .onnx file leaves open: NAME=1,3,224,224; again for "
                  "each further input")
      ->expected(1)
      ->take_all();
  command
      .add_option(
          "--quant", quant,
          "how values become int8: global (one scale), max, percentile (scales from --calib), "
          "auto (searched on --calib: accurate, takes longer); keep: a quantised model's own "
          "integers, on the host")
      ->default_str("auto with --calib, else global; with --schedule reference global");
  const Option* covered =
      command.add_option("--scale", scale, "--quant global: activations cover [-scale, scale)")
          ->capture_default_str();
  const Option* share =
      command.add_option("--percentile", percentile, "--quant percentile: of absolute values")
          ->capture_default_str();
  const Option* samples =
      command
          .add_option("--calib", calib,
                      "sample inputs (.npy) for --quant auto, max and percentile; NAME=FILE for "
                      "each of several inputs")
          ->expected(1)
          ->take_all();
  quant_options_ = {
      {covered, {"global"}}, {share, {"percentile"}}, {samples, {"auto", "max", "percentile"}}};
  skip_conv_option_ =
      command
          .add_option("--skip-conv", skip_conv,
                      "convolutions left in float on the host, by index or name; 'none' for none")
          ->capture_default_str()
          ->delimiter(',');
  command
      .add_option(
          "--residual", residual,
          "what a residual sum adds to the shortcut: int32 (the convolution's sums, one clip "
          "at the end) or int8 (both clipped first); default: int32, with reference and "
          "tile files int8")
      ->check(one_of({"int32", "int8"}));
  command
      .add_option("--batch-norm", batch_norm,
                  "where batch norms of residual sums are computed (pre-activation networks): "
                  "accelerator (their factors in the weights of the layers behind) or host (in "
                  "float); default: accelerator, with reference and tile files host")
      ->check(one_of({"accelerator", "host"}));
  for (const auto& [name, where, what] :
       {std::tuple{"--grouped-conv", &grouped_conv, "with groups (depthwise)"},
        std::tuple{"--dilated-conv", &dilated_conv, "with dilation"}})
    command
        .add_option(name, *where,
                    fmt::format("where convolutions {} are computed: accelerator or host (in "
                                "float); default: accelerator, with reference and tile files host",
                                what))
        ->check(one_of({"accelerator", "host"}));
  command
      .add_option("--concat", concat,
                  "where int8 values are joined along channels: accelerator (each part is stored "
                  "where the whole has it, all at one scale) or host; default: accelerator, with "
                  "reference and tile files host")
      ->check(one_of({"accelerator", "host"}));
  command.add_flag("--dense-on-device", dense_on_device, "dense layers on the accelerator as well");
  const Option* all =
      command
          .add_flag(
              "--all-int8", all_int8,
              "the first convolution, dense layers and pools on the accelerator as well; what "
              "--skip-conv names stays in float")
          ->default_str(
              "with --quant auto where it costs little on --calib, unless --skip-conv, "
              "--dense-on-device or --region is given");
  command.add_flag("--no-all-int8", no_all_int8, "they stay in float on the host")->excludes(all);
  add_seed(command, seed, "for constants that a listing lacks");
}

void CompileFlags::add_pixels(Command& command) {
  const OptionGroup group = command.group("Input");
  command
      .add_option("--pixel-scale", pixels.pixel_scale,
                  "uint8 images become (pixel * pixel-scale - mean) / std (default: what the "
                  "network's file says, else 1/255 and ImageNet's mean and std)")
      ->expected(1);
  command.add_option("--mean", pixels.mean, "one value, or one per channel")->delimiter(',');
  command.add_option("--std", pixels.std, "one value, or one per channel")->delimiter(',');
}

void CompileFlags::add_to(Command& command) {
  const OptionGroup group = command.group(kCompileGroup);
  config_option_ = command.add_option("--config", config, kConfigHelp)->capture_default_str();
  command
      .add_option(
          "--schedule", schedule,
          "reference, fast, a saved schedule or a tile file (.json), or what vta tune has found "
          "(.db)")
      ->capture_default_str();
  add_network(command);
  command.add_option("--batch", batch, "images per inference")
      ->check(range(1, kMaxBatch))
      ->capture_default_str();
  const Option* region_option = command.add_option(
      "--region", region,
      "what may run on the accelerator: what stands between two operators, FROM[:N]..TO[:N] with "
      "N from 0, as max_pool2d..global_avg_pool2d (default: whatever it can compute)");
  command
      .add_flag("--host-only", host_only,
                "everything runs on the host, by the same program with the same values")
      ->excludes(region_option);
  command
      .add_option("--opt-level", opt_level,
                  "which passes run: 0 batch norms and what the accelerator needs, 1 fusion, 2 "
                  "constants folded, 3 all (vta opt --list)")
      ->check(range(0, kMaxOptLevel))
      ->capture_default_str();
  command.add_option("--dump-ir", dump_ir, "write the graph after each pass into this folder");
  command.add_option("--stop-after", stop_after, "stop the pipeline after this pass");
  command.add_option("--pass", also, "run these passes although --opt-level is below theirs")
      ->expected(1)
      ->take_all()
      ->delimiter(',');
  command.add_option("--skip,--no-pass", skip, "leave out these passes")->delimiter(',');
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

void CompileFlags::write_schedule(const CompileResult& compiled) const {
  if (!save_schedule.empty())
    write_text_file(save_schedule, compiled.schedule.text());
}

void CompileFlags::require_program(const char* command) const {
  if (!stop_after.empty())
    throw UsageError(
        fmt::format("--stop-after {} leaves no whole program, and vta {} needs one: to see the "
                    "graph, use vta compile MODEL --stop-after {} --dump-ir FOLDER",
                    stop_after, command, stop_after));
}

void CompileFlags::require_none_given(const std::string& program) const {
  for (const Option* option : compiling_)
    if (option->count() > 0)
      throw UsageError(
          fmt::format("{} has no effect on '{}', which is compiled already: give it to vta compile",
                      option->name(), program));
}

std::string CompileFlags::given_config() const {
  return config_option_ != nullptr && config_option_->count() > 0 ? config : "";
}

std::string CompileFlags::quant_mode() const {
  if (!quant.empty())
    return quant;
  return calib.empty() || schedule == "reference" ? "global" : "auto";
}

void CompileFlags::refuse_other_modes() const {
  for (const auto& [option, modes] : quant_options_)
    if (std::ranges::find(modes, quant_mode()) == modes.end())
      refuse_given({option},
                   fmt::format("is of --quant {}, this is {}", listed(modes), quant_mode()));
}

// Where nothing is said of what stays in float.
bool CompileFlags::all_int8_where_good() const {
  return quant_mode() == "auto" && !all_int8 && !no_all_int8 && !dense_on_device &&
         region.empty() && skip_conv_option_->count() == 0;
}

CompileOptions CompileFlags::options() const {
  CompileOptions o;
  o.config = config_by_name(config);
  o.schedule = schedule;
  o.named_schedule = explore::schedule_by_name;
  o.quant.mode = mode_by_name(quant_mode());
  o.quant.search_progress = part_progress("searching scales");
  o.quant.global_scale = scale;
  o.quant.percentile = percentile;
  o.quant.dense_on_device = dense_on_device;
  if (!residual.empty())
    o.quant.residual = residual == "int8" ? ResidualSum::Int8 : ResidualSum::Int32;
  if (!batch_norm.empty())
    o.quant.batch_norms = batch_norm == "host" ? BatchNorms::Host : BatchNorms::Accelerator;
  if (!grouped_conv.empty())
    o.quant.grouped_on_device = grouped_conv == "accelerator";
  if (!dilated_conv.empty())
    o.quant.dilated_on_device = dilated_conv == "accelerator";
  if (!concat.empty())
    o.quant.concats_on_device = concat == "accelerator";
  if (all_int8)
    o.quant.all_int8();
  o.quant.skip_conv.clear();
  const bool skip_first = !all_int8 || skip_conv_option_->count() > 0;
  for (const std::string& item : skip_first ? skip_conv : std::vector<std::string>{}) {
    if (is_number(item))
      o.quant.skip_conv.insert(convolution_index(item));
    else if (item != "none")
      o.quant.skip_names.insert(item);
  }
  if (!(scale >= QuantOptions::kLeastGlobalScale && scale <= QuantOptions::kGreatestGlobalScale))
    throw UsageError(fmt::format("--scale is {}, legal are {} to {}", scale,
                                 QuantOptions::kLeastGlobalScale,
                                 QuantOptions::kGreatestGlobalScale));
  if (!(percentile > 0 && percentile <= 100))
    throw UsageError(fmt::format("--percentile is {}, legal are above 0 to 100", percentile));
  refuse_other_modes();
  o.quant.all_int8_where_good = all_int8_where_good();
  o.quant.all_of_quantised_models = skip_conv_option_->count() == 0;
  const bool needs_samples = o.quant.mode != QuantMode::Global && o.quant.mode != QuantMode::Keep;
  if (needs_samples && calib.empty())
    throw UsageError(fmt::format(
        "--quant {} needs --calib FILE: it takes the scales from sample inputs", quant_mode()));
  o.batch = batch;
  o.shapes = input_shapes(shapes);
  o.placement.host_only = host_only;
  if (!region.empty())
    o.placement.region = parse_region(region);
  o.opt_level = opt_level;
  o.seed = seed;
  o.pipeline.dump_dir = dump_ir;
  o.pipeline.stop_after = stop_after;
  o.pipeline.skip = {skip.begin(), skip.end()};
  o.pipeline.also = {also.begin(), also.end()};
  return o;
}

CompileOptions CompileFlags::options_for(const std::string& model) const {
  CompileOptions o = options();
  if (calib.empty()) {
    preparation(pixels, std::nullopt);  // checked although nothing is prepared
    return o;
  }
  const auto known = known_preparation(model);
  const auto how = [&](int64_t channels) { return preparation(pixels, known, channels).how; };
  o.quant.calibration = calibration_samples(calib, o, model, how, arrays);
  return o;
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
  options.pipeline.observe = [](std::string_view name, double seconds, const Graph& graph) {
    spdlog::info("{:<24} {:8.1f} ms, {}", name, seconds * 1e3, counted(graph.size(), "node"));
  };
}

}  // namespace vta::cli

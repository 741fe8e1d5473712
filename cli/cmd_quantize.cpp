// vta quantize: a program whose answers are the float network's, but for a limit.
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "base/npy.h"
#include "base/outputs_together.h"
#include "base/part_progress.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/resource_limits.h"
#include "compiler/limited_quantization.h"
#include "compiler/quant/report/report_document.h"
#include "evaluation/labels.h"
#include "explore/record/run_writer.h"
#include "workbench/views/quantize_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct QuantizeCommand {
  CompileFlags compile;
  std::string model, output, labels;
  std::vector<std::string> reports;
  double max_drop = 1;
  bool json = false;
};

constexpr const char* kQuantizeExamples =
    R"(Searches scales as --quant auto on the first half of the calibration images. The other half is
held out: layers go to float on the host, the most harmful first, until at most --max-drop points
of top-1 are lost there, or without --labels of agreement with the float network (0: no changed
answer); then each one that need not be there comes back. The first convolution and the classifier
are in int8 too, unless they are among those, or --no-all-int8, --skip-conv or --dense-on-device say
what is in float.

Examples:
  vta quantize tests/data/digits_resnet8.onnx --calib tests/data/digits_calib_64_u8.npy
      --max-drop 0 -o digits.vta
  vta quantize net.onnx --calib x.npy --labels y.npy --max-drop 0.5 -o net.vta --json
  vta quantize net.onnx --calib x.npy -o net.vta --quant-report net.html --quant-report net.json
      # which layers cost most accuracy, as a page and as JSON: docs/quantization.md

Exit codes: 0 written; 2 wrong options; 3 unreadable input; 4 illegal configuration;
  5 cannot be compiled; 8 more than --max-memory or --max-seconds allow;
  9 the file cannot be written.)";

// Classes of the calibration samples.
std::optional<std::vector<int64_t>> labels_of(const QuantizeCommand& flags) {
  if (flags.labels.empty())
    return {};
  const Tensor labels = read_npy(flags.labels);
  constexpr int64_t kAnyClass = int64_t{1} << 31;
  return class_labels(labels, labels.size(), kAnyClass, flags.labels);
}

QuantizeResult shown_of(const QuantizeCommand& flags, const CompileResult& compiled,
                        const LimitedQuantization& q) {
  return {flags.output, flags.max_drop, !flags.labels.empty(), compiled, q};
}

// By the ending of its name.
enum class ReportForm : uint8_t { Page, Json };

ReportForm report_form(const std::string& file) {
  if (file.ends_with(".html"))
    return ReportForm::Page;
  if (file.ends_with(".json"))
    return ReportForm::Json;
  throw UsageError(fmt::format(
      "--quant-report is '{}', legal are names ending in .html (a page) or .json", file));
}

void write_reports(const QuantizeCommand& flags, const CompileResult& compiled,
                   const LimitedQuantization& q) {
  if (flags.reports.empty())
    return;
  const QuantReportDocument document = quantize_document(shown_of(flags, compiled, q));
  for (const std::string& file : flags.reports) {
    if (report_form(file) == ReportForm::Page) {
      write_text_file(file, quant_report_page(document));
      continue;
    }
    boost::json::object out = {
        {"provenance", explore::provenance_block(compiled.program, "vta.quant_report",
                                                 kQuantReportSchemaVersion)}};
    for (const auto& member : quant_report_json(document))
      out.insert(member);
    write_text_file(file, json_text(out) + "\n");
  }
}

void run(const QuantizeCommand& flags) {
  for (const std::string& file : flags.reports)
    report_form(file);
  if (flags.compile.quant_mode() != "auto")
    throw UsageError(fmt::format(
        "vta quantize always searches as --quant auto, with --calib FILE; --quant {} was given",
        flags.compile.quant_mode()));
  if (!(flags.max_drop >= 0 && flags.max_drop <= 100))
    throw UsageError(fmt::format("--max-drop is {}, legal are 0 to 100", flags.max_drop));
  flags.compile.require_program("quantize");
  CompileOptions options = flags.compile.options_for(flags.model);
  const LimitedQuantization q =
      quantize_within(flags.model, options, flags.max_drop, labels_of(flags),
                      {!flags.reports.empty(), part_progress("measuring layers")});
  options.quant_plan = q.plan;
  if (q.all_int8)
    options.recipe.set("all_int8", "true");
  CompileResult compiled = compile_model(flags.model, options);
  const PixelFlags& pixels = flags.compile.pixels;
  if (pixels.any())
    compiled.program.preprocessing = preparation(pixels, known_preparation(flags.model)).how;
  OutputsTogether files;
  save_program(compiled.program, flags.output);
  write_reports(flags, compiled, q);
  flags.compile.write_recipe();
  files.commit();
  const QuantizeResult shown = shown_of(flags, compiled, q);
  if (flags.json)
    fmt::print("{}\n", json_text(quantize_json(shown)));
  else
    print_quantize(shown);
}

}  // namespace

void register_quantize(Command& app) {
  auto flags = std::make_shared<QuantizeCommand>();
  Command* command = app.add_subcommand(
      "quantize",
      "compile in int8, with layers left in float only where an accuracy limit needs it");
  command->add_option("model", flags->model, "network (.onnx)")->required();
  command
      ->add_option("--max-drop", flags->max_drop,
                   "largest loss on the held-out half of --calib, in percentage points")
      ->capture_default_str();
  command->add_option(
      "--labels", flags->labels,
      "classes of the calibration images (.npy); default: agreement with float counts");
  flags->compile.add_to(*command);
  const OptionGroup group = command->group("Output");
  command->add_option("-o,--output", flags->output, "program file (.vta)")
      ->output_file()
      ->required();
  command
      ->add_option(
          "--quant-report", flags->reports,
          "write the accuracy loss of every layer: a page (.html) or JSON (.json); repeat for both")
      ->expected(1)
      ->take_all()
      ->output_file();
  command->add_flag("--json", flags->json, "print JSON instead of text");
  command->footer(kQuantizeExamples);
  command->callback(limited(*command, [flags] { run(*flags); }));
}

}  // namespace vta::cli

// vta eval: a network's accuracy in int8 on the simulated accelerator, on labelled images.

#include <limits>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/device_flags.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "evaluation/disagreement_page.h"
#include "workbench/views/eval_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct EvalFlags {
  CompileFlags compile;
  EvalRequest request;
  DeviceFlags device;
  ClockFlag clock;
  std::string page;
  bool no_verify = false, json = false;
};

constexpr const char* kEvalExamples =
    R"(--images and --calib take a .npy file or a folder. Arrays are uint8 (n, H, W, C) and become
x = (u8 * pixel-scale - mean) / std; float32 (n, C, H, W) are taken as they are. A folder holds .png,
.jpg or .ppm files, or one sub-folder of them per class. The name of a sub-folder is the class if it is a
number, else classes are numbered in the order of the names. Pictures are resized and cropped.
--labels is a .npy file of class indices, or a text of them in the order of the images, one a line,
or with lines NAME,INDEX. pixel-scale, mean and std have defaults in the network's file, else 1/255
and ImageNet's (u8/255 if there are not 3 channels); the values in use are printed.

Examples:
  vta eval tests/data/digits_resnet8.onnx --quant percentile
      --images tests/data/digits_test_200_u8.npy --labels tests/data/digits_test_200_labels.npy
      --calib tests/data/digits_calib_64_u8.npy
  vta eval net.onnx --images val/                # val/0/a.png, val/1/b.png, ...
  vta eval net.onnx --images photos/ --labels photos.csv --verify
  vta eval net.onnx --images val/ --page disagreements.html
  vta eval two_inputs.onnx --images left=l.npy --images right=r.npy --labels y.npy
  vta eval net.onnx --images x.npy --labels y.npy --pixel-scale 0.00392156862745098
      --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225 --limit 50 --json

Exit codes: 0 done; 1 a value differs from the integer interpreter's; 2 wrong options;
  3 unreadable input; 4 illegal configuration; 5 cannot be compiled; 6 a device error;
  8 more than a limit allows; 9 results cannot be written.)";

void write_page(const EvalFlags& flags, const EvaluatedSamples& evaluated) {
  const EvalResult& r = evaluated.result;
  const Scores& s = r.evaluation.scores;
  PageFacts facts{.title = flags.request.model, .facts = {}};
  facts.facts = {{"configuration", flags.request.compile.config.name()},
                 {"quantization", flags.compile.quant_mode()},
                 {"preprocessing", preparation_text(r.preparation)},
                 {"agreement", fmt::format("{:.1f} %", s.agreement)},
                 {"SQNR of the logits", fmt::format("{:.1f} dB", s.sqnr_db)}};
  if (s.labelled)
    facts.facts.emplace_back(
        "top-1", fmt::format("{:.1f} % in float, {:.1f} % in int8", s.float_top1, s.int8_top1));
  write_text_file(flags.page, disagreement_page(r.evaluation, evaluated.samples, facts));
}

int run_eval(EvalFlags& flags) {
  EvalRequest& r = flags.request;
  flags.compile.require_program("eval");
  if (flags.device.timing_only())
    throw UsageError(fmt::format(
        "--device {}: timing_only=1 computes no values, and eval needs them: leave it out",
        flags.device.device));
  if (r.verify && flags.no_verify)
    throw UsageError("--verify and --no-verify contradict each other: give only one of them");
  r.compile = flags.compile.options();
  r.compile.config = flags.clock.on(flags.device.with_memory(flags.clock.on(r.compile.config)));
  r.device = flags.device.named();
  r.max_cycles = flags.device.max_cycles;
  r.pixels = flags.compile.pixels;
  r.calibration.files = flags.compile.calib;
  EvaluatedSamples evaluated = evaluate_request(r);
  flags.compile.write_recipe();
  for (std::string& note : flags.device.notes(flags.clock))
    evaluated.result.notes.push_back(std::move(note));
  if (!flags.page.empty())
    write_page(flags, evaluated);
  const EvalReport report{r, evaluated.result, flags.compile.quant_mode(),
                          model_settings(flags.compile.recipe()).seed};
  if (flags.json)
    fmt::print("{}\n", json_text(eval_json(report)));
  else
    print_eval(report);
  const auto& verified = evaluated.result.evaluation.verified;
  return static_cast<int>(!verified || verified->exact() ? ExitCode::Ok : ExitCode::Mismatch);
}

void add_images(Command& eval, EvalRequest& r) {
  const OptionGroup group = eval.group("Input");
  eval.add_option("--images,--input", r.images.files,
                  "images (.npy or a folder); NAME=FILE for each input of several")
      ->required()
      ->expected(1)
      ->take_all();
  eval.add_option("--labels", r.labels,
                  "class indices (.npy or text); default: the folder's classes, else no top-1");
  eval.add_option("--limit", r.limit, "number of images to evaluate; 0: all")
      ->check(range(0, std::numeric_limits<int32_t>::max()));
}

void add_results(Command& eval, EvalFlags& flags) {
  const OptionGroup group = eval.group("Output");
  eval.add_option("--page", flags.page,
                  "write an HTML file with the images on which int8 and float disagree")
      ->output_file();
  eval.add_flag("--json", flags.json, "print JSON instead of text");
}

void add_checks(Command& eval, EvalFlags& flags) {
  const OptionGroup group = eval.group("Checks");
  eval.add_flag("--verify", flags.request.verify,
                "compare every kernel with the integer interpreter (slow)");
  eval.add_flag("--no-verify", flags.no_verify, "do not compare (the default)");
}

}  // namespace

void register_eval(Command& app) {
  auto flags = std::make_shared<EvalFlags>();
  Command* eval =
      app.add_subcommand("eval", "measure the accuracy in int8 and in float on labelled images");
  EvalRequest& r = flags->request;
  eval->add_option("model", r.model, "network (.onnx, .tflite)")->required();
  add_images(*eval, r);
  flags->compile.add_to(*eval);
  flags->device.add_to(*eval);
  flags->clock.add_to(*eval);
  eval->add_option("--threads", r.threads, "number of threads")
      ->check(range(1, 256))
      ->default_str("the machine's");
  add_results(*eval, *flags);
  add_checks(*eval, *flags);
  eval->footer(kEvalExamples + device_footer());
  eval->callback(limited_by_meter(*eval, [flags] { return run_eval(*flags); }));
}

}  // namespace vta::cli

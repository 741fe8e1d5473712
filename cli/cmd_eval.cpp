// vta eval: a network's accuracy in int8 on the simulated accelerator, on labelled images.
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/evaluate.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "compiler/quant/quant_warnings.h"
#include "explore/record/batch_use.h"
#include "explore/record/work_json.h"

namespace vta::cli {
namespace {

struct EvalFlags {
  CompileFlags compile;
  EvalRequest request;
  ClockFlag clock;
  bool no_verify = false, json = false;
};

constexpr const char* kEvalExamples =
    R"(Images are uint8 (n, H, W, C) and become x = (u8 * pixel-scale - mean) / std; float32 (n, C, H, W)
images are taken as they are. What is not given is as the network's file says, else 1/255 and
ImageNet's mean and std (u8/255 where there are not 3 channels); what was used is printed.

Examples:
  vta eval tests/data/digits_resnet8.onnx --quant percentile
      --images tests/data/digits_test_200_u8.npy --labels tests/data/digits_test_200_labels.npy
      --calib tests/data/digits_calib_64_u8.npy
  vta eval two_inputs.onnx --images left=l.npy --images right=r.npy --labels y.npy
  vta eval net.onnx --images x.npy --labels y.npy --pixel-scale 0.00392156862745098
      --mean 0.485,0.456,0.406 --std 0.229,0.224,0.225 --limit 50 --no-verify --json

Exit codes: 0 done; 1 a value differs from the integer interpreter's; 2 wrong options;
  3 unreadable input; 4 illegal configuration; 5 cannot be compiled; 6 a device error;
  8 more than a limit allows; 9 results cannot be written.)";

std::vector<std::string> warnings(const EvalResult& r) {
  std::vector<std::string> all;
  if (r.chance)
    all.push_back(fmt::format(
        "the float network is right for {} of {} images, and guessing with its answers for {:.1f} "
        "%: labels, or how images are prepared ({}), may not be what it was trained with",
        r.chance->right, r.chance->images, r.chance->expected_percent,
        preparation_text(r.preparation)));
  else if (r.sqnr_db < kPoorSqnrDb)
    all.push_back(fmt::format(
        "the logits in int8 keep {:.1f} dB of the float network's, below {} is poor: --quant auto "
        "with --calib, or layers in float (--skip-conv), lose less",
        r.sqnr_db, kPoorSqnrDb));
  return all;
}

boost::json::object result_json(const EvalFlags& flags, const EvalResult& r) {
  boost::json::object out;
  const VtaConfig& config = flags.request.compile.config;
  out["provenance"] = provenance_json({.schema = "vta.eval",
                                       .config_name = config.name(),
                                       .config_hash = config.hash(),
                                       .seed = flags.compile.seed});
  out["model"] = flags.request.model;
  out["quant"] = flags.compile.quant_mode();
  out["backend"] = flags.request.device.scheme();
  out["images"] = r.images;
  out["batch"] = r.batch;
  if (r.labelled) {
    out["float_top1_percent"] = r.float_top1;
    out["int8_top1_percent"] = r.int8_top1;
  }
  out["agreement_percent"] = r.agreement;
  if (std::isfinite(r.sqnr_db))
    out["sqnr_db"] = r.sqnr_db;
  else
    out["sqnr_db"] = nullptr;  // no difference at all
  out["images_per_second"] = r.images_per_second();
  out["seconds"] = r.seconds;
  out["device_seconds"] = r.device_seconds;
  out["device_mac_percent"] = device_percent(r.work);
  out["work"] = explore::work_json(r.work);
  out["cycles_per_batch"] = r.cycles ? boost::json::value(*r.cycles) : boost::json::value();
  out["cycles_per_image"] = nullptr;
  if (r.cycles)
    out["cycles_per_image"] = static_cast<double>(*r.cycles) / static_cast<double>(r.batch);
  out["times"] = explore::clock_json(r.times);
  out["gemm_counter"] = r.gemm_counter;
  out["alu_counter"] = r.alu_counter;
  if (r.verified)
    out["verify"] = {{"exact", r.mismatched_elements == 0 && r.differing_runs == 0},
                     {"elements", r.elements},
                     {"mismatched_elements", r.mismatched_elements},
                     {"first_mismatch", r.first_mismatch},
                     {"differing_runs", r.differing_runs},
                     {"host_relative_error", r.output_error}};
  out["preprocessing"] = preparation_json(r.preparation);
  out["notes"] = boost::json::value_from(r.notes);
  out["warnings"] = boost::json::value_from(warnings(r));
  return out;
}

void print_text(const EvalFlags& flags, const EvalResult& r) {
  fmt::print("network              {}\n", flags.request.model);
  fmt::print("configuration        {}, {}, --quant {}\n", flags.request.compile.config.name(),
             flags.request.device.scheme(), flags.compile.quant_mode());
  fmt::print("images               {}, batch {}\n", r.images, r.batch);
  fmt::print("preprocessing        {}\n", preparation_text(r.preparation));
  fmt::print("on the accelerator   {}\n", share_text(r.work));
  fmt::print("on the host          {}\n", host_operators_text(r.work));
  if (r.labelled) {
    fmt::print("top-1 float          {:.1f} %\n", r.float_top1);
    fmt::print("top-1 int8           {:.1f} %\n", r.int8_top1);
  }
  fmt::print("agreement            {:.1f} %\n", r.agreement);
  fmt::print("SQNR of the logits   {:.1f} dB\n", r.sqnr_db);
  fmt::print("speed                {:.0f} images/s ({:.0f} % of the time in the simulator)\n",
             r.images_per_second(), 100 * r.device_seconds / r.seconds);
  if (r.cycles)
    fmt::print("cycles per batch     {}, {:.1f} per image, on the accelerator\n", *r.cycles,
               static_cast<double>(*r.cycles) / static_cast<double>(r.batch));
  if (r.times)
    fmt::print("at the clock         {}\n", explore::clock_text(*r.times));
  if (const std::string note = explore::idle_batch_note(flags.request.compile.config, r.batch);
      !note.empty())
    fmt::print("warning              {}\n", note);
  if (!r.verified)
    fmt::print("verified             no\n");
  else if (r.mismatched_elements == 0 && r.differing_runs == 0)
    fmt::print("verified             yes, {} equal the integer interpreter's\n",
               counted(r.elements, "element"));
  else
    fmt::print("verified             NO, {} of {} differ; {} not repeatable\n{}\n",
               r.mismatched_elements, counted(r.elements, "element"),
               counted(r.differing_runs, "run was", "runs were"), r.first_mismatch);
  for (const std::string& note : r.notes)
    fmt::print("note: {}\n", note);
  for (const std::string& warning : warnings(r))
    fmt::print("warning: {}\n", warning);
}

int run_eval(EvalFlags& flags) {
  EvalRequest& r = flags.request;
  flags.compile.require_program("eval");
  if (r.device.timing_only())
    throw UsageError(fmt::format(
        "--device {}: timing_only=1 computes no values, and eval compares them: leave it out",
        r.device.device));
  r.compile = flags.compile.options();
  r.compile.config = flags.clock.on(r.device.with_memory(r.compile.config));
  r.pixels = flags.compile.pixels;
  r.calibration = flags.compile.calib;
  r.verify = !flags.no_verify;
  EvalResult result = evaluate(r);
  for (std::string& note : r.device.notes(flags.clock))
    result.notes.push_back(std::move(note));
  if (flags.json)
    fmt::print("{}\n", json_text(result_json(flags, result)));
  else
    print_text(flags, result);
  const bool exact = result.mismatched_elements == 0 && result.differing_runs == 0;
  return static_cast<int>(exact ? ExitCode::Ok : ExitCode::Mismatch);
}

}  // namespace

void register_eval(Command& app) {
  auto flags = std::make_shared<EvalFlags>();
  Command* eval = app.add_subcommand("eval", "accuracy in int8 beside float, on labelled images");
  EvalRequest& r = flags->request;
  eval->add_option("model", r.model, "network (.onnx)")->required();
  eval->add_option("--images", r.images, "images (.npy); NAME=FILE for each of several inputs")
      ->required()
      ->expected(1)
      ->take_all();
  eval->add_option("--labels", r.labels, "class indices (.npy); without: no top-1");
  flags->compile.add_to(*eval);
  r.device.add_to(*eval);
  flags->clock.add_to(*eval);
  eval->add_option("--limit", r.limit, "evaluate this many images; 0: all")
      ->check(range(0, std::numeric_limits<int32_t>::max()));
  eval->add_option("--threads", r.threads, "threads of float operators on the host")
      ->check(range(1, 256))
      ->capture_default_str();
  eval->add_flag("--no-verify", flags->no_verify, "do not compare with the integer interpreter");
  eval->add_flag("--json", flags->json, "print JSON instead of text");
  eval->footer(kEvalExamples + device_footer());
  eval->callback(limited(*eval, [flags] { return run_eval(*flags); }));
}

}  // namespace vta::cli

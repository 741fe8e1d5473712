#include "workbench/views/eval_report.h"

#include <cmath>

#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "compiler/quant/quant_warnings.h"
#include "explore/record/batch_use.h"
#include "explore/record/work_json.h"

namespace vta::workbench {
namespace {

std::vector<std::string> warnings(const EvalResult& r) {
  std::vector<std::string> all;
  const Scores& scores = r.evaluation.scores;
  if (r.chance)
    all.push_back(fmt::format(
        "the float network is right for {} of {} images, and guessing with its answers for {:.1f} "
        "%: labels, or how images are prepared ({}), may not be what it was trained with",
        r.chance->right, r.chance->images, r.chance->expected_percent,
        preparation_text(r.preparation)));
  else if (scores.sqnr_db < kPoorSqnrDb)
    all.push_back(fmt::format(
        "the logits in int8 keep {:.1f} dB of the float network's, below {} is poor: --quant auto "
        "with --calib, or layers in float (skip_conv), lose less",
        scores.sqnr_db, kPoorSqnrDb));
  return all;
}

std::optional<explore::ClockTimes> times_of(const explore::RunRecord& record) {
  return record.timed ? explore::clock_times(record.config, record.result, record.images)
                      : std::nullopt;
}

boost::json::value number_or_null(const std::optional<double>& number) {
  return number ? boost::json::value(*number) : boost::json::value();
}

void add_scores(const Scores& s, boost::json::object& out) {
  out["classes"] = s.classes;
  if (s.labelled) {
    out["float_top1_percent"] = s.float_top1;
    out["int8_top1_percent"] = s.int8_top1;
    out["float_top5_percent"] = number_or_null(s.float_top5);
    out["int8_top5_percent"] = number_or_null(s.int8_top5);
  }
  out["agreement_percent"] = s.agreement;
  if (std::isfinite(s.sqnr_db))
    out["sqnr_db"] = s.sqnr_db;
  else
    out["sqnr_db"] = nullptr;  // no difference at all
}

void add_speed(const EvalResult& r, boost::json::object& out) {
  const EvaluationTimes& t = r.evaluation.times;
  out["images_per_second"] = r.images_per_second();
  out["threads"] = r.evaluation.threads;
  out["total_seconds"] = r.seconds;
  out["seconds"] = t.wall_seconds;
  out["float_seconds"] = t.float_seconds;
  out["int8_seconds"] = t.int8_seconds;
  out["device_seconds"] = t.device_seconds;
}

boost::json::object verify_json(const VerifiedRuns& v) {
  return {{"exact", v.exact()},
          {"elements", v.elements},
          {"mismatched_elements", v.mismatched_elements},
          {"first_mismatch", v.first_mismatch},
          {"differing_runs", v.differing_runs},
          {"host_relative_error", v.output_error}};
}

void print_accuracy(const char* name, double in_float, double in_int8) {
  fmt::print("{} float          {:.1f} %\n", name, in_float);
  fmt::print("{} int8           {:.1f} %\n", name, in_int8);
}

void print_scores(const Scores& s) {
  if (s.labelled)
    print_accuracy("top-1", s.float_top1, s.int8_top1);
  if (s.labelled && s.float_top5 && s.int8_top5)
    print_accuracy("top-5", *s.float_top5, *s.int8_top5);
  fmt::print("agreement            {:.1f} %\n", s.agreement);
  fmt::print("SQNR of the logits   {:.1f} dB\n", s.sqnr_db);
}

void print_speed(const EvalResult& r) {
  const EvaluationTimes& t = r.evaluation.times;
  const double busy = t.prepare_seconds + t.float_seconds + t.int8_seconds + t.verify_seconds;
  fmt::print(
      "speed                {:.0f} images/s on {} ({:.0f} % of the time in the simulator, {:.0f} % "
      "in the float network)\n",
      r.images_per_second(), counted(r.evaluation.threads, "thread"), 100 * t.device_seconds / busy,
      100 * t.float_seconds / busy);
}

void print_verified(const EvalResult& r) {
  const auto& v = r.evaluation.verified;
  if (!v)
    fmt::print("verified             no (--verify)\n");
  else if (v->exact())
    fmt::print("verified             yes, {} equal the integer interpreter's\n",
               counted(v->elements, "element"));
  else
    fmt::print("verified             NO, {} of {} differ; {} not repeatable\n{}\n",
               v->mismatched_elements, counted(v->elements, "element"),
               counted(v->differing_runs, "run was", "runs were"), v->first_mismatch);
}

}  // namespace

boost::json::object eval_json(const EvalReport& report) {
  const EvalRequest& request = report.request;
  const EvalResult& r = report.result;
  const explore::RunRecord& record = r.record;
  const auto figure = [&](std::string_view name) {
    return record.timed
               ? explore::figure_json(figure_of(*explore::find_quantity(name), record.view()))
               : boost::json::value();
  };
  const VtaConfig& config = record.config;
  boost::json::object out;
  out["provenance"] = provenance_json({.schema = "vta.eval",
                                       .schema_version = 2,
                                       .config_name = config.name(),
                                       .config_hash = config.hash(),
                                       .seed = report.seed});
  out["model"] = request.model;
  out["quant"] = report.quant;
  out["backend"] = record.backend;
  out["images"] = r.evaluation.scores.samples;
  out["batch"] = record.images;
  add_scores(r.evaluation.scores, out);
  add_speed(r, out);
  out["device_mac_percent"] = device_percent(record.result.work);
  out["work"] = explore::work_json(record.result.work);
  out["cycles_per_batch"] = figure("cycles");
  out["cycles_per_image"] = figure("cycles_per_image");
  out["times"] = explore::clock_json(times_of(record));
  for (const CounterField& field : machine_counters())
    out[field.name] = r.evaluation.stats.counters.*field.member;
  if (r.evaluation.verified)
    out["verify"] = verify_json(*r.evaluation.verified);
  out["preprocessing"] = preparation_json(r.preparation);
  out["notes"] = boost::json::value_from(r.notes);
  out["warnings"] = boost::json::value_from(warnings(r));
  return out;
}

void print_eval(const EvalReport& report) {
  const EvalRequest& request = report.request;
  const EvalResult& r = report.result;
  const explore::RunRecord& record = r.record;
  fmt::print("network              {}\n", request.model);
  fmt::print("configuration        {}, {}, --quant {}\n", record.config.name(), record.backend,
             report.quant);
  fmt::print("images               {}, batch {}\n", r.evaluation.scores.samples, record.images);
  fmt::print("preprocessing        {}\n", preparation_text(r.preparation));
  fmt::print("on the accelerator   {}\n", share_text(record.result.work));
  fmt::print("on the host          {}\n", host_operators_text(record.result.work));
  print_scores(r.evaluation.scores);
  print_speed(r);
  if (record.timed)
    fmt::print("cycles per batch     {}, {:.1f} per image, on the accelerator\n",
               record.result.timing.cycles, *explore::number_of("cycles_per_image", record.view()));
  if (const auto times = times_of(record))
    fmt::print("at the clock         {}\n", explore::clock_text(*times));
  if (const std::string note = explore::idle_batch_note(record.config, record.images);
      !note.empty())
    fmt::print("warning              {}\n", note);
  print_verified(r);
  for (const std::string& note : r.notes)
    fmt::print("note: {}\n", note);
  for (const std::string& warning : warnings(r))
    fmt::print("warning: {}\n", warning);
}

}  // namespace vta::workbench

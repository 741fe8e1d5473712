#include "cli/system_command.h"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <map>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/standard_streams.h"
#include "link/local_link.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "workbench/pipeline_work.h"
#include "workbench/system_run.h"
#include "workbench/views/system_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

constexpr const char* kAuto = "auto";

void check_usage(const SystemRunFlags& flags) {
  if (flags.system.split != "channels" && flags.system.split != kAuto)
    refuse_given({flags.system.barrier_option},
                 fmt::format("is for --split channels: with {} no core waits for another's layer",
                             flags.system.split));
  flags.compile.require_program("run");
  refuse_given(flags.system.of_one_device, "is for a run on one device: leave it out of --system");
  if (!flags.compile.given_config().empty())
    throw UsageError(
        fmt::format("--config {}: the file of --system names each core's "
                    "configuration",
                    flags.compile.given_config()));
  if (!flags.device.memory.empty())
    throw UsageError(fmt::format("--memory {}: the file of --system names the memory of its cores",
                                 flags.device.memory));
  const std::string scheme = flags.device.named().scheme;
  if (scheme != "csim" && scheme != "tsim")
    throw UsageError(fmt::format(
        "--system needs a simulator of time in this process: --backend csim or tsim, not {}",
        scheme));
  if (flags.model.ends_with(".vta"))
    throw UsageError(
        fmt::format("--system compiles a network for each of its cores: '{}' is a program for one "
                    "device",
                    flags.model));
  if (flags.verify && flags.device.timing_only())
    throw UsageError(
        "--verify compares values, and --timing-only computes none: leave one of them out");
}

// Outputs of images, which come in any order, in theirs.
class OutputsInOrder {
 public:
  explicit OutputsInOrder(std::function<void(int64_t, std::vector<Tensor>)> take)
      : take_(std::move(take)) {}
  void add(int64_t image, std::vector<Tensor> outputs) {
    early_.emplace(image, std::move(outputs));
    for (auto next = early_.find(next_); next != early_.end(); next = early_.find(++next_)) {
      take_(next_, std::move(next->second));
      early_.erase(next);
    }
  }

 private:
  std::function<void(int64_t, std::vector<Tensor>)> take_;
  std::map<int64_t, std::vector<Tensor>> early_;
  int64_t next_ = 0;
};

// The whole network on one core without time.
class Reference {
 public:
  explicit Reference(std::shared_ptr<const Program> program)
      : executor_(program, std::make_unique<LocalLink>(make_device("fsim", program->config))) {}

  int64_t compare(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs) {
    for (size_t i = 0; i < inputs.size(); ++i)
      executor_.set_input(static_cast<int64_t>(i), inputs[i]);
    executor_.run();
    int64_t different = 0;
    for (size_t i = 0; i < outputs.size(); ++i) {
      const auto expected = executor_.output(static_cast<int64_t>(i)).bytes();
      const auto got = outputs[i].bytes();
      if (!std::ranges::equal(expected, got))
        ++different;
    }
    return different;
  }

 private:
  Executor executor_;
};

class SystemCommand {
 public:
  explicit SystemCommand(const SystemRunFlags& flags)
      : flags_(flags),
        system_(load_system(flags.system.file)),
        options_(flags.compile.options_for(flags.model)) {
    const DeviceString device = flags.device.named();
    work_.backend = device.scheme;
    work_.kernels = device.get("kernels", "auto");
    work_.timing_only = flags.device.timing_only();
    work_.max_cycles = flags.device.max_cycles;
    work_.barrier = flags.system.barrier;
    options_.config = system_.configs.front();
  }

  int run() {
    const SystemPlan whole = batch_plan(flags_.model, options_, system_.configs, notes_);
    if (whole.programs.front()->kernels.empty())
      throw UsageError(fmt::format(
          "no kernel of '{}' runs on the accelerator: cores have nothing to do; leave --system out",
          flags_.model));
    flags_.compile.write_recipe();
    const piped::Plan ports = whole_network(flags_.model, whole.programs.front());
    const PipelineInputs inputs(
        ports, flags_.inputs, count(),
        preparation(flags_.compile.pixels, known_preparation(flags_.model)).how,
        {"--input", "--images"});
    work_.images = inputs.count();
    for (const std::string& note : inputs.notes())
      notes_.push_back(note);
    std::vector<SystemRun> candidates;
    const SystemPlan plan = choose(whole, candidates);
    PipelineOutputs outputs(ports, flags_.outputs);
    std::unique_ptr<Reference> reference;
    if (flags_.verify)
      reference = std::make_unique<Reference>(whole.programs.front());
    int64_t different = 0;
    OutputsInOrder in_order([&](int64_t image, std::vector<Tensor> values) {
      if (reference)
        different += reference->compare(inputs.at(image), values);
      outputs.add(values);
    });
    work_.input = [&](int64_t image) { return inputs.at(image); };
    work_.output = [&](int64_t image, std::vector<Tensor> values) {
      in_order.add(image, std::move(values));
    };
    Progress progress("images", work_.images);
    work_.on_image = [&progress] { progress.step(); };
    const SystemRun done = run_on_system(plan, work_);
    outputs.write();
    const SystemReport report{.model = flags_.model,
                              .system = &system_,
                              .plan = &plan,
                              .run = &done,
                              .batch = inputs.batch(),
                              .candidates = std::move(candidates),
                              .verified = flags_.verify ? std::optional(different) : std::nullopt,
                              .notes = notes_};
    if (flags_.json)
      std::puts(json_text(system_json(report)).c_str());
    else
      std::fputs(system_text(report, output_width()).c_str(), stdout);
    return static_cast<int>(different > 0 ? ExitCode::Mismatch : ExitCode::Ok);
  }

 private:
  // 0: as many as files have.
  int64_t count() const {
    if (flags_.system.images > 0 || !flags_.inputs.empty())
      return flags_.system.images;
    return 2 * std::ssize(system_.configs);
  }

  SystemPlan choose(SystemPlan whole, std::vector<SystemRun>& candidates) {
    if (flags_.system.split == "batch")
      return whole;
    std::vector<std::string> notes;
    if (flags_.system.split == "pipeline")
      return pipeline_plan(flags_.model, options_, system_.configs, work_, notes);
    if (flags_.system.split == "channels")
      return channels_plan(flags_.model, options_, system_.configs, notes);
    SystemChoice choice =
        quickest_plan(flags_.model, options_, system_.configs, std::move(whole), work_);
    candidates = std::move(choice.candidates);
    for (std::string& note : choice.notes)
      notes_.push_back(std::move(note));
    return std::move(choice.plan);
  }

  const SystemRunFlags& flags_;
  SystemFile system_;
  CompileOptions options_;
  SystemWork work_;
  std::vector<std::string> notes_;
};

}  // namespace

void SystemFlags::add_to(Command& command) {
  const OptionGroup group = command.group("System");
  command
      .add_option("--system", file,
                  "run on several cores that share a memory: a file with \"cores\", \"memory\", "
                  "\"clock\" (docs/systems.md)")
      ->input_file();
  command
      .add_option("--split", split,
                  "batch: an image a core; pipeline: a part of the network a core; channels: "
                  "slices of each layer a core, all on one image; auto: the quickest of them")
      ->check(one_of({"batch", "pipeline", "channels", kAuto}))
      ->capture_default_str();
  command
      .add_option("--images", images,
                  "number of images (with --batch, of batches); default: all of --input, or two "
                  "random ones for each core")
      ->check(range(1, kMostSystemImages));
  barrier_option =
      command
          .add_option(
              "--barrier", barrier,
              "with channels: cycles from the end of a layer on all cores to the launches of the "
              "next")
          ->check(range(1, kMostBarrierCycles))
          ->capture_default_str();
  own = {command.get_option("--split"), command.get_option("--images"), barrier_option};
}

int run_system(SystemRunFlags flags) {
  if (flags.system.device->count() == 0)
    flags.device.device = "csim";
  check_usage(flags);
  return SystemCommand(flags).run();
}

}  // namespace vta::cli

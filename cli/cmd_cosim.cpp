// vta cosim: the same programs on every backend, and what they differ in.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/json.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/suggest.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "config/dram_file.h"
#include "sim/cosim/campaign.h"
#include "sim/cosim/program_text.h"
#include "workbench/cosim_machines.h"
#include "workbench/cosim_network.h"
#include "workbench/cosim_system.h"
#include "workbench/pipeline_work.h"
#include "workbench/views/cosim_report.h"

namespace vta::cli {
namespace {

using namespace workbench;

using cosim::CampaignOptions;
using cosim::CampaignResult;
using Machine = CosimMachine;

struct CosimFlags {
  CompileFlags compile;  // its --config is this command's too
  std::string subject;   // FILE.s, PROGRAM.vta, MODEL.onnx, LISTING.ir
  std::string backends, memory, save = "cosim_differences", system;
  int64_t images = 0;
  std::vector<std::string> inputs;
  int64_t random = 0, program = -1, require_hits = 0, jobs = 2;
  int64_t max_cycles = kMaxCycles;
  double shrink_seconds = 30;
  bool json = false, hits = false;
  std::vector<const Option*> of_random, of_network;  // options of random programs, of networks
  std::vector<const Option*> not_of_systems;
};

uint64_t seed_of(const CosimFlags& flags) {
  return model_settings(flags.compile.recipe()).seed;
}

// A fixed memory may change the bus, and with it the hardware.
cosim::MemoryChoice choose_memory(const std::string& memory, std::vector<Machine>& machines) {
  if (memory.empty())
    return cosim::MemoryChoice::Mixed;
  if (memory == "random")
    return cosim::MemoryChoice::Random;
  for (Machine& machine : machines)
    machine.config = with_memory(machine.config, memory);
  for (const Machine& machine : machines)
    if (const std::string& dram = machine.config.mem_dram; !dram.empty() && !is_known_dram(dram))
      throw UsageError(fmt::format(
          "--memory {}: random programs are written down with the name of a known DRAM", memory));
  return cosim::MemoryChoice::Fixed;
}

int exit_code(bool equal) {
  return static_cast<int>(equal ? ExitCode::Ok : ExitCode::Mismatch);
}

int run_random(const CosimFlags& flags) {
  CampaignOptions options;
  options.machines =
      wanted_machines(flags.compile.config, with_all_kernels(wanted_backends(flags.backends)));
  options.memory = choose_memory(flags.memory, options.machines);
  options.make_device = make_cosim_device;
  options.programs = flags.program < 0 ? flags.random : 1;
  options.first_program = std::max<int64_t>(flags.program, 0);
  options.seed = seed_of(flags);
  options.jobs = flags.jobs;
  options.save_folder = flags.save;
  options.shrink_seconds = flags.shrink_seconds;
  Progress progress("programs", options.programs);
  options.on_program = [&progress] { progress.step(); };
  const CampaignResult result = run_campaign(options, flags.require_hits);
  const CampaignReport report{.options = options,
                              .result = result,
                              .require_hits = flags.require_hits,
                              .hits = flags.hits,
                              .random = flags.random,
                              .config = flags.compile.config,
                              .memory = flags.memory};
  if (flags.json)
    fmt::print("{}\n", json_text(campaign_json(report)));
  else
    print_campaign(report);
  return exit_code(result.differences.empty() && result.rare.empty());
}

int run_text(const CosimFlags& flags) {
  cosim::TestProgram program = cosim::parse_program(read_text_file(flags.subject), flags.subject);
  if (!flags.memory.empty())
    program.config = with_memory(program.config, flags.memory);
  const std::vector<std::string> backends = with_all_kernels(wanted_backends(flags.backends));
  cosim::Bench bench(backends, make_cosim_device);
  const cosim::Verdict verdict = bench.run(program);
  const CosimVerdict shown{program.config, backends, std::ssize(program.insns), verdict};
  if (flags.json)
    fmt::print("{}\n", json_text(verdict_json(shown)));
  else
    print_verdict(shown);
  return exit_code(!verdict.difference);
}

int run_network(const CosimFlags& flags) {
  if (flags.memory == "random")
    throw UsageError("--memory random is for --random: a network takes a preset or parameters");
  const std::vector<std::string> backends = plain_backends(flags.backends);
  const auto machine = [&](VtaConfig config) {
    return with_memory(std::move(config), flags.memory);
  };
  const NetworkComparison found = compare_network(
      {.model = flags.subject,
       .inputs = flags.inputs,
       .pixels = flags.compile.pixels,
       .backends = backends,
       .max_cycles = flags.max_cycles},
      program_for({"cosim", flags.subject, flags.compile.given_config(), machine}, flags.compile));
  if (flags.json)
    fmt::print("{}\n", json_text(comparison_json(found, backends, seed_of(flags))));
  else
    print_comparison(found, backends);
  return exit_code(found.differences.empty());
}

std::vector<std::string> system_backends(const CosimFlags& flags) {
  if (flags.backends.empty())
    return {"csim", "tsim"};
  std::vector<std::string> backends = plain_backends(flags.backends);
  for (const std::string& backend : backends)
    if (backend != "csim" && backend != "tsim")
      throw UsageError(fmt::format(
          "--backends {}: systems are simulated by csim and tsim; values are compared with fsim's "
          "always",
          flags.backends));
  return backends;
}

int run_random_systems(const CosimFlags& flags, const SystemFile& system) {
  SystemCampaign campaign;
  campaign.cores = system.configs;
  campaign.backends = system_backends(flags);
  campaign.memory = system.memory.empty() ? cosim::MemoryChoice::Mixed : cosim::MemoryChoice::Fixed;
  campaign.programs = flags.program < 0 ? flags.random : 1;
  campaign.first_program = std::max<int64_t>(flags.program, 0);
  campaign.seed = seed_of(flags);
  Progress progress("programs", campaign.programs);
  campaign.on_program = [&progress] { progress.step(); };
  const SystemCampaignResult found = run_system_campaign(campaign);
  const SystemCosimReport report{system, campaign, found};
  if (flags.json)
    fmt::print("{}\n", json_text(system_campaign_json(report)));
  else
    print_system_campaign(report);
  return exit_code(found.differences.empty());
}

int run_network_on_system(const CosimFlags& flags, const SystemFile& system) {
  CompileOptions options = flags.compile.options_for(flags.subject);
  options.config = system.configs.front();
  std::vector<std::string> notes;
  const SystemPlan plan = batch_plan(flags.subject, options, system.configs, notes);
  const piped::Plan ports = whole_network(flags.subject, plan.programs.front());
  const int64_t images = flags.images > 0 ? flags.images : std::ssize(system.configs);
  const PipelineInputs inputs(
      ports, flags.inputs, images,
      preparation(flags.compile.pixels, known_preparation(flags.subject)).how,
      {"--input", "--images"});
  const std::vector<std::string> backends = system_backends(flags);
  const SystemNetworkComparison found =
      compare_system_network(plan,
                             {.max_cycles = flags.max_cycles,
                              .images = images,
                              .input = [&](int64_t image) { return inputs.at(image); }},
                             backends);
  const NetworkComparison shown{system.configs.front(), found.launches, found.insns, found.cycles,
                                found.differences};
  if (flags.json)
    fmt::print("{}\n", json_text(comparison_json(shown, backends, seed_of(flags))));
  else
    print_comparison(shown, backends);
  return exit_code(found.differences.empty());
}

int run_systems(const CosimFlags& flags) {
  refuse_given(flags.not_of_systems, "is for one device: leave it out of --system");
  if (!flags.compile.given_config().empty() || !flags.memory.empty())
    throw UsageError(
        fmt::format("{}: the file of --system names its cores' configurations and their memory",
                    flags.memory.empty() ? "--config " + flags.compile.given_config()
                                         : "--memory " + flags.memory));
  const SystemFile system = load_system(flags.system);
  if (flags.random > 0)
    return run_random_systems(flags, system);
  if (flags.subject.ends_with(".s") || flags.subject.ends_with(".vta"))
    throw UsageError(fmt::format(
        "--system takes a network (.onnx, .tflite, .ir) or --random N: '{}' is for one device",
        flags.subject));
  return run_network_on_system(flags, system);
}

int run(const CosimFlags& flags) {
  if (flags.subject.empty() == (flags.random == 0))
    throw UsageError("cosim takes either a FILE (.s, .vta, .onnx, .ir) or --random N");
  if (!flags.system.empty())
    return run_systems(flags);
  if (flags.images > 0)
    throw UsageError("--images needs --system: one device takes one image");
  if (flags.random > 0) {
    refuse_given(flags.of_network, "is for a FILE: random programs have no network");
    if (flags.program >= flags.random)
      throw UsageError(fmt::format("--program is {}, the {} of --random are 0 to {}", flags.program,
                                   counted(flags.random, "program"), flags.random - 1));
    return run_random(flags);
  }
  refuse_given(flags.of_random, "needs --random: there is one program");
  if (flags.require_hits > 0)
    throw UsageError("--require-hits needs --random: one program cannot reach every class");
  if (flags.program >= 0)
    throw UsageError("--program needs --random: it is the number of a random program");
  if (!flags.subject.ends_with(".s"))
    return run_network(flags);
  refuse_given(flags.of_network, "is for a network: a test program is what its text says");
  return run_text(flags);
}

constexpr const char* kCosimExamples = R"(Examples:
  vta cosim --random 1000 --seed 7 --config default,tiny --require-hits 10
  vta cosim --random 200 --config 1x8 --memory ddr,bus=16 --backends fsim,csim
  vta cosim --random 3000 --config all,random:12 --require-hits 10
  vta cosim --random 3000 --seed 7 --config all --program 1234
  vta cosim cosim_differences/default_7_123.s
  vta cosim resnet18.onnx --schedule fast --memory ideal8
  vta cosim resnet18.vta --json
  vta cosim --system two.json --random 50                  # on cores that share a memory
  vta cosim --system two.json resnet18.onnx

A random program depends on --seed and its number only. A program that differs is shrunk and
written to DIR as text that this command replays. Racy programs (tokens missing, marked so in the
text) are compared in everything but DRAM and scratchpads. Programs run in processes of their own:
if one ends by a signal, this counts as a difference, and the message has the program's number and the
command that repeats it. random:COUNT draws legal configurations; twelve of them hold the smallest and
the largest value of every key. Those above 4096 MACs run without tsim, whose models would take too long.
Exit codes: 0 all equal, 1 a difference, a hang, a process that died, or too few hits; 2 wrong options; 3 unreadable
  input; 4 illegal configuration; 5 cannot be compiled; 6 a backend cannot be made;
  8 more than a limit allows; 9 results cannot be written.)";

}  // namespace

void register_cosim(Command& app) {
  auto flags = std::make_shared<CosimFlags>();
  Command* command =
      app.add_subcommand("cosim", "run the same programs on every backend and compare the results");
  command->add_option("FILE", flags->subject,
                      "test program (.s), compiled program (.vta), network (.onnx, .tflite, .ir)");
  command->add_option("--random", flags->random, "number of random programs")
      ->check(range(1, 10000000));
  command->add_option("--program", flags->program, "run only this one of the random programs")
      ->check(range(0, 9999999));
  const auto begin = static_cast<std::ptrdiff_t>(command->options().size());
  flags->compile.add_to(*command);
  flags->of_network = command->options();
  flags->of_network.erase(flags->of_network.begin(), flags->of_network.begin() + begin);
  std::erase(flags->of_network, command->get_option("--config"));  // of random programs too
  std::erase(flags->of_network, command->get_option("--seed"));
  command->get_option("--config")
      ->description(fmt::format("named configuration or FILE.json; with --random several, all, or "
                                "random:COUNT[:SEED]; {}",
                                kProgramConfigHelp))
      ->default_str("default, a .vta's own");
  command->add_option("--memory", flags->memory,
                      "preset, parameters (bus=,read=,write=,gap=,outstanding=,burst=) or random; "
                      "default with --random: presets and random parameters in turn");
  command->add_option("--backends", flags->backends,
                      "any of fsim,csim,tsim (default: all); fsim runs once with each kind of "
                      "kernels, fsim:NAME and csim:NAME with that kind only");
  command
      ->add_option("--require-hits", flags->require_hits,
                   "fail if fewer programs than this reach some class of programs")
      ->check(range(1, 1000000));
  command->add_flag("--hits", flags->hits, "print the hits of every class");
  command->add_option("--save", flags->save, "folder for programs that differ")
      ->capture_default_str();
  command->add_option("--shrink", flags->shrink_seconds, "seconds for shrinking such a program")
      ->check(range(0, 3600))
      ->capture_default_str();
  command->add_option("--jobs", flags->jobs, "worker processes")
      ->check(range(1, 256))
      ->capture_default_str();
  command
      ->add_option("--input", flags->inputs,
                   "input of a network: image, tensor or random:SEED (default random:0); NAME=FILE "
                   "for each input of several")
      ->expected(1)
      ->take_all();
  add_max_cycles(*command, flags->max_cycles);
  for (const char* name : {"--input", "--max-cycles"})
    flags->of_network.push_back(command->get_option(name));
  for (const char* name : {"--hits", "--save", "--shrink", "--jobs"})
    flags->of_random.push_back(command->get_option(name));
  command
      ->add_option("--system", flags->system,
                   "on the cores of a system (docs/systems.md): random programs on each, or the "
                   "network on all; csim and tsim")
      ->input_file();
  command
      ->add_option("--images", flags->images,
                   "with --system: images of the network; default: one for each core")
      ->check(range(1, kMostSystemImages));
  for (const char* name : {"--require-hits", "--hits", "--save", "--shrink", "--jobs"})
    flags->not_of_systems.push_back(command->get_option(name));
  command->add_flag("--json", flags->json, "print one JSON object instead of text");
  command->footer(kCosimExamples);
  command->callback(limited_by_meter(*command, [flags] { return run(*flags); }));
}

}  // namespace vta::cli

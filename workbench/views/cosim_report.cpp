#include "workbench/views/cosim_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/plural.h"
#include "base/provenance.h"
#include "base/text_table.h"

namespace vta::workbench {

namespace json = boost::json;
using cosim::CampaignOptions;

namespace {

std::string cosim_summary(int64_t programs, int64_t insns, int64_t cycles, int64_t differences) {
  return fmt::format("cosim: {}, {}, {}, {}", counted(programs, "program"),
                     counted(insns, "instruction"), counted(cycles, "cycle"),
                     counted(differences, "difference"));
}

constexpr const char* kCompared =
    "compared: completion cycle of every instruction, cycles and unit states (backends with time); "
    "error and its instruction, completed instructions, counters of run and kernels, tokens left, "
    "all DRAM, scratchpads (every backend); after INDEX_RANGE, completed instructions and counters "
    "only among backends with time, since they depend on it";

const char* compared(const std::vector<std::string>& backends) {
  return backends.size() > 1 ? kCompared : "compared: nothing, with one backend";
}

json::object cosim_provenance(const VtaConfig& config, std::optional<uint64_t> seed) {
  return provenance_json({.schema = "vta.cosim",
                          .config_name = config.name(),
                          .config_hash = config.hash(),
                          .seed = seed});
}

// Of the machine that runs on most of them.
const std::vector<std::string>& backends_of(const CampaignOptions& options) {
  return std::ranges::max_element(options.machines, {},
                                  [](const CosimMachine& m) { return m.backends.size(); })
      ->backends;
}

std::string ending_text(const cosim::Verdict& verdict) {
  const RunReport& report = verdict.detailed().report;
  return report.error == IsaError::None
             ? "no error"
             : fmt::format("{} at instruction {}", isa_error_name(report.error), report.error_insn);
}

}  // namespace

json::object campaign_json(const CampaignReport& report) {
  const auto& [options, result, require_hits, hits_shown, random, config, memory] = report;
  json::object out;
  out["provenance"] = cosim_provenance(options.machines.front().config, options.seed);
  out["backends"] = json::value_from(backends_of(options));
  out["seed"] = options.seed;
  out["programs"] = result.programs;
  out["instructions"] = result.insns;
  out["cycles"] = result.cycles;
  out["racy"] = result.racy;
  out["errors"] = result.errors;
  json::array configs, differences;
  for (const auto& c : result.configs)
    configs.push_back({{"name", c.name},
                       {"programs", c.programs},
                       {"instructions", c.insns},
                       {"cycles", c.cycles},
                       {"backends", json::value_from(options.machines[configs.size()].backends)},
                       {"differences", c.differences}});
  for (const auto& d : result.differences)
    differences.push_back({{"program", d.program},
                           {"config", d.config},
                           {"kind", d.kind},
                           {"text", d.text},
                           {"file", d.file}});
  out["configurations"] = configs;
  out["differences"] = differences;
  json::object hits;
  for (const cosim::HitClass& c : result.classes)
    hits[c.name] = c.hits;
  out["hits"] = hits;
  out["require_hits"] = require_hits;
  out["rare"] = json::value_from(result.rare);
  return out;
}

void print_campaign(const CampaignReport& report) {
  const auto& [options, result, require_hits, hits_shown, random, config, memory] = report;
  fmt::print("backends {}; seed {}; {} end with an error and {} race, as they are made to\n{}\n",
             fmt::join(backends_of(options), ", "), options.seed, counted(result.errors, "program"),
             result.racy, compared(backends_of(options)));
  TextTable table({{"  configuration", false},
                   {"programs"},
                   {"instructions"},
                   {"cycles"},
                   {"differences"},
                   {"", false}});
  for (size_t k = 0; k < result.configs.size(); ++k) {
    const auto& c = result.configs[k];
    const CosimMachine& machine = options.machines[k];
    const bool all = machine.backends == backends_of(options);
    table.add({"  " + c.name, std::to_string(c.programs), std::to_string(c.insns),
               std::to_string(c.cycles), std::to_string(c.differences),
               all ? "" : fmt::format("{} MACs: without tsim", machine.config.macs())});
  }
  fmt::print("{}", table.text(kTableWidth));
  if (hits_shown || require_hits > 0) {
    int64_t least = result.classes.empty() ? 0 : result.classes.front().hits;
    for (const cosim::HitClass& c : result.classes)
      least = std::min(least, c.hits);
    fmt::print("hits: {}, each hit by at least {}\n", counted(std::ssize(result.classes), "class"),
               counted(least, "program"));
    fmt::print("{}", cosim::hit_text(result.classes));
  }
  for (const auto& d : result.differences) {
    fmt::print("program {} ({}), {}: {}\n", d.program, d.config, d.kind, d.text);
    if (!d.file.empty())
      fmt::print("  saved: {} ({})\n", d.file, counted(d.insns, "instruction"));
    fmt::print("  again: vta cosim --random {} --seed {} --program {} --config {}{}\n", random,
               options.seed, d.program, config, memory.empty() ? "" : " --memory " + memory);
  }
  if (result.stopped)
    fmt::print("ended after {}\n", counted(std::ssize(result.differences), "difference"));
  if (!result.rare.empty())
    fmt::print("fewer than {}: {}\n", counted(require_hits, "hit"), fmt::join(result.rare, ", "));
  fmt::print("{}\n", cosim_summary(result.programs, result.insns, result.cycles,
                                   std::ssize(result.differences)));
}

json::object verdict_json(const CosimVerdict& shown) {
  const cosim::Verdict& verdict = shown.verdict;
  json::object out;
  out["provenance"] = cosim_provenance(shown.config, std::nullopt);
  out["backends"] = json::value_from(shown.backends);
  out["programs"] = 1;
  out["instructions"] = shown.insns;
  out["cycles"] = verdict.cycles();
  out["end"] = ending_text(verdict);
  out["completions"] = json::value_from(verdict.detailed().completion);
  json::array differences;
  if (verdict.difference)
    differences.push_back({{"kind", cosim::difference_name(verdict.difference->kind)},
                           {"text", verdict.difference->text}});
  out["differences"] = differences;
  return out;
}

void print_verdict(const CosimVerdict& shown) {
  const cosim::Verdict& verdict = shown.verdict;
  fmt::print("backends {}; ends with {}\n{}\n", fmt::join(shown.backends, ", "),
             ending_text(verdict), compared(shown.backends));
  if (verdict.difference)
    fmt::print("{}: {}\n", cosim::difference_name(verdict.difference->kind),
               verdict.difference->text);
  fmt::print("{}\n", cosim_summary(1, shown.insns, verdict.cycles(), verdict.difference ? 1 : 0));
}

json::object comparison_json(const NetworkComparison& found,
                             const std::vector<std::string>& backends, uint64_t seed) {
  json::object out;
  out["provenance"] = cosim_provenance(found.config, seed);
  out["backends"] = json::value_from(backends);
  out["programs"] = 1;
  out["launches"] = found.launches;
  out["instructions"] = found.insns;
  out["cycles"] = found.cycles;
  out["differences"] = json::value_from(found.differences);
  return out;
}

void print_comparison(const NetworkComparison& found, const std::vector<std::string>& backends) {
  fmt::print("backends {}; {}\n{}\n", fmt::join(backends, ", "), counted(found.launches, "launch"),
             compared(backends));
  for (const std::string& difference : found.differences)
    fmt::print("{}\n", difference);
  fmt::print("{}\n", cosim_summary(1, found.insns, found.cycles, std::ssize(found.differences)));
}

boost::json::object system_campaign_json(const SystemCosimReport& report) {
  const SystemCampaignResult& result = report.result;
  json::array cores, backends, differences;
  for (const std::string& core : report.system.cores)
    cores.emplace_back(core);
  for (const std::string& backend : report.campaign.backends)
    backends.emplace_back(backend);
  for (const SystemFound& found : result.differences)
    differences.push_back(json::object{{"program", found.program},
                                       {"core", found.core},
                                       {"kind", found.kind},
                                       {"text", found.text}});
  return {{"system", report.system.name},    {"cores", std::move(cores)},
          {"backends", std::move(backends)}, {"seed", report.campaign.seed},
          {"programs", result.programs},     {"launches", result.launches},
          {"instructions", result.insns},    {"cycles", result.cycles},
          {"errors", result.errors},         {"differences", std::move(differences)}};
}

void print_system_campaign(const SystemCosimReport& report) {
  const SystemCampaignResult& result = report.result;
  for (const SystemFound& found : result.differences)
    fmt::print("program {}, core {}: {}: {}\n", found.program, found.core, found.kind, found.text);
  fmt::print("{} on {} ({}): {} of {}, {} cycles, {} that ended with an error; {}\n",
             counted(result.programs, "program"), counted(std::ssize(report.system.cores), "core"),
             fmt::join(report.campaign.backends, ", "),
             counted(result.launches, "launch", "launches"), counted(result.insns, "instruction"),
             result.cycles, result.errors, counted(std::ssize(result.differences), "difference"));
  if (!result.differences.empty())
    fmt::print("repeat one with --program {} and the other options as they are\n",
               result.differences.front().program);
}

}  // namespace vta::workbench

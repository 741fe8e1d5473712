#include "workbench/views/system_report.h"

#include <algorithm>

#include "base/plural.h"
#include "base/text_table.h"
#include "config/dram_file.h"
#include "explore/record/run_writer.h"
#include "explore/record/timing_json.h"

namespace vta::workbench {
namespace {

namespace json = boost::json;

const VtaConfig& first_config(const SystemReport& report) {
  return report.plan->programs.front()->config;
}

std::vector<int64_t> latencies(const SystemRun& run) {
  std::vector<int64_t> out;
  for (const SystemRun::Image& image : run.images)
    out.push_back(image.latency());
  std::ranges::sort(out);
  return out;
}

double share(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// With the time at the system's clock, where it has one.
std::string cycles_text(const SystemReport& report, double cycles) {
  const std::string count = fmt::format("{:.0f} cycles", cycles);
  const std::optional<double> mhz = first_config(report).clock.mhz;
  return mhz ? fmt::format("{} ({:.3f} ms)", count, cycles / *mhz / 1e3) : count;
}

std::string memory_text(const VtaConfig& config) {
  if (!config.mem_dram.empty())
    return dram_name(config.mem_dram);
  return fmt::format("read latency {}, write latency {}, gap {}", config.mem_read_latency,
                     config.mem_write_latency, config.mem_gap);
}

int64_t median_latency(const SystemRun& run) {
  const std::vector<int64_t> sorted = latencies(run);
  return sorted[sorted.size() / 2];
}

// What `auto` has tried, and what that is best at.
std::string candidate_table(const SystemReport& report, size_t width) {
  TextTable table({{.header = "split", .number = false},
                   {.header = "cycles"},
                   {.header = report.batch > 1 ? "latency of a batch" : "latency of an image"},
                   {.header = report.batch > 1 ? "another batch every" : "another image every"}});
  for (const SystemRun& run : report.candidates) {
    const std::optional<double> interval = run.interval();
    table.add({run.split, std::to_string(run.cycles), std::to_string(median_latency(run)),
               interval ? fmt::format("{:.0f}", *interval) : "-"});
  }
  const auto best = std::ranges::min_element(report.candidates, {}, &median_latency);
  std::string text =
      fmt::format("auto took the fewest cycles for all, {}; the latency is least with {}:\n{}",
                  report.run->split, best->split, table.text(width));
  return text;
}

// How the cuts of a pipeline were found.
std::string cuts_text(const SystemPlan& plan) {
  if (plan.tried.size() < 2)
    return "";
  return fmt::format(
      "cuts balanced for cores alone on the memory: {} cycles; moved by what the parts take beside "
      "each other: {}; {} taken\n",
      plan.tried.front(),
      fmt::join(std::vector<int64_t>(plan.tried.begin() + 1, plan.tried.end()), ", "),
      plan.tried[plan.taken]);
}

std::string core_table(const SystemReport& report, size_t width) {
  const bool of_kernels = report.run->split != "batch";
  TextTable table({{.header = "core"},
                   {.header = "configuration", .number = false},
                   {.header = of_kernels ? "kernels" : "images"},
                   {.header = "launches"},
                   {.header = report.batch > 1 ? "cycles a batch" : "cycles an image"},
                   {.header = "busy %"}});
  for (size_t k = 0; k < report.run->cores.size(); ++k) {
    const SystemRun::Core& core = report.run->cores[k];
    const auto kernels = std::ssize(report.plan->programs[k]->kernels);
    table.add({std::to_string(k), report.system->cores[k],
               std::to_string(of_kernels ? kernels : core.images * report.batch),
               std::to_string(core.launches),
               std::to_string(core.images > 0 ? core.busy / core.images : 0),
               fmt::format("{:.1f}", 100 * share(core.busy, report.run->cycles))});
  }
  return table.text(width);
}

std::string dram_text(const DramStatistics& dram) {
  if (!dram.any())
    return "";
  const int64_t accesses = dram.reads + dram.writes;
  return fmt::format(
      "DRAM: {} reads, {} writes; {:.1f} % row hits, {} misses, {} conflicts; {} refreshes, {} "
      "turnarounds\n",
      dram.reads, dram.writes, 100 * share(dram.row_hits, accesses), dram.row_misses,
      dram.row_conflicts, dram.refreshes, dram.turnarounds);
}

json::object times_json(const SystemRun& run, int64_t batch) {
  const std::vector<int64_t> sorted = latencies(run);
  const std::optional<double> interval = run.interval();
  return {{"split", run.split},
          {"cycles", run.cycles},
          {"images", std::ssize(run.images) * batch},
          {"latency_cycles_median", median_latency(run)},
          {"latency_cycles_max", sorted.back()},
          {"interval_cycles", interval ? json::value(*interval) : json::value(nullptr)}};
}

}  // namespace

std::string system_text(const SystemReport& report, size_t width) {
  const SystemRun& run = *report.run;
  const std::vector<int64_t> sorted = latencies(run);
  std::string text = fmt::format("{} on {} ({}, {}): {} in {}\n", report.model,
                                 counted(std::ssize(run.cores), "core"), run.split,
                                 memory_text(first_config(report)),
                                 counted(std::ssize(run.images) * report.batch, "image"),
                                 cycles_text(report, static_cast<double>(run.cycles)));
  const char* one = report.batch > 1 ? "a batch" : "an image";
  text += fmt::format("latency of {}: {} (median), at most {}\n", one,
                      cycles_text(report, static_cast<double>(median_latency(run))),
                      cycles_text(report, static_cast<double>(sorted.back())));
  if (const std::optional<double> interval = run.interval())
    text += fmt::format("another {} every {}\n", report.batch > 1 ? "batch" : "image",
                        cycles_text(report, *interval));
  if (run.barriers > 0)
    text += fmt::format("{} of {}\n", counted(run.barriers, "barrier"),
                        cycles_text(report, static_cast<double>(run.barrier)));
  text += cuts_text(*report.plan);
  text += "\n" + core_table(report, width);
  if (const std::string dram = dram_text(run.dram); !dram.empty())
    text += "\n" + dram;
  if (!report.candidates.empty())
    text += "\n" + candidate_table(report, width);
  if (report.verified)
    text +=
        fmt::format("\nverify: {}\n", *report.verified == 0 ? "all outputs equal those of one core"
                                                            : counted(*report.verified, "output") +
                                                                  " differ from those of one core");
  for (const std::string& note : report.notes)
    text += fmt::format("note: {}\n", note);
  return text;
}

json::object system_json(const SystemReport& report) {
  const SystemRun& run = *report.run;
  json::object out = {
      {"provenance", explore::provenance_block(*report.plan->programs.front(), "vta.system")},
      {"model", report.model},
      {"system", report.system->name},
      {"memory", memory_text(first_config(report))}};
  for (auto& [key, value] : times_json(run, report.batch))
    out[key] = value;
  json::array cores, images, candidates;
  for (size_t k = 0; k < run.cores.size(); ++k) {
    const SystemRun::Core& core = run.cores[k];
    cores.push_back(json::object{{"core", k},
                                 {"config", report.system->cores[k]},
                                 {"kernels", report.plan->programs[k]->kernels.size()},
                                 {"images", core.images * report.batch},
                                 {"launches", core.launches},
                                 {"busy_cycles", core.busy},
                                 {"busy_share", share(core.busy, run.cycles)}});
  }
  for (const SystemRun::Image& image : run.images)
    images.push_back(
        json::object{{"core", image.core}, {"begin_cycle", image.begin}, {"end_cycle", image.end}});
  for (const SystemRun& candidate : report.candidates)
    candidates.push_back(times_json(candidate, report.batch));
  out["cores"] = std::move(cores);
  out["runs"] = std::move(images);
  if (!report.plan->tried.empty()) {
    json::array cuts;
    for (const int64_t cycles : report.plan->tried)
      cuts.emplace_back(cycles);
    out["cycles_by_cuts"] = std::move(cuts);
  }
  if (run.split == "channels")
    out["barriers"] = json::object{{"count", run.barriers}, {"cycles", run.barrier}};
  if (run.dram.any())
    out["dram"] = explore::dram_json(run.dram);
  if (!report.candidates.empty())
    out["candidates"] = std::move(candidates);
  json::array notes;
  for (const std::string& note : report.notes)
    notes.emplace_back(note);
  out["notes"] = std::move(notes);
  if (report.verified)
    out["outputs_that_differ"] = *report.verified;
  out["simulation_seconds"] = run.seconds;
  return out;
}

}  // namespace vta::workbench

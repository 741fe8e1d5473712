#include "hw/synth/synthesis_point.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "hw/synth/embedded_text.h"
#include "hw/synth/timing.h"
#include "hw/synth/yosys_run.h"

namespace vta {
namespace {

YosysJob job_of(const VtaConfig& config) {
  YosysJob job;
  job.sources = rtl_sources(config);
  job.files = {{kTimingCells, std::string(timing_cells_text())}};
  job.script = read_rtl_script(job.sources, kTimingTop) + xilinx_stat_script() +
               "flatten\nopt_clean\n" + netlist_script(kTimingTop);
  job.product = "netlist.json";
  job.product_is_output = true;
  job.second = kStat;
  return job;
}

SynthesisPoint point_of(const YosysProduct& product) {
  return {.area = read_stat(read_text_file(product.second), kTimingTop, SynthTarget::Xilinx7),
          .timing = longest_paths(read_netlist(read_text_file(product.path), product.path), 1)};
}

// By name: the texts of all modules, each in a file of its name.
std::map<std::string, std::string> module_texts(const RtlSources& sources) {
  std::map<std::string, std::string> texts;
  for (const std::string& file : sources.files)
    if (const std::string name = std::filesystem::path(file).stem().string();
        !name.ends_with("_pkg"))
      texts[name] = read_text_file(file);
  return texts;
}

bool has_instance(const std::string& text, const std::string& module) {
  return text.find(" " + module + " #(") != std::string::npos ||
         text.find(" " + module + " u_") != std::string::npos;
}

// Those modules, and all that have instances of them.
std::set<std::string> with_ancestors(const std::map<std::string, std::string>& texts,
                                     const std::vector<std::string>& modules) {
  std::set<std::string> found;
  for (const std::string& module : modules) {
    if (!texts.contains(module))
      throw UsageError(fmt::format("the RTL has no module '{}'", module));
    found.insert(module);
  }
  for (size_t before = 0; before != found.size();) {
    before = found.size();
    for (const auto& [name, text] : texts)
      if (std::ranges::any_of(found,
                              [&](const auto& module) { return has_instance(text, module); }))
        found.insert(name);
  }
  return found;
}

}  // namespace

std::vector<ModuleArea> synthesize_modules(const VtaConfig& config,
                                           const std::vector<std::string>& modules) {
  YosysJob job;
  job.sources = rtl_sources(config);
  job.product = kStat;
  const auto texts = module_texts(job.sources);
  const std::set<std::string> whole = with_ancestors(texts, modules);
  job.script = read_rtl_script(job.sources, kTimingTop);
  for (const auto& [name, text] : texts)
    if (!whole.contains(name))
      job.script += fmt::format("blackbox {0} {0}$*\n", name);
  job.script += xilinx_stat_script();
  std::vector<ModuleArea> rows =
      read_stat(read_text_file(yosys_product(job).path), kTimingTop, SynthTarget::Xilinx7).modules;
  std::erase_if(rows, [&](const ModuleArea& row) {
    return std::ranges::find(modules, row.name) == modules.end();
  });
  return rows;
}

SynthesisPoint synthesize_point(const VtaConfig& config) {
  return point_of(yosys_product(job_of(config)));
}

std::optional<SynthesisPoint> kept_synthesis_point(const VtaConfig& config) {
  const std::optional<YosysProduct> kept = kept_product(job_of(config));
  return kept ? std::optional(point_of(*kept)) : std::nullopt;
}

}  // namespace vta

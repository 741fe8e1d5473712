#include "hw/synth/synthesis_point.h"

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

}  // namespace

SynthesisPoint synthesize_point(const VtaConfig& config) {
  return point_of(yosys_product(job_of(config)));
}

std::optional<SynthesisPoint> kept_synthesis_point(const VtaConfig& config) {
  const std::optional<YosysProduct> kept = kept_product(job_of(config));
  return kept ? std::optional(point_of(*kept)) : std::nullopt;
}

}  // namespace vta

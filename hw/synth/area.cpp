#include "hw/synth/area.h"

#include "base/error.h"
#include "base/file.h"
#include "hw/synth/yosys_run.h"

namespace vta {
namespace {

constexpr const char* kTop = "vta_core";

YosysJob job_for(const VtaConfig& config, SynthTarget target) {
  YosysJob job;
  job.sources = rtl_sources(config);
  job.product = kStat;
  job.script = read_rtl_script(job.sources, kTop);
  if (target == SynthTarget::Generic)
    job.script += fmt::format("wreduce\nopt_clean\ntee -q -o {} stat -json\n", kStat);
  else
    job.script += xilinx_stat_script();
  return job;
}

}  // namespace

std::string xilinx_stat_script() {
  return fmt::format(
      "synth_xilinx -family xc7 -top {} -noiopad -noclkbuf\n"
      "tee -q -o {} stat -json -tech xilinx\n",
      kTop, kStat);
}

std::optional<AreaReport> cached_synthesis(const VtaConfig& config, SynthTarget target) {
  const std::optional<YosysProduct> kept = kept_product(job_for(config, target));
  if (!kept)
    return std::nullopt;
  return read_stat(read_text_file(kept->path), kTop, target);
}

AreaReport synthesize(const VtaConfig& config, SynthTarget target) {
  const YosysProduct product = yosys_product(job_for(config, target));
  AreaReport report = read_stat(read_text_file(product.path), kTop, target);
  report.seconds = product.seconds;
  return report;
}

}  // namespace vta

#include "explore/record/findings.h"

#include "base/percent.h"
#include "explore/record/batch_use.h"
#include "runtime/work_share.h"

namespace vta::explore {
namespace {

Finding finding_of(const VtaConfig& config, const AtLeast& least, int64_t gemm_steps,
                   int64_t cycles, const UnitCycles& units) {
  Finding out;
  out.cycles = cycles;
  if (config.clock.mhz)
    out.milliseconds = milliseconds(cycles, *config.clock.mhz);
  out.least = least;
  out.array = array_use({config.macs(), least.useful_macs, gemm_steps}, units);
  if (out.array)
    out.array_text = out.array->lost_text();
  out.lost = lost_cycles(units);
  out.lost_text = lost_text(units);
  const int64_t compute = total(units[static_cast<size_t>(TimedUnit::Compute)]);
  if (!out.lost.empty())
    out.most_lost_percent = percent_of(out.lost.front().cycles, compute);
  out.most_lost = lost_brief(units);
  if (out.array && 100 * out.array->lanes > out.most_lost_percent) {
    out.most_lost_percent = 100 * out.array->lanes;
    out.most_lost = "works in few lanes";
  }
  return out;
}

}  // namespace

Finding finding_of(const VtaConfig& config, const LayerResult& layer) {
  return finding_of(config, at_least(layer), layer.counters.gemm_counter, layer.timing.cycles,
                    layer.timing.units);
}

Findings findings_of(const RunRecord& record) {
  const PointResult& r = record.result;
  Findings out;
  out.run = finding_of(record.config, at_least(r), r.counters.gemm_counter, r.timing.cycles,
                       r.timing.units);
  out.issued = {r.bound_compute, r.bound_memory};
  out.outside_layer.name = out.outside_layer.kind = "outside";
  out.outside_layer.timing = r.timing.outside;
  out.outside = finding_of(record.config, out.outside_layer);
  out.device_share = share_text(r.work);
  out.host_operators = host_operators_text(r.work);
  out.idle_batch = idle_batch_note(record.config, record.images);
  for (const LayerResult& layer : r.layers)
    out.kernels.push_back(finding_of(record.config, layer));
  for (KindSum& sum : sums_by_kind(r)) {
    Finding finding =
        finding_of(record.config, sum.least, sum.gemm_steps, sum.timing.cycles, sum.timing.units);
    out.kinds.push_back({std::move(sum), std::move(finding)});
  }
  if (record.timed)
    out.times = clock_times(record.config, r, record.images);
  if (out.times)
    out.times_text = clock_text(*out.times);
  return out;
}

}  // namespace vta::explore

#include "explore/record/findings.h"

#include "base/percent.h"
#include "explore/record/batch_use.h"
#include "runtime/work_share.h"

namespace vta::explore {
namespace {

Finding finding_of(const VtaConfig& config, const AtLeast& least, int64_t gemm_steps,
                   const UnitCycles& units) {
  Finding out{.least = least,
              .array = array_use({config.macs(), least.useful_macs, gemm_steps}, units),
              .lost = lost_cycles(units),
              .lost_text = lost_text(units)};
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
  return finding_of(config, at_least(layer), layer.counters.gemm_counter, layer.timing.units);
}

Findings findings_of(const RunRecord& record) {
  const PointResult& r = record.result;
  Findings out{
      .run = finding_of(record.config, at_least(r), r.counters.gemm_counter, r.timing.units),
      .outside = finding_of(record.config, {}, 0, r.timing.outside.units),
      .device_share = share_text(r.work),
      .host_operators = host_operators_text(r.work),
      .idle_batch = idle_batch_note(record.config, record.images)};
  for (const LayerResult& layer : r.layers)
    out.kernels.push_back(finding_of(record.config, layer));
  for (KindSum& sum : sums_by_kind(r)) {
    Finding finding = finding_of(record.config, sum.least, sum.gemm_steps, sum.timing.units);
    out.kinds.push_back({std::move(sum), std::move(finding)});
  }
  if (record.timed)
    out.times = clock_times(record.config, r, record.images);
  return out;
}

}  // namespace vta::explore

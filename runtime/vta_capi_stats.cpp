#include "base/json.h"
#include "runtime/host_work.h"
#include "runtime/vta_capi_handles.h"
#include "runtime/vta_stats.h"

namespace {

using vta::capi::ExecutorUse;
using vta::capi::guarded;
using vta::capi::require;

static_assert(VTA_HOST_KINDS == vta::kHostStepKinds.size());

vta_stats stats_of(const vta::Executor& executor) {
  const vta::RunStats& s = executor.stats();
  const vta::Program& program = executor.program();
  if (s.host_step_seconds.size() != program.steps.size())
    throw vta::InputError("there are no statistics: there was no run, or the last run failed");
  vta_stats out{};
  out.inp_load_nbytes = s.counters.inp_load_nbytes;
  out.wgt_load_nbytes = s.counters.wgt_load_nbytes;
  out.acc_load_nbytes = s.counters.acc_load_nbytes;
  out.uop_load_nbytes = s.counters.uop_load_nbytes;
  out.out_store_nbytes = s.counters.out_store_nbytes;
  out.gemm_counter = s.counters.gemm_counter;
  out.alu_counter = s.counters.alu_counter;
  out.acc_load_nbytes_vta = s.counters.acc_load_nbytes_vta;
  out.widened_bytes = s.widened_bytes;
  out.launches = s.launches;
  out.cycles = s.timing ? s.timing->cycles : -1;
  out.bus_beats = s.timing ? s.timing->bus_beats : -1;
  out.host_seconds = s.host_seconds;
  out.device_seconds = s.device_seconds;
  const auto work = vta::host_work(program, s.host_step_seconds);
  for (size_t i = 0; i < work.size(); ++i)
    out.host[i] = {vta::host_step_kind_name(vta::kHostStepKinds[i]).data(), work[i].steps,
                   work[i].read_bytes, work[i].written_bytes, work[i].seconds.value_or(0)};
  return out;
}

boost::json::object json_of(const vta_stats& s, const vta::Counters& counters) {
  boost::json::object counted;
  for (const vta::CounterField& field : vta::counter_fields())
    counted[field.name] = counters.*field.member;
  boost::json::object out = {{"counters", std::move(counted)},
                             {"widened_bytes", s.widened_bytes},
                             {"launches", s.launches}};
  if (s.cycles >= 0) {
    out["cycles"] = s.cycles;
    out["bus_beats"] = s.bus_beats;
  }
  out["seconds"] = {{"host", s.host_seconds}, {"device", s.device_seconds}};
  boost::json::array host;
  for (const vta_host_time& kind : s.host)
    host.push_back({{"kind", kind.kind},
                    {"steps", kind.steps},
                    {"read_bytes", kind.read_bytes},
                    {"written_bytes", kind.written_bytes},
                    {"seconds", kind.seconds}});
  out["host"] = std::move(host);
  return out;
}

}  // namespace

extern "C" {

int vta_get_stats(const vta_executor* executor, vta_stats* stats) {
  return guarded([&] {
    const ExecutorUse use(executor);
    require(stats, "stats");
    *stats = stats_of(use->executor);
  });
}

const char* vta_stats_json(vta_executor* executor) {
  const char* out = nullptr;
  guarded([&] {
    const ExecutorUse use(executor);
    use->stats_json =
        vta::json_text(json_of(stats_of(use->executor), use->executor.stats().counters));
    out = use->stats_json.c_str();
  });
  return out;
}

}  // extern "C"

#include "explore/record/run_account.h"

#include <boost/json/value_from.hpp>

namespace vta::explore {
namespace {

boost::json::object host_work_json(const HostWork& work) {
  return {{"steps", work.steps},
          {"seconds", boost::json::value_from(work.seconds)},
          {"read_nbytes", work.read_bytes},
          {"written_nbytes", work.written_bytes}};
}

}  // namespace

RunAccount account_of(const Program& program, const RunStats& stats) {
  const auto host = host_work(program, stats.host_step_seconds);
  return {.launches = stats.launches,
          .widened_bytes = stats.widened_bytes,
          .device_ops = program.device_ops,
          .host_ops = program.host_ops,
          .device_macs = program.device_macs,
          .host_macs = program.host_macs,
          .arena_bytes = program.arena_bytes,
          .weight_bytes = std::ssize(program.constants),
          .uop_bytes = std::ssize(program.uops),
          .insn_bytes = std::ssize(program.insns),
          .activation_bytes = program.constants_offset,
          .host = host,
          .host_all = total(host),
          .host_seconds = stats.host_seconds,
          .device_seconds = stats.device_seconds};
}

void add_account(boost::json::object& out, const RunAccount& account) {
  out["launches"] = account.launches;
  out["widened_nbytes"] = account.widened_bytes;
  out["host_macs"] = account.host_macs;
  out["device_macs"] = account.device_macs;
  out["host_ops"] = account.host_ops;
  out["device_ops"] = account.device_ops;
  boost::json::object kinds;
  for (const HostStepKind kind : kHostStepKinds)
    kinds[host_step_kind_name(kind)] = host_work_json(account.host[static_cast<size_t>(kind)]);
  out["host"] = {{"kinds", kinds}, {"all", host_work_json(account.host_all)}};
}

}  // namespace vta::explore

#include "runtime/work_share.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/number_text.h"
#include "compiler/graph/operations.h"

namespace vta {
namespace {

bool is_known(const WorkShare& work) {
  return work.network_macs > 0 || work.device_macs == 0;
}

}  // namespace

int64_t host_macs(const Program& program, const HostOpStep& step) {
  if (step.outputs.empty())
    return 0;
  const auto shape = [&](int64_t id) { return program.values[static_cast<size_t>(id)].shape; };
  std::vector<Shape> operands;
  for (const int64_t input : step.inputs)
    operands.push_back(shape(input));
  return operator_macs(step.op, step.attrs, operands, shape(step.outputs.front()));
}

WorkShare work_share(const Program& program) {
  WorkShare work;
  for (const ProgramKernel& kernel : program.kernels)
    work.device_macs += kernel.macs;
  work.network_macs = work.device_macs;
  std::map<std::string, HostOperator> by_name;
  for (const Step& step : program.steps) {
    const auto* host = std::get_if<HostOpStep>(&step);
    if (host == nullptr)
      continue;
    HostOperator& sum = by_name[host->op];
    sum.op = host->op;
    ++sum.count;
    sum.macs += host_macs(program, *host);
  }
  for (auto& [name, sum] : by_name) {
    work.network_macs += sum.macs;
    work.host.push_back(std::move(sum));
  }
  std::ranges::stable_sort(work.host, [](const HostOperator& a, const HostOperator& b) {
    return std::tie(a.macs, a.count) > std::tie(b.macs, b.count);
  });
  return work;
}

double device_percent(const WorkShare& work) {
  if (work.network_macs == 0)
    return 0;
  return 100.0 * static_cast<double>(work.device_macs) / static_cast<double>(work.network_macs);
}

std::string share_text(const WorkShare& work) {
  if (!is_known(work))
    return "an unknown share of the network's MACs";
  if (work.network_macs == 0)
    return "the network has no MACs";
  // Down to a tenth: what is nearly all is not all.
  return fmt::format("{:.1f} % of the network's MACs", std::floor(device_percent(work) * 10) / 10);
}

std::string host_operators_text(const WorkShare& work) {
  if (!is_known(work))
    return "unknown";
  std::string text;
  for (const HostOperator& host : work.host) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", host.count, host.op);
    if (host.macs > 0)
      text += fmt::format(" ({} MACs)", thousands(host.macs));
  }
  return text.empty() ? "none" : text;
}

}  // namespace vta

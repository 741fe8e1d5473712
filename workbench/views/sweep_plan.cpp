#include "workbench/views/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "base/standard_streams.h"
#include "base/text_safety.h"
#include "explore/sweep/plan.h"
#include "explore/sweep/setup.h"

namespace vta::workbench {
namespace {

using namespace explore;
namespace json = boost::json;

json::array networks_json(const Space& space, const SweepPlan& plan) {
  json::array networks;
  for (size_t k = 0; k < plan.networks.size(); ++k) {
    const NetworkTrial& trial = plan.networks[k];
    json::object network{{"name", space.spec().networks[k].name}};
    if (trial.failure.empty()) {
      if (!trial.info.hash.empty())
        network["hash"] = trial.info.hash;
      network["quantization"] = trial.info.quantization;
    } else {
      network["failure"] = trial.failure;
    }
    networks.push_back(network);
  }
  return networks;
}

json::object plan_json(const Space& space, const SweepPlan& plan) {
  json::object out;
  out["provenance"] = provenance_json({.schema = "vta.sweep_plan", .schema_version = 2});
  out["spec_hash"] = space.spec().hash;
  out["space_points"] = space.size();
  out["looked_at"] = plan.looked_at;
  out["legal"] = plan.looked_at - plan.exclusions.count();
  out["illegal"] = plan.exclusions.count(kIllegal);
  out["constraint"] = plan.exclusions.count(kConstraint);
  out["sampling"] = sampling_name(space.spec().sampling.method);
  out["points"] = plan.points;
  out["exact"] = plan.exact;
  out["networks"] = networks_json(space, plan);
  return out;
}

std::string plan_text(const std::string& spec, const Space& space, const SweepPlan& plan) {
  const int64_t legal = plan.looked_at - plan.exclusions.count();
  std::string text =
      fmt::format("{}: a space of {}", printable(spec), counted(space.size(), "point"));
  text +=
      plan.looked_at == space.size()
          ? fmt::format(", {} of them legal and within the constraints\n", legal)
          : fmt::format("; of {} that were looked at, {} are legal and within the constraints\n",
                        plan.looked_at, legal);
  const SamplingMethod method = space.spec().sampling.method;
  const bool about = !plan.exact && method == SamplingMethod::Exhaustive;
  text += plan.exclusions.text();
  text += fmt::format("sampling {}: {}{} would be run\n", sampling_name(method),
                      plan.exact ? ""
                      : about    ? "about "
                                 : "at most ",
                      counted(plan.points, "point"));
  for (size_t k = 0; k < plan.networks.size(); ++k) {
    const NetworkTrial& trial = plan.networks[k];
    if (trial.failure.empty())  // the others are errors
      text += fmt::format("network '{}': {}, {}{}\n", trial.info.name, printable(trial.info.model),
                          trial.info.quantization,
                          trial.info.hash.empty() ? "" : ", hash " + trial.info.hash);
  }
  return text;
}

}  // namespace

int print_plan(const std::string& spec, bool as_json) {
  const Space space = load_space(spec);
  const SweepPlan plan = plan_sweep(space);
  if (as_json)
    fmt::print("{}\n", json_text(plan_json(space, plan)));
  else
    fmt::print("{}", plan_text(spec, space, plan));
  const auto failed = [](const NetworkTrial& trial) { return !trial.failure.empty(); };
  const int64_t failures = std::ranges::count_if(plan.networks, failed);
  for (const NetworkTrial& trial : plan.networks)
    if (failed(trial))
      write_standard_error(fmt::format("vta: error: {}\n", printable(trial.failure)));
  if (failures == 0)
    return 0;
  return static_cast<int>(failures < std::ssize(plan.networks) ? ExitCode::Incomplete
                                                               : plan.networks.front().code);
}

}  // namespace vta::workbench

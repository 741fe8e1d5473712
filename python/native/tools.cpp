#include "python/native/tools.h"

#include <pybind11/stl.h>

#include "base/json.h"
#include "compiler/onnx/model_zoo.h"
#include "explore/cost/clock_times.h"
#include "explore/cost/point_cost.h"
#include "explore/profile/profile_report.h"
#include "explore/record/timed_run.h"
#include "python/native/interruptible.h"
#include "python/native/network.h"
#include "runtime/program_bytes.h"
#include "workbench/report.h"
#include "workbench/trace.h"
#include "workbench/views/program_graph.h"
#include "workbench/views/sweep_list.h"

namespace py = pybind11;

namespace vta::python {
namespace {

using workbench::Network;
using Unlocked = py::call_guard<py::gil_scoped_release>;

// (name, what it is, extent of its images, classes, parameters, MACs of an image)
py::list networks() {
  py::list all;
  for (const std::string& name : model_names()) {
    const ModelInfo info = describe_model(name);
    all.append(
        py::make_tuple(info.name, info.summary, info.extent, info.classes, info.params, info.macs));
  }
  return all;
}

std::vector<std::string> configurations() {
  std::vector<std::string> names;
  for (const NamedConfig& config : named_configs())
    names.emplace_back(config.name);
  return names;
}

py::dict cost_of(const std::string& name, const std::string& keys) {
  const VtaConfig config = configuration({name, keys});
  const explore::PointCost cost = explore::hardware_cost(config);
  py::dict out;
  out["lut"] = cost.lut;
  out["ff"] = cost.ff;
  out["dsp"] = cost.dsp;
  out["bram18"] = cost.bram18;
  out["longest_path_ns"] = static_cast<double>(cost.path_ps) / 1000;
  out["mhz"] = explore::estimated_clock(cost.path_ps).mhz;
  return out;
}

std::string profile_of(const Network& network, int64_t max_cycles) {
  return interruptible([&] {
    explore::IntervalLog log;
    const explore::TimedRun run = explore::timed_run(network.program(), "csim", &log, max_cycles);
    const explore::Profile profile = explore::make_profile(run.program, run.stats, log);
    return json_text(explore::profile_json(profile, run.program, false));
  });
}

void trace_to(const Network& network, const std::string& path, const std::string& kernel,
              const std::string& cycles, bool bursts, int64_t max_cycles) {
  interruptible([&] {
    explore::TraceOutput file(path);
    workbench::trace_run(
        network.program(),
        {.kernel = kernel, .cycles = cycles, .bursts = bursts, .max_cycles = max_cycles}, file);
  });
}

void report_to(const std::vector<std::string>& inputs,
               const std::map<std::string, std::string>& documents, const std::string& path,
               const std::string& device, const std::string& clock, bool all_layers, double max_ms,
               double min_fps) {
  workbench::ReportRequest request{.inputs = inputs,
                                   .documents = documents,
                                   .device = device,
                                   .all_layers = all_layers,
                                   .max_ms = max_ms,
                                   .min_fps = min_fps};
  if (!clock.empty())
    request.clock = parse_clock(clock);
  interruptible([&] { workbench::write_report(request, path); });
}

void add_program_tools(py::module_& m) {
  m.def("profile", &profile_of, py::arg("compiled"), py::arg("max_cycles"));
  m.def("trace", &trace_to, py::arg("compiled"), py::arg("path"), py::arg("kernel"),
        py::arg("cycles"), py::arg("bursts"), py::arg("max_cycles"));
  m.def(
      "drawing",
      [](const Network& n) {
        return workbench::program_graph_svg(workbench::program_graph(n.program()));
      },
      py::arg("compiled"), Unlocked());
  m.def(
      "program_bytes", [](const Network& n) { return py::bytes(program_bytes(n.program())); },
      py::arg("compiled"));
}

}  // namespace

void add_tools(py::module_& m) {
  m.def("networks", &networks);
  m.def("configurations", &configurations);
  m.def("write_network", &write_model, py::arg("name"), py::arg("seed"), py::arg("path"),
        Unlocked());
  m.def(
      "config_text",
      [](const std::string& name, const std::string& keys) {
        return configuration({name, keys}).to_json();
      },
      py::arg("config"), py::arg("config_keys"));
  m.def("cost", &cost_of, py::arg("config"), py::arg("config_keys"));
  m.def(
      "sweep_points",
      [](const std::string& database, bool pareto, const std::vector<std::string>& where,
         const std::string& sort) {
        return workbench::point_list(
            database, {.pareto = pareto, .where = where, .sort = sort, .csv = true, .clock = {}});
      },
      py::arg("database"), py::arg("pareto"), py::arg("where"), py::arg("sort"), Unlocked());
  m.def("report", &report_to, py::arg("inputs"), py::arg("documents"), py::arg("path"),
        py::arg("device"), py::arg("clock"), py::arg("all_layers"), py::arg("max_ms"),
        py::arg("min_fps"));
  add_program_tools(m);
}

}  // namespace vta::python

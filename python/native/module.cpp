// vta._native: what of the module `vta` is C++. Python's side of it is python/vta.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <map>
#include <optional>

#include "base/json.h"
#include "base/version.h"
#include "driver/linux/board_scheme.h"
#include "link/devices/devices.h"
#include "python/native/arrays.h"
#include "python/native/interruptible.h"
#include "python/native/network.h"
#include "python/native/tools.h"
#include "remote/schemes/device_schemes.h"
#include "workbench/sweep_request.h"
#include "workbench/views/report.h"

namespace py = pybind11;

namespace vta::python {
namespace {

using workbench::Network;
using workbench::Session;

// (name, shape, numpy's name of the type)
py::list values_of(const Program& program, const std::vector<int64_t>& ids,
                   const std::vector<std::string>& names) {
  py::list values;
  for (size_t i = 0; i < ids.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(ids[i])];
    values.append(py::make_tuple(names[i], py::tuple(py::cast(value.shape)),
                                 std::string(dtype_name(value.dtype))));
  }
  return values;
}

py::dict counters_of(const Session& session) {
  const Counters& counters = session.executor().stats().counters;
  py::dict out;
  for (const CounterField& field : counter_fields())
    out[py::str(std::string(field.name))] = counters.*field.member;
  return out;
}

py::object cycles_of(const Session& session) {
  const std::optional<Timing>& timing = session.executor().stats().timing;
  return timing ? py::cast(timing->cycles) : py::none();
}

// Text that may hold bytes of files and names: of any encoding, with any character in it.
py::str text_of(std::string_view text) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), std::ssize(text), "backslashreplace"));
}

// Exceptions of this project, with their exit codes, as vta.Error of python/vta/errors.py.
void translate(const Error& error) {
  const py::object make = py::module_::import("vta.errors").attr("of_exit_code");
  const py::object made = make(static_cast<int>(error.exit_code()), text_of(error.what()));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(made.ptr())), made.ptr());
}

void add_errors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown)
        std::rethrow_exception(thrown);
    } catch (const Error& error) {
      translate(error);
    } catch (const InternalError& error) {
      translate(Error(ExitCode::Internal, error.what()));
    }
  });
}

Progress::Output output_of(const py::function& say, bool terminal) {
  // Let go under the lock, by whoever is the last.
  const std::shared_ptr<py::function> held(new py::function(say), [](py::function* function) {
    const py::gil_scoped_acquire lock;
    delete function;
  });
  return {terminal,
          [held](const std::string& text) {
            const py::gil_scoped_acquire lock;
            (*held)(text_of(text));
          },
          [] { return Progress::Clock::now(); }};
}

void add_compiled(py::module_& m) {
  py::class_<Network, std::shared_ptr<Network>>(m, "Compiled")
      .def_property_readonly("notes", [](const Network& n) { return n.compiled.notes; })
      .def_property_readonly("inputs",
                             [](const Network& n) {
                               return values_of(n.program(), n.program().inputs,
                                                input_names(n.program()));
                             })
      .def_property_readonly("outputs",
                             [](const Network& n) {
                               return values_of(n.program(), n.program().outputs,
                                                output_names(n.program()));
                             })
      .def_property_readonly("config_json",
                             [](const Network& n) { return n.program().config.to_json(); })
      .def_property_readonly("config_name",
                             [](const Network& n) { return n.program().config.name(); })
      .def_property_readonly("model",
                             [](const Network& n) { return text_of(n.program().provenance.model); })
      .def(
          "save",
          [](const Network& n, const std::string& path) { save_program(n.program(), path); },
          py::arg("path"), py::call_guard<py::gil_scoped_release>());
}

void add_session(py::module_& m) {
  py::class_<Session>(m, "Session")
      .def(py::init([](const std::shared_ptr<Network>& compiled, const std::string& device,
                       int64_t max_cycles) {
             return interruptible([&] {
               return std::make_unique<Session>(
                   compiled, parse_device(device),
                   workbench::SessionOptions{.max_cycles = max_cycles});
             });
           }),
           py::arg("compiled"), py::arg("device"), py::arg("max_cycles"))
      .def(
          "set_input",
          [](Session& s, int64_t index, const py::array& array) {
            Tensor input = tensor_of(array, fmt::format("input {}", index));
            const py::gil_scoped_release unlocked;
            s.set_input(index, std::move(input));
          },
          py::arg("index"), py::arg("array"))
      .def("run", [](Session& s) { interruptible([&] { s.run(); }); })
      .def("run_with_kernel_outputs",
           [](Session& s) {
             py::dict outputs;
             for (const auto& [name, tensor] :
                  interruptible([&] { return s.run_with_kernel_outputs(); }))
               outputs[text_of(name)] = array_of(tensor, true);
             return outputs;
           })
      .def(
          "input",  // as the network reads it: its memory is that of the array that was given
          [](const Session& s, int64_t index) { return array_of(s.input(index), false); },
          py::arg("index"))
      .def(
          "output",
          [](const Session& s, int64_t index) {
            return array_of(s.executor().output(index), s.is_own(index));
          },
          py::arg("index"))
      .def_property_readonly("has_values", &Session::has_values)
      .def_property_readonly("position", [](const Session& s) { return s.executor().position(); })
      .def_property_readonly("context",
                             [](const Session& s) {
                               const auto& positions = s.program().positions;
                               return positions ? positions->context : 0;
                             })
      .def("reset_state", [](Session& s) { s.executor().reset_state(); })
      .def_property_readonly("counters", counters_of)
      .def_property_readonly("cycles", cycles_of)
      .def(
          "report", [](Session& s) { return json_text(workbench::outcome_json(s.outcome())); },
          py::call_guard<py::gil_scoped_release>());
}

constexpr const char* kind_name(SettingKind kind) {
  switch (kind) {
    case SettingKind::Choice:
      return "choice";
    case SettingKind::Flag:
      return "flag";
    case SettingKind::Integer:
      return "integer";
    case SettingKind::Number:
      return "number";
    case SettingKind::Text:
      return "text";
    case SettingKind::List:
      return "list";
    case SettingKind::Shapes:
      return "shapes";
  }
  return "";
}

// Of each keyword by name: kind, choices, default in words, what it is.
py::dict keywords() {
  py::dict out;
  for (const Keyword& keyword : setting_keywords()) {
    const Setting& setting = *keyword.setting;
    py::list choices;
    for (const SettingChoice& choice : setting.choices)
      choices.append(std::string(choice.name));
    out[py::str(keyword.name)] =
        py::make_tuple(kind_name(setting.kind), choices, std::string(setting.preset),
                       std::string(keyword.off ? setting.off_help : setting.help));
  }
  return out;
}

// The same of sweeps, without defaults.
py::dict sweep_keywords() {
  constexpr const char* kKinds[] = {"flag", "integer", "choice", "list"};  // of SweepOption::member
  py::dict out;
  for (const workbench::SweepOption& option : workbench::sweep_options()) {
    py::list choices;
    for (const std::string_view choice : option.choices)
      choices.append(std::string(choice));
    out[py::str(std::string(option.key))] =
        py::make_tuple(kKinds[option.member.index()], choices, std::string(option.help));
  }
  return out;
}

PixelFlags pixels_of(const std::map<std::string, std::vector<double>>& given) {
  PixelFlags pixels;
  for (const auto& [name, numbers] : given)
    (name == "mean" ? pixels.mean : name == "std" ? pixels.std : pixels.pixel_scale) = numbers;
  return pixels;
}

using Strings = std::vector<std::string>;

template <typename T>
T argument(const py::kwargs& given, const char* name) {
  return py::cast<T>(given[name]);
}

workbench::SampleArrays tensors_of(const py::object& arrays) {
  workbench::SampleArrays out;
  for (const auto& [stands_for, array] : py::cast<std::map<std::string, py::array>>(arrays))
    out.emplace(stands_for, tensor_of(array, stands_for));
  return out;
}

CompileCall call_of(const py::kwargs& given) {
  const auto text = [&](const char* name) { return argument<std::string>(given, name); };
  return {
      .model = text("model"),
      .name = text("name"),
      .config = {text("config"), text("config_keys")},
      .memory = text("memory"),
      .settings = text("settings"),
      .recipe = text("recipe"),
      .calibration = argument<Strings>(given, "calibration"),
      .samples = tensors_of(given["samples"]),
      .pixels = pixels_of(argument<std::map<std::string, std::vector<double>>>(given, "pixels")),
      .dump_ir = text("dump_ir"),
      .progress =
          output_of(argument<py::function>(given, "say"), argument<bool>(given, "terminal"))};
}

void add_programs(py::module_& m) {
  m.def("setting_keywords", &keywords);
  m.def("sweep_keywords", &sweep_keywords);
  m.def("recipe_text", &recipe_text, py::arg("settings"), py::arg("recipe"));
  m.def("compile", [](const py::kwargs& given) {
    const CompileCall call = call_of(given);
    return interruptible([&] { return compile(call); });
  });
  m.def("evaluate", [](const py::kwargs& given) {
    EvalCall call{.compile = call_of(given), .device = argument<std::string>(given, "device")};
    call.images = argument<Strings>(given, "images");
    call.image_arrays = tensors_of(given["image_arrays"]);
    call.labels = argument<std::string>(given, "labels");
    if (!given["label_array"].is_none())
      call.label_array = tensor_of(given["label_array"], "labels");
    call.max_cycles = argument<int64_t>(given, "max_cycles");
    call.limit = argument<int64_t>(given, "limit");
    call.threads = argument<int64_t>(given, "threads");
    call.verify = argument<bool>(given, "verify");
    return interruptible([&] { return evaluate(call); });
  });
  m.def(
      "load",
      [](const std::string& path, const std::string& config, const std::string& config_keys,
         const std::string& memory) {
        return interruptible([&] { return load(path, {config, config_keys}, memory); });
      },
      py::arg("path"), py::arg("config"), py::arg("config_keys"), py::arg("memory"));
}

}  // namespace

bool on_main_thread() {
  const py::object main = py::module_::import("threading").attr("main_thread")();
  return py::cast<unsigned long>(main.attr("ident")) == PyThread_get_thread_ident();
}

void look_at_signals() {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0)
    throw py::error_already_set();
}

// The module's logs go where the program's go: standard output belongs to the caller.
void start_logs() {
  spdlog::set_default_logger(spdlog::stderr_color_mt("vta"));
  spdlog::set_pattern("%l: %v");
}

}  // namespace vta::python

PYBIND11_MODULE(_native, m) {
  using namespace vta::python;
  m.doc() = "The part of the module vta that is C++: see vta.compile.";
  start_logs();
  vta::board::add_board(vta::known_devices());
  vta::remote::add_devices_elsewhere(vta::known_devices());
  add_errors();
  add_compiled(m);
  add_session(m);
  m.attr("version") = std::string(vta::version());
  m.attr("max_cycles") = vta::kMaxCycles;
  add_programs(m);
  add_tools(m);
  m.def("compare", &compare_reports, py::arg("a"), py::arg("b"),
        py::call_guard<py::gil_scoped_release>());
  m.def("compare_text", &compare_text, py::arg("a"), py::arg("b"), py::arg("name_a"),
        py::arg("name_b"), py::call_guard<py::gil_scoped_release>());
}

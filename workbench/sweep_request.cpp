#include "workbench/sweep_request.h"

#include <algorithm>

#include "base/cores.h"
#include "base/error.h"
#include "base/json.h"
#include "workbench/machine.h"

namespace vta::workbench {
namespace {

using R = SweepRequest;

constexpr int64_t kMostMacs = 1 << 24, kMostWorkers = 256, kMostTasks = 100'000;

const std::vector<SweepOption>& sweep_table() {
  static const std::vector<SweepOption> table = {
      {.key = "jobs",
       .member = &R::jobs,
       .help = "worker processes (default: as many as cores)",
       .least = 1,
       .most = kMostWorkers,
       .shows_preset = false},
      {.key = "resume", .member = &R::resume, .help = "continue the database of the same sweep"},
      {.key = "reuse",
       .member = &R::reuse,
       .help = "take over matching points of this database, whatever its specification; repeat for "
               "more"},
      {.key = "confirm",
       .member = &R::confirm,
       .help = "run these points on the RTL too: pareto, none",
       .choices = {"pareto", "none"}},
      {.key = "confirm_macs",
       .member = &R::confirm_macs,
       .help = "confirm all Pareto points up to this many MACs per cycle",
       .most = kMostMacs,
       .of = "confirm",
       .of_value = "pareto"},
      {.key = "confirm_above",
       .member = &R::confirm_above,
       .help = "also confirm this many of the smallest points above that limit",
       .most = kMostMacs,
       .of = "confirm",
       .of_value = "pareto"},
      {.key = "max_cycles",
       .member = &R::max_cycles,
       .help = kMaxCyclesHelp,
       .least = 1,
       .most = kNoMost},
      {.key = "launcher",
       .member = &R::launcher,
       .help = "where points are computed: local (processes), slurm (a job array), mpi (ranks)",
       .choices = {"local", "slurm", "mpi"}},
      {.key = "tasks",
       .member = &R::tasks,
       .help = "slurm: tasks of the array, of --jobs processes each (default: 4)",
       .least = 1,
       .most = kMostTasks,
       .shows_preset = false,
       .of = "launcher",
       .of_value = "slurm"},
      {.key = "sbatch_option",
       .member = &R::sbatch_options,
       .help = "slurm: an option of sbatch, e.g. --sbatch-option=--time=10:00; repeat for more",
       .of = "launcher",
       .of_value = "slurm"},
      {.key = "submit_only",
       .member = &R::submit_only,
       .help = "slurm: do not wait for the array",
       .of = "launcher",
       .of_value = "slurm"},
      {.key = "collect",
       .member = &R::collect,
       .help = "slurm: store the results of tasks, submit nothing",
       .of = "launcher",
       .of_value = "slurm"},
      {.key = "ranks",
       .member = &R::ranks,
       .help = "mpi: number of ranks; rank 0 only distributes points (default: cores + 1)",
       .least = 2,
       .most = kMostTasks,
       .shows_preset = false,
       .of = "launcher",
       .of_value = "mpi"},
      {.key = "mpirun_option",
       .member = &R::mpirun_options,
       .help = "mpi: an option of mpirun, e.g. --mpirun-option=--display-map; repeat for more",
       .of = "launcher",
       .of_value = "mpi"}};
  return table;
}

const SweepOption& row(std::string_view key) {
  return *std::ranges::find(sweep_table(), key, &SweepOption::key);
}

std::vector<std::string> texts_of(const JsonReader& reader, std::string_view key) {
  if (reader.object().at(key).is_string())
    return {reader.get_string(key)};
  std::vector<std::string> texts;
  for (const boost::json::value& item : reader.get_array(key)) {
    if (!item.is_string())
      throw UsageError(fmt::format("{} holds {}; wanted is text", key, json_kind(item)));
    texts.emplace_back(item.get_string());
  }
  return texts;
}

std::string choice_of(const JsonReader& reader, const SweepOption& option) {
  std::string text = reader.get_string(option.key);
  if (std::ranges::find(option.choices, text) == option.choices.end())
    throw UsageError(
        fmt::format("{} is '{}', legal are {}", option.key, text, fmt::join(option.choices, ", ")));
  return text;
}

struct Reading {
  SweepRequest& request;
  const JsonReader& reader;
  const SweepOption& option;

  void operator()(bool R::*member) const { request.*member = reader.get_bool(option.key); }
  void operator()(int64_t R::*member) const {
    request.*member = reader.get_int(option.key, option.least, option.most);
  }
  void operator()(std::string R::*member) const { request.*member = choice_of(reader, option); }
  void operator()(std::vector<std::string> R::*member) const {
    request.*member = texts_of(reader, option.key);
  }
};

}  // namespace

int64_t SweepRequest::workers() const {
  return jobs > 0 ? jobs : usable_cores();
}

std::span<const SweepOption> sweep_options() {
  return sweep_table();
}

std::string name_of(const SweepOption& option, Face face) {
  std::string name(option.key);
  if (face != Face::Options)
    return name;
  std::ranges::replace(name, '_', '-');
  return "--" + name;
}

SweepRequest parse_sweep_request(const boost::json::value& members, Face face) {
  SweepRequest request;
  request.face = face;
  try {
    const JsonReader reader(members, "sweep");
    std::vector<std::string_view> known{"spec", "database"};
    for (const SweepOption& option : sweep_table())
      known.push_back(option.key);
    reader.refuse_unknown(known);
    request.spec = reader.get_string("spec");
    request.database = reader.get_string("database");
    for (const SweepOption& option : sweep_table())
      if (reader.has(option.key)) {
        std::visit(Reading{request, reader, option}, option.member);
        request.given.insert(option.key);
      }
  } catch (const InputError& e) {
    throw UsageError(e.what());
  }
  return request;
}

void check_sweep_request(const SweepRequest& request) {
  for (const SweepOption& option : sweep_table()) {
    if (option.of.empty() || !request.given.contains(option.key))
      continue;
    const SweepOption& other = row(option.of);
    const std::string& value = request.*std::get<std::string R::*>(other.member);
    if (value != option.of_value)
      throw UsageError(fmt::format("{} belongs to {} {}, this is {}", name_of(option, request.face),
                                   name_of(other, request.face), option.of_value, value));
  }
  if (request.given.contains("jobs") && request.launcher == "mpi")
    throw UsageError(fmt::format(
        "{} belongs to {} local or slurm; {} is of mpi", name_of(row("jobs"), request.face),
        name_of(row("launcher"), request.face), name_of(row("ranks"), request.face)));
  if (request.submit_only && request.collect)
    throw UsageError(fmt::format("{} and {} are two steps: submit first, collect later",
                                 name_of(row("submit_only"), request.face),
                                 name_of(row("collect"), request.face)));
}

}  // namespace vta::workbench

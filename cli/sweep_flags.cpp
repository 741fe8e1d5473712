#include "cli/sweep_flags.h"

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/standard_streams.h"
#include "workbench/views/sweep_report.h"

namespace vta::cli {

using namespace workbench;

void SweepFlags::add(Command& command, const SweepOption& row) {
  const std::string name = name_of(row, Face::Options), help(row.help);
  Option* const option = std::visit(
      [&](auto member) {
        if constexpr (std::is_same_v<decltype(member), bool SweepRequest::*>)
          return command.add_flag(name, request_.*member, help);
        else
          return command.add_option(name, request_.*member, help);
      },
      row.member);
  if (!row.choices.empty())
    option->check(one_of({row.choices.begin(), row.choices.end()}));
  else if (row.most == kNoMost)
    option->check(positive());
  else if (row.most > 0)
    option->check(range(row.least, row.most));
  else if (!option->is_flag())
    option->allow_extra_args(false)->take_all();
  if (row.shows_preset && (!row.choices.empty() || row.most > 0))
    option->capture_default_str();
  options_.emplace_back(&row, option);
}

void SweepFlags::add_to(Command& command, bool with_launchers) {
  beside_file_ = {command.add_option("SPEC", request_.spec,
                                     "specification of the sweep (.json): docs/sweep.md"),
                  command
                      .add_option("--db", request_.database,
                                  "database to write (SQLite): docs/sweep_database.md")
                      ->output_file()};
  for (const SweepOption& row : sweep_options())
    if (!row.of_launcher())
      add(command, row);
  command.add_flag("--json", json, "print one JSON object instead of text");
  for (const SweepOption& row : sweep_options())
    if (row.of_launcher() && with_launchers)
      add(command, row);
  for (const auto& [row, option] : options_)
    beside_file_.push_back(option);
  command.add_option("--request", file_,
                     "all of this as one JSON object, as programs ask (docs/sweep.md)");
}

SweepRequest SweepFlags::request() const {
  SweepRequest request = request_;
  for (const auto& [row, option] : options_)
    if (option->count() > 0)
      request.given.insert(row->key);
  if (!file_.empty()) {
    refuse_given(beside_file_, "has no effect beside --request, which has all of it");
    request = parse_sweep_request(parse_json(read_text_file(file_, kMostTextBytes), file_),
                                  Face::Keywords);
  }
  if (request.spec.empty())
    throw UsageError("sweep needs a specification, SPEC.json");
  if (request.database.empty())
    throw UsageError("sweep needs --db FILE: where the results go");
  check_sweep_request(request);
  return request;
}

int sweep_command(const SweepRequest& request, bool json, const RunnerFactory& make_runner,
                  const std::string& workers) {
  const SweepOutcome outcome = sweep(request, make_runner);
  print_sweep(
      {.database = request.database, .workers = workers, .json = json, .peaks = outcome.peaks},
      outcome.summary);
  const int64_t failed = outcome.summary.failed;
  if (failed > 0)
    write_standard_error(fmt::format(
        "vta: error: {} failed, for the reasons that the report lists: --resume tries again\n",
        counted(failed, "point")));
  if (outcome.confirmed.different > 0)
    return static_cast<int>(ExitCode::Mismatch);
  return static_cast<int>(failed > 0 ? ExitCode::Incomplete : ExitCode::Ok);
}

}  // namespace vta::cli

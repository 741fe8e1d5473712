// vta-sweep-mpi: `vta sweep` with MPI ranks that compute the points. A program of its own, so that
// `vta` needs no MPI. `vta sweep --launcher mpi` starts it; inside an allocation of a cluster it is
// started by hand: mpirun -n 64 vta-sweep-mpi SPEC.json --db FILE
#include <fmt/format.h>
#include <cstdio>
#include <memory>
#include "cli/options.h"

#include "base/build_identity.h"
#include "base/error.h"
#include "cli/run_program.h"
#include "cli/sweep_flags.h"
#include "explore/launch/mpi/mpi_job.h"
#include "explore/launch/mpirun.h"
#include "explore/sweep/import.h"
#include "explore/sweep/setup.h"

namespace {

using namespace vta::explore;

// Keeps what the function of a rank uses alive.
struct Rank {
  Space space;
  Evaluator evaluator;
  NetworkFailures failures;
  explicit Rank(const vta::workbench::SweepRequest& request)
      : space(load_space(request.spec)),
        evaluator(space.spec().networks, graph_axes(space.spec())),
        failures(import_networks(space, evaluator)) {
    evaluator.set_max_cycles(request.max_cycles);
  }
};

PointFunction prepare_rank(const vta::workbench::SweepRequest& request) {
  const auto rank = std::make_shared<Rank>(request);
  return [rank](int64_t index) {
    return evaluate_imported(rank->space, rank->evaluator, rank->failures, index);
  };
}

void report_end(const std::string& status_file, int code, const std::string& text) {
  if (!status_file.empty())
    write_rank_end(status_file, code, text);
  else if (!text.empty())
    std::fprintf(stderr, "vta-sweep-mpi: %s%s\n", code == 0 ? "" : "error: ", text.c_str());
}

constexpr const char* kExamples = R"(Examples:
  mpirun -n 64 vta-sweep-mpi resnet18.json --db resnet18.db
  mpirun --continuous -n 64 vta-sweep-mpi resnet18.json --db resnet18.db --resume

Rank 0 hands out points and writes the database, the others compute. With Open MPI's --continuous
the sweep goes on when a rank dies; `vta sweep --launcher mpi` says so to mpirun.
Exit codes: those of vta sweep.)";

int run(int argc, char** argv) {
  vta::cli::Command app{"a sweep whose points MPI ranks compute: vta sweep under mpirun"};
  vta::cli::SweepFlags flags;
  std::string status_file;
  int64_t silence = 120;
  flags.add_to(app, false);
  app.add_option("--silence", silence, "seconds without a word after which ranks count as lost")
      ->check(vta::cli::range(1, 86400))
      ->capture_default_str();
  app.add_option("--status-file", status_file, "where rank 0 leaves how it ended");
  app.footer(kExamples);
  bool parsed = false;  // not so after --help
  app.callback([&] { parsed = true; });
  if (const int code = app.parse(argc, argv); code != 0 || !parsed)
    return code;
  const vta::workbench::SweepRequest request = flags.request();
  MpiJob job;
  job.build = std::string(vta::build_identity());
  job.silence = std::chrono::seconds(silence);
  job.lead = [&](std::unique_ptr<PointRunner> runner) {
    if (!status_file.empty())
      write_rank_start(status_file);
    const auto ranks = [&](const Space&, Evaluator&) { return std::move(runner); };
    return vta::cli::sweep_command(request, flags.json, ranks, "MPI ranks");
  };
  job.prepare = [&] { return prepare_rank(request); };
  job.report = [&](int code, const std::string& text) { report_end(status_file, code, text); };
  return run_mpi_job(argc, argv, job);
}

}  // namespace

int main(int argc, char** argv) {
  return vta::cli::run_program("vta-sweep-mpi", [&] { return run(argc, argv); });
}

// vta design: the front of area and time of a space of configurations, within epsilon, with a
// certificate.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/progress.h"
#include "cli/commands.h"
#include "cli/resource_limits.h"
#include "explore/certify/certificate.h"
#include "explore/certify/certified_front.h"
#include "explore/certify/recheck.h"
#include "explore/sweep/setup.h"

namespace vta::cli {
namespace {

struct DesignFlags {
  std::string spec, output, recheck, epsilon = "1%";
  int64_t spot = -1;
  explore::FrontRequest request;
  bool json = false;
};

constexpr const char* kDesignExamples = R"(Examples:
  vta design config/sweeps/resnet18.json                           # within 1 %
  vta design config/sweeps/resnet18.json --epsilon 0               # the front of an exhaustive sweep
  vta design config/sweeps/resnet18.json --epsilon 0.5% -o certificate.json
  vta design config/sweeps/resnet18.json --area lut_180dsp --time estimated_ms_per_image
  scripts/check_certificate.py certificate.json                    # a checker that shares no code
  vta design config/sweeps/resnet18.json --recheck certificate.json --spot 20   # what that one needs the
                                                                   # compiler for, made anew

What is claimed, and what not: docs/certified_fronts.md.

Exit codes: 0 done; 1 --recheck: the certificate does not hold; 2 wrong options, or a specification that cannot be certified; 3 unreadable
  specification or model; 4 illegal base configuration; 5 the network cannot be compiled; 8 more than
  a limit allows; 9 the certificate cannot be written.)";

// "1%", "0.5 %", "0.01".
double parse_epsilon(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  std::string rest(at, end);
  std::erase(rest, ' ');
  if (error != std::errc() || !(rest.empty() || rest == "%"))
    throw UsageError(fmt::format(
        "--epsilon is '{}': legal are 0% to 100%, or 0 to 1, as in 0.5% or 0.005", text));
  value /= rest.empty() ? 1 : 100;
  if (!(value >= 0 && value <= 1))
    throw UsageError(fmt::format("--epsilon is '{}': legal are 0% to 100%, or 0 to 1", text));
  return value;
}

std::string names_of_areas() {
  std::string text;
  for (const explore::AreaMeasure& area : explore::area_measures())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", area.name, area.description);
  return text;
}

// The gap: no point that is left is better than what was simulated by more.
class Teller {
 public:
  void tell(const explore::SearchState& s) {
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const double done = static_cast<double>(s.decided);
    const double left = done > 0 ? seconds / done * static_cast<double>(s.points - s.decided) : 0;
    progress_.say(
        fmt::format("area {} of {}, {} simulated, {} of {} points decided, gap {:.1f} %, "
                    "about {:.0f} s left",
                    s.areas_done, s.areas, s.simulated, s.decided, s.points, 100 * s.gap, left));
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Progress progress_{"front"};
};

void print_front(const explore::Space& space, const explore::CertifiedFront& front) {
  const bool time = front.request.time == explore::time_measures()[1];
  fmt::print("{:>14}  {:>16}  point\n", front.request.area, time ? "ms/image" : "cycles/image");
  for (const size_t i : front.result.front) {
    const explore::FrontPoint& at = front.points[i].at;
    const double value = at.scale.value(front.result.decisions[i].cycles);
    fmt::print("{:>14.6g}  {:>16}  {}: {}\n", at.area,
               time ? fmt::format("{:.4f}", value) : fmt::format("{:.1f}", value), at.index,
               space.describe(at.index));
  }
  int64_t levels[4] = {};
  for (const explore::Decision& d : front.result.decisions)
    if (d.legal)
      ++levels[static_cast<size_t>(d.level)];
  fmt::print(
      "{} simulated; excluded by bounds of any schedule {}, of any tiles {}, of the schedule {} "
      "({})\n",
      front.result.state.simulated, levels[0], levels[1], levels[2],
      counted(front.walks, "search", "searches"));
  fmt::print("{:.1f} s: bounds {:.1f}, simulations {:.1f}\n", front.seconds, front.bound_seconds,
             front.simulate_seconds);
  fmt::print("{}\n", explore::claim_text(space, front));
}

int recheck(const DesignFlags& flags) {
  const explore::Space space = explore::load_space(flags.spec);
  Progress progress("points", space.size());
  const explore::RecheckReport report = explore::recheck_certificate(
      space, load_json(flags.recheck), flags.recheck, flags.spot, [&] { progress.step(); });
  if (!report.problem.empty()) {
    fmt::print("refused: {}\n", report.problem);
    return static_cast<int>(ExitCode::Mismatch);
  }
  fmt::print("holds: areas, steps and bytes of {}, {} and {} made anew\n",
             counted(report.points, "point"), counted(report.bounds, "bound"),
             counted(report.simulated, "simulation"));
  return 0;
}

int design(const DesignFlags& flags) {
  if (!flags.recheck.empty())
    return recheck(flags);
  explore::FrontRequest request = flags.request;
  request.epsilon = parse_epsilon(flags.epsilon);
  const explore::Space space = explore::load_space(flags.spec);
  explore::CertifiedFront front;
  {
    Teller teller;
    front = explore::certify_front(space, request,
                                   [&](const explore::SearchState& s) { teller.tell(s); });
  }
  if (flags.json || !flags.output.empty()) {
    const std::string text = json_text(explore::certificate_json(space, front)) + "\n";
    if (!flags.output.empty())
      write_text_file(flags.output, text);
    if (flags.json)
      fmt::print("{}", text);
  }
  if (!flags.json)
    print_front(space, front);
  return 0;
}

}  // namespace

void register_design(Command& app) {
  auto flags = std::make_shared<DesignFlags>();
  Command* command = app.add_subcommand(
      "design", "find the front of area and time of a space, within a bound that is proven");
  command->add_option("SPEC", flags->spec, "specification of a sweep (.json)")->required();
  command
      ->add_option("--epsilon", flags->epsilon,
                   "how much longer than any legal point a point of the front may take")
      ->capture_default_str();
  command->add_option("--area", flags->request.area, names_of_areas())->capture_default_str();
  command
      ->add_option("--time", flags->request.time,
                   "cycles_per_image, or estimated_ms_per_image at each point's estimated clock")
      ->capture_default_str();
  command->add_option("-o,--output", flags->output, "write the certificate (.json)")->output_file();
  command
      ->add_option("--recheck", flags->recheck,
                   "make areas, bounds and simulations of this certificate anew")
      ->input_file();
  command
      ->add_option("--spot", flags->spot,
                   "simulate so many of the certificate's witnesses with --recheck, not all")
      ->check(not_negative());
  command->add_flag("--json", flags->json, "print the certificate instead of text");
  command->footer(kDesignExamples);
  command->callback(limited(*command, [flags] { return design(*flags); }));
}

}  // namespace vta::cli

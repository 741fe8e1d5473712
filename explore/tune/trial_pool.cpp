#include "explore/tune/trial_pool.h"

#include <charconv>

#include "base/error.h"
#include "explore/tune/tiles_text.h"

namespace vta::explore {
namespace {

// How a question about the network begins.
constexpr std::string_view kNetwork = "network ";

// The device of a trial elsewhere gave no answer, or a limit was met: that ends the search.
void require_device(const Answer& answer) {
  if (answer.code == ExitCode::ResourceLimit)
    throw ResourceError(fmt::format("a trial: {}", answer.text));
  if (answer.code == ExitCode::Device || answer.code == ExitCode::Usage)
    throw DeviceError(fmt::format("a trial's device: {}", answer.text));
}

std::string cost_text(const Cost& cost) {
  return fmt::format("{} {}", cost.cycles, cost.bytes);
}

Cost parse_cost(const std::string& text) {
  Cost cost;
  const size_t space = text.find(' ');
  VTA_CHECK(space != std::string::npos, "'{}' is no cost", text);
  std::from_chars(text.data(), text.data() + space, cost.cycles);
  std::from_chars(text.data() + space + 1, text.data() + text.size(), cost.bytes);
  return cost;
}

}  // namespace

TrialPool::TrialPool(const ScheduledGraph& network, const std::vector<TunableLayer>& layers,
                     const VtaConfig& config, int64_t workers, MeasureProgram measure)
    : network_(network),
      layers_(layers),
      config_(config),
      measure_(std::move(measure)),
      workers_([this](const std::string& question) { return answer(question); }, workers) {}

// In the workers. "I TILES": layer I alone; "network TILES;TILES;...": with these of each layer.
std::string TrialPool::answer(const std::string& question) const {
  const size_t space = question.find(' ');
  const std::string rest = question.substr(space + 1);
  if (question.starts_with(kNetwork))
    return cost_text(cost_of(network_.lowered, chosen(rest), config_, measure_));
  const TunableLayer& layer = layers_[static_cast<size_t>(std::stoll(question))];
  return cost_text(cost_of(layer, parse_tiles(layer.id, rest, "a question"), config_, measure_));
}

// The network's schedule with these tiles of each layer, where there are any.
NetworkSchedule TrialPool::chosen(const std::string& tiles) const {
  NetworkSchedule schedule = network_.schedule;
  size_t at = 0;
  for (const TunableLayer& layer : layers_) {
    const size_t end = tiles.find(';', at);
    const std::string text = tiles.substr(at, end - at);
    at = end + 1;
    if (text.empty())
      continue;
    const KernelTiles parsed = parse_tiles(layer.id, text, "a question");
    for (KernelSchedule& kernel : schedule.kernels)
      if (kernel.layer == layer.id)
        kernel.tiles = parsed;
  }
  return schedule;
}

TrialRow TrialPool::row_of(const LayerTrial& trial, const Answer& answer) const {
  require_device(answer);
  const std::string layer = layer_text(layers_[trial.layer].id);
  if (answer.code == ExitCode::Compile)
    return {layer, trial.tiles, std::nullopt, answer.text};
  if (answer.failed())
    throw InternalError(
        fmt::format("the trial of '{}' with '{}' failed: {}", layer, trial.tiles, answer.text));
  return {layer, trial.tiles, parse_cost(answer.text)};
}

bool TrialPool::measure(const std::vector<LayerTrial>& trials,
                        const std::function<void(const LayerTrial&, TrialRow)>& measured,
                        const std::function<bool()>& stop) {
  std::vector<std::string> questions;
  for (const LayerTrial& trial : trials)
    questions.push_back(fmt::format("{} {}", trial.layer, trial.tiles));
  return workers_.run(
      questions,
      [&](const Answer& answer) {
        const LayerTrial& trial = trials[answer.question];
        measured(trial, row_of(trial, answer));
      },
      stop);
}

std::vector<Cost> TrialPool::network_costs(const std::vector<TilesChoice>& choices) {
  std::vector<std::string> questions;
  for (const TilesChoice& choice : choices) {
    std::string question(kNetwork);
    for (const std::string& tiles : choice)
      question += tiles + ";";
    questions.push_back(std::move(question));
  }
  std::vector<Cost> costs(choices.size());
  workers_.run(questions,
               [&](const Answer& answer) {
                 require_device(answer);
                 if (answer.failed())
                   throw InternalError(fmt::format("the network failed: {}", answer.text));
                 costs[answer.question] = parse_cost(answer.text);
               },
               {});
  return costs;
}

}  // namespace vta::explore

#include "explore/tune/trial_pool.h"

#include <variant>

#include "base/error.h"
#include "explore/tune/tiles_text.h"

namespace vta::explore {
namespace {

// The device of a trial elsewhere gave no answer, or a limit was met: that ends the search.
void require_device(const Answer& answer) {
  if (answer.code == ExitCode::ResourceLimit)
    throw ResourceError(fmt::format("a trial: {}", answer.text));
  if (answer.code == ExitCode::Device || answer.code == ExitCode::Usage)
    throw DeviceError(fmt::format("a trial's device: {}", answer.text));
}

Cost cost_in(const Answer& answer) {
  return from_bytes<Cost>(answer.text, "a trial");
}

// In the workers: a layer alone, or the network.
using Question = std::variant<LayerTrial, TilesChoice>;

}  // namespace

TrialPool::TrialPool(const ScheduledGraph& network, const std::vector<TunableLayer>& layers,
                     const VtaConfig& config, int64_t workers, MeasureProgram measure)
    : network_(network),
      layers_(layers),
      config_(config),
      measure_(std::move(measure)),
      workers_([this](const std::string& question) { return answer(question); }, workers) {}

std::string TrialPool::answer(const std::string& bytes) const {
  const auto question = from_bytes<Question>(bytes, "a question");
  if (const auto* choice = std::get_if<TilesChoice>(&question))
    return to_bytes(cost_of(network_.lowered, chosen(*choice), config_, measure_));
  const auto& trial = std::get<LayerTrial>(question);
  const TunableLayer& layer = layers_.at(trial.layer);
  return to_bytes(
      cost_of(layer, parse_tiles(layer.id, trial.tiles, "a question"), config_, measure_));
}

// The network's schedule with these tiles of each layer, where there are any.
NetworkSchedule TrialPool::chosen(const TilesChoice& choice) const {
  NetworkSchedule schedule = network_.schedule;
  for (size_t i = 0; i < layers_.size(); ++i) {
    if (choice[i].empty())
      continue;
    const KernelTiles tiles = parse_tiles(layers_[i].id, choice[i], "a question");
    for (KernelSchedule& kernel : schedule.kernels)
      if (kernel.layer == layers_[i].id)
        kernel.tiles = tiles;
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
  return {layer, trial.tiles, cost_in(answer)};
}

bool TrialPool::measure(const std::vector<LayerTrial>& trials,
                        const std::function<void(const LayerTrial&, TrialRow)>& measured,
                        const std::function<bool()>& stop) {
  std::vector<std::string> questions;
  for (const LayerTrial& trial : trials)
    questions.push_back(to_bytes(Question(trial)));
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
  for (const TilesChoice& choice : choices)
    questions.push_back(to_bytes(Question(choice)));
  std::vector<Cost> costs(choices.size());
  workers_.run(questions,
               [&](const Answer& answer) {
                 require_device(answer);
                 if (answer.failed())
                   throw InternalError(fmt::format("the network failed: {}", answer.text));
                 costs[answer.question] = cost_in(answer);
               },
               {});
  return costs;
}

}  // namespace vta::explore

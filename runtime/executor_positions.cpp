// Runs of a program that is computed position by position.
#include <algorithm>

#include "base/plural.h"
#include "runtime/executor.h"
#include "runtime/position_launch.h"

namespace vta {

void Executor::require_positions(int64_t count) const {
  if (!program_->positions)
    throw InputError("the program has no positions: it keeps nothing from one run to the next");
  const int64_t context = program_->positions->context;
  if (count > context - position_)
    throw InputError(fmt::format(
        "{} from position {} on, and the context ends at {}: reset_state() begins again at 0",
        counted(count, "position"), position_, context));
}

void Executor::begin_position(int64_t position) {
  at_ = position;
  count_ = 1;
  if (!program_->positions)
    return;
  Tensor value = Tensor::zeros(DType::I64, {1});
  value.mutable_data<int64_t>()[0] = position;
  values_[static_cast<size_t>(program_->positions->value)] = std::move(value);
}

void Executor::run_positions(std::span<const std::vector<Tensor>> inputs) {
  require_positions(std::ssize(inputs));
  for (const std::vector<Tensor>& of_position : inputs)
    set_inputs(of_position);
  forget_run();
  if (inputs.empty())
    return;
  fill_arena();
  stats_.host_step_seconds.resize(program_->steps.size());
  const auto is_launch = [](const Step& s) { return std::holds_alternative<LaunchStep>(s); };
  const auto launch = std::ranges::find_if(program_->steps, is_launch);
  const bool one = std::ranges::count_if(program_->steps, is_launch) == 1 && !observer_;
  if (one)
    return run_in_one_launch(inputs, static_cast<size_t>(launch - program_->steps.begin()));
  for (const std::vector<Tensor>& of_position : inputs) {
    set_inputs(of_position);
    begin_position(position_);
    run_steps();
    ++position_;
  }
}

void Executor::set_inputs(const std::vector<Tensor>& inputs) {
  if (inputs.size() != program_->inputs.size())
    throw InputError(fmt::format("{} for a position, the program has {}",
                                 counted(std::ssize(inputs), "input"), program_->inputs.size()));
  for (size_t i = 0; i < inputs.size(); ++i)
    set_input(static_cast<int64_t>(i), inputs[i]);
}

// The host's steps before the launch for every position, those behind it for the last.
void Executor::run_in_one_launch(std::span<const std::vector<Tensor>> inputs, size_t launch) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    set_inputs(inputs[i]);
    begin_position(position_ + static_cast<int64_t>(i));
    for (size_t s = 0; s < launch; ++s)
      run_step(s);
  }
  at_ = position_;
  count_ = std::ssize(inputs);
  for (size_t s = launch; s < program_->steps.size(); ++s)
    run_step(s);
  position_ += count_;
}

LaunchRequest Executor::request_of(const LaunchStep& s) {
  if (!program_->positions)
    return launch_request(*program_, s, arena_.phys_addr());
  const std::vector<std::byte> insns = instructions_at(*program_, s, at_, count_);
  const int64_t bytes = std::ssize(insns);
  if (!stream_.valid() || stream_.size_bytes() < bytes)
    stream_ = driver_.alloc(bytes);
  stream_.write(0, insns);
  return launch_request_at(*program_, s, arena_.phys_addr(), stream_.phys_addr(), count_);
}

}  // namespace vta

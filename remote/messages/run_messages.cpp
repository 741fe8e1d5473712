#include "remote/messages/run_messages.h"

#include <algorithm>
#include <span>
#include <vector>

#include "base/error_class.h"

namespace vta::remote {
namespace {

using Numbers = google::protobuf::RepeatedField<int64_t>;

void put_counters(const Counters& c, v1::Counters& message) {
  for (const CounterField& field : counter_fields())
    message.add_values(c.*field.member);
  message.mutable_insn_count()->Add(c.insn_count.begin(), c.insn_count.end());
}

void require_count(int count, size_t wanted, std::string_view what) {
  if (static_cast<size_t>(count) != wanted)
    throw InputError(fmt::format("statistics: {} numbers of {}, {} must be", count, what, wanted));
}

// Where the values of this program's counters stand in a message, which may be of another version.
std::vector<int> places_of(const v1::Stats& message) {
  const auto& names = message.counter_names();
  std::vector<int> places;
  for (const CounterField& field : counter_fields()) {
    const auto found = std::ranges::find(names, field.name);
    if (found == names.end())
      throw InputError(fmt::format(
          "statistics have no counter {} among {}: they come from another version of vta",
          field.name, names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    places.push_back(static_cast<int>(found - names.begin()));
  }
  return places;
}

Counters counters_of(const v1::Counters& m, std::span<const int> places, int names) {
  Counters c;
  require_count(m.values_size(), static_cast<size_t>(names), "counters");
  for (size_t i = 0; const CounterField& field : counter_fields())
    c.*field.member = m.values(places[i++]);
  require_count(m.insn_count_size(), c.insn_count.size(), "instructions");
  std::ranges::copy(m.insn_count(), c.insn_count.begin());
  return c;
}

void put_units(const UnitCycles& units, Numbers& numbers) {
  for (const StateCycles& states : units)
    numbers.Add(states.begin(), states.end());
}

UnitCycles units_of(const Numbers& numbers) {
  UnitCycles units;
  require_count(numbers.size(), size_t{kNumTimedUnits} * kNumUnitStates, "states of units");
  int at = 0;
  for (StateCycles& states : units)
    for (int64_t& cycles : states)
      cycles = numbers.Get(at++);
  return units;
}

void put_kernel(const KernelTiming& kernel, v1::KernelTiming& message) {
  message.set_cycles(kernel.cycles);
  put_units(kernel.units, *message.mutable_units());
}

KernelTiming kernel_of(const v1::KernelTiming& message) {
  return {message.cycles(), units_of(message.units())};
}

void put_timing(const Timing& timing, v1::Timing& message) {
  message.set_cycles(timing.cycles);
  message.set_bus_beats(timing.bus_beats);
  put_units(timing.units, *message.mutable_units());
  for (const KernelTiming& kernel : timing.kernels)
    put_kernel(kernel, *message.add_kernels());
  put_kernel(timing.outside, *message.mutable_outside());
  for (const DramField& field : kDramFields)
    if (timing.dram.any())
      message.add_dram(timing.dram.*field.member);
}

Timing timing_of(const v1::Timing& message) {
  Timing timing;
  timing.cycles = message.cycles();
  timing.bus_beats = message.bus_beats();
  timing.units = units_of(message.units());
  for (const v1::KernelTiming& kernel : message.kernels())
    timing.kernels.push_back(kernel_of(kernel));
  timing.outside = kernel_of(message.outside());
  for (int i = 0; i < std::min<int>(message.dram_size(), std::ssize(kDramFields)); ++i)
    timing.dram.*kDramFields[static_cast<size_t>(i)].member = message.dram(i);
  return timing;
}

}  // namespace

void put_tensor(const vta::Tensor& tensor, v1::Tensor& message) {
  message.set_type(std::string(dtype_name(tensor.dtype())));
  for (const int64_t extent : tensor.shape())
    message.add_shape(extent);
  const auto bytes = tensor.bytes();
  message.set_data(bytes.data(), bytes.size());
}

vta::Tensor tensor_of(const v1::Tensor& message, std::string_view what) {
  const DType dtype = dtype_from_name(message.type());
  constexpr int kMostRank = 16;
  if (message.shape_size() > kMostRank)
    throw InputError(fmt::format("{}: {} dimensions; at most {} are legal", what,
                                 message.shape_size(), kMostRank));
  vta::Tensor tensor =
      vta::Tensor::zeros(dtype, Shape(message.shape().begin(), message.shape().end()));
  if (tensor.bytes().size() != message.data().size())
    throw InputError(fmt::format("{}: {} bytes, {} {} has {}", what, message.data().size(),
                                 message.type(), shape_text(tensor.shape()),
                                 tensor.bytes().size()));
  if (!message.data().empty())
    std::memcpy(tensor.mutable_bytes().data(), message.data().data(), message.data().size());
  return tensor;
}

void put_stats(const RunStats& stats, v1::Stats& message) {
  for (const CounterField& field : counter_fields())
    message.add_counter_names(std::string(field.name));
  put_counters(stats.counters, *message.mutable_counters());
  for (const Counters& kernel : stats.kernels)
    put_counters(kernel, *message.add_kernels());
  message.set_launches(stats.launches);
  message.set_host_seconds(stats.host_seconds);
  message.set_device_seconds(stats.device_seconds);
  message.mutable_host_step_seconds()->Add(stats.host_step_seconds.begin(),
                                           stats.host_step_seconds.end());
  message.mutable_launch_cycles()->Add(stats.launch_cycles.begin(), stats.launch_cycles.end());
  message.set_widened_bytes(stats.widened_bytes);
  if (stats.timing)
    put_timing(*stats.timing, *message.mutable_timing());
}

RunStats stats_of(const v1::Stats& message) {
  RunStats stats;
  const std::vector<int> places = places_of(message);
  const auto counters = [&](const v1::Counters& of) {
    return counters_of(of, places, message.counter_names_size());
  };
  stats.counters = counters(message.counters());
  for (const v1::Counters& kernel : message.kernels())
    stats.kernels.push_back(counters(kernel));
  stats.launches = message.launches();
  stats.host_seconds = message.host_seconds();
  stats.device_seconds = message.device_seconds();
  stats.host_step_seconds.assign(message.host_step_seconds().begin(),
                                 message.host_step_seconds().end());
  stats.launch_cycles.assign(message.launch_cycles().begin(), message.launch_cycles().end());
  stats.widened_bytes = message.widened_bytes();
  if (message.has_timing())
    stats.timing = timing_of(message.timing());
  return stats;
}

v1::Reply failure_reply(const std::exception& error, std::string_view limit) {
  v1::Reply reply;
  v1::Failure& failure = *reply.mutable_failure();
  failure.set_code(static_cast<int32_t>(class_of(error)));
  failure.set_text(error.what());
  failure.set_limit(std::string(limit));
  return reply;
}

void throw_failure(const v1::Failure& failure) {
  throw_class(static_cast<ExitCode>(failure.code()), failure.text());
  throw DeviceError(fmt::format("the server's error has the unknown class {}: {}", failure.code(),
                                failure.text()));
}

}  // namespace vta::remote

#include "sim/dram/simple_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <optional>

#include "base/error.h"

namespace vta {
namespace {

constexpr int64_t kMostGap = 255, kMostLatency = 1023;
constexpr std::array<std::string_view, 5> kColumns = {"addr", "write", "bytes", "granted",
                                                      "complete"};

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at = 0, end = 0; end != std::string_view::npos; at = end + 1) {
    end = text.find(separator, at);
    parts.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
  }
  return parts;
}

struct Columns {
  std::array<size_t, kColumns.size()> at{};

  Columns(std::string_view header, std::string_view origin) {
    const auto names = split_at(header, ',');
    for (size_t k = 0; k < kColumns.size(); ++k) {
      const auto found = std::ranges::find(names, kColumns[k]);
      if (found == names.end())
        throw InputError(fmt::format("{}: line 1 names no column '{}': legal is a line with {}",
                                     origin, kColumns[k], fmt::join(kColumns, ",")));
      at[k] = static_cast<size_t>(found - names.begin());
    }
  }
};

int64_t number_in(const std::vector<std::string_view>& fields, size_t at, std::string_view column,
                  const std::string& where) {
  if (at >= fields.size())
    throw InputError(fmt::format("{}: there is no column '{}'", where, column));
  int64_t value = 0;
  const std::string_view text = fields[at];
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0)
    throw InputError(
        fmt::format("{}: {} = '{}': legal are whole numbers from 0 on", where, column, text));
  return value;
}

int64_t median(std::vector<int64_t> values) {
  if (values.empty())
    return 0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

BurstTrace parse_measured(std::string_view text, std::string_view origin) {
  BurstTrace measured;
  std::optional<Columns> columns;
  int64_t line_number = 0;
  for (std::string_view line : split_at(text, '\n')) {
    ++line_number;
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    if (!columns) {
      columns.emplace(line, origin);
      continue;
    }
    if (line.empty())
      continue;
    const std::string where = fmt::format("{}: line {}", origin, line_number);
    const auto fields = split_at(line, ',');
    const auto value = [&](size_t k) {
      return number_in(fields, columns->at[k], kColumns[k], where);
    };
    if (value(1) > 1)
      throw InputError(fmt::format("{}: write = {}: legal are 0 and 1", where, value(1)));
    if (value(2) < 1)
      throw InputError(fmt::format("{}: bytes = 0: at least 1 is legal", where));
    if (value(4) < value(3))
      throw InputError(
          fmt::format("{}: complete = {} is before granted = {}", where, value(4), value(3)));
    if (!measured.times.empty() && value(3) < measured.times.back().granted)
      throw InputError(fmt::format("{}: granted = {} is before {} in the line before", where,
                                   value(3), measured.times.back().granted));
    measured.bursts.push_back({value(0), value(2), value(1) != 0});
    measured.times.push_back({value(3), value(4)});
  }
  if (measured.bursts.empty())
    throw InputError(fmt::format("{} has no burst", origin));
  return measured;
}

std::vector<DramBurstTimes> replay_simple(const SimpleMemory& memory, int64_t tick_ps,
                                          const ReplayPort& port,
                                          std::span<const DramBurst> bursts) {
  const double cycle = 1e6 / static_cast<double>(port.mhz * tick_ps);  // in ticks
  const auto up = [](double ticks) { return static_cast<int64_t>(std::ceil(ticks - 1e-9)); };
  std::vector<DramBurstTimes> times;
  times.reserve(bursts.size());
  std::deque<int64_t> in_flight;
  double port_free = 0;
  int64_t granted = -1;
  for (const DramBurst& burst : bursts) {
    granted = std::max(granted + 1, up(port_free));
    if (std::ssize(in_flight) == port.outstanding) {
      granted = std::max(granted, in_flight.front());
      in_flight.pop_front();
    }
    const int64_t latency = burst.write ? memory.write_latency : memory.read_latency;
    const int64_t data = std::max(
        granted + 1, up(static_cast<double>(granted) + static_cast<double>(latency) * cycle));
    in_flight.push_back(std::max(data, in_flight.empty() ? 0 : in_flight.back()));
    times.push_back({granted, in_flight.back()});
    const int64_t beats = (burst.bytes + port.bytes - 1) / port.bytes;
    port_free = static_cast<double>(granted) + static_cast<double>(beats + memory.gap) * cycle;
  }
  return times;
}

SimpleFit judge_simple(const BurstTrace& measured, int64_t tick_ps, const ReplayPort& port,
                       const SimpleMemory& memory) {
  const auto times = replay_simple(memory, tick_ps, port, measured.bursts);
  SimpleFit fit{.memory = memory};
  fit.measured = measured.times.back().complete - measured.times.front().granted;
  fit.fitted = times.back().complete - times.front().granted;
  fit.total_error = static_cast<double>(fit.fitted) / static_cast<double>(fit.measured) - 1;
  for (size_t i = 0; i < times.size(); ++i)
    fit.latency_error +=
        std::abs(static_cast<double>((times[i].complete - times[i].granted) -
                                     (measured.times[i].complete - measured.times[i].granted)));
  fit.latency_error /= static_cast<double>(times.size());
  return fit;
}

SimpleFit fit_simple(const BurstTrace& measured, int64_t tick_ps, const ReplayPort& port) {
  std::array<std::vector<int64_t>, 2> latencies;
  for (size_t i = 0; i < measured.bursts.size(); ++i)
    latencies[measured.bursts[i].write].push_back(measured.times[i].complete -
                                                  measured.times[i].granted);
  const auto cycles = [&](const std::vector<int64_t>& ticks) {
    const double exact =
        static_cast<double>(median(ticks)) * static_cast<double>(port.mhz * tick_ps) / 1e6;
    return std::clamp<int64_t>(std::llround(exact), 0, kMostLatency);
  };
  std::optional<SimpleFit> best;
  for (int64_t gap = 0; gap <= kMostGap; ++gap) {
    const SimpleFit fit =
        judge_simple(measured, tick_ps, port, {cycles(latencies[0]), cycles(latencies[1]), gap});
    if (!best || std::abs(fit.total_error) < std::abs(best->total_error))
      best = fit;
    if (fit.total_error > 0)  // a larger gap takes longer
      break;
  }
  return *best;
}

}  // namespace vta

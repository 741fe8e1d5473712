#include "explore/record/work_json.h"

#include <boost/json/array.hpp>

#include "base/error.h"

namespace vta::explore {
boost::json::array host_operators_json(const WorkShare& work) {
  boost::json::array out;
  for (const HostOperator& host : work.host)
    out.push_back({{"op", host.op}, {"count", host.count}, {"macs", host.macs}});
  return out;
}

boost::json::object work_json(const WorkShare& work) {
  const VtaConfig config;
  PointResult result;
  result.work = work;
  return work_json(RunView{config, 1, result});
}

boost::json::object work_json(const RunView& run) {
  boost::json::object out;
  for (const Quantity& quantity : quantities())
    if (quantity.group == "work")
      out[quantity.name] = figure_json(figure_of(quantity, run));
  out["host_operators"] = host_operators_json(run.result.work);
  return out;
}

boost::json::value figure_json(const Figure& figure) {
  if (const auto* whole = std::get_if<int64_t>(&figure))
    return *whole;
  const auto* real = std::get_if<double>(&figure);
  return real != nullptr ? boost::json::value(*real) : boost::json::value();
}

boost::json::value clock_json(const std::optional<ClockTimes>& times) {
  if (!times)
    return nullptr;
  boost::json::object out;
  for (const Quantity& quantity : quantities())
    if (quantity.of_clock != nullptr)
      out[quantity.name] = (*times).*quantity.of_clock;
  out["clock_estimated"] = times->estimated;
  return out;
}

std::vector<HostOperator> read_host_operators(const JsonReader& parent, std::string_view key) {
  std::vector<HostOperator> out;
  const boost::json::array& list = parent.get_array(key);
  int64_t count = 0, macs = 0;
  const auto add = [&](int64_t& sum, int64_t value, std::string_view what) {
    sum += value;  // two of at most 2^53
    if (sum > kLargestJsonInteger)
      throw InputError(fmt::format("{}: {} of all {} sum to {} or more, legal are 0 to {}",
                                   parent.where(), what, key, sum, kLargestJsonInteger));
  };
  for (size_t i = 0; i < list.size(); ++i) {
    const JsonReader host = parent.element(list, i, key);
    out.push_back({.op = host.get_string("op"),
                   .count = host.get_int("count", 1, kLargestJsonInteger),
                   .macs = host.get_int("macs", 0, kLargestJsonInteger)});
    add(count, out.back().count, "counts");
    add(macs, out.back().macs, "macs");
  }
  return out;
}

WorkShare read_work(const JsonReader& reader) {
  WorkShare work{.device_macs = reader.get_int("device_macs", 0, kLargestJsonInteger),
                 .network_macs = reader.get_int("network_macs", 0, kLargestJsonInteger),
                 .host = read_host_operators(reader, "host_operators")};
  int64_t sum = work.device_macs;
  for (const HostOperator& host : work.host)
    sum += host.macs;
  if (sum != work.network_macs)
    throw InputError(fmt::format("{}: accelerator and host have {} MACs, the network has {}",
                                 reader.where(), sum, work.network_macs));
  return work;
}

}  // namespace vta::explore

#include "explore/store/reuse.h"

#include <algorithm>

#include "base/error.h"
#include "explore/store/row_codec.h"
#include "explore/store/sweep_file.h"

namespace vta::explore {

StoredPoints::StoredPoints(std::span<const std::string> databases,
                           std::span<const NetworkInfo> networks, const SweepHeader& header) {
  for (const std::string& database : databases) {
    Source& source = sources_.emplace_back(database);
    require_current_schema(source.reader.header().schema_version, database);
    require_same_build(header, source.reader.header(), database, "take points from");
    for (const NetworkInfo& there : source.reader.networks())
      for (const NetworkInfo& here : networks)
        if (here.hash == there.hash && here.quantization == there.quantization &&
            here.accuracy == there.accuracy)
          source.names[here.name] = there.name;
  }
}

std::optional<PointRow> StoredPoints::row_in(Source& source, const PointSpec& spec) {
  const auto name = source.names.find(spec.network);
  if (name == source.names.end())
    return std::nullopt;
  PointSpec there = spec;
  there.network = name->second;
  return source.reader.point_of(there);
}

std::optional<StoredPoint> StoredPoints::find(const PointSpec& spec) {
  for (Source& source : sources_)
    if (std::optional<PointRow> row = row_in(source, spec)) {
      row->result.layers = source.reader.layers(row->idx);
      const EffortRow effort = source.reader.effort(row->idx).value_or(EffortRow{});
      return StoredPoint{*std::move(row), effort};
    }
  return std::nullopt;
}

bool StoredPoints::has(const PointSpec& spec) {
  return std::ranges::any_of(sources_,
                             [&](Source& source) { return row_in(source, spec).has_value(); });
}

std::optional<ConfirmationRow> StoredPoints::confirmed(const PointSpec& spec) {
  for (Source& source : sources_)
    if (const std::optional<PointRow> row = row_in(source, spec))
      for (const ConfirmationRow& confirmation : source.reader.confirmations())
        if (confirmation.idx == row->idx && confirmation.status == "confirmed")
          return confirmation;
  return std::nullopt;
}

}  // namespace vta::explore

#include "workbench/views/point_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/plural.h"
#include "explore/record/batch_use.h"

namespace vta::workbench {
namespace {

using explore::PointRow;

std::string work_note(const std::string& network, const std::vector<const PointRow*>& rows) {
  const auto [least, most] = std::ranges::minmax(
      rows, {}, [](const PointRow* row) { return device_percent(row->result.work); });
  std::string text =
      fmt::format("{}: the cycles are of {}; on the host: {}\n", network,
                  share_text(least->result.work), host_operators_text(least->result.work));
  constexpr double kMoved = 0.1;  // percent of the network's MACs
  if (device_percent(most->result.work) - device_percent(least->result.work) > kMoved)
    text += fmt::format("{}: WORK MOVED: of others they are of {}, which is other work\n", network,
                        share_text(most->result.work));
  return text;
}

std::string idle_note(std::span<const PointRow> points) {
  const auto idles = [](const PointRow& row) {
    return !explore::idle_batch_note(row.spec.config, row.spec.images).empty();
  };
  const auto first = std::ranges::find_if(points, idles);
  if (first == points.end())
    return "";
  const auto idle = std::ranges::count_if(points, idles);
  return fmt::format("{} of {} {} half a batch or more idle, e.g. point {}: {}\n", idle,
                     counted(std::ssize(points), "point"), idle == 1 ? "leaves" : "leave",
                     first->idx, explore::idle_batch_note(first->spec.config, first->spec.images));
}

}  // namespace

std::string point_notes(std::span<const PointRow> points) {
  std::map<std::string, std::vector<const PointRow*>> networks;
  for (const PointRow& row : points)
    networks[row.spec.network].push_back(&row);
  std::string text;
  for (const auto& [name, rows] : networks)
    text += work_note(name, rows);
  return text + idle_note(points);
}

}  // namespace vta::workbench

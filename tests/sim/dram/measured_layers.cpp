#include "tests/sim/dram/measured_layers.h"

#include <fmt/format.h>
#include <zlib.h>

#include <sstream>

#include "base/error.h"

namespace vta {
namespace {

std::string unpacked(const std::string& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr)
    throw InputError(fmt::format("{} cannot be read", path));
  std::string text;
  std::array<char, 1 << 16> part;
  for (int size = 1; size > 0;) {
    size = gzread(file, part.data(), part.size());
    if (size > 0)
      text.append(part.data(), static_cast<size_t>(size));
  }
  gzclose(file);
  return text;
}

}  // namespace

// Lines of numbers: of each burst the jump from the end of the last one of its direction, its
// bytes, whether it writes; then for each accelerator the clocks from the grant before to its own,
// and from that to its completion.
MeasuredLayer read_measured_layer(const std::string& name) {
  std::istringstream text(
      unpacked(std::string(VTA_SOURCE_DIR) + "/tests/data/dram/" + name + ".txt.gz"));
  std::vector<std::vector<int64_t>> columns;
  for (std::string line; std::getline(text, line);) {
    std::istringstream numbers(line);
    columns.emplace_back();
    for (int64_t number; numbers >> number;)
      columns.back().push_back(number);
  }
  MeasuredLayer layer;
  if (columns.size() != 11)
    throw InputError(fmt::format("{} has {} lines", name, columns.size()));
  std::array<int64_t, 2> end{};
  std::array<int64_t, 4> granted{};
  for (size_t i = 0; i < columns[0].size(); ++i) {
    const bool write = columns[2][i] != 0;
    int64_t& place = end[write ? 1 : 0];
    place += columns[0][i];
    layer.bursts.push_back({place, columns[1][i], write});
    place += columns[1][i];
    for (size_t k = 0; k < 4; ++k) {
      granted[k] += columns[3 + 2 * k][i];
      layer.times[k].push_back({granted[k], granted[k] + columns[4 + 2 * k][i]});
    }
  }
  return layer;
}

}  // namespace vta

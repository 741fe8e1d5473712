#include "tests/sim/silicon_cases.h"

#include <cmath>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "base/file.h"

namespace vta::test {
namespace {

constexpr int64_t kOutBytes = 16;  // of a vector
constexpr int64_t kEightRows = 8;

int64_t number_in(const std::string& name, const char* pattern, int64_t otherwise) {
  std::smatch found;
  return std::regex_search(name, found, std::regex(pattern)) ? std::stoll(found[1]) : otherwise;
}

using Terms = std::array<double, 3>;  // 1, bytes, vectors of all passes

Terms terms_of(const SiliconCase& c) {
  return {1, static_cast<double>(c.load_bytes + c.store_bytes),
          static_cast<double>(c.passes() * c.vectors())};
}

// Gauss and Jordan, with pivots.
Terms solve(std::array<std::array<double, 4>, 3> rows) {
  for (size_t i = 0; i < 3; ++i) {
    size_t pivot = i;
    for (size_t k = i; k < 3; ++k)
      if (std::abs(rows[k][i]) > std::abs(rows[pivot][i]))
        pivot = k;
    std::swap(rows[i], rows[pivot]);
    for (size_t k = 0; k < 3; ++k) {
      if (k == i)
        continue;
      const double factor = rows[k][i] / rows[i][i];
      for (size_t j = 0; j < 4; ++j)
        rows[k][j] -= factor * rows[i][j];
    }
  }
  return {rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]};
}

}  // namespace

int64_t SiliconCase::passes() const {
  return number_in(name, "repeat(\\d+)", 1);
}
int64_t SiliconCase::rows() const {
  return number_in(name, "_(\\d+)x16", 1);
}
int64_t SiliconCase::pad() const {
  return access == "padded" ? number_in(name, "_p(\\d+)_", 0) : 0;
}
int64_t SiliconCase::vectors() const {
  return store_bytes / store_calls / kOutBytes;
}

std::vector<SiliconCase> silicon_cases() {
  std::vector<SiliconCase> cases;
  std::istringstream lines(
      read_text_file(std::string(VTA_SOURCE_DIR) + "/tests/data/silicon/dma_axu5ev.csv"));
  std::string line;
  std::getline(lines, line);  // header
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    std::vector<std::string> f;
    for (std::string field; std::getline(fields, field, ',');)
      f.push_back(field);
    cases.push_back({f.at(0), f.at(1), std::stoll(f.at(2)), std::stoll(f.at(3)),
                     std::stoll(f.at(4)), std::stoll(f.at(5)), std::stod(f.at(6))});
  }
  return cases;
}

double SiliconModel::us(const SiliconCase& c) const {
  const Terms t = terms_of(c);
  const double rows = c.access == "contiguous" ? 0 : static_cast<double>(c.rows());
  return launch_us + us_per_byte * t[1] + us_per_vector * t[2] + us_per_row * rows;
}

bool is_fitted(const SiliconCase& c) {
  return c.access == "contiguous" || (c.access == "strided" && c.rows() == kEightRows);
}

SiliconModel fit_silicon(const std::vector<SiliconCase>& cases) {
  std::array<std::array<double, 4>, 3> normal{};
  for (const SiliconCase& c : cases) {
    if (c.access != "contiguous")
      continue;
    const Terms t = terms_of(c);
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j)
        normal[i][j] += t[i] * t[j];
      normal[i][3] += t[i] * c.us;
    }
  }
  const Terms found = solve(normal);
  SiliconModel model{found[0], found[1], found[2], 0};
  double above = 0, rows = 0;
  for (const SiliconCase& c : cases)
    if (is_fitted(c) && c.access != "contiguous") {
      above += c.us - model.us(c);
      rows += static_cast<double>(c.rows());
    }
  model.us_per_row = above / rows;
  return model;
}

}  // namespace vta::test

#include "explore/report/columns.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <boost/json.hpp>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/error.h"

namespace vta::explore {
namespace {

constexpr int64_t kSafeInteger = (int64_t{1} << 53) - 1;

int bytes_of(uint64_t largest) {
  return (static_cast<int>(std::bit_width(largest)) + 7) / 8;
}

// All first bytes, then all second bytes, ...: the high bytes of neighbours are mostly equal.
std::string planes(std::span<const uint64_t> values, int width) {
  std::string out;
  out.reserve(values.size() * width);
  for (int byte = 0; byte < width; ++byte)
    for (const uint64_t value : values)
      out.push_back(static_cast<char>(value >> (8 * byte) & 0xff));
  return out;
}

uint64_t zigzag(int64_t value) {
  return static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63);
}

struct Packed {
  boost::json::object form;
  std::string bytes;
};

Packed pack_unsigned(std::string_view form, std::span<const uint64_t> values, int64_t base) {
  const uint64_t largest = values.empty() ? 0 : *std::ranges::max_element(values);
  const int width = bytes_of(largest);
  return {{{"form", form}, {"base", base}, {"width", width}}, planes(values, width)};
}

Packed pack_plain(std::span<const int64_t> values) {
  const int64_t base = values.empty() ? 0 : *std::ranges::min_element(values);
  std::vector<uint64_t> above(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    above[i] = static_cast<uint64_t>(values[i] - base);
  return pack_unsigned("plain", above, base);
}

Packed pack_delta(std::span<const int64_t> values) {
  std::vector<uint64_t> steps(values.size());
  for (size_t i = 1; i < values.size(); ++i)
    steps[i] = zigzag(values[i] - values[i - 1]);
  return pack_unsigned("delta", steps, values.empty() ? 0 : values.front());
}

Packed pack(std::span<const int64_t> values) {
  for (const int64_t value : values)
    VTA_CHECK(value >= -kSafeInteger && value <= kSafeInteger, "{} in a report", value);
  Packed plain = pack_plain(values);
  if (plain.bytes.empty())
    return plain;
  Packed delta = pack_delta(values);
  return deflate_bytes(delta.bytes).size() < deflate_bytes(plain.bytes).size() ? delta : plain;
}

Packed pack(std::span<const double> values) {
  std::vector<uint64_t> bits(values.size());
  std::ranges::transform(values, bits.begin(),
                         [](double value) { return std::bit_cast<uint64_t>(value); });
  return {{{"form", "real"}, {"width", 8}}, planes(bits, 8)};
}

Packed pack(std::span<const std::string> values) {
  boost::json::array texts;
  std::unordered_map<std::string_view, int64_t> number_of;
  std::vector<int64_t> numbers;
  for (const std::string& value : values) {
    const auto [at, is_new] = number_of.try_emplace(value, std::ssize(number_of));
    if (is_new)
      texts.emplace_back(value);
    numbers.push_back(at->second);
  }
  Packed packed = pack(numbers);
  packed.form["texts"] = std::move(texts);
  return packed;
}

const std::vector<int64_t>* integers_of(const ColumnTable& table, const std::string& name) {
  for (const Column& column : table.columns())
    if (column.name == name)
      return std::get_if<std::vector<int64_t>>(&column.values);
  return nullptr;
}

// What is left of the column where it is less than the column.
std::optional<Packed> pack_rest(const ColumnTable& table,
                                const ColumnTable::Expectation& expected) {
  const std::vector<int64_t>& values = *integers_of(table, expected.name);
  std::vector<int64_t> rest = values;
  for (const std::string& name : expected.plus)
    std::ranges::transform(rest, *integers_of(table, name), rest.begin(), std::minus());
  for (const std::string& name : expected.minus)
    std::ranges::transform(rest, *integers_of(table, name), rest.begin(), std::plus());
  Packed packed = pack(std::span<const int64_t>(rest));
  const Packed whole = pack(std::span<const int64_t>(values));
  if (deflate_bytes(packed.bytes).size() >= deflate_bytes(whole.bytes).size())
    return std::nullopt;
  packed.form["plus"] = boost::json::value_from(expected.plus);
  packed.form["minus"] = boost::json::value_from(expected.minus);
  return packed;
}

}  // namespace

int64_t Column::rows() const {
  return std::visit([](const auto& v) { return std::ssize(v); }, values);
}

void ColumnTable::add(Column column) {
  VTA_CHECK(columns_.empty() || column.rows() == rows(), "column {} of table {}: {} rows of {}",
            column.name, name_, column.rows(), rows());
  columns_.push_back(std::move(column));
}

void ColumnTable::expect(const std::string& name, std::vector<std::string> plus,
                         std::vector<std::string> minus) {
  std::vector<std::string> all = plus;
  all.push_back(name);
  all.insert(all.end(), minus.begin(), minus.end());
  if (!std::ranges::all_of(all, [&](const std::string& one) { return integers_of(*this, one); }))
    return;
  const auto place = [&](const std::string& one) {
    return std::ranges::find(columns_, one, &Column::name);
  };
  for (const Expectation& earlier : expectations_)
    VTA_CHECK(place(earlier.name) < place(name) && !std::ranges::count(earlier.plus, name) &&
                  !std::ranges::count(earlier.minus, name),
              "table {}: {} is expected before {}", name_, earlier.name, name);
  expectations_.push_back({name, std::move(plus), std::move(minus)});
}

boost::json::object pack_table(const ColumnTable& table, std::string& bytes) {
  std::map<std::string_view, Packed> rests;
  for (const ColumnTable::Expectation& expected : table.expectations())
    if (std::optional<Packed> rest = pack_rest(table, expected))
      rests.emplace(expected.name, *std::move(rest));
  boost::json::array columns;
  for (const Column& column : table.columns()) {
    const auto rest = rests.find(column.name);
    Packed packed =
        rest != rests.end()
            ? std::move(rest->second)
            : std::visit([](const auto& values) { return pack(std::span(values)); }, column.values);
    packed.form["name"] = column.name;
    packed.form["offset"] = bytes.size();
    bytes += packed.bytes;
    columns.push_back(std::move(packed.form));
  }
  return {{"name", table.name()}, {"rows", table.rows()}, {"columns", std::move(columns)}};
}

std::string deflate_bytes(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  const int code = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                             reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 9);
  VTA_CHECK(code == Z_OK, "deflate failed with {}", code);
  out.resize(size);
  return out;
}

std::string base64_text(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t given = std::min<size_t>(3, bytes.size() - i);
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (k < given ? static_cast<uint8_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k)
      out.push_back(k <= given ? kDigits[group >> (18 - 6 * k) & 63] : '=');
  }
  return out;
}

}  // namespace vta::explore

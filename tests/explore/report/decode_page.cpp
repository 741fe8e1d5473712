#include "tests/explore/report/decode_page.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <boost/json.hpp>
#include <cstring>
#include <stdexcept>

namespace vta::explore {
namespace {

namespace json = boost::json;

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=')
      break;
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos)
      throw std::runtime_error("no base64");
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push_back(static_cast<char>(bits >> count & 0xff));
    }
  }
  return out;
}

std::string inflate_all(const std::string& packed) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK)
    throw std::runtime_error("inflateInit");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string out, chunk(1 << 16, '\0');
  int code = Z_OK;
  while (code == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = static_cast<uInt>(chunk.size());
    code = inflate(&stream, Z_NO_FLUSH);
    out.append(chunk.data(), chunk.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (code != Z_STREAM_END)
    throw std::runtime_error("the deflated data ends early");
  return out;
}

uint64_t unsigned_at(std::string_view bytes, size_t offset, int64_t width, size_t rows,
                     size_t row) {
  uint64_t value = 0;
  for (int64_t k = width - 1; k >= 0; --k)
    value = value << 8 | static_cast<uint8_t>(bytes[offset + k * rows + row]);
  return value;
}

DecodedColumn decode_column(const json::object& form, std::string_view bytes, size_t rows) {
  const size_t offset = form.at("offset").to_number<size_t>();
  const int64_t width = form.at("width").as_int64();
  std::vector<uint64_t> raw;
  for (size_t row = 0; row < rows; ++row)
    raw.push_back(unsigned_at(bytes, offset, width, rows, row));
  if (form.at("form") == "real") {
    std::vector<double> values(rows);
    std::ranges::transform(raw, values.begin(),
                           [](uint64_t bits) { return std::bit_cast<double>(bits); });
    return values;
  }
  std::vector<int64_t> values;
  int64_t last = form.at("base").as_int64();
  const bool is_delta = form.at("form") == "delta";
  for (const uint64_t r : raw) {
    const auto half = static_cast<int64_t>(r >> 1);
    if (is_delta)
      last += (r & 1) != 0 ? -half - 1 : half;
    values.push_back(is_delta ? last : last + static_cast<int64_t>(r));
  }
  if (!form.contains("texts"))
    return values;
  std::vector<std::string> texts;
  for (const int64_t value : values)
    texts.emplace_back(form.at("texts").as_array().at(value).as_string());
  return texts;
}

// What is left of a column that nearly follows from others becomes the column.
void add_others(const json::object& form, std::map<std::string, DecodedColumn>& table) {
  auto& values = std::get<std::vector<int64_t>>(table.at(std::string(form.at("name").as_string())));
  for (const auto& [list, sign] : {std::pair("plus", 1), std::pair("minus", -1)})
    for (const json::value& name : form.at(list).as_array()) {
      const auto& other = std::get<std::vector<int64_t>>(table.at(std::string(name.as_string())));
      for (size_t row = 0; row < values.size(); ++row)
        values[row] += sign * other[row];
    }
}

const DecodedColumn& find(const DecodedPage& page, const std::string& table,
                          const std::string& column) {
  return page.tables.at(table).at(column);
}

}  // namespace

const std::vector<int64_t>& DecodedPage::integers(const std::string& table,
                                                  const std::string& column) const {
  return std::get<std::vector<int64_t>>(find(*this, table, column));
}

const std::vector<std::string>& DecodedPage::texts(const std::string& table,
                                                   const std::string& column) const {
  return std::get<std::vector<std::string>>(find(*this, table, column));
}

std::vector<double> DecodedPage::numbers(const std::string& table,
                                         const std::string& column) const {
  const DecodedColumn& values = find(*this, table, column);
  if (const auto* reals = std::get_if<std::vector<double>>(&values))
    return *reals;
  const auto& integers = std::get<std::vector<int64_t>>(values);
  return {integers.begin(), integers.end()};
}

DecodedPage decode_section(std::string_view base64) {
  const std::string bytes = inflate_all(from_base64(base64));
  size_t size = 0;
  for (int byte = 3; byte >= 0; --byte)
    size = size << 8 | static_cast<uint8_t>(bytes[byte]);
  DecodedPage page;
  page.header = json::parse(bytes.substr(4, size)).as_object();
  const std::string_view columns = std::string_view(bytes).substr(4 + size);
  for (const json::value& table : page.header.at("tables").as_array()) {
    const size_t rows = table.at("rows").to_number<size_t>();
    auto& into = page.tables[std::string(table.at("name").as_string())];
    for (const json::value& column : table.at("columns").as_array())
      into[std::string(column.at("name").as_string())] =
          decode_column(column.as_object(), columns, rows);
    for (const json::value& column : table.at("columns").as_array())
      if (column.as_object().contains("plus"))
        add_others(column.as_object(), into);
  }
  return page;
}

DecodedPage decode_page(std::string_view html) {
  constexpr std::string_view kStart = "id=\"data\">";
  const size_t start = html.find(kStart);
  if (start == std::string_view::npos)
    throw std::runtime_error("the page has no data section");
  const size_t from = start + kStart.size();
  return decode_section(html.substr(from, html.find("</script>", from) - from));
}

}  // namespace vta::explore

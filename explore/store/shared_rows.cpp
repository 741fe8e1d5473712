#include "explore/store/shared_rows.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <cctype>
#include <vector>

#include "explore/record/config_columns.h"
#include "explore/record/quantity.h"
#include "explore/store/schema.h"

namespace vta::explore {
namespace {

std::string config_columns_sql() {
  std::string columns = "id, hash, name, form, " + number_columns();
  for (const ConfigColumn& column : config_columns())
    columns += fmt::format(", {}", column.name);
  return columns;
}

bool is_of_work(const Quantity& quantity) {
  return quantity.in_kernel && !is_of_time(quantity);
}

std::string work_columns() {
  std::string columns = "id, name, kind, description, onnx_nodes";
  for (const Quantity& quantity : quantities())
    if (is_of_work(quantity))
      columns += fmt::format(", {}", quantity.name);
  return columns;
}

// What stands in a row of `work` beside its number, as a key of a map.
std::string key_of(const std::vector<int64_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(int64_t)};
}

}  // namespace

NumberedText take_numbers(std::string_view json) {
  NumberedText taken;
  bool in_string = false;
  for (size_t k = 0; k < json.size();) {
    const char c = json[k];
    const size_t end = json.find_first_not_of("-+.0123456789eE", k);
    const std::string_view token = json.substr(k, end - k);
    const bool is_number = !in_string && (c == '-' || std::isdigit(static_cast<unsigned char>(c)));
    if (is_number && taken.numbers.size() < kMostConfigNumbers && token.size() < 18 &&
        token.find_first_not_of("0123456789", c == '-' ? 1 : 0) == std::string_view::npos) {
      taken.form += "%d";
      taken.numbers.push_back(std::stoll(std::string(token)));
      k += token.size();
      continue;
    }
    const size_t width = is_number ? token.size() : in_string && c == '\\' ? 2 : 1;
    in_string ^= c == '"';
    for (const char each : json.substr(k, width))
      taken.form += each == '%' ? std::string("%%") : std::string(1, each);
    k += width;
  }
  return taken;
}

int64_t SharedRows::text(std::string_view value) {
  read();
  const auto [at, is_new] = texts_.try_emplace(std::string(value), std::ssize(texts_) + 1);
  if (is_new)
    database_->prepare("INSERT INTO shared_text (id, value) VALUES (?, ?)")
        .bind(at->second)
        .bind(value)
        .run();
  return at->second;
}

int64_t SharedRows::config(const VtaConfig& config) {
  read();
  const auto [at, is_new] = configs_.try_emplace(config.hash(), std::ssize(configs_) + 1);
  if (!is_new)
    return at->second;
  static const std::string sql = insert_sql("config", config_columns_sql());
  const NumberedText text_of = take_numbers(config.identity_json());
  const int64_t form = text(text_of.form);
  Statement row = database_->prepare(sql);
  row.bind(at->second).bind(at->first).bind(config.name()).bind(form);
  for (size_t k = 0; k < kMostConfigNumbers; ++k)
    row.bind(k < text_of.numbers.size() ? std::optional(text_of.numbers[k]) : std::nullopt);
  for (const ConfigColumn& column : config_columns())
    row.bind(column.of(config));
  row.run();
  return at->second;
}

int64_t SharedRows::work(const LayerResult& layer) {
  read();
  std::vector<int64_t> values = {
      text(layer.name), text(layer.kind), text(layer.description.text()),
      text(boost::json::serialize(boost::json::value_from(layer.onnx_nodes)))};
  for (const Quantity& quantity : quantities())
    if (is_of_work(quantity))
      values.push_back(quantity.of_kernel(layer));
  const auto [at, is_new] = works_.try_emplace(key_of(values), std::ssize(works_) + 1);
  if (!is_new)
    return at->second;
  static const std::string sql = insert_sql("work", work_columns());
  Statement row = database_->prepare(sql);
  row.bind(at->second);
  for (const int64_t value : values)
    row.bind(value);
  row.run();
  return at->second;
}

// Numbers are 1, 2, ...: no row is ever taken away.
void SharedRows::read() {
  if (std::exchange(is_read_, true))
    return;
  texts_.clear();
  configs_.clear();
  works_.clear();
  Statement texts = database_->prepare("SELECT id, value FROM shared_text");
  while (texts.step())
    texts_[texts.text(1)] = texts.integer(0);
  Statement configs = database_->prepare("SELECT id, hash FROM config");
  while (configs.step())
    configs_[configs.text(1)] = configs.integer(0);
  Statement works = database_->prepare(fmt::format("SELECT {} FROM work", work_columns()));
  while (works.step()) {
    std::vector<int64_t> values;
    for (int column = 1; column < works.columns(); ++column)
      values.push_back(works.integer(column));
    works_[key_of(values)] = works.integer(0);
  }
}

}  // namespace vta::explore

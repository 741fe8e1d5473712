// What rows of points and layers share, each kept once: texts, configurations, the work of a
// kernel.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "explore/store/rows.h"
#include "explore/store/sqlite.h"

namespace vta::explore {

// A JSON text whose first kMostConfigNumbers integers are taken out: "form" for SQL's printf, with
// %d in their places.
struct NumberedText {
  std::string form;
  std::vector<int64_t> numbers;
};
NumberedText take_numbers(std::string_view json);

// The numbers of rows in the tables shared_text, config and work, which grow where a row is new.
// What the file has is read when the first number is asked for, and after forget().
class SharedRows {
 public:
  explicit SharedRows(Database& database) : database_(&database) {}

  int64_t text(std::string_view value);
  int64_t config(const VtaConfig& config);
  int64_t work(const LayerResult& layer);
  // The last numbers may be of rows that were taken back.
  void forget() { is_read_ = false; }

 private:
  void read();

  Database* database_;
  bool is_read_ = false;
  std::unordered_map<std::string, int64_t> texts_, configs_, works_;
};

}  // namespace vta::explore

// query_database FILE.db SQL: the rows as JSON lists, one a line; apart from everything that
// reports use.
#include <sqlite3.h>

#include <boost/json.hpp>
#include <cstdio>
#include <iostream>

namespace {

boost::json::value value_of(sqlite3_stmt* statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT:
      return sqlite3_column_double(statement, column);
    case SQLITE_NULL:
      return nullptr;
    default:
      return boost::json::string(
          reinterpret_cast<const char*>(sqlite3_column_text(statement, column)));
  }
}

}  // namespace

int main(int argc, char** argv) {
  sqlite3* database = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (argc != 3 || sqlite3_open(argv[1], &database) != SQLITE_OK ||
      sqlite3_prepare_v2(database, argv[2], -1, &statement, nullptr) != SQLITE_OK) {
    std::fprintf(stderr, "query_database: %s\n", database ? sqlite3_errmsg(database) : "FILE SQL");
    return 2;
  }
  while (sqlite3_step(statement) == SQLITE_ROW) {
    boost::json::array row;
    for (int i = 0; i < sqlite3_column_count(statement); ++i)
      row.push_back(value_of(statement, i));
    std::cout << boost::json::serialize(row) << "\n";
  }
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return 0;
}

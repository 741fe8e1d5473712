#include "explore/store/merge.h"

#include <filesystem>

#include "base/error.h"
#include "base/real_path.h"
#include "explore/store/collect.h"
#include "explore/store/sweep_file.h"
#include "explore/store/writer_lock.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;

// `part` is attached under that name. What is new is copied, then what both have is compared.
class Merge {
 public:
  Merge(Database& out, const std::string& part) : out_(out), part_(part) {
    out_.attach(open_sweep_file(part, Database::Mode::Read), "part");
  }
  ~Merge() {
    try {
      out_.detach("part");
    } catch (const Error&) {  // after a failure; the connection is closed next
    }
  }
  Merge(const Merge&) = delete;
  Merge& operator=(const Merge&) = delete;

  void run(MergeReport& report) {
    Transaction transaction(out_);
    copy_new("network", "name");
    refuse_different("network", "name", "name, hash, quantization");
    out_.run(
        "CREATE TEMP TABLE fresh AS SELECT idx FROM part.point WHERE idx NOT IN "
        "(SELECT idx FROM main.point)");
    const int64_t fresh = out_.integer("SELECT count(*) FROM temp.fresh");
    report.points += fresh;
    report.repeated += out_.integer("SELECT count(*) FROM part.point") - fresh;
    for (const char* table : {"point", "layer"}) {
      out_.run(
          fmt::format("INSERT INTO main.{0} SELECT * FROM part.{0} WHERE idx IN "
                      "(SELECT idx FROM temp.fresh)",
                      table));
      refuse_different(table, "idx", "*");
    }
    out_.run("DROP TABLE temp.fresh");
    report.excluded += copy_new("excluded", "idx");
    refuse_different("excluded", "idx", "*");
    copy_failures(report);
    copy_confirmations(report);
    copy_new("effort", "idx");
    copy_new("confirm_effort", "idx");
    transaction.commit();
    ++report.parts;
  }

 private:
  int64_t copy_new(const std::string& table, const std::string& key) {
    out_.run(
        fmt::format("INSERT INTO main.{0} SELECT * FROM part.{0} WHERE {1} NOT IN "
                    "(SELECT {1} FROM main.{0})",
                    table, key));
    return out_.changes();
  }

  void refuse_different(const std::string& table, const std::string& key,
                        const std::string& columns) {
    Statement different = out_.prepare(
        fmt::format("SELECT {0} FROM (SELECT {1} FROM part.{2} EXCEPT SELECT {1} FROM main.{2}) "
                    "LIMIT 1",
                    key, columns, table));
    if (different.step())
      throw InputError(fmt::format("cannot merge {} into {}: they differ in {} '{}'", part_,
                                   out_.path(), table, different.text(0)));
  }

  // What failed in one part may be a point of another.
  void copy_failures(MergeReport& report) {
    report.failures += copy_new("failure", "idx");
    out_.run(
        "DELETE FROM main.failure WHERE idx IN (SELECT idx FROM main.point UNION SELECT idx FROM "
        "main.excluded)");
    report.failures -= out_.changes();
  }

  // A run on the RTL takes the place of none.
  void copy_confirmations(MergeReport& report) {
    out_.run(
        "DELETE FROM main.confirmation WHERE status = 'unconfirmed' AND idx IN (SELECT idx FROM "
        "part.confirmation WHERE status <> 'unconfirmed')");
    report.confirmations += copy_new("confirmation", "idx");
  }

  Database& out_;
  const std::string& part_;
};

}  // namespace

MergeReport merge_sweeps(const std::string& out, std::span<const std::string> parts) {
  MergeReport report;
  if (parts.empty())
    return report;
  const auto header_of = [](const std::string& path) {
    Database database = open_sweep_file(path, Database::Mode::Read);
    SweepHeader header = read_header(database);
    require_current_schema(header.schema_version, path);
    return header;
  };
  for (const std::string& part : parts)
    if (real_path(part) == real_path(out))
      throw InputError(fmt::format("cannot merge {} into {}: both are one file", part, out));
  const SweepHeader header = header_of(fs::exists(out) ? out : parts.front());
  bool one_specification = !is_collection(header);
  for (const std::string& part : parts) {
    const SweepHeader other = header_of(part);
    require_same_build(header, other, part, "merge");
    one_specification = one_specification && other.spec_hash == header.spec_hash;
  }
  if (!one_specification)
    return collect_sweeps(out, parts);
  const WriterLock lock(out);
  Database database = create_sweep_file(out, header);
  for (const std::string& part : parts)
    Merge(database, part).run(report);
  return report;
}

}  // namespace vta::explore

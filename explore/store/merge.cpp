#include "explore/store/merge.h"

#include <map>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/real_path.h"
#include "base/text_safety.h"
#include "explore/store/collect.h"
#include "explore/store/draft.h"
#include "explore/store/reader.h"
#include "explore/store/row_codec.h"
#include "explore/store/sweep_file.h"
#include "explore/store/writer.h"
#include "explore/store/writer_lock.h"

namespace vta::explore {
namespace {

EffortRow effort_of(SweepReader& part, int64_t idx) {
  EffortRow none;
  none.idx = idx;
  return part.effort(idx).value_or(none);
}

// Takes the rows of parts as every reader sees them, all in one transaction. What the result has
// besides points is small, and kept.
class Merge {
 public:
  Merge(const std::string& out, const std::string& file, const SweepHeader& header)
      : out_(out), writer_(file, header, out) {
    SweepReader reader(file);
    for (const NetworkInfo& row : reader.networks())
      networks_[row.name] = row;
    for (const ExcludedRow& row : reader.excluded())
      excluded_[row.idx] = row;
    for (const FailureRow& row : reader.failures())
      failures_[row.idx] = row;
    for (const ConfirmationRow& row : reader.confirmations())
      confirmations_[row.idx] = row;
    failures_before_ = std::ssize(failures_);
    excluded_before_ = std::ssize(excluded_);
  }

  MergeReport run(std::span<const std::string> parts) {
    Transaction transaction = writer_.transaction();
    for (const std::string& part : parts)
      add(part);
    transaction.commit();
    writer_.finish();
    report_.parts = std::ssize(parts);
    report_.excluded = std::ssize(excluded_) - excluded_before_;
    report_.failures = std::ssize(failures_) - failures_before_;
    return report_;
  }

 private:
  void add(const std::string& path) {
    SweepReader part(path);
    add_networks(part);
    const std::vector<PointRow> points = part.points();
    for (const PointRow& row : points)
      add_point(part, row);
    add_excluded(part);
    for (const FailureRow& row : part.failures())
      add_failure(part, row);
    std::map<int64_t, ConfirmEffortRow> efforts;
    for (const ConfirmEffortRow& row : part.confirm_efforts())
      efforts[row.idx] = row;
    for (const ConfirmationRow& row : part.confirmations())
      add_confirmation(row, efforts);
  }

  [[noreturn]] void refuse(const SweepReader& part, const std::string& what) const {
    throw InputError(
        fmt::format("cannot merge {} into {}: they differ in {}", part.path(), out_, what));
  }

  void add_networks(SweepReader& part) {
    for (const NetworkInfo& row : part.networks()) {
      const auto [known, fresh] = networks_.try_emplace(row.name, row);
      if (fresh)
        writer_.put_networks(std::span(&row, 1));
      else if (known->second.hash != row.hash || known->second.quantization != row.quantization ||
               known->second.accuracy != row.accuracy)
        refuse(part, fmt::format("network '{}'", printable(row.name)));
    }
  }

  void add_point(SweepReader& part, PointRow row) {
    row.result.layers = part.layers(row.idx);
    row.spec.config.clock = {};  // of the whole database, not of a row
    if (const std::optional<PointRow> known = writer_.point(row.idx)) {
      if (row.result.layers != known->result.layers)
        refuse(part, fmt::format("layer '{}'", row.idx));
      if (row != *known)
        refuse(part, fmt::format("point '{}'", row.idx));
      ++report_.repeated;
      return;
    }
    if (const std::optional<int64_t> other = writer_.index_of(row.spec))
      refuse(part, fmt::format("the number of one point: {} and {}", row.idx, *other));
    writer_.put_point(row, effort_of(part, row.idx));
    failures_.erase(row.idx);
    ++report_.points;
  }

  void add_excluded(SweepReader& part) {
    std::vector<ExcludedRow> fresh;
    for (const ExcludedRow& row : part.excluded()) {
      const auto [known, is_fresh] = excluded_.try_emplace(row.idx, row);
      if (known->second != row)
        refuse(part, fmt::format("excluded '{}'", row.idx));
      if (!is_fresh)
        continue;
      if (const std::optional<EffortRow> effort = part.effort(row.idx))
        writer_.put_uncompilable(row, *effort);
      else
        fresh.push_back(row);
      failures_.erase(row.idx);
    }
    writer_.put_excluded(fresh);
  }

  // What failed in one part may be a point of another.
  void add_failure(SweepReader& part, const FailureRow& row) {
    if (failures_.contains(row.idx) || excluded_.contains(row.idx) || writer_.point(row.idx))
      return;
    failures_[row.idx] = row;
    writer_.put_failure(row, effort_of(part, row.idx));
  }

  // A run on the RTL takes the place of none.
  void add_confirmation(const ConfirmationRow& row,
                        const std::map<int64_t, ConfirmEffortRow>& efforts) {
    const auto [known, fresh] = confirmations_.try_emplace(row.idx, row);
    if (!fresh && (known->second.status != "unconfirmed" || row.status == "unconfirmed"))
      return;
    known->second = row;
    if (const auto effort = efforts.find(row.idx); effort != efforts.end())
      writer_.put_confirmation(row, effort->second);
    else
      writer_.put_confirmation(row);
    ++report_.confirmations;
  }

  std::string out_;
  SweepWriter writer_;
  MergeReport report_;
  std::map<std::string, NetworkInfo> networks_;  // what the result has by now
  std::map<int64_t, ExcludedRow> excluded_;
  std::map<int64_t, FailureRow> failures_;
  std::map<int64_t, ConfirmationRow> confirmations_;
  int64_t failures_before_ = 0, excluded_before_ = 0;
};

MergeReport merge_into_new(const std::string& out, const SweepHeader& header,
                           std::span<const std::string> parts) {
  const WriterLock lock(out);
  const Draft draft(out);
  const MergeReport report = Merge(out, draft.path(), header).run(parts);
  draft.publish();
  return report;
}

}  // namespace

MergeReport merge_sweeps(const std::string& out, std::span<const std::string> parts) {
  if (parts.empty())
    return {};
  const auto header_of = [](const std::string& path) {
    Database database = open_sweep_file(path, Database::Mode::Read);
    SweepHeader header = read_header(database);
    require_current_schema(header.schema_version, path);
    return header;
  };
  for (const std::string& part : parts)
    if (real_path(part) == real_path(out))
      throw InputError(fmt::format("cannot merge {} into {}: both are the same file", part, out));
  const bool fresh = is_new_sweep_file(out);
  const SweepHeader header = header_of(fresh ? parts.front() : out);
  bool one_specification = !is_collection(header);
  for (const std::string& part : parts) {
    const SweepHeader other = header_of(part);
    require_same_build(header, other, part, "merge");
    one_specification = one_specification && other.spec_hash == header.spec_hash;
  }
  if (!one_specification)
    return collect_sweeps(out, parts);
  return fresh ? merge_into_new(out, header, parts) : Merge(out, out, header).run(parts);
}

}  // namespace vta::explore

#include "explore/store/collect.h"

#include <algorithm>
#include <boost/json.hpp>
#include <deque>
#include <map>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "explore/store/draft.h"
#include "explore/store/reader.h"
#include "explore/store/row_codec.h"
#include "explore/store/sweep_file.h"
#include "explore/store/writer.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

constexpr std::string_view kMerged = "merged";

// Where the row of a key is; several parts may have it.
struct Place {
  size_t part;
  int64_t idx;
};

// By its hash, so that one specification is there once.
void add_specs(const SweepHeader& header, const std::string& path,
               std::map<std::string, json::value>& specs) {
  const json::value spec = parse_json(header.spec, path + ": spec");
  const auto add = [&](const json::value& one) { specs[hash_hex(json::serialize(one))] = one; };
  if (!is_collection(header))
    return add(spec);
  for (const json::value& one : spec.as_object().at(kMerged).as_array())
    add(one);
}

// Those that all parts have, in the order of the first.
std::vector<std::string> common_objectives(const std::deque<SweepReader>& parts) {
  std::vector<std::string> common = parts.front().header().objectives;
  for (const SweepReader& part : parts)
    std::erase_if(common, [&](const std::string& name) {
      return std::ranges::count(part.header().objectives, name) == 0;
    });
  return common.empty() ? std::vector<std::string>{"cycles_per_image", "zynq7020_share"} : common;
}

std::vector<std::string> all_schedules(const std::deque<SweepReader>& parts) {
  std::set<std::string> all;
  for (const SweepReader& part : parts)
    all.insert(part.header().schedules.begin(), part.header().schedules.end());
  return {all.begin(), all.end()};
}

class Collection {
 public:
  explicit Collection(std::span<const std::string> paths) {
    for (const std::string& path : paths) {
      const SweepReader& part = parts_.emplace_back(path);
      require_current_schema(part.header().schema_version, path);
      require_same_build(parts_.front().header(), part.header(), path, "merge");
      add_specs(part.header(), path, specs_);
      add_networks(parts_.back());
      for (const auto& [key, idx] : parts_.back().keys())
        places_[key].push_back({parts_.size() - 1, idx});
      for (const ConfirmationRow& row : parts_.back().confirmations())
        confirmations_[{parts_.size() - 1, row.idx}] = row;
    }
  }

  void write(const std::string& path, const std::string& called, MergeReport& report) {
    SweepWriter writer(path, header(), called);
    std::vector<NetworkInfo> networks;
    for (const auto& [name, row] : networks_)
      networks.push_back(row);
    writer.put_networks(networks);
    int64_t idx = 0;
    for (const auto& [key, places] : places_) {
      write_point(writer, idx++, places);
      report.repeated += std::ssize(places) - 1;
    }
    writer.finish();
    report.points = idx;
    report.parts = std::ssize(parts_);
  }

 private:
  void add_networks(SweepReader& part) {
    for (const NetworkInfo& row : part.networks()) {
      const auto [known, fresh] = networks_.emplace(row.name, row);
      if (!fresh &&
          (known->second.hash != row.hash || known->second.quantization != row.quantization ||
           known->second.accuracy != row.accuracy))
        throw InputError(
            fmt::format("cannot merge {}: its network '{}' (hash {}, {}) differs from that in the "
                        "files before it (hash {}, {}){}",
                        part.path(), row.name, row.hash, row.quantization, known->second.hash,
                        known->second.quantization,
                        known->second.accuracy == row.accuracy ? "" : ", or has other samples"));
    }
  }

  SweepHeader header() const {
    SweepHeader header = parts_.front().header();
    json::array specs;
    std::string hashes;
    for (const auto& [hash, spec] : specs_) {
      specs.push_back(spec);
      hashes += hash + "\n";
    }
    header.spec = json_text(json::object{{kMerged, specs}});
    header.spec_hash = hash_hex(hashes);
    header.objectives = common_objectives(parts_);
    header.schedules = all_schedules(parts_);
    header.space_points = std::ssize(places_);
    return header;
  }

  PointRow read(const Place& place) {
    SweepReader& part = parts_[place.part];
    std::optional<PointRow> row = part.point(place.idx);
    VTA_CHECK(row, "point {} of {} has gone", place.idx, part.path());
    row->result.layers = part.layers(place.idx);
    return *std::move(row);
  }

  // Of several labels of one memory the first in the alphabet: the order of the parts is no matter.
  void write_point(SweepWriter& writer, int64_t idx, const std::vector<Place>& places) {
    PointRow row = read(places.front());
    for (size_t k = 1; k < places.size(); ++k) {
      PointRow other = read(places[k]);
      row.memory = other.memory = std::min(row.memory, other.memory);
      other.idx = row.idx;
      if (point_key(other.spec) == point_key(row.spec))
        other.spec = row.spec;  // labels may differ
      if (row != other)
        throw InputError(fmt::format("cannot merge {}: its point {} differs from point {} of {}",
                                     parts_[places[k].part].path(), places[k].idx,
                                     places.front().idx, parts_[places.front().part].path()));
    }
    EffortRow effort = parts_[places.front().part].effort(places.front().idx).value_or(EffortRow{});
    row.idx = effort.idx = idx;
    writer.put_point(row, effort);
    write_confirmation(writer, idx, places);
  }

  // Of several the one that says most: a difference, then an equality.
  void write_confirmation(SweepWriter& writer, int64_t idx, const std::vector<Place>& places) {
    for (const char* status : {"different", "confirmed", "unconfirmed"})
      for (const Place& place : places) {
        const auto found = confirmations_.find({place.part, place.idx});
        if (found == confirmations_.end() || found->second.status != status)
          continue;
        ConfirmationRow row = found->second;
        row.idx = idx;
        return writer.put_confirmation(row);
      }
  }

  std::deque<SweepReader> parts_;
  std::map<std::string, json::value> specs_;
  std::map<std::string, NetworkInfo> networks_;
  std::map<std::string, std::vector<Place>> places_;  // by key
  std::map<std::pair<size_t, int64_t>, ConfirmationRow> confirmations_;
};

}  // namespace

bool is_collection(const SweepHeader& header) {
  boost::system::error_code error;
  const json::value spec = json::parse(header.spec, error);
  return !error && spec.is_object() && spec.as_object().contains(kMerged) &&
         spec.as_object().at(kMerged).is_array();
}

MergeReport collect_sweeps(const std::string& out, std::span<const std::string> parts) {
  const WriterLock lock(out);
  std::vector<std::string> sources(parts.begin(), parts.end());
  if (!is_new_sweep_file(out)) {
    if (!is_collection(SweepReader(out).header()))
      throw InputError(
          fmt::format("cannot merge databases of other specifications into {}, which belongs to "
                      "one specification: name a new file, in which all points get new numbers",
                      out));
    sources.insert(sources.begin(), out);
  }
  const Draft draft(out);
  MergeReport report;
  Collection(sources).write(draft.path(), out, report);
  draft.publish();
  return report;
}

}  // namespace vta::explore

#include "compiler/schedule/schedule_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

#include "base/error.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr std::string_view kSchema = "vta.schedule";
// Tiles of blocks that differ are of version 3: those of version 2 were made for kernels that
// worked on elements without channels as well. For equal blocks nothing has changed.
constexpr int64_t kVersion = 2, kVersionOfUnequalBlocks = 3;

struct Fact {
  std::string_view name;
  bool ScheduleFacts::*member;
};
constexpr std::array<Fact, 11> kFacts = {{
    {"fuse_residuals", &ScheduleFacts::fuse_residuals},
    {"fuse_pools", &ScheduleFacts::fuse_pools},
    {"fuse_followers", &ScheduleFacts::fuse_followers},
    {"batch_norms", &ScheduleFacts::batch_norms},
    {"grouped_convolutions", &ScheduleFacts::grouped_convolutions},
    {"dilated_convolutions", &ScheduleFacts::dilated_convolutions},
    {"concatenations", &ScheduleFacts::concatenations},
    {"gather_windows", &ScheduleFacts::gather_windows},
    {"widen_alu_operands", &ScheduleFacts::widen_alu_operands},
    {"merge_tasks", &ScheduleFacts::merge_tasks},
    {"search_reuse", &ScheduleFacts::search_reuse},
}};

constexpr std::string_view kAllInt8 = "all_int8";  // files may lack it: then it is false

const char* style_name(EpilogueStyle style) {
  switch (style) {
    case EpilogueStyle::Published:
      return "published";
    case EpilogueStyle::Short:
      return "short";
  }
  return "";
}

EpilogueStyle read_style(const JsonReader& reader) {
  const std::string text = reader.get_string("epilogue");
  for (const EpilogueStyle style : {EpilogueStyle::Published, EpilogueStyle::Short})
    if (text == style_name(style))
      return style;
  throw InputError(fmt::format("{}: epilogue is \"{}\", legal are \"{}\" and \"{}\"",
                               reader.where(), text, style_name(EpilogueStyle::Published),
                               style_name(EpilogueStyle::Short)));
}

json::object facts_json(const ScheduleFacts& facts) {
  json::object out = {{"epilogue", style_name(facts.epilogue)}};
  for (const Fact& fact : kFacts)
    out[fact.name] = facts.*fact.member;
  if (facts.all_int8)
    out[kAllInt8] = true;
  return out;
}

ScheduleFacts read_facts(const JsonReader& reader) {
  std::vector<std::string_view> known = {"epilogue", kAllInt8};
  for (const Fact& fact : kFacts)
    known.push_back(fact.name);
  reader.refuse_unknown(known);
  ScheduleFacts facts;
  facts.epilogue = read_style(reader);
  for (const Fact& fact : kFacts)
    facts.*fact.member = reader.get_bool(fact.name);
  facts.all_int8 = reader.has(kAllInt8) && reader.get_bool(kAllInt8);
  return facts;
}

std::vector<std::string> read_kernels(const JsonReader& reader) {
  std::vector<std::string> names;
  if (!reader.has("kernels"))
    return names;
  for (const json::value& name : reader.get_array("kernels")) {
    if (!name.is_string() || name.get_string().empty())
      throw InputError(fmt::format("{}: kernels holds {}, legal are names of kernels",
                                   reader.where(),
                                   name.is_string() ? "an empty name" : json_kind(name)));
    names.emplace_back(name.get_string());
  }
  return names;
}

ScheduleFile::Entry read_entry(const JsonReader& reader) {
  reader.refuse_unknown({"layer", "kernels", "tiles"});
  ScheduleFile::Entry entry;
  entry.layer = parse_layer(reader.get_string("layer"), reader.where());
  entry.kernels = read_kernels(reader);
  entry.tiles = tiles_of_json(entry.layer, reader.get_object("tiles"));
  return entry;
}

// An entry that no kernel could take.
void refuse_repeated(const std::vector<ScheduleFile::Entry>& layers, const std::string& where) {
  const ScheduleFile::Entry& last = layers.back();
  std::set<std::string_view> taken;
  for (const ScheduleFile::Entry& entry : std::span(layers).first(layers.size() - 1)) {
    if (entry.layer != last.layer)
      continue;
    taken.insert(entry.kernels.begin(), entry.kernels.end());
    if (last.kernels.empty())
      throw InputError(
          fmt::format("{}: layer '{}' has been given tiles already, and no kernels are named that "
                      "these are for",
                      where, layer_text(last.layer)));
  }
  for (const std::string& name : last.kernels)
    if (!taken.insert(name).second)
      throw InputError(fmt::format("{}: kernel '{}' of layer '{}' has been given tiles already",
                                   where, name, layer_text(last.layer)));
}

struct Blocks {
  int64_t in = 0, out = 0;
};

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected))
    return false;
  text.remove_prefix(1);
  return true;
}

// Of at most five digits.
std::optional<int64_t> take_number(std::string_view& text) {
  if (text.starts_with('-'))
    return std::nullopt;
  int64_t value = 0;
  const size_t most = std::min<size_t>(text.size(), 5);
  const auto [end, error] = std::from_chars(text.data(), text.data() + most, value);
  if (error != std::errc())
    return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return value;
}

// Of a configuration's name: BATCHxBLOCK or BATCHxBLOCK_IN.BLOCK_OUT, alone or before an
// underscore.
std::optional<Blocks> blocks_of(std::string_view config) {
  if (!take_number(config) || !take(config, 'x'))
    return std::nullopt;
  const std::optional<int64_t> in = take_number(config);
  const std::optional<int64_t> out = take(config, '.') ? take_number(config) : in;
  if (!in || !out || !(config.empty() || config.starts_with('_')))
    return std::nullopt;
  return Blocks{*in, *out};
}

// Of a schedule's facts alone, without a configuration, the first one.
int64_t version_of(std::string_view config) {
  const std::optional<Blocks> blocks = blocks_of(config);
  return blocks && blocks->in != blocks->out ? kVersionOfUnequalBlocks : kVersion;
}

}  // namespace

bool ScheduleFile::is_one(const json::value& text) {
  return text.is_object() && text.get_object().contains("schema");
}

ScheduleFile ScheduleFile::parse(const json::value& text, std::string_view origin) {
  const JsonReader reader(text, std::string(origin));
  if (const std::string schema = reader.get_string("schema"); schema != kSchema)
    throw InputError(
        fmt::format("{}: schema is \"{}\", a schedule's is \"{}\"", origin, schema, kSchema));
  const int64_t version = reader.get_int("schema_version");
  if (version != kVersion && version != kVersionOfUnequalBlocks)
    throw InputError(fmt::format("{}: schema_version is {}, this program reads {} and {}", origin,
                                 version, kVersion, kVersionOfUnequalBlocks));
  reader.refuse_unknown({"schema", "schema_version", "config", "policy", "layers"});
  ScheduleFile file;
  file.config = reader.get_string("config");
  file.channel_group = channel_group_of(reader.object().at("config"), origin);
  if (version != version_of(file.config))
    throw InputError(fmt::format(
        "{}: schema_version is {}, but tiles of {} are of version {}: version {} is of blocks that "
        "differ, since kernels leave out elements without channels; save the schedule again",
        origin, version, file.config, version_of(file.config), kVersionOfUnequalBlocks));
  file.facts = read_facts(reader.get_object("policy"));
  const json::array& layers = reader.get_array("layers");
  for (size_t i = 0; i < layers.size(); ++i) {
    const JsonReader entry = reader.element(layers, i, "layers");
    file.layers.push_back(read_entry(entry));
    refuse_repeated(file.layers, entry.where());
  }
  return file;
}

std::string ScheduleFile::text() const {
  json::array entries;
  for (const Entry& entry : layers) {
    json::object out = {{"layer", layer_text(entry.layer)}};
    if (!entry.kernels.empty())
      out["kernels"] = json::value_from(entry.kernels);
    out["tiles"] = tiles_json(entry.tiles);
    entries.push_back(std::move(out));
  }
  const json::object out = {{"schema", kSchema},
                            {"schema_version", version_of(config)},
                            {"config", config},
                            {"policy", facts_json(facts)},
                            {"layers", std::move(entries)}};
  return json_text(out) + "\n";
}

const KernelTiles* ScheduleFile::find(const LayerId& layer, std::string_view kernel) const {
  const KernelTiles* first = nullptr;
  for (const Entry& entry : layers) {
    if (entry.layer != layer)
      continue;
    if (std::ranges::find(entry.kernels, kernel) != entry.kernels.end())
      return &entry.tiles;
    if (first == nullptr)
      first = &entry.tiles;
  }
  return first;
}

int64_t channel_group_of(const json::value& config, std::string_view where) {
  const std::string_view name = config.is_string() ? config.get_string() : std::string_view();
  const Blocks blocks = blocks_of(name).value_or(Blocks{});
  const int64_t group = std::max(blocks.in, blocks.out);
  if (group < 1)
    throw InputError(fmt::format(
        "{}: 'config' is {}, it must begin with BATCHxBLOCK, as \"1x16_i8w8a32_15_15_18_17\"",
        where, json::serialize(config)));
  return group;
}

}  // namespace vta

#include "explore/space/sweep_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <tuple>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/suggest.h"
#include "base/text_safety.h"
#include "explore/space/read_accuracy.h"
#include "explore/space/read_goal.h"
#include "explore/space/read_settings.h"

namespace vta::explore {

namespace {

namespace json = boost::json;
constexpr int64_t kMaxInt = std::numeric_limits<int64_t>::max();
constexpr int64_t kMaxImages = 1024;  // as --batch
constexpr int64_t kDefaultPopulation = 20;

// What the parts of the text need to know of the whole.
struct Source {
  JsonReader file;
  std::string folder;
};

std::string relative_to(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

std::string joined(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

const json::array& list_of(const JsonReader& reader, std::string_view key) {
  const json::array& list = reader.get_array(key);
  if (list.empty())
    throw InputError(fmt::format("{}: {} is empty: give at least one value", reader.where(), key));
  return list;
}

// One of a few names, for members that choose.
std::string chosen(const json::value& value, const std::string& where,
                   std::span<const std::string_view> legal) {
  if (!value.is_string())
    throw InputError(
        fmt::format("{} must be one of {}, is {}", where, joined(legal), json_kind(value)));
  const std::string name(value.get_string());
  if (std::find(legal.begin(), legal.end(), name) == legal.end())
    throw InputError(fmt::format("{} is \"{}\": {}", where, name, known_names(name, legal)));
  return name;
}

// A list of names without repetition.
std::vector<std::string> chosen_list(const JsonReader& reader, std::string_view key,
                                     std::span<const std::string_view> legal) {
  std::vector<std::string> names;
  for (const json::value& value : list_of(reader, key)) {
    const std::string where = fmt::format("{}: {}[{}]", reader.where(), key, names.size());
    const std::string name = chosen(value, where, legal);
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw InputError(fmt::format("{} repeats \"{}\"", where, name));
    names.push_back(name);
  }
  return names;
}

// ---- networks

std::string non_empty(const JsonReader& reader, std::string_view key) {
  const std::string text = reader.get_string(key);
  if (text.empty())
    throw InputError(fmt::format("{}: {} is empty", reader.where(), key));
  return text;
}

// A name, or a file beside the specification.
std::string read_schedule(const json::value& value, const std::string& where,
                          const std::string& folder) {
  constexpr std::array<std::string_view, 3> kSchedules{"fast", "reference", "FILE.json"};
  const std::string_view text = value.is_string() ? std::string_view(value.get_string()) : "";
  const bool file = text.ends_with(".json") || text.ends_with(".db");
  return file ? relative_to(folder, std::string(text)) : chosen(value, where, kSchedules);
}

NetworkSpec read_network(const JsonReader& reader, const std::string& folder) {
  std::vector<std::string_view> known{"name", "zoo", "model", "seed", "accuracy"};
  for (const std::string_view setting : network_settings())
    known.push_back(setting);
  reader.refuse_unknown(known);
  NetworkSpec network;
  network.name = printable(non_empty(reader, "name"));
  if (reader.has("zoo") == reader.has("model"))
    throw InputError(
        fmt::format("{}: {}: give either \"zoo\" (a name of vta model --list) or "
                    "\"model\" (a file)",
                    reader.where(), network.name));
  if (reader.has("zoo")) {
    network.zoo = non_empty(reader, "zoo");
    network.seed = 1;  // as vta model
  } else {
    network.model = relative_to(folder, non_empty(reader, "model"));
  }
  if (reader.has("seed"))
    network.seed = static_cast<uint64_t>(reader.get_int("seed", 0, kMaxInt));
  network.recipe = read_settings(reader);
  if (reader.has("schedule"))
    network.recipe.set("schedule", read_schedule(reader.object().at("schedule"),
                                                 reader.where() + ": schedule", folder));
  if (reader.has("accuracy"))
    network.accuracy = read_accuracy(reader.get_object("accuracy"), folder);
  if (network.accuracy && network.model.ends_with(".ir"))
    throw InputError(
        fmt::format("{}: accuracy needs an .onnx file or a network of the zoo; {} is a listing, "
                    "which has no float network to compare with",
                    reader.where(), printable(network.model)));
  return network;
}

std::vector<NetworkSpec> read_networks(const Source& source) {
  const json::array& list = list_of(source.file, "networks");
  std::vector<NetworkSpec> networks;
  for (size_t i = 0; i < list.size(); ++i) {
    networks.push_back(read_network(source.file.element(list, i, "networks"), source.folder));
    for (size_t j = 0; j < i; ++j) {
      if (networks[j].name == networks[i].name)
        throw InputError(fmt::format("{}: networks[{}] and networks[{}] are both named \"{}\"",
                                     source.file.where(), j, i, networks[i].name));
    }
  }
  return networks;
}

// ---- schedules

std::vector<std::string> read_schedules(const JsonReader& reader, std::string_view key,
                                        const std::string& folder) {
  std::vector<std::string> schedules;
  for (const json::value& value : list_of(reader, key)) {
    const std::string where = fmt::format("{}: {}[{}]", reader.where(), key, schedules.size());
    const std::string name = read_schedule(value, where, folder);
    if (std::find(schedules.begin(), schedules.end(), name) != schedules.end())
      throw InputError(fmt::format("{} repeats \"{}\"", where, name));
    schedules.push_back(name);
  }
  return schedules;
}

// Of the member "schedules", or of the axis "schedule", which is another name of it.
void read_schedules(const Source& source, SweepSpec& spec) {
  const bool member = source.file.has("schedules");
  if (member)
    spec.schedules = read_schedules(source.file, "schedules", source.folder);
  if (!source.file.has("axes"))
    return;
  const JsonReader axes = source.file.get_object("axes");
  if (!axes.has("schedule") || !is_setting_axis("schedule", axes.object().at("schedule")))
    return;
  if (member)
    throw InputError(fmt::format("{}: schedule is another name of \"schedules\": give one of them",
                                 axes.where()));
  spec.schedules = read_schedules(axes, "schedule", source.folder);
}

// Points of a network that says these itself have no others.
void refuse_said_twice(const JsonReader& file, const std::vector<NetworkSpec>& networks) {
  const bool axis = file.has("axes") && file.get_object("axes").has("schedule");
  for (size_t i = 0; i < networks.size(); ++i)
    for (const auto& [key, member, given] :
         {std::tuple{"schedule", "schedules", axis || file.has("schedules")},
          std::tuple{"batch", "images", file.has("images")}})
      if (given && networks[i].recipe.has(key))
        throw InputError(
            fmt::format("{}: networks[{}]: {} is set, and {} of the specification applies to every "
                        "network: remove one of them",
                        file.where(), i, key, member));
}

// ---- quantizations

std::vector<std::string> read_quantizations(const Source& source) {
  std::vector<std::string> texts;
  for (const json::value& value : list_of(source.file, "quantizations")) {
    const std::string where =
        fmt::format("{}: quantizations[{}]", source.file.where(), texts.size());
    if (!value.is_string())
      throw InputError(fmt::format(R"({} must be a text such as "auto,all_int8", is {})", where,
                                   json_kind(value)));
    try {
      const Recipe recipe = parse_recipe(value.get_string());
      if (recipe.has("quant"))
        recipe.refuse_other_quant(recipe.text("quant", ""));
      texts.push_back(recipe.text());
    } catch (const UsageError& e) {
      throw InputError(fmt::format("{}: {}", where, e.what()));
    }
    if (std::find(texts.begin(), texts.end() - 1, texts.back()) != texts.end() - 1)
      throw InputError(fmt::format("{} repeats \"{}\"", where, texts.back()));
  }
  return texts;
}

// What axes of settings are added to where there are no quantizations. Where a network says how
// values become int8 that is nothing.
std::string_view otherwise(const SweepSpec& spec) {
  const bool own = std::ranges::any_of(
      spec.networks, [](const NetworkSpec& network) { return network.recipe.has("quant"); });
  return own ? "" : "global";
}

// ---- base, images, sampling

// A known name, else a file beside the specification.
VtaConfig read_base(const Source& source, const std::string& base) {
  std::vector<std::string_view> names;
  for (const NamedConfig& named : named_configs())
    names.push_back(named.name);
  if (std::find(names.begin(), names.end(), base) != names.end())
    return named_config(base);
  const std::string path = relative_to(source.folder, base);
  if (!file_exists(path))
    throw InputError(
        fmt::format("{}: base is \"{}\", neither a file ({}) nor a named configuration: {}",
                    source.file.where(), base, path, known_names(base, names)));
  return load_config(path);
}

std::vector<int64_t> read_images(const JsonReader& file) {
  const json::value& member = file.object().at("images");
  if (member.is_string()) {
    constexpr std::array<std::string_view, 1> kLegal{"batch"};
    chosen(member, fmt::format("{}: images", file.where()), kLegal);
    return {};
  }
  std::vector<int64_t> images;
  for (const json::value& value : list_of(file, "images")) {
    const std::string where = fmt::format("{}: images[{}]", file.where(), images.size());
    if (!value.is_int64())
      throw InputError(fmt::format("{} must be an integer, is {}", where, json_kind(value)));
    const int64_t count = value.get_int64();
    if (count < 1 || count > kMaxImages)
      throw InputError(
          fmt::format("{} = {} is out of range (legal: 1..{})", where, count, kMaxImages));
    if (std::find(images.begin(), images.end(), count) != images.end())
      throw InputError(fmt::format("{} repeats {}", where, count));
    images.push_back(count);
  }
  return images;
}

constexpr std::array<std::string_view, 3> kMethods{"exhaustive", "random", "pareto"};

void refuse_member(const JsonReader& reader, std::string_view key, SamplingMethod method) {
  if (reader.has(key))
    throw InputError(fmt::format("{}: {} has no meaning for the method {}", reader.where(), key,
                                 sampling_name(method)));
}

Sampling read_sampling(const JsonReader& reader) {
  reader.refuse_unknown({"method", "points", "seed", "population"});
  Sampling sampling;
  reader.get_string("method");
  const std::string method =
      chosen(reader.object().at("method"), fmt::format("{}: method", reader.where()), kMethods);
  sampling.method = static_cast<SamplingMethod>(
      std::find(kMethods.begin(), kMethods.end(), method) - kMethods.begin());
  if (sampling.method != SamplingMethod::Pareto)
    refuse_member(reader, "population", sampling.method);
  if (sampling.method == SamplingMethod::Exhaustive) {
    refuse_member(reader, "points", sampling.method);
    refuse_member(reader, "seed", sampling.method);
    return sampling;
  }
  constexpr int64_t kMaxPoints = 100'000'000, kMinPopulation = 4, kMaxPopulation = 10'000;
  sampling.points = reader.get_int("points", 1, kMaxPoints);
  if (reader.has("seed"))
    sampling.seed = static_cast<uint64_t>(reader.get_int("seed", 0, kMaxInt));
  if (sampling.method == SamplingMethod::Pareto)
    sampling.population = reader.has("population")
                              ? reader.get_int("population", kMinPopulation, kMaxPopulation)
                              : kDefaultPopulation;
  return sampling;
}

// A device's figures stand in a file of its own, which may change.
std::string device_limits(const SweepSpec& spec, const JsonReader& file) {
  std::string out;
  if (file.has("constraints") && file.get_object("constraints").has("device"))
    for (const Constraint& constraint : spec.constraints)
      out += fmt::format("{}={};", constraint.name, constraint.limit);
  return out;
}

}  // namespace

std::string_view sampling_name(SamplingMethod method) {
  return kMethods[static_cast<size_t>(method)];
}

SweepSpec parse_sweep_spec(std::string_view text, std::string_view origin,
                           const std::string& folder, std::span<const std::string_view> metrics) {
  const json::value value = parse_json(text, origin);
  const Source source{JsonReader(value, std::string(origin)), folder};
  const JsonReader& file = source.file;
  file.refuse_unknown({"networks", "base", "axes", "images", "schedules", "quantizations",
                       "constraints", "sampling", "objectives", "goal"});
  SweepSpec spec;
  spec.text = std::string(text);
  spec.networks = read_networks(source);
  spec.base_name = file.has("base") ? file.get_string("base") : "default";
  spec.base = read_base(source, spec.base_name);
  if (file.has("axes"))
    spec.axes = parse_axes(file.get_object("axes"), spec.base);
  spec.images = file.has("images") ? read_images(file) : std::vector<int64_t>{1};
  read_schedules(source, spec);
  refuse_said_twice(file, spec.networks);
  if (file.has("quantizations"))
    spec.quantizations = read_quantizations(source);
  if (file.has("axes"))
    spec.quantizations =
        with_setting_axes(std::move(spec.quantizations), file.get_object("axes"), otherwise(spec));
  if (file.has("constraints"))
    spec.constraints = parse_constraints(file.get_object("constraints"), folder);
  if (file.has("sampling"))
    spec.sampling = read_sampling(file.get_object("sampling"));
  if (spec.sampling.method == SamplingMethod::Pareto &&
      spec.sampling.points < std::ssize(spec.networks))
    throw InputError(fmt::format(
        "{}: sampling: points = {} is too few for {} networks: every machine is run for all of "
        "them (legal: {}..)",
        origin, spec.sampling.points, spec.networks.size(), spec.networks.size()));
  spec.objectives = file.has("objectives")
                        ? chosen_list(file, "objectives", metrics)
                        : std::vector<std::string>{"cycles_per_image", "zynq7020_share"};
  spec.goal_ms = read_goal_ms(file);
  settle_accuracy(spec, origin);
  spec.hash = hash_hex(json_text(value) + spec.base.identity_json() + device_limits(spec, file));
  return spec;
}

SweepSpec load_sweep_spec(const std::string& path, std::span<const std::string_view> metrics) {
  return parse_sweep_spec(read_text_file(path, kMostTextBytes), printable(path),
                          std::filesystem::path(path).parent_path().string(), metrics);
}

}  // namespace vta::explore

#include "explore/report/point_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "compiler/recipe/recipe.h"
#include "config/config_keys.h"

namespace vta::explore {
namespace {

namespace json = boost::json;

constexpr std::string_view kImages = "images", kSchedule = "schedule", kMemory = "memory",
                           kQuantization = "quantizations";

// A property of points that an axis may change, as a number that orders it.
struct Property {
  std::string name;
  std::vector<int64_t> values;      // of every point
  std::vector<std::string> labels;  // where numbers are not what people read; else empty
};

// Texts, by the alphabet.
template <typename TextOf>
Property texts_of(std::string_view name, size_t points, const TextOf& text_of) {
  std::set<std::string> names;
  for (size_t i = 0; i < points; ++i)
    names.insert(text_of(i));
  Property out{std::string(name), {}, {}};
  for (size_t i = 0; i < points; ++i) {
    out.labels.push_back(text_of(i));
    out.values.push_back(std::distance(names.begin(), names.find(out.labels.back())));
  }
  return out;
}

// A text that is none asks for nothing.
Recipe recipe_in(const std::string& text) {
  try {
    return text.empty() ? Recipe() : parse_recipe(text);
  } catch (const UsageError&) {
    return {};
  }
}

// Values in the order of the table, else of the alphabet.
Property property_of(const Setting& setting, const std::vector<const Recipe*>& recipes) {
  Property out = texts_of(setting.key, recipes.size(),
                          [&](size_t i) { return value_text(*recipes[i], setting.key); });
  for (size_t i = 0; i < recipes.size() && !setting.choices.empty(); ++i)
    out.values[i] = std::ranges::find(setting.choices, out.labels[i], &SettingChoice::name) -
                    setting.choices.begin();
  return out;
}

// How values become int8 is one property, unless a part of it is an axis; each other setting is a
// property of its own.
std::vector<Property> recipe_properties(std::span<const PointRow> points,
                                        const std::vector<std::string>& axes) {
  std::map<std::string, std::pair<Recipe, std::string>> known;  // and the quantization's text
  std::vector<const Recipe*> recipes;
  std::vector<const std::string*> rests;
  const auto is_own = [&](const Setting& setting) {
    const bool of_quantization =
        setting.key == "quant" || !setting.of_quant.empty() || setting.kind == SettingKind::Flag;
    return !of_quantization || std::ranges::count(axes, setting.key) > 0;
  };
  for (const PointRow& p : points) {
    const auto [at, is_new] = known.try_emplace(p.spec.quantization);
    if (is_new) {
      Recipe rest = at->second.first = recipe_in(p.spec.quantization);
      for (const Setting& setting : settings())
        if (is_own(setting))
          rest.unset(setting.key);
      at->second.second = at->second.first.empty() ? p.spec.quantization : rest.text();
    }
    recipes.push_back(&at->second.first);
    rests.push_back(&at->second.second);
  }
  std::vector<Property> out;
  for (const Setting& setting : settings())
    if (is_own(setting))
      out.push_back(property_of(setting, recipes));
  out.push_back(texts_of(kQuantization, rests.size(), [&](size_t i) { return *rests[i]; }));
  return out;
}

bool varies(const Property& property) {
  return std::ranges::adjacent_find(property.values, std::ranges::not_equal_to{}) !=
         property.values.end();
}

std::vector<Property> varying_properties(std::span<const PointRow> points,
                                         const std::vector<std::string>& axes) {
  std::vector<Property> out;
  for (const IntegerKey& key : integer_keys()) {
    Property property{std::string(key.name), {}, {}};
    for (const PointRow& p : points)
      property.values.push_back(p.spec.config.*key.member);
    out.push_back(std::move(property));
  }
  Property images{std::string(kImages), {}, {}};
  for (const PointRow& p : points)
    images.values.push_back(p.spec.images);
  out.push_back(std::move(images));
  out.push_back(
      texts_of(kSchedule, points.size(), [&](size_t i) { return points[i].spec.schedule; }));
  for (Property& property : recipe_properties(points, axes))
    out.push_back(std::move(property));
  std::erase_if(out, [](const Property& p) { return !varies(p); });
  return out;
}

// What an axis of a specification moves.
std::vector<std::string> keys_of(std::string_view name, const json::value& values) {
  if (name == kLogBlock)
    return {"LOG_BLOCK_IN", "LOG_BLOCK_OUT"};
  if (name == kMemory) {
    std::vector<std::string> keys{"LOG_BUS_WIDTH"};
    for (const IntegerKey& key : integer_keys())
      if (key.name.starts_with("MEM_"))
        keys.emplace_back(key.name);
    return keys;
  }
  if (!values.is_array() || values.get_array().empty() || !values.get_array()[0].is_object())
    return {std::string(name)};
  std::vector<std::string> keys;
  for (const auto& member : values.get_array()[0].get_object())
    for (const std::string& key : keys_of(member.key(), member.value()))
      keys.push_back(key);
  return keys;
}

struct Grouping {
  std::string name;
  std::vector<std::string> properties;
};

std::vector<Grouping> groupings_of(std::string_view spec) {
  boost::system::error_code error;
  const json::value file = json::parse(spec, error);
  if (error || !file.is_object())
    return {};
  std::vector<Grouping> out;
  if (const json::value* axes = file.get_object().if_contains("axes"); axes && axes->is_object())
    for (const auto& member : axes->get_object())
      out.push_back({std::string(member.key()), keys_of(member.key(), member.value())});
  const json::value* images = file.get_object().if_contains("images");
  if (images != nullptr && images->is_string())  // "batch"
    for (Grouping& axis : out)
      if (std::ranges::count(axis.properties, "LOG_BATCH") > 0)
        axis.properties.emplace_back(kImages);
  return out;
}

// "LOG_INP_BUFF_SIZE" -> "INP".
std::string short_name(std::string name) {
  if (name.starts_with("LOG_"))
    name.erase(0, 4);
  constexpr std::string_view kSize = "_BUFF_SIZE";
  if (name.ends_with(kSize))
    name.resize(name.size() - kSize.size());
  return name;
}

std::string label_of(const std::vector<Property>& properties, size_t row) {
  std::vector<std::string> words;
  for (const Property& p : properties) {
    const std::string value = p.labels.empty() ? std::to_string(p.values[row]) : p.labels[row];
    words.push_back(properties.size() == 1 ? value : short_name(p.name) + " " + value);
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

PointAxis make_axis(std::string name, const std::vector<Property>& properties,
                    std::span<const PointRow> points) {
  const bool memory = name == kMemory;
  std::map<std::vector<int64_t>, std::string> values;  // ascending, with their labels
  std::vector<std::vector<int64_t>> of_point;
  for (size_t row = 0; row < points.size(); ++row) {
    std::vector<int64_t> value;
    for (const Property& p : properties)
      value.push_back(p.values[row]);
    values.try_emplace(value, memory && !points[row].memory.empty() ? points[row].memory
                                                                    : label_of(properties, row));
    of_point.push_back(std::move(value));
  }
  PointAxis out{std::move(name), {}, {}};
  for (const auto& [value, label] : values)
    out.labels.push_back(label);
  for (const std::vector<int64_t>& value : of_point)
    out.value_of.push_back(static_cast<size_t>(std::distance(values.begin(), values.find(value))));
  return out;
}

}  // namespace

std::vector<PointAxis> axes_of(std::span<const PointRow> points, std::string_view spec) {
  const std::vector<Grouping> groupings = groupings_of(spec);
  std::vector<std::string> names;
  for (const Grouping& grouping : groupings)
    names.push_back(grouping.name);
  std::vector<Property> left = varying_properties(points, names);
  std::vector<PointAxis> out;
  for (const Grouping& grouping : groupings) {
    const auto rest = std::stable_partition(left.begin(), left.end(), [&](const Property& p) {
      return std::ranges::count(grouping.properties, p.name) == 0;
    });
    const std::vector<Property> taken(rest, left.end());
    left.erase(rest, left.end());
    if (!taken.empty())
      out.push_back(make_axis(grouping.name, taken, points));
  }
  for (const Property& property : left)
    out.push_back(make_axis(property.name, {property}, points));
  return out;
}

std::vector<Step> steps_of(const CandidateSet& set, std::span<const PointAxis> axes) {
  std::vector<Step> out;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    // Candidates by the values of all other axes, then by that of this one.
    std::map<std::vector<size_t>, std::map<size_t, size_t>> lines;
    for (size_t i = 0; i < set.candidates.size(); ++i) {
      const size_t row = set.candidates[i].rows.front();
      std::vector<size_t> others;
      for (size_t other = 0; other < axes.size(); ++other)
        if (other != axis)
          others.push_back(axes[other].value_of[row]);
      lines[others][axes[axis].value_of[row]] = i;
    }
    const size_t first = out.size();
    for (const auto& [others, line] : lines)
      for (const auto& [value, from] : line)
        if (const auto next = line.find(value + 1); next != line.end())
          out.push_back({axis, from, next->second});
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                     [&](const Step& a, const Step& b) {
                       const auto value = [&](const Step& step) {
                         return axes[axis].value_of[set.candidates[step.from].rows.front()];
                       };
                       return value(a) < value(b);
                     });
  }
  return out;
}

}  // namespace vta::explore

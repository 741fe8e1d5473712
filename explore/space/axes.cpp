#include "explore/space/axes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/suggest.h"
#include "config/config_keys.h"
#include "config/memory_preset.h"
#include "explore/space/read_settings.h"

namespace vta::explore {

namespace {

namespace json = boost::json;
using Member = int64_t VtaConfig::*;

// A key of the file and the members it sets: one, or two for LOG_BLOCK.
struct Key {
  std::string_view name;
  std::vector<Member> members;
  int64_t min, max;
  const IntegerKey* key;  // LOG_BLOCK: that of either member
};

const std::vector<Key>& keys() {
  static const std::vector<Key> all = [] {
    std::vector<Key> made;
    for (const IntegerKey& key : integer_keys()) {
      if (key.member == &VtaConfig::log_block_in)
        made.push_back({kLogBlock,
                        {&VtaConfig::log_block_in, &VtaConfig::log_block_out},
                        key.min,
                        key.max,
                        &key});
      made.push_back({key.name, {key.member}, key.min, key.max, &key});
    }
    return made;
  }();
  return all;
}

const Key* find_key(std::string_view name) {
  const auto key =
      std::find_if(keys().begin(), keys().end(), [&](const Key& k) { return k.name == name; });
  return key == keys().end() ? nullptr : &*key;
}

// Of keys, and of `others`.
std::string nearest_key(std::string_view name, std::vector<std::string_view> names = {}) {
  for (const Key& key : keys())
    names.push_back(key.name);
  return nearest_words(name, names);
}

const Key& known_key(std::string_view name, const std::string& where) {
  if (const Key* key = find_key(name))
    return *key;
  throw InputError(
      fmt::format("{}: unknown key \"{}\"{}: integer keys of vta_config.json are legal", where,
                  name, nearest_key(name)));
}

std::string_view key_name(Member member) {
  const auto all = integer_keys();
  return std::find_if(all.begin(), all.end(),
                      [&](const IntegerKey& k) { return k.member == member; })
      ->name;
}

AxisValue integer_value(const Key& key, int64_t value, const std::string& where) {
  if (value < key.min || value > key.max)
    throw InputError(fmt::format("{} = {} is out of range for {} (legal: {}..{})", where, value,
                                 key.name, key.min, key.max));
  AxisValue made{.label = fmt::format("{}", value), .set = {}, .memory = {}};
  for (const Member member : key.members)
    made.set.emplace_back(member, value);
  return made;
}

std::vector<AxisValue> range_values(const Key& key, const JsonReader& range) {
  range.refuse_unknown({"from", "to", "step"});
  const int64_t from = range.get_int("from", key.min, key.max);
  const int64_t to = range.get_int("to", from, key.max);
  const int64_t step = range.has("step") ? range.get_int("step", 1, key.max) : 1;
  if ((to - from) % step != 0)
    throw InputError(fmt::format("{}: to = {} is not reached from {} in steps of {} (nearest: {})",
                                 range.where(), to, from, step, to - (to - from) % step));
  std::vector<AxisValue> values;
  for (int64_t value = from; value <= to; value += step)
    values.push_back(integer_value(key, value, range.where()));
  return values;
}

const json::array& as_list(const json::value& value, const std::string& where,
                           std::string_view what) {
  if (!value.is_array())
    throw InputError(fmt::format("{} must be {}, is {}", where, what, json_kind(value)));
  if (value.get_array().empty())
    throw InputError(fmt::format("{} is empty: give at least one value", where));
  return value.get_array();
}

std::vector<AxisValue> integer_axis(const Key& key, const json::value& value,
                                    const std::string& where) {
  if (value.is_object())
    return range_values(key, JsonReader(value, where));
  const json::array& list =
      as_list(value, where, R"(a list of integers or {"from": .., "to": .., "step": ..})");
  std::vector<AxisValue> values;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string place = fmt::format("{}[{}]", where, i);
    values.push_back(integer_value(key, key_value(*key.key, list[i], place), place));
  }
  return values;
}

// What a bundle's label calls a key: LOG_INP_BUFF_SIZE is "INP", LOG_UOP_WIDTH is "UOP_WIDTH".
std::string short_name(std::string_view key) {
  std::string name(key.starts_with("LOG_") ? key.substr(4) : key);
  constexpr std::string_view kSize = "_BUFF_SIZE";
  if (name.ends_with(kSize))
    name.resize(name.size() - kSize.size());
  return name;
}

AxisValue bundle_entry(const json::value& value, const std::string& where) {
  const JsonReader entry(value, where);
  AxisValue made;
  for (const auto& [name, number] : entry.object()) {
    const Key& key = known_key(name, where);
    const std::string place = fmt::format("{}: {}", where, key.name);
    const AxisValue one = integer_value(key, key_value(*key.key, number, place), place);
    made.set.insert(made.set.end(), one.set.begin(), one.set.end());
    made.label +=
        fmt::format("{}{}={}", made.label.empty() ? "" : " ", short_name(key.name), one.label);
  }
  if (made.set.empty())
    throw InputError(fmt::format("{} sets no key", where));
  if (entry.has(kLogBlock) && (entry.has("LOG_BLOCK_IN") || entry.has("LOG_BLOCK_OUT")))
    throw InputError(fmt::format(
        "{}: LOG_BLOCK stands for LOG_BLOCK_IN and LOG_BLOCK_OUT: give either it or those two",
        where));
  return made;
}

std::vector<Member> members_of(const AxisValue& value) {
  std::vector<Member> members;
  for (const IntegerKey& key : integer_keys()) {
    if (std::any_of(value.set.begin(), value.set.end(),
                    [&](const auto& s) { return s.first == key.member; }))
      members.push_back(key.member);
  }
  return members;
}

std::vector<AxisValue> bundle_axis(const json::value& value, const std::string& where) {
  const json::array& list = as_list(
      value, where, "a list of objects such as {\"LOG_INP_BUFF_SIZE\": 15} (a bundle of keys)");
  std::vector<AxisValue> values;
  for (size_t i = 0; i < list.size(); ++i) {
    values.push_back(bundle_entry(list[i], fmt::format("{}[{}]", where, i)));
    const std::vector<Member> first = members_of(values[0]), here = members_of(values[i]);
    std::vector<Member> odd;
    for (const IntegerKey& key : integer_keys()) {
      if (std::count(first.begin(), first.end(), key.member) !=
          std::count(here.begin(), here.end(), key.member))
        odd.push_back(key.member);
    }
    if (!odd.empty())
      throw InputError(fmt::format("{}: entries 0 and {} must set the same keys, {} is set by {}",
                                   where, i, key_name(odd[0]), here.size() > first.size() ? i : 0));
  }
  return values;
}

// Which members a text of --memory sets: those that end equal from two starts that differ in all.
// UsageError where the text means nothing.
std::vector<std::pair<Member, int64_t>> memory_settings(const std::string& text) {
  VtaConfig low, high;
  for (const IntegerKey& key : integer_keys()) {
    low.*key.member = key.min;
    high.*key.member = key.min + 1;
  }
  low = set_memory(low, text);
  high = set_memory(high, text);
  std::vector<std::pair<Member, int64_t>> set;
  for (const IntegerKey& key : integer_keys()) {
    if (low.*key.member == high.*key.member)
      set.emplace_back(key.member, low.*key.member);
  }
  return set;
}

std::vector<AxisValue> memory_axis(const json::value& value, const std::string& where) {
  const json::array& list = as_list(value, where, "a list of texts in the form of --memory");
  std::vector<AxisValue> values;
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string place = fmt::format("{}[{}]", where, i);
    if (!list[i].is_string())
      throw InputError(fmt::format("{} must be a text in the form of --memory, is {}", place,
                                   json_kind(list[i])));
    const std::string text(list[i].get_string());
    try {
      values.push_back({.label = text, .set = memory_settings(text), .memory = text});
    } catch (const UsageError& e) {
      throw InputError(fmt::format("{}: {}", place, e.what()));
    }
  }
  return values;
}

bool is_bundle_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
  });
}

// Digits of a space that are no axes: a bundle of that name would be read as one of them.
constexpr std::string_view kReserved[] = {"network",   "networks",     "images",       "schedule",
                                          "schedules", "quantization", "quantizations"};

Axis parse_axis(std::string_view name, const json::value& value, const std::string& axes) {
  const std::string where = fmt::format("{}: {}", axes, name);
  if (const Key* key = find_key(name))
    return {std::string(name), integer_axis(*key, value, where)};
  if (name == kClockKey)
    throw InputError(
        fmt::format("{}: {} is a label that changes no point: set it in the base configuration, or "
                    "give --clock to the command that shows results",
                    axes, name));
  if (name == kMemoryAxis)
    return {std::string(name), memory_axis(value, where)};
  if (!is_bundle_name(name))
    known_key(name, axes);
  if (std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved))
    throw InputError(
        fmt::format("{}: \"{}\" cannot be the name of a bundle: it is a member of the "
                    "specification, beside \"axes\"",
                    axes, name));
  const bool numbers = value.is_object() || (value.is_array() && !value.get_array().empty() &&
                                             !value.get_array()[0].is_object());
  if (numbers)
    throw InputError(fmt::format(
        "{}: a name in lower case is a bundle, a list of objects of keys; for values of one key "
        "name it{}; lists of other values are those of memory, {}",
        where, nearest_key(name, setting_axes()), fmt::join(setting_axes(), ", ")));
  return {std::string(name), bundle_axis(value, where)};
}

void refuse_repeated(const Axis& axis, const VtaConfig& base, const std::string& axes) {
  std::vector<VtaConfig> made;
  for (size_t i = 0; i < axis.values.size(); ++i) {
    made.push_back(base);
    axis.values[i].apply(made.back());
    const auto same = std::find(made.begin(), made.end() - 1, made.back());
    if (same != made.end() - 1)
      throw InputError(
          fmt::format("{}: {}[{}] ({}) is the same as [{}] ({}): every point would exist twice",
                      axes, axis.name, i, axis.values[i].label, same - made.begin(),
                      axis.values[static_cast<size_t>(same - made.begin())].label));
  }
}

// A key that two axes set has no meaning; a memory's preset sets latencies without naming them.
void refuse_shared_keys(const std::vector<Axis>& axes, const std::string& where) {
  struct Setter {
    const Axis* axis;
    size_t value;
  };
  std::map<std::string_view, Setter> setters;
  for (const Axis& axis : axes) {
    for (size_t i = 0; i < axis.values.size(); ++i) {
      for (const auto& [member, value] : axis.values[i].set) {
        const auto [it, fresh] = setters.try_emplace(key_name(member), Setter{&axis, i});
        const Setter& other = it->second;
        if (fresh || other.axis == &axis)
          continue;
        const bool here = axis.name == kMemoryAxis, there = other.axis->name == kMemoryAxis;
        const std::string remedy =
            !here && !there ? ""
                            : "; write the memory without it (\"read=40,write=8,gap=1\"), or leave "
                              "out the other axis";
        throw InputError(fmt::format("{}: {} is set by {}[{}] ({}) and by {}[{}] ({}){}", where,
                                     it->first, other.axis->name, other.value,
                                     other.axis->values[other.value].label, axis.name, i,
                                     axis.values[i].label, remedy));
      }
    }
  }
}

}  // namespace

void AxisValue::apply(VtaConfig& config) const {
  if (!memory.empty())
    config = set_memory(std::move(config), memory);
  else
    for (const auto& [member, value] : set)
      config.*member = value;
}

std::vector<std::string> memory_notes(std::span<const Axis> axes, const VtaConfig& base) {
  const auto sets_bus = [](const AxisValue& value) {
    return std::ranges::any_of(
        value.set, [](const auto& setting) { return setting.first == &VtaConfig::log_bus_width; });
  };
  std::vector<std::string> notes;
  for (const Axis& axis : axes)
    for (const AxisValue& value : axis.values) {
      if (axis.name != kMemoryAxis && sets_bus(value))
        return {};
      if (std::string note = memory_note(base, value.memory); !note.empty())
        notes.push_back(std::move(note));
    }
  return notes;
}

std::vector<Axis> parse_axes(const JsonReader& reader, const VtaConfig& base) {
  std::vector<Axis> axes;
  for (const auto& [name, value] : reader.object())
    if (!is_setting_axis(name, value))
      axes.push_back(parse_axis(std::string_view(name.data(), name.size()), value, reader.where()));
  for (const Axis& axis : axes)
    refuse_repeated(axis, base, reader.where());
  refuse_shared_keys(axes, reader.where());
  return axes;
}

}  // namespace vta::explore

#include "explore/space/space.h"

#include <fmt/format.h>

#include "base/error.h"
#include "config/validate.h"

namespace vta::explore {

namespace {

constexpr int64_t kMostPoints = int64_t{1} << 62;

Exclusion illegal(const std::vector<Violation>& violations) {
  Exclusion made{std::string(kIllegal), {}, {}};
  for (const Violation& violation : violations) {
    made.rule += fmt::format("{}{}", made.rule.empty() ? "" : "+", violation.rule);
    made.reason += fmt::format("{}{}", made.reason.empty() ? "" : "; ", violation.message);
  }
  return made;
}

}  // namespace

Space::Space(SweepSpec spec, AreaOf area) : spec_(std::move(spec)), area_(std::move(area)) {
  VTA_CHECK(area_ || !needs_area(spec_.constraints), "constraints on area without an area model");
  radices_.push_back(static_cast<int64_t>(spec_.networks.size()));
  if (!spec_.quantizations.empty())
    radices_.push_back(quantizations());
  for (const Axis& axis : spec_.axes)
    radices_.push_back(static_cast<int64_t>(axis.values.size()));
  radices_.push_back(spec_.images.empty() ? 1 : static_cast<int64_t>(spec_.images.size()));
  radices_.push_back(static_cast<int64_t>(spec_.schedules.size()));
  for (const int64_t radix : radices_) {
    if (size_ > kMostPoints / radix)
      throw InputError(
          fmt::format("the space of {} axes has more than {} points: remove axes or values",
                      spec_.axes.size(), kMostPoints));
    size_ *= radix;
  }
}

std::vector<int64_t> Space::digits(int64_t index) const {
  VTA_CHECK(index >= 0 && index < size_, "point {} of {}", index, size_);
  std::vector<int64_t> digits(radices_.size());
  for (size_t i = digits.size(); i-- > 0; index /= radices_[i])
    digits[i] = index % radices_[i];
  return digits;
}

int64_t Space::index_of(const std::vector<int64_t>& digits) const {
  VTA_CHECK(digits.size() == radices_.size(), "{} digits of {}", digits.size(), radices_.size());
  int64_t index = 0;
  for (size_t i = 0; i < digits.size(); ++i)
    index = index * radices_[i] + digits[i];
  return index;
}

VtaConfig Space::config_at(const std::vector<int64_t>& digits) const {
  VtaConfig config = spec_.base;
  const AxisValue* memory = nullptr;
  for (size_t i = 0; i < spec_.axes.size(); ++i) {
    const AxisValue& value = spec_.axes[i].values[static_cast<size_t>(digits[digit_of(i)])];
    if (spec_.axes[i].name == kMemoryAxis)
      memory = &value;
    else
      value.apply(config);
  }
  if (memory != nullptr)
    memory->apply(config);
  return config;
}

std::optional<Exclusion> Space::exclusion_of(const VtaConfig& config) const {
  const std::vector<Violation> violations = find_broken_rules(config);
  if (!violations.empty())
    return illegal(violations);
  return broken_constraint(spec_.constraints, config, area_);
}

std::optional<Exclusion> Space::exclusion(int64_t index) const {
  return exclusion_of(config_at(digits(index)));
}

std::variant<PointSpec, Exclusion> Space::point(int64_t index) const {
  const std::vector<int64_t> at = digits(index);
  const NetworkSpec& network = spec_.networks[static_cast<size_t>(at.front())];
  PointSpec point{
      .config = config_at(at),
      .network = network.name,
      .schedule = network.recipe.text("schedule", spec_.schedules[static_cast<size_t>(at.back())])};
  if (!spec_.quantizations.empty())
    point.quantization = spec_.quantizations[static_cast<size_t>(at[1])];
  if (auto exclusion = exclusion_of(point.config))
    return *std::move(exclusion);
  point.images = spec_.images.empty() ? point.config.batch()
                                      : spec_.images[static_cast<size_t>(at[at.size() - 2])];
  point.images = network.recipe.integer("batch", point.images);
  return point;
}

const NetworkSpec& Space::network(int64_t index) const {
  return spec_.networks[static_cast<size_t>(digits(index).front())];
}

std::string Space::memory_text(int64_t index) const {
  const std::vector<int64_t> at = digits(index);
  for (size_t i = 0; i < spec_.axes.size(); ++i) {
    if (spec_.axes[i].name == kMemoryAxis)
      return spec_.axes[i].values[static_cast<size_t>(at[digit_of(i)])].memory;
  }
  return {};
}

std::string Space::describe(int64_t index) const {
  const std::vector<int64_t> at = digits(index);
  const NetworkSpec& network = spec_.networks[static_cast<size_t>(at.front())];
  std::string text = "network=" + network.name;
  if (!spec_.quantizations.empty())
    text += " quantization=" + spec_.quantizations[static_cast<size_t>(at[1])];
  for (size_t i = 0; i < spec_.axes.size(); ++i) {
    const AxisValue& value = spec_.axes[i].values[static_cast<size_t>(at[digit_of(i)])];
    const bool spaces = value.label.find(' ') != std::string::npos;
    text += fmt::format(" {}={}{}{}", spec_.axes[i].name, spaces ? "[" : "", value.label,
                        spaces ? "]" : "");
  }
  if (!spec_.images.empty())
    text += fmt::format(
        " images={}",
        network.recipe.integer("batch", spec_.images[static_cast<size_t>(at[at.size() - 2])]));
  return text + " schedule=" +
         network.recipe.text("schedule", spec_.schedules[static_cast<size_t>(at.back())]);
}

}  // namespace vta::explore

#include "base/preprocessing.h"

#include <cmath>

#include "base/error.h"
#include "base/json.h"

namespace vta {
namespace {

constexpr size_t kMostChannels = 4096;  // they are printed

std::vector<double> numbers(const JsonReader& reader, std::string_view key) {
  std::vector<double> values;
  for (const boost::json::value& v : reader.get_array(key)) {
    if (!v.is_number())
      throw InputError(
          fmt::format("{}: '{}' holds {}, expected numbers", reader.where(), key, json_kind(v)));
    values.push_back(v.to_number<double>());
  }
  return values;
}

std::string list_text(const std::vector<double>& values) {
  return values.size() == 1 ? fmt::format("{}", values[0])
                            : fmt::format("[{}]", fmt::join(values, ", "));
}

}  // namespace

std::string preprocessing_problem(const Preprocessing& how) {
  if (!std::isfinite(how.pixel_scale) || how.pixel_scale == 0)
    return fmt::format("pixel-scale is {}, it must be a number other than 0", how.pixel_scale);
  for (const std::vector<double>* values : {&how.mean, &how.std})
    if (values->empty() || values->size() > kMostChannels)
      return fmt::format(
          "mean and std need one value, or one per channel (at most {}); one of them has {}",
          kMostChannels, values->size());
  for (const double value : how.mean)
    if (!std::isfinite(value))
      return fmt::format("mean has {}, it must be a finite number", value);
  for (const double value : how.std)
    if (!(std::isfinite(value) && value > 0))
      return fmt::format("std has {}: images are divided by it, it must be above 0", value);
  return {};
}

boost::json::object preprocessing_json(const Preprocessing& how) {
  return {{"pixel_scale", how.pixel_scale},
          {"mean", boost::json::value_from(how.mean)},
          {"std", boost::json::value_from(how.std)}};
}

Preprocessing parse_preprocessing(const boost::json::value& value, const std::string& where) {
  const JsonReader reader(value, where);
  reader.refuse_unknown({"pixel_scale", "mean", "std"});
  const Preprocessing how{.pixel_scale = reader.get_double("pixel_scale"),
                          .mean = numbers(reader, "mean"),
                          .std = numbers(reader, "std")};
  if (const std::string problem = preprocessing_problem(how); !problem.empty())
    throw InputError(fmt::format("{}: {}", where, problem));
  return how;
}

std::string preprocessing_text(const Preprocessing& how) {
  const double divisor = 1 / how.pixel_scale;
  const bool whole = divisor != 1 && divisor == std::round(divisor);
  const std::string pixels = how.pixel_scale == 1 ? "u8"
                             : whole              ? fmt::format("u8 / {}", divisor)
                                                  : fmt::format("u8 * {}", how.pixel_scale);
  return fmt::format("x = ({} - {}) / {}", pixels, list_text(how.mean), list_text(how.std));
}

}  // namespace vta

#include "explore/record/quantity.h"

#include <algorithm>

#include "base/error.h"

namespace vta::explore {
namespace {

// Where a program does not say what no schedule avoids, its bound and rooflines are 0.
bool is_known(const Quantity& quantity, int64_t least_cycles) {
  return quantity.kind != QuantityKind::Least || least_cycles > 0;
}

const Quantity& quantity_of(std::string_view name) {
  const Quantity* found = find_quantity(name);
  VTA_CHECK(found != nullptr, "no quantity {}", name);
  return *found;
}

}  // namespace

const Quantity* find_quantity(std::string_view name) {
  const auto found = std::ranges::find_if(quantities(), [&](const Quantity& quantity) {
    return quantity.name == name ||
           std::ranges::find(quantity.other_names, name) != quantity.other_names.end();
  });
  return found == quantities().end() ? nullptr : &*found;
}

std::string_view name_today(std::string_view name) {
  const Quantity* found = find_quantity(name);
  return found != nullptr ? found->name : name;
}

Figure figure_of(const Quantity& quantity, const RunView& run) {
  if (quantity.from_run)
    return quantity.from_run(run);
  if (!quantity.of_run || !is_known(quantity, run.result.least_cycles))
    return {};
  return quantity.of_run(run.result);
}

Figure figure_of(const Quantity& quantity, const RunView& run, const LayerResult& kernel) {
  if (quantity.from_kernel)
    return quantity.from_kernel(run, kernel);
  if (!quantity.of_kernel || !is_known(quantity, kernel.roofline_cycles()))
    return {};
  return quantity.of_kernel(kernel);
}

std::optional<double> number_in(const Figure& figure) {
  if (const auto* whole = std::get_if<int64_t>(&figure))
    return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&figure);
  return real != nullptr ? std::optional(*real) : std::nullopt;
}

std::optional<double> number_of(std::string_view name, const RunView& run) {
  return number_in(figure_of(quantity_of(name), run));
}

std::optional<double> number_of(std::string_view name, const RunView& run,
                                const LayerResult& kernel) {
  return number_in(figure_of(quantity_of(name), run, kernel));
}

}  // namespace vta::explore

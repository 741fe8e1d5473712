#include "base/attrs.h"

#include "base/error.h"

namespace vta {
namespace {

template <typename T>
const T* typed(const Attrs& attrs, std::string_view name, std::string_view wanted) {
  const AttrValue* value = attrs.find(name);
  if (value == nullptr)
    return nullptr;
  const T* typed_value = std::get_if<T>(value);
  if (typed_value == nullptr)
    throw InputError(fmt::format("attribute '{}' must be {}", name, wanted));
  return typed_value;
}

}  // namespace

const AttrValue* Attrs::find(std::string_view name) const {
  for (const auto& [key, value] : items_)
    if (key == name)
      return &value;
  return nullptr;
}

void Attrs::set(std::string_view name, AttrValue value) {
  for (auto& [key, old] : items_)
    if (key == name) {
      old = std::move(value);
      return;
    }
  items_.emplace_back(std::string(name), std::move(value));
}

void Attrs::erase(std::string_view name) {
  std::erase_if(items_, [&](const auto& item) { return item.first == name; });
}

int64_t Attrs::get_int(std::string_view name, int64_t absent) const {
  const auto* v = typed<int64_t>(*this, name, "an integer");
  return v ? *v : absent;
}

double Attrs::get_double(std::string_view name, double absent) const {
  if (const AttrValue* any = find(name))
    if (const auto* i = std::get_if<int64_t>(any))
      return static_cast<double>(*i);
  const auto* v = typed<double>(*this, name, "a number");
  return v ? *v : absent;
}

bool Attrs::get_bool(std::string_view name, bool absent) const {
  const auto* v = typed<bool>(*this, name, "True or False");
  return v ? *v : absent;
}

std::string Attrs::get_string(std::string_view name, std::string_view absent) const {
  const auto* v = typed<std::string>(*this, name, "a string");
  return v ? *v : std::string(absent);
}

IntList Attrs::get_ints(std::string_view name, const IntList& absent) const {
  const auto* v = typed<IntList>(*this, name, "a list of integers");
  return v ? *v : absent;
}

std::vector<IntList> Attrs::get_int_lists(std::string_view name) const {
  const auto* v = typed<std::vector<IntList>>(*this, name, "a list of lists of integers");
  return v ? *v : std::vector<IntList>{};
}

}  // namespace vta

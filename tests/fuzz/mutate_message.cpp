#include "tests/fuzz/mutate_message.h"

#include <google/protobuf/descriptor.h>

#include <array>
#include <limits>
#include <string>

namespace vta::fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using Random = std::mt19937_64;

size_t below(size_t end, Random& random) {
  return std::uniform_int_distribution<size_t>(0, end - 1)(random);
}

int64_t number(Random& random) {
  static constexpr std::array<int64_t, 14> kOdd = {0,
                                                   1,
                                                   -1,
                                                   2,
                                                   16,
                                                   255,
                                                   4096,
                                                   65535,
                                                   1 << 20,
                                                   std::numeric_limits<int32_t>::max(),
                                                   std::numeric_limits<int32_t>::min(),
                                                   int64_t{1} << 40,
                                                   std::numeric_limits<int64_t>::max(),
                                                   std::numeric_limits<int64_t>::min()};
  return random() % 4 == 0 ? static_cast<int64_t>(random()) : kOdd[below(kOdd.size(), random)];
}

std::string changed(std::string text, Random& random) {
  switch (random() % 5) {
    case 0:
      return "";
    case 1:
      return text.substr(0, text.empty() ? 0 : below(text.size(), random));
    case 2:
      return text + text.substr(0, 4096);
    case 3:
      return std::string(below(64, random), static_cast<char>(random()));
    default:
      for (size_t n = 1 + below(4, random); n > 0 && !text.empty(); --n)
        text[below(text.size(), random)] = static_cast<char>(random());
      return text;
  }
}

void set_scalar(Message& m, const Reflection& r, const FieldDescriptor* f, Random& random) {
  switch (f->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return r.SetInt32(&m, f, static_cast<int32_t>(number(random)));
    case FieldDescriptor::CPPTYPE_INT64:
      return r.SetInt64(&m, f, number(random));
    case FieldDescriptor::CPPTYPE_UINT32:
      return r.SetUInt32(&m, f, static_cast<uint32_t>(number(random)));
    case FieldDescriptor::CPPTYPE_UINT64:
      return r.SetUInt64(&m, f, static_cast<uint64_t>(number(random)));
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return r.SetDouble(&m, f, static_cast<double>(number(random)) * 0.5);
    case FieldDescriptor::CPPTYPE_BOOL:
      return r.SetBool(&m, f, random() % 2 == 0);
    case FieldDescriptor::CPPTYPE_ENUM:
      return r.SetEnumValue(&m, f, static_cast<int>(random() % 5));
    case FieldDescriptor::CPPTYPE_STRING:
      return r.SetString(&m, f, changed(r.GetString(m, f), random));
    default:
      return;
  }
}

void change_repeated(Message& m, const Reflection& r, const FieldDescriptor* f, Random& random) {
  const int size = r.FieldSize(m, f);
  const bool is_message = f->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  const auto any = [&] { return static_cast<int>(below(static_cast<size_t>(size), random)); };
  if (size > 0 && random() % 3 == 0)
    return r.RemoveLast(&m, f);
  if (size > 0 && random() % 2 == 0) {
    if (is_message)
      return mutate_message(*r.MutableRepeatedMessage(&m, f, any()), random);
    if (f->cpp_type() == FieldDescriptor::CPPTYPE_INT64)
      return r.SetRepeatedInt64(&m, f, any(), number(random));
    return r.SwapElements(&m, f, any(), any());
  }
  if (is_message) {
    Message* more = r.AddMessage(&m, f);
    if (size > 0 && r.GetRepeatedMessage(m, f, 0).ByteSizeLong() < 4096)
      more->CopyFrom(r.GetRepeatedMessage(m, f, 0));
  } else if (f->cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
    r.AddInt64(&m, f, number(random));
  }
}

}  // namespace

void mutate_message(Message& message, Random& random) {
  const auto* type = message.GetDescriptor();
  const Reflection& reflection = *message.GetReflection();
  if (type->field_count() == 0)
    return;
  // What is there is changed more often than what is not is made.
  std::vector<const FieldDescriptor*> there;
  reflection.ListFields(message, &there);
  const FieldDescriptor* field =
      !there.empty() && random() % 5 != 0
          ? there[below(there.size(), random)]
          : type->field(static_cast<int>(below(static_cast<size_t>(type->field_count()), random)));
  if (field->is_repeated())
    return change_repeated(message, reflection, field, random);
  if (random() % 16 == 0)
    return reflection.ClearField(&message, field);
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
    return mutate_message(*reflection.MutableMessage(&message, field), random);
  set_scalar(message, reflection, field, random);
}

}  // namespace vta::fuzz

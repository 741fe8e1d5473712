// Values as bytes and back: little-endian, counts before what they count. A type says once, in
// describe(), what it consists of, or, by a member kMessage, that it consists of its members in
// their order. A ByteWriter and a ByteReader both follow that description, so writing and reading
// cannot differ. check_known() of an enumeration refuses numbers that it does not have.
//
//   template <typename A>
//   void describe(A& a, typename A::template Of<MemoryRange>& r) {
//     a(r.begin, r.end);
//   }
//   struct Cost {
//     int64_t cycles = 0, bytes = 0;
//     static constexpr bool kMessage = true;
//   };
//   inline void check_known(const ByteReader& r, Unit unit) {
//     r.require(unit <= Unit::Store, "unit", unit);
//   }
//
// All messages between processes are written so: those of links (link/wire), whose order is
// described for programs of others, and those of this program's own workers and ranks, which are
// always of one build. base/frame.h tells one from the next, and whether it is damaged.
#pragma once

#include <array>
#include <bit>
#include <boost/pfr.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/error_class.h"

namespace vta {

static_assert(std::endian::native == std::endian::little, "messages are little-endian");

class ByteWriter {
 public:
  template <typename T>
  using Of = const T;

  template <typename... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }
  void raw(const void* from, size_t bytes) {
    const auto* first = static_cast<const std::byte*>(from);
    bytes_.insert(bytes_.end(), first, first + bytes);
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  bool empty() const { return bytes_.empty(); }
  std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

 private:
  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, bool>)
      put(static_cast<uint8_t>(value));
    else if constexpr (std::is_arithmetic_v<T>)
      raw(&value, sizeof value);
    else if constexpr (std::is_enum_v<T>)
      put(static_cast<std::underlying_type_t<T>>(value));
    else if constexpr (requires { T::kMessage; })
      boost::pfr::for_each_field(value, [this](const auto& member) { put(member); });
    else
      describe(*this, value);
  }
  void put(const std::string& text) {
    put(static_cast<uint64_t>(text.size()));
    raw(text.data(), text.size());
  }
  void put(const std::vector<std::byte>& bytes) { put(std::span<const std::byte>(bytes)); }
  void put(const std::span<const std::byte>& bytes) {
    put(static_cast<uint64_t>(bytes.size()));
    raw(bytes.data(), bytes.size());
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(static_cast<uint64_t>(values.size()));
    for (const T& value : values)
      put(value);
  }
  template <typename T, size_t n>
  void put(const std::array<T, n>& values) {
    for (const T& value : values)
      put(value);
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value)
      put(*value);
  }
  template <typename... T>
  void put(const std::variant<T...>& value) {
    put(static_cast<uint8_t>(value.index()));
    std::visit([this](const auto& one) { put(one); }, value);
  }

  std::vector<std::byte> bytes_;
};

// It throws an error of the class of `failure` if the bytes end before the values do, if a type
// does not have a value, and at end() if bytes are left.
class ByteReader {
 public:
  template <typename T>
  using Of = T;

  // Errors begin with `what`; the bytes must outlive the reader.
  ByteReader(std::span<const std::byte> bytes, std::string what,
             ExitCode failure = ExitCode::BadInput)
      : rest_(bytes), size_(bytes.size()), what_(std::move(what)), failure_(failure) {}

  template <typename... T>
  void operator()(T&... values) {
    (get(values), ...);
  }
  template <typename T>
  T value() {
    T out{};
    get(out);
    return out;
  }
  // Bytes with their count before them, where they are.
  std::span<const std::byte> bytes() { return take(value<uint64_t>()); }
  bool at_end() const { return rest_.empty(); }
  void end() const {
    if (!rest_.empty())
      fail(fmt::format("{} of its {} bytes are left over", rest_.size(), size_));
  }
  template <typename Enum>
  void require(bool known, const char* what, Enum value) const {
    if (!known)
      fail(fmt::format("{} is no {}", static_cast<int64_t>(value), what));
  }
  [[noreturn]] void fail(const std::string& reason) const {
    throw_class(failure_, fmt::format("{}: {}", what_, reason));
    throw InternalError(reason);
  }

 private:
  std::span<const std::byte> take(uint64_t count) {
    if (count > rest_.size())
      fail(fmt::format("it ends {} bytes before the end of its content", count - rest_.size()));
    const auto taken = rest_.first(static_cast<size_t>(count));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }
  template <typename T>
  void get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      const auto byte = this->value<uint8_t>();
      if (byte > 1)
        fail(fmt::format("{}, legal are 0 and 1", byte));
      value = byte == 1;
    } else if constexpr (std::is_arithmetic_v<T>) {
      std::memcpy(&value, take(sizeof value).data(), sizeof value);
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(this->value<std::underlying_type_t<T>>());
      check_known(*this, value);
    } else if constexpr (requires { T::kMessage; }) {
      boost::pfr::for_each_field(value, [this](auto& member) { get(member); });
    } else {
      describe(*this, value);
    }
  }
  void get(std::string& text) {
    const auto from = bytes();
    text.assign(reinterpret_cast<const char*>(from.data()), from.size());
  }
  void get(std::vector<std::byte>& out) {
    const auto from = bytes();
    out.assign(from.begin(), from.end());
  }
  // One after the other: a count that is not true ends with the bytes, before it costs memory.
  template <typename T>
  void get(std::vector<T>& values) {
    values.clear();
    for (auto left = value<uint64_t>(); left > 0; --left)
      values.push_back(value<T>());
  }
  template <typename T, size_t n>
  void get(std::array<T, n>& values) {
    for (T& one : values)
      get(one);
  }
  template <typename T>
  void get(std::optional<T>& out) {
    out.reset();
    if (value<bool>())
      out.emplace(value<T>());
  }
  template <typename... T>
  void get(std::variant<T...>& out) {
    const auto index = value<uint8_t>();
    uint8_t next = 0;
    if (!((next++ == index && (out = value<T>(), true)) || ...))
      fail(fmt::format("{} is no kind of value; legal are 0 to {}", index, sizeof...(T) - 1));
  }

  std::span<const std::byte> rest_;
  size_t size_;
  std::string what_;
  ExitCode failure_;
};

// A value as a text that holds its bytes, and back; what it throws begins with `what`.
template <typename T>
std::string to_bytes(const T& value) {
  ByteWriter out;
  out(value);
  return {reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size()};
}
template <typename T>
T from_bytes(std::string_view bytes, std::string what, ExitCode failure = ExitCode::BadInput) {
  ByteReader in(std::as_bytes(std::span(bytes)), std::move(what), failure);
  T value = in.value<T>();
  in.end();
  return value;
}

}  // namespace vta

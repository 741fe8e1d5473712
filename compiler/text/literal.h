// Literals: numbers and attribute values.
#pragma once

#include <cstdint>
#include <optional>

#include "base/attrs.h"
#include "base/tensor.h"
#include "compiler/text/cursor.h"

namespace vta {

struct Number {
  bool is_float = false;
  int64_t integer = 0;
  double real = 0;
  DType dtype = DType::I32;
};

bool is_number(const Token& token);
// 256, -127f, 1e-05f, 3i64; also inff and nanf, which the lexer takes for names.
std::optional<Number> read_number(const Token& token);
bool fits(const Number& number, DType dtype);
Tensor scalar_tensor(const Number& number, DType dtype);

// Calls and lists are nested; published listings have 2.
void check_depth(const Cursor& cursor, int depth);

// A number, string, True, False or list.
AttrValue parse_attribute(Cursor& cursor, int depth);

}  // namespace vta

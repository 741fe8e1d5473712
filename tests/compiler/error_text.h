// The message of the error that a call throws; "" with a test failure when it throws none.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace vta {

template <typename ErrorType, typename Call>
std::string error_text(Call call) {
  try {
    call();
  } catch (const ErrorType& e) {
    return e.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

}  // namespace vta

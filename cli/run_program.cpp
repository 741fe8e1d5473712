#include "cli/run_program.h"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <new>

#include "base/error.h"
#include "base/standard_streams.h"
#include "base/text_safety.h"

namespace vta::cli {
namespace {

// The text of a message with names from files made harmless: %* in a pattern.
class PrintableText : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    const std::string text = printable_lines({message.payload.data(), message.payload.size()});
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PrintableText>();
  }
};

void start_logs(const char* program) {
  spdlog::set_default_logger(spdlog::stderr_color_mt(program));
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PrintableText>('*').set_pattern("%^%l%$: %*");
  spdlog::set_formatter(std::move(formatter));
}

int fail(const char* program, const char* kind, const char* text, ExitCode code) {
  write_standard_error(fmt::format("{}: {}: {}\n", program, kind, printable_lines(text)));
  return static_cast<int>(code);
}

int fail(const char* program, const Error& error) {
  return fail(program, "error", error.what(), error.exit_code());
}

}  // namespace

int run_program(const char* program, const std::function<int()>& work) {
  guard_standard_streams();
  start_logs(program);
  try {
    const int code = work();
    finish_standard_output();
    return code;
  } catch (const Error& e) {
    return fail(program, e);
  } catch (const std::bad_alloc&) {
    return fail(program, "error",
                "memory could not be had: the machine, ulimit or --max-memory allows no more",
                ExitCode::ResourceLimit);
  } catch (const std::exception& e) {
    // What prints throws, too, where it cannot.
    if (standard_output_failed())
      return fail(program, standard_output_error());
    return fail(program, "internal error", e.what(), ExitCode::Internal);
  }
}

}  // namespace vta::cli

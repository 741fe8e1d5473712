#include "cli/run_program.h"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>

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
  spdlog::drop(program);  // of a call before
  spdlog::set_default_logger(spdlog::stderr_color_mt(program));
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PrintableText>('*').set_pattern("%^%l%$: %*");
  spdlog::set_formatter(std::move(formatter));
}

int fail(const char* program, const char* kind, const char* text, ExitCode code) {
  write_standard_error(fmt::format("{}: {}: {}\n", program, kind, printable_lines(text)));
  return static_cast<int>(code);
}

constexpr const char* kNoMemory =
    "memory could not be had: the machine, ulimit or --max-memory allows no more";

std::terminate_handler ordinary_end = nullptr;

// What no catch reaches: memory that a thread, or a message about missing memory, does not get.
[[noreturn]] void end_process() {
  try {
    if (const std::exception_ptr thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    for (const std::string_view part : {"vta: error: ", kNoMemory, "\n"})
      write_standard_error(part);
    ::_exit(static_cast<int>(ExitCode::ResourceLimit));
  } catch (...) {
  }
  ordinary_end();
  std::abort();
}

// While the program runs; whoever calls it has another end.
class EndOfProcess {
 public:
  EndOfProcess() { ordinary_end = std::set_terminate(end_process); }
  ~EndOfProcess() { std::set_terminate(ordinary_end); }
  EndOfProcess(const EndOfProcess&) = delete;
  EndOfProcess& operator=(const EndOfProcess&) = delete;
};

int fail(const char* program, const Error& error) {
  return fail(program, "error", error.what(), error.exit_code());
}

}  // namespace

int run_program(const char* program, const std::function<int()>& work) {
  const EndOfProcess end_of_process;
  guard_standard_streams();
  try {
    start_logs(program);
    const int code = work();
    finish_standard_output();
    return code;
  } catch (const Error& e) {
    return fail(program, e);
  } catch (const std::bad_alloc&) {
    return fail(program, "error", kNoMemory, ExitCode::ResourceLimit);
  } catch (const std::filesystem::filesystem_error& e) {
    return fail(program, InputError(fmt::format("cannot use '{}': {}", e.path1().string(),
                                                e.code().message())));
  } catch (const std::exception& e) {
    // What prints throws, too, where it cannot.
    if (standard_output_failed())
      return fail(program, standard_output_error());
    return fail(program, "internal error", e.what(), ExitCode::Internal);
  }
}

}  // namespace vta::cli

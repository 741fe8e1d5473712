// main() of a fuzz target where libFuzzer is not: replays files, then runs mutations of them.
//
//   fuzz_onnx [--mutations N] [--seed S] [--mutator bytes|words|text|all] [--seconds T]
//   FILE|FOLDER...
//
// An input is good when the target returns; vta::Error is the target's own business. One that
// crashes, throws, takes more than ten seconds of the processor or waits for five minutes is
// written to fuzz_finding.bin in the current folder, and the program ends with a code other than 0.
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/mutate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;
using vta::fuzz::Bytes;

// Of the processor: on a busy machine others take the rest.
constexpr int kSecondsPerInput = 10;
constexpr unsigned kMostWaiting = 300;

const Bytes* current = nullptr;  // for the handlers below

// Only what a signal handler may call.
void keep_finding() {
  if (!current)
    return;
  if (FILE* file = std::fopen("fuzz_finding.bin", "wb")) {
    std::fwrite(current->data(), 1, current->size(), file);
    std::fclose(file);
  }
  current = nullptr;
}

void on_signal(int signal_number) {
  keep_finding();
  std::fprintf(stderr, "fuzz: %s; the input is in fuzz_finding.bin\n",
               signal_number == SIGALRM || signal_number == SIGPROF ? "an input takes too long"
                                                                    : strsignal(signal_number));
  _exit(77);
}

void watch() {
  for (const int number : {SIGALRM, SIGPROF, SIGABRT, SIGFPE, SIGILL})
    signal(number, on_signal);
#if !defined(__SANITIZE_ADDRESS__)  // which reports it itself
  signal(SIGSEGV, on_signal);
  signal(SIGBUS, on_signal);
#endif
}

Bytes read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "fuzz: %s cannot be read\n", path.c_str());
    std::exit(3);
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<Bytes> read_corpus(const std::vector<std::string>& places) {
  std::vector<fs::path> files;
  for (const std::string& place : places) {
    if (!fs::is_directory(place)) {
      files.emplace_back(place);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file())
        files.push_back(entry.path());
  }
  std::ranges::sort(files);  // the same order everywhere: a seed names the same inputs
  std::vector<Bytes> corpus;
  for (const fs::path& file : files)
    corpus.push_back(read_file(file));
  return corpus;
}

void limit(int seconds) {
  const itimerval timer = {{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
  alarm(seconds > 0 ? kMostWaiting : 0);
}

void run_one(const Bytes& input) {
  current = &input;
  limit(kSecondsPerInput);
  try {
    LLVMFuzzerTestOneInput(input.data(), input.size());
  } catch (const std::exception& e) {
    keep_finding();
    std::fprintf(stderr, "fuzz: %s; the input is in fuzz_finding.bin\n", e.what());
    std::exit(77);
  }
  limit(0);
  current = nullptr;
}

struct Flags {
  int64_t mutations = 0, seconds = 0;
  uint64_t seed = 1;
  std::string mutator = "all";
  std::vector<std::string> places;
};

int64_t number(std::string_view option, std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= 0)
    return value;
  std::fprintf(stderr, "fuzz: %s is '%s', it must be a number of 0 or more\n",
               std::string(option).c_str(), std::string(text).c_str());
  std::exit(2);
}

Flags parse(int argc, char** argv) {
  Flags flags;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (!name.starts_with("--")) {
      flags.places.emplace_back(name);
      continue;
    }
    const std::string value = i + 1 < argc ? argv[++i] : "";
    if (name == "--mutations")
      flags.mutations = number(name, value);
    else if (name == "--seconds")
      flags.seconds = number(name, value);
    else if (name == "--seed")
      flags.seed = static_cast<uint64_t>(number(name, value));
    else if (name == "--mutator")
      flags.mutator = value;
    else {
      std::fprintf(stderr, "fuzz: no option %s: --mutations, --seconds, --seed, --mutator\n",
                   std::string(name).c_str());
      std::exit(2);
    }
  }
  return flags;
}

}  // namespace

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  const Flags flags = parse(argc, argv);
  const std::vector<Bytes> corpus = read_corpus(flags.places);
  if (corpus.empty()) {
    std::fprintf(stderr, "fuzz: no file to start from\n");
    return 2;
  }
  watch();
  for (const Bytes& input : corpus)
    run_one(input);
  vta::fuzz::Mutator mutator(flags.mutator, flags.seed);
  const auto end = Clock::now() + std::chrono::seconds(flags.seconds);
  int64_t mutated = 0;
  for (; mutated < flags.mutations || (flags.seconds > 0 && Clock::now() < end); ++mutated)
    run_one(mutator.mutate(corpus));
  std::printf("%zu files, %lld mutations (seed %llu, mutator %s): no finding\n", corpus.size(),
              static_cast<long long>(mutated), static_cast<unsigned long long>(flags.seed),
              flags.mutator.c_str());
  return 0;
}

#include "explore/launch/array_folder.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/output_file.h"
#include "base/real_path.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;

template <typename T>
std::optional<T> number_of(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

void write_whole(const std::string& path, const std::string& text) {
  OutputFile out(path);
  out.stream() << text;
  out.commit();
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    throw InputError(fmt::format("cannot make the folder {}: {}", path, error.message()));
}

}  // namespace

std::string ArrayFolder::points_file(int64_t task) const {
  return fmt::format("{}/points_{}.txt", path_, task);
}
std::string ArrayFolder::share_file(int64_t task) const {
  return fmt::format("{}/share_{}", path_, task);
}
std::string ArrayFolder::log_file(int64_t task) const {
  return fmt::format("{}/log_{}.txt", path_, task);
}
std::string ArrayFolder::exit_file(int64_t task) const {
  return fmt::format("{}/exit_{}", path_, task);
}

std::optional<ArrayFolder::Job> ArrayFolder::job() const {
  const std::string path = path_ + "/job";
  if (!fs::exists(path))
    return std::nullopt;
  std::istringstream in(read_text_file(path));
  Job job;
  if (!(in >> job.id >> job.tasks) || job.tasks < 1)
    throw InputError(fmt::format("{}: expected a job and its number of tasks", path));
  return job;
}

void ArrayFolder::set_job(const Job& job) const {
  write_whole(path_ + "/job", fmt::format("{} {}\n", job.id, job.tasks));
}

std::optional<int> ArrayFolder::exit_status(int64_t task) const {
  if (!fs::exists(exit_file(task)))
    return std::nullopt;
  int status = 0;
  std::istringstream in(read_text_file(exit_file(task)));
  // An empty file is one that the task is writing.
  if (!(in >> status))
    return std::nullopt;
  return status;
}

std::string ArrayFolder::remove() const {
  using namespace std::chrono_literals;
  constexpr auto kPause = 50ms, kPatience = 10000ms;
  std::error_code error;
  for (auto waited = 0ms; waited < kPatience; waited += kPause) {
    fs::remove_all(path_, error);
    if (error != std::errc::directory_not_empty)
      break;
    std::this_thread::sleep_for(kPause);
  }
  return error ? error.message() : "";
}

std::string arrays_root(const std::string& database) {
  return real_path(database) + ".slurm";
}

std::vector<ArrayFolder> array_folders(const std::string& root) {
  std::vector<int64_t> numbers;
  if (fs::is_directory(root))
    for (const fs::directory_entry& entry : fs::directory_iterator(root))
      if (const auto number = number_of<int64_t>(entry.path().filename().string()))
        numbers.push_back(*number);
  std::ranges::sort(numbers);
  std::vector<ArrayFolder> folders;
  for (const int64_t number : numbers)
    folders.emplace_back(fmt::format("{}/{}", root, number));
  return folders;
}

ArrayFolder next_array_folder(const std::string& root) {
  int64_t number = 1;
  while (fs::exists(fmt::format("{}/{}", root, number)))
    ++number;
  ArrayFolder folder(fmt::format("{}/{}", root, number));
  make_folder(folder.path());
  return folder;
}

int64_t write_point_lists(const ArrayFolder& folder, const std::vector<int64_t>& indices,
                          int64_t tasks) {
  VTA_CHECK(tasks > 0, "{} tasks", tasks);
  constexpr int64_t kLongestRun = 8;
  const int64_t used = std::min(tasks, std::ssize(indices));
  const size_t run =
      static_cast<size_t>(std::clamp<int64_t>(std::ssize(indices) / (4 * tasks), 1, kLongestRun));
  std::vector<std::string> lists(static_cast<size_t>(used));
  for (size_t r = 0; r < indices.size(); ++r)
    lists[r / run % lists.size()] += fmt::format("{}\n", indices[r]);
  for (int64_t task = 0; task < used; ++task)
    write_whole(folder.points_file(task), lists[static_cast<size_t>(task)]);
  return used;
}

std::vector<int64_t> read_point_list(const std::string& path) {
  std::istringstream in(read_text_file(path, kMostTextBytes));
  std::vector<int64_t> indices;
  int64_t line = 0;
  for (std::string text; std::getline(in, text);) {
    ++line;
    if (text.empty())
      continue;
    const auto index = number_of<int64_t>(text);
    if (!index || *index < 0)
      throw InputError(fmt::format("{}:{}: '{}' is not the index of a point", path, line, text));
    indices.push_back(*index);
  }
  return indices;
}

}  // namespace vta::explore

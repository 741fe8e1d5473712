#include "evaluation/image_folder.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/plural.h"
#include "base/text_safety.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
constexpr const char* kEndings = ".png, .jpg, .jpeg, .ppm";

struct Listing {
  std::vector<std::string> images, folders, others;  // names, in order
};

Listing list_of(const fs::path& folder) {
  Listing listing;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code unknown;
    if (name.starts_with("."))
      continue;
    if (at->is_directory(unknown))
      listing.folders.push_back(name);
    else
      (is_image_name(name) ? listing.images : listing.others).push_back(name);
  }
  if (error)
    throw InputError(
        fmt::format("folder '{}' cannot be read: {}", printable(folder.string()), error.message()));
  for (auto* names : {&listing.images, &listing.folders, &listing.others})
    std::ranges::sort(*names);
  return listing;
}

std::optional<int64_t> number_of(const std::string& name) {
  int32_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (error != std::errc{} || end != name.data() + name.size() || value < 0)
    return std::nullopt;
  return value;
}

struct Class {
  std::string name;
  std::vector<std::string> images;
  int64_t label = 0;
};

// Sub-folders without images are no classes.
std::vector<Class> classes_of(const fs::path& root, const Listing& listing, ImageFolder& folder) {
  std::vector<Class> classes;
  for (const std::string& name : listing.folders) {
    Listing inside = list_of(root / name);
    if (inside.images.empty())
      folder.notes.push_back(fmt::format("folder '{}' holds no image ({}), it is left out",
                                         printable(name), kEndings));
    else
      classes.push_back({name, std::move(inside.images), 0});
  }
  const bool numbers =
      std::ranges::all_of(classes, [](const Class& c) { return number_of(c.name).has_value(); });
  for (size_t i = 0; i < classes.size(); ++i) {
    classes[i].label = numbers ? *number_of(classes[i].name) : static_cast<int64_t>(i);
    if (!numbers)
      folder.class_names.push_back(classes[i].name);
  }
  return classes;
}

void take_in_turn(const fs::path& root, const std::vector<Class>& classes, ImageFolder& folder) {
  bool more = true;
  for (size_t round = 0; more; ++round) {
    more = false;
    for (const Class& c : classes) {
      if (round >= c.images.size())
        continue;
      more = true;
      folder.names.push_back((fs::path(c.name) / c.images[round]).string());
      folder.files.push_back((root / folder.names.back()).string());
      folder.labels.push_back(c.label);
    }
  }
}

}  // namespace

bool is_image_name(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending == ".png" || ending == ".jpg" || ending == ".jpeg" || ending == ".ppm";
}

ImageFolder read_image_folder(const std::string& path) {
  const fs::path root(path);
  const Listing listing = list_of(root);
  ImageFolder folder;
  const std::vector<Class> classes = classes_of(root, listing, folder);
  if (!listing.images.empty() && !classes.empty())
    throw InputError(
        fmt::format("folder '{}' holds {} beside sub-folders with images ('{}'): these images have "
                    "no class; expected images only, or one sub-folder per class",
                    printable(path), counted(std::ssize(listing.images), "image"),
                    printable(classes.front().name)));
  if (listing.images.empty() && classes.empty())
    throw InputError(
        fmt::format("folder '{}' holds no image: expected {} files, or one sub-folder "
                    "of them per class",
                    printable(path), kEndings));
  take_in_turn(root, classes, folder);
  for (const std::string& name : listing.images) {
    folder.names.push_back(name);
    folder.files.push_back((root / name).string());
  }
  if (!listing.others.empty())
    folder.notes.push_back(fmt::format("{} in '{}' left out, e.g. '{}': {}",
                                       counted(std::ssize(listing.others), "file"), printable(path),
                                       printable(listing.others.front()),
                                       "their names have no ending of images"));
  return folder;
}

}  // namespace vta

// A folder of images, with classes by sub-folders.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vta {

// Image files are those that end in .png, .jpg, .jpeg or .ppm, in any case; hidden ones are none.
//
// Images in the folder itself are in the order of their names, without classes. In sub-folders, a
// sub-folder is a class: where all are called by numbers, that number is the class; else classes
// are counted from 0 in the order of the names. They are taken from the classes in turn, so that
// the first ones are of all classes.
struct ImageFolder {
  std::vector<std::string> files;
  std::vector<std::string> names;        // relative to the folder
  std::vector<int64_t> labels;           // by file; empty: there are no sub-folders
  std::vector<std::string> class_names;  // by class; empty: they are numbers, or there are none
  std::vector<std::string> notes;        // what was left out
};

// Whether a file's name has the ending of an image.
bool is_image_name(const std::string& path);

// InputError where it cannot be read, holds no image, or images beside sub-folders with images.
ImageFolder read_image_folder(const std::string& path);

}  // namespace vta

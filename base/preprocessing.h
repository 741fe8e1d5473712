// Conversion of pixels to a network's input values; a network's file may contain it.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

namespace vta {

// x = (u8 * pixel_scale - mean[c]) / std[c]. One value serves all channels. The default is
// ImageNet's.
struct Preprocessing {
  double pixel_scale = 1.0 / 255;
  std::vector<double> mean = {0.485, 0.456, 0.406};
  std::vector<double> std = {0.229, 0.224, 0.225};
  bool operator==(const Preprocessing&) const = default;
};

// Empty, or the reason why no image can be prepared with these values: a value is not finite, a std
// not above 0, the scale 0, a list empty or longer than 4096.
std::string preprocessing_problem(const Preprocessing& how);

// {"pixel_scale": s, "mean": [...], "std": [...]}
boost::json::object preprocessing_json(const Preprocessing& how);
// InputError names `where` and the member at fault.
Preprocessing parse_preprocessing(const boost::json::value& value, const std::string& where);

// "x = (u8 / 255 - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]"
std::string preprocessing_text(const Preprocessing& how);

}  // namespace vta

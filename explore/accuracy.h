// The accuracy of a network in int8: its specification and its results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vta::explore {

// Samples of the comparison, as the options of `vta eval` of these names.
struct AccuracyData {
  std::vector<std::string> samples;  // .npy files or folders of images, one per input
  std::string labels = {};           // empty: what the folder says, else unknown
  std::vector<std::string> calib = {};
  std::vector<double> pixel_scale = {}, mean = {}, std = {};
  int64_t limit = 0;  // samples; 0: all
  // Requirements of objectives and constraints.
  bool needs_top1 = false, needs_top5 = false;
  bool operator==(const AccuracyData&) const = default;
};

// Of a network as a point runs it, on all samples. Percent, and of labelled samples where it is not
// said otherwise; top-5 only of more than five classes.
struct Accuracy {
  int64_t samples = 0;
  std::optional<double> float_top1 = {}, top1 = {}, float_top5 = {}, top5 = {};
  double agreement = 100;  // of int8 and float, labelled or not
  double sqnr_db = 0;      // of the logits, within +-kMostSqnrDb
  bool operator==(const Accuracy&) const = default;
  static constexpr bool kMessage = true;  // base/archive.h
};

inline constexpr double kMostSqnrDb = 200;  // stands for no difference at all

// Objectives that are percentages of answers, of several networks averaged as they are: a geometric
// mean would be 0 as soon as one network is never wrong.
constexpr bool is_share_of_answers(std::string_view objective) {
  return objective == "top1_error" || objective == "top5_error" || objective == "disagreement";
}
constexpr bool is_of_accuracy(std::string_view objective) {
  return is_share_of_answers(objective) || objective == "noise_percent";
}

}  // namespace vta::explore

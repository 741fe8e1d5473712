// An HTML page of the samples on which the float network and the int8 one disagree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluation/evaluation.h"

namespace vta {

struct Disagreement {
  int64_t sample = 0;
  // How sure the float network was against the other answer: its logit of its own answer less that
  // of the int8 network's.
  float margin = 0;
};
// The surest first; equals in the order of the samples.
std::vector<Disagreement> disagreements(const Evaluation& evaluation);

struct PageFacts {
  std::string title;                                       // the network's file
  std::vector<std::pair<std::string, std::string>> facts;  // name and value, in order
  int64_t most = 500;  // samples shown; how many more there are is said
};

// One HTML file that needs no other: pictures are in it. Names are made harmless. Errors as
// InputSamples::picture.
std::string disagreement_page(const Evaluation& evaluation, const SampleSet& samples,
                              const PageFacts& facts);

}  // namespace vta

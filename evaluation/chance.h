// Tests an accuracy against guessing, for a number of images.
//
// Under the hypothesis that predictions know nothing of the labels, the number of right ones is
// about binomial with p = sum over classes of (share among predictions) * (share among labels): a
// network that always answers the most frequent class is right as often as that class is there. It
// is called chance when that many right ones or more are no surprise (above 1 %), and a network
// half the way from chance to perfection would have been right so seldom in less than 1 % of cases.
// Few images decide nothing, and then nothing is said.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace vta {

struct Chance {
  double expected_percent = 0;  // of the images, by guessing
  int64_t right = 0, images = 0;
};
// nullopt when the predictions are better than guessing, or nothing can be said. Of one label only,
// p is 1 / classes. Both spans have the same length.
std::optional<Chance> near_chance(std::span<const int64_t> predicted,
                                  std::span<const int64_t> labels, int64_t classes);

// P(X <= k) of n draws with probability p.
double binomial_at_most(int64_t k, int64_t n, double p);

}  // namespace vta

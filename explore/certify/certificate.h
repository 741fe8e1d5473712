// The certificate of a front: all that a checker needs to follow the proof, as JSON.
// docs/certified_fronts.md describes the format; scripts/check_certificate.py reads it.
#pragma once

#include <boost/json.hpp>
#include <string>

#include "explore/certify/certified_front.h"

namespace vta::explore {

inline constexpr int64_t kCertificateFormat = 1;

// Rows of its tables.
boost::json::array area_json(const PointCost& cost);
boost::json::array launches_json(const LaunchNumbers& launches);

// What the certificate says, in one sentence.
std::string claim_text(const Space& space, const CertifiedFront& front);
boost::json::object certificate_json(const Space& space, const CertifiedFront& front);

}  // namespace vta::explore

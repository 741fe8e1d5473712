// Certificates for tests, made when they are needed, with dates that are said.
#pragma once

#include <ctime>
#include <memory>
#include <string>

namespace vta::test {

struct MadeCertificate {
  std::string certificate, key;  // PEM
};

struct CertificateRequest {
  std::string name;  // CN, and the name or address of a server
  std::time_t from = 0, until = 0;
  bool authority = false;
  bool for_server = true;  // else for a client
};

// Signed by itself.
MadeCertificate make_authority(const std::string& name);
MadeCertificate make_certificate(const CertificateRequest& request, const MadeCertificate& issuer);

// A moment at UTC: 2020-01-01 is day(2020, 1, 1).
std::time_t day(int year, int month, int day);

}  // namespace vta::test

#include "tests/remote/made_certificates.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <stdexcept>

namespace vta::test {
namespace {

using CertificatePtr = std::unique_ptr<X509, decltype(&X509_free)>;
using KeyPtr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free_all)>;

void need(bool held, const char* what) {
  if (!held)
    throw std::runtime_error(what);
}

template <typename Write>
std::string pem_of(Write write) {
  const BioPtr bio(BIO_new(BIO_s_mem()), BIO_free_all);
  need(write(bio.get()) == 1, "PEM");
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<size_t>(size)};
}

void add_extension(X509* certificate, X509* issuer, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
  need(extension != nullptr, "extension");
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

MadeCertificate make(const CertificateRequest& request, const MadeCertificate* issuer) {
  static long serial = 0;
  const KeyPtr key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const CertificatePtr made(X509_new(), X509_free);
  X509* c = made.get();
  X509_set_version(c, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(c), ++serial);
  ASN1_TIME_set(X509_getm_notBefore(c), request.from);
  ASN1_TIME_set(X509_getm_notAfter(c), request.until);
  X509_set_pubkey(c, key.get());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(c), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(request.name.c_str()), -1, -1,
                             0);
  CertificatePtr parent(nullptr, X509_free);
  KeyPtr signer(nullptr, EVP_PKEY_free);
  if (issuer != nullptr) {
    const BioPtr certificate_bio(BIO_new_mem_buf(issuer->certificate.data(), -1), BIO_free_all);
    const BioPtr key_bio(BIO_new_mem_buf(issuer->key.data(), -1), BIO_free_all);
    parent.reset(PEM_read_bio_X509(certificate_bio.get(), nullptr, nullptr, nullptr));
    signer.reset(PEM_read_bio_PrivateKey(key_bio.get(), nullptr, nullptr, nullptr));
    need(parent && signer, "issuer");
  }
  X509* above = parent ? parent.get() : c;
  X509_set_issuer_name(c, X509_get_subject_name(above));
  add_extension(c, above, NID_basic_constraints,
                request.authority ? "critical,CA:TRUE" : "CA:FALSE");
  if (!request.authority) {
    add_extension(c, above, NID_ext_key_usage, request.for_server ? "serverAuth" : "clientAuth");
    const bool address = request.name.find_first_not_of("0123456789.:") == std::string::npos;
    add_extension(c, above, NID_subject_alt_name, (address ? "IP:" : "DNS:") + request.name);
  }
  need(X509_sign(c, signer ? signer.get() : key.get(), EVP_sha256()) > 0, "signature");
  return {pem_of([&](BIO* bio) { return PEM_write_bio_X509(bio, c); }), pem_of([&](BIO* bio) {
            return PEM_write_bio_PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace

MadeCertificate make_authority(const std::string& name) {
  return make({name, day(2000, 1, 1), day(2100, 1, 1), true, false}, nullptr);
}

MadeCertificate make_certificate(const CertificateRequest& request, const MadeCertificate& issuer) {
  return make(request, &issuer);
}

std::time_t day(int year, int month, int day_of_month) {
  std::tm parts{};
  parts.tm_year = year - 1900;
  parts.tm_mon = month - 1;
  parts.tm_mday = day_of_month;
  return timegm(&parts);
}

}  // namespace vta::test

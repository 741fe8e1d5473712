#include "remote/credentials/certificates.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>

#include "base/error.h"

namespace vta::remote {
namespace {

template <auto Free>
struct FreeWith {
  template <typename T>
  void operator()(T* value) const {
    Free(value);
  }
};
using Bio = std::unique_ptr<BIO, FreeWith<BIO_free_all>>;
using Certificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using StoreContext = std::unique_ptr<X509_STORE_CTX, FreeWith<X509_STORE_CTX_free>>;

void free_stack(STACK_OF(X509) * stack) {
  sk_X509_free(stack);
}

// A key with a password is refused instead of asked for.
int no_password(char*, int, int, void*) {
  return 0;
}

Bio bio_of(std::string_view text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Whatever parses, in the file's order.
std::vector<Certificate> read_certificates(std::string_view pem) {
  std::vector<Certificate> all;
  const Bio bio = bio_of(pem);
  while (X509* one = PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr))
    all.emplace_back(one);
  ERR_clear_error();
  return all;
}

std::string time_text(const ASN1_TIME* time) {
  std::tm parts{};
  if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1)
    return "an unreadable date";
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

// Empty: valid.
std::string date_problem(X509* certificate, Moment now) {
  std::time_t at = std::chrono::system_clock::to_time_t(now);
  if (X509_cmp_time(X509_get0_notBefore(certificate), &at) >= 0)
    return "is not valid before " + time_text(X509_get0_notBefore(certificate));
  if (X509_cmp_time(X509_get0_notAfter(certificate), &at) <= 0)
    return "expired " + time_text(X509_get0_notAfter(certificate));
  return "";
}

}  // namespace

void check_own_certificate(std::string_view certificates, std::string_view key,
                           std::string_view origin, Moment now) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}: {}", origin, why));
  };
  const std::vector<Certificate> all = read_certificates(certificates);
  if (all.empty())
    refuse("has no certificate in PEM");
  const Bio bio = bio_of(key);
  const Key own(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr));
  ERR_clear_error();
  if (own == nullptr)
    refuse("its key is not a private key in PEM without a password");
  if (X509_check_private_key(all.front().get(), own.get()) != 1) {
    ERR_clear_error();
    refuse("certificate and key do not match");
  }
  if (const std::string problem = date_problem(all.front().get(), now); !problem.empty())
    refuse("the certificate " + problem);
}

struct ClientAuthorities::Store {
  Store() = default;
  ~Store() { X509_STORE_free(roots); }
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  X509_STORE* roots = X509_STORE_new();
};

ClientAuthorities::ClientAuthorities(std::string_view pem, std::string_view origin)
    : store_(std::make_unique<Store>()) {
  const std::vector<Certificate> all = read_certificates(pem);
  if (all.empty())
    throw InputError(fmt::format("{}: has no certificate in PEM", origin));
  for (const Certificate& one : all)
    X509_STORE_add_cert(store_->roots, one.get());
  ERR_clear_error();
}

ClientAuthorities::~ClientAuthorities() = default;

std::string ClientAuthorities::problem(std::string_view certificates, Moment now) const {
  const std::vector<Certificate> all = read_certificates(certificates);
  if (all.empty())
    return "it is missing";
  const std::unique_ptr<STACK_OF(X509), FreeWith<free_stack>> between(sk_X509_new_null());
  for (size_t i = 1; i < all.size(); ++i)
    sk_X509_push(between.get(), all[i].get());
  const StoreContext context(X509_STORE_CTX_new());
  if (X509_STORE_CTX_init(context.get(), store_->roots, all.front().get(), between.get()) != 1)
    return "cannot be checked";
  X509_STORE_CTX_set_purpose(context.get(), X509_PURPOSE_SSL_CLIENT);
  X509_STORE_CTX_set_time(context.get(), 0, std::chrono::system_clock::to_time_t(now));
  const bool good = X509_verify_cert(context.get()) == 1;
  const int error = X509_STORE_CTX_get_error(context.get());
  X509* at = X509_STORE_CTX_get_current_cert(context.get());
  ERR_clear_error();
  if (good)
    return "";
  if (error == X509_V_ERR_CERT_HAS_EXPIRED || error == X509_V_ERR_CERT_NOT_YET_VALID)
    return date_problem(at, now);
  return X509_verify_cert_error_string(error);
}

std::string subject_of(std::string_view certificates) {
  const std::vector<Certificate> all = read_certificates(certificates);
  if (all.empty())
    return "";
  const Bio bio(BIO_new(BIO_s_mem()));
  X509_NAME_print_ex(bio.get(), X509_get_subject_name(all.front().get()), 0,
                     XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  std::string out(text, static_cast<size_t>(std::min(size, 256L)));
  std::ranges::replace_if(
      out, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return out;
}

}  // namespace vta::remote

// Files of keys, tokens, addresses and certificates, without a connection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "remote/credentials/certificates.h"
#include "remote/credentials/listen_address.h"
#include "remote/credentials/secret_file.h"
#include "remote/credentials/tokens.h"
#include "tests/remote/made_certificates.h"

namespace vta::remote {
namespace {

using test::day;
using test::MadeCertificate;
using test::make_authority;
using test::make_certificate;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

constexpr const char* kSecret = "correct-horse-battery-staple";

class SecretFile : public ::testing::Test {
 protected:
  SecretFile() { std::filesystem::create_directories(folder_); }
  ~SecretFile() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& text, mode_t mode) const {
    const std::string path = folder_ + "/secret";
    std::ofstream(path) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  static std::string refusal(const std::string& path) {
    try {
      read_secret_file(path, "--tls-key");
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }

  std::string folder_ = ::testing::TempDir() + "vta_secrets_" + std::to_string(::getpid());
};

TEST_F(SecretFile, IsReadWhereOnlyItsOwnerMay) {
  EXPECT_EQ(read_secret_file(file(kSecret, 0600), "--token-file"), kSecret);
  EXPECT_EQ(read_secret_file(file(kSecret, 0400), "--token-file"), kSecret);
  for (const mode_t mode : {0640, 0604, 0620, 0602, 0610, 0601, 0644, 0666, 0777})
    EXPECT_THAT(refusal(file(kSecret, mode)),
                HasSubstr(fmt::format("(mode {:03o}), legal are 600 and 400", mode)));
}

TEST_F(SecretFile, RefusalsNameTheFileAndNotItsText) {
  const std::string wide = refusal(file(kSecret, 0644));
  EXPECT_THAT(wide, HasSubstr("--tls-key '" + folder_ + "/secret'"));
  EXPECT_THAT(wide, Not(HasSubstr(kSecret)));
  EXPECT_THAT(refusal(file("", 0600)), HasSubstr("has 0 bytes, legal are 1 to 65536"));
  EXPECT_THAT(refusal(file(std::string(65537, 'x'), 0600)), HasSubstr("has 65537 bytes"));
  EXPECT_THAT(refusal(folder_), HasSubstr("is not a regular file"));
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("is not a regular file"));
  EXPECT_THAT(refusal(folder_ + "/none"), HasSubstr("No such file"));
  const std::string pipe = folder_ + "/pipe";  // which would wait for a writer
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal(pipe), HasSubstr("is not a regular file"));
}

TEST(Tokens, OneOfSeveralIsEnough) {
  const TokenSet set =
      TokenSet::parse("# for the lab\ncorrect-horse-battery-staple\r\n\n0123456789abcdef\n", "t");
  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(set.holds(kSecret));
  EXPECT_TRUE(set.holds("0123456789abcdef"));
  for (const std::string& other :
       {std::string(), std::string("0123456789abcde"), std::string("0123456789abcdef0"),
        std::string("# for the lab"), std::string(kSecret) + "\n", std::string(kSecret) + '\0'})
    EXPECT_FALSE(set.holds(other)) << other;
  EXPECT_FALSE(TokenSet().holds(""));
}

TEST(Tokens, FilesThatHoldNoneAreRefusedWithoutTheirText) {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      TokenSet::parse(text, "tokens 'F'");
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(""), "tokens 'F': has no token");
  EXPECT_EQ(refusal("# nothing\n"), "tokens 'F': has no token");
  EXPECT_EQ(refusal("# x\nfifteen-letters"),
            "tokens 'F': line 2: a token of 15 characters, legal are 16 to 1024");
  EXPECT_EQ(refusal(std::string(1025, 'a')),
            "tokens 'F': line 1: a token of 1025 characters, legal are 16 to 1024");
  for (const char* odd :
       {"correct horse battery", "correct\thorse-battery", "correct-h\xc3\xb6rse-battery"})
    EXPECT_EQ(refusal(odd),
              "tokens 'F': line 1: a token has a character that is not printable "
              "ASCII, or a space");
  EXPECT_EQ(only_token("# mine\n0123456789abcdef\n", "t"), "0123456789abcdef");
  EXPECT_THAT([] { only_token("0123456789abcdef\n0123456789abcdeg\n", "t"); },
              ThrowsMessage<InputError>(HasSubstr("t: has 2 tokens, a client needs exactly one")));
}

TEST(ListenAddress, OfThisMachineAloneNeedsNothing) {
  EXPECT_EQ(listen_address("127.0.0.1:0", {}), "127.0.0.1:0");
  EXPECT_EQ(listen_address("127.9.9.9:7001", {}), "127.9.9.9:7001");
  EXPECT_EQ(listen_address("[::1]:65535", {}), "[::1]:65535");
  EXPECT_THAT(listen_address("localhost:80", {}), ::testing::AnyOf("127.0.0.1:80", "[::1]:80"));
  EXPECT_TRUE(is_loopback("[::ffff:127.0.0.1]:1"));
}

TEST(ListenAddress, OfEverybodyNeedsTlsAndKnownClients) {
  for (const char* open : {"0.0.0.0:1", "[::]:1", "192.0.2.7:1", "[2001:db8::1]:1", "0:1",
                           "[::ffff:192.0.2.7]:1", "128.0.0.1:1", "126.255.255.255:1"}) {
    EXPECT_FALSE(is_loopback(open)) << open;
    EXPECT_THAT([&] { listen_address(open, {}); },
                ThrowsMessage<UsageError>(HasSubstr("it needs TLS and a token or certificates")))
        << open;
    EXPECT_THAT([&] { listen_address(open, {.tls = true}); },
                ThrowsMessage<UsageError>(HasSubstr("it needs a token or certificates")))
        << open;
    EXPECT_THAT([&] { listen_address(open, {.clients_are_known = true}); },
                ThrowsMessage<UsageError>(HasSubstr("it needs TLS (")))
        << open;
    EXPECT_FALSE(listen_address(open, {true, true}).empty()) << open;
  }
}

// Where clients are sent: nothing that only gRPC, or only a server, would understand.
TEST(ListenAddress, OfClientsIsANameOrAnAddressWithAPort) {
  for (const char* good : {"127.0.0.1:1", "[::1]:65535", "lab7.example.org:7411", "unix:7", "dns:1",
                           "a_b-c:80", "[fe80::1%2]:7"})
    EXPECT_EQ(client_address_problem(good), "") << good;
  for (const char* bad : {"",
                          ":1",
                          "a",
                          "a:",
                          "a:0",
                          "a:65536",
                          "a:-1",
                          "a:http",
                          "unix:/tmp/x",
                          "unix:/tmp/x:1",
                          "dns:a:1",
                          "dns:///a:1",
                          "ipv4:127.0.0.1:1",
                          "127.0.0.1:1,127.0.0.1:2",
                          "a b:1",
                          "a/b:1",
                          "[::1:1",
                          "[lab]:1",
                          "::1:1",
                          "a\n:1",
                          "[]:1",
                          "xds:///a:1",
                          "a%b:1"})
    EXPECT_NE(client_address_problem(bad), "") << bad;
  EXPECT_NE(client_address_problem(std::string(254, 'a') + ":1"), "");
}

TEST(ListenAddress, OtherFormsAreRefused) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"127.0.0.1", "has no port"},
      {":7001", "has no host"},
      {"", "has no port"},
      {"::1:7001", "needs brackets"},
      {"127.0.0.1:", "is not a number"},
      {"127.0.0.1:65536", "is not a number"},
      {"127.0.0.1:-1", "is not a number"},
      {"127.0.0.1:http", "is not a number"},
      {"127.0.0.1:070010", "is not a number"},
      {"no.such.host.invalid:1", "host 'no.such.host.invalid'"}};
  for (const auto& [address, why] : cases) {
    const std::string given = address;
    EXPECT_THAT(
        [&] {
          listen_address(given, {true, true});
        },
        ThrowsMessage<UsageError>(HasSubstr(why)))
        << address;
  }
}

class Certificates : public ::testing::Test {
 protected:
  static Moment at(int year) { return std::chrono::system_clock::from_time_t(day(year, 6, 1)); }

  MadeCertificate authority_ = make_authority("lab"), other_ = make_authority("elsewhere");
  MadeCertificate client_ =
      make_certificate({"bench-7", day(2020, 1, 1), day(2030, 1, 1), false, false}, authority_);
};

TEST_F(Certificates, OfAClientAreJudgedByAuthorityAndDate) {
  const ClientAuthorities lab(authority_.certificate, "ca");
  EXPECT_EQ(lab.problem(client_.certificate, at(2025)), "");
  EXPECT_EQ(lab.problem(client_.certificate, at(2031)), "expired 2030-01-01T00:00:00Z");
  EXPECT_EQ(lab.problem(client_.certificate, at(2019)), "is not valid before 2020-01-01T00:00:00Z");
  EXPECT_THAT(ClientAuthorities(other_.certificate, "ca").problem(client_.certificate, at(2025)),
              HasSubstr("unable to get local issuer"));
  EXPECT_EQ(lab.problem("", at(2025)), "it is missing");
  EXPECT_EQ(lab.problem("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", at(2025)),
            "it is missing");
  const auto server = make_certificate({"127.0.0.1", day(2020, 1, 1), day(2030, 1, 1)}, authority_);
  EXPECT_THAT(lab.problem(server.certificate, at(2025)), HasSubstr("purpose"));
  const auto forged = make_certificate({"bench-7", day(2020, 1, 1), day(2030, 1, 1), false, false},
                                       make_authority("lab"));
  EXPECT_NE(lab.problem(forged.certificate, at(2025)), "");
  EXPECT_EQ(subject_of(client_.certificate), "CN=bench-7");
  EXPECT_EQ(subject_of("nothing"), "");
}

TEST_F(Certificates, OfOnesOwnAreJudgedBeforeTheyAreUsed) {
  const auto refusal = [&](const std::string& pem, const std::string& key,
                           int year) -> std::string {
    try {
      check_own_certificate(pem, key, "--tls-cert 'c.pem'", at(year));
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(client_.certificate, client_.key, 2025), "");
  EXPECT_EQ(refusal(client_.certificate, client_.key, 2031),
            "--tls-cert 'c.pem': the certificate expired 2030-01-01T00:00:00Z");
  EXPECT_EQ(refusal(client_.certificate, client_.key, 2019),
            "--tls-cert 'c.pem': the certificate is not valid before 2020-01-01T00:00:00Z");
  EXPECT_EQ(refusal(client_.certificate, authority_.key, 2025),
            "--tls-cert 'c.pem': certificate and key do not match");
  EXPECT_THAT(refusal(client_.certificate, "x", 2025), HasSubstr("is not a private key in PEM"));
  EXPECT_THAT(refusal("x", client_.key, 2025), HasSubstr("has no certificate in PEM"));
  EXPECT_THAT([] { ClientAuthorities("x", "--client-ca 'a.pem'"); },
              ThrowsMessage<InputError>("--client-ca 'a.pem': has no certificate in PEM"));
}

}  // namespace
}  // namespace vta::remote
